"""What is kept about a finished game, according to its table and its log."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine import Ending, LogLine, Result, Score, recommended_kingdom
from engine.ai import STYLES
from engine.extras import complete
from engine.holdings import Holdings
from engine.save import Setup
from engine.setup import new_game
from engine.simulate import play
from engine.view import CardCount
from storage.models import Options, Place, Seat, Table, TakenOver
from storage.records import WHOLE, Chronicle, Moves, kingdom_key
from tables.chronicle import Gains, record, told

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
PILES = Ending(kind="piles", piles=("Province",))
NOTHING = Chronicle((), ())
TRADERS = ("Trader", "Mine", "Workshop", "Village", "Possession", "Familiar", "Smithy", "Militia", "Market", "Stables")


def finished(
    *places: int, ending: Ending = PILES, turns: int = 12, seats: dict[int, dict[str, Any]] | None = None, **fields: Any
) -> Table:
    """Return a finished table with the seats in these places."""
    score = {"turns_taken": turns, "lines": (), "deck": (CardCount(name="Copper", count=7),)}
    scores = tuple(
        Score.model_validate(score | {"seat": seat, "name": f"P{seat}", "points": 30 - 3 * place, "rank": place})
        for place, seat in sorted((place, seat) for seat, place in enumerate(places))
    )
    result = Result(ending=ending, winners=tuple(seat for seat, place in enumerate(places) if place == 1), scores=scores)
    held = [{"number": number, "name": f"P{number}", "person": number + 1} for number in range(len(places))]
    given = {
        "id": "one",
        "place": Place(guild=7, channel=70),
        "phase": "over",
        "version": 9,
        "host": 1,
        "options": Options(),
        "seats": tuple(Seat.model_validate(each | (seats or {}).get(number, {})) for number, each in enumerate(held)),
        "created": NOON,
        "started": NOON,
        "ended": NOON + timedelta(hours=1),
        "result": result,
    }
    return Table.model_validate(given | fields)


def kept(table: Table, chronicle: Chronicle = NOTHING) -> Any:
    made = record(table, chronicle)
    assert made is not None
    return made


def test_a_record_says_who_came_in_where_and_what_they_had() -> None:
    made = kept(finished(2, 1, 3, seats={2: {"person": None, "ai": "kingdom"}}))
    assert [(seat.player, seat.place, seat.points, seat.turns) for seat in made.seats] == [
        (1, 2, 24, 12),
        (2, 1, 27, 12),
        ("kingdom", 3, 21, 12),
    ]
    assert made.seats[0].deck == {"Copper": 7} and made.uncounted is None
    assert (made.server, made.private, made.started, made.ended) == (7, False, NOON, NOON + timedelta(hours=1))
    assert made.kingdom.recommended == "First Game (2nd edition)" and made.sets == ("Dominion",)


def test_those_who_tie_share_the_place_and_the_win() -> None:
    made = kept(finished(1, 3, 1))
    assert [seat.place for seat in made.seats] == [1, 3, 1]
    assert [made.figures_of(seat).won for seat in made.seats] == [WHOLE // 2, 0, WHOLE // 2]
    assert {made.figures_of(seat).fair for seat in made.seats} == {WHOLE // 3}


@pytest.mark.parametrize(
    ("ending", "counts"),
    [
        (PILES, None),
        (Ending(kind="last-player", seat=1), None),
        (Ending(kind="resigned"), None),
        (Ending(kind="claimed", seat=1), None),
        (Ending(kind="agreed"), "stopped"),
        (Ending(kind="manager"), "stopped"),
        (Ending(kind="no-gains", rounds=5), "stopped"),
        (Ending(kind="late", seat=0), "stopped"),
        (Ending(kind="worded", wording="P0 and P1 have agreed."), "unknown"),
    ],
)
def test_giving_up_is_losing_and_stopping_is_nothing(ending: Ending, counts: str | None) -> None:
    made = kept(finished(2, 1, ending=ending, seats={0: {"resigned": ending.kind in ("last-player", "resigned", "claimed")}}))
    assert made.uncounted == counts and made.ending.kind == ending.kind
    assert not made.ending.wording, "it might name people"


def test_giving_up_counts_only_once_everyone_has_had_two_turns() -> None:
    for kind in ("last-player", "claimed", "resigned"):
        ending = Ending(kind=kind, seat=1)
        assert kept(finished(2, 1, ending=ending, turns=1)).uncounted == "short"
        assert kept(finished(2, 1, ending=ending, turns=2)).uncounted is None
    assert kept(finished(2, 1, turns=1)).uncounted is None


def test_a_game_counts_only_if_those_who_started_it_played_all_of_it() -> None:
    taken = TakenOver(name="Cleo", first="Ben", former=(2, 0, 5))
    made = kept(finished(1, 2, seats={1: {"person": 3, "taken_over": taken}}))
    assert made.uncounted == "substitute" and made.seats[1].person == 3 and made.seats[1].former == (2, 5)
    back = TakenOver(name="Ben", first="Ben", former=(2,))
    assert kept(finished(1, 2, seats={1: {"taken_over": back}})).uncounted == "substitute"
    by_ai = {1: {"person": None, "ai": "kingdom", "taken_over": taken}}
    assert kept(finished(1, 2, seats=by_ai)).uncounted == "substitute"
    ais = {1: {"person": None, "ai": "kingdom"}}
    assert kept(finished(1, 2, seats=ais), moved("AAA")).uncounted is None, "an AI's own seat"


@pytest.mark.parametrize(
    ("moves", "counts"), [("PPAP", None), ("PPPA", "stand-in"), ("PAP", "stand-in"), ("A", "stand-in"), ("P", None), ("", None)]
)
def test_an_ai_can_stand_in_for_a_few_moves_but_not_finish_the_game(moves: str, counts: str | None) -> None:
    assert kept(finished(1, 2), moved(moves)).uncounted == counts


def moved(moves: str) -> Chronicle:
    """Return what is known about a game in which the person or an AI made the second seat's moves."""
    return Chronicle((), (Moves(0, False, 1, 0), *(Moves(1, by == "A", 1, number) for number, by in enumerate(moves, 1))))


