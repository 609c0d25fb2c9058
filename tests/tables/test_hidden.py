"""A player's moves that no one else can see don't show at the table in any way."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from cogs.desk import Desk
from engine import DecisionView, Game, Kingdom, LogLine, View
from engine.card import CARDS
from engine.events import Moment
from engine.mechanisms import Zone
from engine.save import Snapshot
from storage.models import By
from storage.personal import Hours
from tables import AutoAnswers, Options, TableView, advance, waking
from tables.commands import answers, consent, plans, play
from tables.errors import MustWait, NothingToUndo
from tables.models import OwnLine
from tables.state import MOST_TURNS
from tables.undo import losses
from tests.databases import sql
from tests.engine.kit import say
from tests.engine.test_hidden import KINGDOM, holding
from tests.logs import said
from tests.tables.kit import ADA, MANAGER, Party, buying

SHOPPING = buying("Village")


def may_play(table: TableView, view: View) -> bool:
    """Return whether a turn (but not the first) has just started, and its player has an Action in hand."""
    turn = next((each for each in view.decisions if each.kind == "turn"), None)
    return turn is not None and turn.offers("play:Village") and not view.players[view.current].in_play


async def at_an_action(party: Party) -> tuple[int, int]:
    """Bring the game to a turn whose player has an Action in hand; return that person, and the other one."""
    await party.start()
    await party.until(may_play, SHOPPING)
    mine = await party.awaited()
    return mine, next(seat.person for seat in (await party.table()).seats if seat.person not in (None, mine))


async def seen_by(party: Party, person: int) -> tuple[object, ...]:
    """Return everything the host tells someone about the game."""
    table = await party.table()
    losses = await party.host.undo_costs(party.id, person)
    told = [(loss.to, loss.mark, loss.moves, loss.hidden, loss.done, loss.shown) for loss in losses]
    view = await party.host.view(party.id, person)
    return table.model_copy(update={"version": 0}), told, (await party.host.snapshot(party.id, person)).askable, view


async def test_no_one_notices_that_a_player_is_done_with_actions(party: Party) -> None:
    mine, other = await at_an_action(party)
    before = await seen_by(party, other)
    party.clock.now += timedelta(minutes=3)
    await party.say(mine, "buys")
    assert await seen_by(party, other) == before
    await party.host.act(party.id, mine, play.undo(), action="after all")
    assert await seen_by(party, other) == before
    await party.crash()
    assert await seen_by(party, other) == before


async def test_what_no_one_sees_leaves_a_proposal_to_undo_open(party: Party) -> None:
    mine, other = await at_an_action(party)
    loss = next(iter(await party.host.undo_costs(party.id, other)))
    await party.say(mine, "buys")
    offered = await party.host.act(party.id, other, consent.propose_undo(loss.to, mark=loss.mark), action="ask")
    assert offered.table.proposal is not None
    await party.host.act(party.id, mine, play.undo(), action="after all")
    await party.say(mine, "buys")
    assert (await party.table()).proposal == offered.table.proposal
    start = await party.host.act(party.id, mine, consent.agree(), action="fine")
    assert start.view is not None and start.table.proposal is None
    assert (await party.table()).turn < offered.table.turn


async def test_a_move_that_everyone_sees_withdraws_a_proposal_to_undo(party: Party) -> None:
    mine, other = await at_an_action(party)
    loss = next(iter(await party.host.undo_costs(party.id, other)))
    await party.host.act(party.id, other, consent.propose_undo(loss.to, mark=loss.mark), action="ask")
    await party.say(mine, "play:Village")
    assert (await party.table()).proposal is None


@pytest.mark.parametrize("hand", [("Copper",) * 4, ("Copper", "Copper", "Estate", "Curse")])
def test_what_others_could_ask_to_undo_is_the_same_after_a_forced_choice_and_a_free_one(hand: tuple[str, ...]) -> None:
    game = holding("Remodel", *hand)
    told = []
    for move in ("play:Remodel", "Copper"):
        say(game, 0, move)
        made = {entry.number: "person" for entry in game.journal}
        (loss,) = losses(game, made, 1)  # type: ignore[arg-type]
        done = tuple((said(line), often) for line, often in loss.done)
        told.append((loss.to, loss.moves, loss.hidden, done, loss.shown))
    played, trashed = ("Ada plays Remodel.", 1), ("Ada trashes a Copper.", 1)
    assert told == [("turn", {0: 1}, False, (played,), ()), ("turn", {0: 2}, False, (played, trashed), ())]


def asked_for(game: Game, seat: int) -> list[tuple[object, ...]]:
    """Return what everyone reads about each point that a seat could ask to go back to."""
    made: dict[int, By] = {entry.number: "person" for entry in game.journal}
    return [(loss.to, loss.moves, loss.hidden, loss.done, loss.shown) for loss in losses(game, made, seat)]


async def test_what_others_could_ask_to_undo_is_the_same_after_an_unseen_move_before_an_owed_answer(tmp_path: Path) -> None:
    told = []
    for held, left in (("Estate", "Village"), ("Village", "Estate")):
        async with at_a_table(tmp_path / f"{held}.db") as party:
            await party.start(people=3)
            await hold(party, ["Militia", *["Copper"] * 4], ["Copper"] * 6)
            await hold(party, [held, *["Copper"] * 4], [left, *["Copper"] * 6], next_one=True)
            attacker = await party.awaited()
            await party.say(attacker, "play:Militia")
            await party.say(attacker, "end")
            seats = [seat.person or 0 for seat in (await party.table()).seats]
            mine, third = (seats[(seats.index(attacker) + further) % 3] for further in (1, 2))
            await party.say(mine, ["Copper", "Copper"])
            if held == "Village":
                await party.say(mine, "buys")
            party.clock.now = party.clock.now.replace(minute=30, second=0)
            before = await seen_by(party, third)
            await party.say(third, ["Copper", "Copper"])
            after = await seen_by(party, third)
            await party.say(mine, "play:Copper")
            later = await seen_by(party, third)
            loss = next(each for each in await party.host.undo_costs(party.id, third) if each.to == "turn")
            for person, back in ((third, consent.propose_undo(loss.to, mark=loss.mark)), (mine, consent.agree())):
                await party.host.act(party.id, person, back, action=f"back {person}")
            await party.host.act(party.id, attacker, consent.agree(), action="back")
            told.append((before, after, later, await seen_by(party, third)))
    assert told[0] == told[1]


@pytest.mark.parametrize("rest", ["Estate", "Village"])
def test_a_request_to_undo_says_nothing_about_a_move_that_no_one_saw(rest: str) -> None:
    plain, secret = holding("Estate", "Copper"), holding(rest, "Copper")
    if rest == "Village":
        say(secret, 0, "buys")
    for game in (plain, secret):
        say(game, 0, "end")
    assert asked_for(secret, 0) == asked_for(plain, 0)
    assert [to for to, *_ in asked_for(secret, 0)] == ["move"]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seen", [0, 1])
def test_whether_a_turn_with_a_resignation_can_be_undone_says_nothing_about_a_move_that_no_one_saw(seen: int, seat: int) -> None:
    offered = []
    for hand in ("Village", "Estate"):
        game = holding(*["Cellar"] * seen, hand, "Copper", kingdom=("Cellar", *KINGDOM[:9]))
        for _ in range(seen):
            say(game, 0, "play:Cellar")
            say(game, 0)
        if hand == "Village":
            say(game, 0, "buys")
        game.resign(2)
        say(game, 0, "treasures")
        offered.append(asked_for(game, seat))
    assert offered == [[], []]


def test_a_resignation_in_the_turn_before_bars_no_undo_of_this_one() -> None:
    game = holding("Estate", "Copper")
    game.resign(0)
    say(game, 1, "treasures")
    assert ("turn", {1: 1}) in [(to, moves) for to, moves, *_ in asked_for(game, 2)]


def test_a_turn_can_be_undone_to_its_start_after_a_resignation_in_the_one_before() -> None:
    game = holding("Estate", "Copper")
    game.resign(0)
    say(game, 1, "end")
    assert [(to, moves) for to, moves, *_ in asked_for(game, 1)] == [("move", {1: 1})]
    say(game, 2, "end")
    assert [(to, moves) for to, moves, *_ in asked_for(game, 2)] == [("move", {2: 1})]
    assert [(to, moves) for to, moves, *_ in asked_for(game, 1)] == [("move", {1: 1, 2: 1})]


@pytest.mark.parametrize("held", ["Copper", "Estate"])
def test_a_request_to_undo_says_that_an_opponents_hand_was_seen(held: str) -> None:
    game = holding("Taxman", "Copper", "Silver", edition=1, kingdom=("Taxman",), others=(held,) * 5)
    say(game, 0, "play:Taxman")
    say(game, 0, "Copper")
    assert [hidden for _, _, hidden, *_ in asked_for(game, 0)] == [True, True]


@pytest.mark.parametrize("hand", [("Militia", "Village", "Estate"), ("Militia", "Village", "Village")])
def test_an_unseen_move_after_an_attack_is_not_what_a_request_to_undo_names(hand: tuple[str, ...]) -> None:
    game = holding(*hand, kingdom=("Militia", *KINGDOM[:9]))
    say(game, 0, "play:Village")
    say(game, 0, "play:Militia")
    if hand.count("Village") > 1:
        say(game, 0, "buys")
    for seat in (1, 2):
        say(game, seat, *[copy.name for copy in game.view(seat).players[seat].hand or ()][:2])
    move, turn = asked_for(game, 0)
    assert move[:2] == ("move", {0: 1, 1: 1, 2: 1})
    assert turn[:2] == ("turn", {0: 2, 1: 1, 2: 1})


@pytest.mark.parametrize(
    "deck", [("Copper", "Copper", "Village"), ("Copper", "Village", "Copper"), ("Village", "Copper", "Copper")]
)
def test_after_an_undo_what_was_revealed_before_still_counts_as_revealed(deck: tuple[str, ...]) -> None:
    game = holding("Village", "Copper", others=("Library", *["Estate"] * 4), others_deck=("Estate", *deck))
    say(game, 0, "play:Village")
    say(game, 0, "end")
    say(game, 1, "play:Library")
    game.undo(1, 1)
    say(game, 1, "play:Library")
    assert [hidden for to, _, hidden, *_ in asked_for(game, 0) if to != "turn"] == [True, True]


async def test_the_button_for_a_request_to_undo_is_the_same_after_a_restart_and_an_unseen_move(party: Party) -> None:
    mine, other = await at_an_action(party)

    async def latest() -> tuple[str, ...]:
        await party.host.undo_costs(party.id, other)
        return (await party.host.snapshot(party.id, other)).latest_move

    before = await latest()
    await party.crash()
    await party.host.snapshot(party.id, other)
    assert await latest() == before != ()
    await party.say(mine, "buys")
    assert await latest() == before


@pytest.mark.parametrize("waits", [True, False])
async def test_whether_a_turn_waits_does_not_tell_if_an_action_is_left_for_the_arena(tmp_path: Path, waits: bool) -> None:
    piles = ("Militia", "Village", "Smithy", "Market", "Workshop", "Chapel", "Laboratory", "Festival", "Remodel", "Cellar")
    kingdom = Kingdom(piles=piles, landscapes=("Arena",))
    told = []
    for held, left in (("Village", "Estate"), ("Estate", "Village")):
        async with at_a_table(tmp_path / f"{held}.db") as party:
            await party.start(options=Options(kingdom=kingdom, wait_for_owed=waits))
            await hold(party, ["Militia", held, "Copper", "Copper", "Copper"], [left, *["Copper"] * 4])
            mine = await party.awaited()
            other = next(seat.person for seat in (await party.table()).seats if seat.person not in (None, mine))
            await party.say(mine, "play:Militia")
            told.append((await seen_by(party, other), [ping.person for ping in party.changes[-1].calls]))
            assert (await party.decision(mine)).kind == ("cards" if held == "Village" else "turn")
            if waits:
                hand = await Desk(party.host, None).hand(await party.table(), mine)
                assert "Waiting for" in hand.panel.text and "Arena" not in hand.panel.text
                with pytest.raises(MustWait):
                    await party.say(mine, "Village" if held == "Village" else "treasures")
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("card", "forced", "free"),
    [("Moneylender", "Estate", "Copper"), ("Remodel", "Copper", "Estate"), ("Encampment", "Copper", "Gold")],
)
async def test_a_plan_does_not_reveal_that_only_one_choice_was_possible(tmp_path: Path, card: str, forced: str, free: str) -> None:
    rest = ["Estate" if card == "Moneylender" else "Copper"] * 3
    told = []
    for held, left in ((forced, free), (free, forced)):
        async with at_a_table(tmp_path / f"{held}.db") as party:
            await party.start(options=Options(kingdom=Kingdom(piles=KINGDOM[:10])))
            await hold(party, [card, held, *rest], [left, *["Estate", "Copper"] * 3], next_one=True)
            other = await party.awaited()
            mine = next(seat.person for seat in (await party.table()).seats if seat.person not in (None, other))
            await party.host.act(party.id, mine, plans.set_plan(f"play {card}, Copper"), action="plan")
            await party.say(other, "end")
            assert (await party.decision(mine)).card == card
            told.append(await seen_by(party, other))
    assert told[0] == told[1]


@pytest.mark.parametrize("card", ["Watchtower", "Trader", "Moat"])
async def test_only_its_owner_reads_that_a_reaction_was_not_used(tmp_path: Path, card: str) -> None:
    kingdom = Kingdom(piles=("Witch", "Watchtower", "Trader", "Moat", *KINGDOM[:6]))
    told, own = [], []
    for held, left in ((card, "Estate"), ("Estate", card)):
        async with at_a_table(tmp_path / f"{held}.db") as party:
            await party.start(options=Options(kingdom=kingdom))
            await hold(party, ["Witch", *["Copper"] * 4], ["Copper"] * 5)
            await hold(party, [held, *["Copper"] * 4], [left, *["Copper"] * 4], next_one=True)
            mine = await party.awaited()
            other = next(seat.person for seat in (await party.table()).seats if seat.person not in (None, mine))
            assert other is not None
            await party.host.act(party.id, other, answers.set_answers(AutoAnswers(react="never")), action="never")
            await party.say(mine, "play:Witch")
            updates = [(each.what, each.by, each.called, each.due, each.table.version) for each in party.updates]
            told.append((await seen_by(party, mine), await party.host.log(party.id, mine), updates))
            own.append(await party.host.log(party.id, other))
    assert told[0] == told[1] and own[0] != own[1]


@pytest.mark.parametrize(
    ("said", "told"),
    [(AutoAnswers(), True), (AutoAnswers(react="ask"), True), (AutoAnswers(reactions={"Fool's Gold": "never"}), False)],
)
async def test_a_reaction_to_what_others_do_is_named_if_no_one_chose_to_leave_it_unused(
    tmp_path: Path, said: AutoAnswers, told: bool
) -> None:
    async with at_a_table(tmp_path / "t.db") as party:
        await party.start(options=Options(kingdom=Kingdom(piles=("Fool's Gold", *KINGDOM[:9]))))
        await hold(party, ["Gold"] * 4, ["Copper"] * 5)
        await hold(party, ["Fool's Gold", *["Copper"] * 4], ["Copper"] * 5, next_one=True)
        mine = await party.awaited()
        other = next(seat.person for seat in (await party.table()).seats if seat.person not in (None, mine))
        assert other is not None
        await party.host.act(party.id, other, answers.set_answers(said), action="said")
        await party.say(mine, "treasures", "buy:Province")
        own = [line.did for line in await party.host.log(party.id, other) if isinstance(line, OwnLine) and line.did is not None]
        assert [did.cards for did in own if did.what == "no-reaction"] == [("Fool's Gold",)] * told


CLERK = Kingdom(piles=("Clerk", "Militia", "Wharf", *KINGDOM[:7]))


async def starting_a_turn(
    path: Path, held: str, left: str, rest: Sequence[str], said: AutoAnswers, plan: str | None = None
) -> tuple[Party, int, int]:
    """Bring the game to the start of a turn whose player has a card in hand, and another one in their deck."""
    party = Party(path)
    await party.open()
    await party.start(options=Options(kingdom=CLERK))
    await hold(party, [held, *rest], [left, *["Estate", "Copper"] * 3], next_one=True)
    other = await party.awaited()
    mine = next(seat.person for seat in (await party.table()).seats if seat.person not in (None, other))
    assert mine is not None
    await party.host.act(party.id, mine, answers.set_answers(said), action="said")
    if plan is not None:
        await party.host.act(party.id, mine, plans.set_plan(plan), action="plan")
    await party.say(other, "end")
    return party, mine, other


@pytest.mark.parametrize(
    ("said", "plan"),
    [
        (AutoAnswers(), None),
        (AutoAnswers(treasures=True, end=True), None),
        (AutoAnswers(reactions={"Clerk": "ask"}), None),
        (AutoAnswers(), "Silver, else nothing"),
    ],
)
@pytest.mark.parametrize("rest", [("Copper",) * 4, ("Village", "Copper", "Copper", "Copper")])
async def test_no_one_can_tell_whether_a_turn_started_with_a_question(
    tmp_path: Path, rest: Sequence[str], said: AutoAnswers, plan: str | None
) -> None:
    told, asked = [], []
    for held, left in (("Clerk", "Estate"), ("Estate", "Clerk")):
        party, mine, other = await starting_a_turn(tmp_path / f"{held}.db", held, left, rest, said, plan)
        for hours in (0, 1, 30):
            party.clock.now += timedelta(hours=hours)
            await party.host.timers.look_after()
            watched = await party.host.snapshot(party.id, MANAGER)
            seen = await seen_by(party, other), watched.view, [await party.host.log(party.id, each) for each in (other, MANAGER)]
            updates = [(each.what, each.by, each.called, each.due, each.table.version) for each in party.updates]
            calls = [(each.person, each.version, each.at) for each in await party.host.messages.calls(party.id)]
            told.append((seen, updates, calls, party.undoable(other), party.undoable(mine) if held == "Clerk" else 0))
        asked.append((await party.decision(mine)).kind)
        await party.close()
    assert told[:3] == told[3:]
    assert asked == ["react", "turn" if plan is None else "react"]


async def test_how_much_of_the_past_is_in_memory_does_not_depend_on_a_hidden_reaction(tmp_path: Path) -> None:
    depths = []
    for held, left in (("Clerk", "Estate"), ("Estate", "Clerk")):
        async with at_a_table(tmp_path / f"{held}.db") as party:
            await party.start(options=Options(kingdom=CLERK))
            later = [left, *["Copper"] * 15, held, *["Copper"] * (5 * MOST_TURNS // 2 - 1)]
            await hold(party, ["Copper"] * 5, later)
            while (await party.table()).turn <= MOST_TURNS:
                person = await party.awaited()
                await party.say(person, "end" if (await party.decision(person)).kind == "turn" else "no")
            mine = await party.awaited()
            assert ((await party.decision(mine)).kind == "react") is (held == "Clerk")
            game = party.host._access._tables[party.id].game
            assert game is not None
            depths.append((len(game.snapshots), game.journal_start))
    assert depths[0] == depths[1] and depths[0][1] > 0


async def test_a_turn_without_a_reaction_starts_with_nothing_to_confirm_or_undo(tmp_path: Path) -> None:
    party, mine, other = await starting_a_turn(tmp_path / "t.db", "Estate", "Clerk", ("Village", *["Copper"] * 3), AutoAnswers())
    assert (await party.decision(mine)).offers("play:Village")
    assert not [line for line in await party.host.log(party.id, mine) if isinstance(line, OwnLine)]
    assert (await party.host.snapshot(party.id, mine)).last_move == ()
    with pytest.raises(NothingToUndo):
        await party.host.act(party.id, mine, play.undo(), action="nothing yet")
    await party.say(mine, "buys")
    await party.host.act(party.id, mine, play.undo(), action="undo")
    assert (await party.decision(mine)).offers("play:Village") and party.changes[-1].log == ()
    await party.crash()
    assert (await party.host.snapshot(party.id, mine)).last_move == ()
    await party.say(mine, "play:Village")
    (*_, turn) = await party.host.undo_costs(party.id, other)
    for person, back in ((other, consent.propose_undo(turn.to, mark=turn.mark)), (mine, consent.agree())):
        await party.host.act(party.id, person, back, action=f"back {person}")
    assert (await party.decision(mine)).offers("play:Village"), "not asked after an undo either"
    await party.close()


async def test_no_one_can_tell_from_waiting_for_what_is_owed_whether_there_is_another_reaction(tmp_path: Path) -> None:
    told = []
    for held, left in (("Clerk", "Estate"), ("Estate", "Clerk")):
        rest, said = ("Clerk", *["Copper"] * 3), AutoAnswers(wait=True)
        party, mine, other = await starting_a_turn(tmp_path / f"{held}.db", held, left, rest, said)
        await party.say(mine, "react:Clerk")
        assert (await party.decision(other)).owed
        told.append(await seen_by(party, other))
        await party.close()
    assert told[0] == told[1]


async def test_a_turn_still_starts_with_a_question_if_others_see_what_follows(tmp_path: Path) -> None:
    """Wharf draws two cards after it."""
    async with at_a_table(tmp_path / "t.db") as party:
        await party.start(options=Options(kingdom=CLERK))
        await hold(party, ["Wharf", *["Copper"] * 4], ["Clerk", *["Copper"] * 15])
        mine = await party.awaited()
        await party.say(mine, "no")
        await party.say(mine, "play:Wharf")
        await party.say(mine, "end")
        await party.say(await party.awaited(), "end")
        asked = await party.decision(mine)
        assert asked.kind == "react" and [option.id for option in asked.options] == ["no"]
        await party.say(mine, "no")
        assert (await party.host.view(party.id, mine)).players[asked.seat].hand_size == 7


def test_only_cards_in_hand_and_announced_effects_answer_the_start_of_a_turn() -> None:
    """Otherwise, what a player sees coming isn't all that can follow a question at the start of their turn."""
    abilities = [ability for card in CARDS.values() for ability in card.abilities if ability.moment is Moment.TURN_START]
    assert abilities and all(ability.zone is Zone.HAND and not ability.anyone for ability in abilities)


