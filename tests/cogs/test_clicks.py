"""What happens when people click: in time, twice, too late, where they shouldn't, and when something breaks."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
from collections.abc import Callable
from typing import Any

import discord
import pytest

from cogs import SeneschalBot, text
from cogs.answers.answer import Leak, Reply
from cogs.answers.interactions import Click
from cogs.messages.kinds import Stamp
from cogs.messages.posted import Channel
from cogs.messages.sending import Sender
from cogs.panels.blocks import ForAll, ForOne, Text, panel
from engine import View
from engine.visibility import Scene
from sandbox.interactions import DEFER_UPDATE, UPDATE
from sandbox.recorder import Dropped, Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import Outcome, Person, TableService
from tables.commands import lobby as seating
from tables.commands import play, seats
from tests.cogs.kit import (
    AUTO_ANSWERS,
    Reader,
    behind_more,
    buy_and_end,
    buy_menu,
    chosen,
    heading,
    is_hand,
    manager,
    menu_to,
    propose_end,
    undo,
)
from tests.logs import read_log


async def lobby(ada: Player, ben: Player, *, seats: int = 6) -> None:
    await ada.command("game new", seats=seats)
    await ben.click("Join")
    await ada.sees("Ben", button="Start")


async def begun(sandbox: Sandbox, ada: Player, ben: Player) -> tuple[Reader, Reader]:
    """Start a game; return the players, the one on turn first."""
    await lobby(ada, ben)
    await settled(sandbox)
    await ada.click("Start")
    await settled(sandbox)
    readers = [Reader(ada), Reader(ben)]
    readers.sort(key=lambda reader: not reader.asked)
    return readers[0], readers[1]


def shown(reader: Reader) -> Shown:
    assert reader.panel is not None
    return reader.panel


def menu_of(seen: Shown) -> str:
    """Return the id of the buy menu."""
    menu = buy_menu(seen)
    assert menu is not None
    return str(menu["custom_id"])


# playing


async def test_a_plain_turn_is_one_choice_and_others_go_step_by_step(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    await buy_and_end(me.player, "buy:Copper", on=shown(me))
    await other.player.sees("Your turn 1 in", where="DM")
    assert "I'll ping you" in shown(me).text
    assert re.search(rf"^-# \*\*{me.player.name} 1:\*\* \$\d → Copper$", (await ben.sees("piles empty")).text, re.MULTILINE)
    await settled(sandbox)
    await other.player.click("End turn", on=shown(other))
    await me.player.sees("Your turn 2 in", where="DM")


async def test_a_turn_for_the_other_is_one_ping_and_one_panel(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    before, pings = shown(other), len(other.player.pings)
    await me.player.click("End turn", on=shown(me))
    await other.player.gone(before)
    await settled(sandbox)
    assert len(other.player.pings) == pings + 1
    assert sum(is_hand(one) for one in other.player.messages("DM")) == 1
    assert sum(is_hand(one) for one in me.player.messages("DM")) == 1


async def test_a_click_makes_one_view_for_each_person_who_sees_the_game(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    await settled(sandbox)
    made, make = list[int | None](), Scene._view

    def noted(self: Scene, viewer: int | None) -> View:
        made.append(viewer)
        return make(self, viewer)

    monkeypatch.setattr(Scene, "_view", noted)
    await me.player.click("End turn", on=shown(me))
    await settled(sandbox)
    assert sorted(made, key=str) == [0, 1, None]


async def test_undo_takes_back_a_step_and_only_from_the_present(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    start = shown(me)
    await behind_more(me.player, "Treasures one by one", on=start)
    await me.player.select("Play a Treasure…", "Play Copper", on=shown(me))
    await settled(sandbox)
    played = me.player.now(start)
    await me.player.click("Undo", on=played)
    assert "-# Undone: playing Copper." in me.player.now(start).text and undo(me.player.now(start)) is None
    await me.player.click("Undo", on=played, stale=True)
    assert "moved on" in me.player.now(start).text


async def test_auto_answers_are_seen_and_changed(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    me, _ = await begun(sandbox, ada, ben)
    await me.player.command("settings")
    await me.player.click("Game…")
    on = await me.player.sees("### Auto-answers in <#", button="All games…")
    assert chosen(on, "set-react") == "Attacks: reveal my Reaction"
    await me.player.select(menu_to(on, "set-turn")["custom_id"], "treasures", on=on)
    await settled(sandbox)
    assert "Play all" not in " ".join(shown(me).buttons)
    assert "$" in shown(me).text


# twice, too late, by others


async def test_a_double_click_counts_once(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    seen = shown(me)
    await asyncio.gather(*(me.player.click("End turn", on=seen, stale=True) for _ in range(3)))
    await settled(sandbox)
    (table,) = await host.live()
    assert table.turn == 2
    assert "moved on" not in shown(me).text
    assert not [one for one in me.player.messages("DM") if one.ephemeral]


async def test_a_click_on_yesterdays_panel_shows_today(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    me, other = await begun(sandbox, ada, ben)
    old = shown(me)
    await me.player.click("End turn", on=old)
    await settled(sandbox)
    await me.player.select(menu_of(old), "buy:Copper", on=old, stale=True)
    assert "The game has moved on." in shown(me).text
    assert "I'll ping you" in shown(me).text
    await settled(sandbox)
    assert "Your turn" in shown(other).text


async def test_others_learn_where_to_look(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    cleo = Player(sandbox, "Cleo")
    await lobby(ada, ben, seats=2)
    await ben.click("Start")
    assert "Only Ada" in (await ben.sees("Only Ada")).text
    await ada.click("Start")
    await cleo.click("My hand")
    assert (await cleo.sees("You're not in this game")).ephemeral
    await cleo.command("game resign")
    await cleo.command("game new")
    assert (await cleo.sees("There's already a game here")).ephemeral
    assert not [one for one in ada.messages() if "don't play" in one.text]


async def test_clicks_of_two_people_in_the_same_moment(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    await ada.command("game new")
    lobby_ = await ben.sees("Ada's table")
    cleo, dan = Player(sandbox, "Cleo"), Player(sandbox, "Dan")
    await asyncio.gather(*(one.click("Join", on=lobby_) for one in (ben, cleo, dan)))
    await settled(sandbox)
    (table,) = await host.live()
    assert {seat.name for seat in table.seats} == {"Ada", "Ben", "Cleo", "Dan"}
    assert all(name in ada.now(lobby_).text for name in ("Ben", "Cleo", "Dan"))


# direct messages


async def test_closed_direct_messages_are_reported_immediately_and_cost_only_a_click(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    for player in (ada, ben):
        player.person.user.dms_closed = True
    await lobby(ada, ben, seats=2)
    assert (await ben.sees("I can't DM you")).ephemeral
    assert (await ada.sees("I can't DM you")).ephemeral
    await ada.click("Start")
    await settled(sandbox)
    pinged = ben if ben.pings else ada
    other = ada if pinged is ben else ben
    if not pinged.pings:  # Ada started the game and is on turn: her hand came with the click
        await ada.sees("Your turn 1 in", where="#table")
    else:
        await pinged.click("My hand", on=await pinged.sees("it's your turn"))
    await pinged.sees("Your turn 1 in")
    await pinged.click("End turn")
    ping = await other.sees("it's your turn", f"<@{other.person.user.id}>")
    assert len(other.pings) == 1
    await other.click("My hand", on=ping)
    await other.click("End turn")
    await other.gone(ping)
    assert "Your turn" not in "".join(one.text for one in Player(sandbox, "Cleo").messages())


async def test_direct_messages_that_are_opened_again(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    ben.person.user.dms_closed = True
    await lobby(ada, ben)
    await ben.sees("I can't DM you")
    await ben.click("Try DMs again")
    await ben.sees("I still can't DM you")
    ben.person.user.dms_closed = False
    await ben.click("Try DMs again")
    await ben.sees("You have a seat at Ada's table", where="DM")


async def test_direct_messages_that_are_opened_during_a_game(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    ben.person.user.dms_closed = True
    await begun(sandbox, ada, ben)
    await ben.click("My hand")
    await ben.click("More…")
    await settled(sandbox)
    ben.person.user.dms_closed = False
    await ben.click("Try DMs again")
    await ben.sees("hand:**", where="DM")
    await ben.click("More…", on=ben.messages("DM")[-1])
    assert "Try DMs again" not in (await ben.sees("### More", where="DM")).buttons


async def test_a_hand_that_does_not_follow_the_game_is_looked_at_again_in_its_place(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    ada.person.user.dms_closed = ben.person.user.dms_closed = True
    await lobby(ada, ben)
    await settled(sandbox)
    await ada.click("Start")
    await settled(sandbox)
    for player in (ada, ben):
        await player.click("My hand")
    waits, plays = sorted((ada, ben), key=lambda player: "Your turn" in player.messages()[-1].text)
    shown = waits.messages()[-1]
    assert "Look again" in shown.buttons and "Look again" not in plays.messages()[-1].buttons
    await plays.click("End turn", on=plays.messages()[-1])
    await settled(sandbox)
    assert "Your turn" not in waits.now(shown).text
    await waits.click("Look again", on=shown)
    await settled(sandbox)
    assert "Your turn" in waits.now(shown).text


async def test_every_player_but_the_one_who_ended_the_game_hears_about_its_end(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    ben.person.user.dms_closed = True
    cleo = Player(sandbox, "Cleo")
    await lobby(ada, ben)
    await cleo.click("Join")
    await cleo.sees("Cleo", button="Start")
    await settled(sandbox)
    await ada.click("Start")
    await settled(sandbox)
    before = cleo.messages("DM")[-1]
    for player in (ben, ada):
        await player.command("game resign")
        shown = await player.sees("Resign this game?")
        await player.click("Resign", on=shown)
        await settled(sandbox)
    assert "The game ends, and Cleo wins." in shown.text
    last = cleo.messages("DM")[-1]
    assert last.id != before.id and "Cleo wins" in last.text
    assert not any("is over" in each.text for each in cleo.messages())
    assert not any("is over" in each.text for each in ben.messages()), "he has given up"


async def test_the_channel_hears_about_the_end_where_direct_messages_are_closed(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    ben.person.user.dms_closed = True
    await begun(sandbox, ada, ben)
    before = len(ben.pings)
    await ada.command("game resign")
    await ada.click("Resign", on=await ada.sees("Resign this game?"))
    await settled(sandbox)
    await ben.sees("the game is over", f"<@{ben.person.user.id}>")
    assert len(ben.pings) == before + 1 and not any("it's your turn. I can't DM you" in each.text for each in ben.messages())


async def test_a_player_who_acts_in_direct_messages_is_pinged_there_again(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    ben.person.user.dms_closed = True
    me, _ = await begun(sandbox, ada, ben)
    reader = Player(sandbox, "Ben", where="DM")
    ben.person.user.dms_closed = False
    await reader.command("game hand")
    await settled(sandbox)
    if me.player is ada:
        await ada.click("End turn", on=shown(me))
    else:
        await ben.click("My hand")
        await ben.click("End turn")
        await settled(sandbox)
        await ada.click("End turn", on=ada.messages("DM")[-1])
    await settled(sandbox)
    assert "Your turn" in ben.messages("DM")[-1].text and not ben.messages("DM")[-1].ephemeral
    assert not any("I can't DM you: press" in each.text for each in ben.messages())


# when something breaks


async def test_an_error_is_shown_and_logged(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await ada.command("game new")

    async def broken(*_: object) -> Reply:
        raise ZeroDivisionError("a bug")

    bot.router.on(ai=broken)
    await ada.click("Add AI")
    assert (await ada.sees("Something went wrong on my side")).ephemeral
    error = next(record for record in caplog.records if record.levelno == logging.ERROR)
    assert "a bug" in str(error.exc_info and error.exc_info[1])
    assert ":ai by" in error.getMessage()
    caplog.clear()


async def test_what_takes_long_is_deferred_and_answered(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.answers.answer.DEFER_AFTER", 0.05)
    standing, act = bot.tables.people.answers, bot.tables.act

    async def slowly(call: Callable[..., object], *args: object, **named: object) -> object:
        await asyncio.sleep(0.3)
        return await call(*args, **named)  # type: ignore[misc]

    monkeypatch.setattr(bot.tables.people, "answers", lambda *args, **named: slowly(standing, *args, **named))
    monkeypatch.setattr(bot.tables, "act", lambda *args, **named: slowly(act, *args, **named))
    await ada.command("settings")
    assert (await ada.sees(AUTO_ANSWERS)).ephemeral
    await ada.command("game new")
    await ada.click("Add AI")
    await ada.sees("(AI)")


async def test_a_click_on_a_panel_that_is_just_being_replaced_is_answered_beside_it(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    seen, menu = shown(me), menu_of(shown(me))

    async def gone(when: str, exchange: Exchange) -> None:
        if when == "before" and exchange.path.endswith("/callback") and exchange.body["type"] == UPDATE:
            delete(sandbox, seen)

    sandbox.gate = gone
    await me.player.select(menu, "buy:Copper", on=seen)
    sandbox.gate = None
    await beside(me, sandbox, host, seen)


@pytest.mark.parametrize("cut", [False, True])
async def test_what_a_click_was_told_stays_even_if_an_edit_was_under_way(
    cut: bool, bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    seen, menu = shown(me), menu_of(shown(me))
    (table,) = await host.live()
    person = int(me.player.person.user.id)
    decision = next(iter((await host.view(table.id, person)).decisions)).id
    under_way, go_on, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def held(when: str, exchange: Exchange) -> None:
        if exchange.method == "PATCH" and exchange.path.endswith(seen.id) and not done.is_set():
            under_way.set()
            await go_on.wait()
            if when == "after":
                done.set()
                if cut:
                    raise Dropped

    sandbox.gate = held
    monkeypatch.setattr("cogs.messages.outbox.RETRIES", (0.0,))
    await host.act(table.id, person, play.answer(decision, ["buy:Curse"]), action="from elsewhere")
    await under_way.wait()
    await me.player.select(menu, "buy:Copper", on=seen, stale=True)
    assert text.MOVED_ON in me.player.now(seen).text
    go_on.set()
    await done.wait()
    await settled(sandbox)
    assert text.MOVED_ON in me.player.now(seen).text


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_an_answer_lost_on_its_way_costs_nothing(
    moment: str, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    seen, menu = shown(me), menu_of(shown(me))
    lost = asyncio.Event()

    async def cut(when: str, exchange: Exchange) -> None:
        if when == moment and exchange.path.endswith("/callback"):
            lost.set()
            raise Dropped

    sandbox.gate = cut
    clicked = asyncio.create_task(me.player.select(menu, "buy:Copper", on=seen))
    await lost.wait()
    sandbox.gate = None
    await settled(sandbox)
    await asyncio.gather(clicked, return_exceptions=True)
    assert heading(shown(me)).startswith("### Your next hand in "), "what was done is done, and is shown"


async def test_a_deferred_click_on_a_panel_being_replaced_is_answered_beside_it(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    seen, menu = shown(me), menu_of(shown(me))
    deferred, act = asyncio.Event(), host.act

    async def gone(when: str, exchange: Exchange) -> None:
        if when == "after" and exchange.path.endswith("/callback") and exchange.body["type"] == DEFER_UPDATE:
            delete(sandbox, seen)
            deferred.set()

    async def slowly(*args: Any, **named: Any) -> Outcome:
        await deferred.wait()
        return await act(*args, **named)

    sandbox.gate = gone
    monkeypatch.setattr("cogs.answers.answer.DEFER_AFTER", 0.0)
    monkeypatch.setattr(host, "act", slowly)
    await me.player.select(menu, "buy:Copper", on=seen)
    await deferred.wait()
    sandbox.gate = None
    await beside(me, sandbox, host, seen)


def delete(sandbox: Sandbox, shown: Shown) -> None:
    """Delete the message on Discord's side."""
    sandbox.requests.delete_message(shown.json["channel_id"], shown.id)


