"""Auto-answers: each acts as its owner has set it, only when it should, never against them, and says so."""

import pytest

from engine import DecisionView, LogLine, Option, View
from engine.log_forms import SeatNames
from engine.spelling import LONGEST_TEXT, MOST_FAULTS
from storage.notes import AutoAction
from tables import AutoAnswers, Options, TableView, errors
from tables.auto_answers import DEFAULTS, automatic, resolved
from tables.commands import answers, lobby, play, seats
from tables.list_reading import MOST_DISCARDS, ListError, nameable, read_discards
from tables.models import OwnLine
from tables.words import done
from tests.engine.kit import say
from tests.engine.test_hidden import holding
from tests.logs import read_log
from tests.tables.kit import ADA, BEN, CLEO, MANAGER, Party, asked, buying, holds, over, refusal_of

MONEY = buying("Province", "Gold", "Silver")
ATTACKS = buying("Militia", "Silver")


async def said(party: Party, person: int) -> list[str]:
    return await read_log(party.host, party.id, person, "standing")


async def set_for(party: Party, person: int, standing: AutoAnswers, *, here: bool = True) -> AutoAnswers:
    if here:
        return (await party.host.act(party.id, person, answers.set_answers(standing), action=party.action())).snapshot.answers
    await party.host.people.set_answers(person, standing, action=party.action())
    return await party.host.people.answers(person)


async def test_what_holds(party: Party) -> None:
    await party.start()
    assert await party.host.people.answers(ADA.id) == DEFAULTS
    always = DEFAULTS.model_copy(update={"end": True, "react": "ask"})
    assert await set_for(party, ADA.id, AutoAnswers(react="ask", end=True), here=False) == always
    here = DEFAULTS.model_copy(update={"react": "ask"})
    assert await set_for(party, ADA.id, AutoAnswers(end=False)) == here
    assert (await party.host.people.answers(ADA.id)).end is True, "only in that game"
    await party.crash()
    assert await party.host.people.answers(ADA.id, party.id) == here
    with pytest.raises(errors.NotSeated):
        await set_for(party, CLEO.id, AutoAnswers(end=True))


