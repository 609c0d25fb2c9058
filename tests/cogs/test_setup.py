"""Setting up a game: kingdoms as people request them, and everything that can be done in the lobby."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count

import pytest

from cogs.panels import rules
from cogs.text import rules as text_rules
from engine import KingdomRequest, card_facts, missing_from, random_kingdom, recommended_sets
from engine.card import CARDS
from engine.mechanisms import LANDMARK
from sandbox.components import BUTTON, SELECTS, STRING_SELECT, walk
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from settings import BotSettings
from tables import TableService
from tests.cogs.conftest import hosting
from tests.cogs.kit import manager

pytestmark = pytest.mark.usefixtures("bot")

FIRST_KINGDOM = "1"
"""The kingdom seed of a test's first draw."""

PLAIN = 2
"""The style of a button without emphasis."""

PLAYABLE = [each for each in recommended_sets() if not missing_from(each)]


@pytest.fixture
async def host(settings: BotSettings, sandbox: Sandbox) -> AsyncIterator[TableService]:
    """Open a host that draws the same kingdoms every time."""
    async with hosting(settings, map(str, count(int(FIRST_KINGDOM))), sandbox.world.clock) as host:
        yield host


async def table_of(ada: Player, host: TableService) -> str:
    """Return the table in the channel."""
    found = await host.table_at(int(ada.channel().id))
    assert found is not None
    return found.id


async def test_recommended_sets_by_name(ada: Player, host: TableService) -> None:
    assert len(PLAYABLE) >= 19
    first, *others = await ada.suggestions("game new", "kingdom", kingdom="")
    assert first == "First Game (2nd edition) · Dominion", "a set says which expansions it is from"
    assert len(others) == 24
    assert await ada.suggestions("game new", "kingdom", kingdom="deck t") == ["Deck Top · Dominion", "deck t"]
    assert [each.lower() for each in await ada.suggestions("game new", "kingdom", kingdom="1 event")].count("1 event") == 1
    assert (await ada.suggestions("game new", "kingdom", kingdom="random"))[0] == "Random, from all sets", "its whole name"
    await ada.command("game new", kingdom="first game (1st edition)")
    by_cost = "**$2** Cellar · Moat (Reaction)", "**$4** Militia (Attack)"
    await ada.sees("Ada's table", "First Game (1st edition)", *by_cost, "Woodcutter")
    table = await host.table(await table_of(ada, host))
    assert table.options.edition == 1


