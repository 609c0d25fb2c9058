"""`python -m storage check|backup|restore`."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from storage.__main__ import main
from tests.tables.kit import Party, buying


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Return a database with a game in mid-turn, as a killed bot leaves it."""

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
