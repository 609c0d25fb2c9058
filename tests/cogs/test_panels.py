"""Every panel in every state keeps to Discord's limits, and says in text what colours and positions say."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from cogs import text
from cogs.messages.components import layout
from cogs.panels import (
    board,
    hand,
    hours,
    kingdom,
    leaving,
    lines,
    lobby,
    log,
    notes,
    recap,
    rules,
    score,
    settings,
    turn_lines,
    why,
)
from cogs.panels.blocks import (
    CALLING,
    CALM,
    MAX_LABEL,
    Attachment,
    Button,
    ForAll,
    ForOne,
    Id,
    Menu,
    Panel,
    Row,
    Text,
    without_files,
)
from cogs.panels.picks import in_order, packed, unpacked
from cogs.panels.questions import stacks
from cogs.panels.rules import SEARCH, Page
from cogs.panels.turn import SINGLE
from cogs.text import hand as text_hand
from cogs.text import why as text_why
from engine import (
    DecisionView,
    Ending,
    EngineError,
    Game,
    Kingdom,
    KingdomRequest,
    LogLine,
    MatchKind,
    Option,
    View,
    all_cards,
    all_terms,
    card_facts,
    decide,
    first_game,
    log_words,
    random_kingdom,
    recommended_sets,
    words,
)
from engine.card import CARDS
from engine.cards.elsewhere import elsewhere
from engine.events import Moment
from engine.log_forms import SeatNames
from engine.mechanisms import Zone
from sandbox.components import walk
from storage.models import Proposal, Seat, Table
from storage.notes import Notice, PlanStop
from tables import AutoAnswers, Options, Place, TableView, auto_answers, list_reading
from tables.models import OPEN_END, AutoAction, Awaited, Hours, OwnLine, SeatView
from tables.state import show
from tests.lag import measured

NAMES = ("Ada", "Ben with a name of 32 letters!!!!", "Cleo", "Dan", "Eve", "_Finn_ @here <@1>")
PICTURE = Attachment("picture.png", b"", "What it shows.")
UNDO = ("buy:Philosopher's Stone",)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def check(panel: Panel) -> None:
    """Check a message against the limits of Discord and of phones."""
    assert panel.components <= 40
    assert len(panel.text) <= 4000
    ids = [str(item.id) for block in panel.blocks if isinstance(block, Row) for item in block.items if isinstance(item, Button)]
    ids += [str(block.id) for block in panel.blocks if isinstance(block, Menu)]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(id) <= 100 for id in ids)
    assert all(Id.parse(id) for id in ids)
    for block in panel.blocks:
        match block:
            case Text(content):
                assert content.strip()
                for code in re.findall(r"```\n(.*?)```", content, re.DOTALL):
                    assert all(len(line) <= 34 for line in code.splitlines())
            case Row(items):
                assert 1 <= len(items) <= 5
                assert all(1 <= len(item.label) <= 80 for item in items)
            case Menu():
                assert 1 <= len(block.choices) <= 25
                assert 0 <= block.minimum <= block.maximum <= len(block.choices)
                assert block.maximum >= 1
                assert len({choice.value for choice in block.choices}) == len(block.choices)
                assert all(1 <= len(c.label) <= 100 and len(c.value) <= 100 and len(c.description) <= 100 for c in block.choices)
                assert 1 <= len(block.placeholder) <= 150
                assert sum(choice.default for choice in block.choices) <= block.maximum
    view = layout(panel)
    assert len([*walk(view.to_components())]) == panel.components
    assert view.timeout is None


def table_of(game: Game, options: Options) -> TableView:
    seats = tuple(Seat(number=n, name=name, person=100 + n, waiting_since=NOW) for n, name in enumerate(game.setup.players))
    stored = Table(
        id="0123456789",
        place=Place(guild=1 << 60, channel=1 << 61, thread=1 << 62),
        phase="over" if game.over else "playing",
        version=7,
        host=100,
        options=options,
        seats=seats,
        created=NOW,
        started=NOW,
        commitment="c" * 64,
        result=game.result,
    )
    return show(stored, game)


def random_answer(decision: DecisionView, dice: random.Random) -> list[str]:
    """Return a random answer; one that the engine rejects is drawn again."""
    source = decision.follow if decision.follow is not None and dice.random() < 0.5 else decision
    if source.kind == "sort":
        cards = dict.fromkeys(option.card for option in source.options)
        fates = {card: [option for option in source.options if option.card == card] for card in cards}
        return [dice.choice(fates[card]).id for card in cards for _ in range(fates[card][0].count)]
    every = [option.id for option in source.options for _ in range(option.count)]
    if source.kind == "turn" and dice.random() < 0.8:
        every = [id for id in every if id != "end"] or every
    return dice.sample(every, min(len(every), dice.randint(source.minimum, source.maximum)))


def states(players: int, seed: int, steps: int = 250) -> Iterator[tuple[TableView, Game]]:
    """Yield a game of random moves in a random kingdom, at each of its decisions."""
    dice = random.Random(seed)
    kingdom = random_kingdom(KingdomRequest(), f"{seed:016x}")
    game = Game.new(kingdom.setup(NAMES[:players]), dice.randbytes(32))
    options = Options(kingdom=kingdom)
    for _ in range(steps):
        yield table_of(game, options), game
        if game.over:
            return
        decision = next(decision for decision in game.decisions if not decision.answered)
        for _ in range(50):
            try:
                game.answer(decision.decider, decision.id, random_answer(decision, dice))
            except EngineError:
                continue
            break
        else:
            pytest.fail(f"no legal answer found to {decision}")
    if not game.over:
        game.stop(Ending(kind="agreed"))
    yield table_of(game, options), game


@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(5, 20))])
def test_all_panels_of_whole_games(seed: int) -> None:
    players = 2 + seed % 5
    for count, (table, game) in enumerate(states(players, seed)):
        lately = "\n".join(f"A line {n}" for n in range(12))
        for seat in range(players):
            view = game.view(seat)
            made = hand.hand(table, view, 100 + seat, undo=UNDO, lately=lately, note="A note.", picture=PICTURE)
            check(made.panel)
            controls(table, view, made, seat)
            clear(table, view, made, seat)
        if count % 10 == 0 or game.over:
            astray = table.model_copy(update={"lost": NOW, "proposal": Proposal(kind="end", by=100, at=NOW)})
            check(hand.hand(astray, game.view(0), 100, undo=UNDO, note="A note.", picture=PICTURE).panel)
            told = [entry.line(None) for entry in game.log]
            rows = turn_lines.rows(turn_lines.turn_lines(told, table.seats, going_on=game.turn), table.seats)
            check(board.board(table, game.view(None), rows).panel)
            check(board.words(table, game.view(None), 100).panel)
            check(board.board(table, game.view(None), rows, PICTURE).panel)
            check(log.past(rows).panel)
            for number in range(1, game.turn + 1, 7):
                check(log.page(table, told, log.Span(last=number), 100).panel)
                own = [line for line in told if line.turn == number]
                check(log.details(table, own, number, 0, log.Span(last=number), 100).panel)
    assert game.over
    check(score.score(table).panel)
    check(score.score(table, PICTURE).panel)
    check(score.decks(table, 100).panel)
    check(score.more(table, 100, picture=True).panel)


def controls(table: TableView, view: View, made: ForOne, seat: int) -> None:
    """Check that the player asked can answer with every option; rare ones can be behind **More…**."""
    decision = hand.to_answer(view, seat)
    if decision is None:
        return
    offered = {option.id for option in decision.options}
    panels = [made.panel, notes.more(table, view, 100 + seat).panel]
    check(panels[-1])
    if any(id.verb == "single" for id in ids_of(panels[-1])):
        panels.append(hand.hand(table, view, 100 + seat, picked=(decision.id, SINGLE)).panel)
        check(panels[-1])
    ids = "\n".join(each for shown in panels for each in [*map(str, ids_of(shown)), *values_of(shown)])
    for option in [*decision.options, *(decision.follow.options if decision.follow else ())]:
        if (
            decision.kind in ("order", "sort")
            or stacks(decision)
            or (decision.kind == "react" and option.id == "no" and decision.follow)
        ):
            continue
        prefix, _, number = option.id.rpartition(":")
        if number.isdecimal() and any(id.verb == "number" and id.arg == prefix for shown in panels for id in ids_of(shown)):
            continue  # by writing the number
        if option.id.startswith(("buy:", "debt:")) and any(id.verb == "whole" for id in ids_of(made.panel)):
            continue  # debt comes first
        if option.id in decision.preselected:
            continue
        if option.id.startswith("play:") and "do:treasures" in ids:
            if sum(each.count for each in view.players[decision.seat].hand or () if "play:" + each.name in offered) == 1:
                continue  # it is the only kind of Treasure
        assert option.id in ids, (option, ids)


def clear(table: TableView, view: View, made: ForOne, seat: int) -> None:
    """Check that the player asked reads which card asks, with nothing cut off, and can read more. No one else can, except the
    player whose turn waits."""
    decision = hand.to_answer(view, seat, waits=table.waits)
    offered = any(id.verb == "why" for id in ids_of(notes.more(table, view, 100 + seat).panel))
    assert offered is (decision is not None or hand.turn_waits(view, table.seats[seat]))
    if decision is not None and decision.kind == "turn":
        check(why.of_turn(table, view, decision, 100 + seat).panel)
        check(why.moves(table, view, decision, 100 + seat).panel)
    if decision is None or decision.kind == "turn":
        return
    told = text.safe(decision.prompt).rstrip(".") if decision.moment else f"{decision.card}: "
    assert decision.card is None or made.panel.text.startswith(f"### {told}")
    question = decision.follow or decision
    assert decision.kind == "react" or text.safe(question.prompt)[1:].rstrip(".") in made.panel.text.partition("\n")[0]
    for option in [*decision.options, *(decision.follow.options if decision.follow else ())]:
        assert len(option.label) <= MAX_LABEL
    ours = {text_hand.OTHER_NUMBER, text_hand.MORE}
    labels = [item.label for block in made.panel.blocks if isinstance(block, Row) for item in block.items]
    assert [label for label in labels if label.endswith("…") and label not in ours] == []
    asked = why.why(table, view, decision, 100 + seat).panel
    check(asked)
    assert any(id.verb == "choices" for id in ids_of(asked))
    explained = why.outcomes(table, view, decision, 100 + seat).panel
    check(explained)
    for question in filter(None, [decision, decision.follow]):
        said = [
            question.leads if question.maximum or question.kind == "react" else "",
            question.without,
            *(option.leads for option in question.options if option.card or not decision.follow),
        ]
        assert all(text.safe(each) in explained.text for each in said), explained.text


def ids_of(panel: Panel) -> list[Id]:
    rows = [item.id for block in panel.blocks if isinstance(block, Row) for item in block.items if isinstance(item, Button)]
    return rows + [block.id for block in panel.blocks if isinstance(block, Menu)]


def values_of(panel: Panel) -> list[str]:
    return [choice.value for block in panel.blocks if isinstance(block, Menu) for choice in block.choices]


def asked(kind: str, options: list[Option], least: int, most: int, **more: object) -> tuple[TableView, View]:
    """Return a game in which seat 0 gets a question that no card asks yet."""
    table, game = next(states(2, 1))
    decision = DecisionView.model_validate(
        {
            "id": 12345, "seat": 0, "decider": 0, "kind": kind, "purpose": "discard", "prompt": "A *long* question " * 10,
            "card": "Militia", "because": ("Throne Room", "Militia"), "options": options, "minimum": least, "maximum": most, **more,
        }
    )  # fmt: skip
    return table, game.view(0).model_copy(update={"decisions": (decision,)})


NAMES_OF_CARDS = [facts.name for facts in all_cards()]


@pytest.mark.parametrize("names", [1, 3, 10, 11, 26, 50])
@pytest.mark.parametrize("copies", [1, 4])
@pytest.mark.parametrize("kind", ["cards", "choice", "pile", "order"])
def test_any_number_of_options(kind: str, names: int, copies: int) -> None:
    copies = copies if kind in ("cards", "order") and names < 26 else 1
    options = [Option(id=name, label=name, card=name, count=copies) for name in NAMES_OF_CARDS[:names]]
    every = names * copies
    for least, most in {(0, 1), (1, 1), (0, every), (2, 3), (every, every)}:
        if kind == "order":
            least = most = every
        if most > every or (kind == "pile" and most > 1):
            continue
        table, view = asked(kind, options, least, most)
        check(hand.hand(table, view, 100).panel)
        decision = view.decisions[0]
        state = "0" * (names // 2) if kind == "order" else packed(decision, [options[0].id] * min(copies, most))
        if kind == "order":
            state = "".join("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[n] for n in range(names // 2))
        check(hand.hand(table, view, 100, picked=(12345, state)).panel)
        forced = decision.model_copy(update={"preselected": tuple(option.id for option in options)[:most]})
        check(hand.hand(table, view.model_copy(update={"decisions": (forced,)}), 100).panel)


@pytest.mark.parametrize(("least", "most"), [(1, 11), (13, 40), (1, 40), (0, 1000)])
def test_one_of_many_numbers_is_a_button_or_is_written(least: int, most: int) -> None:
    numbers = [Option(id=f"bid:{n}", label=f"Bid {n}") for n in range(least, most + 1)]
    table, view = asked("choice", [Option(id="pass", label="Pass"), *numbers], 1, 1)
    made = hand.hand(table, view, 100).panel
    check(made)
    args = [id.arg for id in ids_of(made) if id.verb == "do"]
    assert args[:2] == ["pass", f"bid:{least}"] and args[-1] == f"bid:{most}"
    assert [id.arg for id in ids_of(made) if id.verb == "number"] == ["bid"]
    assert not values_of(made)


def test_a_place_in_a_deck_is_a_button_by_its_name_or_written() -> None:
    places = [Option(id=str(above), label=words.place(above, 30)) for above in range(31)]
    table, view = asked("choice", places, 1, 1, purpose="place")
    made = hand.hand(table, view, 100).panel
    check(made)
    assert [id.arg for id in ids_of(made) if id.verb == "do"] == ["0", "1", "2", "4", "9", "19", "30"]
    assert [id.verb for id in ids_of(made)].count("number") == 1
    assert {"On top", "Below 4 cards", "On the bottom"} <= set(labels(made))


def test_a_place_in_a_deck_is_asked_for_quickly_however_large_that_is() -> None:
    table, view = asked(
        "choice", [Option(id=str(above), label=words.place(above, 600)) for above in range(601)], 1, 1, purpose="place"
    )
    with measured() as spent:
        hand.hand(table, view, 100)
    assert spent.seconds < 0.05


def test_any_card_can_be_named_beside_those_of_the_game() -> None:
    names = NAMES_OF_CARDS[:32]
    table, view = asked("choice", [Option(id=name, label=name, card=name) for name in names], 1, 1, purpose="name")
    made = hand.hand(table, view, 100).panel
    check(made)
    assert {value.partition(".")[0] for value in values_of(made)} == set(names)
    assert [id.verb for id in ids_of(made)].count("name") == 1


def test_from_a_whole_deck_all_copies_of_a_card_are_chosen_together() -> None:
    options = [Option(id=name, label=name, card=name, count=count) for name, count in (("Copper", 20), ("Estate", 7), ("Curse", 1))]
    table, view = asked("cards", options, 0, 28)
    assert values_of(hand.hand(table, view, 100).panel) == ["Curse", "Estate", "Copper"]
    made = hand.hand(table, view, 100, picked=(12345, packed(view.decisions[0], ["Copper"] * 19 + ["Curse"]))).panel
    check(made)
    labels = [item.label for block in made.blocks if isinstance(block, Row) for item in block.items]
    assert labels[:3] == ["One fewer Copper (19 of 20)", "Discard 19 Coppers, Curse", "Discard nothing"]
    less = next(id.arg for id in ids_of(made) if id.verb == "less")
    assert unpacked(view.decisions[0], less) == ["Copper"] * 18 + ["Curse"]


def test_from_a_whole_deck_one_fewer_of_any_card_can_be_chosen() -> None:
    names = [each.name for each in all_cards()][:14]
    options = [Option(id=name, label=name, card=name, count=2) for name in names]
    table, view = asked("cards", options, 0, 28)
    every = [each.id for each in options for _ in range(2)]
    made = hand.hand(table, view, 100, picked=(12345, packed(view.decisions[0], every))).panel
    check(made)
    (menu,) = [block for block in made.blocks if isinstance(block, Menu) and block.id.verb == "less"]
    left = [set(every) - {*unpacked(view.decisions[0], each.value)} for each in menu.choices]
    assert len(menu.choices) == 14 and left == [set()] * 14
    assert {len(unpacked(view.decisions[0], each.value)) for each in menu.choices} == {27}


def cards(*counts: tuple[str, int]) -> list[Option]:
    """Return cards in hand, as a question offers them."""
    return [Option(id=name, label=name, card=name, count=count) for name, count in counts]


@pytest.mark.parametrize(
    ("held", "least", "most", "buttons", "lines"),
    [
        ((("Copper", 3), ("Estate", 2)), 2, 2, ["2 Estates", "Estate, Copper", "2 Coppers"], 0),
        ((("Copper", 2), ("Silver", 1), ("Estate", 1), ("Province", 1)), 2, 2, [], 5),
        ((("Copper", 4),), 0, 4, ["Copper", "2 Coppers", "3 Coppers", "4 Coppers", "Discard nothing"], 0),
        ((("Copper", 2), ("Estate", 2)), 0, 4, ["Discard nothing"], 4),
        ((("Copper", 1), ("Silver", 1), ("Estate", 1), ("Province", 1), ("Curse", 1)), 0, 5, ["Discard nothing"], 5),
    ],
    ids=["Militia", "Militia, four kinds", "Chapel, all alike", "Cellar", "Cellar, five kinds"],
)
def test_where_the_whole_answers_are_few_each_is_a_click(
    held: tuple[tuple[str, int], ...], least: int, most: int, buttons: list[str], lines: int
) -> None:
    table, view = asked("cards", cards(*held), least, most)
    made = hand.hand(table, view, 100).panel
    check(made)
    assert [label for label in labels(made) if label != text_hand.MORE] == buttons
    assert len(values_of(made)) == lines


@pytest.mark.parametrize(
    ("held", "answer", "label"),
    [
        ((("Copper", 4),), ("Copper",), "Trash Copper"),
        ((("Copper", 1),), ("Copper",), "Trash Copper"),
        ((), (), "Nothing to trash"),
    ],
)
def test_a_question_with_one_answer_is_one_press(held: tuple[tuple[str, int], ...], answer: tuple[str, ...], label: str) -> None:
    table, view = asked("cards", cards(*held), len(answer), len(answer), purpose="trash", preselected=answer)
    made = hand.hand(table, view, 100).panel
    check(made)
    always = [text_hand.WHY, text.LOG, text_hand.MORE]
    assert [each for each in labels(made) if each not in always] == [label] and not values_of(made)


@pytest.mark.parametrize(
    ("elsewhere", "seen", "buttons"),
    [
        (True, (("Copper", 2), ("Village", 1)), ["Copper (1 of 2)", "Village"]),
        (False, (("Copper", 2), ("Village", 1)), ["Copper", "Village"]),
        (True, (("Copper", 3),), ["Trash Copper (1 of 3)"]),
    ],
    ids=["on the deck", "in hand", "all the same"],
)
def test_a_button_says_how_many_copies_there_are(elsewhere: bool, seen: tuple[tuple[str, int], ...], buttons: list[str]) -> None:
    only = (seen[0][0],) if len(seen) == 1 else ()
    table, view = asked("cards", cards(*seen), 1, 1, purpose="trash", preselected=only, elsewhere=elsewhere)
    assert labels(hand.hand(table, view, 100).panel)[: len(buttons)] == buttons


def test_cards_that_go_back_onto_the_deck_say_how_many_of_each_are_left() -> None:
    table, view = asked("order", cards(("Copper", 3), ("Village", 1)), 4, 4, purpose="topdeck")
    assert labels(hand.hand(table, view, 100).panel)[:2] == ["Copper (1 of 3)", "Village"]
    assert labels(hand.hand(table, view, 100, picked=(12345, "0")).panel)[:2] == ["Copper (1 of 2)", "Village"]


def test_a_menu_numbers_the_copies_of_a_card() -> None:
    table, view = asked("cards", cards(("Copper", 4), ("Estate", 3), ("Village", 1)), 0, 3)
    (menu,) = [block for block in hand.hand(table, view, 100).panel.blocks if isinstance(block, Menu)]
    assert [choice.label for choice in menu.choices] == [
        *("Estate", "Estate (2 of 3)", "Estate (3 of 3)"),
        *("Copper", "Copper (2 of 4)", "Copper (3 of 4)", "Village"),
    ]


def test_cards_to_lose_are_offered_worst_first() -> None:
    held = cards(("Copper", 1), ("Curse", 1), ("Estate", 1), ("Gold", 1), ("Silver", 1), ("Village", 1), ("Province", 1))
    table, view = asked("cards", held, 1, 1)
    assert values_of(hand.hand(table, view, 100).panel) == [
        f"{name}.1" for name in ("Curse", "Estate", "Province", "Copper", "Silver", "Village", "Gold")
    ]


def test_cards_to_gain_are_offered_most_expensive_first_with_how_many_are_left() -> None:
    names = ("Copper", "Gold", "Estate", "Province")
    table, view = asked("pile", [Option(id=name, label=name, card=name) for name in names], 1, 1, purpose="gain")
    (menu,) = [block for block in hand.hand(table, view, 100).panel.blocks if isinstance(block, Menu)]
    assert [choice.label for choice in menu.choices] == ["Province", "Gold", "Estate", "Copper"]
    assert menu.choices[0].description.startswith("8 left. ")


def test_what_a_list_of_discards_prefers_comes_first() -> None:
    table, view = asked("cards", cards(("Copper", 3), ("Estate", 1), ("Silver", 1)), 2, 2)
    (decision,) = view.decisions
    for picked, first in ((["Estate"], "Estate, Copper"), (["Copper", "Copper"], "2 Coppers")):
        made = hand.hand(table, view, 100, picked=(decision.id, packed(decision, picked))).panel
        found = next(block for block in made.blocks if isinstance(block, Row))
        buttons = [item for item in found.items if isinstance(item, Button)]
        assert buttons[0].label == first and {button.style for button in buttons} == {"primary"}, "no button is advice"


def test_cards_for_the_deck_are_picked_one_by_one() -> None:
    options = [
        Option(id=name, label=name, card=name, count=count) for name, count in (("Copper", 3), ("Estate", 1), ("Village", 1))
    ]
    table, view = asked("cards", options, 2, 2, purpose="topdeck")
    assert [id.arg for id in ids_of(hand.hand(table, view, 100).panel) if id.verb == "next"] == ["0", "1", "2"]
    made = hand.hand(table, view, 100, picked=(12345, "1")).panel
    check(made)
    assert [id.arg for id in ids_of(made) if id.verb == "next"] == ["10", "12", ""]
    assert "So far: Estate" in made.text


def test_one_panel_for_a_reaction_and_what_it_would_prevent() -> None:
    follow = asked("cards", [Option(id="Copper", label="Copper", card="Copper", count=3)], 2, 2)[1].decisions[0]
    options = [Option(id="react:Moat", label="Reveal Moat", card="Moat"), Option(id="no", label="No Reaction")]
    table, view = asked("react", options, 1, 1, follow=follow)
    made = hand.hand(table, view, 100).panel
    check(made)
    assert [str(id) for id in ids_of(made)] == [
        "s:0123456789:12345:do:react:Moat",
        "s:0123456789:12345:all:Copper|Copper",
        "s:0123456789:0:more:",
    ]
    plain = asked("cards", list(follow.options), 2, 2)[1]
    alone = hand.hand(table, plain.model_copy(update={"decisions": (follow,)}), 100).panel
    assert made.text == alone.text, "a player without a Reaction reads the same"


REVEAL = Option(id="react:Moat", label="Reveal Moat", card="Moat")
NONE = Option(id="no", label="No Reaction")


def answered_react(options: list[Option], given: str) -> tuple[TableView, View]:
    """Return a game in which an auto-answer has answered seat 0's question about a Reaction, before a discard."""
    held = cards(("Copper", 2), ("Estate", 1), ("Silver", 1))
    follow = asked("cards", held, 2, 2)[1].decisions[0]
    return asked("react", options, 1, 1, follow=follow, answered=True, preselected=(given,))


