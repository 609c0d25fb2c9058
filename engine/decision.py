"""Questions that effects ask. An effect awaits an `Ask`; the core stops there until the deciding seat answers.

An answer is a list of option ids. Ids name cards and choices, never copies: an id that survives a shuffle would track a card. Texts
that cards have as literals are translated here; those with facts in them are translated by the card (`say`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeAlias, TypeVar

from engine import words
from engine.card import CARDS
from engine.catalogue import say
from engine.errors import IllegalAnswer
from engine.events import GAIN, TRASH
from engine.view import Asked, DecisionKind, DecisionView, Option

if TYPE_CHECKING:
    from engine.card import Card
    from engine.play import Play
    from engine.player import Player

T = TypeVar("T")


class Choice(NamedTuple):
    """One option: its id, what a person reads, the card it is about, and how often its id can appear in an answer."""

    id: str
    label: str
    card: str | None = None
    count: int = 1  # type: ignore[assignment]  # an option is never searched as a tuple


Waits: TypeAlias = "Sequence[Ask[Any]]"
"""What a coroutine yields to the core when it has to wait: the questions that must be answered."""

Leads: TypeAlias = "str | Mapping[str, str] | Callable[[Card], str]"
"""What the choices of a question lead to, in whole sentences: one for all; one by the beginning of an id; or one by card."""


class Pause:
    """Waits for an owed answer to take effect, without asking anything."""

    __slots__ = ()

    def __await__(self) -> Generator[Waits, None, None]:
        yield ()


class Ask(Generic[T]):
    """One question to one player; awaiting it returns what the answer means (cards, a pile, a yes).

    `minimum` and `maximum` bound how many ids an answer has. `forced` is the only possible answer if the question isn't asked.
    `preselected` is an answer that players can safely accept without reading: usually the only possible one to a question that is
    asked only because skipping it would reveal something hidden (`force`). `prepared` is an answer given in advance. `idle`: see
    DecisionView. `leads` and `without` are what `explain` says.
    """

    kind: DecisionKind
    __slots__ = (
        "answer", "forced", "idle", "leads", "maximum", "minimum", "number", "owed", "player", "preselected", "prompt",
        "purpose", "source", "without",
    )  # fmt: skip

    def __init__(
        self, player: Player, purpose: str, prompt: str, minimum: int = 1, maximum: int = 1, source: Play | None = None
    ) -> None:
        self.number = 0
        self.player = player
        self.purpose = purpose
        self.prompt = prompt
        self.minimum = minimum
        self.maximum = maximum
        self.source = source if source is not None else player.game.playing
        self.answer: tuple[str, ...] | None = None
        self.forced: tuple[str, ...] | None = None
        self.preselected: tuple[str, ...] = ()
        self.owed = False
        self.idle = False
        self.leads: Leads = ""
        self.without = ""

    def force(self, only: tuple[str, ...], *, known: bool) -> Self:
        """Say that `only` is the only possible answer. If everyone knows that (`known`), the question isn't asked; if only its
        player knows, it is asked with that answer preselected, but on that player's own turn only if people watch the game."""
        if known or (self.player.on_turn and not self.player.game.watched):
            self.forced = only
        else:
            self.preselected = only
        return self

    def explain(self, leads: Leads = "", without: str = "") -> Self:
        """Say what the choices lead to, and what choosing nothing leads to (`without`), as far as the decider may know; by default,
        that follows from the purpose. This isn't part of the question, so its wording can change at any time."""
        self.leads = leads
        self.without = without
        return self

    def __await__(self) -> Generator[Waits, None, T]:
        if self.forced is None:
            yield (self,)
            assert self.answer is not None
            return self.result(self.answer)
        return self.result(self.forced)

    @property
    def id(self) -> int:
        """Return the id that an answer quotes. It hides how many questions came before, as no one else knows about some of them."""
        return self.player.game.shuffler.opaque("decision", self.number)

    @property
    def decider(self) -> int:
        """Return the seat that answers: the player's controller (R63)."""
        return self.player.controller

    @property
    def unseen(self) -> bool:
        """Return whether it comes in a Buy phase that others haven't seen start: to them, it looks like the turn's next step."""
        game = self.player.game
        return game.phase == "buy" and not game.turn.buying and self.player is game.current and not self.owed

    @property
    def card(self) -> str | None:
        """Return the name of the card that asks it, if a card does."""
        return self.source.card.name if self.source is not None else None

    @property
    def follow(self) -> Ask[Any] | None:
        """Return the question that comes with this one, if any."""
        return None

    @property
    def unaffected(self) -> bool:
        """Return whether it is about an Attack that doesn't affect the player."""
        return False

    @property
    def options(self) -> Sequence[Choice]:
        """Return `choices`, under the name that a DecisionView uses."""
        return self.choices()

    def choices(self) -> Sequence[Choice]:
        """Return the options in the order shown."""
        raise TypeError(f"{type(self).__name__} offers nothing")

    def offers(self, id: str) -> bool:
        """Return whether `id` is one of the options."""
        return any(choice.id == id for choice in self.choices())

    def offer(self) -> list[tuple[str, int]]:
        """Return the options' ids, each with how often it can appear in an answer."""
        return [(choice.id, choice.count) for choice in self.choices()]

    def label(self, choice: Choice) -> str:
        """Return what a person reads on one of `choices`."""
        return choice.label

    def lead(self, choice: Choice) -> str:
        """Return what this choice leads to, besides what applies to all."""
        if isinstance(self.leads, str):
            return ""
        if isinstance(self.leads, Mapping):
            return self.leads.get(choice.id.partition(":")[0], "")
        return self.leads(CARDS[choice.card]) if choice.card is not None else ""

    def beside(self, choice: Choice) -> str:
        """Return what it leads to because of the chosen card's own rule."""
        moment = {"gain": GAIN, "trash": TRASH}.get(self.purpose)
        if moment is None or choice.card is None:
            return ""
        does_more = any(ability.moment is moment and ability.zone is None for ability in CARDS[choice.card].abilities)
        return words.DOES_MORE[self.purpose] if does_more else ""

    def result(self, ids: Sequence[str]) -> T:
        """Return what the (legal) answer `ids` means."""
        raise TypeError(f"{type(self).__name__} means nothing")

    def check(self, ids: Sequence[str]) -> None:
        """Raise IllegalAnswer if `ids` is not a possible answer."""
        offered = {choice.id: choice.count for choice in self.choices()}
        for id, count in Counter(ids).items():
            if id not in offered:
                raise IllegalAnswer(words.not_offered(id, list(offered)))
            if count > offered[id]:
                raise IllegalAnswer(words.too_often(id, offered[id]))
        if not self.minimum <= len(ids) <= self.maximum:
            raise IllegalAnswer(words.wrong_count(self.minimum, self.maximum, len(ids)))

    def least(self) -> tuple[str, ...]:
        """Return a legal answer for a player who no longer answers: the one that does least."""
        ids = [choice.id for choice in self.choices() for _ in range(choice.count)]
        for least in ("end", "no"):
            if least in ids:
                return (least,)
        return tuple(ids[: self.minimum])

    def fingerprint(self) -> str:
        """Return a short hash of everything in the question, so that a replay notices if newer code asks something else."""
        offer = self.offer()
        parts = (self.player.seat, self.decider, self.kind, self.purpose, self.card or "", self.minimum, self.maximum, offer)
        return blake2b(repr(parts).encode(), digest_size=6).hexdigest()

    @property
    def played_by(self) -> int | None:
        """Return the seat whose card asks."""
        return self.source.player.seat if self.source is not None else None

    def asked(self) -> Asked:
        """Return who is asked, without what."""
        return Asked(
            self.id,
            self.player.seat,
            self.decider,
            self.kind,
            self.card,
            self.played_by,
            self.owed,
            self.unseen,
            self.answer is not None,
        )

    def view(self) -> DecisionView:
        """Return the question as plain data."""
        return self._shown(self.choices())

    def _shown(self, choices: Iterable[Choice], **more: Any) -> DecisionView:
        """Return the question as plain data, with these options and the fields specific to its kind."""
        about_cards = self.kind in ("cards", "pile")
        by_purpose = words.BECOMES.get(self.purpose, "") if about_cards and self.maximum else ""
        nothing = say(self.without) or (words.NOTHING_DONE.get(self.purpose, "") if about_cards else "")
        return DecisionView(
            id=self.id,
            seat=self.player.seat,
            decider=self.decider,
            kind=self.kind,
            purpose=self.purpose,
            prompt=say(self.prompt),
            card=self.card,
            because=self.source.chain() if self.source is not None else (),
            played_by=self.played_by,
            options=tuple(
                Option(
                    id=c.id, label=self.label(c), card=c.card, count=c.count, leads=f"{say(self.lead(c))} {self.beside(c)}".strip()
                )
                for c in choices
            ),
            minimum=self.minimum,
            maximum=self.maximum,
            preselected=self.preselected if self.answer is None else tuple(self.answer),
            owed=self.owed,
            unseen=self.unseen,
            idle=self.idle,
            unaffected=self.unaffected,
            answered=self.answer is not None,
            follow=self.follow.view() if self.follow is not None else None,
            leads=say(self.leads) if self.leads and isinstance(self.leads, str) else by_purpose,
            without=nothing if self.minimum == 0 else "",
            **more,
        )


def together(asks: Sequence[Ask[T]]) -> Together[T]:
    """Ask several players things that don't depend on each other, in turn order but in parallel; awaiting it returns the answers in
    the same order once all are in. The result is the same as asking one by one: an answer given before an earlier seat's remains
    hidden, and can be changed, until that seat has answered."""
    return Together(asks)


class Together(Generic[T]):
    """See `together`."""

    __slots__ = ("asks",)

    def __init__(self, asks: Sequence[Ask[T]]) -> None:
        self.asks = asks

    def __await__(self) -> Generator[Waits, None, list[T]]:
        open_asks = [ask for ask in self.asks if ask.forced is None]
        if open_asks:
            yield open_asks
        return [ask.result(ask.forced if ask.forced is not None else ask.answer or ()) for ask in self.asks]
