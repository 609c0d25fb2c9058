"""Undo that needs consent, and substitutes: both need everyone's."""

from datetime import timedelta

import pytest

from cogs.text.proposals import summary
from engine.log import alone
from storage.models import SavedGame, UndoCost
from storage.store import Store
from tables import AutoAnswers, Options, Person, errors
from tables.commands import consent, lobby, play, seats
from tables.commands.consent import ASK_AGAIN, PING_AGAIN
from tables.state import ABSENT_AFTER
from tables.work import MOST_TOLD
from tests.databases import special_store
from tests.logs import read_log, said
from tests.tables.kit import ADA, BEN, CLEO, HERE, MANAGER, Party, buying, holds, over, refusal_of

MONEY = buying("Province", "Gold", "Silver")
DAN = Person(id=4, name="Dan")


async def losses(party: Party, person: int) -> dict[str, UndoCost]:
    return {loss.to: loss for loss in await party.host.undo_costs(party.id, person)}


async def ask(party: Party, person: int, to: str) -> UndoCost:
    """Ask to go back to a point, after looking at the costs."""
    loss = (await losses(party, person))[to]
    await party.host.act(party.id, person, consent.propose_undo(loss.to, mark=loss.mark), action=party.action())
    return loss


async def test_a_player_can_go_back_to_their_last_turn(party: Party) -> None:
    await party.start()
    first, second = await party.awaited(), 0
    start = await party.host.view(party.id, first)
    await party.say(first, "treasures", "buy:Copper", "end")
    second = await party.awaited()
    await party.say(second, "treasures", "buy:Silver")
    loss = await ask(party, first, "my-turn")
    seat = start.viewer
    assert loss.seat == seat and loss.turn == 1 and loss.moves == {seat: 3, 1 - (seat or 0): 2} and loss.hidden
    proposal = (await party.table()).proposal
    assert proposal is not None and proposal.kind == "undo" and proposal.loss == loss and proposal.loss.hidden
    assert (await party.table()).turn == 2, "nothing is done before all have agreed"
    everyone = [alone(line) for line in await party.host.log(party.id, None)]
    assert all(line in everyone for line, _ in (*loss.done, *loss.shown)), "what single people read is not in it"
    name = (await party.table()).seats[seat or 0].name
    names = [each.name for each in (await party.table()).seats]
    done, shown = ([(said(line, names), often) for line, often in lines] for lines in (loss.done, loss.shown))
    assert (f"{name} buys Copper.", 1) in done
    assert (f"{name} draws 5 cards.", 1) in shown and loss.left_out == (0, 0)
    await party.crash()
    outcome = await party.host.act(party.id, second, consent.agree(), action="fine")
    assert outcome.table.turn == 1 and outcome.table.proposal is None and await party.awaited() == first
    view = await party.host.view(party.id, first)
    assert view.players[seat or 0].hand == start.players[seat or 0].hand
    await party.crash()
    assert await party.host.view(party.id, first) == view
    await party.until(over, MONEY)


