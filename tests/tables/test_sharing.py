"""Two processes at the same tables: the first one commits, the other does it again, and only one shows each table."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage import from_url
from storage.errors import Conflict
from storage.models import Change
from storage.part import Part
from tables import Options, Place
from tables.commands import lobby, play
from tables.errors import NoTable, TableError
from tables.limits import LOOK_AFTER
from tables.models import Update
from tests.postgres import PostgresServer
from tests.tables.kit import ADA, BEN, Party, buying, over, refusal_of

MONEY = buying("Province", "Gold", "Silver")
OURS, THEIRS = Place(guild=2 << 22, channel=70), Place(guild=3 << 22, channel=71)
"""Places that the first process shows, and the second."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@pytest.fixture
async def both(postgres: PostgresServer) -> AsyncIterator[tuple[Party, Party]]:
    """Return two processes on one database, for the same people."""
    url, parties = postgres.create(), (Party(Path("unused")), Party(Path("unused")))
    for shard, party in enumerate(parties):
        party.actions, party.clock = parties[0].actions, parties[0].clock
        await party.open(from_url(url, Part(shard, shard, 2)))
    yield parties
    for party in parties:
        await party.close()


async def start(both: tuple[Party, Party], place: Place = THEIRS, options: Options | None = None) -> str:
    """Start a game of two in one process; let both have it in memory."""
    one, two = both
    await one.start(options=options, place=place)
    two.id = one.id
    assert await two.table() == await one.table()
    return one.id


def before_the_next_commit(party: Party, do: Callable[[], Awaitable[object]]) -> None:
    """Let something happen once just before a process commits next."""
    commit = party.store.commit

    async def overtaken(change: Change) -> None:
        party.store.commit = commit  # type: ignore[method-assign]
        await do()
        await commit(change)

    party.store.commit = overtaken  # type: ignore[method-assign]


async def answers(party: Party) -> list[tuple[int | None, tuple[str, ...]]]:
    """Return the answers that people have given, as stored."""
    return [(each.entry.decision, each.entry.ids) for each in await party.store.journal(party.id) if each.by == "person"]


async def heard(party: Party, there: Callable[[Update], bool]) -> Update:
    """Wait until a process has told its listeners of this."""
    news = asyncio.Event()
    party.host.listen(lambda update: news.set())
    async with asyncio.timeout(60):
        while not any(map(there, party.updates)):
            news.clear()
            await news.wait()
    return next(filter(there, party.updates))


# who is first


async def test_a_game_is_played_to_its_end_by_turns_in_two_processes(both: tuple[Party, Party]) -> None:
    await start(both)
    steps = 0
    while (await both[0].table()).phase != "over":
        await both[steps % 2].step(MONEY)
        steps += 1
    assert len(await answers(both[0])) == steps
    assert await both[1].table() == await both[0].table()
    assert await both[1].host.log(both[1].id, ADA.id) == await both[0].host.log(both[0].id, ADA.id)


async def test_an_overtaken_command_is_done_again_on_the_current_state(both: tuple[Party, Party]) -> None:
    one, two = both
    await one.lobby(place=THEIRS)
    two.id = one.id
    before_the_next_commit(two, lambda: one.host.act(one.id, BEN.id, lobby.leave(), action=one.action()))
    outcome = await two.host.act(two.id, ADA.id, lobby.add_ai(), action=two.action())
    ada, ai = outcome.table.seats
    assert ada.name == "Ada" and ai.ai is not None and await one.table() == outcome.table


async def test_the_same_click_in_both_processes_counts_once(both: tuple[Party, Party]) -> None:
    one, two = both
    await start(both)
    person, action = await one.awaited(), one.action()
    before_the_next_commit(two, lambda: one.say(person, "treasures", action=action))
    outcome = await two.say(person, "treasures", action=action)
    assert outcome.repeated and len(await answers(one)) == 1


