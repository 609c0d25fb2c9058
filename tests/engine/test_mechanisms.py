"""What the core has room for, tried with cards that are in no set."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import snapshot, visibility
from engine.case import Run
from engine.case_format import Case, load
from engine.save import Snapshot
from tests.engine.strange_cards import on_the_table

with on_the_table():
    CASES = load(Path(__file__).with_suffix("").parent / "mechanisms.yaml")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case)
def test_the_core_carries_it(case: Case) -> None:
    with on_the_table():
        assert Run(case).run() == []


def test_a_card_put_face_down_from_the_deck_has_been_seen() -> None:
    case = next(case for case in CASES if case.case.startswith("What lies on a secret mat"))
    with on_the_table():
        run = Run(case)
        run.run()
    assert run.core.secrets == 1, "so that no undo takes it back"


def test_what_was_passed_only_those_know_who_gave_or_took_it() -> None:
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