async def test_an_unseen_undo_leaves_what_others_were_told(party: Party) -> None:
    mine, other = await at_an_action(party)
    await party.host.act(party.id, other, consent.end(), action="ask")
    await party.host.act(party.id, mine, consent.decline(), action="no")

    async def told() -> list[LogLine]:
        return [line for line in await party.host.log(party.id, other) if isinstance(line, OwnLine)]

    before = await told()
    assert len(before) == 1
    await party.say(mine, "buys")
    await party.host.act(party.id, mine, play.undo(), action="after all")
    assert await told() == before
    await party.crash()
    assert await told() == before


async def test_an_unseen_undo_leaves_what_was_said_about_waiting(tmp_path: Path) -> None:
    async with at_a_table(tmp_path / "t.db") as party:
        kingdom = Kingdom(piles=("Militia", *KINGDOM[:9]))
        await party.start(options=Options(kingdom=kingdom))
        await hold(party, ["Village", "Militia", "Village", "Copper", "Copper"], ["Copper"] * 5)
        mine = await party.awaited()
        await party.host.act(party.id, mine, answers.set_answers(AutoAnswers(wait=True)), action="wait")
        await party.say(mine, "play:Village")
        await party.say(mine, "play:Militia")
        step = await party.decision(mine)
        assert (await party.table()).waits
        await party.host.act(party.id, mine, play.wait(step.id, wait=False), action="go on")
        await party.say(mine, "buys")
        await party.host.act(party.id, mine, play.undo(), action="after all")
        assert not (await party.table()).waits


