"""What the others decide about a move that takes too long, and how the only other player claims the win."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from storage.lateness import Late, LateChoice
from storage.models import Seat, Table
from tables import Options, TableView, absence, errors
from tables.commands import consent, pace, play, seats
from tables.models import OwnLine, Pace, SeatView
from tables.state import is_absent
from tests.databases import sql
from tests.tables.kit import HERE, Party, buying, falsify, holds, refusal_of

DAY = timedelta(days=1)


async def begin(party: Party, late: Late | None, people: int = 3) -> tuple[int, list[int]]:
    """Start a game with a limit of one day; return who is on turn, and the others."""
    await party.start(people, options=Options(limit=24 * 60, late=late))
    absent = await party.awaited()
    return absent, [seat.person for seat in (await party.table()).seats if seat.person not in (None, absent)]


async def pass_time(party: Party, time: timedelta = DAY) -> None:
    party.clock.now += time
    await party.host.timers.look_after()


async def seat_of(party: Party, person: int) -> SeatView:
    seat = (await party.table()).seat_of(person)
    assert seat is not None
    return seat


async def vote(party: Party, person: int, choice: LateChoice) -> TableView:
    voting = [seat.lateness.voting for seat in (await party.table()).seats]
    number = next(each.number for each in voting if each is not None)
    return (await party.host.act(party.id, person, pace.vote(number, choice), action=party.action())).table


async def said(party: Party, person: int) -> list[str]:
    """Return what a person's own log says."""
    return [each.says.what for each in await party.host.log(party.id, person) if isinstance(each, OwnLine) and each.says]


# what the table has agreed on


async def test_a_seat_is_offered_until_its_holder_acts(party: Party) -> None:
    absent, others = await begin(party, "newcomer")
    await pass_time(party)
    assert (await seat_of(party, absent)).open is not None and await party.awaited() == absent
    assert await said(party, others[0]) == ["offered"] == await said(party, absent)
    version = (await party.table()).version
    await party.host.timers.look_after()
    assert (await party.table()).version == version, "once is enough"
    await party.host.act(party.id, absent, seats.come_back(), action=party.action())
    assert (await seat_of(party, absent)).open is None
    await pass_time(party, DAY - timedelta(minutes=1))
    assert (await seat_of(party, absent)).open is None, "they have all the time again"
    await pass_time(party)
    assert (await seat_of(party, absent)).open is not None


async def test_the_game_ends_with_the_current_score(party: Party) -> None:
    absent, _ = await begin(party, "end")
    late = (await seat_of(party, absent)).number
    await pass_time(party)
    table = await party.table()
    assert table.phase == "over" and table.result is not None
    assert (table.result.ending.kind, table.result.ending.seat) == ("late", late)
    assert len(table.result.winners) > 1, "no one has resigned"


# a vote


async def test_most_of_the_others_decide(party: Party) -> None:
    absent, (second, third) = await begin(party, "vote")
    await pass_time(party)
    assert await said(party, second) == ["vote"] == await said(party, absent)
    await vote(party, second, "turn")
    assert await party.awaited() == absent, "one of two isn't most"
    await vote(party, third, "turn")
    assert await party.awaited() != absent
    seat = await seat_of(party, absent)
    assert seat.stand_in == "has-played" and seat.lateness.vote is not None and seat.lateness.vote.decided == "turn"


async def test_a_vote_can_be_changed_and_what_is_decided_is_done(party: Party) -> None:
    absent, (second, third) = await begin(party, "vote")
    await pass_time(party)
    table = await vote(party, second, "end")
    voting = next(seat.lateness.voting for seat in table.seats if seat.person == absent)
    assert voting is not None and set(voting.votes.values()) == {"end"}
    await vote(party, second, "newcomer")
    await vote(party, third, "newcomer")
    assert (await seat_of(party, absent)).open is not None
    assert (await seat_of(party, absent)).lateness.voting is None


async def test_a_decision_to_wait_gives_the_same_time_again(party: Party) -> None:
    absent, others = await begin(party, "vote")
    await pass_time(party)
    for other in others:
        await vote(party, other, "wait")
    (awaited,) = (await party.table()).awaited
    assert awaited.due is not None and abs(awaited.due - party.clock.now - DAY) < timedelta(seconds=10)
    assert awaited.since is not None and awaited.since < party.clock.now - DAY / 2, "the game waits for as long as before"
    await pass_time(party)
    voting = (await seat_of(party, absent)).lateness.voting
    assert voting is not None and voting.votes == {}, "another vote"


