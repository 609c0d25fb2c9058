"""What the engine says about requests for a kingdom: why it refuses one, and what a kingdom is drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.catalogue import say, say_many
from engine.words import EDITIONS, either, listed

# landscapes, by what their kind is called: each kind's are in the catalogue


def kinds(kind: str) -> str:
    """Return several of a kind: "Events"."""
    return say(f"{kind}s")


def so_many(kind: str, number: int) -> str:
    """Return so many of a kind: "no Events", "1 Event", "2 Events"."""
    return say_many(f"{{count}} {kind}", f"{{count}} {kind}s", number) if number else say(f"no {kind}s")


# refused: how a game starts

WHO_BEGINS_TWICE = say("Say who goes first, or among which seats that is drawn, each named once.")


def no_seat(seat: int) -> str:
    return say("There is no seat {seat}.", seat=seat)


def no_card(name: str) -> str:
    return say("There is no card called {name}. Choose another.", name=name)


def always_there(name: str) -> str:
    return say("{name} is always there; choose a Kingdom card instead.", name=name)


def no_kingdom_card(name: str) -> str:
    return say("{name} is no Kingdom card. Choose one that is.", name=name)


def no_landscape(kind: str, name: str) -> str:
    return say("There is no {kind} called {name}. Choose another.", kind=kind, name=name)


def not_in_edition(name: str, edition: int, set: str) -> str:
    return say(
        "{name} is not in the {edition} of {set}: choose another card, or the other edition.",
        name=name,
        edition=EDITIONS[edition],
        set=set,
    )


def named_twice(name: str) -> str:
    return say("{name} is named twice: once is enough.", name=name)


# refused: wishes for a kingdom

CHOOSE_FROM_LIST = say("Choose from the list that comes up while you type.")
WISH_MISSING = say("A wish is missing here: write one between the commas, or take a comma away.")
NAME_MISSING = say("A card, type or set is missing here.")
TWO_EDITIONS = say("Two editions are asked for: keep one of the two.")
STANDS_ALONE = say("A recommended set stands alone: leave out the rest, or this.")
SMALLER_FIRST = say("The smaller number comes first.")
TOO_COMPLEX = say("These wishes are too entangled to find out whether they can be fulfilled: ask for fewer.")
NOT_TOGETHER = say("No ten piles fulfil all these wishes together: ask for less, or add a set.")


def number_or_sign(sign: str) -> str:
    return say("Either a number or “{sign}”: leave one out.", sign=sign)


def each_pile_once(name: str) -> str:
    return say(
        "There is one pile of each card, so {name} takes no number: write “{name}” to play with it, or “no {name}”.", name=name
    )


def one_number(most: int) -> str:
    return say("One number from 0 to {most}, please.", most=most)


def two_numbers(kind: str) -> str:
    return say("Two numbers of {kinds} are asked for: keep one of the two.", kinds=kinds(kind))


def not_divided(text: str, *, one_wish: bool) -> str:
    """Say that several wishes, or several names of one wish, lack the separator between them."""
    if one_wish:
        return say("“{text}” is more than one name: write “or” between them.", text=text)
    return say("“{text}” is more than one wish: write a comma between them.", text=text)


def too_many_cards(asked: int, size: int) -> str:
    return say("That asks for {asked} cards; a kingdom has {size}. Ask for fewer.", asked=asked, size=size)


def too_many_landscapes(asked: int, most: int) -> str:
    return say("That asks for {asked} Events and Landmarks; a game has at most {most}. Ask for fewer.", asked=asked, most=most)


def not_among_piles(name: str, kind: str) -> str:
    return say("{name} can't be counted among Kingdom cards: name one {kind}, or how many.", name=name, kind=kind)


def in_other_edition(name: str, edition: int, set: str) -> str:
    """Say that a card is only in `edition`."""
    return say(
        "{name} is only in the {edition} of {set}: choose “{edition}”, or leave it out.",
        name=name,
        edition=EDITIONS[edition],
        set=set,
    )


def wanted_and_banned(name: str, ban: str) -> str:
    return say("{name} is asked for, but {ban} is banned: choose one of the two.", name=name, ban=ban)


def too_few_piles(size: int) -> str:
    return say("Fewer than {size} piles are left to choose from: add a set, or ban less.", size=size)


def too_few(minimum: int, any_of: Sequence[str], there: int) -> str:
    names = either(any_of)
    if not there:
        return say(
            "{minimum} of {names} can't be drawn, with none to choose from: ask for fewer, or add a set.",
            minimum=minimum,
            names=names,
        )
    return say_many(
        "{minimum} of {names} can't be drawn, with {count} to choose from: ask for fewer, or add a set.",
        "{minimum} of {names} can't be drawn, with {count} to choose from: ask for fewer, or add a set.",
        there,
        minimum=minimum,
        names=names,
    )


def too_many_named(kind: str, asked: int) -> str:
    if not asked:
        return say("You ask for no {kind}, and name one: leave out one or the other.", kind=kind)
    return say("You ask for {asked}, and name more: ask for more, or name fewer.", asked=so_many(kind, asked))


def too_few_landscapes(kind: str, asked: int, there: int) -> str:
    return say("You ask for {asked}, and there are {there}: ask for fewer, or add a set.", asked=so_many(kind, asked), there=there)


def no_recommended_set(name: str) -> str:
    return say("There is no recommended set called {name}. Choose another.", name=name)


def lacks_cards(name: str, expansions: Sequence[str]) -> str:
    return say(
        "{name} can't be played here yet: it needs cards of {expansions}. Choose another.", name=name, expansions=listed(expansions)
    )


def complete_as_it_is(name: str) -> str:
    return say("{name} is complete as it is: leave out the other wishes, or the set's name.", name=name)


def not_in_kingdom(name: str) -> str:
    return say("{name} is not in this kingdom. Choose a card that is.", name=name)


MEANINGS = {"card": say("a card"), "type": say("a type"), "set": say("a set")}
"""What a word can name."""


def other_meaning(name: str, meaning: str, wanted: Sequence[str]) -> str:
    needed = either([MEANINGS[each] for each in wanted])
    return say("{name} is {meaning}; this takes {needed}.", name=name, meaning=MEANINGS[meaning], needed=needed)


def basic_card(name: str) -> str:
    return say("{name} is no Kingdom card: it is there whenever it is needed.", name=name)


def not_here_yet(expansion: str, sets: Sequence[str]) -> str:
    return say("{expansion} can't be played here yet. There are {sets}.", expansion=expansion, sets=listed(sets))


def of_set_not_here_yet(name: str, expansion: str, sets: Sequence[str]) -> str:
    return say(
        "{name} is from {expansion} and can't be played here yet. There are {sets}.",
        name=name,
        expansion=expansion,
        sets=listed(sets),
    )


def too_long(most: int) -> str:
    return say("I read at most {most} characters. Make it shorter.", most=most)


def unknown_word(text: str, near: str, absence: str = "") -> str:
    """Say that `text` is unknown, and ask about `near`; `absence` says so if `near` isn't here either."""
    told = say("“{text}” is no card, type or set here. Did you mean {near}?", text=text, near=near)
    return f"{told} {absence}" if absence else told


