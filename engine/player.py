"""A player: what they have (`Holdings`), and everything that card texts can tell them to do.

In a card's code, `me` is a player. Everything that might have to ask something, now or in some expansion, is awaited.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import words
from engine.asks import CardsAsk, ChoiceAsk, NameAsk, OrderAsk, PileAsk, SortAsk
from engine.card import Card, Cost, Type
from engine.decision import Choice, Leads
from engine.events import DISCARD, GAIN, NOTHING_MORE, REVEAL, SHUFFLE, TRASH, WOULD_GAIN, Event
from engine.holdings import Holdings
from engine.mechanisms import Zone
from engine.pending import settle
from engine.piles import Copy, Pile, by_name
from engine.play import Play
from engine.playing import resolve, resolve_as
from engine.triggers import window


class Player(Holdings):
    """One seat, as the rules and the texts of cards act on it."""

    __slots__ = ()

    async def others(self) -> list[Player]:
        """Return the other players still in the game, starting from the left (R32). Settle what they owe first: anything that
        affects other players' cards must find them in their proper state."""
        if self.game.debts:
            await settle(self.game)
        return [player for player in self.game.in_turn_order(self) if player is not self]

    # asking

    def choose(
        self,
        copies: Sequence[Copy],
        purpose: str,
        count: int,
        *,
        minimum: int | None = None,
        prompt: str = "",
        shown: bool | None = None,
        leads: Leads = "",
        without: str = "",
    ) -> CardsAsk:
        """Ask for `count` of `copies` (or from `minimum` to `count`; or as many as there are, R30) to use for `purpose`: to discard
        or trash them, unless `prompt` asks something else. `shown`: whether everyone sees it if only one answer is possible (see
        `Ask.force`); by default, `copies` come from the hand, and no one else sees if it lacks a kind of card. `leads`, `without`:
        see `Ask.explain`."""
        maximum = max(0, min(count, len(copies)))
        minimum = maximum if minimum is None else min(minimum, maximum)
        ask = CardsAsk(self, copies, purpose, prompt or words.choose(purpose, minimum, maximum), minimum, maximum)
        ask.explain(leads, without)
        if minimum == maximum and (maximum in (0, len(copies)) or all(copy.called == copies[0].called for copy in copies)):
            only = tuple(copy.called for copy in copies[:maximum])
            of_hand = count <= 0 or not (self.hand or copies) or (copies is self.hand and maximum == len(copies))
            ask.force(only, known=of_hand if shown is None else shown)
        return ask

    async def choose_one(
        self,
        copies: Sequence[Copy],
        purpose: str,
        *,
        optional: bool = False,
        prompt: str = "",
        shown: bool | None = None,
        leads: Leads = "",
        without: str = "",
    ) -> Copy | None:
        """Ask for one of `copies`, or none if `optional`. Return None for none, or if there are none."""
        minimum = 0 if optional else None
        chosen = await self.choose(copies, purpose, 1, minimum=minimum, prompt=prompt, shown=shown, leads=leads, without=without)
        return chosen[0] if chosen else None

    def choose_pile(
        self,
        purpose: str,
        where: Callable[[Card], bool],
        *,
        optional: bool = False,
        empty: bool = False,
        piles: Sequence[Pile] | None = None,
        prompt: str = "",
        leads: Leads = "",
        without: str = "",
    ) -> PileAsk:
        """Ask for a Supply pile (or one of `piles`) whose top card satisfies `where`; `empty`: even an empty one, if its last card
        did. `leads`, `without`: see `Ask.explain`."""
        if piles is None:
            piles = [pile for pile in self.game.piles.values() if pile.supply]
        piles = [pile for pile in piles if (empty or pile.count) and where(pile.face)]
        ask = PileAsk(self, piles, purpose, prompt or words.GAIN_A_CARD, 0 if optional or not piles else 1)
        ask.explain(leads, without)
        if not piles:
            ask.forced = ()
            ask.maximum = 0
        elif len(piles) == 1 and not optional:
            ask.forced = (piles[0].face.name,)
        return ask

    async def may(
        self,
        prompt: str,
        purpose: str,
        about: Card | None = None,
        *,
        yes: str,
        no: str,
        labels: tuple[str, str] = (words.YES, words.NO),
        possible: bool = True,
    ) -> bool:
        """Ask a yes-or-no question on this player's own turn. `about` is the card in question, if any; `yes` and `no` say what
        these answers lead to (see `Ask.explain`); `labels` replace "Yes" and "No" if other words are clearer. `possible`: whether
        "yes" is possible, which only this player knows."""
        card = about.name if about is not None else None
        options = [Choice(id, label, card) for id, label in zip(("yes", "no"), labels, strict=True)]
        ask = ChoiceAsk(self, options, purpose, prompt)
        if not possible:
            ask.offered = options[1:]
            ask.force(("no",), known=False)
        answer = await ask.explain({"yes": yes, "no": no})
        return answer[0] == "yes"

    async def may_discard_top(self, owner: Player, top: Copy) -> None:
        """Ask whether to discard `top`, revealed on `owner`'s deck; if so, do it. The purpose "discard theirs" marks another
        player's card."""
        name = None if owner is self else owner.name
        yes, no = words.top_discarded(name), words.top_stays(name)
        prompt = words.discard_yours(top.card.name) if name is None else words.discard_theirs(name, top.card.name)
        purpose = "discard" if name is None else "discard theirs"
        if await self.may(prompt, purpose, top.card, yes=yes, no=no, labels=words.DISCARD_OR_PUT_BACK):
            await owner.discard([top], owner.deck)

    def pick(self, options: dict[str, str], prompt: str, purpose: str = "choose", count: int = 1, *, leads: Leads) -> ChoiceAsk:
        """Ask for `count` different ones of `options` (id to label), possible or not (R31). `leads`: see `Ask.explain`."""
        ask = ChoiceAsk(self, [Choice(id, label) for id, label in options.items()], purpose, prompt, count, count)
        return ask.explain(leads)

    async def sort(self, copies: Sequence[Copy], fates: dict[str, str], prompt: str, *, leads: Leads) -> dict[str, list[Copy]]:
        """Ask what happens to each of `copies`, in one question: `fates` are the choices (id to label), `leads` what they mean.
        Returns the copies by fate, in the order named."""
        ask = SortAsk(self, copies, fates, prompt).explain(leads)
        if not copies:
            ask.forced = ()
        return await ask

    async def order(self, copies: Sequence[Copy], purpose: str, prompt: str, *, leads: str, shown: bool = False) -> list[Copy]:
        """Ask for an order of `copies`; `leads` says what it leads to. Everyone sees them if they are `shown` (see `Ask.force`)."""
        if len(copies) < 2:
            return list(copies)
        names = [copy.card.name for copy in copies]
        ask = OrderAsk(self, names, purpose, prompt).explain(leads)
        if len({*names}) == 1:
            ask.force(tuple(names), known=shown)
        return [copies[i] for i in await ask]

    # the deck

    async def ready(self, count: int) -> int:
        """Make sure that the deck holds `count` cards, shuffling the discard pile under it if necessary (R16). Returns how many it
        holds."""
        if len(self.deck) < count and self.discard_pile:
            event = None
            if self.game.heard[SHUFFLE]:
                event = Event(SHUFFLE, self)
                await window(event)
            self.shuffle(event)
        return min(count, len(self.deck))

    async def draw(self, count: int) -> list[Copy]:
        """Draw up to `count` cards (R11, R16)."""
        if len(self.deck) < count:
            await self.ready(count)
        return self.draw_now(count)

    async def look(self, count: int) -> list[Copy]:
        """Look at the top `count` cards of the deck, which stay there; return them topmost first. Only this player sees them."""
        seen = self.deck[-found:][::-1] if (found := await self.ready(count)) else []
        self.looked_at = (self.game.playing, seen)
        self.game.secrets += 1
        if self.game.lines is not None:
            self.game.note("look", self, seen, ())
        return seen

    async def look_at_bottom(self) -> Copy | None:
        """Look at the bottom card of the deck, which stays there. Only this player sees it."""
        if not await self.ready(1):
            return None
        self.game.secrets += 1
        self.game.note("look", self, self.deck[:1], (), zone="bottom")
        return self.deck[0]

    async def reveal_top(self, count: int) -> list[Copy]:
        """Reveal the top `count` cards of the deck, which stay there; return them topmost first."""
        seen = self.deck[-found:][::-1] if (found := await self.ready(count)) else []
        self.looked_at = (self.game.playing, seen)
        await self.reveal(seen)
        return seen

    async def _answer(self, source: list[Copy] | None, events: Sequence[Event]) -> None:
        """Let abilities answer what happened to cards from `source`. If they are from the deck, the others looked at with them
        don't count as being on it in the meantime: a draw takes the cards below (R17)."""
        before = self.looked_at
        play, seen = before
        deck = source is self.deck and play is self.game.playing
        lifted = [copy for copy in reversed(seen) if copy in self.deck] if deck else []
        for copy in lifted:  # not `move`, so that nothing loses track of them
            self.deck.remove(copy)
            self.aside.append(copy)
        outer, self.lifted = self.lifted, [*self.lifted, *lifted]
        await window(*events)
        self.looked_at, self.lifted = before, outer
        for copy in lifted:
            if copy in self.aside:
                self.aside.remove(copy)
                self.deck.append(copy)

    # moving cards

    async def discard(self, copies: Sequence[Copy], source: list[Copy] | None = None) -> list[Copy]:
        """Discard `copies` from the hand, or from `source`; the last one ends on top (R35). In a `watched` game, the top one
        reveals nothing about the others that only this player has seen. Returns those discarded."""
        if self.game.watched and len(copies) > 1 and (source is None or source is self.deck):
            copies = self.arranged(copies, "discards", (10 * self.turns_taken + self.seat) * 1000 + len(self.discard_pile))
        seen = [copy for copy in copies if self.game.lies_open(copy)] if self.game.hidden[DISCARD] else ()
        moved = self.move(copies, self.hand if source is None else source, self.discard_pile)
        if moved:
            game = self.game
            game.secrets += source is self.deck
            if game.lines is not None:
                game.note("discard", self, moved, None if len(moved) == 1 else moved[-1:])
            if game.heard[DISCARD]:
                origin = Zone.HAND if source is None else self.zone_of(source)
                known = {id(copy) for copy in (*seen, moved[-1])}
                events = [Event(DISCARD, self, each, play=game.playing, origin=origin, seen=id(each) in known) for each in moved]
                await self._answer(source, events)
        return moved

    async def trash(self, copies: Sequence[Copy], source: list[Copy] | None = None) -> list[Copy]:
        """Trash `copies` from the hand, or from `source`, simultaneously (R35). Returns those trashed."""
        game = self.game
        moved = self.move(copies, self.hand if source is None else source, self.aside if self.possessed else game.trash)
        if moved:
            game.secrets += source is self.deck
            game.turn.trashed += [(self.seat, copy.card) for copy in moved]
            if self.possessed:
                game.turn.returning += moved
            if game.lines is not None:
                game.note("trash", self, moved)
            if game.heard[TRASH]:
                origin = Zone.HAND if source is None else self.zone_of(source)
                await self._answer(source, [Event(TRASH, self, copy, play=game.playing, origin=origin) for copy in moved])
        return moved

    async def topdeck(self, copies: Sequence[Copy], source: list[Copy] | None = None, *, shown: bool = False) -> None:
        """Put `copies` from the hand, or from `source`, on the deck, the last one topmost; `shown` if everyone may see them."""
        moved = self.move(copies, self.hand if source is None else source, self.deck)
        if moved and self.game.lines is not None:
            # No one else knows the deck's order.
            self.game.note("topdeck", self, moved, sorted(moved, key=by_name) if shown else ())

    async def take(self, copies: Sequence[Copy], source: list[Copy], *, shown: bool = False) -> None:
        """Put `copies` from `source` into the hand; `shown` if everyone may see them."""
        moved = self.move(copies, source, self.hand)
        if moved and self.game.lines is not None:
            mat = next((str(name) for name, lying in self.mats.items() if lying is source), None)
            self.game.note("take", self, moved, None if shown else (), zone=mat)

    async def set_aside(self, copies: Sequence[Copy], source: list[Copy], *, shown: bool = True) -> list[Copy]:
        """Set `copies` from `source` aside, face up by default (R36), and return them."""
        moved = self.move(copies, source, self.aside)
        if shown and self.game.playing is not None:
            self.game.playing.shown += [(copy, copy.stamp) for copy in moved]
        if moved and self.game.lines is not None:
            self.game.note("aside", self, moved, None if shown else ())
        return moved

    async def put(self, copies: Sequence[Copy], source: list[Copy], mat: Zone) -> list[Copy]:
        """Put `copies` from `source` onto a mat of this player, and return them; those who can see what lies there see them."""
        moved = self.move(copies, source, self.zone(mat))
        self.game.secrets += bool(moved) and source is self.deck
        if moved and self.game.lines is not None:
            self.game.note("put", self, moved, None if mat.seen == "all" else (), zone=str(mat))
        return moved

    async def pass_to(self, receiver: Player, copies: Sequence[Copy]) -> None:
        """Put `copies` from this player's hand into another player's; this isn't gaining. No one else sees them."""
        moved = self.move(copies, self.hand, receiver.hand)
        for copy in moved:
            whose = self.seat if copy.of is None else copy.of
            copy.of = None if whose == receiver.seat else whose
            self.game.passed[self.seat, receiver.seat, copy.printed.name] += 1
        self.game.mingled |= bool(moved)
        self.game.secrets += 1
        if moved and self.game.lines is not None:
            self.game.note("pass", self, moved, (), other=receiver.seat)

    async def put_into_deck(self, copy: Copy, source: list[Copy], *, leads: Leads = "") -> None:
        """Put `copy` from `source` anywhere into the deck; everyone sees where, but not what. Options: how many cards lie above."""
        places = {str(above): words.place(above, len(self.deck)) for above in range(len(self.deck) + 1)}
        ask = ChoiceAsk(self, [Choice(id, label) for id, label in places.items()], "place", words.where_to_put(copy.card.name))
        if not self.deck:
            ask.force(("0",), known=False)
        (above,) = await ask.explain(leads)
        if self.move([copy], source, self.deck):
            self.deck.insert(len(self.deck) - 1 - int(above), self.deck.pop())
            self.game.note("place", self, [copy], (), amount=int(above))

    # the Supply, other than by gaining

    async def trash_from_supply(self, pile: Pile) -> Copy | None:
        """Trash the top card of a pile: this player trashes it, though it isn't theirs. Returns it."""
        if pile.top is None:
            return None
        game = self.game
        copy = pile.take()
        copy.stamp += 1
        game.trash.append(copy)
        game.emptied |= not pile.count
        game.turn.trashed.append((self.seat, copy.card))
        game.note("trash", self, [copy], zone="supply")
        if game.heard[TRASH]:
            await window(Event(TRASH, self, copy, pile=pile, play=game.playing))
        return copy

    async def name_card(self, prompt: str = "", *, leads: Leads = "") -> Card:
        """Ask for the name of a card, which everyone learns: any existing one; those in this game are offered."""
        cards = {card for card in self.game.cards if card.landscape is None}
        ask = NameAsk(self, sorted(cards, key=lambda card: card.name), prompt or words.NAME_A_CARD)
        named = await ask.explain(leads)
        self.game.turn.named.append((ask.source.card if ask.source is not None else None, named))
        self.game.note("name", self, card=named.name)
        return named

    async def reveal_until(self, enough: Callable[[list[Copy]], bool]) -> list[Copy]:
        """Reveal cards from the deck one at a time, setting them aside, until those revealed are `enough` or none is left; a
        shuffle on the way doesn't include them (R17). Returns them in order, all in `aside`."""
        seen: list[Copy] = []
        told = 0
        while not enough(seen):
            if not self.deck and seen[told:]:
                self.game.note("reveal", self, seen[told:])
                told = len(seen)
            if not await self.ready(1):
                break
            seen += self.move(self.deck[-1:], self.deck, self.aside)
            if self.game.heard[REVEAL]:
                await window(Event(REVEAL, self, seen[-1], play=self.game.playing))
        self.game.secrets += 1
        if self.game.mingled:
            self.all_saw(seen)
        if self.game.playing is not None:
            self.game.playing.shown += [(copy, copy.stamp) for copy in seen]
        if seen[told:] or not told:
            self.game.note("reveal", self, seen[told:])
        return seen

    async def reveal(self, copies: Sequence[Copy]) -> None:
        """Show `copies` to everyone; they stay where they are. A whole hand is listed by name, not in the order of drawing."""
        game = self.game
        game.secrets += 1
        if game.mingled:
            self.all_saw(copies)
        if game.playing is not None:
            game.playing.shown += [(copy, copy.stamp) for copy in copies]
        if copies is self.hand:
            copies = sorted(copies, key=by_name)
        if game.lines is not None:
            game.note("reveal", self, copies)
        if game.heard[REVEAL]:
            for copy in copies:
                await window(Event(REVEAL, self, copy, play=game.playing))

    # gaining and playing

    async def gain(
        self,
        what: Card | Pile | None,
        to: Zone = Zone.DISCARD,
        *,
        bought: bool = False,
        told: bool = False,
        overpaid: Cost = NOTHING_MORE,
    ) -> Copy | None:
        """Gain the top card of a pile, or that card if it is on top of its pile (R34). Returns None if there is none to gain, or if
        something else happened instead. `told`: the log line about the buy says so already."""
        game = self.game
        pile = game.pile_of(what) if isinstance(what, Card) else what
        if pile is None or (top := pile.top) is None or (isinstance(what, Card) and top is not what):
            if bought and not self.possessed:
                game.note("gain", self)
            return None
        if game.heard[WOULD_GAIN]:
            event = Event(WOULD_GAIN, self, card=top, pile=pile, to=to, bought=bought, play=game.playing)
            await window(event)
            if event.replaced:
                return None
            to = event.to
        if self.possessed:
            await (await self._heir()).gain(what)
            return None
        copy = pile.take()
        self.take_gained(copy, pile, to, bought=bought, told=told)
        if game.heard[GAIN]:
            event = Event(GAIN, self, copy, pile=pile, to=to, bought=bought, play=game.playing, overpaid=overpaid)
            await window(event)
        return copy

    async def _heir(self) -> Player:
        """Return the player who gets what this possessed player would gain (R63). Settle earlier Attacks' owed choices first."""
        possessor = self.game.possessor
        await settle(self.game, possessor)
        return possessor

    async def gain_from(self, copies: Sequence[Copy], source: list[Copy], to: Zone = Zone.DISCARD) -> list[Copy]:
        """Gain `copies` from `source`, such as the trash, one by one. Returns those gained."""
        game, gained, origin = self.game, [], self.zone_of(source)
        for copy in copies:
            if game.heard[WOULD_GAIN]:
                event = Event(WOULD_GAIN, self, copy, play=game.playing, to=to, origin=origin)
                await window(event)
                if event.replaced:
                    continue
            if self.possessed:
                await (await self._heir()).gain_from([copy], source)
            elif copy in source:
                source.remove(copy)
                self.take_gained(copy, None, to)
                gained.append(copy)
                if game.heard[GAIN]:
                    await window(Event(GAIN, self, copy, play=game.playing, to=to, origin=origin))
        return gained

    async def gain_from_supply(
        self,
        up_to: Cost | int,
        *,
        of: Type | None = None,
        but: Type | None = None,
        to: Zone = Zone.DISCARD,
        optional: bool = False,
        instead: Card | None = None,
        leads: Leads = "",
    ) -> Copy | None:
        """Gain a card of this player's choice costing up to `up_to` (R13, R22), `of` a type, or of any type `but` one. `instead`:
        the card it replaces, if someone else's card trashed that. `leads`: see `Ask.explain`."""
        limit = up_to if isinstance(up_to, Cost) else Cost(up_to)
        cost, is_a = self.game.cost, self.game.is_a
        into_hand = to is Zone.HAND and not self.possessed
        asks = words.gain_into_hand if into_hand else words.gain_up_to
        ask = self.choose_pile(
            "gain",
            lambda card: cost(card) <= limit and (of is None or is_a(card, of)) and (but is None or not is_a(card, but)),
            optional=optional,
            prompt=words.replace_up_to(instead, limit) if instead is not None else asks(limit, of, but),
            leads=leads or (words.GAINED_INTO_HAND if into_hand else ""),
        )
        return await self.gain(await ask, to)

    def then_gain(self, up_to: Cost, of: Type | None = None, to: Zone = Zone.DISCARD) -> str:
        """Return, in words, that this player then gains a card costing up to `up_to`; see `gain_from_supply`."""
        cost, is_a = self.game.cost, self.game.is_a
        tops = [pile.top for pile in self.game.piles.values() if pile.supply and pile.top is not None]
        if not any(cost(top) <= up_to and (of is None or is_a(top, of)) for top in tops):
            return words.NOTHING_TO_GAIN
        return words.then_gain(up_to, of, into_hand=to is Zone.HAND and not self.possessed)

    async def play(self, copy: Copy, source: list[Copy], this: Play | None = None, kept_by: Copy | None = None) -> Play:
        """Play `copy` from `source`, because of `this`: move it into play and follow its text (R10). If it can't be moved, follow
        its text anyway. `kept_by` is the copy that plays it more than once (R45)."""
        moved = self.move((copy,), source, self.in_play)
        play = Play(self, copy, copy.card, this)
        if not moved:
            play.stamp = -1
        return await self._played(play, kept_by)

    async def play_without_copy(self, card: Card, this: Play) -> Play:
        """Play `card` because of `this`, leaving it where it is: if it would stay in play, `this` does instead."""
        return await self._played(Play(self, None, card, this), None)

    async def play_as(self, play: Play, card: Card) -> None:
        """Turn the card being played into `card` until it leaves play, and follow that card's text."""
        await resolve_as(play, card)

    async def play_again(self, play: Play) -> Play:
        """Play the same card again, wherever it is now, without moving it (R47, R60)."""
        again = Play(self, play.copy, play.card, play.cause)
        again.stamp = play.stamp
        return await self._played(again, play.kept_by, again=True)

    async def _played(self, play: Play, kept_by: Copy | None, again: bool = False) -> Play:
        play.kept_by = kept_by
        self.game.note("play", self, card=play.card.name, again=again)
        await resolve(play)
        return play
