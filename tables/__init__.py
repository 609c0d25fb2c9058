"""A table in play: who sits where, one writer at a time, load → apply → commit → tell. Knows nothing of Discord."""

from storage.models import kingdom_of
from tables.errors import TableError
from tables.host import Host
from tables.models import AutoAnswers, Options, Outcome, Person, Place, TableView, TurnPlan, Update

__all__ = [
    "AutoAnswers",
    "Host",
    "Options",
    "Outcome",
    "Person",
    "Place",
    "TableError",
    "TableView",
    "TurnPlan",
    "Update",
    "kingdom_of",
]
