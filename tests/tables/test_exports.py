"""Finished games as files: one at a time, with a limit, and what is missing is counted."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Sequence
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest

from tables import errors, exports
from tables.commands import play
from tables.quotas import PAUSE
from tests.databases import sql
from tests.tables.kit import ADA, BEN, HERE, Party, refusal_of


async def give_up(party: Party, times: int) -> list[str]:
    """Play games until one gives up; return them, newest first."""
    games = []
    for _ in range(times):
        await party.start()
        await party.host.act(party.id, BEN.id, play.resign(), action=party.action())
        games.append(party.id)
    return games[::-1]


def rows(content: bytes) -> Sequence[dict[str, str]]:
    return [*csv.DictReader(StringIO(content.decode()))]


async def test_a_person_gets_one_file_at_a_time_with_a_pause_in_between(party: Party) -> None:
    await give_up(party, 1)
    made = await asyncio.gather(*(party.host.exports.own(who) for who in (ADA.id, ADA.id, BEN.id)), return_exceptions=True)
    assert [isinstance(each, errors.InProgress) for each in made] == [False, True, False]
    with refusal_of(errors.TooMany, match="just made your file"):
        await party.host.exports.of_server(ADA.id, HERE.guild or 0)
    party.clock.now += PAUSE
    assert (await party.host.exports.own(ADA.id)).files == 1


async def test_only_the_newest_games_are_in_a_file_and_the_others_are_counted(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await give_up(party, 4)
    monkeypatch.setattr(exports, "MOST_ROWS", 3)
    monkeypatch.setattr(exports, "MOST_LISTED", 2)
    monkeypatch.setattr(exports, "MOST_FILES", 2)
    made = await party.host.exports.own(ADA.id)
    with ZipFile(BytesIO(made.content)) as pack:
        assert pack.namelist() == ["games.csv", *(f"seneschal-{game}.json" for game in games[:2])]
        listed = [row["game"] for row in rows(pack.read("games.csv"))][::2]
    assert listed == games[: made.games] and made.games + made.older == 4 and made.files == 2
    monkeypatch.setattr(exports, "MOST_ROWS", 4)
    party.clock.now += PAUSE
    of_server = await party.host.exports.of_server(ADA.id, HERE.guild or 0)
    assert [row["game"] for row in rows(of_server.content)][::2] == games and of_server.older == 0
    monkeypatch.setattr(exports, "MOST_BYTES", 0)
    party.clock.now += PAUSE
    assert (await party.host.exports.own(ADA.id)).files == 0, "no more room"


async def test_a_spreadsheet_is_as_large_as_discord_takes(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    games = await give_up(party, 4)
    monkeypatch.setattr(exports, "MOST_LISTED", 1)
    whole = await party.host.exports.of_server(ADA.id, HERE.guild or 0)
    assert whole.games == 4 and whole.older == 0
    monkeypatch.setattr(exports, "MOST_BYTES", len(whole.content) - 1)
    party.clock.now += PAUSE
    made = await party.host.exports.of_server(ADA.id, HERE.guild or 0)
    assert len(made.content) <= exports.MOST_BYTES and whole.content.startswith(made.content)
    assert [row["game"] for row in rows(made.content)][::2] == games[:3] and (made.games, made.older) == (3, 1)


async def test_a_game_that_can_no_longer_be_read_is_left_out_of_the_files(party: Party) -> None:
    (game,) = await give_up(party, 1)
    sql(party.path, "UPDATE entries SET entry = json_set(entry, '$.digest', 'other')")
    await party.crash()
    made = await party.host.exports.own(ADA.id)
    assert (made.games, made.files) == (1, 0) and game in str(rows(ZipFile(BytesIO(made.content)).read("games.csv")))
