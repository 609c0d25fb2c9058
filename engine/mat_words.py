"""What the engine says in the log about mats and tokens, about places in a deck, and about cards that are passed or named."""

from __future__ import annotations

from engine.catalogue import say
from engine.log import LogLine
from engine.log_forms import Deed, Forms, SeatNames, cards
from engine.words import card_count, tokens

LOOKS_AT_BOTTOM = Forms(say("{name} looks at the bottom card of their deck"), say("You look at the bottom card of your deck"))
LOOKS_AT_BOTTOM_CARD = Forms(
    say("{name} looks at the bottom card of their deck: {cards}"), say("You look at the bottom card of your deck: {cards}")
)


def looks_at_bottom(of: LogLine) -> Deed:
    return LOOKS_AT_BOTTOM_CARD if of.known else LOOKS_AT_BOTTOM, {"cards": cards(of)}


PUTS_ON_DECK = Forms(say("{name} puts {cards} onto their deck"), say("You put {cards} onto your deck"))
PUTS_ONTO_MAT = Forms(say("{name} puts {cards} onto their {mat}"), say("You put {cards} onto your {mat}"))


def puts_onto_mat(of: LogLine, names: SeatNames) -> Deed:
    return PUTS_ONTO_MAT, {"cards": cards(of), "mat": of.zone}


TAKES_FROM_MAT = Forms(
    say("{name} puts {cards} from their {mat} into their hand"), say("You put {cards} from your {mat} into your hand")
)
PUTS_INTO_DECK = Forms(
    say("{name} puts {cards} into their deck, with {above} on top of it"),
    say("You put {cards} into your deck, with {above} on top of it"),
)


def puts_into_deck(of: LogLine, names: SeatNames) -> Deed:
    return PUTS_INTO_DECK if of.amount else PUTS_ON_DECK, {"cards": cards(of), "above": card_count(of.amount or 0)}


PASSES_TO = Forms(say("{name} passes {cards} to {other}"), say("You pass {cards} to {other}"))


def passes_cards(of: LogLine, names: SeatNames) -> Deed:
    return PASSES_TO, {"cards": cards(of), "other": names.of(of.other or 0)}


NAMES = Forms(say("{name} names {card}"), say("You name {card}"))


def names_card(of: LogLine, names: SeatNames) -> Deed:
    return NAMES, {"card": of.card}


TAKES_TOKENS = Forms(say("{name} takes {tokens}"), say("You take {tokens}"))
RETURNS_TOKENS = Forms(say("{name} returns {tokens}"), say("You return {tokens}"))
PUTS_TOKENS = Forms(say("{name} puts {tokens} on the {pile} pile"), say("You put {tokens} on the {pile} pile"))


def changes_tokens(of: LogLine, names: SeatNames) -> Deed:
    amount = of.amount or 0
    forms = PUTS_TOKENS if of.pile is not None else TAKES_TOKENS if amount > 0 else RETURNS_TOKENS
    return forms, {"tokens": tokens(abs(amount), of.token or ""), "pile": of.pile}
