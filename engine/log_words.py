"""What the engine says about the log: its lines as sentences for one reader.

A line is a sentence about a player, who reads "you": "You draw 2 Coppers and an Estate." `clause` is the same without the full
stop. `deed` goes inside a sentence about that player, who needn't be named if no verb is needed: "+2 Actions".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.catalogue import say, say_many
from engine.log import Ending, LogLine
from engine.log_forms import Deed, Form, Forms, SeatNames, cards
from engine.mat_words import (
    TAKES_FROM_MAT,
    changes_tokens,
    looks_at_bottom,
    names_card,
    passes_cards,
    puts_into_deck,
    puts_onto_mat,
)
from engine.words import cost_in_words, listed, money, no_gains, potions_in_words, row, some


def line(of: LogLine, names: SeatNames, aside: str = "") -> str:
    """Return a line as a sentence, with an `aside` at its end: " (Militia)". A turn's first line is its title."""
    if of.wording or of.kind in TITLES:
        return clause(of, names)
    return say("{clause}{aside}.", clause=clause(of, names), aside=aside)


def clause(of: LogLine, names: SeatNames, *, amid: bool = False) -> str:
    """Return a line without its full stop; `amid`: within a sentence."""
    if of.wording:
        return of.wording
    if of.kind in TITLES:
        return TITLES[of.kind](of, names)
    if of.seat != names.reader:
        return told(of, names, "name")
    said = told(of, names, "you")
    return said[:1].lower() + said[1:] if amid else said


def deed(of: LogLine, names: SeatNames) -> str:
    """Return a line for use within a sentence about what its player does."""
    unnamed = "" if of.wording or of.kind in TITLES else told(of, names, "unnamed")
    return unnamed or clause(of, names, amid=True)


def told(of: LogLine, names: SeatNames, form: Form) -> str:
    """Return what someone does, in one of its forms; empty if it doesn't have that form."""
    forms, facts = DEEDS[of.kind](of, names)
    assert of.seat is not None
    done = getattr(forms, form).format(name=names.seats[of.seat], **facts)
    return done if of.owner is None or not done else say("{done} ({cause})", done=done, cause=names.card_of(of.owner, of.by or ""))


# titles


def starts(of: LogLine, names: SeatNames) -> str:
    return say("The game starts.")


def is_over(of: LogLine, names: SeatNames) -> str:
    if of.ending is None:
        return say("The game is over.")
    return say("The game is over. {reason}", reason=ending(of.ending, names))


def ending(of: Ending, names: SeatNames) -> str:
    """Return why a game ended."""
    if of.kind == "piles":
        return say_many("The {piles} pile is empty.", "{count} piles are empty: {piles}.", len(of.piles), piles=listed(of.piles))
    if of.kind == "last-player" and of.seat is not None:
        return say("{name} is the only player left: everyone else has resigned.", name=names.seats[of.seat])
    if of.kind == "late" and of.seat is not None:
        return say("{name} took too long to move.", name=names.seats[of.seat])
    if of.kind == "claimed" and of.seat is not None:
        return say("{name} claimed the win, since the other player's time was up.", name=names.seats[of.seat])
    if of.kind == "no-gains":
        return no_gains(of.rounds)
    return ENDINGS.get(of.kind, of.wording)


ENDINGS: Mapping[str, str] = {
    "resigned": say("Only AIs are left."),
    "agreed": say("Everyone agreed to end it."),
    "manager": say("Someone who manages this server ended it."),
    "deserted": say("No one had moved for more than a month."),
}


def turn(of: LogLine, names: SeatNames) -> str:
    """Return a turn's title, with its number unless it is an extra turn."""
    name = names.seats[of.seat or 0]
    title = say("Extra turn: {name}", name=name) if of.amount is None else say("Turn {number}: {name}", number=of.amount, name=name)
    if of.possessor is None:
        return title
    if of.possessor == names.reader:
        return say("{turn}, played by you", turn=title)
    return say("{turn}, played by {name}", turn=title, name=names.seats[of.possessor])


TITLES: Mapping[str, Callable[[LogLine, SeatNames], str]] = {"start": starts, "over": is_over, "turn": turn}
"""Lines that aren't about something a player did, by kind."""


# what a player did


RESIGNS = Forms(say("{name} resigns"), say("You resign"))


