"""The position of a rules case: setting it up, reading its state, and understanding answers as a player says them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from engine import snapshot
from engine.card import CARDS
from engine.case_format import Case, CaseError, Words, a_card, listed, read_words
from engine.core import Core
from engine.decision import Ask
from engine.errors import IllegalSetup
from engine.extras import complete
from engine.mechanisms import ZONES
from engine.piles import Copy, Pile
from engine.save import Setup, Snapshot
from engine.setup import deal, lay_out
from engine.shuffle import Shuffler
from engine.turn import Turn

SEED = bytes(range(32))
ON_THE_TABLE: dict[str, Any] = {"piles": True, "ending_piles": True, "players": {"__all__": {"owned"}}}
"""The parts of a view that everyone can read off the table at any time: the piles, and the cards that everyone has seen come and
go."""
COUNTERS = ("actions", "buys", "coins", "potions", "debt", "vp_tokens", "turns_taken")
T = TypeVar("T")


class Differs(Exception):
    """Something isn't as the case says, so there is no point in going on."""


class StackedShuffler(Shuffler):
    """Puts the cards that a case names on top, in its order; the seed decides about those below, and about later shuffles."""

    __slots__ = ("orders",)

    def __init__(self, seed: bytes, streams: int, orders: dict[int, list[Words]]) -> None:
        super().__init__(seed, streams)
        self.orders = orders

    def shuffled(self, cards: Sequence[T], stream: int) -> list[T]:
        """Return the cards in the case's order as far as it gives one."""
        number = self.counters[stream]
        order = super().shuffled(cards, stream)
        for name in reversed(self.orders[stream][number].items if number < len(self.orders.get(stream, ())) else ()):
            found = next((each for each in order if isinstance(each, Copy) and each.card.name == name), None)
            if found is None:
                shuffled = listed(sorted(each.card.name for each in cards if isinstance(each, Copy)))
                raise Differs(f"shuffles: no {name} is left to put on top; what is shuffled is {shuffled}")
            order.remove(found)
            order.append(found)
        return order


# the position


def copies(core: Core, words: Words) -> list[Copy]:
    """Return new copies of the named cards, in that order."""
    for name in words.items:
        if core.pile_of(CARDS[name]) is None:
            raise CaseError(f"{name} has no pile in this game; name it in `kingdom`")
    return [Copy(CARDS[name], core.pile_of(CARDS[name])) for name in words.items]


def place(core: Core, case: Case) -> None:
    """Fill the table according to the case's start."""
    start = case.start
    for player in core.players:
        if (seat := start.seats.get(player.name)) is not None:
            player.hand, player.in_play, player.aside = (copies(core, w) for w in (seat.hand, seat.in_play, seat.set_aside))
            player.deck, player.discard_pile = (copies(core, words)[::-1] for words in (seat.deck, seat.discard))
            for mat, words in seat.mats.items():
                player.zone(ZONES[mat]).extend(copies(core, words))
            player.tokens = dict(seat.tokens)
            player.vp_tokens, player.debt, player.turns_taken = seat.vp, seat.debt, seat.turns
    core.trash += copies(core, start.trash)
    me = core.players[core.setup.first or 0]
    core.turn, core.last_seat, core.current = Turn(1, me.seat), me.seat, me
    if start.amid:
        core.phase = start.phase or "action"
        core.turn.played = [copy.card for copy in me.in_play]
        wanted = (start.actions, 1), (start.buys, 1), (start.coins, 0), (start.potions, 0)
        me.actions, me.buys, me.coins, me.potions = (usual if given is None else given for given, usual in wanted)


def pile_called(core: Core, name: str) -> Pile:
    """Return the pile with that name, or the mixed pile that has that card."""
    pile = core.piles.get(name) or (core.homes.get(CARDS[name]) if name in CARDS else None)
    if pile is None:
        raise CaseError(f"there is no pile of {name} in this game; name it in `kingdom`")
    return pile


def tokens_on(core: Core, name: str) -> dict[str, Any]:
    """Return the tokens on a pile, or on a landscape."""
    if any(card.name == name for card in core.landscapes):
        return core.marks.setdefault(name, {})
    return pile_called(core, name).tokens


def stacked(pile: Pile) -> list[str]:
    """Return the cards of a pile from the top down."""
    return [pile.card.name] * pile.count if pile.stack is None else names(pile.stack)[::-1]


def fill_supply(core: Core, case: Case) -> None:
    """Make the piles according to the case's start; in a mixed pile, missing cards are missing from the top."""
    for name, wanted in case.start.supply.items():
        pile = pile_called(core, name)
        if isinstance(wanted, Words):
            if pile.stack is None:
                raise CaseError(f"start, supply, {name}: that pile is all of one card; say how many")
            pile.stack = [Copy(CARDS[card], pile) for card in reversed(wanted.items)]
        elif pile.stack is not None:
            del pile.stack[wanted:]
        pile.count = wanted if isinstance(wanted, int) else len(wanted.items)
    for name, tokens in case.start.tokens.items():
        tokens_on(core, name).update(tokens)
    core.emptied = any(not pile.count for pile in core.piles.values())


