"""What happened can be read, one line per turn or turn by turn, with each thing only once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cogs.panels import log
from cogs.panels.blocks import Button, ForOne, Menu, Row, Text
from cogs.panels.log import Span
from engine import Ending, LogLine
from tables import TableView
from tests.cogs.game import PILES, Scene
from tests.cogs.test_panels import check, states

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture(scope="module")
def table() -> TableView:
    """Return a table in mid-game."""
    table, _ = next(states(2, 1))
    return table


def played(turns: int, plays: int = 1) -> list[LogLine]:
    """Return the log of this many turns, each with this many plays of a card that draws."""
    made: list[LogLine] = []

    def add(turn: int, depth: int, kind: str, **more: Any) -> None:
        made.append(LogLine(number=len(made), turn=turn, depth=depth, kind=kind, seat=turn % 2, **more))

    for turn in range(1, turns + 1):
        add(turn, 0, "turn", amount=(turn + 1) // 2)
        for _ in range(plays):
            add(turn, 0, "play", card="Laboratory")
            add(turn, 1, "draw", by="Laboratory", count=2)
    return made


def buttons_of(shown: ForOne) -> dict[str, Button]:
    rows = [block.items for block in shown.panel.blocks if isinstance(block, Row)]
    return {each.label: each for row in rows for each in row if isinstance(each, Button)}


def turns_of(shown: ForOne) -> list[int]:
    """Return the turns whose details a page offers."""
    (menu,) = [block for block in shown.panel.blocks if isinstance(block, Menu)]
    return [int(choice.value) for choice in menu.choices]


def page(table: TableView, entries: Sequence[LogLine], span: Span) -> ForOne:
    """Return a page made from what is read for it."""
    turns = span.turns(table.turn)
    shown = log.page(table, [line for line in entries if line.turn in range(turns.start, turns.stop + 2)], span, 100)
    check(shown.panel)
    return shown


@pytest.mark.parametrize("plays", [1, 9])
def test_a_page_has_twenty_turns_at_most_and_a_long_game_is_read_page_by_page(table: TableView, plays: int) -> None:
    long = table.model_copy(update={"turn": 60})
    entries, seen = played(60, plays), list[int]()
    shown = page(long, entries, Span())
    while True:
        turns = turns_of(shown)
        assert 0 < len(turns) <= log.TURNS and turns == sorted(turns)
        seen = [*turns, *seen]
        earlier = buttons_of(shown)["Earlier"]
        if earlier.disabled:
            break
        shown = page(long, entries, Span.parse(earlier.id.arg))
    assert seen == list(range(1, 61)), "each turn once"
    while not (later := buttons_of(shown)["Later"]).disabled:
        shown = page(long, entries, Span.parse(later.id.arg))
    assert turns_of(shown)[-1] == 60


def test_only_the_first_page_has_the_fingerprint(table: TableView) -> None:
    long = table.model_copy(update={"turn": 60, "commitment": "f1n9er"})
    assert "f1n9er" in page(long, played(60), Span(last=1)).panel.text
    assert "f1n9er" not in page(long, played(60), Span()).panel.text


def test_what_an_attack_did_late_is_with_its_turn_on_another_page(table: TableView) -> None:
    long = table.model_copy(update={"turn": 60})
    late = LogLine(number=999, turn=21, kind="discard", seat=1, count=2, by="Militia", late=20, owner=0)
    shown = page(long, [*played(60), late], Span(last=20))
    assert turns_of(shown)[-1] == 20 and "discards 2" in shown.panel.text


def test_what_an_attack_did_late_is_in_the_details_of_its_turn(table: TableView) -> None:
    late = LogLine(number=999, turn=2, kind="discard", seat=1, count=2, by="Militia", late=1, owner=0)
    lines = [*played(3), late]

    def details(turn: int) -> str:
        return log.details(table, lines, turn, 0, Span(), 100).panel.text

    assert details(1).count("Turn ") == details(2).count("Turn ") == 1, "nothing else of other turns"
    assert "discards 2 cards (your Militia)" in details(1) and "discards 2 cards (your Militia)" in details(2), "it happened then"
    assert "discards" not in details(3)


def test_a_turn_s_details_have_all_its_lines(table: TableView) -> None:
    entries = played(1, 60)
    seen: list[str] = []
    for at in range(5):
        shown = log.details(table, entries, 1, at, Span(last=3), 100)
        check(shown.panel)
        _, body, *_ = [block.content for block in shown.panel.blocks if isinstance(block, Text)]
        seen += body.splitlines()
        buttons = buttons_of(shown)
        assert Span.parse(buttons["All turns"].id.arg) == Span(last=3)
        if buttons["Later"].disabled:
            break
    assert len(seen) == len(entries) and seen[0].startswith("**Turn 1: ") and seen[2].startswith("↳ ")


async def test_details_of_a_turn_are_a_choice_away_and_lead_back(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    await scene.buy(me, "buy:Copper")
    await scene.end(me)
    await me.command("game log")
    shown = await me.sees("Fingerprint of the shuffle seed")
    assert f"**{me.name} 1:** " in shown.text and "→ Copper" in shown.text and "Fingerprint" in shown.text
    await me.select("Details of…", f"{me.name} 1", on=shown)
    shown = await me.sees("**Turn 1: ")
    assert "You buy Copper." in shown.text and "You draw " in shown.text
    await me.click("All turns", on=shown)
    assert "→ Copper" in (await me.sees("Fingerprint of the shuffle seed")).text
    await other.command("game log")
    await other.select("Details of…", f"{me.name} 1", on=await other.sees("Fingerprint of the shuffle seed"))
    told = (await other.sees("**Turn 1: ")).text
    assert f"{me.name} buys Copper." in told and f"{me.name} draws 5 cards." in told


def test_past_turns_stand_in_a_message_without_a_box_as_many_as_fit() -> None:
    rows = [f"**Ben {number}:** $3 → Silver" for number in range(1, 300)]
    shown = log.past(rows).panel
    check(shown)
    assert shown.colour is None and shown.text.endswith(rows[-1])
    first, *kept = shown.text.splitlines()
    assert first == f"-# {len(rows) - len(kept)} earlier turns: see **Log**" and kept == rows[-len(kept) :]


def test_the_score_and_the_log_say_how_the_game_ended(table: TableView) -> None:
    over = LogLine(number=99, turn=1, kind="over", ending=Ending(kind="agreed"))
    ended = table.model_copy(update={"turn": 1})
    assert "The game is over. Everyone agreed to end it." in log.page(ended, [*played(1), over], Span(), 100).panel.text
