"""Where pictures are drawn: outside the event loop, each only once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import ClassVar, NamedTuple, Protocol

from cogs.pictures.board import BoardPicture
from cogs.pictures.errors import DrawingFailed
from cogs.pictures.film import Film
from cogs.pictures.hand import HandPicture
from cogs.pictures.kingdom import KingdomPicture
from cogs.pictures.palette import Scheme
from cogs.pictures.score import ScorePicture
from cogs.pictures.strips import Strip, png
from engine import Kingdom, Result, View
from engine.replay import TurnPoints
from tables.threads import aside_for_long


class Picture(NamedTuple):
    """A drawn picture, and the same in words. Its `file` name only reveals whether two pictures are the same."""

    file: str
    png: bytes
    alt: str


class Drawable(Protocol):
    """Everything that a picture shows, with its alternative text, as a value: two equal ones look the same."""

    KIND: ClassVar[str]

    @property
    def alt(self) -> str:
        """Describe it in words."""
        ...

    def strips(self) -> tuple[Strip, ...]:
        """Return its strips."""
        ...

    def __hash__(self) -> int: ...


def drawn(subject: Drawable, scheme: Scheme = "dark") -> Picture:
    """Draw a picture, synchronously. Its name is made from its bytes, so equal pictures have equal names."""
    content = png(subject.strips(), scheme)
    return Picture(f"{sha256(content).hexdigest()[:16]}.png", content, subject.alt)


class Studio:
    """Draws in its own thread and keeps the latest `keep` pictures by their content. Waiting for a picture is given up after
    `patience` seconds (but it is kept for the next request); at most `queue` pictures wait to be drawn, and any others aren't
    drawn. All errors are PictureErrors."""

    def __init__(self, *, keep: int = 128, patience: float = 2.0, queue: int = 64) -> None:
        self._keep = keep
        self._queue = queue
        self._waiting = 0
        self.patience = patience
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="studio")
        self._kept: OrderedDict[tuple[Drawable, Scheme], asyncio.Future[Picture]] = OrderedDict()
        self.drawn = 0
        """How many were drawn, as opposed to found among those kept."""

    async def kingdom(self, kingdom: Kingdom, scheme: Scheme = "dark") -> Picture:
        """Draw a kingdom, for the lobby."""
        return await self.draw(KingdomPicture.of(kingdom), scheme)

    async def board(self, view: View, scheme: Scheme = "dark", points: Sequence[int] | None = None) -> Picture:
        """Draw a table as a spectator sees it; `points`: everyone's, if the table shows them."""
        return await self.draw(BoardPicture.of(view, points), scheme)

    async def hand(self, view: View, seat: int | None = None, scheme: Scheme = "dark") -> Picture:
        """Draw a hand as the player who holds or controls it sees it."""
        return await self.draw(HandPicture.of(view, seat), scheme)

    async def score(self, result: Result, history: Sequence[TurnPoints] = (), scheme: Scheme = "dark") -> Picture:
        """Draw a final score."""
        return await self.draw(await asyncio.to_thread(ScorePicture.of, result, history), scheme)

    async def film(self, film: Film, scheme: Scheme = "dark") -> Picture:
        """Draw an animation, in the thread for long work, so that no picture waits for it. Raise DrawingFailed."""
        try:
            content = await aside_for_long(film.gif, scheme)
        except Exception as error:
            raise DrawingFailed(f"An animation could not be drawn: {error!r}") from error
        return Picture(f"{sha256(content).hexdigest()[:16]}.gif", content, film.alt)

    async def draw(self, subject: Drawable, scheme: Scheme = "dark") -> Picture:
        """Draw anything drawable. Raise DrawingFailed."""
        key = subject, scheme
        found = self._kept.get(key)
        if found is None:
            found = self._begin(key)
        self._kept.move_to_end(key)
        try:
            async with asyncio.timeout(self.patience):
                return await asyncio.shield(found)
        except TimeoutError as error:
            raise DrawingFailed(f"The {subject.KIND} took longer than {self.patience} s.") from error
        except Exception as error:
            raise DrawingFailed(f"The {subject.KIND} could not be drawn: {error!r}") from error

    def _begin(self, key: tuple[Drawable, Scheme]) -> asyncio.Future[Picture]:
        """Start drawing a picture. A failed one is forgotten, so that the next request tries again."""
        if self._waiting >= self._queue:
            raise DrawingFailed(f"{self._waiting} pictures wait to be drawn already.")
        try:
            found = asyncio.get_running_loop().run_in_executor(self._thread, drawn, *key)
        except RuntimeError as error:
            raise DrawingFailed("The studio is closed.") from error

        self._waiting += 1

        def done(future: asyncio.Future[Picture]) -> None:
            self._waiting -= 1
            if (future.cancelled() or future.exception() is not None) and self._kept.get(key) is future:
                del self._kept[key]

        found.add_done_callback(done)
        self.drawn += 1
        self._kept[key] = found
        while len(self._kept) > self._keep:
            self._kept.popitem(last=False)
        return found

    def close(self) -> None:
        """End the thread, and drop everything not started yet."""
        self._thread.shutdown(wait=False, cancel_futures=True)
