"""The kingdom of a table: chosen, drawn, changed before the game; and playing again with it."""

import json

import pytest

from engine import Kingdom, KingdomRequest, Want, all_cards, parse_kingdom, recommended_kingdom
from engine.ai import STYLES
from engine.card import CARDS
from engine.mechanisms import EVENT, LANDMARK, Extra
from engine.randomizers import randomizers
from tables import Options, Place, errors
from tables.commands import consent, lobby, play
from tests.tables.kit import ADA, BEN, CLEO, HERE, MANAGER, Party, buying, over, refusal_of

MONEY = buying("Province", "Gold", "Silver")
BASE = KingdomRequest(sets=("Dominion",))


async def kingdom(party: Party) -> Kingdom:
    return (await party.table()).options.kingdom


async def test_a_recommended_set_decides_the_edition(party: Party) -> None:
    await party.lobby()
    first = recommended_kingdom("First Game", 1)
    table = (await party.host.act(party.id, ADA.id, lobby.set_kingdom(first), action="1")).table
    assert table.options.edition == 1 and table.kingdom == first.piles
    request = KingdomRequest(recommended="First Game", edition=1)
    assert (await party.host.act(party.id, ADA.id, lobby.set_kingdom(request), action="2")).table.options.kingdom == first
    outcome = await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    assert outcome.view is not None and outcome.view.edition == 1


async def test_a_draw_depends_on_its_own_seed_alone(party: Party) -> None:
    outcome = await party.host.new_table(HERE, ADA, Options(), action="new", request=BASE, seed="a")
    party.id = outcome.table.id
    drawn = outcome.table.options.kingdom
    assert drawn.seed == "a" and outcome.table.options.request == BASE
    await party.host.act(party.id, ADA.id, lobby.set_kingdom(parse_kingdom("Dominion"), seed="b"), action="2")
    assert await kingdom(party) != drawn
    await party.host.act(party.id, ADA.id, lobby.set_kingdom(BASE, seed="a"), action="3")
    assert await kingdom(party) == drawn
    assert (await party.host.act(party.id, ADA.id, lobby.reroll(), action="4")).table.options.kingdom.piles != drawn.piles
    await party.crash()
    assert (await party.table()).options.request == BASE


async def test_events_and_landmarks_come_into_the_game(party: Party) -> None:
    await party.lobby()
    request = parse_kingdom("Empires, 1 Event, 1 Landmark")
    table = (await party.host.act(party.id, ADA.id, lobby.set_kingdom(request, seed="x"), action="1")).table
    outcome = await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    assert outcome.view is not None
    shown = [each.name for each in outcome.view.landscapes]
    assert shown == [*table.options.kingdom.landscapes]
    assert [CARDS[name].landscape for name in shown] == [EVENT, LANDMARK]


async def test_swapping_one(party: Party) -> None:
    await party.lobby()
    before = await kingdom(party)
    after = (await party.host.act(party.id, ADA.id, lobby.swap(before.piles[0]), action="1")).table.options.kingdom
    assert set(before.piles) - set(after.piles) == {before.piles[0]}
    with refusal_of(errors.BadKingdom, match="isn't in this kingdom"):
        await party.host.act(party.id, ADA.id, lobby.swap(before.piles[0]), action="2")
    with pytest.raises(errors.NotHost):
        await party.host.act(party.id, BEN.id, lobby.swap(after.piles[0]), action="3")


async def test_each_player_has_one_veto_where_they_are_allowed(party: Party) -> None:
    await party.lobby()
    first, second = (await kingdom(party)).piles[:2]
    with pytest.raises(errors.NoVetoes):
        await party.host.act(party.id, BEN.id, lobby.veto(first), action="1")
    await party.host.act(party.id, ADA.id, lobby.set_options(vetoes=True), action="2")
    table = (await party.host.act(party.id, BEN.id, lobby.veto(first), action="3")).table
    assert first not in table.kingdom and table.vetoes == {BEN.id: first}
    with refusal_of(errors.VetoUsed, match=first):
        await party.host.act(party.id, BEN.id, lobby.veto(second), action="4")
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, CLEO.id, lobby.veto(second), action="5")
    await party.crash()
    for number in range(5):
        table = (await party.host.act(party.id, ADA.id, lobby.reroll(), action=f"reroll {number}")).table
        assert first not in table.kingdom, "what was vetoed doesn't come back"
    fresh = (await party.host.act(party.id, ADA.id, lobby.set_kingdom(BASE), action="6")).table
    assert fresh.vetoes == {}


