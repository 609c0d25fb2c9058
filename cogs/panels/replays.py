"""A finished game turn by turn, with all hands open; and its story."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from cogs import text
from cogs.panels import turn_lines
from cogs.panels.blocks import (
    CALM,
    Attachment,
    Block,
    Button,
    Divider,
    ForAll,
    ForOne,
    Id,
    Menu,
    MenuChoice,
    Row,
    Text,
    clip,
    panel,
    pictured,
)
from cogs.text import board as text_board
from cogs.text import replays as words
from engine import View
from tables import TableView
from tables.replays import Replay, Shown
from tables.story import TurnOf

STEP = re.compile(r"(\d{1,6})\.(\d?)")


class ReplayStep(NamedTuple):
    """A step of a replay, and whose hand comes first (None: the reader's own)."""

    number: int = 1
    seat: int | None = None

    @classmethod
    def parse(cls, arg: str) -> ReplayStep:
        """Read what `str` writes; nothing means the first step. Raise ValueError."""
        found = STEP.fullmatch(arg)
        if arg and found is None:
            raise ValueError(arg)
        return cls(int(found[1]), int(found[2]) if found[2] else None) if found else cls()

    def __str__(self) -> str:
        return f"{self.number}.{'' if self.seat is None else self.seat}"

    def within(self, shown: Shown, person: int) -> ReplayStep:
        """Return the nearest step that a game has, for this reader."""
        seats, own = len(shown.table.seats), shown.table.seat_of(person)
        seat = self.seat if self.seat is not None and self.seat < seats else own.number if own is not None else 0
        return ReplayStep(min(max(self.number, 1), shown.replay.steps), seat)


def replay(shown: Shown, at: ReplayStep, person: int, hand: Attachment | None, *, shares: bool, animates: bool) -> ForOne:
    """Show one person a step of a replay. `hand`: the picture of the chosen hand; `shares`: they can show this to everyone here;
    `animates`: they can also share an animation."""
    table, game = shown.table, shown.replay
    held = hands_at(shown, at)
    mine, others = held[at.seat or 0], [each for seat, each in enumerate(held) if seat != at.seat]

    def to(label: str, number: int | None, place: int) -> Button:
        # Two of these can lead to the same step: their place makes their ids different.
        there = at._replace(number=number or at.number)
        return Button(label, step(table, there)._replace(page=place), disabled=number in (None, at.number))

    shared = Button(words.SHARE, Id(table.id, 0, "replay-post", str(at)))
    animated = Button(words.ANIMATE, Id(table.id, 0, "replay-animate", str(at)))
    last = game.steps
    hands = [
        MenuChoice(words.owner(seat.name), str(at._replace(seat=seat.number)), default=seat.number == at.seat)
        for seat in table.seats
    ]
    return ForOne(
        panel(
            title(shown, at),
            [Text(words.heading(table.seats[at.seat or 0].name)), pictured(hand, lambda: mine)]
            if hand
            else Text(text.small([mine])),
            Text(text.small(others)),
            Text(what_happened(shown, at)),
            Divider(),
            Row(
                (
                    to(words.FIRST, 1, 0),
                    to(text.PREVIOUS, max(1, at.number - 1), 1),
                    to(text.NEXT, min(last, at.number + 1), 2),
                    to(words.LAST, last, 3),
                )
            ),
            Row(
                (
                    to(words.LEAD_BEFORE, game.lead_before(at.number), 4),
                    to(words.LEAD_AFTER, game.lead_after(at.number), 5),
                    Button(words.STORY, Id(table.id, 0, "story").in_place()),
                    *([shared] if shares else []),
                    *([animated] if animates else []),
                )
            ),
            Menu(step(table, at)._replace(page=6), words.WHOSE_HAND, tuple(hands)),
            colour=CALM,
        ),
        person,
    )


def title(shown: Shown, at: ReplayStep) -> Text:
    """Return the title of a step: its number, and the game."""
    return Text(f"{text.page(words.TITLE, at.number, shown.replay.steps)}\n{text.of_which_game(shown.table)}")


def step(table: TableView, at: ReplayStep) -> Id:
    """Return the id of a control that leads to a step."""
    return Id(table.id, 0, "replay", str(at))


def hands_at(shown: Shown, at: ReplayStep) -> list[str]:
    """Return all hands as a step starts, in words."""
    players = zip(shown.table.seats, shown.replay.positions[at.number - 1].view.players, strict=True)
    return [words.hand(seat.name, [(each.name, each.count) for each in player.hand or ()]) for seat, player in players]


def what_happened(shown: Shown, at: ReplayStep) -> str:
    """Return what happened in a step's turn, and its outcome: the points, and the piles that matter to the end."""
    table, game = shown.table, shown.replay
    before, after = game.positions[at.number - 1], game.positions[min(at.number, game.steps - 1)]
    leader = next((table.seats[seat].name for turn, seat in game.leads if turn == at.number), None)
    told = line(table, game, at.number) if at.number <= game.turns else words.over(table)
    names = [seat.name for seat in table.seats]
    facts = [words.score(names, before.points, after.points, leader), piles(after.view)]
    return f"{told}\n{text.small(facts)}"


def line(table: TableView, game: Replay, number: int) -> str:
    """Return a turn in one line, as a board has it, with all cards named."""
    return "\n".join(each.text for each in turn_lines.turn_lines(game.lines_of(number), table.seats))


def piles(view: View) -> str:
    """Return how many cards are left in the piles that end the game, and which others are empty."""
    shown = [each for each in view.piles if each.name in view.ending_piles]
    shown += [each for each in view.piles if each.supply and not each.count and each not in shown]
    return " · ".join(text_board.pile(each.name, each.count, ()) for each in shown)


def shared(shown: Shown, at: ReplayStep, board: Attachment | None) -> ForAll:
    """Show everyone a step of a replay: the `board` as its turn starts, all hands, and what happened."""
    table = shown.table
    hands = "\n".join(hands_at(shown, at))
    blocks: list[Block] = [title(shown, at), *([board] if board else []), Text(hands), Text(what_happened(shown, at))]
    return ForAll(panel(blocks, Row((Button(words.REPLAY, step(table, at._replace(seat=None))),))))


def animation(shown: Shown, film: Attachment) -> ForAll:
    """Show everyone how the points grew."""
    table = shown.table
    return ForAll(panel(Text(words.animation_title(table)), film, Row((Button(words.REPLAY, step(table, ReplayStep())),))))


def story(shown: Shown, person: int) -> ForOne:
    """Show one person a game's story. A menu opens the turn of each sentence."""
    table = shown.table
    told = [(fact.when, words.story(fact, table)) for fact in shown.replay.story]
    choices: dict[int, MenuChoice] = {}
    for when, sentence in told:
        choices.setdefault(when.turn, choice(table, when, sentence))
    return ForOne(
        panel(
            Text(f"{words.STORY_TITLE}\n{text.of_which_game(table)}"),
            Text("\n".join(f"- {sentence}" for _, sentence in told if sentence)),
            Menu(step(table, ReplayStep()), words.OPEN_AT, tuple(choices.values())),
        ),
        person,
    )


def choice(table: TableView, when: TurnOf, sentence: str) -> MenuChoice:
    """Return the choice that opens the turn of a sentence."""
    return MenuChoice(
        clip(words.turn(when, table), 100), str(ReplayStep(when.turn, when.seat)), clip(sentence.replace("\\", ""), 100)
    )


def captions(shown: Shown) -> Sequence[str]:
    """Return each turn in a few words, for an animation: its player, and what was bought."""
    table, game = shown.table, shown.replay
    found = []
    for number in range(1, game.turns + 1):
        bought = [each for entry in turn_lines.summaries(game.lines_of(number)).values() for each in entry.bought]
        when = game.when(number)
        found.append(words.caption(words.turn(when, table), bought))
    return found
