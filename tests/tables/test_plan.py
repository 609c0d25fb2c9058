"""Planning the next turn: what people can write, what is shown, what is done, and where it stops."""

from collections.abc import Callable
from contextlib import suppress

import pytest

from engine import Kingdom, View, first_game, visibility
from engine.case import Run
from engine.case_format import Case
from engine.spelling import LONGEST_TEXT, MOST_FAULTS
from engine.view import CardCount
from storage.personal import PlanPurchase, PlanStep, TurnPlan
from tables import AutoAnswers, Options, TableView, errors
from tables.commands import consent, plans, play
from tables.plan import Halt, foreseen, next_move, preview, replacing
from tables.plan_reading import PlanError, read_plan
from tables.words import plan_stop
from tests.lag import measured
from tests.logs import read_log
from tests.tables.kit import ADA, BEN, CLEO, Party, buying, over, refusal_of

MONEY = buying("Province", "Gold", "Silver")


@pytest.fixture
async def waiting(party: Party) -> int:
    """Return a person who waits for the end of the other's first turn."""
    await party.start()
    return ADA.id + BEN.id - await party.awaited()


@pytest.fixture
async def view(party: Party, waiting: int) -> View:
    return with_hand(await party.host.view(party.id, waiting), Village=1, Smithy=1, Copper=3)


def with_hand(view: View, **hand: int) -> View:
    """Return the same view with another hand of the viewer's."""
    seat = view.viewer or 0
    cards = tuple(CardCount(name=name, count=hand[name]) for name in sorted(hand))
    players = [*view.players]
    players[seat] = players[seat].model_copy(update={"hand": cards})
    return view.model_copy(update={"players": tuple(players)})


def steps(text: str, view: View) -> list[PlanStep]:
    return list(read_plan(text, view, view.viewer or 0).steps)


async def notes(party: Party, person: int) -> list[str]:
    return await read_log(party.host, party.id, person, "standing")


def test_what_can_be_written(view: View) -> None:
    assert steps("play Village, Play smithy; $8 Province, $6 Gold, else Silver", view) == [
        PlanStep(play="Village"),
        PlanStep(play="Smithy"),
        PlanStep(
            buy=(PlanPurchase(card="Province", coins=8), PlanPurchase(card="Gold", coins=6), PlanPurchase(card="Silver", last=True))
        ),
    ]
    assert steps("$6 gold, otherwise nothing, pay debt, buy prov, then 3 sil", view) == [
        PlanStep(buy=(PlanPurchase(card="Gold", coins=6), PlanPurchase(card=None, last=True))),
        PlanStep(pay=True),
        PlanStep(buy=(PlanPurchase(card="Province"),)),
        PlanStep(buy=(PlanPurchase(card="Silver", coins=3),)),
    ]
    assert steps("$3P Market", view) == [PlanStep(buy=(PlanPurchase(card="Market", coins=3, potions=1),))]


PROVINCE, GOLD, SILVER = PlanPurchase(card="Province", coins=8), PlanPurchase(card="Gold", coins=6), PlanPurchase(card="Silver")


@pytest.mark.parametrize(
    ("text", "purchases"),
    [
        ("Province or Gold or Silver", [PlanPurchase(card="Province"), PlanPurchase(card="Gold"), SILVER]),
        ("buy Silver", [SILVER]),
        ("I buy a silver if possible.", [SILVER]),
        ("$8 Province, $6 Gold, else Silver", [PROVINCE, GOLD, PlanPurchase(card="Silver", last=True)]),
        ("$8 province\n$6 gold\nsilver", [PROVINCE, GOLD, SILVER]),
        ("$8: Province; 6 gold otherwise nothing", [PROVINCE, GOLD, PlanPurchase(card=None, last=True)]),
        ("Province if I have $8, Gold with at least 6 coins, Silver if I can afford it", [PROVINCE, GOLD, SILVER]),
        ("if I have $8 buy Province, if I have $6, buy Gold", [PROVINCE, GOLD]),
        ("with $8 Province or else Gold", [PROVINCE, PlanPurchase(card="Gold", last=True)]),
        ("If $6 then buy Gold. Silver!", [GOLD, SILVER]),
        ("play all treasures, buy Gold for $6 and end the turn", [GOLD]),
        ("end turn", [PlanPurchase(card=None, last=True)]),
    ],
)
def test_people_write_as_they_talk(view: View, text: str, purchases: list[PlanPurchase]) -> None:
    assert steps(text, view) == [PlanStep(buy=tuple(purchases))]