async def test_requests_that_cannot_be_fulfilled(party: Party) -> None:
    await party.lobby()
    before = await party.table()
    with refusal_of(errors.BadKingdom, match="Add a set"):
        await party.host.act(party.id, ADA.id, lobby.set_kingdom(KingdomRequest(sets=("Dominion",), ban=("Action",))), action="1")
    assert await party.table() == before


async def test_what_people_ban_and_like_counts_where_they_sit(party: Party) -> None:
    await party.lobby()
    names = [each.name for each in all_cards() if each.set == "Dominion" and not each.basic and 2 in each.editions]
    unwanted = tuple(names[:5])
    await party.host.people.set_likes(BEN.id, ban=unwanted, like=(), action="tastes")
    for number in range(5):
        table = (await party.host.act(party.id, ADA.id, lobby.set_kingdom(BASE), action=f"draw {number}")).table
        assert not set(unwanted) & set(table.kingdom)
    named = KingdomRequest(sets=("Dominion",), require=(unwanted[0],))
    assert unwanted[0] in (await party.host.act(party.id, ADA.id, lobby.set_kingdom(named), action="named")).table.kingdom
    await party.host.people.set_likes(BEN.id, ban=("Attack", "Reaction", "Victory"), like=(), action="whole types")
    for number in range(5):
        request = KingdomRequest(sets=("Dominion",), require=("Witch",), wants=(Want(any_of=("Reaction",), minimum=1),))
        kingdom = (await party.host.act(party.id, ADA.id, lobby.set_kingdom(request), action=f"types {number}")).table.kingdom
        assert {"Witch", "Moat"} <= {*kingdom} and not {"Militia", "Bandit", "Bureaucrat", "Gardens"} & {*kingdom}
    await party.host.people.set_likes(BEN.id, ban=("Dominion",), like=(), action="all there is")
    assert (
        await party.host.act(party.id, ADA.id, lobby.set_kingdom(BASE), action="of it all the same")
    ).table.options.request == BASE
    await party.host.people.set_likes(BEN.id, ban=("Action",), like=(), action="nearly all")
    assert (await party.host.act(party.id, ADA.id, lobby.set_kingdom(BASE), action="nor does that keep anyone")).table.kingdom
    with refusal_of(errors.TooMany, match="at most 5"):
        await party.host.people.set_likes(BEN.id, ban=tuple(names[:6]), like=(), action="too many")
    with refusal_of(errors.BadKingdom, match="I don't know “Nonsense”"):
        await party.host.people.set_likes(BEN.id, ban=("Nonsense",), like=(), action="unknown")


async def test_no_ones_bans_keep_a_table_from_another_pile(party: Party) -> None:
    await party.lobby(options=Options(vetoes=True))
    piles = [each.name for each in randomizers() if each.set == "Alchemy" and each.landscape is None]
    await party.host.people.set_likes(BEN.id, ban=piles[: len(piles) - 10], like=(), action="all but ten")
    await party.host.act(party.id, ADA.id, lobby.set_kingdom(KingdomRequest(sets=("Alchemy",))), action="draw")
    for command, person in ((lobby.swap, ADA), (lobby.veto, BEN)):
        before = await kingdom(party)
        await party.host.act(party.id, person.id, command(before.piles[0]), action=f"not by {person.name}")
        assert len({*(await kingdom(party)).piles} - {*before.piles}) == 1


async def test_a_kingdom_goes_to_other_tables_without_the_likes_and_bans_it_was_drawn_by(party: Party) -> None:
    await party.lobby()
    await party.host.people.set_likes(BEN.id, ban=("Witch",), like=("Moat",), action="tastes")
    drawn = (await party.host.act(party.id, ADA.id, lobby.set_kingdom(BASE), action="draw")).table.options.kingdom
    assert drawn.request is not None and (drawn.request.like, drawn.request.unwelcome) == (("Moat",), ("Witch",))
    await party.host.kingdoms.save(7, ADA.id, "Friday", drawn, action="save")
    content = json.loads((await party.host.own_data.file(ADA.id)).content)
    (mine,) = [each["kingdom"]["kingdom"] for each in content["kingdoms"]]
    assert mine["piles"] == [*drawn.piles] and "seed" not in mine and not {"like", "unwelcome"} & mine["request"].keys()
    await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    await party.host.act(party.id, MANAGER, consent.end(force=True), action="end")
    last, (saved,) = await party.host.kingdoms.last(HERE.id), await party.host.kingdoms.saved(7)
    assert last == saved.kingdom and last.names == drawn.names
    id = (await party.host.new_table(HERE, CLEO, Options(kingdom=last), action="again")).table.id
    request = (await party.host.act(id, CLEO.id, lobby.reroll(), action="reroll")).table.options.request
    assert request is not None and not request.like and not request.unwelcome


