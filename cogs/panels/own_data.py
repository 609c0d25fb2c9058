"""What is stored about a person: a file of it, and the way to delete it."""

from __future__ import annotations

from cogs import text
from cogs.panels.blocks import Attachment, Button, ForOne, Id, Row, Text, panel
from cogs.text import own_data as text_own_data
from tables.models import Dossier

FILE = "my-data.json"


def own_data(person: int) -> ForOne:
    """Offer the file, or deletion."""
    row = Row(
        (
            Button(text_own_data.GET, key("my-file"), "primary"),
            Button(text_own_data.DELETE, key("forget")),
            Button(text.BACK, key("pictures")),
        )
    )
    return ForOne(panel(Text(text_own_data.TITLE), row), person)


def file(made: Dossier, person: int) -> ForOne:
    """Return the file, and say whether anything is missing from it."""
    left_out = Text(text_own_data.left_out(made.left_out)) if made.left_out else None
    return ForOne(panel(Text(text_own_data.FILE), left_out, Attachment(FILE, made.content)), person)


def confirm(person: int) -> ForOne:
    """Say what a deletion does, and ask for confirmation."""
    row = Row((Button(text_own_data.DELETE_ALL, key("forget-all"), "danger"), Button(text.BACK, key("my-data"))))
    return ForOne(panel(Text(text_own_data.CONFIRM), row), person)


def key(verb: str) -> Id:
    """Return the id of a control for the reader's own data."""
    return Id("-", 0, verb)
