"""A table in play: who sits where, one writer at a time, load → apply → commit → tell. Knows nothing of Discord."""

from tables.errors import TableError
from tables.host import Host
from tables.models import Options, Outcome, Person, Place, Standing, TableView, Update

__all__ = ["Host", "Options", "Outcome", "Person", "Place", "Standing", "TableError", "TableView", "Update"]