async def test_servers_save_kingdoms_by_name(party: Party) -> None:
    chosen = recommended_kingdom("Size Distortion", 2)
    await party.host.kingdoms.save(7, ADA.id, "Old  Favourite", chosen, action="1")
    await party.crash()
    (saved,) = await party.host.kingdoms.saved(7)
    assert (saved.name, saved.kingdom, saved.by) == ("Old Favourite", chosen, ADA.id)
    assert await party.host.kingdoms.saved(8) == []
    with pytest.raises(errors.NameTaken):
        await party.host.kingdoms.save(7, BEN.id, "old favourite", chosen, action="2")
    with pytest.raises(errors.NameTaken):
        await party.host.kingdoms.delete(7, BEN.id, "old favourite", action="3")
    await party.host.kingdoms.delete(7, BEN.id, "OLD FAVOURITE", action="4", force=True)
    assert await party.host.kingdoms.saved(7) == []
    with pytest.raises(errors.NoSuchKingdom):
        await party.host.kingdoms.delete(7, ADA.id, "Old Favourite", action="5")


async def test_the_last_kingdom_of_a_place(party: Party) -> None:
    assert await party.host.kingdoms.last(HERE.id) is None
    chosen = recommended_kingdom("Size Distortion", 2)
    await party.start(options=Options(kingdom=chosen))
    assert await party.host.kingdoms.last(HERE.id) is None
    await party.host.act(party.id, MANAGER, consent.end(force=True), action="end")
    assert await party.host.kingdoms.last(HERE.id) == chosen


async def test_a_rematch(party: Party) -> None:
    await party.start(people=2, ais=1, options=Options(kingdom=recommended_kingdom("Size Distortion", 2)))
    first = party.id
    with pytest.raises(errors.StillPlaying):
        await party.host.rematch(first, ADA.id, action="early")
    await party.until(over, MONEY)
    before = await party.table()
    with pytest.raises(errors.NotSeated):
        await party.host.rematch(first, CLEO.id, action="not mine")
    outcome = await party.host.rematch(first, BEN.id, action="again")
    table = outcome.table
    assert table.phase == "lobby" and table.host == BEN.id and table.before == first and table.id != first
    assert [(seat.name, seat.person, seat.ai) for seat in table.seats] == [(s.name, s.person, s.ai) for s in before.seats]
    assert table.options == before.options
    assert (await party.host.rematch(first, BEN.id, action="again")).table == table
    second = await party.host.rematch(first, ADA.id, action="me too")
    assert second.repeated and second.table == table
    started = await party.host.act(table.id, BEN.id, lobby.start(), action="start")
    assert before.result is not None and started.view is not None
    if len(before.result.winners) == 1:
        assert party.changes[-1].log[1].public.seat == (before.result.winners[0] + 1) % 3


@pytest.mark.parametrize("force", [True, False])
async def test_the_winner_goes_last_in_the_next_game_with_the_same_people(party: Party, force: bool) -> None:
    await party.start()
    loser = await party.awaited()
    winner = ADA.id + BEN.id - loser
    await party.host.act(party.id, loser, play.resign(), action="enough")
    if force:
        party.id = (await party.host.rematch(party.id, winner, action="again", draw=True)).table.id
        assert (await party.table()).options.kingdom.request is not None
    else:
        party.id = (await party.host.new_table(HERE, ADA, Options(), action="new")).table.id
        await party.host.act(party.id, BEN.id, lobby.sit(BEN), action="Ben")
    await party.host.act(party.id, winner if force else ADA.id, lobby.start(), action="start")
    assert await party.awaited() == loser


async def test_a_rematch_in_a_thread_of_its_own(party: Party) -> None:
    await party.start()
    await party.host.act(party.id, ADA.id, play.resign(), action="enough")
    thread = Place(guild=HERE.guild, channel=HERE.channel, thread=71)
    assert (await party.host.rematch(party.id, ADA.id, action="again", place=thread)).table.place == thread