def resigns(of: LogLine, names: SeatNames) -> Deed:
    return RESIGNS, {}


UNDOES = Forms(say("{name} uses Undo"), say("You use Undo"))
UNDOES_ONE = Forms(say("{name} undoes “{first}”"), say("You undo “{first}”"))
UNDOES_ALL = Forms(say("{name} undoes “{first}” and what followed"), say("You undo “{first}” and what followed"))


def undoes(of: LogLine, names: SeatNames) -> Deed:
    if of.undone is None:
        return UNDOES, {}
    return UNDOES_ONE if of.amount == 1 else UNDOES_ALL, {"first": clause(of.undone, names)}


ENDS_TURN = Forms(say("{name} ends their turn"), say("You end your turn"))


def ends_turn(of: LogLine, names: SeatNames) -> Deed:
    return ENDS_TURN, {}


RETURNS_TO_ACTION_PHASE = Forms(say("{name} returns to their Action phase"), say("You return to your Action phase"))


def returns_to_action_phase(of: LogLine, names: SeatNames) -> Deed:
    return RETURNS_TO_ACTION_PHASE, {}


PLAYS = Forms(say("{name} plays {card}"), say("You play {card}"))
PLAYS_AGAIN = Forms(say("{name} plays {card} again"), say("You play {card} again"))
PLAYS_FOR = Forms(say("{name} plays {cards} ({money})"), say("You play {cards} ({money})"))
PLAYS_FOR_ALL = Forms(say("{name} plays {cards} ({money} in all)"), say("You play {cards} ({money} in all)"))


def plays(of: LogLine, names: SeatNames) -> Deed:
    if of.card is not None:
        return PLAYS_AGAIN if of.again else PLAYS, {"card": of.card}
    return PLAYS_FOR_ALL if of.more else PLAYS_FOR, {"cards": some(of.cards), "money": money(of.amount or 0, of.potions)}


BECOMES = Forms(say("{name} plays it as {card}"), say("You play it as {card}"))


def becomes(of: LogLine, names: SeatNames) -> Deed:
    return BECOMES, {"card": of.card}


GETS = Forms(say("{name} gets {what}"), say("You get {what}"), "{what}")


def gets(of: LogLine, names: SeatNames) -> Deed:
    return GETS, {"what": row(pluses(of))}


def pluses(of: LogLine) -> list[str]:
    """Return what a player gets, as a list of items."""
    cards, actions, buys, coins, potions = of.plus or (0, 0, 0, 0, 0)
    told = [say_many("+{count} Card", "+{count} Cards", cards)] if cards else []
    told += [say_many("+{count} Action", "+{count} Actions", actions)] if actions else []
    told += [say_many("+{count} Buy", "+{count} Buys", buys)] if buys else []
    told += [f"+${coins}"] if coins else []
    return [*told, *([f"+{potions_in_words(potions)}"] if potions else [])]


GETS_INSTEAD = Forms(
    say("{name} gets {what} from {source} instead of following {card}"),
    say("You get {what} from {source} instead of following {card}"),
    say("{what} from {source} instead of following {card}"),
)


def gets_instead(of: LogLine, names: SeatNames) -> Deed:
    return GETS_INSTEAD, {"what": listed(pluses(of)), "source": of.source, "card": of.card}


GETS_VP = Forms(say("{name} gets +{count} VP"), say("You get +{count} VP"), say("+{count} VP"))
GETS_VP_FROM = Forms(
    say("{name} gets +{count} VP from {source}"), say("You get +{count} VP from {source}"), say("+{count} VP from {source}")
)


def gets_vp(of: LogLine, names: SeatNames) -> Deed:
    return GETS_VP if of.source is None else GETS_VP_FROM, {"count": of.amount, "source": of.source}


TAKES_DEBT = Forms(say("{name} takes {count} debt"), say("You take {count} debt"))
TAKES_DEBT_FROM = Forms(say("{name} takes {count} debt from {source}"), say("You take {count} debt from {source}"))
PAYS_DEBT = Forms(say("{name} pays {count} debt"), say("You pay {count} debt"))


def takes_debt(of: LogLine, names: SeatNames) -> Deed:
    amount = of.amount or 0
    if amount < 0:
        return PAYS_DEBT, {"count": -amount}
    return TAKES_DEBT if of.source is None else TAKES_DEBT_FROM, {"count": amount, "source": of.source}