def test_and_is_in_addition_or_is_instead(view: View) -> None:
    assert steps("play Village and Smithy, buy Silver and Copper", view) == [
        PlanStep(play="Village"),
        PlanStep(play="Smithy"),
        PlanStep(buy=(SILVER,)),
        PlanStep(buy=(PlanPurchase(card="Copper"),)),
    ]
    assert steps("play Village and buy Smithy", view) == [PlanStep(play="Village"), PlanStep(buy=(PlanPurchase(card="Smithy"),))]


def test_what_is_held_is_played_unless_something_else_would_do_as_well(view: View) -> None:
    assert steps("Village, then Smithy, then Gold", view) == [
        PlanStep(play="Village"),
        PlanStep(play="Smithy"),
        PlanStep(buy=(PlanPurchase(card="Gold"),)),
    ]
    assert steps("Village or Silver", view) == [PlanStep(buy=(PlanPurchase(card="Village"), SILVER))]
    assert steps("Village, else Silver", view) == [
        PlanStep(buy=(PlanPurchase(card="Village"), PlanPurchase(card="Silver", last=True)))
    ]
    assert steps("buy Village", view) == [PlanStep(buy=(PlanPurchase(card="Village"),))]


def test_a_plan_has_a_limit_and_names_its_first_few_mistakes(view: View) -> None:
    with refusal_of(PlanError, match="at most 500 characters") as error:
        steps("Silver, " * 1_000, view)
    assert len(error.value.text) == LONGEST_TEXT
    with pytest.raises(PlanError) as error:
        steps("Mroat, Vilage, Smthy, " * 20, view)
    assert len(error.value.faults) == MOST_FAULTS


@pytest.mark.parametrize(
    "line", ["Gold" + " " * 490 + "x", "play" + "\n" * 490 + "Gold", "if I have $6 or " * 30, "Silver, then " * 38]
)
def test_a_plan_is_read_quickly_whatever_it_says(line: str, view: View) -> None:
    with measured() as spent, suppress(PlanError):
        steps(line, view)
    assert spent.seconds < 0.1


def test_what_is_not_in_hand_yet_is_played_if_it_is_drawn(view: View) -> None:
    assert steps("play Village, play Village, play Smithy if drawn, play Moat", view) == [
        PlanStep(play="Village"),
        PlanStep(play="Village", if_drawn=True),
        PlanStep(play="Smithy", if_drawn=True),
        PlanStep(play="Moat", if_drawn=True),
    ]
    stay = "Leave Smithy and Village in hand."
    drawn = ["Play Militia, if it's been drawn by then.", stay, "Play all Treasures: $3.", "Buy Silver.", "End the turn."]
    assert shown("play Militia, Silver", view) == (drawn, None)
    assert shown("play Militia if I have it, Silver", view) == (drawn, None)
    assert shown("Militia if I have it, then buy Silver", view) == (drawn, None), "that can't be about buying it"


async def test_a_card_that_was_not_drawn_stops_nothing(party: Party, waiting: int) -> None:
    await party.host.act(party.id, waiting, plans.set_plan("play Smithy, Silver, else Copper"), action="plan")
    await party.say(await party.awaited(), "end")
    assert (await party.table()).turn == 3 and (await notes(party, waiting))[-1] == "Your plan is done, so it ends the turn."