async def test_a_plain_turn_is_one_click(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await set_for(party, person, AutoAnswers(treasures=True, end=True))
    view = await party.host.view(party.id, person)
    assert view.coins > 0, "the Treasures lie there at once: no Action could be played"
    assert (await party.table()).turn == 1, "a turn in which its player did nothing isn't ended for them"
    outcome = await party.say(person, "buy:Copper")
    assert outcome.table.turn == 2 and await party.awaited() != person
    assert await said(party, person) == [
        "Auto-answer: played all Treasures.",
        "Auto-answer: ended the turn, with nothing left to do.",
    ]
    for other in {ADA.id, BEN.id, CLEO.id} - {person}:
        assert await said(party, other) == []


async def test_treasures_wait_while_an_action_can_be_played(party: Party) -> None:
    await party.start()
    await set_for(party, ADA.id, AutoAnswers(treasures=True))
    await party.until(lambda t, v: v.viewer == 0 and holds("Village")(t, v), buying("Village"))
    assert (await party.host.view(party.id, ADA.id)).phase == "action"
    await party.say(ADA.id, "buys")
    assert (await party.host.view(party.id, ADA.id)).treasure_coins == 0


async def test_treasures_wait_for_one_that_has_to_be_played_among_them(party: Party) -> None:
    await party.start()
    view = await party.host.view(party.id, await party.awaited())
    (turn,) = view.decisions
    wanted = resolved(AutoAnswers(treasures=True))
    assert automatic(view, turn, wanted, acted=False, log=()) is not None
    odd = view.model_copy(update={"treasures_left": ("Crown",)})
    assert automatic(odd, turn, wanted, acted=False, log=()) is None


async def test_moves_in_a_row_are_not_disturbed_by_the_players_auto_answers(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await set_for(party, person, AutoAnswers(end=True))
    outcome = await party.say(person, "treasures", "buy:Copper", "end")
    assert outcome.stopped is None and outcome.table.turn == 2


async def test_an_undo_is_not_undone_by_an_auto_answer(party: Party) -> None:
    await party.start()
    person = await party.awaited()
    await set_for(party, person, AutoAnswers(treasures=True))
    assert (await party.host.view(party.id, person)).coins > 0
    outcome = await party.host.act(party.id, person, play.undo(), action="undo")
    assert outcome.view is not None and outcome.view.coins == 0
    assert await said(party, person) == [], "its line went with what it did"
    await party.crash()
    assert (await party.host.view(party.id, person)).coins == 0
    outcome = await party.say(person, "play:Copper")
    assert outcome.view is not None and outcome.view.treasure_coins == 0, "the person acted: it acts again"


async def test_undo_includes_what_an_auto_answer_did_after_the_move(party: Party) -> None:
    await party.start()
    await set_for(party, ADA.id, AutoAnswers(treasures=True))
    await party.until(lambda t, v: v.viewer == 0 and holds("Workshop")(t, v), buying("Workshop"))
    before = await party.host.view(party.id, ADA.id)
    outcome = await party.say(ADA.id, "buys")
    assert outcome.view is not None and outcome.view.phase == "buy" and outcome.view.treasure_coins == 0
    undone = await party.host.act(party.id, ADA.id, play.undo(), action="undo")
    assert undone.view is not None and undone.view.phase == "action"
    assert undone.view.players[0].hand == before.players[0].hand


@pytest.mark.parametrize("react", ["always", "never"])
async def test_no_one_is_asked_for_a_reaction_they_answered_in_advance(party: Party, react: str) -> None:
    await party.start()
    for person in (ADA, BEN):
        await set_for(party, person.id, AutoAnswers.model_validate({"react": react}), here=False)

    def defended(lines: list[LogLine]) -> bool:
        return any(line.kind == "reveal" and "Moat" in line.cards for line in lines)

    plan = buying("Moat", "Militia")
    for _ in range(120):
        assert not asked("react")(await party.table(), await party.host.view(party.id, await party.awaited()))
        await party.step(plan)
    log = await party.host.log(party.id, None)
    assert any(line.kind == "play" and line.card == "Militia" for line in log)
    assert defended(log) == (react == "always")
    given = await said(party, ADA.id) + await said(party, BEN.id)
    assert any("used no Reaction" in text for text in given) == (react == "never"), "said where there was one to use"
    assert any("revealed Moat" in text for text in given) == (react == "always")


async def test_what_someone_has_changed_by_hand_was_not_done_automatically(party: Party) -> None:
    await party.start(people=3)
    for person, react in ((ADA, "ask"), (BEN, "ask"), (CLEO, "always")):
        await set_for(party, person.id, AutoAnswers.model_validate({"react": react}), here=False)

    async def sealed() -> DecisionView | None:
        """Return Cleo's Moat, revealed automatically while someone else still has to answer the same Attack."""
        mine = (await party.host.view(party.id, CLEO.id)).decisions
        return next((each for each in mine if each.kind == "react" and each.answered), None)

    while (asked_first := await sealed()) is None or asked_first.preselected != ("react:Moat",):
        await party.step(buying("Moat", "Militia"))
    assert "Auto-answer: revealed Moat." in await said(party, CLEO.id)
    before = len([each for each in await said(party, CLEO.id) if "revealed Moat" in each])
    for ids in (["no"], ["react:Moat"]):
        outcome = await party.host.act(party.id, CLEO.id, play.answer(asked_first.id, ids), action=party.action())
        told = [line for line in outcome.snapshot.this_turn if isinstance(line, OwnLine)]
        assert told == [], "it has been answered by hand"
    await party.crash()
    assert len([each for each in await said(party, CLEO.id) if "revealed Moat" in each]) == before - 1
    await party.step(buying("Moat", "Militia"))
    assert "reveals a Moat" in " ".join(await read_log(party.host, party.id, None, "reveal"))


async def test_a_player_who_wants_to_be_asked_is_asked(party: Party) -> None:
    await party.start()
    for person in (ADA, BEN):
        await set_for(party, person.id, AutoAnswers(react="ask"), here=False)
    view = await party.until(asked("react"), buying("Moat", "Militia"))
    (decision,) = [each for each in view.decisions if each.kind == "react"]
    assert decision.options[-1].id == "no"


async def test_a_game_does_not_play_itself(party: Party) -> None:
    await party.start()
    for person in (ADA, BEN):
        await set_for(party, person.id, AutoAnswers(treasures=True, end=True, react="always"), here=False)
    turn = (await party.table()).turn
    await party.crash()
    assert (await party.table()).turn == turn
    await party.until(over, MONEY)


def test_single_cards_are_said_one_by_one() -> None:
    always = AutoAnswers(reactions={"Moat": "never", "Watchtower": "always"}, wait=True)
    here = AutoAnswers(reactions={"Moat": "ask"})
    assert resolved(here, always).reactions == {"Moat": "ask", "Watchtower": "always"}
    assert resolved(here, always).wait is True


def test_what_is_set_for_a_reaction_here_replaces_its_exceptions_everywhere() -> None:
    always = AutoAnswers(reactions={"Moat": "never", "Moat: Witch": "ask", "Diplomat: Witch": "ask"})
    assert resolved(AutoAnswers(reactions={"Moat": "always"}), always).reactions == {"Moat": "always", "Diplomat: Witch": "ask"}
    assert resolved(AutoAnswers(reactions={"Diplomat": "never"}), always).reactions == {
        "Moat": "never",
        "Moat: Witch": "ask",
        "Diplomat": "never",
    }


async def test_players_are_asked_about_a_reaction_only_for_the_cards_named(party: Party) -> None:
    kingdom = ("Cellar", "Market", "Militia", "Mine", "Moat", "Smithy", "Vassal", "Village", "Witch", "Workshop")
    await party.start(options=Options(kingdom=kingdom))
    for person in (ADA, BEN):
        await set_for(party, person.id, AutoAnswers(reactions={"Moat": "never", "Moat: Witch": "ask"}), here=False)
    plan, about = buying("Witch", "Moat", "Militia"), set()
    for _ in range(160):
        view = await party.host.view(party.id, await party.awaited())
        about |= {each.card for each in view.decisions if each.kind == "react"}
        await party.step(plan)
    assert about == {"Witch"}
    assert {"Militia", "Witch"} <= {line.card for line in await party.host.log(party.id, None) if line.kind == "play"}


async def attacked(party: Party, *, options: Options | None = None, wait: bool | None = None) -> tuple[int, int]:
    """Play a Militia that no one has answered yet; return the attacker and one who owes an answer."""
    await party.start(options=options)
    for person in (ADA, BEN):
        await set_for(party, person.id, AutoAnswers(wait=wait, react="never"), here=False)
    await party.until(holds("Militia"), ATTACKS)
    attacker = await party.awaited()
    await party.say(attacker, "play:Militia")
    return attacker, ADA.id + BEN.id - attacker


async def discards(party: Party, person: int) -> None:
    await party.say(person, buying()(await party.host.view(party.id, person), await party.decision(person)))


async def called(party: Party) -> list[int]:
    """Return the people still to be pinged because the game waits for them."""
    return [call.person for call in await party.host.messages.calls()]


async def waits(party: Party, person: int, wait: bool) -> None:
    await party.host.act(party.id, person, play.wait((await party.decision(person)).id, wait=wait), action=party.action())


async def test_a_turn_goes_on_without_what_is_owed_unless_its_player_waits(party: Party) -> None:
    attacker, victim = await attacked(party)
    assert (await party.awaited(), await called(party)) == (attacker, [])
    await waits(party, attacker, True)
    assert (await party.table()).waits
    assert [(a.person, a.owed) for a in (await party.table()).awaited] == [(victim, False)]
    assert await called(party) == [victim]
    version = (await party.table()).version
    await waits(party, attacker, True)
    assert (await party.table()).version == version, "said twice is said once"
    await party.crash()
    assert [(a.person, a.owed) for a in (await party.table()).awaited] == [(victim, False)]
    await discards(party, victim)
    assert not (await party.table()).waits
    assert (await party.awaited(), await called(party)) == (attacker, [attacker])
    with pytest.raises(errors.MovedOn):
        await waits(party, attacker, True)


@pytest.mark.parametrize("how", ["a word", "a move"])
async def test_a_player_who_waits_can_go_on_after_all(party: Party, how: str) -> None:
    attacker, victim = await attacked(party, wait=True)
    assert await called(party) == [victim]
    with pytest.raises(errors.MovedOn):
        await waits(party, victim, False)
    if how == "a word":
        await waits(party, attacker, False)
        await party.crash()
    else:
        await party.say(attacker, "treasures")
    assert (await party.awaited(), await called(party)) == (attacker, [])
    assert {a.person: a.owed for a in (await party.table()).awaited} == {attacker: False, victim: True}
    if how == "a word":
        await party.say(attacker, "treasures")
    await party.say(attacker, "end")
    assert await party.awaited() == victim


async def test_waiting_as_an_auto_answer_leaves_a_line_and_holds_those_that_play_the_turn(party: Party) -> None:
    attacker, victim = await attacked(party, wait=True)
    await set_for(party, attacker, AutoAnswers(treasures=True, end=True))
    view = await party.host.view(party.id, attacker)
    assert (view.treasure_coins or 0) > 0, "they lie in hand as long as the turn waits"
    name = (await party.table()).seats[view.players[1 - view.current].seat].name
    assert (await said(party, attacker))[-1] == f"Auto-answer: waited for {name}."
    assert not any("waited for" in text for text in await said(party, victim))
    await discards(party, victim)
    assert (await party.host.view(party.id, attacker)).treasure_coins == 0


async def test_undo_does_not_disarm_waiting(party: Party) -> None:
    attacker, victim = await attacked(party, wait=True)
    await party.host.act(party.id, attacker, play.undo(), action=party.action())
    assert not (await party.table()).waits
    await party.say(attacker, "play:Militia")
    assert (await party.table()).waits
    await party.say(attacker, "treasures")
    await party.host.act(party.id, attacker, play.undo(), action=party.action())
    assert [a.person for a in (await party.table()).awaited] == [victim]


async def test_where_the_table_waits_no_one_goes_on(party: Party) -> None:
    attacker, victim = await attacked(party, options=Options(wait_for_owed=True), wait=False)
    assert [(a.person, a.owed) for a in (await party.table()).awaited] == [(victim, False)]
    with pytest.raises(errors.MustWait):
        await party.say(attacker, "treasures")
    with pytest.raises(errors.MustWait):
        await waits(party, attacker, False)
    await party.crash()
    with pytest.raises(errors.MustWait):
        await party.say(attacker, "end")
    await discards(party, victim)
    assert await called(party) == [attacker]
    await party.say(attacker, "treasures")


async def test_an_ai_waits_where_the_table_does(party: Party) -> None:
    await party.lobby(people=1, ais=1, options=Options(wait_for_owed=True))
    await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
    await set_for(party, ADA.id, AutoAnswers(react="never"))
    view = await party.until(asked("cards"), buying("Silver"))
    assert [decision.card for decision in view.decisions] == ["Militia"]
    assert (await party.table()).waits
    assert view.players[1].in_play == ("Militia",), "nothing was played after it"
    await discards(party, ADA.id)
    assert (await party.table()).turn > view.turn


async def test_what_was_said_about_one_attack_says_nothing_about_the_next(party: Party) -> None:
    await party.start(people=3)
    for person in (ADA, BEN, CLEO):
        await set_for(party, person.id, AutoAnswers(wait=person is not ADA, react="never"), here=False)

    def attacker_after_ada(table: TableView, view: View) -> bool:
        carried_over = any(each.owed for each in table.awaited)
        return view.viewer != 0 and carried_over and not table.waits and holds("Militia")(table, view)

    await party.until(attacker_after_ada, ATTACKS, limit=3000)
    attacker = await party.awaited()
    await party.say(attacker, "play:Militia")
    await discards(party, await party.awaited())
    assert (await said(party, attacker))[-1].startswith("Auto-answer: waited for "), "their own rule, not Ada's choice"
    assert attacker not in [each.person for each in (await party.table()).awaited]


async def test_a_seats_own_lines_stay_with_the_person_they_were_for(party: Party) -> None:
    await party.start(people=2)
    person = await party.awaited()
    number = 0 if person == ADA.id else 1
    await set_for(party, person, AutoAnswers(treasures=True), here=False)
    own = await said(party, person)
    assert own == ["Auto-answer: played all Treasures."]
    await party.host.act(party.id, MANAGER, seats.replace(number, CLEO, force=True), action="moderator")
    await set_for(party, CLEO.id, AutoAnswers(end=True), here=False)
    await party.say(CLEO.id, "buy:Copper")
    await party.crash()
    assert await said(party, person) == own, "the player who left keeps them"
    own_of_cleo = ["You've taken over for Ben.", "Auto-answer: ended the turn, with nothing left to do."]
    assert await said(party, CLEO.id) == own_of_cleo
    assert own[0] not in await read_log(party.host, party.id, None)


async def test_a_player_who_resigns_leaves_no_one_waiting(party: Party) -> None:
    await party.start(people=3)
    for person in (ADA, BEN, CLEO):
        await set_for(party, person.id, AutoAnswers(react="never"), here=False)
    await party.until(holds("Militia"), ATTACKS)
    attacker = await party.awaited()
    await party.say(attacker, "play:Militia")
    await waits(party, attacker, True)
    await party.host.act(party.id, attacker, play.resign(), action=party.action())
    assert not (await party.table()).waits
    await party.until(over, MONEY)


@pytest.mark.parametrize(("use", "revealed", "prompted"), [("always", True, False), ("never", False, False), ("ask", False, True)])
async def test_a_reaction_by_its_name(party: Party, use: str, revealed: bool, prompted: bool) -> None:
    await party.start()
    for person in (ADA, BEN):
        await set_for(party, person.id, AutoAnswers.model_validate({"react": "never", "reactions": {"Moat": use}}), here=False)
    plan, asked_for, unarmed = buying("Moat", "Militia"), False, False
    for _ in range(120):
        view = await party.host.view(party.id, await party.awaited())
        for decision in view.decisions:
            if decision.kind == "react":
                asked_for = True
                unarmed |= not any(option.id.startswith("react:") for option in decision.options)
        await party.step(plan)
    lines = await read_log(party.host, party.id, None, "reveal")
    assert asked_for == prompted
    assert unarmed == prompted, "who doesn't hold one is asked as well"
    if not prompted:
        assert any("Moat" in text for text in lines) == revealed


def question(kind: str, *options: Option, **fields: object) -> DecisionView:
    content = {"id": 1, "seat": 0, "decider": 0, "kind": kind, "purpose": "", "prompt": "?", "card": "Militia", "because": ()}
    return DecisionView.model_validate({**content, "options": options, "minimum": 1, "maximum": 1, **fields})


def cards(**counts: int) -> list[Option]:
    return [Option(id=name, label=name, card=name, count=count) for name, count in counts.items()]


@pytest.fixture
async def view(party: Party) -> View:
    """Return Ada's view, on Ben's turn."""
    await party.start()
    if await party.awaited() == ADA.id:
        await party.say(ADA.id, "end")
    return await party.host.view(party.id, ADA.id)


@pytest.mark.parametrize(
    ("hand", "count", "answer"),
    [
        ({"Curse": 1, "Estate": 1, "Copper": 3}, 2, ("Curse", "Estate")),
        ({"Estate": 2, "Copper": 3}, 2, ("Estate", "Estate")),
        ({"Estate": 1, "Duchy": 1, "Copper": 3}, 2, ("Estate", "Duchy")),
        ({"Estate": 1, "Duchy": 1, "Copper": 3}, 1, None),
        ({"Estate": 1, "Copper": 3, "Gold": 1}, 2, ("Estate", "Copper")),
        ({"Gold": 3, "Silver": 2}, 2, None),
        ({"Estate": 1, "Gold": 3, "Silver": 1}, 2, None),
        ({"Estate": 1, "Gold": 4}, 2, ("Estate", "Gold")),
        ({"Estate": 1, "Gold": 1, "Silver": 1}, 3, ("Estate", "Gold", "Silver")),
        ({"Gold": 5}, 2, None),
    ],
)
def test_discards_by_a_list_that_decides_it_all(view: View, hand: dict[str, int], count: int, answer: object) -> None:
    standing = resolved(AutoAnswers(discards=("Curse", "Victory", "Copper")))
    asked_for = question("cards", *cards(**hand), purpose="discard", minimum=count, maximum=count)
    given = automatic(view, asked_for, standing, acted=False, log=())
    assert (given.ids if given is not None else None) == answer


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Curse, Victory, Copper", ("Curse", "Victory", "Copper")),
        ("curses; victory cards;; prov", ("Curse", "Victory", "Province")),
        ("village, Farmers market, Copper, copper", ("Village", "Farmers' Market", "Copper")),
    ],
)
def test_a_list_as_people_write_it(text: str, meant: tuple[str, ...]) -> None:
    assert read_discards(text) == meant


