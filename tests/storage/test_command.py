"""`python -m storage check|backup|restore|games`."""

import asyncio
import csv
import sqlite3
from io import StringIO
from pathlib import Path

import pytest

from storage.__main__ import main
from tables import Options
from tables.commands import play
from tests.tables.kit import ADA, BEN, HERE, Party, buying

pytestmark = pytest.mark.sqlite("files given by their paths; tests/storage/test_postgres.py has the rest")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Return a database with a game in mid-turn, as left by a killed bot."""

    async def play() -> None:
        party = Party(tmp_path / "played.db")
        await party.open()
        await party.start(people=1, ais=1)
        await party.until(lambda t, v: t.turn > 6 and v.coins > 0, buying("Silver"))
        await party.store.close()

    asyncio.run(play())
    return tmp_path / "played.db"


def sql(path: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    with connection:
        rows = connection.execute(statement).fetchall()
    connection.close()
    return rows


def test_check_replays_the_live_tables(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = played.read_bytes()
    assert main(["check", str(played)]) == 0
    assert main(["check", f"sqlite:///{played}"]) == 0
    assert "Live tables: 1. Can't be loaded: 0" in capsys.readouterr().out
    assert played.read_bytes() == before
    sql(played, "UPDATE entries SET entry = json_set(entry, '$.digest', 'other')")
    assert main(["check", str(played)]) == 1
    out = capsys.readouterr().out
    assert "played out differently" in out and "Can't be loaded: 1" in out
    sql(played, "UPDATE tables SET host = 'x'")
    assert main(["check", str(played)]) == 1
    assert "in quarantine" in capsys.readouterr().out
    assert sql(played, "SELECT count(*) FROM quarantine") == [(0,)], "it only looks"


def test_check_while_the_bot_runs(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def run() -> int:
        party = Party(played)
        await party.open()
        code = await asyncio.to_thread(main, ["check", str(played)])
        assert await asyncio.to_thread(main, ["backup", str(played), str(played) + ".copy"]) == 0
        await party.close()
        return code

    assert asyncio.run(run()) == 0
    assert main(["check", str(played) + ".copy"]) == 0


def test_backup_and_restore(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backup = played.with_name("backup.db")
    assert main(["backup", str(played), str(backup)]) == 0
    assert main(["backup", str(played), str(backup)]) == 2, "never over another file"
    whole = sql(played, "SELECT * FROM entries")
    sql(played, "DELETE FROM entries")
    assert main(["restore", str(played), str(backup)]) == 0
    assert sql(played, "SELECT * FROM entries") == whole
    kept = played.with_name("played.db.before-restore-1")
    assert sql(kept, "SELECT count(*) FROM entries") == [(0,)] and kept.name in capsys.readouterr().out
    assert main(["restore", str(played), str(backup)]) == 0
    assert played.with_name("played.db.before-restore-2").exists()
    assert main(["restore", str(played.with_name("new.db")), str(backup)]) == 0


def test_restore_is_refused_while_the_bot_runs_and_from_what_is_no_backup(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backup = played.with_name("backup.db")
    assert main(["backup", str(played), str(backup)]) == 0

    async def run() -> None:
        party = Party(played)
        await party.open()
        assert await asyncio.to_thread(main, ["restore", str(played), str(backup)]) == 2
        await party.close()

    asyncio.run(run())
    assert "Another Seneschal" in capsys.readouterr().err
    before = sql(played, "SELECT * FROM tables")
    rotten = played.with_name("rotten.db")
    rotten.write_bytes(backup.read_bytes()[:5000])
    assert main(["restore", str(played), str(rotten)]) == 2
    assert main(["restore", str(played), str(played.with_name("nowhere.db"))]) == 2
    assert sql(played, "SELECT * FROM tables") == before
    assert not [*played.parent.glob("*.part")], "what was half copied is gone"


def test_a_backup_that_cannot_be_written_says_where(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = played.parent / "missing" / "backup.db"
    assert main(["backup", str(played), str(target)]) == 2
    assert f"can't be copied to {target}" in capsys.readouterr().err


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """Return a database with two finished games, the second at a private table against an AI, and a running one."""

    async def play_some() -> None:
        party = Party(tmp_path / "finished.db")
        await party.open()
        await party.start()
        await party.host.act(party.id, BEN.id, play.resign(), action=party.action())
        await party.start(1, 1, Options(private=True))
        await party.host.act(party.id, ADA.id, play.resign(), action=party.action())
        await party.start()
        await party.close()

    asyncio.run(play_some())
    return tmp_path / "finished.db"


def test_games_lists_what_is_over_for_the_operator(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = finished.read_bytes()
    assert main(["games", str(finished)]) == 0
    second, first = capsys.readouterr().out.splitlines()
    assert first.startswith("t1  ") and "Ada 3, Ben 3" in first and str(HERE.guild) in first and "private" not in first
    assert second.startswith("t2  ") and second.endswith("private  not rated: short")
    assert main(["games", str(finished), "--player", str(BEN.id)]) == 0
    assert [line[:2] for line in capsys.readouterr().out.splitlines()] == ["t1"]
    assert main(["games", str(finished), "--server", "99"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["games", str(finished), "--csv"]) == 0
    rows = [*csv.DictReader(StringIO(capsys.readouterr().out))]
    assert [(row["game"], row["seat"], row["place"]) for row in rows if row["name"] == "Ada"] == [
        ("t2", "1", "2"),
        ("t1", "1", "1"),
    ]
    assert finished.read_bytes() == before, "it only looks"
    assert main(["games", str(finished.with_name("nowhere.db"))]) == 2


def test_games_deletes_one_and_has_all_records_made_again(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", str(finished), "--delete", "t3"]) == main(["games", str(finished), "--delete", "t9"]) == 1, "not over"
    assert main(["games", str(finished), "--delete", "t1"]) == 0
    assert "Deleted game t1" in capsys.readouterr().out
    assert sql(finished, "SELECT id FROM tables ORDER BY id") == [("t2",), ("t3",)]
    records = sql(finished, "SELECT * FROM records")
    assert main(["games", str(finished), "--rebuild"]) == 0
    assert sql(finished, "SELECT count(*) FROM records") == [(0,)]

    async def restart() -> None:
        party = Party(finished)
        await party.open()
        assert await asyncio.to_thread(main, ["games", str(finished), "--rebuild"]) == 2, "the bot is running"
        await party.host.history.catch_up()
        await party.close()

    asyncio.run(restart())
    assert sql(finished, "SELECT * FROM records") == records


def test_no_name_is_a_formula(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sql(finished, "UPDATE seats SET name = '=1+1'")
    assert main(["games", str(finished), "--csv"]) == 0
    assert {row["name"] for row in csv.DictReader(StringIO(capsys.readouterr().out))} == {"'=1+1"}