async def beside(me: Reader, sandbox: Sandbox, host: TableService, gone: Shown) -> None:
    """Check that a click on a vanished panel counted once, and that only the person who clicked saw the answer."""
    here = await me.player.sees("Your next hand in", where="DM", button="Plan…")
    assert gone.id not in [one.id for one in me.player.messages("DM")]
    assert here.id != gone.id
    await settled(sandbox)
    everything = "".join(one.text for one in me.player.messages("DM"))
    assert "went wrong" not in everything
    assert "moved on" not in everything
    (table,) = await host.live()
    assert sum("buys Copper" in line for line in await read_log(host, table.id, None)) == 1
    await me.player.click("Plan…", on=here)
    await me.player.submit(text="Silver")
    await settled(sandbox)
    assert ((await host.snapshot(table.id, int(me.player.person.user.id))).plan) is not None, "and what is shown there works"


async def test_unknown_buttons_are_answered(bot: SeneschalBot, sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new")
    seen = await ada.sees("Ada's table", button="Join")
    for old in ("s:0:0:dance:", "x", "s:a:b:c"):
        for one in seen.components(2):
            if one.get("label") == "Join":
                one["custom_id"] = old
        before = {each.id for each in ada.messages()}
        await ada.click(old, on=seen, stale=True)
        await settled(sandbox)
        (told,) = [each for each in ada.messages() if each.id not in before]
        assert "from an older version" in told.text


@pytest.mark.parametrize(
    "said",
    [
        "askback:",
        "askback:turn.x",
        "page:x",
        "go:",
        "go:|",
        "request~0:",
        "request~99:",
        "guests:x",
        "opt:max_seats=x",
        "opt:host=5",
        "some:",
        "some:!",
        "next:!",
        "put:!",
        "reaction:Nope",
        "substitute:x",
        "substitute:0.x.Zed",
        "takeover:x",
        "nottakeover:99",
        "number:x",
        "pick:x",
        "whole:|",
        "last:|",
        "all:x",
        "single:",
        f"turn:-/{'9' * 30}/1",
        f"turn:-/-{'9' * 30}/1",
    ],
)
async def test_ids_that_make_no_sense_are_answered(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player, said: str
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    (table,) = await host.live()
    decision = next(iter((await host.view(table.id, int(me.player.person.user.id))).decisions)).id
    seen, before = shown(me), table.version
    forged = f"s:{table.id}:{decision}:{said}"
    next(one for one in seen.components(2) if "custom_id" in one)["custom_id"] = forged
    await me.player.click(forged, on=seen, stale=True)
    await settled(sandbox)
    assert "went wrong" not in "".join(one.text for one in me.player.messages("DM"))
    assert (await host.table(table.id)).version == before


async def test_nothing_private_reaches_a_public_message(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    mine = ForOne(panel(Text("secret")), 1)
    with pytest.raises(TypeError):
        await Sender(bot).to_all(1, mine, "n", Stamp(1, 2))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        await Sender(bot).to_one(2, mine, "n", Stamp(1, 2))
    assert not isinstance(mine, ForAll)
    await ada.command("game new")
    seen = await ada.sees("Ada's table", button="Join")
    person = int(ada.person.user.id)

    async def leaking(click: Click) -> Reply:
        with pytest.raises(Leak):
            Reply(tell=mine).check(click.interaction)  # type: ignore[arg-type]
        for reply in (Reply(say=mine), Reply(edit=mine)):
            with pytest.raises(Leak):
                reply.check(click.interaction)
        return Reply(edit=ForOne(mine.panel, person))

    bot.router.on(leave=leaking)
    await ada.click("More…", on=seen)
    await ada.click("Leave")
    assert (await ada.sees("secret")).ephemeral, "what is for her alone comes beside what all see"
    assert "Ada's table" in ben.now(seen).text


async def test_messages_that_were_deleted_come_back(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("game new")
    seen = await ada.sees("Ada's table", button="Join")
    await settled(sandbox)
    sandbox.requests.delete_message(seen.json["channel_id"], seen.id)
    await bot.outbox.settled(Channel("public", int(seen.json["channel_id"])))
    (table,) = await bot.tables.live()
    await bot.tables.act(
        table.id,
        Person(id=int(ben.person.user.id), name="Ben").id,
        seating.sit(Person(id=int(ben.person.user.id), name="Ben")),
        action="by other means",
    )
    again = await ben.sees("Ada's table", "Ben", button="Join")
    assert again.id != seen.id


# looking


async def test_rules_logs_and_lists(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    assert "Militia" in await ada.suggestions("rules", "about", about="mili")
    await ada.command("rules", about="militia")
    card = await ada.sees("Militia", "Action – Attack", "$4", "• ")
    assert card.ephemeral
    await ada.command("rules", about="Militia", show=True)
    assert not (await ben.sees("Militia", "Action – Attack")).ephemeral
    await ada.command("rules", about="Milita", show=True)
    assert not (await ada.sees("Militia", "Action – Attack")).ephemeral
    await ada.command("games")
    await ada.sees("### No games")
    await ada.command("game board")
    await ada.sees("There's no game here")
    me, other = await begun(sandbox, ada, ben)
    for each in (me, other):
        await each.player.command("games")
        await each.player.sees("### 1 game", "**your turn**" if each is me else "waiting for ")
    await other.player.click("Cards", where="#table")
    await other.player.select("Look up…", "Moat", where="#table")
    await other.player.sees("Moat", "Action – Reaction")
    await me.player.click("Log", where="#table")
    log = await me.player.sees("Fingerprint of the shuffle seed", "Ada and Ben in")
    assert log.ephemeral and "Cards" in log.buttons, "what it names can be looked up from it"


async def test_a_kingdom_of_named_cards(bot: SeneschalBot, sandbox: Sandbox, ada: Player) -> None:
    begun = "Cellar, Market, Merchant, Militia, Mine, Moat, Remodel, Smithy, Village, wor"
    (whole,) = [words for words in await ada.suggestions("game new", "kingdom", kingdom=begun) if words.endswith("Workshop")]
    await ada.command("game new", kingdom="Cellar, Markt")
    await ada.sees("Did you mean Market", "Cellar, **__Markt__**")
    await ada.command("game new", kingdom=whole)
    await ada.sees("Ada's table", "Merchant · Village · Workshop")


async def test_ending_by_consent_and_by_a_manager_who_does_not_play(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    await begun(sandbox, ada, ben)
    await propose_end(ben)
    await ada.sees("wants to end the game now.", button="Decline")
    await ada.click("Decline")
    await ada.sees("piles empty", without=["wants to end the game now."])
    assert not [one for one in ada.messages() if one.ephemeral], "the board itself says so"
    moderator = manager(sandbox)
    await moderator.command("game end")
    await moderator.click("End it now")
    await ben.sees(button="Replay")
    await settled(sandbox)
    assert "wins" in ada.messages("DM")[-1].text or "share the win" in ada.messages("DM")[-1].text
    assert not any(one.buttons == ["End turn"] for one in [*ada.messages("DM"), *ben.messages("DM")])
    await ada.command("game new")
    await ada.sees("Ada's table", button="Join")


async def test_commands_are_registered_only_when_they_change(
    bot: SeneschalBot, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> int:
        return len(sandbox.recorder.sent("PUT", "/commands"))

    assert told() == 1
    await bot.sync_commands()
    assert told() == 2, "a stand-in may have forgotten them"
    monkeypatch.setattr("settings.BotSettings.stand_in", False)
    await bot.sync_commands()
    assert told() == 2
    bot.tree.remove_command("settings")
    await bot.sync_commands()
    assert told() == 3


async def test_a_player_whose_seat_was_taken_over_keeps_no_hand(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    (table,) = await host.live()
    seat = next(each for each in table.seats if each.name == me.player.person.user.name)
    await host.act(table.id, 99, seats.replace(seat.number, "big-money", force=True), action="moderator")
    await settled(sandbox)
    assert me.panel is None, "what one held there is no longer one's own to look at"


async def test_answered_clicks_are_freed_without_a_garbage_collection(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    readers = await begun(sandbox, ada, ben)
    gc.collect()
    gc.disable()
    try:
        for _ in range(4):
            for reader in readers:
                await reader.player.click("End turn", on=shown(reader))
                await settled(sandbox)
        left = sum(isinstance(each, discord.Interaction) for each in gc.get_objects())
    finally:
        gc.enable()
    assert left < 4, "of eight clicks"