async def test_an_unseen_move_cancels_no_ping(party: Party) -> None:
    mine, _ = await at_an_action(party)
    calls = await party.host.messages.calls(party.id)
    assert [call.person for call in calls] == [mine]
    await party.say(mine, "buys")
    assert await party.host.messages.calls(party.id) == calls
    await party.crash()
    assert await party.host.messages.calls(party.id) == calls
    await party.say(mine, "treasures")
    assert await party.host.messages.calls(party.id) == []


@pytest.mark.parametrize("acts", [False, True])
async def test_an_unseen_move_puts_no_ping_off(tmp_path: Path, acts: bool) -> None:
    async with at_a_table(tmp_path / "t.db") as party:
        await party.start(options=Options(kingdom=Kingdom(piles=KINGDOM[:10])))
        await hold(party, ["Village", "Village" if acts else "Estate", *["Copper"] * 3], ["Copper"] * 5)
        mine = await party.awaited()
        await party.say(mine, "play:Village")
        begun = party.clock.now
        party.clock.now = begun + timedelta(minutes=5)
        if acts:
            await party.say(mine, "buys")
            await party.host.act(party.id, mine, play.undo(), action="after all")
        for minute, calls in ((9, []), (11, [mine])):
            party.clock.now = begun + timedelta(minutes=minute)
            await party.host.timers.look_after()
            assert [call.person for call in await party.host.messages.calls(party.id)] == calls


