"""Databases and saves of every schema so far load with the current code, and wait for the same answers."""

import asyncio
import json
import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine import Game, Save
from storage.__main__ import main
from storage.notes import AutoAction, OwnNote, SaidAhead
from storage.personal import PersonSettings
from tables.absence import DESERTED
from tests.databases import sql
from tests.fixtures.make import essence, seen
from tests.fixtures.timed import history, known, opened, written
from tests.tables.kit import Party

pytestmark = pytest.mark.sqlite("databases of older versions")

FIXTURES = Path(__file__).parents[1] / "fixtures"
EVERY = sorted(path.parent for path in FIXTURES.glob("*/expected.json"))
FOLDERS = [folder for folder in EVERY if (folder / "saves").is_dir()]
TIMED = [folder for folder in EVERY if folder not in FOLDERS]
"""What `make` and `timed` have made."""
KEPT = ("played", "games_with", "tallies", "ratings", "rating_changes")
"""What follows from the records of finished games."""
SAVES = sorted(FIXTURES.glob("*/saves/*.json"))


REWORDED = {
    "Your standing answer played all Treasures.": "Auto-answer: played all Treasures.",
    "Your standing answer: play all Treasures.": "Auto-answer: played all Treasures.",
    "Your standing answer used no Reaction.": "Auto-answer: used no Reaction.",
    "Your standing answer: no Reaction.": "Auto-answer: used no Reaction.",
}
"""What is known as data about lines that were stored as text, in today's words."""


READ_AT_ONCE = {f"v{version}" for version in range(1, 7)}
"""Nothing is known about the live games of these databases, so the first start reads all of them."""


async def is_due_later(party: Party, table: str) -> bool:
    """Return whether all that is due at a table is what older versions didn't know: that no one may ever come back to it."""
    stored = await party.store.table(table)
    return (
        stored is not None and stored.phase == "playing" and stored.due is not None and stored.due - party.clock.now > DESERTED / 2
    )


def plain(content: Any) -> Any:
    """Return a value as JSON returns it."""
    return json.loads(json.dumps(content))


