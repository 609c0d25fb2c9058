"""Who goes first (R5)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import Ending, Game, IllegalSetup, Setup, first_game
from engine.seating import Starting, next_first
from engine.view import Result


def won_by(*seats: int) -> Result:
    return Result(ending=Ending(kind="agreed"), winners=seats, scores=())


def first_seats(games: int, **fields: object) -> Counter[int]:
    setup = Setup.model_validate({"players": ("Ada", "Ben", "Cleo", "Dan"), "kingdom": first_game(), **fields})
    return Counter(Game.new(setup, number.to_bytes(32, "big")).current for number in range(games))


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(("winner", "first"), [(0, 1), (1, 2), (2, 0)])
def test_the_winner_goes_last(edition: int, winner: int, first: int) -> None:
    assert next_first(edition, "abc", won_by(winner), "abc") == Starting(first=first)


def test_a_winner_who_sits_elsewhere_now_goes_last_there() -> None:
    assert next_first(2, "abc", won_by(0), "cab") == Starting(first=2)


def test_after_a_tie_anyone_can_go_first_or_in_the_first_edition_anyone_who_did_not_win() -> None:
    assert next_first(2, "abcd", won_by(1, 3), "abcd") == Starting()
    assert next_first(1, "abcd", won_by(1, 3), "abcd") == Starting(first_among=(0, 2))
    assert next_first(1, "abcd", won_by(1, 3), "dcba") == Starting(first_among=(1, 3))


def test_when_all_won_it_is_drawn_among_all() -> None:
    assert next_first(1, "ab", won_by(0, 1), "ab") == Starting()


def test_with_other_people_it_is_a_first_game_again() -> None:
    assert next_first(2, "abc", won_by(0), "abd") == Starting()
    assert next_first(2, "abc", won_by(0), "ab") == Starting()
    assert next_first(1, "ab", None, "ab") == Starting()


def test_the_draw_follows_the_seed_and_is_even() -> None:
    assert min(first_seats(400).values()) > 60
    among = first_seats(200, first_among=(1, 3))
    assert set(among) == {1, 3} and min(among.values()) > 70
    assert first_seats(50, first_among=(1, 3)) == first_seats(50, first_among=(1, 3))


@pytest.mark.parametrize("fields", [{"first": 4}, {"first": -1}, {"first_among": (0, 4)}, {"first_among": (1, 1)}])
def test_seats_must_be_there(fields: dict[str, object]) -> None:
    with pytest.raises(IllegalSetup):
        first_seats(1, **fields)


def test_a_seat_and_a_draw_exclude_each_other() -> None:
    with pytest.raises(IllegalSetup, match="Name who goes first, or the seats to draw from"):
        first_seats(1, first=0, first_among=(0, 1))
