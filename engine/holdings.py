"""What a player has: zones and counters, with the changes to them that ask nothing and that nothing answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from engine.card import Card, Type
from engine.events import TYPES
from engine.mechanisms import TOKENS, VP, ZONES, Token, Zone
from engine.piles import Copy, Pile, by_name

if TYPE_CHECKING:
    from engine.core import Core
    from engine.events import Event, Later
    from engine.play import Play


class Holdings:
    """What one seat has. The last element of `deck` and of `discard_pile` is the top one. `mats` are the zones that only some games
    have, and `tokens` counts the tokens that only some games have (see `Token`); `last_gains` lists the cards gained on this
    player's last turn, each with the seat that gained it. `looked_at` are the cards of the deck last looked at or revealed, and the
    play that did it; `lifted` are those that are off the deck in the meantime."""

    __slots__ = (
        "actions", "aside", "buys", "coins", "controller", "debt", "deck", "discard_pile", "game", "hand", "in_play", "last_gains",
        "later", "lifted", "looked_at", "mats", "name", "potions", "resigned", "seat", "tokens", "turns_taken", "vp_tokens",
    )  # fmt: skip

    def __init__(self, game: Core, seat: int, name: str) -> None:
        self.game = game
        self.seat = seat
        self.name = name
        self.controller = seat
        self.deck: list[Copy] = []
        self.hand: list[Copy] = []
        self.discard_pile: list[Copy] = []
        self.in_play: list[Copy] = []
        self.aside: list[Copy] = []
        self.mats: dict[str, list[Copy]] = {}
        self.tokens: dict[str, int] = {}
        self.last_gains: list[tuple[int, Card]] = []
        self.later: list[Later] = []
        self.looked_at: tuple[Play | None, Sequence[Copy]] = (None, ())
        self.lifted: Sequence[Copy] = ()
        self.actions = 0
        self.buys = 0
        self.coins = 0
        self.potions = 0
        self.debt = 0
        self.vp_tokens = 0
        self.turns_taken = 0
        self.resigned = False

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def zones(self) -> tuple[list[Copy], ...]:
        """Return all zones that hold this player's cards (R66)."""
        return self.deck, self.hand, self.discard_pile, self.in_play, self.aside, *self.mats.values()

    def zone(self, where: Zone) -> list[Copy]:
        """Return the cards in this player's zone of that kind."""
        if not where.field:
            return self.mats.setdefault(where, [])
        zone: list[Copy] = getattr(self, where.field)
        return zone

    def zone_of(self, copies: list[Copy]) -> Zone:
        """Return which zone of this player these cards are; if none, it is the trash."""
        there = [zone for zone in ZONES.values() if zone.field or zone in self.mats]
        return next((zone for zone in there if self.zone(zone) is copies), Zone.TRASH)

    def owned(self) -> list[Copy]:
        """Return all cards this player owns, wherever they are."""
        owned = [*self.deck, *self.hand, *self.discard_pile, *self.in_play, *self.aside]
        return [*owned, *chain.from_iterable(self.mats.values())] if self.mats else owned

    def count(self, card: Card) -> int:
        """Return how many copies of `card` this player owns."""
        return sum(copy.card is card for copy in self.owned())

    @property
    def on_turn(self) -> bool:
        """Return whether it is this player's turn."""
        return self.game.current is self and self.game.phase != "between"

    @property
    def gained(self) -> list[Card]:
        """Return what this player gained on their last turn."""
        return [card for seat, card in self.last_gains if seat == self.seat]

    @property
    def possessed(self) -> bool:
        """Return whether this is a turn of this player that another player controls (R63)."""
        game = self.game
        return game.turn.possessor is not None and game.current is self and self.controller != self.seat

    def holds(self, kind: Type) -> bool:
        """Return whether there is a card of that type in hand."""
        if self.game.heard[TYPES]:
            return any(kind in self.game.types(copy.card) for copy in self.hand)
        for copy in self.hand:  # noqa: SIM110 (asked every turn, where a generator takes twice as long)
            if kind in copy.card.types:
                return True
        return False

    def may_hold(self, fits: Callable[[Card], bool]) -> bool:
        """Return whether this player, by public knowledge, could hold a card that `fits`: they own one that isn't face up. (That
        includes one set aside face down, as no one else knows that it is there.)"""
        return bool(self.hand) and any(map(fits, {copy.card for copy in self.candidates()}))

    def candidates(self) -> list[Copy]:
        """Return the cards that, by public knowledge, could be in this hand: this player's unseen cards, or once cards have been
        passed, anyone's."""
        if not self.game.mingled:
            return self.unseen()
        return [copy for player in self.game.players for copy in player.unseen()]

    def unseen(self) -> list[Copy]:
        """Return this player's cards that aren't face up."""
        face_down = [effect.cards for effect in self.later if not effect.data.get("shown")]
        face_down += [copies for mat, copies in self.mats.items() if ZONES[mat].seen != "all"]
        lifted = [copy for copy in self.aside if copy in self.lifted]
        return [*self.deck, *self.hand, *self.discard_pile[:-1], *lifted, *chain.from_iterable(face_down)]

    # moving cards

    def arranged(self, copies: Sequence[Copy], what: str, number: int) -> list[Copy]:
        """Return `copies` in an order that hides how they were drawn or chosen: any of them can be last, varying with `what` and
        `number`."""
        made = sorted(copies, key=by_name)
        if made:
            made.append(made.pop(self.game.shuffler.opaque(what, number) % len(made)))
        return made

    def move(self, copies: Sequence[Copy], source: list[Copy], to: list[Copy]) -> list[Copy]:
        """Move those of `copies` that are still in `source`, and return them; the game loses track of the others (R60)."""
        moved = [copy for copy in copies if copy in source]
        for copy in moved:
            source.remove(copy)
            copy.stamp += 1
            if source is self.in_play:
                copy.card = copy.printed
                for effect in self.later:
                    effect.kept = [kept for kept in effect.kept if kept is not copy]
        to += moved
        if self.game.mingled and (to is self.in_play or to is self.game.trash):
            self.all_saw(moved)
        return moved

    def all_saw(self, copies: Sequence[Copy]) -> None:
        """Record that everyone has seen these to be this player's."""
        for copy in copies:
            if copy.of is not None:
                self._claim(copy, copies)

    def _claim(self, copy: Copy, shown: Sequence[Copy]) -> None:
        """Make `copy`, which everyone thinks is another player's, this player's from now on. Since no one can tell equal cards
        apart, swap it with an unseen one that everyone already thinks is this player's, or else with one of the nearest player to
        the right who might have one: its real owner would reveal what others passed on."""
        game = self.game

        def away(seat: int) -> int:
            return (self.seat - seat) % len(game.players)

        hidden = [(each, player.seat) for player in game.players for each in player.owned() if each not in player.in_play]
        alike = [(each, seat) for each, seat in hidden if each.printed is copy.printed and each not in shown]
        whose = copy.of
        assert whose is not None
        other, holder = min(alike, key=lambda found: away(found[0].owner(found[1])), default=(copy, whose))
        if away(other.owner(holder)) < away(whose):
            whose, other.of = other.owner(holder), None if whose == holder else whose
        copy.of = None
        if game.passed[whose, self.seat, copy.printed.name] > 0:
            game.passed[whose, self.seat, copy.printed.name] -= 1

    def shuffle(self, event: Event | None = None) -> None:
        """Shuffle the discard pile and put it under the deck, unless an answer to `event` changes that."""
        game = self.game
        if event is None:
            below = game.shuffler.shuffled(self.discard_pile, self.seat)
            self.discard_pile.clear()
        else:
            kept_out, placed = event.kept_out, event.placed
            below = game.shuffler.shuffled([c for c in self.discard_pile if c not in kept_out and c not in placed], self.seat)
            for copy, above in sorted(placed.items(), key=lambda item: item[1]):
                below.insert(max(0, len(below) - above), copy)
            self.discard_pile[:] = kept_out
        for copy in below:
            copy.stamp += 1
        self.deck[:0] = below
        game.secrets += 1
        if game.lines is not None:
            game.note("shuffle", self)

    def draw_now(self, count: int) -> list[Copy]:
        """Draw from the deck without shuffling."""
        deck = self.deck
        drawn = deck[-count:] if count else []
        if not drawn:
            return drawn
        del deck[-count:]
        drawn.reverse()
        for copy in drawn:
            copy.stamp += 1
        self.hand += drawn
        game = self.game
        game.secrets += 1
        if game.lines is not None and not self.resigned:
            game.note("draw", self, drawn, ())
        return drawn

    def look_through_discard(self) -> list[Copy]:
        """Look through the discard pile. Only this player sees it."""
        self.game.secrets += 1
        seen = list(self.discard_pile)
        if self.game.lines is not None:
            self.game.note("look", self, seen, (), zone="discard")
        return seen

    def deck_to_discard(self) -> None:
        """Put the whole deck into the discard pile, face up; this isn't discarding (R39)."""
        for copy in self.deck:
            copy.stamp += 1
        self.discard_pile += reversed(self.deck)
        self.deck.clear()
        self.game.secrets += 1
        self.game.note("discard", self, zone="deck")

    def shuffle_in(self, copies: Sequence[Copy], source: list[Copy]) -> None:
        """Shuffle `copies` from `source` into the deck."""
        self.move(copies, source, self.deck)
        self.deck = self.game.shuffler.shuffled(self.deck, self.seat)
        for copy in self.deck:
            copy.stamp += 1
        self.game.secrets += 1
        self.game.note("shuffle", self, count=len(copies))

    def return_to_pile(self, copies: Sequence[Copy], source: list[Copy]) -> None:
        """Put `copies` back on top of the piles they belong to; one without a pile stays where it is."""
        for copy in copies:
            if copy in source and copy.home is not None:
                source.remove(copy)
                copy.card = copy.printed
                self.all_saw([copy])
                copy.home.put(copy)
                self.game.note("return", self, card=copy.card.name)

    def exchange(self, copies: Sequence[Copy], source: list[Copy], pile: Pile) -> list[Copy]:
        """Put each of `copies` back onto its pile and the top card of `pile` into the discard pile instead, as long as there is
        one; this isn't gaining (HIN). Returns those that came."""
        came = []
        for copy in copies:
            if copy in source and copy.home is not None and pile.count:
                self.return_to_pile([copy], source)
                came.append(pile.take())
                self.discard_pile.append(came[-1])
                self.game.emptied |= not pile.count
                self.game.note("exchange", self, card=came[-1].card.name)
        return came

    def take_gained(
        self, copy: Copy, pile: Pile | None, to: Zone = Zone.DISCARD, *, bought: bool = False, told: bool = False
    ) -> None:
        """Put a gained copy where it goes and remember it for the turn; log it unless it is `told` already."""
        game = self.game
        copy.stamp += 1
        self.zone(to).append(copy)
        game.turn.gained.append((self.seat, copy.card))
        game.last_gain = game.turn.number
        if pile is not None and not pile.count:
            game.emptied = True
        if not told and game.lines is not None:
            game.note("gain", self, card=copy.card.name, zone=None if to is Zone.DISCARD else str(to), bought=bought)

    # counters and tokens

    def get(self, *, actions: int = 0, buys: int = 0, coins: int = 0) -> None:
        """Add to what this player can do and spend this turn (R11)."""
        self.actions += actions
        self.buys += buys
        self.coins += coins
        if self.game.lines is not None and (actions or buys or coins):
            plus = (0, int(actions), int(buys), int(coins), 0)  # a bool that said so counts as 1
            self.game.note("get", self, plus=plus, amount=self.coins, potions=self.potions)

    def return_to_action_phase(self) -> None:
        """Return to the Action phase once the current effect is done, if it is this player's Buy phase (R49)."""
        if self.on_turn and self.game.phase == "buy":
            self.game.phase = "action"
            self.game.note("phase", self)

    def all_tokens(self) -> dict[str, int]:
        """Return all tokens that this player has, by name."""
        return {name: number for name in TOKENS if (number := self.token(name))}

    def token(self, name: str) -> int:
        """Return how many tokens with that name this player has."""
        field = TOKENS[name].field
        return getattr(self, field) if field else self.tokens.get(name, 0)

    def get_tokens(self, token: Token, count: int = 1) -> None:
        """Take `count` tokens; less than 0: give them back."""
        self.tokens[token] = self.tokens.get(token, 0) + count
        if count:
            self.game.note("token", self, token=str(token), amount=count)

    def spend_tokens(self, name: str, count: int) -> None:
        """Spend `count` tokens with that name for coins."""
        token = TOKENS[name]
        self.get_tokens(token, -count)
        self.get(coins=count * token.coins)

    def put_tokens(self, token: Token, pile: Pile, count: int = 1) -> None:
        """Put `count` tokens on a pile."""
        pile.tokens[token] = pile.tokens.get(token, 0) + count
        self.game.note("token", self, token=str(token), pile=pile.name, amount=count)

    def get_vp(self, count: int, source: Card | None = None) -> None:
        """Take `count` VP tokens from the unused ones (R56). `source` is the card that gives them, if the previous log line doesn't
        name it."""
        self.vp_tokens += count
        if count and self.game.lines is not None:
            self.game.note("vp", self, amount=count, source=source.name if source is not None else None)

    def take_vp(self, tokens: dict[str, Any], count: int | None = None, source: Card | None = None) -> int:
        """Take `count` VP tokens (None: all), or as many as there are, from a pile's `tokens` or a Landmark's marks. Returns how
        many."""
        held = int(tokens.get(VP, 0))
        taken = held if count is None else min(count, held)
        if taken:
            tokens[VP] = held - taken
            self.get_vp(taken, source)
        return taken

    def gather(self, card: Card) -> int:
        """Add 1 unused VP token to the pile of `card`. Returns how many lie there now."""
        tokens = self.game.tokens_on(card)
        tokens[VP] = tokens.get(VP, 0) + 1
        self.game.note("gather", self, pile=card.name, amount=tokens[VP])
        return tokens[VP]

    def take_debt(self, count: int, source: Card | None = None) -> None:
        """Take `count` debt tokens; under Possession the possessor takes them (R27, R63). `source` as in `get_vp`."""
        taker: Holdings = self.game.possessor if self.possessed else self
        taker.debt += count
        if count:
            self.game.note("debt", taker, amount=count, source=source.name if source is not None else None)

    def pay_debt(self, count: int) -> None:
        """Pay off `count` debt with as many coins."""
        self.coins -= count
        self.debt -= count
        self.game.note("debt", self, amount=-count)
