"""What the core supports, tried with cards that aren't in any set."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import IllegalSetup, KingdomRequest, parse_kingdom, random_kingdom, snapshot, swap_pile, visibility
from engine.card import CARDS
from engine.case import Run
from engine.case_format import Case, load
from engine.mechanisms import EVENT
from engine.randomizers import Randomizer, randomizers
from engine.save import Snapshot
from tests.engine.strange_cards import WONDER, on_the_table

with on_the_table():
    CASES = load(Path(__file__).with_suffix("").parent / "mechanisms.yaml")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case)
def test_the_core_carries_it(case: Case) -> None:
    with on_the_table():
        assert Run(case).run() == []


def test_a_new_kind_of_landscape_is_drawn_by_request() -> None:
    with on_the_table():
        there = [Randomizer(name, "Strange", types=(WONDER,), landscape=WONDER) for name in ("Colossus", "Temple", "Pharos")]
        pool = (*randomizers(), *there)
        request = parse_kingdom("1 Wonder, 1 Event", pool=pool)
        assert request.landscapes == {"Wonder": 1, "Event": 1}
        event, wonder = random_kingdom(request, "x", pool).landscapes
        assert CARDS[event].landscape == EVENT and wonder in ("Colossus", "Temple", "Pharos")
        assert swap_pile(random_kingdom(request, "x", pool), wonder, "y", pool).landscapes[0] == event
        drawn = [random_kingdom(KingdomRequest(), str(seed), pool).landscapes for seed in range(300)]
        assert {sum(name in ("Colossus", "Temple", "Pharos") for name in names) for names in drawn} == {0, 1}
        for text in ("2 Wonders", "Colossus, Pharos"):
            with pytest.raises(IllegalSetup, match="You asked for 2 Wonders; a game has at most 1"):
                random_kingdom(parse_kingdom(text, pool=pool), "x", pool)


def test_a_card_put_face_down_from_the_deck_has_been_seen() -> None:
    case = next(case for case in CASES if case.case.startswith("What lies on a secret mat"))
    with on_the_table():
        run = Run(case)
        run.run()
    assert run.core.secrets == 1, "so that no undo takes it back"


def test_only_those_who_gave_or_got_a_passed_card_know_it() -> None:
    case = next(case for case in CASES if case.case.startswith("Once cards were passed"))
    with on_the_table():
        run = Run(case)
        run.run()
        kept = snapshot.take(run.core, 0).model_dump_json()
        again = snapshot.restore(run.core.setup, bytes(32), Snapshot.model_validate_json(kept))
        seen = {viewer: visibility.view(again, viewer).players for viewer in (None, 0, 1, 2)}
    gold = {
        viewer: [sum(each.count for each in seat.owned if each.name == "Gold") for seat in seats] for viewer, seats in seen.items()
    }
    assert gold == {None: [1, 0, 0], 0: [0, 1, 0], 1: [0, 1, 0], 2: [1, 0, 0]}