def test_what_is_still_owed_comes_before_what_was_answered_automatically() -> None:
    table, view = answered_react([REVEAL, NONE], "no")
    made = hand.hand(table, view, 100, auto={12345})
    check(made.panel)
    rows = [[item for item in block.items if isinstance(item, Button)] for block in made.panel.blocks if isinstance(block, Row)]
    buttons = [button for row in rows for button in row]
    assert [b.label for b in buttons if b.style == "primary"] == ["Estate, Copper", "2 Coppers", "Estate, Silver", "Copper, Silver"]
    assert [b.label for b in buttons if b.style == "secondary"] == ["Reveal Moat", "More…"], "it can still be changed, below"
    assert "You can still change it" not in made.panel.text and made.panel.text.endswith("-# Auto-answer: no Reaction")
    assert made.panel.colour == CALLING
    table, view = answered_react([NONE], "no")
    assert "Auto-answer" not in hand.hand(table, view, 100, auto={12345}).panel.text, "there was nothing to answer"


def test_a_reaction_used_automatically_leaves_nothing_to_do() -> None:
    table, view = answered_react([REVEAL, NONE], "react:Moat")
    made = hand.hand(table, view, 100, auto={12345})
    head, second, *_ = made.panel.text.split("\n")
    assert head.startswith("### Militia: ") and second == "**Auto-answer: Reveal Moat.** You can still change it."
    assert made.panel.colour == CALM and "Reveal Moat" not in labels(made.panel)
    assert {b.style for block in made.panel.blocks if isinstance(block, Row) for b in block.items if isinstance(b, Button)} == {
        "secondary"
    }


