"""Private notes: each person has only one open in a place, and it disappears when it has served its purpose."""

from __future__ import annotations

import asyncio

import pytest

from cogs import SeneschalBot
from cogs.text import ahead as text_ahead
from sandbox.errors import DiscordError
from sandbox.interactions import UPDATE
from sandbox.recorder import Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled, until
from tables import TableService
from tests.cogs.game import Scene
from tests.cogs.kit import AUTO_ANSWERS, behind_more, chosen
from tests.cogs.test_clicks import begun, shown
from tests.cogs.test_hostile_network import callback, cut, refusing, slow_to_answer
from tests.tables.kit import buying


def notes(player: Player, where: str = "DM") -> list[Shown]:
    """Return what only they see, until they dismiss it."""
    return [each for each in player.messages(where) if each.ephemeral]


async def only(player: Player, words: str, where: str = "DM") -> Shown:
    """Return the one note they have open, which says this."""
    await settled(player.sandbox)
    (open_,) = notes(player, where)
    assert words in open_.text
    return open_


def deletion(exchange: Exchange) -> bool:
    """Return whether a request deletes a note."""
    return exchange.method == "DELETE" and exchange.path.startswith("/webhooks/")


async def test_the_next_note_replaces_the_one_before(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    me, _ = await begun(sandbox, ada, ben)
    player, hand = me.player, shown(me)
    await behind_more(player, "Log", on=hand)
    await only(player, "Fingerprint of the shuffle seed")
    await player.click("More…", on=hand)
    more = await only(player, "More")
    await player.click("Away or leave…", on=more)
    assert (await only(player, "### Leave ")).id == more.id, "what only led there makes room by itself"
    await behind_more(player, "Cards", on=hand)
    cards = await only(player, "Smithy")
    for name in ("Moat", "Cellar"):
        await player.select("Look up…", name, on=player.now(cards))
        page = await only(player, f"### {name}")
        assert page.id == cards.id, "a card opens in place"
        await player.click("Back", on=page)
        await only(player, "### Cards")
    await player.command("games", where="#table")
    await player.click("Log", on=await ada.sees("piles empty", button="Log"))
    await only(player, "Fingerprint of the shuffle seed", "#table")
    assert len(notes(player)) == 1, "each place for itself"
    assert player.now(hand).text == hand.text


async def test_a_note_goes_with_what_it_is_about(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    scene = Scene(sandbox, host, ada, ben)
    await scene.begin("Cellar")
    me, other = await scene.bring_to(buying("Cellar"), "Cellar")
    await behind_more(me, "Why?", on=await scene.play(me, "Cellar"))
    await only(me, "Why Cellar asks you to choose")
    await me.click("Discard nothing", on=await scene.panel(me))
    await settled(sandbox)
    assert not notes(me), "its question is answered"
    await behind_more(other, "Cards", on=await scene.panel(other))
    await scene.end(me)
    await behind_more(me, "Ask to undo…", on=await scene.panel(me))
    await me.click("Undo the end of my turn", where="DM")
    await only(me, "when everyone agrees")
    await other.click("Decline", on=await scene.panel(other))
    await settled(sandbox)
    assert not notes(me), "the others have answered"
    await only(other, "Action")


async def test_what_was_not_understood_stays_until_it_is(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    _, other = await begun(sandbox, ada, ben)
    player, hand = other.player, shown(other)
    await player.click(text_ahead.PLAN, on=hand)
    await player.submit(text="Silvr")
    await behind_more(player, "Log", on=hand)
    await settled(sandbox)
    assert [("Silvr" in each.text, "Fingerprint" in each.text) for each in notes(player)] == [
        (True, False),
        (False, True),
    ]
    await player.click(text_ahead.PLAN, on=hand)
    await player.submit(text="Goold")
    await settled(sandbox)
    assert ["Goold" in each.text for each in notes(player)] == [False, True], "what was written last is kept"
    await player.click(text_ahead.PLAN, on=hand)
    await player.submit(text="Silver")
    await only(player, "Fingerprint of the shuffle seed")


async def test_what_was_not_understood_of_a_plan_goes_when_the_turn_starts(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    await other.player.click(text_ahead.PLAN, on=shown(other))
    await other.player.submit(text="Silvr")
    await only(other.player, "Silvr")
    await me.player.click("End turn", on=shown(me))
    await settled(sandbox)
    assert not notes(other.player)


async def test_a_corrected_request_is_gone(bot: SeneschalBot, sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new", kingdom="Smithi")
    await ada.sees("Did you mean Smithy?")
    await ada.command("game new", kingdom="Smithy")
    await only(ada, "Your table is open", "#table")


async def test_a_corrected_list_replaces_the_settings_it_came_from(bot: SeneschalBot, sandbox: Sandbox, ada: Player) -> None:
    await ada.command("settings")
    await ada.click("More…", on=await only(ada, AUTO_ANSWERS, "#table"))
    await ada.click("Discard list…", on=await only(ada, "### More settings", "#table"))
    await ada.submit(text="Coper")
    await ada.click("Use: Copper", on=await ada.sees("Did you mean Copper?"))
    await settled(sandbox)
    assert chosen(await only(ada, AUTO_ANSWERS, "#table"), "set-discards") == "Discards: Copper"


async def test_two_clicks_in_the_same_moment_leave_one_note(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    me, _ = await begun(sandbox, ada, ben)
    player, hand = me.player, shown(me)
    await asyncio.gather(*(player.click("More…", on=hand) for _ in range(3)))
    await settled(sandbox)
    (note,) = notes(player)
    await asyncio.gather(player.click("More…", on=hand), player.click(note.buttons[-1], on=note))
    await settled(sandbox)
    assert notes(player), "and one that is clicked while it makes room is answered"


async def test_a_note_on_its_way_out_is_answered_beside(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    me, _ = await begun(sandbox, ada, ben)
    player, hand = me.player, shown(me)
    await player.click("More…", on=hand)
    more = await only(player, "More")
    leaving, left = asyncio.Event(), asyncio.Event()

    async def gate(when: str, exchange: Exchange) -> None:
        if when == "before" and deletion(exchange):
            leaving.set()
            await left.wait()

    sandbox.gate = gate
    await behind_more(player, "Log", on=hand)
    await leaving.wait()
    await player.click("Settings", on=more)
    left.set()
    await only(player, AUTO_ANSWERS)
    sandbox.gate = None


@pytest.mark.parametrize("refusal", [DiscordError(404, 10008, "Unknown Message"), DiscordError(401, 50027, "Invalid Token")])
async def test_a_note_that_cant_be_deleted_stays_and_costs_nothing(
    refusal: DiscordError, bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    player, hand = me.player, shown(me)
    await behind_more(player, "Log", on=hand)
    log = await only(player, "Fingerprint of the shuffle seed")
    hits = refusing(sandbox, monkeypatch, deletion, refusal)
    await player.click("More…", on=hand)
    await settled(sandbox)
    assert len(hits) == 1
    assert [each.id == log.id for each in notes(player)] == [True, False]
    await player.click("Cards", on=log)
    await settled(sandbox)
    assert [each.id == log.id for each in notes(player)] == [True, False], "it is open, and can be used"


async def test_no_one_waits_for_a_note_to_go(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    me, other = await begun(sandbox, ada, ben)
    seen = shown(me)
    await me.player.click("More…", on=seen)
    await settled(sandbox)
    free, order = asyncio.Event(), list[str]()

    async def gate(when: str, exchange: Exchange) -> None:
        if when == "after" and callback(UPDATE)(exchange):
            order.append("answered")
        elif when == "before" and deletion(exchange):
            order.append("goes")
            await free.wait()

    sandbox.gate = gate
    await me.player.click("End turn", on=seen)
    await other.player.sees("Your turn", where="DM")
    await until(sandbox, lambda: "goes" in order, lambda: "the note was never taken away", 10.0)
    assert order[:2] == ["answered", "goes"]
    assert len(notes(me.player)) == 1
    free.set()
    await settled(sandbox)
    assert not notes(me.player)
    sandbox.gate = None


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_what_a_slow_command_says_is_there_once(
    moment: str, bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    deferred = asyncio.Event()
    slow_to_answer(host.people, monkeypatch, "answers", deferred)
    asked = asyncio.create_task(ada.command("settings"))
    await asked
    async with cut(sandbox, lambda exchange: exchange.path.startswith("/webhooks/"), "before" if moment == "before" else "after"):
        deferred.set()
        await settled(sandbox)
    await only(ada, AUTO_ANSWERS, "#table")


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_what_follows_a_note_is_there_once(moment: str, bot: SeneschalBot, sandbox: Sandbox, ada: Player) -> None:
    ada.person.user.dms_closed = True
    async with cut(sandbox, lambda exchange: exchange.path.startswith("/webhooks/"), "before" if moment == "before" else "after"):
        await ada.command("game new")
        await settled(sandbox)
    await ada.click("Try DMs again", on=await only(ada, "I can't DM you", "#table"))
    await only(ada, "I still can't DM you", "#table")
    ada.person.user.dms_closed = False
    await ada.click("Try DMs again")
    await only(ada, "I can DM you now", "#table")