async def test_a_tie_goes_to_the_mildest_choice(party: Party) -> None:
    absent, (second, third) = await begin(party, "vote")
    await pass_time(party)
    await vote(party, second, "end")
    await vote(party, third, "turn")
    assert (await party.table()).phase == "playing" and await party.awaited() != absent


def test_no_vote_is_decided_too_early_or_too_late() -> None:
    cases: list[tuple[list[LateChoice | None], LateChoice | None]] = [
        ([None, None, None], None),
        (["end", None, None], None),
        (["end", "end", None], "end"),
        (["end", "end", None, None], None),
        (["end", "end", "wait", None], None),
        (["end", "end", "wait", "wait"], "wait"),
        (["end", "newcomer", "until-back", "turn"], "turn"),
        (["end", "end", "until-back", "turn"], "end"),
    ]
    for votes, decided in cases:
        people = [{"number": number, "name": f"{number}", "person": number + 1} for number in range(len(votes) + 1)]
        given = {number: choice for number, choice in enumerate(votes, 1) if choice is not None}
        people[0]["lateness"] = {"passed": "2026-01-01T00:00Z", "vote": {"at": "2026-01-01T00:00Z", "votes": given}}
        there = [Seat.model_validate(each) for each in people]
        table = Table(
            id="t",
            place=HERE,
            phase="playing",
            version=1,
            host=1,
            options=Options(limit=1),
            seats=tuple(there),
            created=datetime(2026, 1, 1, tzinfo=UTC),
        )
        assert absence.decided(table, there[0], table.created) == decided, votes


async def test_a_voter_who_stays_away_does_not_hold_up_the_vote(party: Party) -> None:
    absent, (second, _) = await begin(party, "vote")
    await pass_time(party)
    await vote(party, second, "until-back")
    await pass_time(party, DAY - timedelta(minutes=1))
    assert (await seat_of(party, absent)).stand_in is None, "the third has as long to vote as to move"
    await pass_time(party, timedelta(minutes=1))
    assert (await seat_of(party, absent)).stand_in == "until-back"


async def test_once_the_time_to_vote_is_up_the_first_vote_decides(party: Party) -> None:
    absent, (second, _) = await begin(party, "vote")
    for _ in range(3):
        await pass_time(party)
    assert (await seat_of(party, absent)).lateness.voting is not None
    version = (await party.table()).version
    await party.host.timers.look_after()
    assert (await party.table()).version == version, "there is nothing to do until someone votes"
    await vote(party, second, "turn")
    assert (await seat_of(party, absent)).lateness.voting is None and await party.awaited() != absent


async def test_a_move_ends_the_vote(party: Party) -> None:
    absent, (second, _) = await begin(party, "vote")
    await pass_time(party)
    await vote(party, second, "end")
    number = (await seat_of(party, absent)).lateness.vote
    assert number is not None
    await party.say(absent, "treasures")
    seat = await seat_of(party, absent)
    assert seat.lateness.voting is None and seat.lateness.vote is not None and seat.lateness.vote.decided == "moved"
    with refusal_of(errors.CannotVote, match="over"):
        await party.host.act(party.id, second, pace.vote(number.number, "end"), action=party.action())


async def test_only_the_other_players_vote(party: Party) -> None:
    absent, (second, third) = await begin(party, "vote")
    await pass_time(party)
    with refusal_of(errors.CannotVote, match="about your move"):
        await vote(party, absent, "wait")
    with pytest.raises(errors.NotSeated):
        await vote(party, 77, "end")
    await party.host.act(party.id, third, play.resign(), action=party.action())
    with pytest.raises(errors.NotSeated):
        await vote(party, third, "end")
    await vote(party, second, "wait")
    assert (await seat_of(party, absent)).lateness.voting is None, "the only one who is left decides"


async def test_a_resignation_can_decide_a_vote(party: Party) -> None:
    absent, (second, third) = await begin(party, "vote")
    await pass_time(party)
    await vote(party, second, "turn")
    await party.host.act(party.id, third, play.resign(), action=party.action())
    assert await party.awaited() != absent


async def test_a_vote_and_a_proposal_stand_side_by_side(party: Party) -> None:
    absent, (second, third) = await begin(party, "vote")
    await party.host.act(party.id, third, consent.end(), action=party.action())
    await pass_time(party)
    await vote(party, second, "until-back")
    assert (await party.table()).proposal is not None and (await seat_of(party, absent)).lateness.voting is not None
    await party.host.act(party.id, second, consent.decline(), action=party.action())
    assert (await seat_of(party, absent)).lateness.voting is not None
    await party.host.act(party.id, third, consent.end(), action=party.action())
    await vote(party, third, "until-back")
    assert (await party.table()).proposal is not None and (await seat_of(party, absent)).stand_in == "until-back"