def test_direct_messages_and_private_tables_are_private() -> None:
    assert kept(finished(1, 2, place=Place(guild=None, channel=5))).private
    assert kept(finished(1, 2, options=Options(private=True))).private


def test_there_is_no_record_of_what_is_not_over_or_has_no_result() -> None:
    over = finished(1, 2)
    for fields in ({"phase": "playing"}, {"result": None}, {"phase": "lobby", "started": None}):
        assert record(over.model_copy(update=fields), NOTHING) is None


def test_a_kingdom_is_the_same_in_any_order() -> None:
    first = recommended_kingdom("First Game", 2)
    assert kingdom_key(first) == kingdom_key(first.model_copy(update={"piles": first.piles[::-1], "recommended": None}))
    assert kingdom_key(first) != kingdom_key(recommended_kingdom("Size Distortion", 2))


def line(kind: str, seat: int = 0, card: str | None = None, **fields: Any) -> LogLine:
    return LogLine(kind=kind, seat=seat, card=card, **fields)


def test_the_opening_is_what_a_seat_gains_on_its_first_two_turns() -> None:
    lines = [
        *(line("turn", amount=1), line("buy", card="Silver"), line("gain", 1, "Curse")),
        *(line("turn", 1, amount=1), line("buy", 1, "Moat"), line("gain", 0, "Copper")),
        *(line("turn", amount=None), line("buy", card="Gold")),
        *(line("turn", amount=2), line("buy", card="Chapel"), line("buy", card="Delve")),
        *(line("turn", amount=3), line("buy", card="Duchy")),
    ]
    gains = Gains(lines)
    assert [dict(gains.opening[seat]) for seat in (0, 1)] == [{"Silver": 1, "Chapel": 1}, {"Moat": 1}]
    assert dict(gains.all[0]) == {"Silver": 1, "Copper": 1, "Gold": 1, "Chapel": 1, "Duchy": 1}
    assert dict(gains.all[1]) == {"Curse": 1, "Moat": 1}


def test_a_bought_card_is_counted_once_or_not_at_all() -> None:
    start = line("turn", amount=1)
    more = Gains([start, line("buy", card="Farmland"), line("gain", card="Gold"), line("gain", card="Farmland", bought=True)])
    assert dict(more.all[0]) == {"Farmland": 1, "Gold": 1}
    none_left = Gains([start, line("buy", card="Moat"), line("gain", bought=True)])
    assert not none_left.all[0]
    silver = Gains([start, line("buy", card="Gold"), line("reveal", cards=("Trader",)), line("gain", card="Silver")])
    assert dict(silver.all[0]) == {"Silver": 1}
    possessed = Gains([line("turn", possessor=1), line("buy", card="Gold"), line("gain", 1, "Gold")])
    assert not possessed.all[0] and dict(possessed.all[1]) == {"Gold": 1}


@pytest.mark.parametrize("seed", range(4))
def test_the_log_tells_all_that_is_gained(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = complete(Setup(players=("A", "B", "C"), kingdom=TRADERS, editions={"Hinterlands": 1}))
    core = new_game(setup, bytes([seed]) * 32)
    core.lines = []
    gained: dict[int, Counter[str]] = {seat: Counter() for seat in range(6)}
    take = Holdings.take_gained

    def counted(self: Holdings, copy: Any, *args: Any, **options: Any) -> None:
        gained[self.seat][copy.card.name] += 1
        take(self, copy, *args, **options)

    monkeypatch.setattr(Holdings, "take_gained", counted)
    play(core, [STYLES["kingdom"]] * 3)
    assert Gains(told(core.lines)).all == gained
