"""Backups that the bot makes automatically."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from storage import backups
from storage.__main__ import main
from storage.backups import Backups
from tests.databases import url_of
from tests.tables.kit import Party, buying

pytestmark = pytest.mark.both

DAY = timedelta(days=1)
MONEY = buying("Gold", "Silver")


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def newest() -> float | None:
    """Return when the newest backup was made, as Prometheus hears it."""
    return REGISTRY.get_sample_value("seneschal_backup_timestamp_seconds")


@pytest.fixture
async def party(tmp_path: Path) -> Party:
    """Return people who have played a few turns."""
    party = Party(tmp_path / "games.db")
    await party.open()
    await party.start(people=1, ais=1)
    await party.until(lambda table, view: table.turn > 4, MONEY)
    return party


async def test_the_newest_of_a_backup_a_day_are_kept(party: Party, tmp_path: Path) -> None:
    clock, folder = Clock(), tmp_path / "backups"
    made = Backups(party.store, party.path, folder, 3, clock)
    for _ in range(10):
        await made.look()
        clock.now += DAY / 2
    assert sorted(path.name for path in folder.iterdir()) == [f"games-2026-03-0{day}T120000.db" for day in (3, 4, 5)]
    (folder / "games-first.db").touch()
    clock.now += DAY
    await made.look()
    assert (folder / "games-first.db").exists(), "only its own backups are deleted"
    await party.close()


async def test_a_restart_makes_no_further_backup_on_the_same_day(party: Party, tmp_path: Path) -> None:
    clock = Clock()
    assert await Backups(party.store, party.path, tmp_path / "backups", 3, clock).look()
    clock.now += DAY / 3
    assert await Backups(party.store, party.path, tmp_path / "backups", 3, clock).look() is None
    await party.close()


async def test_backups_made_as_the_docs_say_are_new_each_time_and_stay(party: Party, tmp_path: Path) -> None:
    docs = Path(__file__).parents[2] / "docs" / "hosting.md"
    names = re.findall(r"backup \S+ /backups/(seneschal-)\$\(date \+(\S+)\)\.db", docs.read_text(encoding="utf-8"))
    assert len(names) == 2
    clock = Clock()
    for start, form in names:
        made = [tmp_path / f"{start}{clock.now + timedelta(seconds=after):{form}}.db" for after in range(2)]
        assert made[0] != made[1]
        made[0].touch()
        assert Backups(party.store, Path("seneschal.db"), tmp_path, 1, clock).made() == []


async def test_a_game_goes_on_from_a_backup(party: Party, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = await party.table()
    backup = await Backups(party.store, party.path, tmp_path / "backups", 3, Clock()).look()
    assert backup is not None and backup.stat().st_mode & 0o777 == 0o600
    await party.until(lambda table, view: table.turn > 8, MONEY)
    await party.close()
    assert await asyncio.to_thread(main, ["restore", url_of(party.path), str(backup)]) == 0
    assert await asyncio.to_thread(main, ["check", url_of(party.path)]) == 0
    again = Party(party.path)
    await again.open()
    again.id = party.id
    assert (await again.table()).turn == before.turn
    await again.until(lambda table, view: table.turn > before.turn + 2, MONEY)
    await again.close()


async def test_a_failed_backup_is_reported_and_tried_again(
    party: Party, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(backups, "RETRY", 0.01)
    folder = tmp_path / "backups"
    folder.touch()  # no folder can be created here
    running = asyncio.create_task(Backups(party.store, party.path, folder, 3, Clock()).run())
    async with asyncio.timeout(20):
        while caplog.text.count("No backup could be made") < 2:  # noqa: ASYNC110 - the log wakes no one
            await asyncio.sleep(0.01)
        assert newest() == 0  # as the alarm wants it
        folder.unlink()
        while not list(folder.glob("*.db")):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        while not newest():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    running.cancel()
    await party.close()
