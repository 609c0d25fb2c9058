"""The database as a file: who can read it, and that only one bot has it open, under whatever name."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.__main__ import main
from storage.errors import InUse, Unreadable
from storage.files import hold
from storage.sqlite import SqliteStore

pytestmark = pytest.mark.sqlite("the database as a file")


@pytest.fixture
def _open_mask() -> Iterator[None]:
    """Let everyone read new files, unless they say otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.mark.usefixtures("_open_mask")
async def test_only_their_owner_can_read_the_database_and_its_backups(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "test.db")
    await store.open()
    await store.backup(str(tmp_path / "backup.db"))
    assert modes(tmp_path) == dict.fromkeys(("test.db", "test.db-wal", "test.db-shm", "backup.db"), 0o600)
    await store.close()
    assert main(["restore", str(store.path), str(tmp_path / "backup.db")]) == 0
    assert set(modes(tmp_path).values()) == {0o600}


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
async def test_a_second_bot_is_refused_whatever_it_calls_the_file(link: object, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "test.db")
    await store.open()
    other = tmp_path / "other.db"
    link(other, store.path)  # type: ignore[operator]
    with pytest.raises(InUse, match="Another Seneschal"):
        await SqliteStore(other).open()
    await store.close()
    again = SqliteStore(other)
    await again.open()
    await again.close()


def test_a_restored_database_is_held_by_what_is_there_now(tmp_path: Path) -> None:
    path = tmp_path / "test.db"
    holder = hold(path)
    path.rename(tmp_path / "kept.db")
    hold(path).close()
    with pytest.raises(InUse):
        hold(tmp_path / "kept.db")
    holder.close()


async def test_a_restore_through_a_symlink_replaces_the_file_itself(tmp_path: Path) -> None:
    store, link = SqliteStore(tmp_path / "test.db"), tmp_path / "link.db"
    await store.open()
    await store.backup(str(tmp_path / "backup.db"))
    await store.close()
    link.symlink_to(store.path)
    assert main(["restore", str(link), str(tmp_path / "backup.db")]) == 0
    assert link.is_symlink() and (tmp_path / "test.db.before-restore-1").exists()


async def test_a_folder_isnt_a_database(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="can't be opened"):
        await SqliteStore(tmp_path).open()
