"""The end: who won, with every player's points line by line, and the seed revealed; the whole game, checked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from cogs import text
from cogs.panels.blocks import MAX_TEXT, Attachment, Button, Divider, ForAll, ForOne, Id, Row, Text, clip, panel
from cogs.panels.board import WIDTH
from cogs.pictures import instead
from cogs.text import score as text_score
from cogs.text import setup as text_setup
from engine import View
from engine.replay import TurnPoints
from engine.view import Score
from tables import TableView
from tables.models import Proof

MAX_COURSE = MAX_TEXT - 200
WIDEST = 10
"""Of a player's column in the table of points."""


def score(table: TableView, view: View | None, picture: Attachment | None = None) -> ForAll:
    """The final score. `view` is a spectator's, as far as the game can still be seen; `picture` the score's."""
    result = table.result
    if result is None:
        return ForAll(panel(Text(text_score.NO_RESULT), Text(text_score.PLAY_AGAIN)))
    winners = [table.seats[seat].name for seat in result.winners]
    points = sorted((each.points for each in result.scores), reverse=True)
    size = (MAX_TEXT - 600) // max(1, len(result.scores))
    told = [clip(player(each, result.names, table.seats[each.seat].resigned), size) for each in result.scores]
    facts = [text.safe(result.reason)]
    gone = [table.seats[each.seat].name for each in result.scores if table.seats[each.seat].resigned]
    if picture and gone:  # in words, each player's line says so
        facts.append(text_score.resigned(gone))
    return ForAll(
        panel(
            Text(f"{text_score.heading(winners, points, text.where(table))}\n-# {' · '.join(facts)}"),
            picture.standing_for("\n".join(told)) if picture else map(Text, told),
            Divider(),
            Text(text_score.seed(view.seed, view.commitment)) if view is not None and view.seed else None,
            Row(
                (
                    Button(text_setup.REMATCH, Id(table.id, 0, "rematch"), "success"),
                    Button(text_setup.REMATCH_DRAWN, Id(table.id, 0, "rematch", "new")),
                    Button(text_setup.SAVE_KINGDOM, Id(table.id, 0, "save")),
                )
            ),
            Row(
                (
                    Button(text_score.HOW_IT_WENT, Id(table.id, 0, "points")),
                    Button(text_score.REPLAY_FILE, Id(table.id, 0, "replay")),
                    Button(text.CARDS, Id(table.id, 0, "effects")),
                    *([Button(text.AS_TEXT, Id(table.id, 0, "text"))] if picture else []),
                )
            ),
        )
    )


def words(table: TableView, person: int) -> ForOne:
    """Show one person in words what the picture of the score shows."""
    return ForOne(panel(score(table, None).panel.blocks[:-3]), person)


def replay(table: TableView, proof: Proof, person: int) -> ForOne:
    """The whole game as a file: whether it checks out, the seed, and how anybody checks that."""
    file = f"seneschal-{table.id}.json"
    told = Text(text_score.proof(proof)), Text(text_score.promised(proof.exported))
    content = Attachment(file, proof.exported.model_dump_json().encode())
    return ForOne(panel(*told, content, Text(text_score.verify(file))), person)


def course(table: TableView, history: Sequence[TurnPoints], person: int) -> ForOne:
    """How everybody's points grew, as a table of numbers (the score's picture has the plot): when each of the turns began that
    everybody has, if they had changed, or every other time if that is too much."""
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
    rows = [text_score.points_row(own, [str(number) for number in points], width) for own, points in shown]
    while len("\n".join(rows)) > MAX_COURSE:
        rows = [*rows[:-1:2], rows[-1]]
    table_ = "\n".join(["```", *head, *rows, "```"])
    return ForOne(panel(Text(text_score.POINTS_OVER_TURNS), Text(table_)), person)


def player(score: Score, names: Sequence[str], resigned: bool) -> str:
    """One player's points, and the deck that made them. `names`: what all seats are called."""
    head = text_score.score_head(score, resigned, instead(names, score.seat))
    return "\n".join([head, text_score.score_lines(score.lines), text_score.deck(score.deck)])