async def test_a_process_that_was_stopped_in_mid_command_refuses_what_has_been_answered_since(both: tuple[Party, Party]) -> None:
    one, two = both
    await start(both)
    person = await one.awaited()

    async def play_on() -> None:
        for _ in range(6):
            await one.step(MONEY)

    before_the_next_commit(two, play_on)
    with pytest.raises(TableError):
        await two.say(person, "end")
    assert len(await answers(one)) == 6 and await two.table() == await one.table()


async def test_nothing_is_lost_or_doubled_while_both_answer_all_the_time(both: tuple[Party, Party]) -> None:
    await start(both)
    dice, given = random.Random(0), list[str]()

    async def answer(party: Party) -> None:
        for _ in range(25):
            person, action = await party.awaited(), party.action()
            view = await party.host.view(party.id, person)
            for decision in view.decisions:
                with suppress(TableError):  # the other was first
                    outcome = await party.host.act(party.id, person, play.answer(decision.id, MONEY(view, decision)), action=action)
                    given.extend([] if outcome.repeated else [action])
            await asyncio.sleep(dice.random() / 100)

    await asyncio.gather(*(answer(party) for party in both))
    stored = await answers(both[0])
    assert len(stored) == len(given) == len(set(given)) and len({decision for decision, _ in stored}) == len(stored)
    assert await both[0].table() == await both[1].table()


async def test_a_process_that_is_always_overtaken_gives_up_in_the_end(
    both: tuple[Party, Party], monkeypatch: pytest.MonkeyPatch
) -> None:
    await start(both)

    async def overtaken(change: Change) -> None:
        raise Conflict("always")

    monkeypatch.setattr(both[1].store, "commit", overtaken)
    with pytest.raises(Conflict):
        await both[1].step(MONEY)


# what people have set


async def test_settings_made_in_one_process_are_in_force_in_the_other(both: tuple[Party, Party]) -> None:
    one, two = both
    await start(both)
    await two.host.people.settings(ADA.id)
    await asyncio.gather(
        one.host.people.set_likes(ADA.id, like=["Militia"], ban=[], action=one.action()),
        two.host.people.no_more_hints(ADA.id, action=two.action()),
    )
    for party in both:
        settings = await party.host.people.settings(ADA.id)
        assert (settings.like, settings.hints) == (("Militia",), False)
    assert (await two.host.snapshot(two.id, ADA.id)).settings.like == ("Militia",)


async def test_deleted_data_are_in_no_process_any_more(both: tuple[Party, Party]) -> None:
    await start(both)
    await both[0].host.own_data.forget(BEN.id)
    for party in both:
        assert BEN.id not in {seat.person for seat in (await party.table()).seats}
        assert "Ben" not in str(await party.host.log(party.id, ADA.id))


async def test_a_deleted_game_is_gone_in_both(both: tuple[Party, Party]) -> None:
    one, two = both
    await start(both)
    await one.until(over, MONEY)
    assert (await two.table()).phase == "over"
    await one.host.history.delete(one.id)
    with refusal_of(NoTable, match=""):
        await two.table()


# what is shown, and when


async def test_a_process_hears_what_others_do_at_the_tables_that_it_shows(both: tuple[Party, Party]) -> None:
    one, two = both
    await start(both, THEIRS)
    started = await heard(two, lambda update: update.what == "start")
    assert started.called and started.table.phase == "playing"
    await one.lobby(place=OURS)
    await one.host.act(one.id, ADA.id, lobby.start(), action=one.action())
    version = (await one.table()).version
    two.id = one.id
    await two.step(MONEY)
    await heard(one, lambda update: update.table.id == one.id and update.table.version > version)
    assert all(update.table.place == THEIRS or update.table.version > version for update in two.updates)


async def test_what_is_due_is_done_once_and_by_the_process_that_shows_the_table(both: tuple[Party, Party]) -> None:
    one, two = both
    await start(both, THEIRS, Options(limit=1, late="turn"))
    assert await one.store.next_due(LONG_AGO) is None
    at = await two.store.next_due(LONG_AGO)
    assert at is not None
    one.clock.now = at
    before = (await one.table()).version
    await asyncio.gather(*(party.host._access.do_unasked(party.id, LOOK_AFTER) for party in both))
    assert (await one.table()).version == (await two.table()).version == before + 1
