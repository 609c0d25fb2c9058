"""Tables in play: who has which seat; one writer at a time; load → apply → commit → tell. This package knows nothing about
Discord."""

from storage.models import kingdom_of
from tables.command import Command, Outcome
from tables.errors import TableError
from tables.models import AutoAnswers, Options, Person, Place, TableView, TurnPlan, Update
from tables.service import TableService
from tables.snapshot import SeatSnapshot

__all__ = [
    "AutoAnswers",
    "Command",
    "Options",
    "Outcome",
    "Person",
    "Place",
    "SeatSnapshot",
    "TableError",
    "TableService",
    "TableView",
    "TurnPlan",
    "Update",
    "kingdom_of",
]