def no_such_word(text: str, sets: Sequence[str]) -> str:
    return say("“{text}” is no card, type or set here. The sets are {sets}.", text=text, sets=listed(sets))


# what a kingdom is drawn from


def recommended(name: str) -> str:
    return say("The recommended set {name}.", name=name)


def among(any_of: Sequence[str], minimum: int, maximum: int | None) -> str:
    """Return the part of `drawn_by` about one want."""
    if maximum is None:
        return say("at least {minimum} of {any_of}", minimum=minimum, any_of=either(any_of))
    if maximum == minimum:
        return say("exactly {minimum} of {any_of}", minimum=minimum, any_of=either(any_of))
    return say("{minimum} to {maximum} of {any_of}", minimum=minimum, maximum=maximum, any_of=either(any_of))


def drawn_by(
    size: int,
    sets: Sequence[str],
    edition: int,
    *,
    require: Sequence[str] = (),
    wants: Iterable[tuple[Sequence[str], int, int | None]] = (),
    ban: Sequence[str] = (),
    like: Sequence[str] = (),
) -> str:
    """Return what ten piles are drawn from, and by which wishes; no `sets` means all sets, and `wants` give a minimum and maximum
    for alternatives."""
    source = listed(sets) or say("all sets")
    parts = [say("{size} piles from {sets} ({edition})", size=size, sets=source, edition=EDITIONS[edition])]
    if require:
        parts.append(say("with {cards}", cards=listed(require)))
    parts += [among(*want) for want in wants]
    if ban:
        parts.append(say("without {cards}", cards=either(ban)))
    if like:
        parts.append(say("rather {cards}", cards=listed(like)))
    return "; ".join(parts) + "."


def beside_piles(counts: Mapping[str, int]) -> str:
    """Return how many landscapes of each kind the kingdom has."""
    return say("Beside them {landscapes}.", landscapes=listed([so_many(kind, count) for kind, count in counts.items()]))


def as_they_come_up(names: Sequence[str], most: int) -> str:
    """Say that landscapes of these kinds may come up while drawing the piles."""
    return say("{kinds} as they come up, {most} at most.", kinds=listed([kinds(name) for name in names]), most=most)
