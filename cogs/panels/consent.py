"""What is asked before it is asked: taking back with the others' consent, and a plan that isn't understood."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text
from cogs.panels.blocks import Block, Button, ForOne, Id, Row, Text, panel
from tables import TableView
from tables.models import Loss
from tables.plan import PlanError

MAX_KEPT = 70


def losses(table: TableView, found: Sequence[Loss], person: int) -> ForOne:
    """To where one could ask to go back; each point with what would be lost."""
    if not found:
        return ForOne(panel(Text(text.NO_LOSSES)), person)
    blocks: list[Block] = [Text(text.LOSSES)]
    for each in found:
        id = Id(table.id, 0, "askback", f"{each.to}.{each.upto}")
        blocks += [Text(text.loss(each, table.seats)), Row((Button(text.GO_BACK_TO[each.to], id),))]
    return ForOne(panel(blocks), person)


def misunderstood(error: PlanError, table: str, person: int) -> ForOne:
    """Which word of a plan isn't understood, and the way to mend it without writing it all again."""
    words = error.text if len(error.text) <= MAX_KEPT else ""
    again = Button(text.TRY_AGAIN, Id(table, 0, "replan", words), "primary")
    return ForOne(panel(Text(text.plan_error(error.sentence, error.text, error.start, error.end)), Row((again,))), person)
