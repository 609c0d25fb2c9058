"""A turn: what it has seen so far, the turns that come after it, and what its player can do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import words
from engine.card import ACTION, TREASURE, Card, Copy, Pile, Type
from engine.decision import Ask, Choice
from engine.errors import IllegalAnswer
from engine.events import COST, TYPES


class ExtraTurn(NamedTuple):
    """A turn that comes after the present one (R61): whose it is, who decides in it where that is another (R63), and the name of
    the card that gives it."""

    seat: int
    possessor: int | None = None
    because: str = ""


class Turn:
    """What a turn has seen so far. `played` are the cards its player played, in order; `gained` and `trashed` name the seat.
    `because` is the card that gives an extra turn, `possessor` is the seat that decides in a Possession turn, and `returning` are
    the possessed player's trashed cards, which come back at its end (R63). `hand` is the one discarded in Clean-up. `buying` says
    whether everybody has seen that the Buy phase has begun."""

    __slots__ = (
        "because", "bought", "buying", "extra", "gained", "hand", "number", "played", "possessor", "returning", "seat", "trashed",
    )  # fmt: skip

    def __init__(self, number: int, seat: int, extra: bool = False, possessor: int | None = None, because: str = "") -> None:
        self.number = number
        self.seat = seat
        self.extra = extra
        self.possessor = possessor
        self.because = because
        self.played: list[Card] = []
        self.gained: list[tuple[int, Card]] = []
        self.trashed: list[tuple[int, Card]] = []
        self.returning: list[Copy] = []
        self.hand: list[Copy] = []
        self.bought = 0
        self.buying = False


class TurnAsk(Ask[str]):
    """What to do next on one's own turn; see DecisionView."""

    kind = "turn"
    __slots__ = ()

    def again(self) -> TurnAsk:
        """The same question once more; it comes several times a turn, and making it anew each time would take longest of all."""
        self.number = 0
        self.answer = None
        return self

    def choices(self) -> Sequence[Choice]:
        game, me = self.player.game, self.player
        options = []
        in_hand = dict.fromkeys(copy.card for copy in me.hand)
        if game.phase == "action":
            options += [Choice(f"play:{c.name}", words.play(c.name), c.name) for c in in_hand if self.playable(c)]
            options.append(Choice("buys", words.GO_ON_TO_BUY))
        else:
            treasures = [card for card in in_hand if self.playable(card)]
            if any(card.any_order for card in treasures):
                options.append(Choice("treasures", words.PLAY_ALL_TREASURES))
            options += [Choice(f"play:{card.name}", words.play(card.name), card.name) for card in treasures]
            for pile in game.piles.values():
                if (top := pile.top) is not None and self.buyable(pile):
                    options.append(Choice(f"buy:{top.name}", words.priced(top.name, game.cost(top)), top.name))
            options += [
                Choice(f"event:{card.name}", words.priced(card.name, card.cost), card.name)
                for card in game.landscapes
                if self.affordable(card)
            ]
            payable = min(me.debt, me.coins)
            options += [Choice(f"debt:{n}", words.pay_debt(n)) for n in range(payable, 0, -1)]
        options.append(Choice("end", words.END_TURN))
        return options

    def playable(self, card: Card) -> bool:
        """Whether a card in hand can be played now (R9, R12)."""
        game = self.player.game
        if game.phase == "action":
            return self.player.actions > 0 and game.is_a(card, ACTION)
        return not game.spent and game.is_a(card, TREASURE)

    def buyable(self, pile: Pile) -> bool:
        """Whether the top card of `pile` can be bought now (R13, R27)."""
        me, top = self.player, pile.top
        if top is None or not me.buys or me.debt or not pile.supply or me.game.phase != "buy":
            return False
        cost = me.game.cost(top)
        return cost[0] <= me.coins and cost[1] <= me.potions

    def affordable(self, event: Card) -> bool:
        """Whether an Event can be bought now (R54)."""
        me = self.player
        return (
            Type.EVENT in event.types
            and me.buys > 0
            and not me.debt
            and me.game.phase == "buy"
            and event.cost <= (me.coins, me.potions, 1 << 30)
        )

    def offers(self, id: str) -> bool:
        """Whether `id` is one of the options: the same as looking for it among all of them, without making them."""
        if id == "end":
            return True
        me = self.player
        game = me.game
        if (pile := game.sold.get(id)) is not None:
            if game.heard[COST] or not pile.supply:
                return self.buyable(pile)
            cost = pile.card.cost
            affordable = cost[0] <= me.coins and cost[1] <= me.potions
            return affordable and pile.count > 0 and me.buys > 0 and not me.debt and game.phase == "buy"
        if id == "treasures":
            if game.spent or game.phase != "buy":
                return False
            if game.heard[TYPES]:
                return any(copy.card.any_order and self.playable(copy.card) for copy in me.hand)
            for copy in me.hand:  # noqa: SIM110 (as in Player.holds)
                if TREASURE in copy.card.types and copy.card.any_order:
                    return True
            return False
        verb, _, name = id.partition(":")
        if verb == "play":
            return any(self.playable(copy.card) for copy in me.hand if copy.card.name == name)
        if game.phase == "action":
            return id == "buys"
        if verb == "buy":
            return (top := game.topped(name)) is not None and self.buyable(top)
        if verb == "event":
            return any(card.name == name and self.affordable(card) for card in game.landscapes)
        return verb == "debt" and any(name == str(n) for n in range(1, min(me.debt, me.coins) + 1))

    def check(self, ids: Sequence[str]) -> None:
        if len(ids) != 1:
            raise IllegalAnswer(words.CHOOSE_ONE_THING)
        if not self.offers(ids[0]):
            super().check(ids)

    def result(self, ids: Sequence[str]) -> str:
        return ids[0]
