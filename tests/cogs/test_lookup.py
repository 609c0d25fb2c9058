"""Everything a panel names can be looked up from it, as worded in the game's edition."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.panels import cards, consent, hand, likes, rules, table, why
from cogs.panels.blocks import ForAll, ForOne, Menu, MenuChoice, Panel
from cogs.text import rules as text_rules
from engine import Game, KingdomRequest, Option, View, card_facts, named_in, random_kingdom, visibility
from engine.case import Run
from engine.case_format import Case
from engine.facts import all_cards
from engine.kingdoms import Kingdom
from tables import Options, TableView, undo
from tables.models import PersonSettings, SavedKingdom
from tests.cogs.test_panels import NAMES_OF_CARDS, NOW, asked, check, states, table_of

OLDER = ("Moneylender", "Throne Room", "Library", "Mine", "Workshop", "Feast", "Spy", "Thief", "Woodcutter", "Chancellor")


def seen(kingdom: tuple[str, ...], *moves: str, edition: int = 2, **start: Any) -> tuple[TableView, View]:
    """Return what Ada may know after these moves."""
    then = [{player: said} for player, said in (move.split(": ") for move in moves)]
    written = {"case": "a look-up", "edition": edition, "kingdom": ", ".join(kingdom), "start": start}
    case = Case.model_validate(written | {"then": [*then, {"expect": {"over": "no"}}]}, context={"players": ("Ada", "Ben")})
    run = Run(case)
    assert run.run() == []
    chosen = Kingdom(edition=1 if edition == 1 else 2, piles=kingdom)
    return table_of(Game.new(chosen.setup(case.players), bytes(32)), Options(kingdom=chosen)), visibility.view(run.core, 0)


def choices(panel: Panel) -> list[MenuChoice]:
    """Return everything that a panel's menus offer."""
    return [each for block in panel.blocks if isinstance(block, Menu) for each in block.choices]


def offered(panel: Panel) -> list[str]:
    """Return the cards that a panel's own menus lead to."""
    found = [block for block in panel.blocks if isinstance(block, Menu) and block.id.verb in ("rules", "go")]
    return [each.value.removeprefix("card:") for menu in found for each in menu.choices]


def all_in_reach(made: ForAll | ForOne) -> None:
    """Check that everything a panel names can be looked up from it, each once."""
    check(made.panel)
    found = offered(made.panel)
    assert {*named_in(made.panel.text)} <= {*found} and len(found) == len({*found})


def test_a_menu_says_of_each_card_what_the_game_s_edition_says() -> None:
    at, buying = seen(OLDER, edition=1, Ada={"hand": "5 Gold"})
    _, gaining = seen(OLDER, "Ada: play Workshop", edition=1, Ada={"hand": "Workshop"})
    for view in (buying, gaining):
        panel = hand.hand(at, view, 100).panel
        check(panel)
        said = {each.value.partition(".")[0].removeprefix("buy:"): each.description for each in choices(panel)}
        assert {"Moneylender", "Throne Room"} <= said.keys()
        for name in said.keys() & {*OLDER}:
            assert rules.hint(name, 1)[:60] in said[name], name
    assert card_facts("Moneylender").effect(1)[:9] != card_facts("Moneylender").effect(2)[:9]
    assert {each.value: each.description for each in table.choices(at)} == {name: rules.hint(name, 1) for name in OLDER}
    page = rules.page(rules.Page("term", "Trash"), table=at.id, edition=1).panel
    said = {each.label: each.description for each in choices(page) if each.value.startswith("card:")}
    assert card_facts("Bishop").effects.keys() >= {1} and said["Bishop"] == f"Action: {rules.hint('Bishop', 1)}"


def test_whatever_a_question_names_is_in_reach_from_why_the_card_that_asks_first() -> None:
    asking = set()
    for seed in range(9):
        for at, game in states(2, seed, 120):
            for view in map(game.view, range(2)):
                for decision in view.decisions:
                    if decision.decider == view.viewer and decision.kind != "turn" and decision.card:
                        made = why.outcomes(at, view, decision, 100 + decision.decider)
                        all_in_reach(made)
                        assert offered(made.panel)[0] == decision.card
                        assert {each.card for each in decision.options if each.card} <= {*offered(made.panel)}
                        asking.add(decision.card)
    assert len(asking) > 5


