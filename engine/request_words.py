"""What the engine says about requests for a kingdom: why it refuses one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.catalogue import say, say_many
from engine.words import EDITIONS, either, listed, several

# landscapes, by the name of their kind: the catalogue has texts for each kind


def kinds(kind: str) -> str:
    """Return several of a kind: "Events"."""
    return say(several(kind))


def so_many(kind: str, number: int) -> str:
    """Return a number of a kind: "no Events", "1 Event", "2 Events"."""
    return say_many(f"{{count}} {kind}", f"{{count}} {several(kind)}", number) if number else say(f"no {several(kind)}")


# refused: how a game starts

WHO_BEGINS_TWICE = say("Name who goes first, or the seats to draw from, each once.")


def no_seat(seat: int) -> str:
    return say("There's no seat {seat}.", seat=seat)


def no_card(name: str) -> str:
    return say("There's no card called {name}. Choose another.", name=name)


def no_kingdom_card(name: str) -> str:
    return say("{name} isn't a Kingdom card. Choose one that is.", name=name)


def no_landscape(name: str, kinds: Sequence[str]) -> str:
    return say("There's no {kind} called {name}. Choose another.", kind=either(kinds), name=name)


def not_in_edition(name: str, edition: int, set: str) -> str:
    return say(
        "{name} isn't in the {edition} of {set}. Choose another card, or the other edition.",
        name=name,
        edition=EDITIONS[edition],
        set=set,
    )


def named_twice(name: str) -> str:
    return say("{name} is named twice. Remove one of them.", name=name)


# refused: requests for a kingdom

CHOOSE_FROM_LIST = say("Choose from the list that appears as you type.")
CLAUSE_MISSING = say("There's nothing between these commas. Name a card, type or set, or remove a comma.")
NAME_MISSING = say("A card, type or set is missing here.")
TWO_EDITIONS = say("You asked for two editions. Choose one.")
STANDS_ALONE = say("A recommended set can't be combined with anything else. Remove it, or the rest.")
SMALLER_FIRST = say("Put the smaller number first.")
TOO_COMPLEX = say("This request is too complex to check. Ask for less.")
NOT_TOGETHER = say("No ten piles fit all of this. Ask for less, or add a set.")


def number_or_sign(sign: str) -> str:
    return say("Write a number or “{sign}”, not both.", sign=sign)


def each_pile_once(name: str) -> str:
    return say(
        "There's one pile of each card, so {name} takes no number. Write “{name}” to play with it, or “no {name}”.", name=name
    )


def one_number(most: int) -> str:
    return say("Write one number from 0 to {most}.", most=most)


def two_numbers(kind: str) -> str:
    return say("You gave two numbers for {kinds}. Choose one.", kinds=kinds(kind))


def not_divided(text: str, *, one_clause: bool) -> str:
    """Say that the separator between several clauses, or several names in one clause, is missing."""
    if one_clause:
        return say("“{text}” contains several names. Write “or” between them.", text=text)
    return say("“{text}” contains several requests. Write a comma between them.", text=text)


def too_many_cards(asked: int, size: int) -> str:
    return say("You asked for {asked} cards; a kingdom has {size}. Ask for fewer.", asked=asked, size=size)


def prices(coins: Sequence[int]) -> str:
    """Return amounts of money to choose from."""
    return either([f"${each}" for each in coins])


def no_such_extra(name: str, extra: str, coins: Sequence[int]) -> str:
    return say("{extra}: choose a Kingdom card that costs {prices}. {name} doesn't.", extra=extra, prices=prices(coins), name=name)


def no_extra_left(extra: str, coins: Sequence[int]) -> str:
    return say("{extra}: no card that costs {prices} is left. Ban fewer.", extra=extra, prices=prices(coins))


def lacks_extra(name: str, extra: str) -> str:
    return say("{name} needs one more pile ({extra}), and this kingdom has none. Choose another.", name=name, extra=extra)


def two_extras(extra: str) -> str:
    return say("You named two cards for the same pile ({extra}). Choose one.", extra=extra)


def both_with_and_without(names: Sequence[str]) -> str:
    return say("You asked for a game both with and without {names}. Choose one.", names=listed(names))


def with_or_without(names: Sequence[str]) -> str:
    """Say how to ask for basic cards that aren't in every game."""
    return say("Write “{names}” to play with them, or “no {names}”.", names=listed(names))


def too_many_landscapes(asked: int, most: int, names: Sequence[str]) -> str:
    all_of = listed([kinds(name) for name in names])
    return say("You asked for {asked} {kinds}; a game has at most {most}. Ask for fewer.", asked=asked, kinds=all_of, most=most)