@pytest.mark.parametrize(
    ("text", "word", "sentence"),
    [
        ("", "", "Say what"),
        (" , ", " , ", "Say what"),
        ("$8 Provnce", "Provnce", "“Provnce” isn't a card in this game. Did you mean Province?"),
        ("play Village, $6 Xyzzy", "Xyzzy", "Write it like this: play Smithy, .8 Province, .6 Gold, else Silver"),
        ("$4 M", "M", "Which do you mean"),
        ("else Silver", "else Silver", "Before “else”"),
        ("Gold, play Village", "play Village", "Put plays before buys"),
        ("$6", "$6", "Say what to buy with that"),
        ("play Village, play ", "play", "isn't a card in this game"),
    ],
)
def test_errors_point_at_the_word(view: View, text: str, word: str, sentence: str) -> None:
    with refusal_of(PlanError, match=sentence.replace("?", r"\?")) as refused:
        steps(text, view)
    (fault,) = refused.value.faults
    assert text[fault.start : fault.end].strip() in (word, word.strip()) and refused.value.text == text


def test_all_misspellings_are_reported_together_with_suggestions(view: View) -> None:
    with refusal_of(PlanError, match=r"Did you mean Village.*\n.*Did you mean Province.*\nBefore “else”") as refused:
        steps("play Vilage\n$8 Provnce, else Silver\nelse Gold", view)
    error = refused.value
    assert [[*way.values()] for way in error.ways] == [["Village", "Province"]]
    assert error.corrected(0) == "play Village\n$8 Province, else Silver\nelse Gold"
    with pytest.raises(PlanError) as refused:
        steps("play Vilage, $4 M", view)
    assert [refused.value.corrected(number) for number in range(2)] == ["play Village, $4 Market", "play Village, $4 Merchant"]


def shown(text: str, view: View) -> tuple[list[str], str | None]:
    found = preview(read_plan(text, view, view.viewer or 0), view, view.viewer or 0)
    return list(found.lines), found.stops


def test_what_it_would_do(view: View) -> None:
    stay = "Leave Smithy and Village in hand."
    assert shown("$8 Province, $3 Silver", view) == ([stay, "Play all Treasures: $3.", "Buy Silver.", "End the turn."], None)
    assert shown("$8 Province, else nothing", view)[0] == [stay, "Play all Treasures: $3.", "Buy nothing.", "End the turn."]
    found = preview(read_plan("play Village, Silver", view, view.viewer or 0), view, view.viewer or 0)
    stay = "Leave Smithy in hand."
    assert (
        found.lines == ("Play Village.", stay)
        and found.stops is None
        and "Village draws cards you can't know yet." in (found.unknown or "")
    )
    assert "with $3" in (shown("$8 Province, $6 Gold", view)[1] or "")
    assert "with $3" in (shown("Province, else Gold", view)[1] or "")
    assert shown("Silver, else nothing, then Copper", view)[1] == "You have no Buys left for the rest."
    empty = view.model_copy(
        update={"piles": tuple(p.model_copy(update={"top": None, "count": 0}) if p.name == "Silver" else p for p in view.piles)}
    )
    assert "No Silver is left" in (shown("Silver, else Copper", empty)[1] or "")


def coming(view: View, *cards: str, seat: int | None = None) -> View:
    """Return the same view, in which these do something at the start of someone's next turn: the viewer's, unless a seat is
    given."""
    seat = (view.viewer or 0) if seat is None else seat
    players = [player.model_copy(update={"coming": cards} if player.seat == seat else {}) for player in view.players]
    return view.model_copy(update={"players": tuple(players)})


