"""Who follows a game without a seat."""

import pytest

from storage.models import Table
from tables import errors, followers
from tables.commands import consent, play
from tests.databases import sql
from tests.tables.kit import ADA, BEN, CLEO, HERE, Party, refusal_of


async def test_following_and_stopping(party: Party) -> None:
    await party.start()
    kept = party.host.followers
    assert await kept.follow(party.id, CLEO.id) and not await kept.follow(party.id, CLEO.id)
    assert await kept.of(party.id) == [CLEO.id] and await kept.follows(party.id, CLEO.id)
    assert [each.id for each in await kept.games(CLEO.id)] == [party.id]
    await party.crash()
    assert await party.host.followers.of(party.id) == [CLEO.id]
    await party.host.followers.forget(party.id, CLEO.id)
    await party.host.followers.forget(party.id, CLEO.id)
    assert await party.host.followers.of(party.id) == [] and await party.host.followers.games(CLEO.id) == []


async def test_players_need_not_follow_but_those_who_resigned_can(party: Party) -> None:
    await party.start(people=3)
    with refusal_of(errors.AlreadySeated, match="You already have a seat in this game"):
        await party.host.followers.follow(party.id, CLEO.id)
    await party.host.act(party.id, CLEO.id, play.resign(), action=party.action())
    assert await party.host.followers.follow(party.id, CLEO.id)


async def test_only_a_running_game_can_be_followed(party: Party) -> None:
    await party.lobby()
    with pytest.raises(errors.NotStarted):
        await party.host.followers.follow(party.id, CLEO.id)
    await party.host.act(party.id, ADA.id, consent.end(), action=party.action())
    with refusal_of(errors.GameOver, match="The game is over"):
        await party.host.followers.follow(party.id, CLEO.id)


async def test_there_is_a_limit_for_people_and_for_games(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(followers, "MOST_FOLLOWED", 1)
    monkeypatch.setattr(followers, "MOST_FOLLOWERS", 2)
    await party.start()
    first = party.id
    await party.start(place=HERE.model_copy(update={"channel": 71}))
    kept = party.host.followers
    await kept.follow(first, CLEO.id)
    with refusal_of(errors.TooMany, match="You follow 1 games"):
        await kept.follow(party.id, CLEO.id)
    await kept.follow(first, 10)
    with refusal_of(errors.TooMany, match="2 people follow this game"):
        await kept.follow(first, 11)
    assert await kept.of(first) == [CLEO.id, 10] and await kept.of(party.id) == []


async def test_followers_stay_until_they_have_heard_about_the_end(party: Party) -> None:
    await party.start()
    await party.host.followers.follow(party.id, CLEO.id)
    for person in (ADA, BEN):
        await party.host.act(party.id, person.id, consent.end(), action=party.action())
    assert await party.host.followers.of(party.id) == [CLEO.id]
    assert await party.host.followers.games(CLEO.id) == [], "only games in progress are listed"


@pytest.mark.sqlite("values of any type in any column")
async def test_a_row_that_doesnt_fit_is_dropped_alone(party: Party) -> None:
    await party.start()
    for person in (CLEO.id, 10):
        await party.host.followers.follow(party.id, person)
    sql(party.path, "UPDATE followers SET person = 'someone' WHERE person = 10")
    assert await party.host.followers.of(party.id) == [CLEO.id]
    assert sql(party.path, "SELECT count(*) FROM followers") == [(1,)]
    table = await party.store.table(party.id)
    assert isinstance(table, Table)