def test_an_answer_given_in_advance_is_named() -> None:
    table, view = answered_react([REVEAL, NONE], "no")
    (decision,) = view.decisions
    given = decision.model_copy(update={"preselected": ("Copper", "Estate")})
    told = hand.hand(table, view.model_copy(update={"decisions": (given,)}), 100).panel.text
    assert "**Your choice: Copper, Estate.** You can still change it." in told


@pytest.mark.parametrize(("options", "alike"), [([NONE], True), ([REVEAL, NONE], False)])
def test_a_player_without_a_reaction_sees_why_they_are_asked(options: list[Option], alike: bool) -> None:
    table, view = asked("react", options, 1, 1)
    told = hand.hand(table, view, 100).panel.text
    assert told.startswith("### Militia: reveal a Reaction?\n") and ("I ask everyone who might have one" in told) is alike


@pytest.mark.parametrize(
    ("moment", "options", "label"),
    [
        (Moment.TURN_START, [NONE], "Go on"),
        (Moment.TURN_START, [REVEAL, NONE], "Go on"),
        (Moment.GAIN, [NONE], "Go on"),
        (Moment.GAIN, [REVEAL, NONE], "Let it happen"),
    ],
)
def test_a_turn_starts_and_goes_on_without_a_reaction(moment: Moment, options: list[Option], label: str) -> None:
    table, view = asked("react", options, 1, 1, moment=moment)
    made = hand.hand(table, view.model_copy(update={"current": 0, "phase": "action"}), 100).panel
    assert labels(made)[: len(options)] == [*[each.label for each in options[:-1]], label]
    assert ("I ask whether or not you have one" in made.text) is (options == [NONE]) and "I ask everyone" not in made.text


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (2, "-# Ben with a name of 32 letters!!!! has a choice to make first. I'll ping you when you can go on."),
        (3, "-# Someone else has a choice to make first; the board says who. I'll ping you when you can go on."),
    ],
)
def test_a_turn_that_waits_for_a_choice_says_whose_if_it_can_only_be_one_person_s(players: int, said: str) -> None:
    table, game = next(states(players, 1))
    waits = Awaited(seat=1, name=NAMES[1], person=101, since=NOW, owed=False)
    view = game.view(0).model_copy(update={"decisions": (), "current": 0, "phase": "action"})
    told = hand.hand(table.model_copy(update={"awaited": (waits,)}), view, 100).panel.text
    assert told.partition("\n")[2].startswith(said)


