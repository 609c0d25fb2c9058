"""People who are gone for good block neither a game nor its channel."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from cogs.text.proposals import answers, proposed
from tables import TableView, waking
from tables.absence import DESERTED, LONGEST_AWAY
from tables.command import Command
from tables.commands import consent, open_seats, pace, seats
from tables.models import Pace
from tables.state import ABSENT_AFTER
from tests.tables.kit import Party, buying

DAY = timedelta(days=1)


async def two_are_gone(party: Party) -> tuple[int, int]:
    """Start a game of three without a limit that waits for one who is gone, as the next one is; return their seats."""
    await party.start(3)
    while (await party.table()).awaited[0].seat != 1:
        await party.step(buying("Silver"))
    party.clock.now += ABSENT_AFTER
    return 1, 2


async def ask_two(party: Party, command: Command) -> None:
    """Propose something as the only player who is there."""
    await party.host.act(party.id, (await party.table()).seats[0].person or 0, command, action=party.action())


async def wait(party: Party, time: timedelta) -> TableView:
    party.clock.now += time
    await party.host.timers.look_after()
    return await party.table()


@pytest.mark.parametrize("what", ["replace", "open", "end", "pace"])
async def test_two_people_who_are_gone_do_not_block_a_game_for_good(what: str, party: Party) -> None:
    gone, _ = await two_are_gone(party)
    commands = {
        "replace": seats.replace(gone, "kingdom"),
        "open": open_seats.propose_open_seat(gone),
        "end": consent.end(),
        "pace": pace.propose_pace(Pace(limit=24 * 60, late="until-back")),
    }
    await ask_two(party, commands[what])
    table = await wait(party, ABSENT_AFTER - timedelta(minutes=1))
    assert table.proposal is not None and len(table.undecided) == (1 if what in ("replace", "open") else 2)
    assert table.settles is not None and timedelta() < table.settles - party.clock.now < timedelta(minutes=1)
    assert "silence counts as a yes" in answers(table)
    table = await wait(party, timedelta(minutes=1))
    assert table.proposal is None
    seat = table.seats[gone]
    assert {"replace": seat.person is None, "open": seat.open, "end": table.phase == "over", "pace": table.options.limit}[what]


async def test_silence_is_no_consent_while_the_game_waits_for_no_one_else(party: Party) -> None:
    await party.start(3)
    asker = await party.awaited()
    await party.host.act(party.id, asker, consent.end(), action=party.action())
    table = await wait(party, 9 * ABSENT_AFTER)
    assert table.phase == "playing" and table.proposal is not None, "it waits for the one who asks"


async def test_someone_who_is_back_is_asked_again(party: Party) -> None:
    gone, _ = await two_are_gone(party)
    await ask_two(party, consent.end())
    await party.step(buying("Silver"))
    table = await wait(party, 2 * ABSENT_AFTER - timedelta(minutes=1) - ABSENT_AFTER)
    assert table.phase == "playing" and gone in table.undecided


async def test_no_seat_changes_hands_without_its_player_only_because_they_are_silent(party: Party) -> None:
    _, other = await two_are_gone(party)
    await ask_two(party, seats.replace(other, "kingdom"))
    table = await wait(party, 9 * ABSENT_AFTER)
    assert table.seats[other].person is not None and other in table.undecided


async def deserted(party: Party, people: int = 2, *, ais: int = 0) -> TableView:
    """Start a game and leave it until the bot proposes to end it."""
    await party.start(people, ais)
    table = await wait(party, DESERTED - timedelta(minutes=1))
    assert table.proposal is None
    return await wait(party, timedelta(minutes=1))


@pytest.mark.parametrize("people", [1, 2, 3])
async def test_a_game_that_everyone_has_left_ends_after_a_month(people: int, party: Party) -> None:
    table = await deserted(party, people, ais=1)
    assert table.proposal is not None and table.proposal.by is None and table.proposal.calls
    assert proposed(table, 0, "this game").startswith("### End this game?\nNo one has moved for 30 days.")
    assert "silence counts as a yes" in answers(table)
    table = await wait(party, ABSENT_AFTER)
    assert table.phase == "over" and table.result is not None and table.result.ending.kind == "deserted"
    assert len(table.result.scores) == people + 1, "the scores at that point"


async def test_a_game_goes_on_when_someone_moves_after_a_month(party: Party) -> None:
    await deserted(party)
    await party.step(buying("Silver"))
    assert (await party.table()).proposal is None
    assert (await wait(party, DESERTED - timedelta(minutes=1))).phase == "playing"


async def test_declining_to_end_a_deserted_game_keeps_it_for_as_long_again(party: Party) -> None:
    table = await deserted(party)
    await ask_two(party, consent.decline())
    assert (await wait(party, DESERTED - timedelta(minutes=1))).proposal is None
    table = await wait(party, timedelta(minutes=1))
    assert table.proposal is not None and table.phase == "playing"


@pytest.mark.parametrize(("away", "waits"), [(40 * DAY, 40 * DAY), (300 * DAY, LONGEST_AWAY), (None, LONGEST_AWAY)])
async def test_a_game_waits_longer_for_someone_who_is_away(away: timedelta | None, waits: timedelta, party: Party) -> None:
    await party.start()
    until = party.clock.now + away if away is not None else None
    gone = await party.awaited()
    await party.host.people.set_hours(gone, lambda hours, now: waking.leave(hours, now, until), action=party.action())
    assert (await wait(party, waits - DAY)).proposal is None
    table = await wait(party, DAY)
    assert table.proposal is not None
    assert proposed(table, 0, "this game").startswith(f"### End this game?\nNo one has moved for {waits.days} days.")


async def test_a_player_who_is_back_after_a_month_can_replace_the_one_who_is_not(party: Party) -> None:
    for declined in (False, True):
        table = await deserted(party, 3)
        gone = table.awaited[0].seat
        back = next(seat.person for seat in table.seats if seat.number != gone) or 0
        if declined:
            await party.host.act(party.id, back, consent.decline(), action=party.action())
        outcome = await party.host.act(party.id, back, seats.replace(gone, "kingdom"), action=party.action())
        proposal = outcome.table.proposal
        assert proposal is not None and proposal.by == back and gone not in outcome.table.undecided
        await party.host.act(party.id, 0, consent.end(force=True), action=party.action())


async def test_a_proposal_that_no_one_answers_keeps_no_deserted_game_from_ending(party: Party) -> None:
    await party.start(2)
    while (await party.table()).seats[0].person != await party.awaited():
        await party.step(buying("Silver"))
    await ask_two(party, consent.end())
    table = await wait(party, DESERTED)
    assert table.proposal is not None and table.proposal.by is None
    assert (await wait(party, ABSENT_AFTER)).phase == "over"


@pytest.mark.parametrize("away", [32 * DAY, 60 * DAY, None])
async def test_the_bots_proposal_leaves_time_for_silence_about_a_players(away: timedelta | None, party: Party) -> None:
    gone, other = await two_are_gone(party)
    table, until = await party.table(), None if away is None else party.clock.now + away
    person = table.seats[other].person or 0
    await party.host.people.set_hours(person, lambda hours, now: waking.leave(hours, now, until), action=party.action())
    await ask_two(party, seats.replace(gone, "kingdom"))
    while (table := await wait(party, DAY)).seats[gone].person is not None:
        assert table.proposal is not None and table.proposal.kind == "replace"
        assert table.settles is not None and table.settles > party.clock.now


@pytest.mark.parametrize("people", [2, 3])
async def test_silence_about_a_proposal_is_no_consent_to_it_while_all_play_on(people: int, party: Party) -> None:
    await party.start(people)
    proposer = await party.awaited()
    await party.host.act(party.id, proposer, consent.end(), action=party.action())
    for _ in range(6 * people):
        await wait(party, DAY)
        await party.step(buying("Silver"))
    while await party.awaited() == proposer:
        await party.step(buying("Silver"))
    table = await wait(party, 2 * ABSENT_AFTER)
    assert table.phase == "playing" and table.proposal is not None and table.settles is None


async def test_the_bots_proposal_to_end_a_stuck_game_needs_answers_until_everyone_has_left(party: Party) -> None:
    await party.start()
    await party.until(lambda table, view: table.proposal is not None, buying())
    table = await party.table()
    assert table.proposal is not None and not table.proposal.ends_wait
    table = await wait(party, DESERTED - DAY)
    assert table.phase == "playing" and table.proposal is not None and not table.proposal.ends_wait
    assert (proposal := (await wait(party, DAY)).proposal) is not None and proposal.ends_wait
    assert (await wait(party, ABSENT_AFTER)).phase == "over"


async def with_someone_away(party: Party, time: timedelta) -> tuple[int, datetime]:
    """Start a game in which the player who isn't on turn is away; return them, and until when."""
    await party.start()
    current, until = await party.awaited(), party.clock.now + time
    other = next(seat.person or 0 for seat in (await party.table()).seats if seat.person != current)
    await party.host.people.set_hours(other, lambda hours, now: waking.leave(hours, now, until), action=party.action())
    return other, until


async def test_silence_counts_only_once_someone_away_is_back(party: Party) -> None:
    _, until = await with_someone_away(party, 40 * DAY)
    assert (await wait(party, DESERTED)).proposal is not None
    assert (await wait(party, until - party.clock.now + ABSENT_AFTER - timedelta(minutes=1))).phase == "playing"
    assert (await wait(party, timedelta(minutes=1))).phase == "over"


async def test_someone_back_early_has_time_to_answer(party: Party) -> None:
    other, _ = await with_someone_away(party, 50 * DAY)
    await wait(party, DESERTED)
    await wait(party, 2 * ABSENT_AFTER)
    await party.host.people.set_hours(other, waking.back, action=party.action())
    assert (await wait(party, DAY)).phase == "playing"
