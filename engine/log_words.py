"""The part of the engine's catalogue (see `words.py`) about the log: its lines in one reader's words.

A line is a sentence about its actor, who reads "you": "You draw 2 Coppers and an Estate." `clause` is the same without its full
stop, `deed` only what the actor did, if the actor is plain: "drew 2 Coppers and an Estate".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.log import Ending, LogLine
from engine.words import counted, listed, money, some


class SeatNames(NamedTuple):
    """The seats' names, as one seat reads them (None: a spectator)."""

    seats: Sequence[str]
    reader: int | None = None

    def of(self, seat: int) -> str:
        """Return a seat's name within a sentence."""
        return "you" if seat == self.reader else self.seats[seat]

    def whose(self, seat: int) -> str:
        """Return a seat's name as a possessive."""
        return "your" if seat == self.reader else f"{self.seats[seat]}'s"


class Actor(NamedTuple):
    """The form of an actor's verbs (`form`: `ONE`, `YOU` or `DONE`), and the possessive for what is theirs."""

    form: int
    their: str

    def does(self, verb: tuple[str, str, str]) -> str:
        return verb[self.form]


ONE, YOU, DONE = 0, 1, 2
"""A verb's forms: for a player by name, for the reader, and without a named actor."""

ADD = ("adds", "add", "added")
BID = ("bids", "bid", "bid")
BUY = ("buys", "buy", "bought")
DISCARD = ("discards", "discard", "discarded")
DRAW = ("draws", "draw", "drew")
GAIN = ("gains", "gain", "gained")
GET = ("gets ", "get ", "")
GET_BACK = ("gets back", "get back", "got back")
LOOK = ("looks", "look", "looked")
MOVE = ("moves", "move", "moved")
PASS = ("passes", "pass", "passed")
PAY = ("pays", "pay", "paid")
PLAY = ("plays", "play", "played")
PUT = ("puts", "put", "put")
RESIGN = ("resigns", "resign", "resigned")
RETURN = ("returns", "return", "returned")
REVEAL = ("reveals", "reveal", "revealed")
SET_ASIDE = ("sets aside", "set aside", "set aside")
SHUFFLE = ("shuffles", "shuffle", "shuffled")
TAKE = ("takes", "take", "took")
TRASH = ("trashes", "trash", "trashed")
UNDO = ("undoes", "undo", "undid")
WILL_PLAY = ("will play", "will play", "will play")


def line(of: LogLine, names: SeatNames, aside: str = "") -> str:
    """Return a line as a sentence, with an `aside` at its end: " (Militia)". A turn's first line is its title."""
    if of.wording or of.kind in TITLES:
        return clause(of, names)
    return f"{clause(of, names)}{aside}."


def clause(of: LogLine, names: SeatNames, *, amid: bool = False) -> str:
    """Return a line without its full stop; `amid`: within a sentence."""
    if of.wording:
        return of.wording
    if of.kind in TITLES:
        return TITLES[of.kind](of, names)
    assert of.seat is not None
    if of.seat == names.reader:
        return f"{'you' if amid else 'You'} {predicate(of, names, Actor(YOU, 'your'))}"
    return f"{names.seats[of.seat]} {predicate(of, names, Actor(ONE, 'their'))}"


def deed(of: LogLine, names: SeatNames) -> str:
    """Return what a line's actor did, without naming them."""
    if of.wording or of.kind in TITLES:
        return clause(of, names)
    return predicate(of, names, Actor(DONE, "your" if of.seat == names.reader else "their"))


def predicate(of: LogLine, names: SeatNames, who: Actor) -> str:
    """Return the part of a clause or deed after its actor."""
    late = f" ({names.whose(of.owner)} {of.by})" if of.owner is not None else ""
    return f"{PREDICATES[of.kind](of, names, who)}{late}"


def cards(of: LogLine) -> str:
    """Return the cards that a line is about, as far as its reader knows them."""
    return some(of.cards) if of.known or of.count is None else counted(of.count, "card")


# titles


def starts(of: LogLine, names: SeatNames) -> str:
    return "The game starts."


def is_over(of: LogLine, names: SeatNames) -> str:
    return f"The game is over. {ending(of.ending, names)}" if of.ending is not None else "The game is over."


def ending(of: Ending, names: SeatNames) -> str:
    """Return why a game ended."""
    if of.kind == "piles" and len(of.piles) == 1:
        return f"The {of.piles[0]} pile is empty."
    if of.kind == "piles":
        return f"{len(of.piles)} piles are empty: {listed(of.piles)}."
    if of.kind == "last-player" and of.seat is not None:
        return f"{names.seats[of.seat]} is the only player left: everyone else has resigned."
    if of.kind == "no-gains":
        return f"No one has gained a card for {counted(of.rounds, 'round')}."
    return ENDINGS.get(of.kind, of.wording)


ENDINGS: Mapping[str, str] = {
    "resigned": "Only AIs are left.",
    "agreed": "Everyone agreed to end it.",
    "manager": "Someone who manages this server ended it.",
}


def turn(of: LogLine, names: SeatNames) -> str:
    """Return a turn's title; with its number, unless it is an extra turn."""
    which = "Extra turn" if of.amount is None else f"Turn {of.amount}"
    title = f"{which}: {names.seats[of.seat or 0]}"
    return title if of.possessor is None else f"{title}, played by {names.of(of.possessor)}"