@pytest.mark.parametrize("people", [2, 3])
async def test_an_unseen_move_does_not_reveal_that_a_late_player_is_back(tmp_path: Path, people: int) -> None:
    async with at_a_table(tmp_path / "t.db") as party:
        await party.start(people, options=Options(kingdom=Kingdom(piles=KINGDOM[:10]), limit=60, late="vote"))
        await hold(party, ["Village", *["Copper"] * 4], ["Copper"] * 5)
        mine = await party.awaited()
        other = next(seat.person for seat in (await party.table()).seats if seat.person not in (None, mine))
        party.clock.now += timedelta(hours=2)
        await party.host.timers.look_after()
        before = await seen_by(party, other)
        assert any(seat.lateness.passed for seat in (await party.table()).seats)
        await party.say(mine, "buys")
        assert await seen_by(party, other) == before
        await party.say(mine, "treasures")
        assert not any(seat.lateness.passed or seat.lateness.voting for seat in (await party.table()).seats)


@pytest.mark.parametrize("until", [timedelta(days=3), None])
async def test_an_unseen_move_does_not_reveal_that_a_player_is_back(tmp_path: Path, until: timedelta | None) -> None:
    def gone(hours: Hours, now: datetime) -> Hours:
        return waking.leave(hours, now, now + until if until is not None else None)

    async with at_a_table(tmp_path / "t.db") as party:
        await party.start(options=Options(kingdom=Kingdom(piles=KINGDOM[:10]), limit=60, late="vote"))
        await hold(party, ["Village", *["Copper"] * 4], ["Copper"] * 5)
        mine = await party.awaited()
        other = next(seat.person for seat in (await party.table()).seats if seat.person not in (None, mine))
        await party.host.people.set_hours(mine, gone, action="gone")
        before = await seen_by(party, other)
        outcome = await party.say(mine, "buys")
        assert await seen_by(party, other) == before and not outcome.returned
        outcome = await party.say(mine, "treasures")
        assert outcome.returned and not any(seat.away for seat in (await party.table()).seats)