ADDS_VP = Forms(
    say("{name} adds 1 VP to the {pile} pile, which now has {count}"), say("You add 1 VP to the {pile} pile, which now has {count}")
)


def adds_vp(of: LogLine, names: SeatNames) -> Deed:
    return ADDS_VP, {"pile": of.pile, "count": of.amount}


ADDS_DEBT = Forms(say("{name} adds {count} debt to the {pile} pile"), say("You add {count} debt to the {pile} pile"))


def adds_debt(of: LogLine, names: SeatNames) -> Deed:
    return ADDS_DEBT, {"pile": of.pile, "count": of.amount}


MOVES_VP = Forms(say("{name} moves 1 VP from the {pile} pile to {card}"), say("You move 1 VP from the {pile} pile to {card}"))


def moves_vp(of: LogLine, names: SeatNames) -> Deed:
    return MOVES_VP, {"pile": of.pile, "card": of.card}


PASSES = Forms(say("{name} passes"), say("You pass"))
BIDS = Forms(say("{name} bids {count} debt"), say("You bid {count} debt"))


def bids(of: LogLine, names: SeatNames) -> Deed:
    return PASSES if of.amount is None else BIDS, {"count": of.amount}


PLAYS_EXTRA_TURN = Forms(
    say("{name} will play {other}'s extra turn after this one"),
    say("You'll play {other}'s extra turn after this one"),
)
PLAYS_EXTRA_TURN_OF_YOURS = Forms(
    say("{name} will play your extra turn after this one"), say("You'll play your extra turn after this one")
)


TAKES_ANOTHER_TURN = Forms(say("{name} will take another turn after this one"), say("You'll take another turn after this one"))


def plays_extra_turn(of: LogLine, names: SeatNames) -> Deed:
    if of.other is None:
        return TAKES_ANOTHER_TURN, {}
    other = of.other
    return PLAYS_EXTRA_TURN_OF_YOURS if other == names.reader else PLAYS_EXTRA_TURN, {"other": names.seats[other]}


BUYS = Forms(say("{name} buys {card}"), say("You buy {card}"))


def buys(of: LogLine, names: SeatNames) -> Deed:
    return BUYS, {"card": of.card}


EXCHANGES = Forms(say("{name} takes {card} in exchange"), say("You take {card} in exchange"))


def exchanges(of: LogLine, names: SeatNames) -> Deed:
    return EXCHANGES, {"card": of.card}


OVERPAYS = Forms(say("{name} overpays by {cost}"), say("You overpay by {cost}"))


def overpays(of: LogLine, names: SeatNames) -> Deed:
    return OVERPAYS, {"cost": cost_in_words(of.amount or 0, of.potions, 0)}


GAINS = Forms(say("{name} gains {card}"), say("You gain {card}"))
GAINS_TO: Mapping[str, Forms] = {
    "hand": Forms(say("{name} gains {card} into their hand"), say("You gain {card} into your hand")),
    "deck": Forms(say("{name} gains {card} onto their deck"), say("You gain {card} onto your deck")),
}
GAINS_NOTHING = Forms(say("{name} gains nothing: no such card is left"), say("You gain nothing: no such card is left"))


def gains(of: LogLine, names: SeatNames) -> Deed:
    if of.card is None:
        return GAINS_NOTHING, {}
    return GAINS_TO.get(of.zone or "", GAINS), {"card": some([of.card])}


DRAWS = Forms(say("{name} draws {cards}"), say("You draw {cards}"))


def draws(of: LogLine, names: SeatNames) -> Deed:
    return DRAWS, {"cards": cards(of)}


LOOKS = Forms(say("{name} looks at {cards}"), say("You look at {cards}"))
LOOKS_THROUGH = Forms(say("{name} looks through their discard pile"), say("You look through your discard pile"))
LOOKS_THROUGH_CARDS = Forms(
    say("{name} looks through their discard pile: {cards}"), say("You look through your discard pile: {cards}")
)


def looks(of: LogLine, names: SeatNames) -> Deed:
    if of.zone == "bottom":
        return looks_at_bottom(of)
    forms = LOOKS if of.zone != "discard" else LOOKS_THROUGH_CARDS if of.known else LOOKS_THROUGH
    return forms, {"cards": cards(of)}


REVEALS = Forms(say("{name} reveals {cards}"), say("You reveal {cards}"))


