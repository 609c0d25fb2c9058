"""Every request of the bot with its answer, and the gate in which tests stop the world."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from .model import Json


@dataclass(slots=True)
class Exchange:
    """One request of the bot and the sandbox's answer (``status`` is 0 as long as there is none)."""

    number: int
    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    files: list[tuple[str, int]] = field(default_factory=list)
    status: int = 0
    answer: Any = None

    def __str__(self) -> str:
        return f"#{self.number} {self.method} {self.path} → {self.status or 'no answer'}"


class Dropped(Exception):
    """Raised by a gate: the connection breaks; before execution the request has no effect, after it no answer."""


Gate = Callable[[Literal["before", "after"], Exchange], Awaitable[None]]


class Recorder:
    """Keeps the bot's traffic, of the REST API and of the gateway."""

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []
        self.unknown: list[Exchange] = []
        self.dispatched: list[Json] = []

    def start(self, method: str, path: str, query: dict[str, str]) -> Exchange:
        exchange = Exchange(len(self.exchanges) + 1, method, path, query)
        self.exchanges.append(exchange)
        return exchange

    def sent(self, method: str, part: str = "") -> list[Exchange]:
        """The requests with this method whose path contains ``part``."""
        return [one for one in self.exchanges if one.method == method and part in one.path]