@pytest.mark.parametrize(
    ("text", "word", "told"),
    [
        ("Curse, Nonsense", "Nonsense", "isn't a card or type here"),
        ("Copper, Mi, Estate", "Mi", "might be Militia, Mill or Mine"),
        ("Estate, Cooper", "Cooper", "Did you mean Copper"),
        ("Estate, Bid", "Bid", "isn't a card or type here"),
        (" , ", " , ", "with commas"),
    ],
)
def test_what_is_wrong_with_a_list_and_where(text: str, word: str, told: str) -> None:
    with refusal_of(ListError, match=told) as error:
        read_discards(text)
    (fault,) = error.value.faults
    assert text[fault.start : fault.end] == word


def test_all_mistakes_in_a_list_are_reported_together_with_suggestions() -> None:
    with refusal_of(ListError, match=r"Militia, Mill or Mine.*\n.*isn't a card or type here") as error:
        read_discards("Copper\nMi, Bid, Estate")
    assert [error.value.corrected(number) for number in range(3)] == [
        f"Copper\n{card}, Bid, Estate" for card in ("Militia", "Mill", "Mine")
    ]


def test_a_list_has_a_limit_and_names_its_first_few_mistakes() -> None:
    with refusal_of(ListError, match="at most 500 characters") as error:
        read_discards("Curse, " * 1_000)
    assert len(error.value.text) == LONGEST_TEXT
    with pytest.raises(ListError) as error:
        read_discards("Mroat, Vilage, Smthy, " * 20)
    assert len(error.value.faults) == MOST_FAULTS
    names = [name for name in nameable().values() if len(name) < 8]
    assert read_discards(", ".join(names[:MOST_DISCARDS])) == tuple(names[:MOST_DISCARDS])
    with refusal_of(ListError, match="at most 20 names; you listed 21"):
        read_discards(", ".join(names[: MOST_DISCARDS + 1]))


