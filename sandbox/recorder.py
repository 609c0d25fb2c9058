"""Every request of the bot with its answer, and the gate at which tests can stop everything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from .model import Json

T = TypeVar("T")


@dataclass(slots=True)
class Exchange:
    """One request of the bot and the sandbox's answer.

    ``status`` is 0 while there is none; ``dropped`` says that a gate broke the connection, so that the bot never got one.
    """

    number: int
    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    files: list[tuple[str, int]] = field(default_factory=list)
    status: int = 0
    answer: Any = None
    dropped: bool = False

    def __str__(self) -> str:
        return f"#{self.number} {self.method} {self.path} → {self.status or 'no answer'}"


class Dropped(Exception):
    """Raised by a gate: the connection breaks. Before its execution, the request has no effect; after it, there is no answer."""


Gate = Callable[[Literal["before", "after"], Exchange], Awaitable[None]]


class Recorder:
    """Keeps the bot's traffic, of the REST API and of the gateway: the last ``keep`` of each."""

    def __init__(self, keep: int) -> None:
        self.keep = keep
        self.count = 0
        self.exchanges: list[Exchange] = []
        self.unknown: list[Exchange] = []
        self.dispatched: list[Json] = []

    def start(self, method: str, path: str, query: dict[str, str]) -> Exchange:
        self.count += 1
        exchange = Exchange(self.count, method, path, query)
        self._add(self.exchanges, exchange)
        return exchange

    def refuse(self, exchange: Exchange) -> None:
        """Record a request for a route that the sandbox doesn't know."""
        self._add(self.unknown, exchange)

    def dispatch(self, payload: Json) -> None:
        """Record what the gateway sent."""
        self._add(self.dispatched, payload)

    def _add(self, entries: list[T], entry: T) -> None:
        entries.append(entry)
        del entries[: -self.keep]

    def sent(self, method: str, part: str = "") -> list[Exchange]:
        """Return the requests with this method whose path contains ``part``."""
        return [one for one in self.exchanges if one.method == method and part in one.path]
