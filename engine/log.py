"""The log as data: what happened, and how much of it each reader may know. `engine/log_words.py` turns it into sentences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from pydantic import ConfigDict

EndingKind = Literal["piles", "last-player", "resigned", "agreed", "manager", "no-gains", "late", "claimed", "deserted", "worded"]
STRICT = ConfigDict(extra="forbid", hide_input_in_errors=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Why a game ended.

    * `piles`: these Supply piles are empty.
    * `last-player`: all but `seat` have resigned.
    * `resigned`: only AIs are left. `agreed`: all players agreed to it. `manager`: a manager of the server ended it.
    * `no-gains`: for this many `rounds`, no one gained anything.
    * `late`: `seat` took too long, and the table had agreed to end the game then. `claimed`: `seat` claimed the win, since the only
      other player took too long.
    * `deserted`: no one had moved for so long that no one may ever have come back.
    * `worded`: it ended before reasons were data; `wording` is the sentence from that time.
    """

    kind: EndingKind
    piles: tuple[str, ...] = ()
    seat: int | None = None
    rounds: int = 0
    wording: str = ""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """What happened, as one reader may know it. `depth` is its indentation under its cause.

    `kind` is what `seat` did (or what happened, where it is None):

    * `start`, `over` (with its `ending`), `turn` (its player's turn number `amount`, None: an extra one; `possessor` decides in it,
      if another player does), `phase` (back to the Action phase).
    * `resign`; `undo` (`amount` moves, the first of them `undone`; if these are whole turns, `turns` has their seats).
    * `play` (a `card`, perhaps `again`, or Treasures together: `cards`), `become` (the card being played becomes `card`).
    * `get` (`plus`: +Cards, +Actions, +Buys, +$, Potions), `replace` (the same, by `source`, in place of what `card` says).
    * `buy` a `card` or Event; `gain` a `card` (None: none is left) to a `zone`, `bought` if the line above said so.
    * `draw`, `look`, `reveal`, `discard`, `trash`, `topdeck`, `take` (into the hand), `aside`, `back` (cards that were trashed in a
      possessed turn): `cards`. `zone` is where they come from, if that needs saying: looking through the `discard` pile, the whole
      `deck` discarded, trashed from the `supply`, taken from a mat.
    * `name` (any `card`); `return` (a `card` to its pile), `exchange` (for a `card`).
    * `shuffle` (with `count`: that many cards into the deck).
    * `vp`, `debt` (`amount`; debt less than 0: paid; `source`: the card that gives it, if that needs saying).
    * `gather` (1 VP added to a `pile`, which now has `amount`), `burden` (`amount` debt added to a `pile`), `move` (1 VP from a
      `pile` to the Landmark `card`), `bid` (`amount` debt, None: pass), `extra` (`seat` will play an
      extra turn of `other`, None: their own).
    * `put` (`cards` onto the mat `zone`), `place` (a card into the deck, below `amount` others), `pass` (`cards` to `other`),
      `token` (`amount` of a `token`, onto a `pile`, or taken; less than 0: given back).
    * `overpay` (by `amount` and `potions`).
    * `worded`: a line from before the log was data.

    `cards` are those that the reader may know, in order, of `count`. `amount` of `play`, `get` and `buy` are the coins (with
    `potions`) that the player then has, before paying; `more`: these Treasures didn't give all of it. `by` is the card whose text
    did it, if one did. `late`: the earlier turn of the Attack that takes effect only now; `owner`: the seat whose Attack that is,
    if no other card did it. `wording` is the sentence from before the log was data.
    """

    number: int = 0
    turn: int = 0
    depth: int = 0
    kind: str
    seat: int | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()
    count: int | None = None
    amount: int | None = None
    potions: int = 0
    plus: tuple[int, int, int, int, int] | None = None
    again: bool = False
    more: bool = False
    bought: bool = False
    zone: str | None = None
    pile: str | None = None
    source: str | None = None
    token: str | None = None
    by: str | None = None
    late: int | None = None
    owner: int | None = None
    possessor: int | None = None
    other: int | None = None
    turns: tuple[int, ...] = ()
    undone: LogLine | None = None
    ending: Ending | None = None
    wording: str = ""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    def names(self, card: str) -> bool:
        """Return whether its sentence names `card` (in older lines, it might)."""
        named = card in (self.card, self.pile, self.source) or card in self.cards
        return named or bool(self.wording) or (self.owner is not None and card == self.by)

    @property
    def known(self) -> bool:
        """Return whether its reader knows all the cards that it is about."""
        return self.count is not None and self.count == len(self.cards)


def alone(line: LogLine) -> LogLine:
    """Return the line for quoting elsewhere, without its place in the log."""
    return replace(line, number=0, turn=0, depth=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """What happened, for all readers: the `public` line, and what the seats in `knows` know instead: all its `cards`,
    the `amount`, and the `wording` of older lines."""

    public: LogLine
    knows: tuple[int, ...] = ()
    cards: tuple[str, ...] | None = None
    amount: int | None = None
    wording: str = ""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    def line(self, seat: int | None) -> LogLine:
        """Return what `seat` (None: a spectator) may know of it."""
        if seat not in self.knows:
            return self.public
        cards = self.public.cards if self.cards is None else self.cards
        amount = self.public.amount if self.amount is None else self.amount
        return replace(self.public, cards=cards, amount=amount, wording=self.wording or self.public.wording)