def lasting(view: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a view that stay the same. Questions' ids have changed since they stopped revealing a count, and until
    players do something in their Buy phase, only they know that it has started."""
    plays = any(question[3] == "turn" for question in view["decisions"])
    phase = view["phase"] if plays or view["phase"] == "over" else None
    return view | {"phase": phase, "decisions": [question[1:] for question in view["decisions"]]}


def test_there_are_some() -> None:
    assert FOLDERS and SAVES and TIMED


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
async def test_an_old_database_loads(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "tables.db", tmp_path / "tables.db")
    expected = json.loads((folder / "expected.json").read_text())
    expected.pop("lagging", None)  # this is no longer asked
    # Settings have more fields now; the earlier ones keep their values.
    expected["settings"] = {p: PersonSettings.model_validate(s).model_dump(mode="json") for p, s in expected["settings"].items()}
    points = {id: table["point"] for id, table in expected["tables"].items()}
    party = Party(tmp_path / "tables.db")
    await party.open()
    found = plain(await seen(party.host, party.store, points))
    for id, table in expected["tables"].items():
        if "log" in table:
            table["log"] = {person: [REWORDED.get(line, line) for line in lines] for person, lines in table["log"].items()}
        if folder.name in READ_AT_ONCE and (table.get("offer") or await is_due_later(party, id)):
            table["version"] += 1
        found["tables"][id] = {key: found["tables"][id].get(key) for key in table}
        for shown in (table, found["tables"][id]):
            if "views" in shown:
                shown["views"] = {seat: lasting(view) for seat, view in shown["views"].items()}
    assert found == expected
    assert await party.store.quarantined() == []
    await party.close()
    assert await asyncio.to_thread(main, ["check", str(tmp_path / "tables.db")]) == 0


@pytest.mark.parametrize("folder", TIMED, ids=lambda path: path.name)
async def test_what_is_due_in_an_old_database_is_done_once(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    shutil.copy(folder / "tables.db", path)
    expected = json.loads((folder / "expected.json").read_text())
    expected["settings"] = {p: PersonSettings.model_validate(s).model_dump(mode="json") for p, s in expected["settings"].items()}
    at, points = datetime.fromisoformat(expected.pop("at")), {id: table["point"] for id, table in expected["tables"].items()}
    async with opened(path, at) as party:
        found = json.loads(written(await known(party, points)))
        for id, table in expected["tables"].items():
            found["tables"][id] = {key: found["tables"][id].get(key) for key in table}
        assert {key: found[key] for key in expected} == expected
        if "history" in expected:
            kept = {source: sorted(sql(path, f"SELECT * FROM {source}"), key=repr) for source in KEPT}
            await party.host.history.rebuild()
            assert {source: sorted(sql(path, f"SELECT * FROM {source}"), key=repr) for source in KEPT} == kept
            assert json.loads(written(await history(party))) == expected["history"], "the same, made again"
    async with opened(path, at + timedelta(days=30)) as party:
        await party.host.timers.look_after()
        after = await known(party, points)
        assert written(after) != written(found)
        await party.host.timers.look_after()
        assert await known(party, points) == after and await party.store.quarantined() == []
    assert await asyncio.to_thread(main, ["check", str(path)]) == 0


@pytest.mark.parametrize("path", SAVES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_an_old_save_loads(path: Path) -> None:
    game = Game.load(Save.model_validate_json(path.read_text()))
    expected = json.loads((path.parents[1] / "expected.json").read_text())
    names = {table["point"].replace(" ", "-").replace("'", "").lower(): table for table in expected["tables"].values()}
    assert lasting(plain(essence(game.view(None)))) == lasting(names[path.stem]["views"]["None"])


async def test_lines_of_a_seat_that_changed_hands_belong_to_no_one(tmp_path: Path) -> None:
    """The lines of old saves name a seat, but no reader."""
    path = tmp_path / "tables.db"
    shutil.copy(FIXTURES / "v3" / "tables.db", path)
    notes = sql(path, "SELECT id, table_id, seat FROM notes")
    _, table, seat = notes[0]
    sql(path, "UPDATE seats SET name = 'Dan for Ada', person = 4 WHERE table_id = ? AND number = ?", table, seat)
    party = Party(path)
    await party.open()
    await party.close()
    persons = {}
    for id, of, number in notes:
        ((persons[id],),) = sql(path, "SELECT person FROM notes WHERE id = ?", id)
        ((person,),) = sql(path, "SELECT person FROM seats WHERE table_id = ? AND number = ?", of, number)
        assert persons[id] == (None if (of, number) == (table, seat) else person)
    assert persons[notes[0][0]] is None and set(persons.values()) > {None}


TOLD_IN_PART = ("discard", "order", "choice", "wait")
"""Old notes that aren't complete as data."""


@pytest.mark.parametrize(
    ("text", "what", "cards"),
    [
        ("Your standing answer: play all Treasures.", "treasures", ()),
        ("Your standing answer played all Treasures.", "treasures", ()),
        ("Your standing answer: end the turn, with nothing left to do.", "end", ()),
        ("Your standing answer: reveal Moat.", "reveal", ("Moat",)),
        ("Your standing answer revealed Moat.", "reveal", ("Moat",)),
        ("Your standing answer: no Reaction.", "no-reaction", ()),
        ("Your standing answer: discard Estate, 2 Copper (Ben's Militia).", "discard", ()),
        ("Your standing answer: any order, so Crown, Militia.", "order", ()),
        ("Your standing answer: no to Library.", "choice", ()),
        ("Your standing answer waits for Ben.", "wait", ()),
        ("Your plan plays this turn.", "plan-begins", ()),
        ("Your plan is through, and ended the turn.", "plan-through", ()),
        ("Your plan stopped. You hold no Moat. The turn is yours from here.", None, ()),
    ],
)
async def test_a_line_that_said_what_was_done_only_in_words_says_it_as_data(
    text: str, what: SaidAhead | None, cards: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "tables.db"
    shutil.copy(FIXTURES / "v5" / "tables.db", path)
    ((id, table, after, turn, seat, person),) = sql(path, "SELECT id, table_id, after, turn, seat, person FROM notes LIMIT 1")
    sql(path, "UPDATE notes SET text = ? WHERE id = ?", text, id)
    party = Party(path)
    await party.open()
    _, notes = await party.store.log(str(table))
    await party.close()
    did = None if what is None else AutoAction(what=what, cards=cards)
    ((wording,),) = sql(path, "SELECT wording FROM notes WHERE id = ?", id)
    assert OwnNote(after=after, turn=turn, seat=seat, person=person, did=did, wording=wording) in notes
    assert wording in ((text,) if what in (None, *TOLD_IN_PART) else ("",)), "what it says beyond the data stays"