def test_a_game_may_ask_again_what_is_said_for_all(view: View) -> None:
    yes_no = question("choice", Option(id="yes", label="Yes"), Option(id="no", label="No"), purpose="may", card="Vassal")
    always = AutoAnswers(answers={"Vassal:may": "yes"})
    assert automatic(view, yes_no, resolved(AutoAnswers(), always), acted=True, log=()) is not None
    assert automatic(view, yes_no, resolved(AutoAnswers(answers={"Vassal:may": "ask"}), always), acted=True, log=()) is None


def test_free_discards_and_those_on_the_players_own_turn_are_never_automatic(view: View) -> None:
    standing = resolved(AutoAnswers(discards=("Copper",)))
    free = question("cards", *cards(Copper=3), purpose="discard", minimum=0, maximum=2)
    forced = question("cards", *cards(Copper=3, Silver=1), purpose="discard", minimum=2, maximum=2)
    trash = forced.model_copy(update={"purpose": "trash"})
    own = view.model_copy(update={"current": 0})
    for seen, asked_for in ((view, free), (own, forced), (view, trash)):
        assert automatic(seen, asked_for, standing, acted=True, log=()) is None
    assert automatic(view, forced, standing, acted=True, log=()) is not None


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        (AutoAnswers(), "didn't use Diplomat (see /settings)"),
        (AutoAnswers(react="never"), "used no Reaction"),
        (AutoAnswers(reactions={"Diplomat": "never"}), "used no Reaction"),
    ],
)
def test_someone_who_never_chose_to_keep_a_reaction_in_hand_reads_where_to_choose(
    view: View, standing: AutoAnswers, told: str
) -> None:
    attacked = question("react", Option(id="react:Diplomat", label="Diplomat", card="Diplomat"), Option(id="no", label="No"))
    given = automatic(view, attacked, resolved(standing), acted=True, log=())
    assert given is not None and given.ids == ("no",) and given.did is not None
    assert done(given.did, SeatNames(["Ada", "Ben"], 0)) == f"Auto-answer: {told}"