async def test_what_cannot_be_played_yet_says_by_expansion_what_it_needs(ada: Player) -> None:
    unplayable = [each for each in recommended_sets() if missing_from(each)]
    for chosen in unplayable[:: len(unplayable) // 3 + 1]:
        missing = missing_from(chosen)
        assert await ada.suggestions("game new", "kingdom", kingdom=chosen.name) == [chosen.name], "it isn't offered"
        await ada.command("game new", kingdom=chosen.name)
        assert (await ada.sees("can't be played here yet", *(f"from {expansion}" for expansion in missing))).ephemeral


async def test_every_recommended_set_has_a_lobby(sandbox: Sandbox, ada: Player) -> None:
    for chosen in PLAYABLE:
        sandbox.world.put_forward(24 * 3600)  # so Ada can open another table
        await ada.command("game new", kingdom=chosen.name)
        lobby = await ada.sees("Ada's table", f"**{chosen.name}**")
        assert all(pile in lobby.text for pile in chosen.piles)
        await ada.click("More…", on=lobby)
        await ada.click("Leave")
        await settled(sandbox)


async def test_requests_in_one_line(ada: Player, host: TableService) -> None:
    line = "3 Empires, Attack, !Witch, Moat|Library"
    assert await ada.suggestions("game new", "kingdom", kingdom="3 Empires, !Vin") == ["3 Empires, !Vineyard", "3 Empires, !Vin"]
    assert (await ada.suggestions("game new", "kingdom", kingdom=line))[0] == line
    assert await ada.suggestions("game new", "kingdom", kingdom="Moat or Libr") == ["Moat or Library", "Moat or Libr"]
    assert await ada.suggestions("game new", "kingdom", kingdom="an Attack, no Vin") == [
        "an Attack, no Vineyard",
        "an Attack, no Vin",
    ]
    await ada.command("game new", kingdom="3 Empires, Atack, !Witch")
    await ada.sees("Did you mean Attack?", "3 Empires, **__Atack__**, !Witch")
    await ada.command("game new", kingdom="2 Events, Moat, 1 Landmark")
    await ada.sees("You asked for 3 Events and Landmarks", "**__2 Events__**, Moat, **__1 Landmark__**")
    await ada.command("game new", kingdom=line, seats=3, private=True)
    await ada.sees("Ada's table", "2 seats free", "Private")
    chosen = (await host.table(await table_of(ada, host))).options.kingdom
    assert {"Moat", "Library"} & {*chosen.piles}
    assert "Witch" not in chosen.piles
    assert sum(rules.pool()[name].set == "Empires" for name in chosen.piles) == 3
    assert any("Attack" in card_facts(card).types for name in chosen.piles for card in rules.members(name))


async def test_requests_field_by_field(ada: Player, host: TableService) -> None:
    assert await ada.suggestions("game new", "ban", ban="Attack, Moa") == ["Attack, Moat", "Attack, Moa"]
    await ada.command(
        "game new",
        kingdom="1 Event, 0 Landmarks",
        sets="Dominion",
        require="Chapel, Banquet",
        ban="Attack",
        like="Village",
        edition=1,
    )
    await ada.sees("Ada's table", "1st edition", "Chapel", "Banquet $3")
    options = (await host.table(await table_of(ada, host))).options
    assert not any(name in options.kingdom.piles for name in ("Militia", "Witch", "Spy", "Thief", "Bureaucrat"))
    assert options.kingdom.landscapes == ("Banquet",)
    assert {rules.pool()[name].set for name in options.kingdom.piles} == {"Dominion"}
    await ada.click("More…")
    await ada.click("Leave")
    await ada.command("game new", require="Moatt")
    await ada.sees("Moatt", "Did you mean Moat?")
    await ada.command("game new", kingdom="2 Landmarks")
    kingdom = (await host.table(await table_of(ada, host))).options.kingdom
    assert [CARDS[name].landscape for name in kingdom.landscapes] == [LANDMARK, LANDMARK]


async def test_another_kingdom(ada: Player, ben: Player, host: TableService) -> None:
    await ada.command("game new", kingdom="Random")
    await ben.click("Join")
    before = (await host.table(await table_of(ada, host))).options.kingdom
    await ada.click("Kingdom…")
    await ada.click("Reroll")
    after = (await host.table(await table_of(ada, host))).options.kingdom
    assert before.piles != after.piles
    await ada.click("Kingdom…")
    await ada.click("Swap one…")
    out = after.piles[0]
    await ada.select("Swap…", out)
    await ada.sees(f"replaced {out}")
    last = (await host.table(await table_of(ada, host))).options.kingdom
    assert {*after.piles} - {*last.piles} == {out}
    await ada.sees("Ada's table", next(iter({*last.piles} - {*after.piles})))
    await ben.click("Kingdom…")
    first_line, *_ = text_rules.parts(card_facts(rules.members(last.piles[3])[0]).effect(2)).splitlines()
    effects = await ben.sees(first_line)
    assert effects.ephemeral


async def test_vetoes_and_other_settings(sandbox: Sandbox, ada: Player, ben: Player, host: TableService) -> None:
    await ada.command("game new", kingdom="Random")
    await ben.click("Join")
    await ben.click("More…")
    await ben.click("Table settings")
    seen = await ben.sees("### Table settings", "The host can change these")
    assert seen.buttons == ["Back"] and seen.components(*SELECTS) == []
    await ben.click("Back", on=seen)
    assert "Leave" in (await ben.sees("### More for this table")).buttons
    await ada.click("More…")
    await ada.click("Table settings")
    panel = await ada.sees("### Table settings")
    id = await table_of(ada, host)
    lobby = await ada.sees("Ada's table")
    assert "Veto…" not in lobby.buttons, "only if the host allows it"
    await ada.select("Rules: the usual ones", "Vetoes", "Score counter", "Private", "Wait for responses", on=panel)
    await ada.select(f"s:{id}:0:opt:max_seats", "Seats: 3", on=panel)
    await ada.select(f"s:{id}:0:opt:ai", "big-money", on=panel)
    await settled(sandbox)
    options = (await host.table(id)).options
    assert (options.vetoes, options.score_counter, options.private, options.wait_for_owed) == (True,) * 4
    assert (options.max_seats, options.ai) == (3, "big-money")
    await ada.sees("Private · one veto each: **Kingdom…** · score counter · attackers wait for responses")
    await ada.click("Pictures: dark…", on=panel)
    await ada.select(f"s:{id}:0:opt:pictures", "light", on=await ada.sees("### Pictures at this table"))
    assert (await host.table(id)).options.pictures == "light"
    await ada.click("Back", on=await ada.sees("### Pictures at this table"))
    await ada.click("Back", on=await ada.sees("### Table settings"))
    assert "Close table" in (await ada.sees("### More for this table")).buttons
    out = options.kingdom.piles[2]
    await ben.click("Kingdom…")
    await ben.click("Veto…")
    await ben.select("Veto…", out)
    await ben.sees(f"replaced {out}")
    await ada.sees(f"Vetoed: {out} by Ben")
    await ben.click("Kingdom…")
    await ben.click("Veto…")
    await ben.sees(f"You've already vetoed {out}")
    await ada.click("Add AI")
    full = ada.now(lobby)
    assert "no seats free" in full.text and not {"Join", "Invite…", "Add AI"} & {*full.buttons}


@pytest.mark.parametrize("wanted", [True, False])
async def test_a_score_counter_only_where_the_table_wants_one(
    wanted: bool, sandbox: Sandbox, ada: Player, host: TableService
) -> None:
    await ada.command("game new", seats=2)
    await ada.click("Add AI")
    if wanted:
        await ada.click("More…")
        await ada.click("Table settings")
        panel = await ada.sees("### Table settings")
        await ada.select("Rules: the usual ones", "Score counter", on=panel)
    await ada.click("Start")
    await settled(sandbox)
    board = await ada.sees("piles empty")
    assert board.text.count("3 VP") == 2 * wanted


async def test_invitations(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    cleo = Player(sandbox, "Cleo")
    await ada.command("game new", private=True)
    await ben.click("Join")
    await ben.sees("Only people who are invited")
    await ben.click("Invite…")
    await ben.sees("You have no seat yet")
    await ada.click("Invite…")
    await ada.select("Choose people…", ben.person.user.id)
    await ada.sees("Invited.")
    call = await ben.sees("Ada has invited you to a game of Dominion")
    assert len(ben.pings) == 1
    await ada.click("Invite…")
    chosen = (ben.person.user.id, ada.person.user.id, sandbox.world.bot_id)
    await ada.select("Choose people…", *chosen)
    told = await ada.sees("was already invited", "has a seat here", "Discord bots can't play")
    assert told.ephemeral and len(ben.pings) == 1, "no one is called twice to one lobby"
    await ada.click("Invite…")
    await ada.select("Choose people…", ben.person.user.id, cleo.person.user.id)
    await ada.sees("Invited. I've pinged them", "was already invited")
    await settled(sandbox)
    assert (len(ben.pings), len(cleo.pings)) == (1, 1)
    await Player(sandbox, "Dan").click("Join", on=call)
    await Player(sandbox, "Dan").sees("Only people who are invited")
    await ben.click("Join", on=call)
    await settled(sandbox)
    told = ben.now(call)
    assert (told.text, told.buttons) == ("**Ben** has joined.", []), "accepted, it asks no more"
    assert told.json.get("message_reference") is None, "it hangs on nothing that others can't see"
    assert not [each for each in ben.messages() if each.ephemeral and "You have a seat" in each.text], (
        "said once: by direct message"
    )
    await ben.sees("You have a seat", where="DM")
    await ada.sees("**Ben**", button="Start")


async def test_an_invitation_keeps_pinging_those_without_a_seat(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    cleo = Player(sandbox, "Cleo")
    await ada.command("game new", private=True)
    await ada.click("Invite…")
    await ada.select("Choose people…", ben.person.user.id, cleo.person.user.id)
    call = await ben.sees("Ada has invited you")
    await ben.click("Join", on=call)
    await settled(sandbox)
    await ada.sees(f"**Ben**\n-# Invited: <@{cleo.person.user.id}>", button="Start")
    left = ben.now(call)
    assert left.buttons == ["Join", "See the table"] and "**Ben** has joined" in left.text
    assert f"<@{cleo.person.user.id}>, Ada has invited you" in left.text and f"<@{ben.person.user.id}>" not in left.text
    assert len(cleo.pings) == 1, "called once, however often it changes"
    await cleo.click("Join", on=left)
    await settled(sandbox)
    assert (cleo.now(call).text, cleo.now(call).buttons) == ("**Ben** and **Cleo** have joined.", [])
    await ada.sees("**Ben** · **Cleo**", button="Start", without=["Invited: "])


def mentions(player: Player) -> int:
    """Return how often someone was pinged in channels."""
    return sum(ping.why == "mention" for ping in player.pings)


async def test_an_invitation_follows_the_lobby(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    cleo, dan = (Player(sandbox, name) for name in ("Cleo", "Dan"))
    await ada.command("game new", seats=3)
    await ada.click("Invite…")
    await ada.select("Choose people…", ben.person.user.id, cleo.person.user.id)
    call = await ben.sees("Ada has invited you")
    lobby = await ben.sees("Ada's table", button="Join")
    await ben.click("Join", on=lobby)
    await settled(sandbox)
    assert ben.now(call).text.startswith("**Ben** has joined") and ben.now(call).buttons == ["Join", "See the table"]
    await ben.click("More…", on=lobby)
    await ben.click("Leave")
    await settled(sandbox)
    assert "has taken" not in ben.now(call).text and f"<@{ben.person.user.id}>" in ben.now(call).text
    await dan.click("Join", on=lobby)
    await ben.click("Join", on=call)
    await settled(sandbox)
    assert "no seats free" in cleo.now(call).text and cleo.now(call).buttons in ([], ["See the table"])
    await ada.click("Start", on=lobby)
    await settled(sandbox)
    over = cleo.now(call)
    assert "The game has started" in over.text and "free" not in over.text and over.buttons in ([], ["See the table"])
    assert (mentions(ben), mentions(cleo)) == (1, 1), "called once, whatever happened"


async def test_a_deleted_invitation_pings_no_one_again(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("game new", seats=3)
    await ada.click("Invite…")
    await ada.select("Choose people…", ben.person.user.id)
    call = await ben.sees("Ada has invited you")
    sandbox.requests.delete_message(call.json["channel_id"], call.id)
    await ada.click("Add AI")
    await ben.click("Join")
    await settled(sandbox)
    assert mentions(ben) == 1 and not any("has invited you" in shown.text for shown in ben.messages())


async def test_what_to_do_next_stands_out_in_the_lobby(sandbox: Sandbox, ada: Player) -> None:
    def standing_out(shown: Shown) -> list[str]:
        return [str(one["label"]) for one in shown.components(BUTTON) if one["style"] != PLAIN and not one.get("disabled")]

    await ada.command("game new", seats=3)
    lobby = await ada.sees("Ada's table")
    assert standing_out(lobby) == ["Join"]
    await ada.click("Add AI", on=lobby)
    assert standing_out(ada.now(lobby)) == ["Join", "Start"]
    await ada.click("Add AI", on=lobby)
    assert standing_out(ada.now(lobby)) == ["Start"], "there is no seat to be had"


async def test_what_was_opened_in_the_lobby_is_gone_once_the_game_starts(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("game new")
    await ben.click("Join")
    await ada.click("Kingdom…")
    await ada.click("Swap one…")
    await ben.click("More…")
    await ben.click("Table settings")
    await ada.select("Swap…", (await ada.sees("Which card should go?")).components(STRING_SELECT)[0]["options"][0]["value"])
    await ada.sees(" replaced ")
    await ada.click("Start")
    await settled(sandbox)
    for player in (ada, ben):
        private = [each for each in player.messages() if each.ephemeral]
        assert not [each.text for each in private if each.buttons or each.components(*SELECTS)]
        await player.sees("piles empty", button="My hand")


async def test_another_request_in_the_lobby(ada: Player, ben: Player, host: TableService) -> None:
    await ada.command("game new")
    await ada.click("Kingdom…")
    await ada.click("Another…")
    await ada.click("Write a request…")
    await ada.submit(text="Chapel, Wich")
    await ada.sees("Did you mean Witch?", "Chapel, **__Wich__**")
    await ada.click("Kingdom…")
    await ada.click("Another…")
    await ada.click("Write a request…")
    await ada.submit(text="Seasyde, Atack, 2 Empires")
    told = await ada.sees("Did you mean Seaside?", "Did you mean Attack?", "**__Seasyde__**, **__Atack__**, 2 Empires")
    assert "list" not in told.text, "no list comes up in a window"
    await ada.click("Kingdom…")
    await ada.click("Another…")
    await ada.click("Write a request…")
    await ada.submit(text="Random, Chapel, 1 Landmark, 0 Events")
    await ada.sees("Ada's table", "Chapel", "**Landmarks**")
    landscapes = (await host.table(await table_of(ada, host))).options.kingdom.landscapes
    assert [CARDS[name].landscape for name in landscapes] == [LANDMARK]


async def test_a_recommended_set_is_two_choices_away(ada: Player, ben: Player, host: TableService) -> None:
    await ada.command("game new")
    await ada.click("Kingdom…")
    await ada.click("Another…")
    page = await ada.sees("### Another kingdom", button="Write a request…")
    (menu,) = page.components(3)
    assert {choice["label"] for choice in menu["options"]} == {name for each in PLAYABLE for name in each.kingdom}
    for choice in menu["options"]:
        await ada.select("Browse kingdoms…", choice["label"], on=page)
        sets = await ada.sees(f"### Recommended kingdoms: {choice['label']}", button="Back")
        offered = [each["label"] for of_set in sets.components(3) for each in of_set["options"]]
        assert offered == [each.name for each in PLAYABLE if choice["label"] in each.kingdom], "no other can be played"
        assert choice["description"].startswith(f"{len(offered)} kingdom")
        await ada.click("Back", on=sets)
        page = await ada.sees("### Another kingdom")
    await ada.select("Browse kingdoms…", "Dominion", on=page)
    await ada.select("Choose a kingdom… (2 of 2)", "Big Money", on=await ada.sees("### Recommended kingdoms: Dominion"))
    await ada.sees("### Big Money", "Throne Room", button="Reroll")
    assert (await host.table(await table_of(ada, host))).options.kingdom.recommended == "Big Money"
    await ada.click("Another…")
    await ada.click("Back", on=await ada.sees("### Another kingdom"))
    await ada.sees("### Big Money", button="Reroll")


async def test_a_kingdom_saved_on_the_server_is_two_choices_away(ada: Player, host: TableService) -> None:
    await ada.command("game new", kingdom="Size Distortion")
    await ada.click("Kingdom…")
    await ada.click("Save kingdom")
    await ada.submit(text="Friday night")
    await ada.command("game new", kingdom="First Game", where="#garden")
    await ada.click("Kingdom…", where="#garden")
    await ada.click("Another…", where="#garden")
    await ada.select("Browse kingdoms…", "Saved on this server", where="#garden")
    await ada.select("Choose a kingdom…", "Friday night", where="#garden")
    await ada.sees("Bandit", button="Reroll", where="#garden")


LONG = "Chapel, 1 Landmark, no Events, Moat|Library, Village|Bustling Village|Mountain Village, !Militia, ~Throne Room, 2+ Empires"


async def test_a_wrong_request_need_not_be_retyped(ada: Player, host: TableService) -> None:
    await ada.command("game new")
    await ada.click("Kingdom…")
    await ada.click("Another…")
    await ada.click("Write a request…")
    await ada.submit(text=LONG)
    wrong = await ada.sees("Mountain Village is from Renaissance", "**__Mountain Village__**")
    assert wrong.ephemeral
    await ada.click("Change it", on=wrong)
    assert written(ada) == LONG
    await ada.submit(text=LONG.replace("Mountain Village", "Vilage"))
    again = await ada.sees("Did you mean Village?", "**__Vilage__**")
    assert again.id == wrong.id, "one message for it, however often"
    await ada.click("Change it", on=again)
    await ada.submit(text=written(ada).replace("|Vilage", ""))
    await ada.sees("The lobby shows the new kingdom")
    await ada.sees("Ada's table", "Chapel", "**Landmarks**")
    assert {"Chapel"} <= {*(await host.table(await table_of(ada, host))).options.kingdom.piles}


async def test_what_is_meant_is_one_tap_away(sandbox: Sandbox, ada: Player, host: TableService) -> None:
    await ada.command("game new", kingdom="Chapel, Wich", ban="Atack", seats=3)
    wrong = await ada.sees("Did you mean Witch?", "Did you mean Attack?", "Chapel, **__Wich__**, no **__Atack__**")
    assert wrong.buttons == ["Use: Witch, no Attack", "Change it"]
    await ada.click("Use: Witch, no Attack", on=wrong)
    clash = await ada.sees("You asked for Witch, but banned Attack")
    assert (clash.id, clash.buttons) == (wrong.id, ["Change it"]), "what is wrong with that is another matter"
    await ada.click("Change it", on=clash)
    assert written(ada) == "Chapel, Witch, no Attack"
    await ada.submit(text="Chapel\nVilage\nXyzzy")
    wrong = await ada.sees("Did you mean Village?", "I don't know “Xyzzy”", "Chapel\n> **__Vilage__**\n> **__Xyzzy__**")
    await ada.click("Use: Village", on=wrong)
    wrong = await ada.sees("I don't know “Xyzzy”", "Village\n> **__Xyzzy__**", without=["Did you mean"])
    await ada.click("Change it", on=wrong)
    await ada.submit(text=written(ada).replace("\nXyzzy", ""))
    await ada.sees("Ada's table", "2 seats free")
    await ada.click("Kingdom…")
    await ada.click("Another…")
    await ada.click("Write a request…")
    assert written(ada) == "Dominion, Chapel, Village", "the present request, with the set that they draw from"
    await ada.submit(text="Frist Game")
    wrong = await ada.sees("There's no kingdom called “Frist Game”. Did you mean First Game?")
    await ada.click("Use: First Game", on=wrong)
    await settled(sandbox)
    assert (await host.table(await table_of(ada, host))).options.kingdom.recommended == "First Game (2nd edition)"


async def test_no_set_is_proposed_that_needs_cards_that_are_not_here(ada: Player) -> None:
    await ada.command("game new", kingdom="High and Lo")
    told = await ada.sees("I don't know “High and Lo”. Did you mean High and Low? **High and Low** can't be played here yet")
    assert not [label for label in told.buttons if label.startswith("Use")]


async def test_what_is_meant_can_be_read_before_it_is_taken_however_long_it_is(ada: Player, host: TableService) -> None:
    await ada.command("game new", kingdom="Chapel, Village or Wich or Throne Room or Market")
    wrong = await ada.sees("Did you mean Witch?", "Did you mean **Village or Witch or Throne Room or Market**?")
    await ada.click("Use these words", on=wrong)
    await ada.sees("Ada's table", "Chapel")
    assert "Chapel" in (await host.table(await table_of(ada, host))).options.kingdom.piles


async def test_requests_are_written_in_a_window_of_several_lines(ada: Player) -> None:
    await ada.command("game new")
    await ada.click("Kingdom…")
    await ada.click("Another…")
    await ada.click("Write a request…")
    assert ada.person.modal is not None
    assert [one["style"] for one in walk(ada.person.modal.components) if "style" in one] == [2], "a phone shows all of it"


async def test_a_wrong_request_for_a_new_table_keeps_everything_that_was_asked_for(ada: Player, host: TableService) -> None:
    await ada.command(
        "game new", kingdom="Chapel, Wich, 0 Events, 1 Landmark", ban="Attack, Moat", edition=1, seats=3, private=True
    )
    wrong = await ada.sees("Did you mean Witch?", "Chapel, **__Wich__**")
    await ada.click("Change it", on=wrong)
    assert written(ada) == "Chapel, Wich, 0 Events, 1 Landmark, no Attack, no Moat, 1E"
    await ada.submit(text=written(ada).replace(" Wich,", ""))
    await ada.sees("Ada's table", "Chapel", "2 seats free", "Private", "1st edition")
    assert "you have a seat" in ada.now(wrong).text
    options = (await host.table(await table_of(ada, host))).options
    assert (options.max_seats, options.private, [CARDS[name].landscape for name in options.kingdom.landscapes]) == (
        3,
        True,
        [LANDMARK],
    )


def written(player: Player) -> str:
    """Return the text in the open window."""
    assert player.person.modal is not None
    (field,) = [one for one in walk(player.person.modal.components) if "value" in one]
    return str(field["value"])


async def test_kingdoms_saved_played_again_and_forgotten(ada: Player, ben: Player, host: TableService) -> None:
    await ada.command("game new", kingdom="Random")
    table = await host.table(await table_of(ada, host))
    kingdom, guild = table.options.kingdom, table.place.guild
    assert guild is not None
    await ada.click("Kingdom…")
    await ada.click("Save kingdom")
    await ada.submit(text="Friday night")
    await ada.sees("Saved. To play with it again", "Saved: Friday night")
    await ada.click("More…")
    await ada.click("Leave")
    assert "Saved: Friday night" in await ben.suggestions("game new", "kingdom", kingdom="fri")
    await ben.command("game delete-kingdom", name="Friday night")
    await ben.sees("Someone else saved Friday night")
    await ben.command("game new", kingdom="friday night")
    await ben.sees("Ben's table", kingdom.piles[0])
    assert (await host.table(await table_of(ben, host))).options.kingdom == kingdom
    for player in (ben, ada):
        await player.command("game delete-kingdom", name="Friday nihgt")
    await ben.sees("No kingdom by that name is saved here", without=["Did you mean"])
    meant = await ada.sees(
        "No kingdom called “Friday nihgt” is saved here", "**Friday night**", kingdom.piles[0], "You can't undo this"
    )
    assert [each.name for each in await host.kingdoms.saved(guild)] == ["Friday night"], "it is asked for before"
    await ada.click("Delete Friday night", on=meant)
    assert (await ada.sees("Deleted “Friday night”")).id == meant.id
    assert await ben.suggestions("game delete-kingdom", "name", name="") == []


async def test_after_a_game_a_rematch_or_its_kingdom_again(sandbox: Sandbox, ada: Player, ben: Player, host: TableService) -> None:
    await ada.command("game new", kingdom="Deck Top")
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    first = await table_of(ada, host)
    began = (await host.table(first)).current
    assert began is not None
    loser = (ada, ben)[1 - began]
    await loser.command("game resign")
    await loser.click("Resign")
    score = await ada.sees(button="Replay")
    await Player(sandbox, "Cleo").click("Rematch", on=score)
    await ben.click("Rematch", on=score)
    await ada.sees("Ben's table", "Deck Top", "**Ada** · **Ben** (host)", "The game starts when Ada presses **Join**.")
    assert (await ada.sees("### Ben wants a rematch in", where="DM")).buttons == ["Join", "Leave", "Board"]
    await ben.sees("You have a seat at Ben's table", where="DM")
    await ben.click("Rematch", on=score)
    await ben.sees("The rematch is open in", "The game starts when Ada presses **Join**.")
    await ada.click("Rematch", on=score)
    await settled(sandbox)
    again = await host.table(await table_of(ada, host))
    assert (again.before, again.current) == (first, 1 - began), "who lost begins"
    await ada.command("game resign")
    await ada.click("Resign")
    await settled(sandbox)
    assert any("Last kingdom: Deck Top" in each for each in await ada.suggestions("game new", "kingdom", kingdom="last"))
    await ada.command("game new", kingdom="Last kingdom")
    await ada.sees("Ada's table", "Deck Top")


async def three_begin(sandbox: Sandbox, ada: Player, ben: Player, kingdom: str) -> tuple[Player, ...]:
    """Start a three-player game; return the players in the order of their seats."""
    players = (ada, ben, Player(sandbox, "Cleo"))
    await ada.command("game new", kingdom=kingdom, seats=3)
    for player in players[1:]:
        await player.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    return players


async def begins_again(sandbox: Sandbox, ada: Player, host: TableService) -> int:
    """Return the seat that goes first in the rematch that Ada asks for."""
    await ada.click("Rematch", on=await ada.sees(button="Replay"))
    await ada.click("Start", on=await ada.sees("Ada's table", "**Ada** (host) · **Ben** · **Cleo**"))
    await settled(sandbox)
    current = (await host.table(await table_of(ada, host))).current
    assert current is not None
    return current


async def test_of_three_the_player_to_the_winners_left_goes_first_in_the_rematch(
    sandbox: Sandbox, ada: Player, ben: Player, host: TableService
) -> None:
    *losers, cleo = await three_begin(sandbox, ada, ben, "First Game")
    for loser in losers:
        await loser.command("game resign")
        await loser.click("Resign")
    await cleo.sees("Cleo wins")
    assert await begins_again(sandbox, ada, host) == 0, "Ada, since the last seat's left is the first"


async def test_after_a_tie_in_the_first_edition_someone_who_did_not_win_goes_first_in_the_rematch(
    sandbox: Sandbox, ada: Player, ben: Player, host: TableService
) -> None:
    await three_begin(sandbox, ada, ben, "First Game (1st edition)")
    await ben.command("game resign")
    await ben.click("Resign")
    moderator = manager(sandbox)
    await moderator.command("game end")
    await moderator.click("End it now")
    await ada.sees("Ada and Cleo share the win")
    assert await begins_again(sandbox, ada, host) == 1, "Ben"


async def test_likes_and_bans(ada: Player, host: TableService) -> None:
    await ada.command("game likes")
    await ada.sees("**Banned:** nothing")
    await ada.command("game likes", ban="Witchh, attack", like="vilage")
    wrong = await ada.sees("Did you mean Witch?", "Did you mean Village?", "no **__Witchh__**, no attack, prefer **__vilage__**")
    await ada.click("Use: no Witch, prefer Village", on=wrong)
    panel = await ada.sees("**Banned:** Witch and Attack", "**Liked:** Village")
    await ada.select("Remove…", "ban:Attack", "like:Village", on=panel)
    await ada.sees("**Banned:** Witch\n", "**Liked:** nothing")
    settings = await host.people.settings(int(ada.person.user.id))
    assert (settings.ban, settings.like) == (("Witch",), ())


async def test_likes_can_be_written_again(ada: Player, host: TableService) -> None:
    await ada.command("game likes", ban="Witch", like="Village")
    panel = await ada.sees("**Banned:** Witch", button="Change…")
    await ada.click("Change…", on=panel)
    assert written(ada) == "no Witch, prefer Village"
    await ada.submit(text="no Witch, Chapel, prefer Moat or Village, no Familiar, no Militia, no Thief, no Spy, no Golem")
    wrong = await ada.sees("Like Chapel, or avoid it?", button="Use: prefer Chapel")
    assert wrong.id == panel.id
    await ada.click("Use: prefer Chapel", on=wrong)
    await ada.sees("You can ban at most 5", "no Golem")
    await ada.click("Change it", on=wrong)
    await ada.submit(text=written(ada).replace(", no Golem", ""))
    await ada.sees("**Liked:** Chapel, Moat and Village", button="Change…")
    settings = await host.people.settings(int(ada.person.user.id))
    assert (settings.ban, settings.like) == (("Witch", "Familiar", "Militia", "Thief", "Spy"), ("Chapel", "Moat", "Village"))


async def test_what_is_banned_counts_wherever_its_person_sits(ada: Player, ben: Player, host: TableService) -> None:
    await ada.command("game new", kingdom="Random")
    before = (await host.table(await table_of(ada, host))).options.kingdom
    banned = {rules.pool()[name].set for name in before.piles} - {"Dominion"}
    await ben.command("game likes", ban=", ".join(banned))
    await ben.click("Join")
    await ada.click("Kingdom…")
    await ada.click("Reroll")
    after = (await host.table(await table_of(ada, host))).options.kingdom
    assert banned and not banned & {rules.pool()[name].set for name in after.piles}


@pytest.mark.parametrize("how", ["by the command", "by their likes"])
async def test_what_is_liked_is_likelier(how: str, ada: Player, host: TableService) -> None:
    usual = random_kingdom(KingdomRequest(), FIRST_KINGDOM).piles
    liked = {name: random_kingdom(KingdomRequest(like=(name,)), FIRST_KINGDOM).piles for name in rules.pool() if name not in usual}
    card = next(name for name, piles in liked.items() if name in piles)
    if how == "by the command":
        await ada.command("game new", kingdom="Random", like=card)
    else:
        await ada.command("game likes", like=card)
        await ada.command("game new", kingdom="Random")
    assert card in (await ada.sees("Ada's table")).text
