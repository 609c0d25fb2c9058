"""The parts of messages, as plain data: panels of blocks, and who may see a panel.

The modules beside this one build panels, which become Discord's components only when they are sent. So every message sent gets its
own components, and two panels can be compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from typing import Generic, Literal, NamedTuple, TypeVar

from cogs import text
from engine.spelling import LONGEST_TEXT

MAX_TEXT = 4000
MAX_CHOICES = 25
MAX_BUTTONS = 10
"""With more choices than this, there is a menu."""
MAX_LABEL = 80
MAX_ID = 100
ROW = 5

PLAIN, CALM, CALLING = 0x4F545C, 0x5D7FA3, 0xC8963E
"""Colours at a panel's edge: a record, something in progress, something that waits for the reader. The text also says so."""

Style = Literal["primary", "secondary", "success", "danger"]
T = TypeVar("T")


ID = re.compile(
    r"s:(?P<table>[^:]*):(?P<decision>\d+):(?P<verb>[a-z-]+)(?:\+(?P<page>\d+))?(?:~(?P<way>\d+))?(?P<instead>!)?:(?P<arg>.*)",
    re.DOTALL,
)
"""How an `Id` is written."""


class Id(NamedTuple):
    """The custom id of a button or menu: the table and decision it is about, what to do, and with what. Handlers use nothing else,
    so a click still works after a restart. `table` is "-" where there is none, `decision` 0 where it doesn't matter. `page`: the
    number of a menu among several that offer one choice. `way`: the number of a possible meaning (`ParseError.ways`) of the line
    that the message quotes; that line is handled as if it had been written in the window with that meaning. `instead`: the answer
    replaces the private message that holds the control."""

    table: str
    decision: int
    verb: str
    arg: str = ""
    page: int = 0
    way: int | None = None
    instead: bool = False

    def __str__(self) -> str:
        page = f"+{self.page}" if self.page else ""
        way = "" if self.way is None else f"~{self.way}"
        return f"s:{self.table}:{self.decision}:{self.verb}{page}{way}{'!' * self.instead}:{self.arg}"

    @classmethod
    def parse(cls, text: str) -> Id:
        """Read what `str` has written. Raise ValueError if none of our messages has it."""
        found = ID.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} isn't one of our ids")
        table, decision, verb, page, way, instead, arg = found.groups()
        return cls(table, int(decision), verb, arg, int(page or 0), None if way is None else int(way), instead is not None)

    def meant(self, number: int) -> Id:
        """Return the id of the button that uses the possible meaning with that number."""
        return self._replace(way=number)

    def in_place(self) -> Id:
        """Return the same id, except that the answer replaces the button's message."""
        return self._replace(instead=True)


class Scope:
    """Makes the ids of one decision's controls."""

    def __init__(self, table: str, decision: int) -> None:
        self._table, self._decision = table, decision

    def __call__(self, verb: str, arg: str = "") -> Id:
        return Id(self._table, self._decision, verb, arg)


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown."""

    content: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A line between two blocks."""


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    id: Id
    style: Style = "secondary"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons side by side."""

    items: tuple[Button | Link, ...]


@dataclass(frozen=True, slots=True)
class MenuChoice:
    label: str
    value: str
    description: str = ""
    default: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu of up to 25 choices, from which the person takes between `minimum` and `maximum`."""

    id: Id
    placeholder: str
    choices: tuple[MenuChoice, ...]
    minimum: int = 1
    maximum: int = 1


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file: a picture if it has an `alt`, which says the same in words; otherwise a download. A file with the same name in the
    same message is the same file. Where files aren't allowed, `words` returns the picture's replacement, as Markdown."""

    file: str
    data: bytes
    alt: str = ""
    words: Callable[[], str] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PeopleMenu:
    """A select menu of the server's people, from which the person takes at most `maximum`."""

    id: Id
    placeholder: str
    maximum: int = 1


Block = Text | Divider | Row | Menu | PeopleMenu | Attachment


@dataclass(frozen=True, slots=True)
class Dialog:
    """A window to write in; submitting it sends `id`, and `help` explains it. `wide`: the text can be longer than a line on a
    phone; `optional`: it can stay empty."""

    id: Id
    title: str
    label: str
    hint: str
    value: str = ""
    longest: int = LONGEST_TEXT
    help: str = ""
    wide: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Panel:
    """A message: blocks from top to bottom in a box with a coloured edge (None: without a box)."""

    blocks: tuple[Block, ...]
    colour: int | None = PLAIN

    @cached_property
    def digest(self) -> str:
        """Return a short hash of what it shows. A file counts by its name and its words."""
        shown = [(each.file, each.alt) if isinstance(each, Attachment) else each for each in self.blocks]
        return blake2b(repr((shown, self.colour)).encode(), digest_size=8).hexdigest()

    @property
    def text(self) -> str:
        """Return all its text."""
        return "\n".join(block.content for block in self.blocks if isinstance(block, Text))

    @property
    def components(self) -> int:
        """Return the number of Discord components it takes."""
        sizes = {Text: 1, Divider: 1, Menu: 2, PeopleMenu: 2, Attachment: 1}
        return (self.colour is not None) + sum(
            1 + len(block.items) if isinstance(block, Row) else sizes[type(block)] for block in self.blocks
        )