def test_a_list_of_games_says_what_to_respond_to() -> None:
    table, _ = next(states(2, 1))
    waits = Awaited(seat=1, name=NAMES[1], person=101, since=NOW, owed=False, card="Militia", by=0)
    (line,) = text.game_lines([table.model_copy(update={"awaited": (waits,)})], 101)
    assert f"**your response to {text.safe(NAMES[0])}'s Militia** (" in line


@pytest.mark.parametrize(("held", "said"), [([], "Estate"), (["Weaver"], "Weaver"), (["Weaver", "Trail"], "Weaver and Trail")])
def test_of_cards_discarded_together_the_question_names_those_to_react_with(held: list[str], said: str) -> None:
    options = [*(Option(id=f"react:{name}", label=f"Use {name}", card=name) for name in held), NONE]
    prompt = words.use_a_reaction_to("Ada", Moment.DISCARD, "Estate", own=True)
    about: dict[str, Any] = {"card": "Estate", "because": ("Cellar", "Estate"), "played_by": 0, "prompt": prompt}
    table, view = asked("react", options, 1, 1, moment=Moment.DISCARD, **about)
    title = f"### You discard {said}. Use a Reaction?"
    panel = hand.hand(table, view, 100).panel.text
    assert panel.startswith(title) and "via Cellar" in panel and "→ Estate" not in panel
    assert why.outcomes(table, view, view.decisions[0], 100).panel.text.startswith(title)
    told = why.why(table, view, view.decisions[0], 100).panel.text
    assert told.startswith("### Why you have a choice\n")
    assert f" → {[*held, 'Estate'][0]} → use a Reaction" in told


def test_what_reacts_to_a_discard_is_what_was_discarded() -> None:
    hidden = [each for card in CARDS.values() for each in card.abilities if each.hidden and each.moment == Moment.DISCARD]
    assert hidden and {each.zone for each in hidden} == {Zone.DISCARD}


def test_a_player_without_a_reaction_whose_auto_answer_acted_has_nothing_to_do() -> None:
    table, view = asked("react", [NONE], 1, 1, answered=True, preselected=("no",))
    made = hand.hand(table, view, 100, auto={12345}).panel
    head, second, third, *_ = made.text.split("\n")
    assert head == "### Militia: reveal a Reaction?" and second == "**Nothing to do:** no Reaction in hand."
    assert third.endswith(" · I ask everyone who might have one, so no one learns who does")
    assert labels(made) == ["More…"] and "change it" not in made.text
    table, view = asked("react", [REVEAL, NONE], 1, 1, answered=True, preselected=("no",))
    assert "**Auto-answer: No Reaction.** You can still change it." in hand.hand(table, view, 100, auto={12345}).panel.text


def test_an_only_answer_cannot_be_changed_and_nothing_says_so() -> None:
    table, view = asked("cards", cards(("Copper", 2)), 2, 2, answered=True, preselected=("Copper", "Copper"))
    told = hand.hand(table, view, 100).panel.text
    assert "**Your choice: 2 Coppers.**" in told and "change it" not in told


def test_what_a_list_has_chosen_and_what_is_missing_is_said() -> None:
    table, view = asked("cards", cards(("Copper", 3), ("Estate", 1), ("Silver", 1)), 2, 2)
    (decision,) = view.decisions
    made = hand.hand(table, view, 100, picked=(decision.id, packed(decision, ["Estate"]))).panel
    assert "**Chosen: Estate.** Choose 1 more, or different ones." in made.text
    many = cards(("Copper", 2), ("Estate", 1), ("Silver", 1), ("Gold", 1), ("Village", 1))
    table, view = asked("cards", many, 2, 2)
    (decision,) = view.decisions
    made = hand.hand(table, view, 100, picked=(decision.id, packed(decision, ["Estate"]))).panel
    (menu,) = [block for block in made.blocks if isinstance(block, Menu)]
    assert [choice.label for choice in menu.choices if choice.default] == ["Estate"]
    assert "**Chosen: Estate.** Choose 1 more, or different ones." in made.text, "different ones are in the menu"
    rest = ["Estate, Copper", "Estate, Silver", "Estate, Village", "Estate, Gold"]
    assert sorted(labels(made)) == sorted([*rest, "More…"]) and labels(made)[0] == "Estate, Copper", "one tap, as without a list"
    table, view = asked("cards", many, 3, 3)
    (decision,) = view.decisions
    made = hand.hand(table, view, 100, picked=(decision.id, packed(decision, ["Estate"]))).panel
    assert "**Choose 2 more**" in made.text and labels(made) == ["More…"], "too many for buttons: the menu answers by itself"


def test_undo_is_there_when_it_is_free_and_asking_is_behind_more() -> None:
    table, game = next(states(2, 1))
    seat = game.current
    view = game.view(seat)
    idle = view.model_copy(update={"decisions": ()})
    for shown in (view, idle):
        for undo in ((), UNDO):
            made = hand.hand(table, shown, 100 + seat, undo=undo).panel
            assert ("Undo" in labels(made)) is bool(undo) and "Ask to undo…" not in labels(made)
        for askable in (False, True):
            assert ("Ask to undo…" in labels(notes.more(table, shown, 100 + seat, askable=askable).panel)) is askable


def test_the_grey_row_has_three_at_most() -> None:
    for table, game in states(3, 2):
        for seat in range(3 if table.phase == "playing" else 0):
            *_, row = hand.hand(table, game.view(seat), 100 + seat, undo=UNDO, planned="").panel.blocks
            assert isinstance(row, Row) and len(row.items) <= 3 and row.items[-1].label == text_hand.MORE