def test_what_comes_at_the_turn_s_start_is_foreseen(view: View) -> None:
    held = coming(with_hand(view, Copper=4, Estate=1), "Enchantress")
    seat = view.viewer or 0
    first = ["First, Enchantress takes effect at the start of your turn.", "Play all Treasures: at least $4."]
    assert shown("$3 Silver", held)[0] == [*first, "Buy Silver.", "End the turn."]
    found = preview(read_plan("$6 Gold, else Silver", held, seat), held, seat)
    assert (
        list(found.lines) == first and "The effect of Enchantress isn't known yet." in (found.unknown or "") and found.stops is None
    )
    plan = read_plan("$6 Gold, else Silver", held, seat)
    now = [CardCount(name="Copper", count=5), CardCount(name="Estate", count=1), CardCount(name="Moat", count=1)]
    assert foreseen(plan, now) and not foreseen(plan, now[1:])
    assert not foreseen(read_plan("$6 Gold", with_hand(view, Copper=4, Estate=1), seat), now), "nothing was to come"


def test_what_may_replace_an_action_is_foreseen(view: View) -> None:
    seat = view.viewer or 0
    out = coming(view, "Enchantress", seat=1 - seat)
    found = preview(read_plan("play Village, play Smithy, Silver", out, seat), out, seat)
    assert found.lines[0] == "Play Village." and found.unknown == "Enchantress might replace what Village does."
    assert shown("Silver", out) == shown("Silver", view)
    three = [view.players[0].model_copy(update={"seat": n, "coming": ("Enchantress",) * (n == 0)}) for n in range(3)]

    def replaced(current: int, seat: int) -> bool:
        return replacing(view.model_copy(update={"players": tuple(three), "current": current}), seat) == ["Enchantress"]

    assert replaced(0, 1) and replaced(0, 2) and replaced(1, 2), "until its owner's next turn"
    assert not replaced(2, 1) and not replaced(1, 1)


async def test_a_plan_goes_on_with_what_its_owner_s_duration_brings(party: Party) -> None:
    kingdom = Kingdom(edition=2, piles=("Enchantress", *first_game(2)[:9]))
    await party.start(options=Options(kingdom=kingdom))
    wanted = buying("Enchantress")
    seen = await party.until(lambda t, v: "Enchantress" in v.players[v.current].in_play, wanted)
    owner = await party.awaited()
    await party.until(lambda t, v: v.current != seen.current, wanted)
    await party.host.act(party.id, owner, plans.set_plan("$99 Gold, else Copper"), action="plan")
    shown = (await party.host.snapshot(party.id, owner)).preview
    assert shown is not None
    assert "Enchantress takes effect" in shown.lines[0] and shown.unknown is not None
    await party.until(lambda t, v: v.turn > seen.turn + 1, wanted)
    told = await notes(party, owner)
    assert told[0] == "Your plan plays this turn." and not any("Your hand has changed" in text for text in told)


def test_a_treasure_whose_order_matters_has_to_be_named(view: View) -> None:
    held = with_hand(view, Copper=2, Crown=1)
    assert shown("Silver", held) == ([], "You could play Crown, but the plan doesn't mention it.")


def carried_out(text: str, hand: str, *, arena: int | None = None) -> tuple[list[str], str]:
    """Return what a plan does with a hand, and why it stops. `arena`: how many VP are there, in a game with that Landmark."""
    start: dict[str, object] = {"Ada": {"hand": hand, "deck": "5 Estate"}}
    written = {"case": "a plan", "kingdom": "Crown, Smithy, Moneylender", "start": start, "then": [{"expect": {"over": "no"}}]}
    if arena is not None:
        written["landscapes"], start["tokens"] = "Arena", {"Arena": {"vp": arena}}
    run = Run(Case.model_validate(written, context={"players": ("Ada", "Ben")}))
    assert run.run() == []
    run.core.watched = True
    plan: TurnPlan | None = read_plan(text, visibility.view(run.core, 0), 0)
    moves: list[str] = []
    while plan is not None:
        now = visibility.view(run.core, 0)
        move = next_move(plan, now, now.decisions[0])
        if move is None:
            return moves, f"{now.decisions[0].card} asks"
        if isinstance(move, Halt):
            return moves, "" if move.stop is None else plan_stop(move.stop)
        run.core.answer(0, now.decisions[0].id, move.ids)
        moves += move.ids
        plan = move.plan
    return moves, ""