TITLES: Mapping[str, Callable[[LogLine, SeatNames], str]] = {"start": starts, "over": is_over, "turn": turn}
"""Lines that aren't about a player's act, by kind."""


# what a player did


def resigns(of: LogLine, names: SeatNames, who: Actor) -> str:
    return who.does(RESIGN)


def undoes(of: LogLine, names: SeatNames, who: Actor) -> str:
    told = f"{who.does(UNDO)} {counted(of.amount or 0, 'move')}"
    if of.undone is None:
        return told
    return f"{told}{':' if of.amount == 1 else ', back to before'} “{clause(of.undone, names)}”"


def returns_to_action_phase(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(RETURN)} to {who.their} Action phase"


def plays(of: LogLine, names: SeatNames, who: Actor) -> str:
    if of.card is not None:
        return f"{who.does(PLAY)} {of.card}{' again' if of.again else ''}"
    return f"{who.does(PLAY)} {some(of.cards)} ({money(of.amount or 0, of.potions)}{' in all' if of.more else ''})"


def becomes(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(PLAY)} it as {of.card}"


def gets(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(GET)}{', '.join(pluses(of))}"


def pluses(of: LogLine) -> list[str]:
    """Return what a player gets, item by item."""
    cards, actions, buys, coins, potions = of.plus or (0, 0, 0, 0, 0)
    told = [f"+{counted(n, word)}" for n, word in ((cards, "Card"), (actions, "Action"), (buys, "Buy")) if n]
    return [*told, *([f"+${coins}"] if coins else []), *([f"+{money(0, potions)}"] if potions else [])]


def gets_instead(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(GET)}{listed(pluses(of))}{given_by(of)} instead of following {of.card}"


def gets_vp(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(GET)}+{of.amount} VP{given_by(of)}"


def given_by(of: LogLine) -> str:
    """Return the card that gives it, if that needs saying."""
    return f" from {of.source}" if of.source is not None else ""


def takes_debt(of: LogLine, names: SeatNames, who: Actor) -> str:
    amount = of.amount or 0
    return f"{who.does(PAY)} {-amount} debt" if amount < 0 else f"{who.does(TAKE)} {amount} debt{given_by(of)}"


def adds_vp(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(ADD)} 1 VP to the {of.pile} pile, which now has {of.amount}"


def adds_debt(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(ADD)} {of.amount} debt to the {of.pile} pile"


def moves_vp(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(MOVE)} 1 VP from the {of.pile} pile to {of.card}"


def bids(of: LogLine, names: SeatNames, who: Actor) -> str:
    return who.does(PASS) if of.amount is None else f"{who.does(BID)} {of.amount} debt"


def plays_extra_turn(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(WILL_PLAY)} an extra turn of {names.whose(of.other or 0)} after this one"


def buys(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(BUY)} {of.card}"


def gains(of: LogLine, names: SeatNames, who: Actor) -> str:
    if of.card is None:
        return f"{who.does(GAIN)} nothing: none is left"
    to = {"hand": f" into {who.their} hand", "deck": f" onto {who.their} deck"}.get(of.zone or "", "")
    return f"{who.does(GAIN)} {some([of.card])}{to}"


def draws(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(DRAW)} {cards(of)}"


def looks(of: LogLine, names: SeatNames, who: Actor) -> str:
    if of.zone == "discard":
        return f"{who.does(LOOK)} through {who.their} discard pile{f': {cards(of)}' if of.known else ''}"
    return f"{who.does(LOOK)} at {cards(of)}"


def reveals(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(REVEAL)} {cards(of)}"


def discards(of: LogLine, names: SeatNames, who: Actor) -> str:
    if of.zone == "deck":
        return f"{who.does(PUT)} {who.their} deck into {who.their} discard pile"
    top = f", {of.cards[0]} on top" if of.cards and not of.known else ""
    return f"{who.does(DISCARD)} {cards(of)}{top}"


def trashes(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(TRASH)} {cards(of)}{' from the Supply' if of.zone == 'supply' else ''}"


def topdecks(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(PUT)} {cards(of)} onto {who.their} deck"


def takes(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(PUT)} {cards(of)} into {who.their} hand"


def sets_aside(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(SET_ASIDE)} {cards(of)}"


def gets_back(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(GET_BACK)} {cards(of)}, trashed while possessed"


def returns(of: LogLine, names: SeatNames, who: Actor) -> str:
    return f"{who.does(RETURN)} {of.card} to its pile"


def shuffles(of: LogLine, names: SeatNames, who: Actor) -> str:
    return who.does(SHUFFLE) if of.count is None else f"{who.does(SHUFFLE)} {cards(of)} into {who.their} deck"


PREDICATES: Mapping[str, Callable[[LogLine, SeatNames, Actor], str]] = {
    "aside": sets_aside,
    "back": gets_back,
    "become": becomes,
    "bid": bids,
    "burden": adds_debt,
    "buy": buys,
    "debt": takes_debt,
    "discard": discards,
    "draw": draws,
    "extra": plays_extra_turn,
    "gain": gains,
    "gather": adds_vp,
    "get": gets,
    "look": looks,
    "move": moves_vp,
    "phase": returns_to_action_phase,
    "play": plays,
    "replace": gets_instead,
    "resign": resigns,
    "return": returns,
    "reveal": reveals,
    "shuffle": shuffles,
    "take": takes,
    "topdeck": topdecks,
    "trash": trashes,
    "undo": undoes,
    "vp": gets_vp,
}
"""What a player did, by a line's kind."""