def test_several_undos_in_a_turn_are_one_line() -> None:
    def happened(number: int, turn: int) -> LogLine:
        if not number % 2:
            return LogLine(number=number, turn=turn, kind="play", seat=1, card="Moat")
        return LogLine(number=number, turn=turn, kind="undo", seat=1, amount=1)

    told = lines.told(happened(n, 1 + n // 4) for n in range(6))
    shown = [lines.shown(each, SeatNames(NAMES)) for each in lines.folded(told)]
    ben = text.safe(NAMES[1])
    assert shown == [
        f"{ben} plays Moat.",
        f"{ben} plays Moat.",
        f"{ben} uses Undo (2 undos this turn).",
        f"{ben} plays Moat.",
        f"{ben} uses Undo.",
    ]


def test_a_player_who_is_asked_to_agree_sees_that_first_and_only_what_they_need() -> None:
    table, game = next(states(2, 1))
    asked = table.model_copy(update={"proposal": Proposal(kind="end", by=101, at=NOW, agreed=(1,)), "undecided": (0,)})
    made = hand.hand(asked, game.view(0), 100, lately="A line.", picture=PICTURE).panel
    assert made.text.startswith(f"### {text.safe(NAMES[1])} wants to end <#")
    assert any(isinstance(block, Attachment) for block in made.blocks)
    assert not any(isinstance(block, Text) and "A line." in block.content for block in made.blocks)


def test_a_hand_after_the_game_leads_to_the_next_one() -> None:
    *_, (table, game) = states(2, 1)
    assert "rematch" in {id.verb for id in ids_of(hand.hand(table, game.view(0), 100).panel)}


def test_sorting_asks_for_each_card_until_all_have_a_fate() -> None:
    options = [
        Option(id=f"{fate}:{name}", label=f"{fate} {name}", card=name, count=count)
        for name, count in (("Copper", 2), ("Estate", 1))
        for fate in ("trash", "discard", "back")
    ]
    table, view = asked("sort", options, 3, 3)
    decision = view.decisions[0]
    assert in_order(decision, "0") == ["trash:Copper"]
    assert in_order(decision, "025") == ["trash:Copper", "back:Copper", "back:Estate"]
    made = hand.hand(table, view, 100, picked=(12345, "02")).panel
    check(made)
    assert [id.arg for id in ids_of(made) if id.verb == "next"] == ["023", "024", "025", ""]


def test_two_cards_are_sorted_in_one_menu() -> None:
    options = [
        Option(id=f"{fate}:{name}", label=f"{fate} {name}", card=name)
        for name in ("Copper", "Estate")
        for fate in ("Trash", "Discard", "Keep")
    ]
    table, view = asked("sort", options, 2, 2)
    made = hand.hand(table, view, 100).panel
    check(made)
    ways = values_of(made)
    assert "Choose for each card…" in [block.placeholder for block in made.blocks if isinstance(block, Menu)]
    assert len(ways) == len(set(ways)) == 12, "three fates for each of two cards, and both orders where they share one"
    assert in_order(view.decisions[0], ways[0]) == ["Trash:Copper", "Trash:Estate"]


def test_a_single_card_is_sorted_with_buttons() -> None:
    options = [Option(id=f"{fate}:Copper", label=f"{fate} Copper", card="Copper") for fate in ("Trash", "Topdeck")]
    table, view = asked("sort", options, 1, 1)
    made = hand.hand(table, view, 100).panel
    check(made)
    assert not any(isinstance(block, Menu) for block in made.blocks)
    answers = [in_order(view.decisions[0], id.arg) for id in ids_of(made) if id.verb == "next"]
    assert answers == [["Trash:Copper"], ["Topdeck:Copper"]]


def test_picks_say_what_they_said() -> None:
    _, view = asked("cards", [Option(id=name, label=name, count=9) for name in ("Gold", "Silver", "Copper")], 0, 20)
    decision = view.decisions[0]
    ids = ["Gold", *["Silver"] * 9, "Copper", "Copper"]
    assert unpacked(decision, packed(decision, ids)) == ids
    with pytest.raises(ValueError):
        unpacked(decision, "1")


def test_a_board_is_never_drawn_from_what_a_seat_sees() -> None:
    table, game = next(states(2, 3))
    with pytest.raises(ValueError):
        board.board(table, game.view(0), [])


def test_the_board_says_how_many_piles_are_empty() -> None:
    table, game = next(states(2, 3))
    view = game.view(None)
    assert "-# 0 of 3 piles empty" in board.board(table, view, []).panel.text
    later = view.model_copy(update={"piles_to_end": 4, "empty_piles": 1})
    assert "-# 1 of 4 piles empty" in board.board(table, later, []).panel.text


def test_names_are_neither_markup_nor_mentions() -> None:
    table, game = next(states(6, 4))
    words = board.board(table, game.view(None), []).panel.text
    assert "@here" not in words
    assert "<@1>" not in words
    assert r"\_Finn\_" in words


PAGES = [
    *(Page(MatchKind.CARD, facts.name) for facts in all_cards()),
    *(Page(MatchKind.TERM, facts.name) for facts in all_terms()),
    *(Page(MatchKind.SET, name) for name in rules.expansions()),
    *(Page(MatchKind.RECOMMENDED, each.name) for each in recommended_sets()),
    *(Page(MatchKind.ELSEWHERE, name) for name in {**elsewhere(), **dict.fromkeys(elsewhere().values(), "")}),
    *(Page(SEARCH, words) for words in ("trash", "vp", "no such thing at all", "@here *x*", "a", "the")),
]


@pytest.mark.parametrize("edition", [None, 1, 2])
def test_every_page_of_the_rules(edition: int | None) -> None:
    for at in PAGES:
        made = rules.page(at, table="0123456789", edition=edition, trail=[at.reference] * 9).panel
        check(made)
        assert at.kind != "card" or card_facts(at.name).effect(edition).replace(" --- ", "\n") in made.text
        assert all(Page.of(value) in PAGES for value in values_of(made))


@pytest.mark.parametrize(
    ("name", "react", "said"),
    [
        ("Moat", "always", "Default: use it against Attacks"),
        ("Diplomat", "always", "Default: don't use it"),
        ("Diplomat", "ask", "Default: ask me"),
        ("Watchtower", "always", "Default: ask me only on my turn, or when I gain or discard something"),
        ("Watchtower", "never", "Default: don't use it"),
    ],
)
def test_the_settings_say_what_the_default_for_a_reaction_is(name: str, react: Any, said: str) -> None:
    now = auto_answers.resolved(AutoAnswers(react=react))
    assert f"\n-# {said}" in settings.reaction(name, now, 100, None).panel.text
    choices = [each for menu in settings.single_reactions("-", None, now) for each in menu.choices]
    assert {each.description for each in choices if each.label == name} == {said}


def test_the_settings_of_a_game_say_what_is_set_for_all_games() -> None:
    table, _ = next(states(2, 1))
    usual = auto_answers.resolved(AutoAnswers(reactions={"Moat": "never"}))
    here = auto_answers.resolved(AutoAnswers(reactions={"Moat": "ask"}), usual)
    assert "\n-# All-games setting: Never" in settings.reaction("Moat", here, 100, table, usual).panel.text
    assert "\n-# Default: use it against Attacks" in settings.reaction("Moat", here, 100, table, auto_answers.resolved()).panel.text


@pytest.mark.parametrize("name", ["Cornucopia", "Guilds", "Cornucopia & Guilds"])
def test_a_set_with_the_new_cards_of_two_others_is_explained_and_linked(name: str) -> None:
    made = rules.page(Page(MatchKind.SET, name), table="0123456789", edition=None, trail=[]).panel
    assert "Cornucopia & Guilds has the cards that were new in the 2nd edition of Cornucopia and Guilds." in made.text
    others = {Page(MatchKind.SET, each) for each in ("Cornucopia", "Guilds", "Cornucopia & Guilds") if each != name}
    assert others <= {Page.of(value) for value in values_of(made)}


def test_a_kingdom_with_a_card_of_two_sets_explains_that_set() -> None:
    piles = ("Farrier", "Plaza", "Cellar", "Market", "Moat", "Militia", "Village", "Workshop", "Smithy", "Mine")
    told = kingdom.title(Kingdom(edition=2, piles=piles), small=False)
    assert told.endswith("\n-# Cornucopia & Guilds has the cards that were new in the 2nd edition of Cornucopia and Guilds.")
    assert "new in the 2nd" not in kingdom.title(Kingdom(edition=2, piles=(*piles[1:], "Witch")), small=False)


def test_the_small_panels() -> None:
    table, _ = next(states(6, 5))
    waiting = table.model_copy(update={"phase": "lobby", "started": None})
    for each in (table, waiting, table.model_copy(update={"phase": "over"}), waiting.model_copy(update={"phase": "over"})):
        check(lobby.lobby(each).panel)
        check(hand.hand(each, None, 100).panel)
        check(hand.hand(each, None, 999).panel)
    frozen = table.model_copy(update={"phase": "frozen", "trouble": "other-way"})
    check(board.board(frozen, None, []).panel)
    check(hand.hand(frozen, None, 100).panel)
    check(notes.games([table.model_copy(update={"id": f"table{n}"}) for n in range(20)], 100).panel)
    check(notes.games([], 100).panel)
    check(leaving.sure_to_resign(table, 100).panel)
    check(leaving.leaving(table, 100).panel)
    check(notes.end_as_manager(table, 100).panel)
    check(notes.ping(table, 100).panel)
    check(settings.drawn("dark", 100, listed=True).panel)
    all_hours = Hours(zone="America/Argentina/ComodRivadavia", quiet=(22 * 60 + 30, 7 * 60 + 15))
    for kept, away in itertools.product((Hours(), all_hours), (None, OPEN_END, datetime(2026, 12, 24, tzinfo=UTC))):
        check(hours.hours(kept, away, 100).panel)
        check(hours.now_away(away, 100, zoned=kept.zone is not None).panel)
    check(settings.settings(settings.Layers(auto_answers.resolved()), 100, table=None, other=table).panel)
    much = AutoAnswers(
        reactions={facts.name: "never" for facts in all_cards() if "Reaction" in facts.types},
        discards=tuple(list_reading.nameable().values()),
        answers={f"{facts.name}:discard": "yes" for facts in all_cards()},
    )
    check(settings.settings(settings.Layers(auto_answers.resolved(much), much), 100, table=table).panel)
    check(settings.settings(settings.Layers(auto_answers.resolved(much)), 100, table=None, other=table).panel)
    for there in (table, None):
        check(settings.more(settings.Layers(auto_answers.resolved(much), much), 100, table=there).panel)
    check(settings.reaction("Moat", auto_answers.resolved(much), 100, table).panel)
    names = [name for name in list_reading.nameable().values() if name not in ("Moat", "Curse")][: list_reading.MOST_DISCARDS]
    single = {facts.name: "never" for facts in all_cards() if "Reaction" in facts.types}
    many = AutoAnswers(reactions={**single, **{f"{name}: {card}": "ask" for name in single for card in names}})
    check(settings.more(settings.Layers(auto_answers.resolved(many), many), 100, table=None).panel)
    check(settings.reaction("Moat", auto_answers.resolved(many), 100, table).panel)
    check(settings.always_told(table, "Farmers' Market:discard", "yes", 100).panel)
    assert isinstance(notes.ping(table, 100), ForAll)


def seated(*names: str) -> tuple[SeatView, ...]:
    """Seat people with these names."""
    return tuple(SeatView(number=n, name=name, person=100 + n, ai=None, resigned=False) for n, name in enumerate(names))


def test_a_name_is_never_taken_for_what_was_gained() -> None:
    name = "Ed gains [gold](http://x.yz)"

    def told(number: int, kind: str, card: str | None = None, seat: int = 1, **more: Any) -> LogLine:
        return LogLine(number=number, turn=1, kind=kind, seat=seat, card=card, **more)

    entries = [
        told(0, "turn"),
        told(1, "play", "Village"),
        told(2, "play", "Village", again=True),
        told(3, "play", "Copper"),
        told(4, "buy", "Silver"),
        told(5, "gain", "Gold", zone="hand"),
        told(6, "reveal", cards=("Moat",), count=1),
        told(7, "gain", "Curse", 2),
        told(8, "trash", seat=0),
    ]
    (summary,) = recap.lately(entries, 0, seated("Ada", name, "Cai")).splitlines()
    assert summary.startswith(f"-# **{text.safe(name)}:** Village twice → Silver; gains a Gold; you trash cards; Cai gains a Curse")
    assert "](" not in summary, "no link"


def test_a_turn_is_a_line_with_what_it_changed() -> None:
    def told(number: int, depth: int, kind: str, seat: int, card: str | None = None, turn: int = 1, **more: Any) -> LogLine:
        return LogLine(number=number, turn=turn, depth=depth, kind=kind, seat=seat, card=card, **more)

    entries = [
        told(0, 0, "turn", 1, amount=1),
        told(1, 0, "play", 1, "Chariot Race"),
        told(2, 1, "reveal", 1, cards=("Gold",), count=1, by="Chariot Race"),
        told(3, 1, "vp", 1, by="Chariot Race", amount=1),
        told(4, 0, "play", 1, "Throne Room"),
        told(5, 1, "play", 1, "Bandit"),
        told(6, 2, "trash", 2, by="Bandit", cards=("Silver",), count=1),
        told(7, 0, "buy", 1, "Copper", amount=2),
        told(8, 1, "vp", 1, by="Baths", source="Baths", amount=2),
        told(9, 0, "turn", 0, turn=2, amount=2),
    ]
    summary = "Chariot Race, Throne Room, Bandit, $2 → Copper; gets 3 VP; Cai trashes a Silver"
    assert recap.lately(entries, 0, seated("Ada", "Ben", "Cai")) == f"-# **Ben 1:** {summary}"


def entry(number: int, turn: int, depth: int, kind: str, seat: int, card: str | None = None, **more: Any) -> LogLine:
    """Return a line of a log."""
    return LogLine(number=number, turn=turn, depth=depth, kind=kind, seat=seat, card=card, **more)


def test_a_recap_has_six_lines_at_most_and_says_you() -> None:
    names = ("Ada", "Ben", "Cai", "Dan")
    entries: list[LogLine] = []
    for turn in range(1, 8):
        who = 1 + turn % 3
        entries.append(entry(len(entries), turn, 0, "turn", who))
        entries.append(entry(len(entries), turn, 0, "play", who, "Witch"))
        for seat in {0, 1, 2, 3} - {who}:
            entries.append(entry(len(entries), turn, 1, "gain", seat, "Curse", by="Witch"))
    entries.append(entry(len(entries), 7, 1, "discard", 0, by="Militia", cards=("Estate", "Estate"), count=2))
    entries.append(entry(len(entries), 8, 0, "turn", 0))
    stop = Notice(what="plan-stopped", stop=PlanStop(why="not-held", card="Witch"))
    below = OwnLine(number=99, turn=8, depth=1, kind="standing", seat=0, says=stop)
    *lines_told, mine = recap.lately([*entries, below], 0, seated(*names)).splitlines()
    assert len(lines_told) == recap.MOST and mine == "-# Your plan stopped. You don't have Witch in hand."
    assert (
        lines_told[-1]
        == "-# **Cai:** Witch; buys nothing; you discard 2 Estates (Militia) and gain a Curse; Ben and Dan gain a Curse"
    )


def test_after_a_move_of_my_own_the_panel_says_what_it_did() -> None:
    entries = [
        entry(0, 1, 0, "turn", 1),
        entry(1, 1, 0, "play", 1, "Witch"),
        entry(2, 2, 0, "turn", 0),
        entry(3, 2, 0, "play", 0, "Village"),
        entry(4, 2, 1, "draw", 0, by="Village", cards=("Silver",), count=1),
        entry(5, 2, 1, "get", 0, by="Village", plus=(0, 2, 0, 0, 0), amount=0),
        entry(6, 2, 1, "discard", 1, by="Militia", owner=1, count=2, late=1),
    ]
    assert recap.lately(entries, 0, seated("Ada", "Ben"), acted=True) == "**Village:** you draw a Silver, +2 Actions"
    assert recap.lately(entries[:3], 0, seated("Ada", "Ben"), acted=True).startswith("-# **Ben:** Witch"), "I've done nothing yet"
    bought = [*entries, entry(7, 2, 0, "buy", 0, "Gold")]
    assert recap.lately(bought, 0, seated("Ada", "Ben"), acted=True) == "You buy Gold"
    owing = [*entries, entry(7, 2, 0, "buy", 0, "City Quarter"), entry(8, 2, 0, "debt", 0, amount=8)]
    assert recap.lately(owing, 0, seated("Ada", "Ben"), acted=True) == "You buy City Quarter, you take 8 debt"
    stop = OwnLine(
        number=8, turn=2, depth=0, kind="standing", seat=0, says=Notice(what="plan-stopped", stop=PlanStop(why="changed"))
    )
    assert recap.lately([*bought, stop], 0, seated("Ada", "Ben"), acted=True) == (
        "You buy Gold\n-# That changed your turn, so it isn't over yet."
    )
    assert recap.lately([*entries, stop, *bought[7:]], 0, seated("Ada", "Ben"), acted=True) == "You buy Gold", "no news any more"


def test_a_long_move_ends_with_what_finally_happened_to_my_cards() -> None:
    back = ("Copper", "Estate", "Silver", "Mining Village")
    entries = [
        entry(0, 1, 0, "turn", 0),
        entry(1, 1, 0, "play", 0, "Apothecary"),
        entry(2, 1, 1, "draw", 0, by="Apothecary", cards=("Philosopher's Stone",), count=1),
        entry(3, 1, 1, "get", 0, by="Apothecary", plus=(0, 1, 0, 0, 0), amount=0),
        entry(4, 1, 1, "reveal", 0, by="Apothecary", cards=back, count=4),
        entry(5, 1, 1, "take", 0, by="Apothecary", cards=("Copper",), count=1),
        entry(6, 1, 1, "topdeck", 0, by="Apothecary", cards=back[1:], count=3),
    ]
    made = recap.lately(entries, 0, seated("Ada", "Ben"), acted=True)
    end = "you put a Copper into your hand; you put a Mining Village, a Silver and an Estate onto your deck, Mining Village on top"
    assert made == f"**Apothecary:** …; {end}" and len(made) <= recap.LONGEST


def test_a_look_that_found_nothing_is_left_out() -> None:
    entries = [
        entry(0, 1, 0, "turn", 0),
        entry(1, 1, 0, "play", 0, "Philosopher's Stone"),
        entry(2, 1, 1, "look", 0, by="Philosopher's Stone", zone="discard", count=0),
        entry(3, 1, 1, "get", 0, by="Philosopher's Stone", plus=(0, 0, 0, 2, 0), amount=2),
    ]
    assert recap.lately(entries, 0, seated("Ada", "Ben"), acted=True) == "**Philosopher's Stone:** +$2"
    names = SeatNames(("Ada", "Ben"), 0)
    assert [lines.shown(each, names)[-15:] for each in lines.told(entries)][2:] == ["↳ You get +$2."]


def test_only_their_owner_reads_in_which_order_cards_are_on_a_deck() -> None:
    put = entry(0, 1, 1, "topdeck", 0, cards=("Estate", "Silver"), count=2)
    alike = entry(0, 1, 1, "topdeck", 0, cards=("Silver", "Silver"), count=2)
    names = SeatNames(("Ada", "Ben"), 0)
    assert log_words.line(put, names) == "You put a Silver and an Estate onto your deck, Silver on top."
    assert log_words.line(alike, names) == "You put 2 Silvers onto your deck."
    for reader in (1, None):
        assert log_words.line(put, names._replace(reader=reader)) == "Ada puts an Estate and a Silver onto their deck."


def test_effects_with_commas_stand_apart() -> None:
    entries = [
        entry(0, 1, 0, "turn", 0),
        entry(1, 1, 0, "play", 0, "Militia"),
        entry(2, 1, 1, "get", 0, by="Militia", plus=(0, 0, 0, 2, 0), amount=2),
        entry(3, 1, 1, "discard", 1, by="Militia", cards=("Copper",), count=2),
        entry(4, 1, 1, "discard", 2, by="Militia", cards=("Estate",), count=2),
    ]
    assert recap.lately(entries, 0, seated("Ada", "Ben", "Cai"), acted=True) == (
        "**Militia:** +$2; Ben discards 2 cards, Copper on top; Cai discards 2 cards, Estate on top"
    )


def test_what_happened_several_times_is_said_once_and_what_a_card_was_played_as() -> None:
    entries = [
        entry(0, 1, 0, "turn", 1),
        entry(1, 1, 0, "play", 1, "Overlord"),
        entry(2, 1, 1, "become", 1, "Witch", by="Witch"),
        *(entry(4 + n, 1, 1, "gain", 0, "Curse", by="Witch") for n in range(3)),
        entry(7, 2, 0, "turn", 0),
    ]
    assert (
        recap.lately(entries, 0, seated("Ada", "Ben"))
        == f"-# **Ben:** Overlord as Witch; buys nothing; you gain {text.card('Curse', 3)}"
    )


def test_a_resting_hand_says_nothing_that_others_moves_change() -> None:
    """The hand isn't edited while they play."""
    resting: dict[int, str] = {}
    for table, game in states(3, 5, 400):
        for seat in range(3):
            view = game.view(seat)
            if hand.to_answer(view, seat) is not None or view.is_turn_of(seat):
                resting.pop(seat, None)
                continue
            drawn = hand.hand(table, view, 100 + seat, picture=PICTURE, planned="").panel.text
            if view.players[seat].controller == seat and not view.players[seat].set_aside and not game.over:
                assert resting.setdefault(seat, drawn) == drawn


ESTATES = AutoAction(what="discard", cards=("Estate", "Estate"), owner=1, attack="Militia")
DISCARDED = "You discard 2 Estates (Militia)."
BOTH = "You discard 2 Estates (Ben's Militia), automatically."
MOAT = AutoAction(what="reveal", cards=("Moat",), owner=1)


@pytest.mark.parametrize(
    ("did", "kind", "done", "told"),
    [
        (ESTATES, "discard", {}, [BOTH]),
        (ESTATES, "discard", {"turn": 2, "late": 1, "owner": 1}, [BOTH]),
        (ESTATES, "discard", {"cards": ("Copper", "Copper")}, ["You discard 2 Coppers (Militia)."]),
        (ESTATES, "discard", {"turn": 2}, [DISCARDED]),
        (AutoAction(what="discard"), "discard", {}, ["Auto-answer: discarded nothing.", DISCARDED]),
        (MOAT, "reveal", {"cards": ("Moat",), "count": 1}, ["You reveal a Moat (Ben's Militia), automatically."]),
        (MOAT, "reveal", {"cards": ("Diplomat",), "count": 1}, ["You reveal a Diplomat (Militia)."]),
        (AutoAction(what="treasures"), "play", {"by": None, "amount": 2}, ["You play 2 Estates ($2), automatically."]),
        (
            AutoAction(what="end"),
            "play",
            {"by": None, "amount": 2},
            ["Auto-answer: ended the turn, with nothing left to do.", "You play 2 Estates ($2)."],
        ),
    ],
    ids=["at once", "late", "changed", "another", "of old", "a Reaction", "another Reaction", "Treasures", "by hand"],
)
def test_what_was_said_in_advance_and_what_it_did_are_one_line(
    did: AutoAction, kind: str, done: dict[str, Any], told: list[str]
) -> None:
    happened: dict[str, Any] = {"number": 3, "turn": 1, "depth": 1, "kind": kind, "seat": 0, "by": "Militia"}
    happened |= {"cards": ("Estate", "Estate"), "count": 2}
    entries = [
        OwnLine(number=1, turn=1, depth=1, kind="standing", seat=0, did=did),
        entry(2, 1, 1, kind, 1, by="Militia", count=2),
        LogLine(**happened | done),
    ]
    names = SeatNames(("Ada", "Ben"), 0)
    assert [lines.sentence(each, names) for each in lines.told(entries) if each.line.seat == 0] == told
    news = f"-# {told[0]}" if "uto" in told[0] else ""
    assert recap.news(entries, 0, seated("Ada", "Ben")).partition("\n")[0] == news


def test_a_line_of_the_log_names_its_card_where_the_one_above_it_does_not() -> None:
    late: dict[str, Any] = {"late": 0, "by": "Militia", "count": 2}
    entries = [
        entry(0, 1, 1, "discard", 1, cards=("Copper",), owner=2, **late),
        entry(1, 1, 0, "turn", 0, amount=2),
        entry(2, 1, 1, "draw", 0, by="Enchantress", count=2),
        entry(3, 1, 0, "play", 0, "Smithy"),
        entry(4, 1, 1, "draw", 0, by="Smithy", count=3),
        entry(5, 1, 1, "discard", 2, owner=1, **late),
    ]
    names = SeatNames(("Ada", "Ben", "Cai"))
    assert [lines.shown(each, names) for each in lines.told(entries)] == [
        "Ben discards 2 cards, Copper on top (Cai's Militia).",
        "**Turn 2: Ada**",
        "↳ Ada draws 2 cards (Enchantress).",
        "Ada plays Smithy.",
        "↳ Ada draws 3 cards.",
        "Cai discards 2 cards (Ben's Militia).",
    ]
    assert "Militia" not in recap.last_move(entries, 0, seated("Ada", "Ben", "Cai"), 0), (
        "what came late of earlier turns is in the Log"
    )


def labels(shown: Panel) -> list[str]:
    """Return the labels of a panel's buttons."""
    return [part.label for block in shown.blocks if isinstance(block, Row) for part in block.items if isinstance(part, Button)]


def test_what_takes_a_potion_is_bought_in_one_click_too() -> None:
    kingdom = Kingdom(edition=2, piles=("Familiar", *first_game(2)[:9]))
    game = Game.new(kingdom.setup(NAMES[:2]), bytes(32))
    options = Options(kingdom=kingdom)
    while not game.over:
        (decision,) = game.decisions
        view = game.view(decision.decider)
        held = {each.name for each in view.players[decision.decider].hand or ()}
        if "Potion" in held and decision.kind == "turn" and (view.treasure_coins or 0) >= 3 and view.treasure_potions == 1:
            shown = hand.hand(table_of(game, options), view, 100 + decision.decider).panel
            menu = next(block for block in shown.blocks if isinstance(block, Menu) and block.id.verb == "last")
            assert "buy:Familiar" in [choice.value for choice in menu.choices]
            assert " + Potion to spend**" in shown.text and menu.placeholder.endswith(" + Potion, end turn…")
            for move in [*menu.id.arg.split("|"), "buy:Familiar"]:
                game.answer(decision.decider, game.decisions[0].id, [move])
            return
        wanted = decide(view, decision)
        buys_potion = decision.offers("buy:Potion") and not any(
            each.name == "Potion" for each in view.players[view.current].hand or ()
        )
        game.answer(decision.decider, decision.id, ["buy:Potion"] if buys_potion else wanted)
    pytest.fail("no hand with a Potion and enough coins was seen")


def test_a_possessor_who_owes_an_answer_gives_that_first() -> None:
    options = [Option(id=name, label=name, card=name, count=3) for name in ("Copper", "Estate")]
    _, view = asked("cards", options, 2, 2, purpose="discard", owed=True)
    owed = view.decisions[0]
    turn = owed.model_copy(update={"id": owed.id - 1, "kind": "turn", "owed": False, "seat": 1})
    both = view.model_copy(update={"decisions": (turn, owed)})
    assert hand.to_answer(both, owed.decider) == owed
    assert hand.to_answer(both.model_copy(update={"decisions": (turn,)}), owed.decider) == turn


def test_what_is_answered_needs_no_more_and_nothing_there_stands_out() -> None:
    options = [Option(id=name, label=name, card=name, count=3) for name in ("Copper", "Estate")]
    table, view = asked("cards", options, 2, 2, purpose="discard", preselected=("Copper", "Estate"), answered=True)
    made = hand.hand(table, view, 100)
    buttons = [item for block in made.panel.blocks if isinstance(block, Row) for item in block.items if isinstance(item, Button)]
    assert "**Your choice: Copper, Estate.** You can still change it." in made.panel.text and {
        button.style for button in buttons
    } == {"secondary"}
    assert {"Estate, Copper", "2 Coppers", "2 Estates"} <= {button.label for button in buttons}, "it is changed as it was answered"


@pytest.mark.parametrize("decider", [0, 1])
def test_why_says_whether_a_trashed_card_comes_back(decider: int) -> None:
    copper = Option(id="Copper", label="Copper", card="Copper")
    told = {"leads": "Your choice goes to the trash.", "without": "Nothing is trashed."}
    table, view = asked("cards", [copper], 0, 1, purpose="trash", decider=decider, **told)
    made = why.outcomes(table, view, view.decisions[0], 100)
    check(made.panel)
    assert told["leads"] in made.panel.text and "**Trash nothing**: Nothing is trashed." in made.panel.text
    assert (text_why.COMES_BACK in made.panel.text) is (decider == 1)


@pytest.mark.parametrize("held", [[], ["Watchtower"], ["Trader"]])
@pytest.mark.parametrize(
    ("edition", "moment", "said"),
    [
        (2, Moment.GAIN, "Trader and Watchtower can react to a gain."),
        (1, Moment.GAIN, "Watchtower can react to a gain."),
        (1, Moment.WOULD_GAIN, "Trader can react to a gain."),
        (2, Moment.DISCARD, "Tunnel can react to a discard."),
        (2, None, "Moat can react to an Attack."),
    ],
)
def test_why_names_all_reactions_of_the_game_whatever_someone_has(
    edition: int, moment: Moment | None, said: str, held: list[str]
) -> None:
    options = [*(Option(id=f"react:{name}", label=f"Use {name}", card=name) for name in held), NONE]
    _, view = asked("react", options, 1, 1, moment=moment)
    kingdom = ("Cellar", "Market", "Moat", "Militia", "Trader", "Tunnel", "Watchtower", "Village", "Workshop", "Smithy")
    game = Game.new(Kingdom(edition=edition, piles=kingdom).setup(NAMES[:2]), bytes(32))
    view = game.view(0).model_copy(update={"decisions": view.decisions})
    made = why.why(table_of(game, Options()), view, view.decisions[0], 100)
    check(made.panel)
    assert f"\n-# In this game, {said} I ask everyone who might have one, so no one can tell who does." in made.panel.text


def test_why_names_the_card_that_was_gained_beside_its_text() -> None:
    table, view = asked("react", [NONE], 1, 1, moment=Moment.GAIN, card="Gold", because=())
    assert "\n**Gold**: +$3\n" in why.why(table, view, view.decisions[0], 100).panel.text


def test_why_shows_an_attack_of_two_sentences_whole() -> None:
    table, view = asked("cards", [Option(id="Curse", label="Curse", card="Curse")], 0, 1, because=(), card="Mountebank")
    made = why.why(table, view, view.decisions[0], 100)
    assert "gains a Curse and a Copper." in made.panel.text and "…" not in made.panel.text.rpartition("\n")[2]


def test_what_choices_lead_to_is_below_the_words_of_the_question_and_its_buttons() -> None:
    options = [
        Option(id="react:Diplomat", label="Reveal Diplomat", card="Diplomat", leads="Draw."),
        Option(id="no", label="No", leads="Lost."),
    ]
    table, view = asked("react", options, 1, 1, card="Torturer", prompt="Ada plays Torturer. Use a Reaction?")
    told = why.outcomes(table, view, view.decisions[0], 100).panel.text
    assert told.startswith("### Torturer: reveal a Reaction?\n") and told.endswith(
        "**Reveal Diplomat**: Draw.\n**Let it happen**: Lost."
    )


def test_without_a_choice_nothing_is_said_of_choosing_a_card() -> None:
    told = {"leads": "It goes to your discard pile.", "without": "You gain a Curse."}
    table, view = asked("cards", [], 0, 0, **told)
    made = why.outcomes(table, view, view.decisions[0], 100)
    assert told["leads"] not in made.panel.text and told["without"] in made.panel.text


def test_a_buy_menu_says_what_it_does_before_and_after() -> None:
    assert text_hand.buy(0, "$5", 1, ends=True, certain=True) == "Buy for $5, end turn…"
    assert text_hand.buy(0, "$8", 2, ends=False, certain=True) == "Buy for $8 (2 Buys)…"
    assert text_hand.buy(4, "$0", 1, ends=True, certain=True) == "Pay 4 debt, buy for $0, end turn…"
    assert text_hand.buy(0, "$2", 1, ends=False, certain=False) == "Buy now for $2…"
    assert text_hand.buy(1, "$2", 2, ends=False, certain=False) == "Pay 1 debt, buy now for $2 (2 Buys)…"


def test_words_replace_pictures_where_there_can_be_none() -> None:
    table, game = next(states(3, 2))
    waiting = table.model_copy(update={"phase": "lobby", "started": None})
    for drawn, told in (
        (board.board(table, game.view(None), [], PICTURE), "piles empty"),
        (hand.hand(table, game.view(0), 100, picture=PICTURE), "Your hand:"),
        (lobby.lobby(waiting, PICTURE), table.options.kingdom.piles[0]),
    ):
        assert told not in drawn.panel.text, "a picture and its words never stand in the same message"
        bare = without_files(drawn.panel)
        check(bare)
        assert told in bare.text and not any(isinstance(block, Attachment) for block in bare.blocks)


def test_a_debt_is_paid_and_the_turn_ended_in_one_press() -> None:
    table, game = next(states(2, 1))
    game.core.current.debt = 1
    view = game.view(game.current)
    made = hand.hand(table, view, 100 + game.current).panel
    (pays,) = [id for id in ids_of(made) if id.verb == "whole"]
    assert pays.arg.split("|")[-2:] == ["debt:1", "end"] and "Pay all debt, end turn" in labels(made)
    assert any(isinstance(block, Menu) and "debt:1" in block.id.arg for block in made.blocks), "beside what can be bought then"