def test_a_treasure_that_would_do_nothing_stops_no_plan_and_its_preview_says_so(view: View) -> None:
    alone = with_hand(view, Crown=1, Estate=4)
    left = "Leave Crown in hand."
    assert shown("Copper", alone) == ([left, "Play all Treasures: $0.", "Buy Copper.", "End the turn."], None)
    assert carried_out("Copper", "Crown, 4 Estate") == (["buys", "buy:Copper", "end"], "")
    seat, more = view.viewer or 0, coming(alone, "Enchantress")
    found = preview(read_plan("Copper", more, seat), more, seat)
    assert found.stops is None and "The effect of Enchantress isn't known yet." in (found.unknown or "")
    assert shown("play Crown, Copper", alone)[0][0] == "Play Crown."
    drawing = with_hand(view, Crown=1, Smithy=1)
    assert shown("play Smithy, Copper", drawing)[0] == ["Play Smithy."], "what it draws may be a Treasure"
    moves, why = carried_out("play Crown, Silver", "Crown, 4 Copper")
    assert moves == ["buys", "play:Crown"] and why == "Crown asks", "it isn't wasted where it finds no Action"
    moves, why = carried_out("play Crown, Silver", "Crown, Smithy, 3 Copper")
    assert moves == ["play:Crown"] and why == "Crown asks"


def test_a_plan_stops_at_the_arena_only_for_points() -> None:
    assert carried_out("Copper", "Smithy, 4 Estate", arena=0) == (["buys", "buy:Copper", "end"], "")
    moves, why = carried_out("Copper", "Smithy, 4 Estate", arena=1)
    assert moves == ["buys"] and why == "Arena asks"


@pytest.mark.parametrize("hand", ["Moneylender, 4 Estate", "Moneylender, Copper, 3 Estate"])
def test_a_plan_leaves_even_a_forced_choice_to_its_owner(hand: str) -> None:
    assert carried_out("play Moneylender, Copper", hand) == (["play:Moneylender"], "Moneylender asks")


async def test_a_plan_is_carried_out_when_the_turn_starts(party: Party, waiting: int) -> None:
    outcome = await party.host.act(party.id, waiting, plans.set_plan("$8 Province, $3 Silver, else Copper"), action="plan")
    assert (await party.host.act(party.id, waiting, plans.set_plan("Gold"), action="plan")).repeated
    assert outcome.table.turn == 1
    kept = (await party.host.snapshot(party.id, waiting)).plan
    assert kept is not None and kept.text == "$8 Province, $3 Silver, else Copper"
    await party.crash()
    assert (await party.host.snapshot(party.id, waiting)).plan == kept
    shown = (await party.host.snapshot(party.id, waiting)).preview
    assert shown is not None and shown.lines[-2:] in (
        ("Buy Silver.", "End the turn."),
        ("Buy Copper.", "End the turn."),
    )
    other = ADA.id + BEN.id - waiting
    outcome = await party.say(other, "end")
    assert outcome.table.turn == 3 and await party.awaited() == other, "no hand-off at all"
    assert (await party.host.snapshot(party.id, waiting)).plan is None
    told = await notes(party, waiting)
    assert told == ["Your plan plays this turn.", "Your plan is done, so it ends the turn."]
    assert await notes(party, other) == []
    await party.crash()
    assert (await party.table()).turn == 3 and (await party.host.snapshot(party.id, waiting)).plan is None
    await party.until(over, MONEY)


