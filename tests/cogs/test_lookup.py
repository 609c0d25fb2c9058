"""Whatever a panel names can be looked up from it, and what is said of it there is as the game's edition has it."""

from __future__ import annotations

from typing import Any

from cogs.panels import hand, rules, table
from cogs.panels.blocks import Choice, Menu, Panel
from engine import Game, View, card_facts, sight
from engine.case import Run
from engine.case_format import Case
from engine.kingdoms import Kingdom
from tables import Options, TableView
from tests.cogs.test_panels import check, table_of

OLDER = ("Moneylender", "Throne Room", "Library", "Mine", "Workshop", "Feast", "Spy", "Thief", "Woodcutter", "Chancellor")


def seen(kingdom: tuple[str, ...], *moves: str, edition: int = 2, **start: Any) -> tuple[TableView, View]:
    """What Ada may know, once these moves were made from there."""
    then = [{player: said} for player, said in (move.split(": ") for move in moves)]
    written = {"case": "a look-up", "edition": edition, "kingdom": ", ".join(kingdom), "start": start}
    case = Case.model_validate(written | {"then": [*then, {"expect": {"over": "no"}}]}, context={"players": ("Ada", "Ben")})
    run = Run(case)
    assert run.run() == []
    chosen = Kingdom(edition=1 if edition == 1 else 2, piles=kingdom)
    return table_of(Game.new(chosen.setup(case.players), bytes(32)), Options(kingdom=chosen)), sight.view(run.core, 0)


def choices(panel: Panel) -> list[Choice]:
    """All that a panel's menus offer."""
    return [each for block in panel.blocks if isinstance(block, Menu) for each in block.choices]


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
    assert said["Moneylender"] == rules.hint("Moneylender", 1)
