"""Games that people have played: their records, stored as if they had just ended."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from storage.models import Change, Options, Place, Seat, Table
from storage.records import GameRecord, Player, SeatRecord
from storage.store import Store
from tests.storage.test_records import game

STRENGTHS = {"Ada": 3.0, "Cleo": 2.0, "Ben": 1.5, "Dan": 1.0}
AI = "kingdom"
OPENINGS = (("Militia", "Silver"), ("Silver", "Silver"), ("Silver", "Village"), ("Moneylender", "Silver"), ("Cellar", "Workshop"))
CARDS = {
    "Militia": 0.8,
    "Moneylender": 0.5,
    "Smithy": 0.4,
    "Market": 0.4,
    "Village": 0.0,
    "Cellar": -0.3,
    "Workshop": -0.6,
    "Moat": -0.4,
}
"""The cards of a kingdom, with how much each helps those who gain it."""


def played(number: int, names: Mapping[str, int], at: datetime, dice: random.Random, **fields: Any) -> GameRecord:
    """Return the record of a game among some of these people, and perhaps an AI, that ended at that time."""
    players: list[tuple[str, Player]] = dice.sample([*names.items()], min(len(names), dice.choice((2, 2, 2, 3))))
    if dice.random() < 0.2:
        players[-1] = "Kim", AI
    found = []
    for name, player in players:
        gained = dice.sample([*CARDS], 4)
        strength = STRENGTHS.get(name, 0.5) + sum(CARDS[card] for card in gained) + dice.gauss(0, 2.0)
        found.append((strength, name, player, gained))
    best = sorted((each[0] for each in found), reverse=True)
    seats = tuple(
        SeatRecord(
            seat=seat,
            person=player if isinstance(player, int) else None,
            ai=player if isinstance(player, str) else None,
            name=name,
            place=1 + best.index(strength),
            points=dice.randint(36, 44) - 7 * best.index(strength),
            turns=dice.randint(14, 18),
            opening=dice.choice(OPENINGS),
            gained={"Silver": 2, "Province": 3, **dict.fromkeys(gained, 1)},
        )
        for seat, (strength, name, player, gained) in enumerate(found)
    )
    return game(number, **{"seats": seats, "ended": at, "started": at - timedelta(days=1), **fields})


def season(names: Mapping[str, int], until: datetime, guild: int, games: int = 40, seed: int = 1) -> list[GameRecord]:
    """Return records of games, the newest of which ended just now."""
    dice = random.Random(seed)
    return [
        played(number, names, until - timedelta(hours=30 * (games - number) + 2), dice, server=guild) for number in range(games)
    ]


async def keep(store: Store, *games: GameRecord) -> None:
    """Store finished tables with their records, and rate them."""
    for each in games:
        seats = tuple(Seat(number=seat.seat, name=seat.name, person=seat.person, ai=seat.ai) for seat in each.seats)
        place = Place(guild=each.server, channel=10**6 + int(each.id[1:]))
        times = {"created": each.started, "started": each.started, "ended": each.ended}
        table = Table(id=each.id, place=place, phase="over", version=0, host=1, options=Options(), seats=seats, **times)
        await store.commit(Change(table=table))
        await store.record(each.id, each)
    await store.rate(len(games))
