"""A person's hand panel in place of the one that they clicked."""

from __future__ import annotations

from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, is_note
from cogs.desk import Desk
from cogs.messages.kinds import HandMessage
from cogs.messages.posted import Shows
from tables import SeatSnapshot, TableService


async def hand_now(
    tables: TableService,
    desk: Desk,
    click: Click,
    snapshot: SeatSnapshot | None = None,
    *,
    note: str = "",
    picked: tuple[int, str] | None = None,
) -> Reply:
    """Return the person's panel as it is now."""
    snapshot = snapshot or await tables.snapshot(click.id.table, click.person.id)
    still = is_note(click.interaction.message)
    rendered = await desk.panel(snapshot, note=note, picked=picked, still=still)
    return Reply(edit=rendered, shows=Shows(snapshot.table, HandMessage(click.person.id), snapshot))