async def test_declining_an_undo(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await party.say(person, "end")
    await ask(party, person, "move")
    assert (await party.host.act(party.id, await party.awaited(), consent.decline(), action="no")).table.proposal is None
    assert (await party.table()).turn == 2
    await ask(party, person, "move")
    assert (await party.host.act(party.id, person, consent.decline(), action="never mind")).table.proposal is None
    with pytest.raises(errors.NoProposal):
        await party.host.act(party.id, person, consent.agree(), action="late")


async def test_a_proposed_undo_expires_when_the_game_moves_on(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await party.say(person, "end")
    loss = await ask(party, person, "move")
    with refusal_of(errors.ProposalThere, match="Agree or decline"):
        await party.host.act(party.id, person, consent.end(), action="another")
    other = await party.awaited()
    assert (await party.say(other, "treasures")).table.proposal is None
    with pytest.raises(errors.MovedOn):
        await party.host.act(party.id, person, consent.propose_undo("move", mark=loss.mark), action="as seen before")


async def test_with_only_ais_no_one_is_asked(party: Party) -> None:
    await party.start(people=1, ais=2)
    for _ in range(3):
        await party.until(lambda t, v: "treasures" in [o.id for d in v.decisions for o in d.options], MONEY)
        await party.say(ADA.id, "treasures", "end")
    turn = (await party.table()).turn
    loss = await ask(party, ADA.id, "my-turn")
    table = await party.table()
    assert table.proposal is None and table.turn == loss.turn < turn and await party.awaited() == ADA.id


async def test_further_back_than_what_is_in_memory(party: Party) -> None:
    await party.start(people=3)
    first = await party.awaited()
    for _ in range(3):
        await party.say(await party.awaited(), "treasures", "buy:Copper", "end")
    await party.say(first, "treasures", "end")
    await party.crash()
    loss = await ask(party, first, "my-turn")
    assert loss.turn == 4
    await party.host.act(party.id, first, consent.decline(), action="no")
    others = [each.id for each in (ADA, BEN, CLEO) if each.id != first]
    await party.say(await party.awaited(), "end")
    await party.say(await party.awaited(), "end")
    await party.say(first, "treasures", "end")
    await party.crash()
    loss = await ask(party, first, "my-turn")
    await party.crash()
    for person in others:
        await party.host.act(party.id, person, consent.agree(), action=party.action())
    assert (await party.table()).turn == loss.turn == 7
    await party.crash()
    assert (await party.table()).turn == 7
    await party.until(over, MONEY)


async def test_what_is_free_needs_no_consent_and_what_resigned_cannot_be_taken_back(party: Party) -> None:
    await party.start(people=3)
    person = await party.awaited()
    await party.say(person, "treasures")
    assert await losses(party, person) == {}
    await party.say(person, "end")
    assert set(await losses(party, person)) == {"move", "my-turn"}
    await party.host.act(party.id, await party.awaited(), play.resign(), action="enough")
    assert await losses(party, person) == {}
    with pytest.raises(errors.NothingToUndo):
        await party.host.act(party.id, person, consent.propose_undo("move", mark=0), action="too late")


class Reads(Store):
    """A store that counts how often a game is read again to see more of its past."""

    count = 0

    async def game(self, table_id: str, below: int | None = None) -> SavedGame | None:
        self.count += 1
        return await super().game(table_id, below)


@pytest.mark.parametrize("by", ["who resigned", "who plays on", "who took over from an AI"])
async def test_no_more_of_the_past_is_read_than_can_be_undone(party: Party, by: str) -> None:
    await party.start(people=2, ais=1)
    for _ in range(60):
        await party.step(buying("Copper"))
    person = await party.awaited()
    other = next(each.id for each in (ADA, BEN) if each.id != person)
    if by == "who took over from an AI":
        await party.host.act(party.id, MANAGER, seats.replace(2, CLEO, force=True), action="comes")
    else:
        await party.host.act(party.id, other, play.resign(), action="enough")
    for _ in range(0 if by == "who plays on" else 6):
        await party.step(buying("Copper"))
    await party.host.close()
    await party.store.close()
    reads = special_store(Reads, party.path)
    await party.open(reads)
    reads.count = 0
    if by == "who resigned":
        with pytest.raises(errors.NotSeated):
            await party.host.undo_costs(party.id, other)
    else:
        await party.host.undo_costs(party.id, CLEO.id if by == "who took over from an AI" else person)
    assert reads.count <= 4


async def test_auto_answers_neither_redo_it_nor_are_lost(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await party.host.people.set_answers(person, AutoAnswers(treasures=True, end=True), action="standing")
    await party.say(person, "buy:Copper")
    assert (await party.table()).turn == 2
    other = await party.awaited()
    await ask(party, person, "my-turn")
    await party.host.act(party.id, other, consent.agree(), action="yes")
    view = await party.host.view(party.id, person)
    assert (await party.table()).turn == 1 and view.coins == 0, "the Treasures aren't played again at once"
    await party.crash()
    assert (await party.host.view(party.id, person)).coins == 0
    outcome = await party.say(person, "play:Copper")
    assert outcome.view is not None and outcome.view.treasure_coins == 0, "the person acted: they act again"


async def test_in_the_middle_of_an_attack(party: Party) -> None:
    await party.start(people=3)
    await party.until(holds("Militia"), buying("Militia", "Silver"))
    attacker = await party.awaited()
    await party.say(attacker, "play:Militia")
    victim = next(a.person for a in (await party.table()).awaited if a.owed)
    assert victim is not None
    decision = await party.decision(victim)
    await party.say(victim, MONEY(await party.host.view(party.id, victim), decision))
    loss = await ask(party, attacker, "move")
    for person in {1, 2, 3} - {attacker}:
        await party.host.act(party.id, person, consent.agree(), action=party.action())
    table = await party.table()
    assert table.turn == loss.turn and await party.awaited() == attacker
    await party.until(over, MONEY)


async def seat_of(party: Party, person: int) -> int:
    """Return the number of a person's seat."""
    seat = (await party.table()).seat_of(person)
    assert seat is not None
    return seat.number


async def test_a_substitute_comes_when_all_agree_the_one_who_leaves_too(party: Party) -> None:
    await party.start(people=2, ais=1)
    leaving = await party.awaited()
    staying = ADA.id + BEN.id - leaving
    number = await seat_of(party, leaving)
    with pytest.raises(errors.AlreadySeated):
        await party.host.act(party.id, staying, seats.replace(1, Person(id=staying, name="Me")), action="twice")
    with pytest.raises(errors.NotHost):
        await party.host.act(party.id, CLEO.id, seats.replace(number, DAN), action="not for others")
    proposed = (await party.host.act(party.id, DAN.id, seats.replace(number, DAN), action="may I")).table
    assert proposed.proposal is not None and proposed.proposal.kind == "replace" and proposed.proposal.agreed == ()
    assert summary(proposed) == f"Dan would take over {proposed.seats[number].name}'s seat and see its cards."
    table = (await party.host.act(party.id, staying, consent.agree(), action="please")).table
    assert table.seats[number].person == leaving, "no one's seat is given away without asking them"
    await party.crash()
    table = (await party.host.act(party.id, leaving, consent.agree(), action="thank you")).table
    assert table.seats[number].person == DAN.id and table.seats[number].name.startswith("Dan for ")
    assert [call.person for call in party.changes[-1].calls] == [DAN.id], "the newcomer is called"
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, leaving, consent.agree(), action="gone")
    view = await party.host.view(party.id, DAN.id)
    assert view.viewer == number and view.decisions
    await party.crash()
    await party.say(DAN.id, "treasures", "end")


async def test_a_player_hands_over_their_own_seat(party: Party) -> None:
    await party.start(people=2)
    number = await seat_of(party, ADA.id)
    await party.host.act(party.id, ADA.id, seats.replace(number, DAN), action="I have to go")
    table = (await party.host.act(party.id, BEN.id, consent.agree(), action="fine")).table
    assert table.seats[number].person == ADA.id, "no one is put into a game without asking them"
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, CLEO.id, consent.agree(), action="nor does anyone else answer")
    await party.crash()
    table = (await party.host.act(party.id, DAN.id, consent.agree(), action="gladly")).table
    assert table.seats[number].person == DAN.id and table.host == DAN.id
    assert (await party.host.act(party.id, BEN.id, consent.agree(), action="fine")).repeated


async def test_a_seat_has_one_name_everywhere_through_crashes_and_undos_and_its_new_holders_own_in_the_next_game(
    party: Party,
) -> None:
    await party.start(people=2)
    leaving = await party.awaited()
    number, staying = await seat_of(party, leaving), ADA.id + BEN.id - leaving
    first = (await party.table()).seats[number].name
    await party.say(leaving, "treasures")
    table = (await party.host.act(party.id, MANAGER, seats.replace(number, DAN, force=True), action="at once")).table
    both = f"Dan for {first}"
    assert table.seats[number].name == both and table.formerly(leaving) == table.seats[number] and table.formerly(DAN.id) is None
    await party.say(DAN.id, "end")
    for person in (staying, DAN.id):
        await party.say(person, "treasures", "end")
    await party.crash()
    await party.say(staying, "treasures")
    await party.host.act(party.id, staying, play.undo(), action="back")
    told = await read_log(party.host, party.id, None)
    begun = next(at for at, line in enumerate(told) if line == f"Turn 2: {both}")
    assert not any(line.startswith(f"{first} ") for line in told[begun:]) and any(line.startswith(both) for line in told[begun:])
    assert (await party.host.view(party.id, None)).players[number].name == both
    over = (await party.host.act(party.id, MANAGER, consent.end(force=True), action="enough")).table
    assert over.result is not None and both in {score.name for score in over.result.scores}
    await party.crash()
    exported = await party.host.records.export(party.id)
    assert exported.setup.players[number] == first and both in {score.name for score in exported.result.scores}
    again = (await party.host.rematch(party.id, staying, action="once more")).table
    assert again.seats[number].name == "Dan" and again.formerly(leaving) is None


async def test_a_player_who_gets_their_seat_back_is_pinged_as_before(party: Party) -> None:
    await party.start(people=2)
    leaving = await party.awaited()
    number = await seat_of(party, leaving)
    before = (await party.table()).seats[number]
    await party.host.act(party.id, MANAGER, seats.replace(number, DAN, force=True), action="for now")
    back = Person(id=leaving, name=before.name)
    table = (await party.host.act(party.id, MANAGER, seats.replace(number, back, force=True), action="again")).table
    assert table.seats[number].name == before.name
    assert table.seat_of(leaving) == table.seats[number] and table.formerly(DAN.id) == table.seats[number]


async def test_anyone_asked_about_a_seat_can_decline(party: Party) -> None:
    await party.start(people=2)
    number = await seat_of(party, ADA.id)
    for unwilling in (DAN.id, BEN.id, ADA.id):
        await party.host.act(party.id, ADA.id, seats.replace(number, DAN), action=party.action())
        with pytest.raises(errors.NotSeated):
            await party.host.act(party.id, CLEO.id, consent.decline(), action=party.action())
        assert (await party.host.act(party.id, unwilling, consent.decline(), action=party.action())).table.proposal is None
    assert await seat_of(party, ADA.id) == number


async def test_in_a_game_of_two_neither_player_can_replace_the_other(party: Party) -> None:
    await party.start(people=2)
    number = await seat_of(party, BEN.id)
    for newcomer in ("big-money", DAN):
        table = (await party.host.act(party.id, ADA.id, seats.replace(number, newcomer), action=party.action())).table
        assert table.proposal is not None and table.seats[number].person == BEN.id
        await party.host.act(party.id, BEN.id, consent.decline(), action=party.action())
    table = (await party.host.act(party.id, BEN.id, seats.replace(number, "big-money"), action="I have to go")).table
    table = (await party.host.act(party.id, ADA.id, consent.agree(), action="fine")).table
    assert table.seats[number].ai == "big-money", "an AI doesn't mind"


@pytest.mark.parametrize("people", [2, 3])
async def test_someone_away_for_days_isnt_asked(party: Party, people: int) -> None:
    await party.start(people=people)
    away = await party.awaited()
    others = [each.id for each in (ADA, BEN, CLEO)[:people] if each.id != away]
    number = await seat_of(party, away)
    party.clock.now += ABSENT_AFTER
    table = (await party.host.act(party.id, others[0], seats.replace(number, DAN), action="who knows where they are")).table
    assert table.proposal is not None and table.proposal.waited == 3 and "has been waiting 3 days for" in summary(table)
    await party.host.act(party.id, away, consent.decline(), action="here I am")
    await party.host.act(party.id, others[0], seats.replace(number, DAN), action="gone again")
    await party.host.act(party.id, DAN.id, consent.agree(), action="gladly")
    for other in others[1:]:
        await party.host.act(party.id, other, consent.agree(), action=party.action())
    assert (await party.table()).seats[number].person == DAN.id


async def test_the_only_person_is_asked_even_when_away(party: Party) -> None:
    await party.start(people=1, ais=1)
    party.clock.now += 2 * ABSENT_AFTER
    await party.host.act(party.id, DAN.id, seats.replace(await seat_of(party, ADA.id), DAN), action="may I")
    assert (await party.table()).proposal is not None
    assert (await party.host.act(party.id, ADA.id, consent.agree(), action="do")).table.seat_of(DAN.id) is not None


async def test_a_proposal_says_first_what_it_would_do(party: Party) -> None:
    await party.lobby()
    with pytest.raises(errors.NotStarted):
        await party.host.newcomer(party.id, ADA.id, 0, "big-money")
    await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    new, asked = await party.host.newcomer(party.id, ADA.id, 0, "big-money")
    assert (new.name, new.ai, new.willing, asked) == ("Alder", "big-money", True, [1])
    new, asked = await party.host.newcomer(party.id, DAN.id, 0, DAN)
    assert new.willing and asked == [0, 1]
    party.clock.now += 2 * ABSENT_AFTER
    late = (await party.table()).awaited[0].seat
    assert (await party.host.newcomer(party.id, DAN.id, late, DAN))[1] == [1 - late], "no one waits for those who don't come back"
    assert not (await party.host.newcomer(party.id, ADA.id, 0, DAN))[0].willing
    await party.host.act(party.id, ADA.id, play.resign(), action="enough")
    with pytest.raises(errors.GameOver):
        await party.host.newcomer(party.id, BEN.id, 1, "big-money")


async def test_an_undo_goes_through_when_all_who_are_left_have_agreed(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    other = ADA.id + BEN.id - person
    await party.say(person, "treasures", "buy:Copper", "end")
    await ask(party, person, "my-turn")
    seat = await seat_of(party, other)
    table = (await party.host.act(party.id, CLEO.id, seats.replace(seat, "big-money", force=True), action="moderator")).table
    assert table.proposal is None and table.turn == 1 and await party.awaited() == person
    await party.crash()
    assert (await party.table()).turn == 1


async def test_a_proposal_goes_when_its_proposer_leaves(party: Party) -> None:
    await party.start(people=3)
    person = await party.awaited()
    await party.say(person, "end")
    await ask(party, person, "move")
    seat = await seat_of(party, person)
    table = (await party.host.act(party.id, MANAGER, seats.replace(seat, DAN, force=True), action="moderator")).table
    assert table.proposal is None and table.turn == 2
    await party.host.act(party.id, DAN.id, seats.replace(seat, "big-money"), action="I have to go")
    assert (
        await party.host.act(party.id, MANAGER, seats.replace(seat, "big-money", force=True), action="now")
    ).table.proposal is None


async def test_an_ai_finds_a_name_where_all_of_theirs_are_taken(party: Party) -> None:
    juniper = Person(id=7, name="Juniper")
    party.id = (await party.host.new_table(HERE, juniper, Options(), action="new")).table.id
    for _ in range(5):
        await party.host.act(party.id, juniper.id, lobby.add_ai(), action=party.action())
    table = (await party.host.act(party.id, juniper.id, lobby.start(), action="start")).table
    number = next(seat.number for seat in table.seats if seat.ai is not None)
    replaced = (await party.host.act(party.id, MANAGER, seats.replace(number, "big-money", force=True), action="moderator")).table
    assert replaced.seats[number].ai == "big-money" and len({seat.name for seat in replaced.seats}) == 6


async def test_an_ai_takes_over_by_force_and_plays_on(party: Party) -> None:
    await party.start()
    away = await party.awaited()
    here = ADA.id + BEN.id - away
    seat = next(each.number for each in (await party.table()).seats if each.person == away)
    table = (await party.host.act(party.id, CLEO.id, seats.replace(seat, "big-money", force=True), action="moderator")).table
    assert table.seats[seat].ai == "big-money" and table.turn == 2 and table.host == here
    with pytest.raises(errors.TooFewPlayers):
        await party.host.act(party.id, CLEO.id, seats.replace(1 - seat, "big-money", force=True), action="both")
    await party.until(over, MONEY)


@pytest.mark.parametrize("leaves", ["stays", "resigns", "is replaced"])
async def test_managers_have_no_powers_over_a_game_they_play_or_played_in(party: Party, leaves: str) -> None:
    await party.start(people=3)
    number = await seat_of(party, ADA.id)
    other = await seat_of(party, BEN.id)
    if leaves == "resigns":
        await party.host.act(party.id, ADA.id, play.resign(), action="enough")
    elif leaves == "is replaced":
        await party.host.act(party.id, MANAGER, seats.replace(number, "big-money", force=True), action="another manager")
        await party.crash()
    for newcomer in (DAN, "big-money"):
        with refusal_of(errors.Involved, match="ask another manager"):
            await party.host.newcomer(party.id, ADA.id, other, newcomer, force=True)
        with refusal_of(errors.Involved, match="ask another manager"):
            await party.host.act(party.id, ADA.id, seats.replace(other, newcomer, force=True), action=party.action())
    with refusal_of(errors.Involved, match="ask another manager"):
        await party.host.act(party.id, ADA.id, consent.end(force=True), action="end")
    assert (await party.table()).phase == "playing" and await seat_of(party, BEN.id) == other


async def test_managers_take_no_seat_by_force(party: Party) -> None:
    await party.start(people=2)
    with refusal_of(errors.Involved, match="Propose"):
        await party.host.act(party.id, MANAGER, seats.replace(0, Person(id=MANAGER, name="Mia"), force=True), action="me")
    await party.host.act(party.id, MANAGER, seats.replace(0, Person(id=MANAGER, name="Mia")), action="may I")
    assert (await party.table()).seats[0].person == ADA.id


async def test_someone_who_doesnt_play_keeps_no_player_from_proposing_something(party: Party) -> None:
    await party.start(people=2)
    await party.host.act(party.id, DAN.id, seats.replace(0, DAN), action="may I")
    proposal = (await party.host.act(party.id, BEN.id, consent.end(), action="enough")).table.proposal
    assert proposal is not None and proposal.kind == "end" and proposal.agreed == (1,), "that is more important"
    party.clock.now += ASK_AGAIN
    with pytest.raises(errors.ProposalThere):
        await party.host.act(party.id, DAN.id, seats.replace(0, DAN), action="what players propose makes no way")
    await party.host.act(party.id, ADA.id, consent.decline(), action="no")
    await party.host.act(party.id, DAN.id, seats.replace(0, DAN), action="may I now")
    proposal = (await party.host.act(party.id, ADA.id, seats.replace(0, CLEO), action="rather Cleo")).table.proposal
    assert proposal is not None and proposal.newcomer is not None and proposal.newcomer.person == CLEO.id


async def test_those_who_do_not_play_ask_once_a_day_all_together(party: Party) -> None:
    await party.start(people=2)
    table = (await party.host.act(party.id, DAN.id, seats.replace(0, DAN), action="may I")).table
    assert table.proposal is not None and table.proposal.calls
    await party.host.act(party.id, ADA.id, consent.decline(), action="no")
    await party.crash()
    for outsider in (DAN, CLEO):
        with refusal_of(errors.NotSeated, match="Someone recently asked for a seat"):
            await party.host.newcomer(party.id, outsider.id, 1, outsider)
        with refusal_of(errors.NotSeated, match="Someone recently asked for a seat"):
            await party.host.act(party.id, outsider.id, seats.replace(1, outsider), action=party.action())
    assert (await party.table()).proposal is None
    proposal = (await party.host.act(party.id, BEN.id, seats.replace(1, DAN), action="let them")).table.proposal
    assert proposal is not None and proposal.calls, "a player may propose them all the same"
    await party.host.act(party.id, DAN.id, consent.decline(), action="no more")
    party.clock.now += ASK_AGAIN
    await party.host.act(party.id, CLEO.id, seats.replace(1, CLEO), action="a day later")


async def test_a_players_questions_about_seats_ping_now_and_then(party: Party) -> None:
    await party.start(people=2)
    called = []
    for wait in (timedelta(0), timedelta(0), PING_AGAIN):
        party.clock.now += wait
        proposal = (await party.host.act(party.id, BEN.id, seats.replace(1, DAN), action=party.action())).table.proposal
        called.append(proposal is not None and proposal.calls)
        await party.host.act(party.id, ADA.id, consent.decline(), action=party.action())
    assert called == [True, False, True]
    proposal = (await party.host.act(party.id, ADA.id, seats.replace(0, DAN), action=party.action())).table.proposal
    assert proposal is not None and proposal.calls, "each player for themselves"


async def test_a_proposal_waits_for_those_who_have_not_answered_and_pings_each_of_them_once(party: Party) -> None:
    await party.start(people=3)
    me = await party.awaited()
    others = [each.id for each in (ADA, BEN, CLEO) if each.id != me]

    async def calls() -> list[int]:
        """Return the people to ping, and mark each as pinged."""
        found = await party.host.messages.calls()
        for call in found:
            await party.host.messages.keep(called=[call])
        return sorted(call.person for call in found)

    async def proposed() -> list[int]:
        await party.host.act(party.id, me, consent.end(), action=party.action())
        return await calls()

    await calls()
    assert await proposed() == others
    table = (await party.host.tables_of(others[1]))[0]
    assert [table.asks(each) for each in (me, *others)] == [False, True, True] and not table.waits_for(others[1])
    await party.host.act(party.id, others[0], consent.agree(), action="fine")
    await party.crash()
    assert await calls() == [], "no one is called for the others' answers"
    assert [(await party.table()).asks(each) for each in (me, *others)] == [False, False, True]
    await party.host.act(party.id, others[1], consent.decline(), action="no")
    assert await proposed() == [], "who asks again and again calls no one"
    await party.host.act(party.id, me, consent.decline(), action="never mind")
    party.clock.now += PING_AGAIN
    assert await proposed() == others


async def test_no_one_who_has_seen_a_hand_takes_over_another(party: Party) -> None:
    await party.start(people=3)
    await party.host.act(party.id, MANAGER, seats.replace(1, DAN, force=True), action="dan")
    for person, force, who in ((MANAGER, True, "Ben"), (ADA.id, False, "Ben"), (BEN.id, False, None)):
        for number in (0, 2):
            with pytest.raises(errors.KnowsHand) as refusal:
                await party.host.act(party.id, person, seats.replace(number, BEN, force=force), action=party.action())
            assert (refusal.value.name, refusal.value.who) == ("Dan for Ben", who)
    await party.host.act(party.id, MANAGER, seats.replace(1, BEN, force=True), action="ben")
    assert (await party.table()).seats[1].person == BEN.id, "but he can have his own back"


async def test_a_player_whose_proposal_was_accepted_can_ping_again_immediately(party: Party) -> None:
    await party.start()
    me = await party.awaited()
    for _ in range(2):
        await party.say(me, "end")
        other = await party.awaited()
        await ask(party, me, "move")
        proposal = (await party.table()).proposal
        assert proposal is not None and proposal.calls
        await party.host.act(party.id, other, consent.agree(), action=party.action())


async def test_at_a_private_table_only_guests_ask_for_a_seat(party: Party) -> None:
    await party.lobby(options=Options(private=True), people=1)
    await party.host.act(party.id, ADA.id, lobby.invite([BEN.id, CLEO.id]), action="come")
    await party.host.act(party.id, BEN.id, lobby.sit(BEN), action="here")
    await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    with pytest.raises(errors.NotInvited):
        await party.host.act(party.id, DAN.id, seats.replace(0, DAN), action="may I")
    await party.host.act(party.id, CLEO.id, seats.replace(0, CLEO), action="may I")


async def test_the_host_of_a_private_table_can_ask_for_their_seat_back(party: Party) -> None:
    await party.lobby(options=Options(private=True), people=1)
    await party.host.act(party.id, ADA.id, lobby.invite([BEN.id, CLEO.id]), action="come")
    await party.host.act(party.id, BEN.id, lobby.sit(BEN), action="here")
    await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    await party.host.act(party.id, ADA.id, seats.replace(0, CLEO), action="Cleo plays")
    for other in (BEN, CLEO):
        await party.host.act(party.id, other.id, consent.agree(), action=f"{other.name} agrees")
    assert (await party.table()).seats[0].person == CLEO.id
    await party.host.act(party.id, ADA.id, seats.replace(0, ADA), action="back")
    proposal = (await party.table()).proposal
    assert proposal is not None and proposal.by == ADA.id


async def test_an_outsiders_proposal_gives_way_to_the_bots(party: Party) -> None:
    await party.start(people=2)
    await party.host.act(party.id, DAN.id, seats.replace(0, DAN), action="may I")
    await party.until(lambda table, view: table.proposal is not None and table.proposal.kind == "end", buying())


async def test_proposing_and_declining_without_end_fills_no_log(party: Party) -> None:
    await party.start()
    for _ in range(2 * MOST_TOLD):
        await party.host.act(party.id, ADA.id, consent.end(), action=party.action())
        await party.host.act(party.id, BEN.id, consent.decline(), action=party.action())
    assert (await read_log(party.host, party.id, ADA.id)).count("Ben declined, so the game goes on.") == MOST_TOLD


async def test_going_back_to_a_turn_keeps_the_answers_owed_from_the_one_before(party: Party) -> None:
    await party.start(people=3)
    await party.until(holds("Militia"), buying("Militia", "Silver"))
    attacker = await party.awaited()
    await party.say(attacker, "play:Militia")
    await party.say(attacker, "end")
    seats = [seat.person or 0 for seat in (await party.table()).seats]
    first = seats.index(attacker) + 1
    mine, third = seats[first % 3], seats[(first + 1) % 3]
    for person in (mine, third):
        await party.say(person, MONEY(await party.host.view(party.id, person), await party.decision(person)))
    await party.say(mine, "treasures")
    await party.say(mine, "end")
    loss = (await losses(party, mine))["my-turn"]
    assert loss.moves == {first % 3: 2} and not [line for line, _ in loss.done if line.kind == "discard"]
