"""Shuffles are uniform, follow only from the seed, and can be verified."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from engine.shuffle import Shuffler, commitment


def test_every_order_comes_equally_often() -> None:
    shuffler = Shuffler(bytes(32), 1)
    tries = 24 * 500
    orders = Counter(tuple(shuffler.shuffled(range(4), 0)) for _ in range(tries))
    assert set(orders) == set(permutations(range(4)))
    chi_squared = sum((count - 500) ** 2 / 500 for count in orders.values())
    assert chi_squared < 55, "23 degrees of freedom: beyond 55 once in five thousand seeds, and this one is fixed"


def test_a_card_can_keep_its_place() -> None:
    shuffler = Shuffler(b"\1" * 32, 1)
    kept = sum(shuffler.shuffled(range(10), 0)[3] == 3 for _ in range(5000))
    assert 400 < kept < 600


def test_the_order_of_shuffles_changes_no_ones_cards() -> None:
    one, other = Shuffler(bytes(32), 2), Shuffler(bytes(32), 2)
    ada, ben = one.shuffled(range(20), 0), one.shuffled(range(20), 1)
    assert (other.shuffled(range(20), 1), other.shuffled(range(20), 0)) == (ben, ada)


def test_another_epoch_is_another_order() -> None:
    one, other = Shuffler(bytes(32), 1), Shuffler(bytes(32), 1)
    other.epoch = 7
    assert one.shuffled(range(20), 0) != other.shuffled(range(20), 0)


def test_the_commitment_binds_the_seed() -> None:
    assert commitment(bytes(32)) != commitment(b"\1" + bytes(31))
    assert bytes(32).hex() not in commitment(bytes(32))
    with pytest.raises(ValueError, match="32 bytes"):
        Shuffler(b"short", 1)