def reveals(of: LogLine, names: SeatNames) -> Deed:
    return REVEALS, {"cards": cards(of)}


DISCARDS = Forms(say("{name} discards {cards}"), say("You discard {cards}"))
DISCARDS_ONTO = Forms(say("{name} discards {cards}, {top} on top"), say("You discard {cards}, {top} on top"))
DISCARDS_DECK = Forms(say("{name} puts their deck into their discard pile"), say("You put your deck into your discard pile"))


def discards(of: LogLine, names: SeatNames) -> Deed:
    if of.zone == "deck":
        return DISCARDS_DECK, {}
    if of.cards and not of.known:
        return DISCARDS_ONTO, {"cards": cards(of), "top": of.cards[0]}
    return DISCARDS, {"cards": cards(of)}


TRASHES = Forms(say("{name} trashes {cards}"), say("You trash {cards}"))
TRASHES_FROM_SUPPLY = Forms(say("{name} trashes {cards} from the Supply"), say("You trash {cards} from the Supply"))


def trashes(of: LogLine, names: SeatNames) -> Deed:
    return TRASHES_FROM_SUPPLY if of.zone == "supply" else TRASHES, {"cards": cards(of)}


TOPDECKS = Forms(say("{name} puts {cards} onto their deck"), say("You put {cards} onto your deck"))

TOPDECKS_IN_ORDER = Forms(
    say("{name} puts {cards} onto their deck, {top} on top"), say("You put {cards} onto your deck, {top} on top")
)


def topdecks(of: LogLine, names: SeatNames) -> Deed:
    if of.seat == names.reader and len({*of.cards}) > 1:  # others don't know their order
        return TOPDECKS_IN_ORDER, {"cards": some(of.cards[::-1]), "top": of.cards[-1]}
    return TOPDECKS, {"cards": cards(of)}


TAKES = Forms(say("{name} puts {cards} into their hand"), say("You put {cards} into your hand"))


def takes(of: LogLine, names: SeatNames) -> Deed:
    return TAKES if of.zone is None else TAKES_FROM_MAT, {"cards": cards(of), "mat": of.zone}


SETS_ASIDE = Forms(say("{name} sets aside {cards}"), say("You set aside {cards}"))


def sets_aside(of: LogLine, names: SeatNames) -> Deed:
    return SETS_ASIDE, {"cards": cards(of)}


GETS_BACK = Forms(
    say("{name} gets back {cards}, trashed while possessed"),
    say("You get back {cards}, trashed while possessed"),
)


def gets_back(of: LogLine, names: SeatNames) -> Deed:
    return GETS_BACK, {"cards": cards(of)}


RETURNS = Forms(say("{name} returns {card} to its pile"), say("You return {card} to its pile"))


def returns(of: LogLine, names: SeatNames) -> Deed:
    return RETURNS, {"card": of.card}


SHUFFLES = Forms(say("{name} shuffles"), say("You shuffle"))
SHUFFLES_IN = Forms(say("{name} shuffles {cards} into their deck"), say("You shuffle {cards} into your deck"))


def shuffles(of: LogLine, names: SeatNames) -> Deed:
    return (SHUFFLES, {}) if of.count is None else (SHUFFLES_IN, {"cards": cards(of)})


DEEDS: Mapping[str, Callable[[LogLine, SeatNames], Deed]] = {
    "aside": sets_aside,
    "back": gets_back,
    "become": becomes,
    "bid": bids,
    "burden": adds_debt,
    "buy": buys,
    "debt": takes_debt,
    "discard": discards,
    "draw": draws,
    "end": ends_turn,
    "extra": plays_extra_turn,
    "exchange": exchanges,
    "gain": gains,
    "gather": adds_vp,
    "get": gets,
    "look": looks,
    "move": moves_vp,
    "name": names_card,
    "pass": passes_cards,
    "overpay": overpays,
    "phase": returns_to_action_phase,
    "place": puts_into_deck,
    "play": plays,
    "put": puts_onto_mat,
    "replace": gets_instead,
    "resign": resigns,
    "return": returns,
    "reveal": reveals,
    "shuffle": shuffles,
    "take": takes,
    "token": changes_tokens,
    "topdeck": topdecks,
    "trash": trashes,
    "undo": undoes,
    "vp": gets_vp,
}
"""What a player did, by a line's kind."""