@asynccontextmanager
async def at_a_table(path: Path) -> AsyncIterator[Party]:
    """Open a party on a database of its own."""
    party = Party(path)
    await party.open()
    try:
        yield party
    finally:
        await party.close()


async def hold(party: Party, hand: list[str], deck: list[str], *, next_one: bool = False) -> None:
    """Give the player of the first turn, or the next one, this hand and deck (its top last)."""
    state = party.host._access._tables[party.id]
    assert state.game is not None
    save = state.game.save()
    assert save.snapshot is not None
    players = [dict(player) for player in save.snapshot.state["players"]]
    players[(state.game.current + next_one) % len(players)] |= {"hand": hand, "deck": deck}
    state.game = Game.load(
        save.model_copy(update={"snapshot": Snapshot(turn=1, entries=0, state=save.snapshot.state | {"players": players})})
    )


async def test_a_failing_ai_is_logged_without_its_hand(
    party: Party, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def confused(view: View, decision: DecisionView, style: str) -> list[str]:
        raise LookupError(f"what to do with {view.players[decision.seat].hand}?")

    monkeypatch.setattr(advance, "decide", confused)
    await party.start(people=1, ais=1)
    while not caplog.records:
        await party.say(await party.awaited(), "end")
    record = next(record for record in caplog.records if record.name == "tables.advance")
    assert "(turn): LookupError" in record.getMessage()
    assert not any(card in caplog.text for card in ("Copper", "Estate", "CardCount"))
    assert (await party.table()).awaited[0].person == ADA.id, "the game goes on"


async def test_an_answer_that_no_longer_fits_is_logged_without_the_hand(party: Party, caplog: pytest.LogCaptureFixture) -> None:
    await at_an_action(party)
    await party.say(await party.awaited(), "play:Village")
    last = "number = (SELECT max(number) FROM entries)"
    sql(party.path, f"UPDATE entries SET entry = json_set(entry, '$.ids[0]', 'play:Nothing') WHERE {last}")
    await party.crash()
    assert (await party.table()).phase == "frozen"
    told = [record.getMessage() for record in caplog.records if record.name == "tables.recovery"]
    assert len(told) == 1 and "doesn't fit" in told[0]
    assert not any(card in told[0] for card in ("Copper", "Estate", "Village"))


async def test_an_illegal_answer_of_an_ai_is_logged_without_its_hand(
    party: Party, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(advance, "decide", lambda view, decision, style: [f"play:{view.players[decision.seat].hand[0].name}s"])
    await party.start(people=1, ais=1)
    while not caplog.records:
        await party.say(await party.awaited(), "end")
    assert "gave an illegal answer" in caplog.text
    assert not any(card in caplog.text for card in ("Copper", "Estate"))
    assert (await party.table()).awaited[0].person == ADA.id, "the game goes on"