async def test_who_can_plan(party: Party, waiting: int) -> None:
    with pytest.raises(errors.YourTurn):
        await party.host.act(party.id, await party.awaited(), plans.set_plan("Silver"), action="1")
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, CLEO.id, plans.set_plan("Silver"), action="2")
    with pytest.raises(PlanError):
        await party.host.act(party.id, waiting, plans.set_plan("Sliver"), action="2b")
    assert (await party.host.snapshot(party.id, waiting)).plan is None
    await party.host.act(party.id, waiting, plans.set_plan("Silver"), action="3")
    await party.host.act(party.id, waiting, plans.drop_plan(), action="4")
    assert (await party.host.snapshot(party.id, waiting)).plan is None
    await party.say(await party.awaited(), "end")
    assert await party.awaited() == waiting and await notes(party, waiting) == []


async def test_it_stops_where_it_can_do_nothing_of_what_it_says(party: Party, waiting: int) -> None:
    await party.host.act(party.id, waiting, plans.set_plan("$8 Province"), action="plan")
    await party.say(await party.awaited(), "end")
    assert await party.awaited() == waiting
    told = await notes(party, waiting)
    assert told[0] == "Your plan plays this turn." and told[-1].startswith("Your plan stopped. You can't buy anything it names")
    assert [call.person for call in party.changes[-1].calls] == [waiting]


async def test_an_attack_on_the_hand_stops_it(party: Party) -> None:
    await party.start()
    for person in (ADA, BEN):
        discards = AutoAnswers(discards=("Victory", "Copper", "Silver"), react="never")
        await party.host.people.set_answers(person.id, discards, action=party.action())
    plan = buying("Militia", "Silver")
    await party.until(
        lambda t, v: v.viewer == v.current and any(c.name == "Militia" for c in v.players[v.current].hand or ()), plan
    )
    attacker = await party.awaited()
    victim = ADA.id + BEN.id - attacker
    await party.host.act(party.id, victim, plans.set_plan("Silver, else nothing"), action="plan")
    await party.say(attacker, "play:Militia")
    await party.say(attacker, "end")
    assert await party.awaited() == victim
    assert (await notes(party, victim))[-1].startswith("Your plan stopped. Your hand has changed since")
    assert (await party.host.snapshot(party.id, victim)).plan is None


async def test_the_next_turn_can_be_planned_while_others_respond_to_an_attack(party: Party) -> None:
    await party.start()
    await party.until(
        lambda t, v: v.viewer == v.current and any(c.name == "Militia" for c in v.players[v.current].hand or ()),
        buying("Militia", "Silver"),
    )
    attacker = await party.awaited()
    victim = ADA.id + BEN.id - attacker
    await party.say(attacker, "play:Militia")
    with pytest.raises(errors.YourTurn):
        await party.host.act(party.id, attacker, plans.set_plan("Silver, else nothing"), action="too early")
    await party.say(attacker, "end")
    assert (await party.decision(victim)).purpose == "discard"
    await party.host.act(party.id, attacker, plans.set_plan("Copper"), action="plan")
    await party.step(buying("Silver"))
    assert (await party.host.snapshot(party.id, attacker)).plan is not None
    await party.say(victim, "end")
    assert (await party.host.snapshot(party.id, attacker)).plan is None
    assert "Your plan plays this turn." in await notes(party, attacker)


async def test_an_unplanned_card_in_hand_stops_it(party: Party) -> None:
    """After drawing an Action that the plan doesn't name, the player has to decide what to do with it."""
    await party.start()
    wanted = buying("Village", "Smithy", "Silver")
    surprised = through = False
    for number in range(200):
        person = await party.awaited()
        other = ADA.id + BEN.id - person
        view = await party.host.view(party.id, other)
        hand = {each.name for each in view.players[view.viewer or 0].hand or ()}
        if "Village" in hand and (await party.host.snapshot(party.id, other)).plan is None:
            await party.host.act(
                party.id, other, plans.set_plan("play Village, Gold, Silver, else nothing"), action=f"plan {number}"
            )
        await party.step(wanted)
        told = (await notes(party, other))[-1:]
        surprised |= any("the plan doesn't mention it" in text for text in told)
        through |= any("Your plan is done" in text for text in told)
        if surprised and through:
            return
    raise AssertionError("it never came to both")