def not_among_piles(name: str, kind: str) -> str:
    return say("{name} isn't a Kingdom card. Name one {kind}, or say how many.", name=name, kind=kind)


def in_other_edition(name: str, edition: int, set: str) -> str:
    """Say that a card is only in `edition`."""
    return say(
        "{name} is only in the {edition} of {set}. Add “{short}”, or leave the card out.",
        name=name,
        edition=EDITIONS[edition],
        set=set,
        short=f"{edition}E",
    )


def in_two_editions(first: str, second: str) -> str:
    """Say that one card is only in the first edition, and another only in the second."""
    return say(
        "{first} is only in the 1st edition, and {second} only in the 2nd. Leave one of them out.", first=first, second=second
    )


def wanted_and_banned(name: str, ban: str) -> str:
    return say("You asked for {name}, but banned {ban}. Choose one of the two.", name=name, ban=ban)


def too_few_piles(size: int) -> str:
    return say("Fewer than {size} piles are left to choose from. Add a set, or ban fewer.", size=size)


def too_few(minimum: int, any_of: Sequence[str], there: int) -> str:
    names = either(any_of)
    if not there:
        return say("You asked for “{minimum} {names}”, but there are none. Add a set.", minimum=minimum, names=names)
    return say_many(
        "You asked for “{minimum} {names}”, but there's only {count}. Ask for fewer, or add a set.",
        "You asked for “{minimum} {names}”, but there are only {count}. Ask for fewer, or add a set.",
        there,
        minimum=minimum,
        names=names,
    )


def too_many_named(kind: str, asked: int) -> str:
    if not asked:
        return say("You asked for no {kind}, but named one. Remove one or the other.", kind=kind)
    return say("You asked for {asked}, but named more. Ask for more, or name fewer.", asked=so_many(kind, asked))


def too_few_landscapes(kind: str, asked: int, there: int) -> str:
    if not there:
        return say("You asked for {asked}, but these sets have none. Add a set.", asked=so_many(kind, asked))
    return say_many(
        "You asked for {asked}, but there's only {count}. Ask for fewer, or add a set.",
        "You asked for {asked}, but there are only {count}. Ask for fewer, or add a set.",
        there,
        asked=so_many(kind, asked),
    )


def no_recommended_set(name: str) -> str:
    return say("There's no recommended set called {name}. Choose another.", name=name)


def lacks_cards(name: str, expansions: Sequence[str]) -> str:
    return say(
        "{name} can't be played here yet. It needs cards from {expansions}. Choose another.",
        name=name,
        expansions=listed(expansions),
    )


def complete_as_it_is(name: str) -> str:
    return say("{name} is a whole kingdom. Remove it, or everything else.", name=name)


def not_in_kingdom(name: str) -> str:
    return say("{name} isn't in this kingdom. Choose a card that is.", name=name)


MEANINGS = {"card": say("a card"), "type": say("a type"), "set": say("a set")}
"""What a word can name."""


def other_meaning(name: str, meaning: str, wanted: Sequence[str]) -> str:
    needed = either([MEANINGS[each] for each in wanted])
    return say("{name} is {meaning}; this needs {needed}.", name=name, meaning=MEANINGS[meaning], needed=needed)


def basic_card(name: str) -> str:
    return say("{name} isn't a Kingdom card: it's there whenever it's needed.", name=name)


def not_here_yet(expansion: str, sets: Sequence[str]) -> str:
    return say("{expansion} can't be played here yet. Choose from {sets}.", expansion=expansion, sets=listed(sets))


def of_set_not_here_yet(name: str, expansion: str, sets: Sequence[str]) -> str:
    return say(
        "{name} is from {expansion} and can't be played here yet. Choose from {sets}.",
        name=name,
        expansion=expansion,
        sets=listed(sets),
    )


def too_long(most: int) -> str:
    return say("I read at most {most} characters. Make it shorter.", most=most)


def unknown_word(text: str, near: str, absence: str = "") -> str:
    """Say that `text` is unknown, and ask about `near`; `absence` is what to say if `near` isn't implemented either."""
    told = say("I don't know “{text}”. Did you mean {near}?", text=text, near=near)
    return f"{told} {absence}" if absence else told


def no_such_word(text: str, sets: Sequence[str]) -> str:
    return say("I don't know “{text}”. Name a card, a type, or a set: {sets}.", text=text, sets=either(sets))
