"""A table in play: who sits where, one writer at a time, load → apply → commit → tell. Knows nothing of Discord."""

from storage.store import kingdom_of
from tables.errors import TableError
from tables.host import Host
from tables.models import Options, Outcome, Person, Place, Plan, Standing, TableView, Update

__all__ = ["Host", "Options", "Outcome", "Person", "Place", "Plan", "Standing", "TableError", "TableView", "Update", "kingdom_of"]