async def test_a_private_table(party: Party) -> None:
    await party.lobby(people=1, options=Options(private=True))
    with pytest.raises(errors.NotInvited):
        await party.host.act(party.id, BEN.id, lobby.sit(BEN), action="1")
    with pytest.raises(errors.NotSeated):
        await party.host.act(party.id, BEN.id, lobby.invite([BEN.id]), action="2")
    table = (await party.host.act(party.id, ADA.id, lobby.invite([BEN.id, BEN.id]), action="3")).table
    assert table.invited == {BEN.id: ADA.id}
    await party.crash()
    await party.host.act(party.id, BEN.id, lobby.sit(BEN), action="4")
    with pytest.raises(errors.NotInvited):
        await party.host.act(party.id, CLEO.id, lobby.sit(CLEO), action="5")
    await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    await party.host.act(party.id, BEN.id, play.resign(), action="enough")
    assert (await party.host.rematch(party.id, BEN.id, action="again")).table.invited == {}, "each lobby has its own invitations"


async def test_ais_play_in_the_tables_style(party: Party) -> None:
    other = [*STYLES][-1]
    await party.lobby(people=1, options=Options(ai=other))
    assert (await party.host.act(party.id, ADA.id, lobby.add_ai(), action="1")).table.seats[1].ai == other
    with pytest.raises(errors.UnknownStyle):
        await party.host.act(party.id, ADA.id, lobby.set_options(ai="wild"), action="2")


async def test_a_score_counter_is_off_by_default(party: Party) -> None:
    assert (await party.start()).table.points is None
    await party.host.act(party.id, MANAGER, consent.end(force=True), action="end")
    counting = (await party.start(options=Options(score_counter=True))).table
    assert counting.points == (3, 3)
    await party.until(lambda t, v: t.turn > 3, buying("Estate"))
    assert sum((await party.table()).points or ()) > 6


async def test_an_extra_pile_is_kept_vetoed_and_saved_with_its_kingdom(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(CARDS["Witch"]), "extra", Extra("ward", "Ward", (2, 3)))
    await party.lobby()
    await party.host.act(party.id, ADA.id, lobby.set_options(vetoes=True), action="vetoes")
    request = parse_kingdom("Dominion, Ward Moat")
    drawn = (await party.host.act(party.id, ADA.id, lobby.set_kingdom(request, seed="x"), action="1")).table.options.kingdom
    assert drawn.extras == {"Witch": "Moat"} and "Witch" in drawn.piles and "Moat" not in drawn.piles
    await party.host.kingdoms.save(1, ADA.id, "Friday", drawn, action="save")
    await party.crash()
    assert await kingdom(party) == drawn
    table = (await party.host.act(party.id, BEN.id, lobby.veto("Moat"), action="veto")).table
    assert table.vetoes == {BEN.id: "Moat"} and table.options.kingdom.piles == drawn.piles
    assert table.options.kingdom.extras["Witch"] != "Moat"
    (saved,) = await party.host.kingdoms.saved(1)
    assert (await party.host.act(party.id, ADA.id, lobby.set_kingdom(saved.kingdom), action="2")).table.options.kingdom == drawn
    outcome = await party.host.act(party.id, ADA.id, lobby.start(), action="start")
    assert outcome.view is not None and [pile.name for pile in outcome.view.piles if pile.role == "Ward"] == ["Moat"]
    await party.crash()
    assert (await party.host.snapshot(party.id, ADA.id)).view == outcome.view


async def test_what_is_asked_for_as_an_extra_pile_comes_though_it_was_vetoed(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(CARDS["Witch"]), "extra", Extra("ward", "Ward", (2, 3)))
    await party.lobby()
    await party.host.act(party.id, ADA.id, lobby.set_options(vetoes=True), action="vetoes")
    await party.host.act(party.id, ADA.id, lobby.set_kingdom(parse_kingdom("Dominion, Ward Moat")), action="1")
    await party.host.act(party.id, BEN.id, lobby.veto("Moat"), action="veto")
    table = (await party.host.act(party.id, ADA.id, lobby.reroll(), action="reroll")).table
    assert table.options.kingdom.extras == {"Witch": "Moat"}


async def test_a_kingdom_without_an_extra_pile_that_it_needs_is_refused(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await party.lobby()
    chosen = recommended_kingdom("First Game")
    monkeypatch.setattr(type(CARDS["Militia"]), "extra", Extra("ward", "Ward", (2, 3)))
    with refusal_of(errors.BadKingdom, match=r"Militia needs one more pile \(Ward\)"):
        await party.host.act(party.id, ADA.id, lobby.set_kingdom(chosen), action="1")
