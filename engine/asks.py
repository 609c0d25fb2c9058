"""The kinds of questions: cards, a pile, options, a name, an order, what becomes of cards, and whether to use a Reaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from engine import words
from engine.card import CARDS
from engine.catalogue import say
from engine.decision import Ask, Choice
from engine.errors import IllegalAnswer
from engine.view import DecisionView

if TYPE_CHECKING:
    from engine.card import Card
    from engine.piles import Copy, Pile
    from engine.play import Play
    from engine.player import Player


class CardsAsk(Ask["list[Copy]"]):
    """Chooses among `copies`; copies of one card are one option, and copies of other cards that stand for it are another."""

    kind = "cards"
    __slots__ = ("copies",)

    def __init__(self, player: Player, copies: Sequence[Copy], purpose: str, prompt: str, minimum: int, maximum: int) -> None:
        super().__init__(player, purpose, prompt, minimum, maximum)
        self.copies = copies

    def choices(self) -> Sequence[Choice]:
        first = {copy.called: copy for copy in self.copies}
        counts = Counter([copy.called for copy in self.copies])
        return [Choice(called, words.card(copy), copy.card.name, counts[called]) for called, copy in first.items()]

    def view(self) -> DecisionView:
        elsewhere = bool(self.copies) and all(copy is not self.copies[0] for copy in self.player.hand)
        return self._shown(self.choices(), elsewhere=elsewhere)

    def result(self, ids: Sequence[str]) -> list[Copy]:
        left = list(self.copies)
        chosen = []
        for id in ids:
            index = next(i for i, copy in enumerate(left) if copy.called == id)
            chosen.append(left.pop(index))
        return chosen


class PileAsk(Ask["Pile | None"]):
    """Chooses one pile by its top card, or none if that is allowed."""

    kind = "pile"
    __slots__ = ("piles",)

    def __init__(self, player: Player, piles: Sequence[Pile], purpose: str, prompt: str, minimum: int) -> None:
        super().__init__(player, purpose, prompt, minimum, 1)
        self.piles = piles

    def choices(self) -> Sequence[Choice]:
        cost = self.player.game.cost
        faces = [pile.face for pile in self.piles]
        return [Choice(face.name, words.priced(face.name, cost(face)), face.name) for face in faces]

    def result(self, ids: Sequence[str]) -> Pile | None:
        if not ids:
            return None
        return next(pile for pile in self.piles if pile.face.name == ids[0])


class ChoiceAsk(Ask["list[str]"]):
    """Chooses among named options; the answer is their ids."""

    kind = "choice"
    __slots__ = ("offered",)

    def __init__(
        self, player: Player, offered: Sequence[Choice], purpose: str, prompt: str, minimum: int = 1, maximum: int = 1
    ) -> None:
        super().__init__(player, purpose, prompt, minimum, maximum)
        self.offered = offered

    def choices(self) -> Sequence[Choice]:
        return self.offered

    def label(self, choice: Choice) -> str:
        return say(choice.label)

    def result(self, ids: Sequence[str]) -> list[str]:
        return list(ids)


class NameAsk(Ask["Card"]):
    """Chooses a card by name: one of the game's, which are offered, or any other existing card."""

    kind = "choice"
    __slots__ = ("cards",)

    def __init__(self, player: Player, cards: Sequence[Card], prompt: str) -> None:
        super().__init__(player, "name", prompt)
        self.cards = cards

    def choices(self) -> Sequence[Choice]:
        return [Choice(card.name, card.name, card.name) for card in self.cards]

    def check(self, ids: Sequence[str]) -> None:
        if len(ids) != 1 or ids[0] not in CARDS or CARDS[ids[0]].landscape is not None:
            super().check(ids)

    def result(self, ids: Sequence[str]) -> Card:
        return CARDS[ids[0]]


class OrderAsk(Ask["list[int]"]):
    """Puts named things in order; the answer is their indexes, in that order. Things with the same name are interchangeable.
    "Card/other" stands for what a card does with another one."""

    kind = "order"
    __slots__ = ("names",)

    def __init__(self, player: Player, names: Sequence[str], purpose: str, prompt: str) -> None:
        super().__init__(player, purpose, prompt, len(names), len(names))
        self.names = names

    def choices(self) -> Sequence[Choice]:
        found = []
        for name, count in Counter(self.names).items():
            card, _, other = name.partition("/")
            found.append(Choice(name, words.about(card, other) if other else card, other or card, count))
        return found

    def result(self, ids: Sequence[str]) -> list[int]:
        left = list(enumerate(self.names))
        order = []
        for id in ids:
            position = next(i for i, (_, name) in enumerate(left) if name == id)
            order.append(left.pop(position)[0])
        return order


