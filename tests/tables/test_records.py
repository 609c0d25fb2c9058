"""The records of a finished game."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from engine.replay import Export, verify
from storage.models import StoredEntry
from storage.store import Store
from tables import Person, errors, records
from tables.commands import consent, play
from tables.threads import work_for
from tests.databases import special_store
from tests.tables.kit import ADA, BEN, CLEO, Party, buying, over, refusal_of

MONEY = buying("Province", "Gold", "Silver")


async def test_a_finished_game_as_a_file(party: Party) -> None:
    await party.start()
    with pytest.raises(errors.StillPlaying):
        await party.host.records.export(party.id)
    person = await party.awaited()
    await party.say(person, "treasures")
    await party.host.act(party.id, person, play.undo(), action="undo")
    await party.until(over, MONEY)
    table = await party.table()
    for _ in range(2):
        exported = Export.model_validate_json((await party.host.records.export(party.id)).model_dump_json())
        assert exported.commitment == table.commitment and verify(exported).result == table.result
        await party.crash()


async def test_points_over_turns(party: Party) -> None:
    await party.start()
    await party.until(over, MONEY)
    table = await party.table()
    points = await party.host.records.points_over_turns(party.id)
    assert [each.turn for each in points] == list(range(1, table.turn + 2))
    assert [each.own for each in points[:4]] == [1, 1, 2, 2], "turns are counted as those who play count theirs"
    assert points[0].points == (3, 3)
    assert table.result is not None
    assert points[-1].points == tuple(s.points for s in sorted(table.result.scores, key=lambda score: score.seat))


class Journals(Store):
    """A store that counts how often a whole journal is read, and the entries in each piece."""

    def __init__(self, *where: Any) -> None:
        super().__init__(*where)
        self.pieces: list[int] = []
        self.count = 0
        self.begun = asyncio.Event()

    async def journal(self, table_id: str, since: int = 0, most: int | None = None) -> list[StoredEntry]:
        self.count += since == 0
        self.begun.set()
        found = await super().journal(table_id, since, most)
        self.pieces.append(len(found))
        return found


async def test_a_finished_game_is_played_again_once_however_many_ask(party: Party) -> None:
    await party.start()
    await party.until(over, MONEY)
    await party.close()
    journals = special_store(Journals, party.path)
    await party.open(journals)
    proofs = await asyncio.gather(*(party.host.records.proof(party.id) for _ in range(20)))
    courses = await asyncio.gather(*(party.host.records.points_over_turns(party.id) for _ in range(20)))
    assert len(set(courses)) == 1 and all(each is proofs[0] for each in proofs) and not proofs[0].doubt
    assert journals.count == 2


async def test_a_replay_that_no_one_waits_for_is_not_started_again(party: Party) -> None:
    await party.start()
    await party.until(over, MONEY)
    await party.close()
    journals = special_store(Journals, party.path)
    await party.open(journals)
    first = asyncio.ensure_future(party.host.records.points_over_turns(party.id))
    await journals.begun.wait()
    first.cancel()
    assert await party.host.records.points_over_turns(party.id)
    assert journals.count == 1


async def test_no_one_waits_for_more_than_one_game_of_someone_else(party: Party) -> None:
    games, done, found = list[str](), list[str](), party.host.records
    for _ in range(4):
        await party.start()
        await party.until(over, MONEY)
        games.append(party.id)

    async def looked(who: Person, what: Awaitable[object]) -> None:
        work_for(who.id)
        await what
        done.append(who.name)

    await asyncio.gather(
        *(looked(ADA, found.proof(game)) for game in games[:3]),
        looked(ADA, party.host.replays.show(games[0], ADA.id)),
        looked(ADA, found.points_over_turns(games[0])),
        looked(BEN, found.proof(games[3])),
        looked(BEN, found.proof(games[2])),
        looked(CLEO, found.points_over_turns(games[3])),
    )
    assert done[:3] == ["Ada", "Ben", "Cleo"] and done[3:5] == ["Ada", "Ben"], "they take turns"


async def test_a_long_journal_is_read_in_pieces_so_that_other_reads_come_between(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "PIECE", 30)
    await party.start()
    await party.until(over, MONEY)
    await party.close()
    journals = special_store(Journals, party.path)
    await party.open(journals)
    await party.table()
    exporting = asyncio.ensure_future(party.host.records.export(party.id))
    between = set()
    while not exporting.done():
        await journals.settings(ADA.id)
        between.add(len(journals.pieces))
    entries = (await exporting).entries
    assert [entry.number for entry in entries] == [*range(len(entries))] and sum(journals.pieces) == len(entries) > 60
    assert max(journals.pieces) == 30 and between >= {1, 2}
    assert verify(await exporting).over


async def test_a_game_that_is_too_long_is_not_replayed(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_REPLAYED", 20)
    await party.start()
    await party.until(over, MONEY)
    for looked_up in (party.host.records.proof, party.host.records.points_over_turns):
        with refusal_of(errors.TooLong, match="more than 20 moves"):
            await looked_up(party.id)


async def test_a_lobby_that_was_closed_leaves_nothing(party: Party) -> None:
    await party.lobby()
    await party.host.act(party.id, ADA.id, consent.end(), action="close")
    with pytest.raises(errors.StillPlaying):
        await party.host.records.export(party.id)