def set_up(case: Case, taken: Snapshot | None) -> Core:
    """Return the game ready to start: at the case's start, or at the snapshot `taken`."""
    names = list(case.players)
    first = names.index(case.start.turn) if case.start.turn else 0
    try:
        setup = Setup(
            players=case.players,
            kingdom=case.piles,
            landscapes=case.landscapes,
            extras=case.extras,
            optional=case.optional,
            edition=case.edition,
            first=first,
        )
        setup = complete(setup)
        core = snapshot.restore(setup, SEED, taken) if taken is not None else lay_out(setup, SEED)
    except (IllegalSetup, ValueError) as error:
        raise CaseError(str(error)) from error
    plain = core.shuffler
    core.shuffler = StackedShuffler(SEED, len(names) + 1, {names.index(name): orders for name, orders in case.shuffles.items()})
    core.shuffler.epoch, core.shuffler.counters = plain.epoch, plain.counters
    core.lines = []
    if taken is None:
        fill_supply(core, case)
        if case.start.dealt:
            deal(core)
        else:
            place(core, case)
    return core


# its state


def names(zone: Iterable[Copy]) -> list[str]:
    """Return the names of copies, in order."""
    return [copy.card.name for copy in zone]


def portrait(core: Core) -> dict[str, Any]:
    """Return everything about a game, including hidden things, as plain values."""
    seen: dict[str, Any] = {
        "turn": (core.turn.number, core.current.seat),
        "phase": core.phase,
        "trash": names(core.trash),
        "piles": {pile.name: (pile.count, stacked(pile), dict(pile.tokens)) for pile in core.piles.values()},
        "marks": {name: dict(marks) for name, marks in core.marks.items()},
        "shuffles": (core.shuffler.epoch, *core.shuffler.counters),
        "decisions": [ask.view() for ask in core.decisions()],
    }
    for player in core.players:
        seen[player.name] = [names(zone) for zone in player.zones()], [getattr(player, each) for each in COUNTERS], player.tokens
    return seen


def census(core: Core) -> Counter[str]:
    """Return how many copies of each card there are, in all zones together."""
    counts = Counter(name for pile in core.piles.values() for name in stacked(pile))
    for zone in (core.trash, *(player.owned() for player in core.players)):
        counts.update(copy.printed.name for copy in zone)
    return counts


# answers, as a player says them

PLAIN = {"treasures": "treasures", "buy phase": "buys", "end turn": "end"}


def meant(ask: Ask[Any], text: str) -> tuple[str, ...] | None:
    """Return the ids that `text` means as an answer to `ask`; None if it can't answer such a question."""
    verb, _, rest = text.partition(" ")
    if ask.kind == "turn":
        if text in PLAIN:
            return (PLAIN[text],)
        if debt := re.fullmatch(r"pay (\d+) debt", text):
            return (f"debt:{debt[1]}",)
        if spent := re.fullmatch(r"spend (\d+) (.+)", text):
            return (f"spend:{spent[2]}:{spent[1]}",)
        if verb == "buy" and rest in CARDS and CARDS[rest].landscape is not None:
            return (f"event:{rest}",)
        return (f"{verb}:{a_card(rest)}",) if verb in ("play", "buy") and rest else None
    if ask.kind == "react":
        if text == "no":
            return ("no",)
        if verb == "reveal" and rest:
            return (f"react:{a_card(rest)}",)
        return meant(ask.follow, text) if ask.follow is not None else None
    if ask.kind == "choice":
        if text in ("yes", "no"):
            return (text,) if any(choice.id == text for choice in ask.choices()) else None
        ids = {choice.label: choice.id for choice in ask.choices()}
        return (
            tuple(ids.get(label, label) for label in read_words(rest).items) if verb in ("choose", ask.purpose) and rest else None
        )
    if ask.kind == "sort":
        fates = [part.strip().partition(" ") for part in text.split(",")]
        return tuple(f"{fate}:{a_card(name)}" for fate, _, several in fates for name in read_words(several).items)
    if verb == ask.purpose or (ask.kind == "order" and verb == "order"):
        return tuple(name if ask.offers(name) else a_card(name) for name in read_words(rest).items) if rest else None
    return None


def said(id: str) -> str:
    """Return an option's id in a player's words."""
    verb, _, name = id.partition(":")
    if verb == "debt":
        return f"pay {name} debt"
    if verb == "spend":
        token, _, number = name.partition(":")
        return f"spend {number} {token}"
    words = {move: text for text, move in PLAIN.items()} | {"event": "buy", "react": "reveal"}
    return f"{words.get(verb, verb)} {name}" if name else words.get(verb, verb)


def options(ask: Ask[Any]) -> list[str]:
    """Return the options in a player's words; a name appears as often as it can be chosen."""
    return [said(choice.id) for choice in ask.choices() for _ in range(choice.count)]


def described(core: Core) -> str:
    """Return the open questions in words."""
    lines = []
    for ask in core.decisions():
        state = "sealed, " * (ask.answer is not None) + "owed, " * ask.owed
        how = {"turn": "", "react": "", "choice": ""}.get(ask.kind, f"{ask.purpose} {ask.minimum} to {ask.maximum} of ")
        lines.append(f"{core.players[ask.decider].name} ({state}{ask.prompt}): {how}{listed(options(ask))}")
    return "; ".join(lines) or "nothing"
