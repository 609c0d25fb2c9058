"""The end: who won, and the sources of everyone's points; the decks; the whole game as a verified file, with its seed revealed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from cogs import text
from cogs.panels.blocks import MAX_TEXT, Attachment, Block, Button, ForAll, ForOne, Id, Row, Text, clip, panel, pictured
from cogs.panels.board import WIDTH
from cogs.panels.what_if import play_on_again
from cogs.pictures import instead
from cogs.text import replays as text_replays
from cogs.text import score as text_score
from cogs.text import setup as text_setup
from cogs.text import what_if as text_what_if
from engine import log_words
from engine.log_forms import SeatNames
from engine.replay import TurnPoints
from engine.view import Result
from tables import TableView
from tables.models import Proof

MAX_COURSE = MAX_TEXT - 200
WIDEST = 10
"""The width of a player's column in the table of points."""


def score(table: TableView, picture: Attachment | None = None) -> ForAll:
    """Show the final score. `picture`: the score's; without it, words take its place."""
    if table.result is None:
        return ForAll(panel(Text(text_score.NO_RESULT), Text(text_score.PLAY_AGAIN)))
    return ForAll(
        panel(
            told(table, table.result, text.where(table), picture),
            Row((*again(table), Button(text_score.MORE, Id(table.id, 0, "scoremore")))),
        )
    )


def again(table: TableView) -> tuple[Button, ...]:
    """Return the buttons to play again and to look back. A what-if game begins in the middle, so it is only played on from."""
    if (on := play_on_again(table)) is not None:
        return (on,)
    return (
        Button(text_setup.REMATCH, Id(table.id, 0, "rematch"), "success"),
        Button(text_replays.REPLAY, Id(table.id, 0, "replay")),
    )


def told(table: TableView, result: Result, place: str, picture: Attachment | None, *also: str) -> list[Block]:
    """Return who won where, anything `also` worth saying about it, why the game ended, and the score."""
    winners = [table.seats[seat].name for seat in result.winners]
    facts = [text.safe(log_words.ending(result.ending, SeatNames(result.names)))]
    gone = [table.seats[each.seat].name for each in result.scores if table.seats[each.seat].resigned]
    if picture and gone and result.ending.kind != "claimed":  # in words, each player's line says so
        facts.append(text_score.resigned(gone))
    head = text_score.heading(winners, text_score.standings(result, table), place)
    small = " · ".join(filter(None, [*also, *facts]))
    return [Text(f"{head}\n-# {small}"), pictured(picture, lambda: lines(table))]


def more(table: TableView, person: int, *, picture: bool) -> ForOne:
    """Show one person the other actions of a finished game. `picture`: its score is drawn, so offer it as text."""
    acts = (
        Button(text_setup.REMATCH_DRAWN, Id(table.id, 0, "rematch", "new")),
        Button(text_setup.SAVE_KINGDOM, Id(table.id, 0, "save")),
        Button(text_replays.STORY, Id(table.id, 0, "story").in_place()),
    )
    looks = (
        Button(text_score.DECKS, Id(table.id, 0, "decks").in_place()),
        Button(text_score.HOW_IT_WENT, Id(table.id, 0, "points").in_place()),
        Button(text.LOG, Id(table.id, 0, "log").in_place()),
        Button(text.CARDS, Id(table.id, 0, "effects").in_place()),
    )
    others = (
        *([Button(text.AS_TEXT, Id(table.id, 0, "text").in_place())] if picture else []),
        Button(text_score.FILE, Id(table.id, 0, "file")),
        Button(text_what_if.PLAY_ON, Id(table.id, 0, "whatif").in_place()),
    )
    first = None if table.options.what_if is not None else [Row(acts)]
    return ForOne(panel(Text(text_score.more_title(text.where(table))), first, Row(looks), Row(others)), person)


def back(table: TableView) -> Row:
    """Return the way back to `more`."""
    return Row((Button(text.BACK, Id(table.id, 0, "scoremore").in_place()),))


def decks(table: TableView, person: int) -> ForOne:
    """Show one person everyone's deck at the end."""
    scores = table.result.scores if table.result is not None else ()
    size = (MAX_TEXT - 100) // max(1, len(scores))
    told = [clip(text_score.deck(each.name, each.deck), size) for each in scores]
    return ForOne(panel(Text("\n".join([text_score.DECKS_TITLE, *told])), back(table)), person)


def words(table: TableView, person: int) -> ForOne:
    """Show one person in words what the picture of the score shows."""
    head, *_ = score(table).panel.blocks
    return ForOne(panel(head, Text(lines(table, beside=True))), person)


def lines(table: TableView, *, beside: bool = False) -> str:
    """Return everyone's place and points, and their sources. `beside`: a picture shows it as well, so names that it can't draw come
    with the names it uses."""
    result = table.result
    if result is None:
        return ""
    told = []
    for each in result.scores:
        also = instead(result.names, each.seat) if beside else ""
        resigned = table.seats[each.seat].resigned and result.ending.kind != "claimed"
        told += [text_score.score_head(each, resigned, also), text_score.score_lines(each.lines)]
    return "\n".join(told)


def file(table: TableView, proof: Proof, person: int) -> ForOne:
    """Return the whole game as a file: whether it checks out, and how anyone can check that."""
    name = f"seneschal-{table.id}.json"
    return ForOne(panel(Text(text_score.proof(proof)), Attachment(name, proof.file), Text(text_score.verify(name))), person)


def course(table: TableView, history: Sequence[TurnPoints], person: int) -> ForOne:
    """Return everyone's points over time, as a table of numbers (the score's picture has the plot): at the start of each round, if
    they had changed, or of every other one if there are too many."""
    names = [seat.name for seat in table.seats]
    found: dict[str, tuple[int, ...]] = {}
    for each in history[:-1]:
        found.setdefault(str(each.own), each.points)
    before = [None, *found.values()]
    shown = [(own, points) for (own, points), last in zip(found.items(), before, strict=False) if points != last]
    shown += [(text_score.END, each.points) for each in history[-1:]]
    width = min(WIDEST, (WIDTH - len(text_score.TURN)) // len(names) - 1)
    heads = zip_longest(*(wrap(name, width, max_lines=3, placeholder="…") for name in names), fillvalue="")
    head = [text_score.points_row("" if at else text_score.TURN, names_, width) for at, names_ in enumerate(heads)]
    rows = [text_score.points_row(own, [text.signed(number) for number in points], width) for own, points in shown]
    while len("\n".join(rows)) > MAX_COURSE:
        rows = [*rows[:-1:2], rows[-1]]
    table_ = "\n".join(["```", *head, *rows, "```"])
    return ForOne(panel(Text(text_score.POINTS_OVER_TURNS), Text(table_), back(table)), person)
