"""What a person has picked so far, written so small that it fits into a button's id.

For a selection: one digit (of 62) per option, how often it is picked. For an order, or a sorting: the options' indexes,
first first. An option list never changes under a decision's number, so that the digits keep their meaning. What is chosen
at once is not packed: its id names it, so that a second click can be told from a late one even when the decision is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine import DecisionView

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def packed(decision: DecisionView, ids: Iterable[str]) -> str:
    """A selection, as digits."""
    counts = Counter(ids)
    return "".join(DIGITS[counts[option.id]] for option in decision.options)


def unpacked(decision: DecisionView, digits: str) -> list[str]:
    """The ids that the digits of a selection stand for. Raises ValueError for what can't come from this decision."""
    if len(digits) != len(decision.options):
        raise ValueError("these picks belong to another decision")
    return [option.id for option, digit in zip(decision.options, digits, strict=True) for _ in range(DIGITS.index(digit))]


def in_order(decision: DecisionView, digits: str) -> list[str]:
    """The ids that the digits of an order stand for, completed if only one kind of thing is left. Raises ValueError."""
    ids = sequence(decision, digits)
    left = remaining(decision, ids)
    if len(left) == 1:
        ids += [id for id, number in left.items() for _ in range(number)]
    return ids


def sequence(decision: DecisionView, digits: str) -> list[str]:
    """The ids that the digits of an order stand for, as far as they go. Raises ValueError, IndexError."""
    return [decision.options[DIGITS.index(digit)].id for digit in digits]


def remaining(decision: DecisionView, ids: Sequence[str]) -> Counter[str]:
    """What is still to be put in order; where cards are sorted, what each card that has no fate yet may be given."""
    done = Counter(ids)
    if decision.kind == "sort":
        named = Counter(option.card for option in decision.options for _ in range(done[option.id]))
        return Counter({option.id: max(0, option.count - named[option.card]) for option in decision.options}) - Counter()
    return Counter({option.id: option.count for option in decision.options}) - done


def ways(decision: DecisionView, most: int) -> list[str]:
    """All complete answers to a sorting, as digits, or none if there are more than `most`. Which of two fates is named first makes
    no difference; which of two cards of one fate does."""
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


def values(decision: DecisionView) -> list[tuple[str, int]]:
    """A selection's single choices: option by option, copy by copy (as many as could be taken)."""
    return [(option.id, copy) for option in decision.options for copy in range(1, min(option.count, max(1, decision.maximum)) + 1)]


def valued(chosen: Sequence[str]) -> list[str]:
    """The ids of single choices, given as "id.copy"."""
    return [value.rpartition(".")[0] for value in chosen]