class SortAsk(Ask["dict[str, list[Copy]]"]):
    """Assigns one of `fates` (id to label, with its `{card}`) to each of `copies`; ids are `fate:NAME`."""

    kind = "sort"
    __slots__ = ("copies", "fates")

    def __init__(self, player: Player, copies: Sequence[Copy], fates: dict[str, str], prompt: str) -> None:
        super().__init__(player, "sort", prompt, len(copies), len(copies))
        self.copies = copies
        self.fates = fates

    def choices(self) -> Sequence[Choice]:
        counts = Counter(copy.card.name for copy in self.copies)
        return [
            Choice(f"{fate}:{name}", words.fate(label, name), name, count)
            for name, count in counts.items()
            for fate, label in self.fates.items()
        ]

    def least(self) -> tuple[str, ...]:
        return tuple(f"{list(self.fates)[-1]}:{copy.card.name}" for copy in self.copies)

    def check(self, ids: Sequence[str]) -> None:
        super().check(ids)
        named = Counter(id.partition(":")[2] for id in ids)
        for name, count in Counter(copy.card.name for copy in self.copies).items():
            if named[name] != count:
                raise IllegalAnswer(words.fate_missing(name, count, named[name]))

    def result(self, ids: Sequence[str]) -> dict[str, list[Copy]]:
        left = list(self.copies)
        sorted_: dict[str, list[Copy]] = {fate: [] for fate in self.fates}
        for id in ids:
            fate, _, name = id.partition(":")
            index = next(i for i, copy in enumerate(left) if copy.card.name == name)
            sorted_[fate].append(left.pop(index))
        return sorted_


class ReactAsk(Ask["ReactAnswer"]):
    """Asks whether to use a Reaction. Everyone who could hold one, by public knowledge, is asked in the same words.

    `follow` is the Attack's own question to this player if that is known already: answering it instead uses no Reaction and settles
    both questions.
    """

    kind = "react"
    __slots__ = ("_follow", "moment", "usable")

    def __init__(
        self,
        player: Player,
        prompt: str,
        source: Play | None,
        usable: Callable[[], Sequence[Copy]],
        follow: Ask[Any] | None,
        moment: str | None = None,
    ) -> None:
        super().__init__(player, "react", prompt, 1, 1, source)
        self.usable = usable
        self.moment = moment
        self._follow = follow

    def settle(self) -> Self:
        """Leave out the question if its player has nothing to use, provided that no one can tell."""
        return self if self.usable() else self.force(("no",), known=False)

    @property
    def follow(self) -> Ask[Any] | None:
        return self._follow

    @property
    def unaffected(self) -> bool:
        return self.moment is None and self.source is not None and self.player in self.source.unaffected

    def choices(self) -> Sequence[Choice]:
        names = dict.fromkeys(copy.card.name for copy in self.usable())
        label = words.reveal if self.moment is None else words.use
        return [*(Choice(f"react:{name}", label(name), name) for name in names), Choice("no", words.NO_REACTION)]

    def view(self) -> DecisionView:
        return self._shown(self.choices(), moment=self.moment)

    def lead(self, choice: Choice) -> str:
        if choice.card is not None:
            card = CARDS[choice.card]
            return words.UNAFFECTED_ANYWAY if self.unaffected and card.immunity else card.reacting
        if self.moment is not None:
            return words.WITHOUT_USING
        return words.WITHOUT_REACTION_UNAFFECTED if self.unaffected else words.WITHOUT_REACTION

    def check(self, ids: Sequence[str]) -> None:
        if self.follow is not None and not any(id == "no" or id.startswith("react:") for id in ids):
            self.follow.check(ids)
        else:
            super().check(ids)

    def result(self, ids: Sequence[str]) -> ReactAnswer:
        if len(ids) == 1 and ids[0] == "no":
            return ReactAnswer(None, None)
        if len(ids) == 1 and ids[0].startswith("react:"):
            name = ids[0].removeprefix("react:")
            return ReactAnswer(next((copy for copy in self.usable() if copy.card.name == name), None), None)
        return ReactAnswer(None, tuple(ids))


class ReactAnswer(NamedTuple):
    """The Reaction used, or the early answer to the Attack's own question, or neither."""

    copy: Copy | None
    prepared: tuple[str, ...] | None