@pytest.mark.parametrize(("by", "told"), [(0, True), (1, False)])
def test_someone_whose_own_gain_passes_without_a_reaction_reads_so(view: View, by: int, told: bool) -> None:
    options = Option(id="react:Watchtower", label="Watchtower", card="Watchtower"), Option(id="no", label="No")
    gain = question("react", *options, moment="gain", played_by=by)
    given = automatic(view, gain, resolved(), acted=True, log=())
    assert given is not None and given.ids == ("no",)
    assert (given.did == AutoAction(what="no-reaction", cards=("Watchtower",))) is told and (given.did is None) is not told


@pytest.mark.parametrize(("standing", "asked"), [(AutoAnswers(), True), (AutoAnswers(react="never"), False)])
def test_a_player_is_asked_about_a_reaction_to_their_own_gain_on_anothers_turn(standing: AutoAnswers, asked: bool) -> None:
    hand = ("Watchtower", "Copper", "Copper", "Estate", "Estate")
    game = holding("Witch", kingdom=("Watchtower", "Witch", "Chapel", "Village", "Smithy", "Market"), others=hand)
    say(game, 0, "play:Witch")
    seen = game.view(1)
    (gain,) = seen.decisions
    assert (gain.kind, gain.moment, gain.played_by) == ("react", "gain", 1)
    assert (automatic(seen, gain, resolved(standing), acted=False, log=()) is None) is asked