def test_a_request_to_undo_has_no_look_ups() -> None:
    looked = 0
    for at, game in states(3, 8, 90):
        if found := undo.losses(game, {}, 0):
            made = consent.losses(at, found, ("buy:Silver",), 100).panel
            check(made)
            assert not any(isinstance(block, Menu) for block in made.blocks)
            looked += 1
    assert looked > 10


def test_of_many_cards_none_is_left_out_and_each_menu_says_which_it_has() -> None:
    at, view = asked("pile", [Option(id=name, label=name, card=name) for name in NAMES_OF_CARDS[:90]], 1, 1)
    made = why.outcomes(at, view, view.decisions[0], 100)
    all_in_reach(made)
    menus = [block for block in made.panel.blocks if isinstance(block, Menu)]
    assert {*NAMES_OF_CARDS[:90]} <= {*offered(made.panel)} and offered(made.panel) == sorted(offered(made.panel))
    for menu in menus:
        assert menu.placeholder == f"Look up {menu.choices[0].label} – {menu.choices[-1].label}…"


def test_what_is_said_about_a_kingdom_leads_to_all_its_cards_even_those_in_mixed_piles() -> None:
    chosen = random_kingdom(
        KingdomRequest(require=("Castles", "Catapult/Rocks"), landscapes={"Event": 1, "Landmark": 1}), "look-up"
    )
    game = Game.new(chosen.setup(["Ada", "Ben"]), bytes(32))
    begun = table_of(game, Options(kingdom=chosen)).model_copy(update={"vetoes": {}})
    waiting = begun.model_copy(update={"phase": "lobby", "started": None, "vetoes": {101: "Moat"}})
    out, *_ = names = [name for name in NAMES_OF_CARDS if rules.pool().get(name) and name not in chosen.names]
    for made in (
        cards.about_kingdom(waiting, 100),
        table.swap(waiting, 100, out, chosen.piles[:1]),
        table.veto(waiting, 100),
        table.vetoed(waiting, 100, out, chosen.piles[:1]),
        table.which_to_delete("x", [SavedKingdom(name=name, by=1, kingdom=chosen, at=NOW) for name in ("One", "Two")], 100),
        likes.likes(PersonSettings(ban=(*names[:3], "Attack", "Alchemy"), like=("Castles", *names[3:6])), 100),
    ):
        all_in_reach(made)
    castles = rules.pool()["Castles"].cards
    pages = [cards.page(begun, 100, number) for number in range(3)]
    for page in pages:
        all_in_reach(page)
    told = "\n".join(page.panel.text for page in pages)
    assert len(castles) == 8
    for name in castles:
        assert f"**{name}** " in told and text_rules.in_menu(card_facts(name), 2) in told


def test_a_list_of_cards_says_in_short_what_is_too_long_for_it() -> None:
    assert cards.line(card_facts("Mine"), 2) == f"-# **Mine** $5 · {card_facts('Mine').brief}"
    assert not [each.name for each in all_cards() if cards.line(each, 2).endswith(("…", "· "))]


@pytest.mark.parametrize("room", [82, 70, 55])
def test_what_is_too_long_for_a_line_is_cut_at_a_word(room: int) -> None:
    cut = 0
    for facts in all_cards():
        for edition in facts.effects:
            told, whole = text_rules.in_menu(facts, edition, room), text_rules.in_menu(facts, edition)
            assert told and len(told) <= room, facts.name
            if told not in (whole, facts.brief):
                begun = told.removesuffix("…").rstrip()
                cut += 1
                assert told.endswith("…") and begun, told
                assert any(each.startswith(begun) and not each[len(begun)].isalnum() for each in (whole, facts.brief)), told
    assert cut


def test_a_list_of_cards_keeps_what_moat_does_as_a_reaction() -> None:
    for edition in (1, 2):
        assert cards.line(card_facts("Moat"), edition).endswith("you may reveal this to be unaffected.")
