"""The end: who won, with every player's points line by line, and the seed revealed."""

from __future__ import annotations

from cogs import text
from cogs import text_setup as setup
from cogs.panels.blocks import MAX_TEXT, Button, Divider, ForAll, Id, Row, Text, clip, panel
from engine import View
from engine.view import Score
from tables import TableView


def score(table: TableView, view: View | None) -> ForAll:
    """The final score. `view` is a spectator's, which tells the seed once the game is over."""
    result = table.result
    if result is None:
        return ForAll(panel(Text(text.NO_RESULT), Text(text.PLAY_AGAIN)))
    winners = [table.seats[seat].name for seat in result.winners]
    size = (MAX_TEXT - 600) // max(1, len(result.scores))
    return ForAll(
        panel(
            Text(f"{text.result_title(winners)}\n{text.safe(result.reason)}"),
            [Text(clip(player(each, table.seats[each.seat].resigned), size)) for each in result.scores],
            Divider(),
            Text(text.seed(view.seed, view.commitment)) if view is not None and view.seed else None,
            Row(
                (
                    Button(setup.REMATCH, Id(table.id, 0, "rematch"), "success"),
                    Button(setup.REMATCH_DRAWN, Id(table.id, 0, "rematch", "new")),
                    Button(setup.SAVE_KINGDOM, Id(table.id, 0, "save")),
                )
            ),
        )
    )


def player(score: Score, resigned: bool) -> str:
    """One player's points, and the deck that made them."""
    points = " · ".join(map(text.score_line, score.lines)) or text.NO_POINTS
    return f"{text.score_head(score, resigned)}\n{points}\n{text.deck(score.deck)}"