@dataclass(frozen=True, slots=True)
class ForAll:
    """A panel that everyone in the channel may see. `mentions`: the people it pings."""

    panel: Panel
    mentions: tuple[int, ...] = ()

    @property
    def digest(self) -> str:
        """Return a short hash that changes when the panel changes."""
        return self.panel.digest


NOTE, UNREAD = "note", "unread"


@dataclass(frozen=True, slots=True)
class ForOne:
    """A panel for only one person. `slot`: which private messages it replaces if it is sent as one. A person has one note, one hand
    of each game (`hand_of`), and one rejected text (`UNREAD`). `plain`: the panel without the response to its reader's last click
    (picks, or a sentence); that stays until `plain` changes."""

    @property
    def digest(self) -> str:
        """Return a short hash that changes when the panel changes."""
        return (self.plain or self.panel).digest

    panel: Panel
    person: int
    slot: str = NOTE
    plain: Panel | None = None


def hand_of(table: str) -> str:
    """Return the slot of a person's hand in a game."""
    return f"hand:{table}"


def pictured(picture: Attachment | None, words: Callable[[], str]) -> Attachment | Text:
    """Return a picture that these words can replace; if there is no picture, the words."""
    return replace(picture, words=words) if picture is not None else Text(words())


def without_files(panel: Panel) -> Panel:
    """Return the same panel with words only."""
    kept = [Text(block.words()) if isinstance(block, Attachment) and block.words else block for block in panel.blocks]
    return replace(panel, blocks=tuple(block for block in kept if not isinstance(block, Attachment)))


def panel(*blocks: Block | Iterable[Block] | None, colour: int | None = PLAIN) -> Panel:
    """Return a panel of blocks and lists of blocks; None stands for nothing. Text beyond Discord's limit is cut off, or left out if
    there is no room for it."""
    flat: list[Block] = []
    for block in blocks:
        if isinstance(block, Block):
            flat.append(block)
        elif block is not None:
            flat.extend(block)
    fitting: list[Block] = []
    left = MAX_TEXT
    for block in flat:
        if not isinstance(block, Text):
            fitting.append(block)
        elif left:
            fitting.append(block if len(block.content) <= left else Text(clip(block.content, left)))
            left -= min(left, len(block.content) + 1)
    return Panel(tuple(fitting), colour)


def rows(items: Sequence[Button | Link]) -> list[Row]:
    """Return buttons in rows of five."""
    return [Row(tuple(items[start : start + ROW])) for start in range(0, len(items), ROW)]


class Leaf(NamedTuple, Generic[T]):
    """A page of a list that is too long for one message: its content, its number (from 0), and the number of pages."""

    items: Sequence[T]
    number: int
    pages: int

    def title(self, title: str) -> Text:
        """Return the list's title, with the page's number."""
        return Text(text.page(title, self.number + 1, self.pages))

    def label(self, label: str) -> str:
        """Return the label of a menu of the page's content, with the page's number."""
        return text.page(label, self.number + 1, self.pages)

    def turning(self, table: str, verb: str) -> Row | None:
        """Return the buttons to the neighbouring pages, by the number in their ids; None if this is the only page."""
        if self.pages == 1:
            return None
        return Row(
            (
                Button(text.PREVIOUS, Id(table, 0, verb, str(self.number - 1)), disabled=self.number == 0),
                Button(text.NEXT, Id(table, 0, verb, str(self.number + 1)), disabled=self.number == self.pages - 1),
            )
        )


def leaf(items: Sequence[T], number: int, size: int) -> Leaf[T]:
    """Return the page with that number; the last one, if the list has become shorter in the meantime."""
    pages = max(1, -(-len(items) // size))
    number = min(max(number, 0), pages - 1)
    return Leaf(items[number * size : (number + 1) * size], number, pages)


def clip(text: str, size: int) -> str:
    """Return the text, cut to `size` characters with an ellipsis."""
    return text if len(text) <= size else text[: size - 1] + "…"


def menus(scope: Scope, verb: str, arg: str, placeholder: str, choices: Sequence[MenuChoice]) -> list[Menu]:
    """Return a choice among many things, in as many menus as necessary."""
    pages = [choices[start : start + MAX_CHOICES] for start in range(0, len(choices), MAX_CHOICES)]
    return [
        Menu(scope(verb, arg)._replace(page=number), text.page(placeholder, number + 1, len(pages)), tuple(page))
        for number, page in enumerate(pages)
    ]