def waits_for(seat: int | None) -> Callable[[TableView, View], bool]:
    """Return a condition: the game waits for this seat."""
    return lambda table, view: view.viewer == seat


async def asked_by_workshop(party: Party) -> tuple[int, int]:
    """Plan to play a Workshop; return the person who planned that, once it asks them something, and the other person."""
    await party.start()
    wanted = buying("Workshop", "Silver")
    for number in range(100):
        other = await party.awaited()
        person = ADA.id + BEN.id - other
        view = await party.host.view(party.id, person)
        if any(each.name == "Workshop" for each in view.players[view.viewer or 0].hand or ()):
            await party.host.act(party.id, person, plans.set_plan("play Workshop, Silver, else nothing"), action=f"plan {number}")
            await party.until(waits_for(view.viewer), wanted)
            assert (await party.decision(person)).kind == "pile"
            return person, other
        await party.step(wanted)
    raise AssertionError("no one ever held it")


async def test_a_plan_leaves_a_question_to_its_owner_and_goes_on_after_a_restart(party: Party) -> None:
    person, other = await asked_by_workshop(party)
    await party.crash()
    assert (await notes(party, person))[-1] == "Your plan plays this turn."
    turn = (await party.table()).turn
    outcome = await party.say(person, "Estate")
    assert outcome.table.turn == turn + 1 and await party.awaited() == other and outcome.snapshot.plan is None
    assert (await notes(party, person))[-1] == "Your plan is done, so it ends the turn."


async def test_an_undo_ends_a_plan_that_is_under_way(party: Party) -> None:
    person, _ = await asked_by_workshop(party)
    outcome = await party.host.act(party.id, person, play.undo(), action="undo")
    assert outcome.snapshot.plan is None and (await party.decision(person)).offers("play:Workshop")
    await party.say(person, "play:Workshop")
    await party.say(person, "Estate")
    assert await party.awaited() == person and (await party.decision(person)).kind == "turn"


async def test_an_undo_by_consent_does_not_set_it_off_again(party: Party, waiting: int) -> None:
    other = ADA.id + BEN.id - waiting
    await party.host.act(party.id, waiting, plans.set_plan("Silver, else Copper"), action="plan")
    await party.say(other, "end")
    assert (await party.table()).turn == 3
    loss = next(loss for loss in await party.host.undo_costs(party.id, waiting) if loss.to == "my-turn")
    await party.host.act(party.id, waiting, consent.propose_undo(loss.to, mark=loss.mark), action="undo")
    await party.host.act(party.id, other, consent.agree(), action="yes")
    assert (await party.table()).turn == 2 and await party.awaited() == waiting
    assert (await party.host.snapshot(party.id, waiting)).plan is None


async def test_a_plan_survives_the_undo_of_another_players_move(party: Party, waiting: int) -> None:
    other = ADA.id + BEN.id - waiting
    await party.host.act(party.id, waiting, plans.set_plan("Silver, else Copper"), action="plan")
    await party.say(other, "treasures", "buy:Copper")
    loss = next(loss for loss in await party.host.undo_costs(party.id, waiting) if loss.to == "turn")
    await party.host.act(party.id, waiting, consent.propose_undo(loss.to, mark=loss.mark), action="undo")
    await party.host.act(party.id, other, consent.agree(), action="yes")
    assert (await party.host.snapshot(party.id, waiting)).plan is not None and await party.awaited() == other
    await party.say(other, "end")
    assert (await party.table()).turn == 3, "it was carried out"
    assert (await notes(party, waiting))[-2:] == ["Your plan plays this turn.", "Your plan is done, so it ends the turn."]