async def test_a_vote_survives_a_crash(party: Party) -> None:
    absent, (second, third) = await begin(party, "vote")
    await pass_time(party)
    await vote(party, second, "turn")
    await party.crash()
    await vote(party, third, "turn")
    assert await party.awaited() != absent
    await party.crash()
    vote_ = (await seat_of(party, absent)).lateness.vote
    assert vote_ is not None and vote_.decided == "turn"


async def test_a_voter_finds_their_vote_in_their_data_and_it_goes_with_them(party: Party) -> None:
    absent, (second, third) = await begin(party, "vote")
    await pass_time(party)
    await vote(party, second, "end")
    late, own = (await seat_of(party, absent)).number, (await seat_of(party, second)).number
    assert json.loads((await party.host.own_data.file(second)).content)["games"][0]["votes"] == {str(late): "end"}
    await party.host.own_data.forget(second)
    voting = (await seat_of(party, absent)).lateness.voting
    assert voting is not None and own not in voting.votes
    await vote(party, third, "turn")
    assert (await seat_of(party, absent)).stand_in is not None


async def test_each_late_player_has_a_vote_of_their_own(party: Party) -> None:
    await party.start(3, options=Options(limit=24 * 60, late="vote", wait_for_owed=True))
    await party.until(holds("Militia"), buying("Militia", "Silver"))
    attacker = await party.awaited()
    await party.say(attacker, "play:Militia")
    first, second = [seat.person for seat in (await party.table()).seats if seat.person not in (None, attacker)]
    assert first is not None and second is not None
    await pass_time(party)
    votes = [(await seat_of(party, each)).lateness.voting for each in (first, second)]
    assert votes[0] is not None and votes[1] is not None and votes[0].number != votes[1].number
    await party.host.act(party.id, attacker, pace.vote(votes[1].number, "until-back"), action=party.action())
    assert (await seat_of(party, second)).stand_in == "until-back", "who is late as well has no say"
    assert (await seat_of(party, first)).lateness.voting is not None
    await party.host.act(party.id, attacker, pace.vote(votes[0].number, "turn"), action=party.action())
    assert await party.awaited() == attacker


# claiming the win


async def test_the_win_is_claimed_after_the_limit_and_a_warning(party: Party) -> None:
    absent, (other,) = await begin(party, None, people=2)
    for refused in (pace.warn(), pace.claim()):
        with refusal_of(errors.NoClaim, match="isn't waiting"):
            await party.host.act(party.id, other, refused, action=party.action())
    await pass_time(party)
    with refusal_of(errors.NoClaim, match="isn't waiting"):
        await party.host.act(party.id, other, pace.claim(), action=party.action())
    pings = len(party.changes)
    await party.host.act(party.id, other, pace.warn(), action=party.action())
    assert [ping.person for change in party.changes[pings:] for ping in change.calls] == [absent]
    claim = (await seat_of(party, absent)).lateness.claim
    assert claim is not None and claim - party.clock.now > DAY - timedelta(minutes=1)
    with refusal_of(errors.NoClaim, match=f"<t:{int(claim.timestamp())}:f>"):
        await party.host.act(party.id, other, pace.claim(), action=party.action())
    await pass_time(party, DAY)
    table = (await party.host.act(party.id, other, pace.claim(), action=party.action())).table
    mine = (await seat_of(party, other)).number
    assert [ping.person for ping in party.changes[-1].calls] == [absent], "who has lost like that hears of it"
    assert table.result is not None and table.result.winners == (mine,) and table.result.scores[1].rank == 2
    assert (table.result.ending.kind, table.result.ending.seat) == ("claimed", mine)
    await party.crash()
    assert (await party.table()).result == table.result
    assert (await party.host.records.proof(party.id)).doubt == "", "the replay ends in the same way"


@pytest.mark.parametrize("move", ["treasures", "back"])
async def test_a_move_cancels_the_warning(party: Party, move: str) -> None:
    absent, (other,) = await begin(party, None, people=2)
    await pass_time(party)
    await party.host.act(party.id, other, pace.warn(), action=party.action())
    if move == "back":
        await party.host.act(party.id, absent, seats.come_back(), action=party.action())
    else:
        await party.say(absent, move)
    await pass_time(party, DAY - timedelta(minutes=1))
    for refused in (pace.warn(), pace.claim()):
        with pytest.raises(errors.NoClaim):
            await party.host.act(party.id, other, refused, action=party.action())


