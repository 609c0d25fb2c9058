"""What the engine says about requests for a kingdom: why it refuses one, and what a kingdom is drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

from engine.words import counted, either, listed, ordinal

# refused: how a game starts

WHO_BEGINS_TWICE = "Say who goes first, or among which seats that is drawn, each named once."


def no_seat(seat: int) -> str:
    return f"There is no seat {seat}."


def no_card(name: str) -> str:
    return f"There is no card called {name}. Choose another."


def always_there(name: str) -> str:
    return f"{name} is always there; choose a Kingdom card instead."


def no_kingdom_card(name: str) -> str:
    return f"{name} is no Kingdom card. Choose one that is."


def no_landscape(kind: str, name: str) -> str:
    return f"There is no {kind} called {name}. Choose another."


def not_in_edition(name: str, edition: int, set: str) -> str:
    return f"{name} is not in the {ordinal(edition)} edition of {set}: choose another card, or the other edition."


def named_twice(name: str) -> str:
    return f"{name} is named twice: once is enough."


# refused: wishes for a kingdom

CHOOSE_FROM_LIST = "Choose from the list that comes up while you type."
WISH_MISSING = "A wish is missing here: write one between the commas, or take a comma away."
NAME_MISSING = "A card, type or set is missing here."
TWO_EDITIONS = "Two editions are asked for: keep one of the two."
STANDS_ALONE = "A recommended set stands alone: leave out the rest, or this."
SMALLER_FIRST = "The smaller number comes first."
TOO_COMPLEX = "These wishes are too entangled to find out whether they can be fulfilled: ask for fewer."
NOT_TOGETHER = "No ten piles fulfil all these wishes together: ask for less, or add a set."


def number_or_sign(sign: str) -> str:
    return f"Either a number or “{sign}”: leave one out."


def each_pile_once(name: str) -> str:
    return f"There is one pile of each card, so {name} takes no number: write “{name}” to play with it, or “no {name}”."


def one_number(most: int) -> str:
    return f"One number from 0 to {most}, please."


def two_numbers(kind: str) -> str:
    return f"Two numbers of {kind}s are asked for: keep one of the two."


def not_divided(text: str, *, one_wish: bool) -> str:
    """Say that several wishes, or several names of one wish, lack the separator between them."""
    what, sign = ("more than one name", "“or”") if one_wish else ("more than one wish", "a comma")
    return f"“{text}” is {what}: write {sign} between them."


def too_many_cards(asked: int, size: int) -> str:
    return f"That asks for {asked} cards; a kingdom has {size}. Ask for fewer."


def too_many_landscapes(asked: int, most: int) -> str:
    return f"That asks for {asked} Events and Landmarks; a game has at most {most}. Ask for fewer."


def not_among_piles(name: str, kind: str) -> str:
    return f"{name} can't be counted among Kingdom cards: name one {kind}, or how many."


def in_other_edition(name: str, edition: int, set: str) -> str:
    """Say that a card is only in `edition`."""
    return f"{name} is only in the {ordinal(edition)} edition of {set}: choose “{ordinal(edition)} edition”, or leave it out."


def wanted_and_banned(name: str, ban: str) -> str:
    return f"{name} is asked for, but {ban} is banned: choose one of the two."


def too_few_piles(size: int) -> str:
    return f"Fewer than {size} piles are left to choose from: add a set, or ban less."


def too_few(minimum: int, any_of: Sequence[str], there: int) -> str:
    return f"{minimum} of {either(any_of)} can't be drawn, with {there or 'none'} to choose from: ask for fewer, or add a set."


def too_many_named(kind: str, asked: int) -> str:
    if not asked:
        return f"You ask for no {kind}, and name one: leave out one or the other."
    return f"You ask for {counted(asked, kind)}, and name more: ask for more, or name fewer."


def too_few_landscapes(kind: str, asked: int, there: int) -> str:
    return f"You ask for {counted(asked, kind)}, and there are {there}: ask for fewer, or add a set."


def no_recommended_set(name: str) -> str:
    return f"There is no recommended set called {name}. Choose another."


def lacks_cards(name: str, expansions: Sequence[str]) -> str:
    return f"{name} can't be played here yet: it needs cards of {listed(expansions)}. Choose another."


def complete_as_it_is(name: str) -> str:
    return f"{name} is complete as it is: leave out the other wishes, or the set's name."


def not_in_kingdom(name: str) -> str:
    return f"{name} is not in this kingdom. Choose a card that is."


def other_meaning(name: str, meaning: str, wanted: Sequence[str]) -> str:
    return f"{name} is a {meaning}; what is wanted here is a {either(wanted)}."


def basic_card(name: str) -> str:
    return f"{name} is no Kingdom card: it is there whenever it is needed."


def not_here_yet(expansion: str, sets: Sequence[str]) -> str:
    return f"{expansion} can't be played here yet. There are {listed(sets)}."


def of_set_not_here_yet(name: str, expansion: str, sets: Sequence[str]) -> str:
    return f"{name} is from {expansion} and can't be played here yet. There are {listed(sets)}."


def too_long(most: int) -> str:
    return f"I read at most {most} characters. Make it shorter."


def unknown_word(text: str, near: str, absence: str = "") -> str:
    """Say that `text` is unknown, and ask about `near`; `absence` says so if `near` isn't here either."""
    return " ".join(filter(None, (f"“{text}” is no card, type or set here. Did you mean {near}?", absence)))


def no_such_word(text: str, sets: Sequence[str]) -> str:
    return f"“{text}” is no card, type or set here. The sets are {listed(sets)}."


# what a kingdom is drawn from


def recommended(name: str) -> str:
    return f"The recommended set {name}."


def among(any_of: Sequence[str], minimum: int, maximum: int | None) -> str:
    """Return the part of `drawn_by` about one want."""
    if maximum is None:
        return f"at least {minimum} of {either(any_of)}"
    if maximum == minimum:
        return f"exactly {minimum} of {either(any_of)}"
    return f"{minimum} to {maximum} of {either(any_of)}"


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
    parts = [f"{size} piles from {listed(sets) or 'all sets'} ({ordinal(edition)} edition)"]
    if require:
        parts.append(f"with {listed(require)}")
    parts += [among(*want) for want in wants]
    if ban:
        parts.append(f"without {either(ban)}")
    if like:
        parts.append(f"rather {listed(like)}")
    return "; ".join(parts) + "."


def beside_piles(counts: Mapping[str, int]) -> str:
    """Return how many landscapes of each kind the kingdom has."""
    return f"Beside them {listed([counted(count, kind) for kind, count in counts.items()])}."


def as_they_come_up(kinds: Sequence[str], most: int) -> str:
    """Say that landscapes of these kinds may come up while drawing the piles."""
    return f"{listed([f'{kind}s' for kind in kinds])} as they come up, {most} at most."