@pytest.mark.parametrize(("standing", "asked"), [
    (AutoAnswers(), True),
    (AutoAnswers(reactions={"Weaver": "ask"}), True),
    (AutoAnswers(react="never"), False),
])  # fmt: skip
def test_a_player_is_asked_about_a_reaction_to_their_own_discard(standing: AutoAnswers, asked: bool) -> None:
    hand = ("Weaver", "Copper", "Copper", "Estate", "Estate")
    game = holding("Warehouse", *hand, kingdom=("Weaver", "Warehouse", "Chapel", "Village", "Smithy", "Market"))
    say(game, 0, "play:Warehouse")
    say(game, 0, "Weaver", "Copper", "Copper")
    seen = game.view(0)
    (discards,) = seen.decisions
    assert (discards.kind, discards.moment, discards.played_by) == ("react", "discard", 0)
    assert (automatic(seen, discards, resolved(standing), acted=True, log=()) is None) is asked


def test_orders_and_yes_or_no(view: View) -> None:
    order = question("order", *cards(Copper=2, Estate=1), minimum=3, maximum=3)
    assert automatic(view, order, resolved(), acted=True, log=()) is None
    given = automatic(view, order, resolved(AutoAnswers(order=True)), acted=True, log=())
    assert given is not None and given.ids == ("Copper", "Copper", "Estate")
    yes_no = question("choice", Option(id="yes", label="Yes"), Option(id="no", label="No"), purpose="discard", card="Library")
    said = resolved(AutoAnswers(answers={"Library:discard": "no"}))
    assert (given := automatic(view, yes_no, said, acted=True, log=())) is not None and given.ids == ("no",)
    for other in ({"card": "Vassal"}, {"purpose": "may"}, {"options": yes_no.options[:1]}):
        assert automatic(view, yes_no.model_copy(update=other), said, acted=True, log=()) is None


def test_what_can_only_be_declined_is_answered_like_what_could_be_accepted(view: View) -> None:
    only_no = question("choice", Option(id="no", label="No"), purpose="reveal", card="Legionary", preselected=("no",))
    said = resolved(AutoAnswers(answers={"Legionary:reveal": "yes"}))
    given = automatic(view, only_no, said, acted=True, log=())
    assert given is not None and given.ids == ("no",) and given.did is None
    assert automatic(view, only_no, resolved(), acted=True, log=()) is None


async def test_a_militias_victim_can_answer_in_advance(party: Party) -> None:
    await party.start()
    for person in (ADA, BEN):
        await set_for(party, person.id, AutoAnswers(discards=("Victory", "Copper"), react="never"), here=False)
    await party.until(holds("Militia"), buying("Militia"))
    attacker = await party.awaited()
    await party.say(attacker, "play:Militia")
    victim = ADA.id + BEN.id - attacker
    assert all(a.person != victim for a in (await party.table()).awaited)
    assert any("answer: discard" in text for text in await said(party, victim))
    view = await party.host.view(party.id, victim)
    assert view.viewer is not None and view.players[view.viewer].hand_size == 3
