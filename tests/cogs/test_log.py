"""What happened can be read back, turn by turn and page by page, and each thing once."""

from __future__ import annotations

import pytest

from cogs.panels import log
from cogs.panels.blocks import Text
from engine import LogLine
from tables import TableView
from tests.cogs.test_panels import check, states


@pytest.fixture(scope="module")
def table() -> TableView:
    """A table that plays."""
    table, _ = next(states(2, 1))
    return table


def played(turns: int, plays: int) -> list[LogLine]:
    """The log of so many turns, each with so many plays of a card that draws."""
    made: list[LogLine] = []

    def add(turn: int, depth: int, kind: str, words: str) -> None:
        made.append(LogLine(number=len(made), turn=turn, depth=depth, kind=kind, seat=turn % 2, text=words))

    for turn in range(1, turns + 1):
        who = ("Ada", "Ben")[turn % 2]
        add(turn, 0, "turn", f"Turn {turn}: {who}")
        for _ in range(plays):
            add(turn, 0, "play", f"{who} plays Laboratory.")
            add(turn, 1, "draw", f"{who} draws 2 cards.")
    return made


@pytest.mark.parametrize(("turns", "plays", "amid"), [(3, 120, "play"), (3, 122, "draw")])
def test_a_page_that_begins_amid_a_turn_says_in_which(table: TableView, turns: int, plays: int, amid: str) -> None:
    entries = played(turns, plays)
    made = log.pages(entries)
    begins = []
    for number, page in enumerate(made):
        shown = log.page(table, entries, number, 100).panel
        check(shown)
        _, body, *_ = [block.content for block in shown.blocks if isinstance(block, Text)]
        first, second, *_ = body.splitlines()
        if number:
            turn = page[1].turn
            assert first == f"**… Turn {turn}: {('Ada', 'Ben')[turn % 2]}, continued**"
            assert not second.startswith("↳"), "its cause is on the page before"
            begins.append(page[1].kind)
    assert amid in begins
    numbers = [entry.number for page in made for entry in page if entry in entries]
    assert list(dict.fromkeys(numbers)) == [entry.number for entry in entries]
    assert len(set(numbers)) < len(numbers), "the newest page is full, and repeats what fits of the one before"


def test_past_turns_stand_in_a_message_without_a_box_as_many_as_fit() -> None:
    rows = [f"**Ben {number}:** $3 → Silver" for number in range(1, 300)]
    shown = log.past(rows).panel
    check(shown)
    assert shown.colour is None and shown.text.endswith(rows[-1])
    first, *kept = shown.text.splitlines()
    assert first == f"-# {len(rows) - len(kept)} earlier turns: see **Log**" and kept == rows[-len(kept) :]


def test_the_end_of_the_game_is_told_by_the_score_and_in_the_log(table: TableView) -> None:
    over = LogLine(number=99, turn=1, depth=0, kind="over", seat=None, text="The game is over. All players agreed to end it.")
    entries = [*played(1, 1), over]
    assert over.text in log.page(table, entries, None, 100).panel.text