@pytest.mark.parametrize(("people", "ais", "limit"), [(3, 0, 60), (2, 1, 60), (2, 0, None)])
async def test_no_win_is_claimed_in_other_games(party: Party, people: int, ais: int, limit: int | None) -> None:
    await party.start(people, ais, options=Options(limit=limit))
    absent = await party.awaited()
    other = next(seat.person for seat in (await party.table()).seats if seat.person not in (None, absent))
    await pass_time(party, 10 * DAY)
    assert other is not None
    with pytest.raises(errors.NoClaim):
        await party.host.act(party.id, other, pace.warn(), action=party.action())


# a new pace


async def test_the_pace_changes_once_all_agree(party: Party) -> None:
    absent, (other,) = await begin(party, None, people=2)
    await pass_time(party, 3 * DAY)
    new = Pace(limit=60, late="turn")
    await party.host.act(party.id, other, pace.propose_pace(new), action=party.action())
    table = await party.table()
    assert table.proposal is not None and table.proposal.pace == new and table.options.limit == 24 * 60
    await party.host.act(party.id, absent, consent.agree(), action=party.action())
    table = await party.table()
    assert table.proposal is None and (table.options.limit, table.options.late) == (60, "turn")
    (awaited,) = table.awaited
    assert awaited.due is not None and abs(awaited.due - party.clock.now - timedelta(hours=1)) < timedelta(seconds=10)
    assert "pace" in await said(party, other)
    await pass_time(party, timedelta(hours=1))
    assert await party.awaited() == other


async def test_a_pace_that_someone_declines_stays(party: Party) -> None:
    absent, (other,) = await begin(party, "turn", people=2)
    with pytest.raises(errors.NoSuchOption):
        await party.host.act(party.id, other, pace.propose_pace(Pace(limit=24 * 60, late="turn")), action=party.action())
    await party.host.act(party.id, other, pace.propose_pace(Pace()), action=party.action())
    await party.host.act(party.id, absent, consent.decline(), action=party.action())
    table = await party.table()
    assert table.proposal is None and table.options.limit == 24 * 60


# pauses, and who is back


async def test_the_time_of_a_pause_does_not_count(party: Party) -> None:
    absent, _ = await begin(party, "turn", people=2)
    await party.say(absent, "treasures")
    party.clock.now += DAY / 2
    await party.close()
    entry = falsify(party.path)
    await party.open()
    assert (await party.table()).phase == "frozen"
    await pass_time(party, 5 * DAY)
    table = await party.table()
    assert table.phase == "frozen" and table.awaited == ()
    sql(party.path, "UPDATE entries SET entry = ? WHERE table_id = ? AND json_extract(entry, '$.asked') = 'other'", entry, party.id)
    await party.host.act(party.id, table.host, play.resume(), action="now")
    (awaited,) = (await party.table()).awaited
    assert awaited.person == absent
    assert awaited.due is not None and abs(awaited.due - party.clock.now - DAY) < timedelta(seconds=10)
    await pass_time(party, DAY - timedelta(minutes=1))
    assert await party.awaited() == absent
    await pass_time(party, timedelta(minutes=2))
    assert await party.awaited() != absent


async def test_a_pause_ends_a_vote(party: Party) -> None:
    absent, (second, _) = await begin(party, "vote")
    await party.say(absent, "treasures")
    await pass_time(party, DAY)
    await vote(party, second, "end")
    await party.close()
    falsify(party.path)
    await party.open()
    vote_ = (await seat_of(party, absent)).lateness.vote
    assert (await party.table()).phase == "frozen" and vote_ is not None and vote_.decided == "moved"


async def test_no_one_is_absent_for_good_while_the_game_cannot_be_shown(party: Party) -> None:
    await party.start(2)
    absent = await party.awaited()
    (seat,) = [seat for seat in (await party.table()).seats if seat.person == absent]
    await party.host.lose_place(party.id, HERE.id, gone=False)
    party.clock.now += 2 * DAY
    await party.host.find_place(party.id, HERE.id)
    party.clock.now += 2 * DAY
    assert not is_absent(party.host._access._tables[party.id].table.seats[seat.number], party.clock.now)
    party.clock.now += DAY
    assert is_absent(party.host._access._tables[party.id].table.seats[seat.number], party.clock.now)


async def test_a_player_who_is_back_learns_since_when_an_ai_played(party: Party) -> None:
    absent, (other,) = await begin(party, "until-back", people=2)
    await pass_time(party)
    while (await party.table()).turn < 7:
        await party.say(other, "end")
    outcome = await party.host.act(party.id, absent, consent.end(), action="end")
    assert outcome.played_for is None, "that was no move"
    outcome = await party.host.act(party.id, absent, seats.come_back(), action="back")
    assert outcome.played_for == range(1, outcome.table.turn + 1)
    again = await party.host.act(party.id, absent, seats.come_back(), action=party.action())
    assert again.played_for is None
