"""A party for each test, on its own database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tables.kit import Party


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Party]:
    party = Party(tmp_path / "party.db")
    await party.open()
    yield party
    await party.close()
