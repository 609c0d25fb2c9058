"""A person's picks so far, encoded so compactly that they fit into a button's id.

A selection is one number in a mixed-radix system: each option's digit is how often it is picked. That takes no more characters than
it takes to tell all possible selections apart, so it fits for any number of copies. An order, or a sorting, is written as the
options' indexes, in order; a long one as one number. An option list never changes under a decision's number, so the digits keep
their meaning. A choice made in one click isn't packed: its id names it, so a repeated click can be told from a late one even when
the decision is gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import prod

from engine import DecisionView

LONG, FEW = "~", 30
"""The characters around the number of a long order; and up to how many things an order isn't long."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def packed(decision: DecisionView, ids: Iterable[str]) -> str:
    """Return a selection as digits: the same number of digits for all selections of a decision. Raise ValueError if it picks more
    than there are."""
    counts, number = Counter(ids), 0
    for option in decision.options:
        if counts[option.id] > option.count:
            raise ValueError(f"{option.id} can be picked {option.count} times only")
        number = number * (option.count + 1) + counts[option.id]
    digits = ""
    for _ in range(width(decision)):
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits


def unpacked(decision: DecisionView, digits: str) -> list[str]:
    """Return the ids that the digits of a selection stand for. Raise ValueError if they can't come from this decision."""
    number = 0
    for digit in digits:
        number = number * len(DIGITS) + DIGITS.index(digit)
    counts = []
    for option in reversed(decision.options):
        number, count = divmod(number, option.count + 1)
        counts.append(count)
    if number or len(digits) != width(decision):
        raise ValueError("these picks belong to another decision")
    return [option.id for option, count in zip(decision.options, reversed(counts), strict=True) for _ in range(count)]


def width(decision: DecisionView) -> int:
    """Return how many digits tell all selections apart."""
    last, digits = prod(option.count + 1 for option in decision.options) - 1, 1
    while last := last // len(DIGITS):
        digits += 1
    return digits


def in_order(decision: DecisionView, digits: str) -> list[str]:
    """Return the ids that the digits of an order stand for, completed if only one kind of thing is left. Raise ValueError."""
    ids = sequence(decision, digits)
    left = remaining(decision, ids)
    if len(left) == 1:
        ids += [id for id, number in left.items() for _ in range(number)]
    return ids


def sequence(decision: DecisionView, digits: str) -> list[str]:
    """Return the ids that the digits of an order stand for, as far as they go. Raise ValueError, IndexError."""
    options, number, first = decision.options, 0, list[int]()
    if digits.startswith(LONG):
        whole, _, digits = digits[1:].partition(LONG)
        for digit in whole:
            number = number * len(DIGITS) + DIGITS.index(digit)
    while number > 1:
        number, place = divmod(number, base(decision))
        first.insert(0, place)
    return [options[place].id for place in (*first, *map(DIGITS.index, digits))]


def base(decision: DecisionView) -> int:
    """Return the base of a long order's number."""
    return max(2, len(decision.options))


def ordered(decision: DecisionView, ids: Sequence[str]) -> str:
    """Return the digits of an order so far: a long one is written in fewer digits, as one number after a 1."""
    places = [next(place for place, option in enumerate(decision.options) if option.id == id) for id in ids]
    if len(ids) <= FEW:
        return "".join(DIGITS[place] for place in places)
    number, digits = 1, ""
    for place in places:
        number = number * base(decision) + place
    while number:
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return f"{LONG}{digits}{LONG}"


def remaining(decision: DecisionView, ids: Sequence[str]) -> Counter[str]:
    """Return what still has to be put in order; when cards are sorted, the possible fates of each card that has none yet."""
    done = Counter(ids)
    if decision.kind == "sort":
        named = Counter(option.card for option in decision.options for _ in range(done[option.id]))
        return Counter({option.id: max(0, option.count - named[option.card]) for option in decision.options}) - Counter()
    return Counter({option.id: option.count for option in decision.options}) - done


def ways(decision: DecisionView, most: int) -> list[str]:
    """Return all complete answers to a sorting, as digits, or none if there are more than `most`. The order of two fates makes no
    difference; the order of two cards of one fate does."""
    found: dict[tuple[tuple[str, tuple[str, ...]], ...], str] = {}

    def go_on(digits: str, ids: list[str]) -> None:
        if len(ids) == decision.minimum:
            fates: dict[str, tuple[str, ...]] = {}
            for id in ids:
                fate, _, card = id.partition(":")
                fates[fate] = (*fates.get(fate, ()), card)
            found.setdefault(tuple(sorted(fates.items())), digits)
            return
        left = remaining(decision, ids)
        for place, option in enumerate(decision.options):
            if left[option.id] and len(found) <= most:
                go_on(digits + DIGITS[place], [*ids, option.id])

    if decision.kind == "sort" and decision.minimum <= len(DIGITS):
        go_on("", [])
    return list(found.values()) if len(found) <= most else []


def selections(decision: DecisionView, most: int) -> list[tuple[str, ...]]:
    """Return all selections that answer a decision, small ones first, or none if there are more than `most`. Copies of one thing
    are alike."""
    options = decision.options
    after = [sum(option.count for option in options[at:]) for at in range(len(options) + 1)]

    def go_on(at: int, least: int, most: int) -> Iterator[tuple[str, ...]]:
        if least > after[at]:
            return
        if at == len(options):
            yield ()
            return
        for number in range(min(options[at].count, most), -1, -1):
            for rest in go_on(at + 1, least - number, most - number):
                yield (options[at].id,) * number + rest

    found = list(islice(go_on(0, max(1, decision.minimum), decision.maximum), most + 1))
    return sorted(found, key=len) if len(found) <= most else []


def completed(decision: DecisionView, picked: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """Return all selections that add to too few picks, or none if there are more than `most`."""
    counts = Counter(picked)
    left = [option.model_copy(update={"count": option.count - counts[option.id]}) for option in decision.options]
    bounds = {"minimum": decision.minimum - len(picked), "maximum": decision.maximum - len(picked)}
    rest = decision.model_copy(update={"options": tuple(left), **bounds})
    return [(*picked, *way) for way in selections(rest, most)]


def values(decision: DecisionView) -> list[tuple[str, int]]:
    """Return the single choices in a selection: option by option, copy by copy (as many as there are)."""
    return [(option.id, copy) for option in decision.options for copy in range(1, min(option.count, max(1, decision.maximum)) + 1)]


def valued(chosen: Sequence[str]) -> list[str]:
    """Return the ids of single choices, given as "id.copy"."""
    return [value.rpartition(".")[0] for value in chosen]


def repicked(decision: DecisionView, before: Sequence[str], page: range, now: Sequence[str]) -> list[str]:
    """Return the picked ids once the menu of the single choices in `page` says `now`. Of several copies, the first ones count as
    ticked, wherever they are."""
    counts = Counter(before)
    ticked = [(place, id) for place, (id, copy) in enumerate(values(decision)) if copy <= counts[id]]
    return [*(id for place, id in ticked if place not in page), *now]
