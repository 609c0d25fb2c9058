"""Auto-answers, by clicks: one panel shows and changes them all; each acts, and only tells its owner."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from sandbox.components import BUTTON, SELECTS
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from settings import BotSettings
from tables import AutoAnswers
from tests.cogs.conftest import connected, errors, hosting
from tests.cogs.kit import AUTO_ANSWERS, Reader, behind_more, buy_and_end, buy_menu, chosen, holds_treasures, menu_to, turn_details
from tests.logs import read_log
from tests.tables.kit import Party, asked, buying, holds

pytestmark = pytest.mark.both

PILES = ("Apothecary", "Cellar", "Festival", "Market", "Militia", "Moat", "Smithy", "Vassal", "Village", "Workshop")


class Table(Party):
    """A two-player game: the host plays it until it gets interesting, then they take over and click."""

    def __init__(self, sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player) -> None:
        super().__init__(Path())
        self.sandbox = sandbox
        self.settings = settings
        self.players = {int(player.person.user.id): player for player in (ada, ben)}
        self.ada, self.ben = ada, ben
        self._running = AsyncExitStack()

    async def start_bot(self) -> None:
        self.host = await self._running.enter_async_context(hosting(self.settings))
        await self._running.enter_async_context(connected(self.sandbox, self.host, self.settings))

    async def stop_bot(self) -> None:
        await self._running.aclose()

    async def restart(self) -> None:
        await self.stop_bot()
        await self.start_bot()

    async def begin(self, *, table_waits: bool = False) -> None:
        await self.ada.command("game new", seats=2, require=", ".join(PILES))
        await self.ben.click("Join")
        if table_waits:
            await self.ada.click("More…")
            await self.ada.click("Table settings")
            shown = await self.ada.sees("### Table settings")
            await self.ada.select("Rules: the usual ones", "Wait for responses", on=shown)
        await self.ada.click("Start")
        await settled(self.sandbox)
        (table,) = await self.host.live()
        self.id = table.id

    async def on_turn(self) -> tuple[Player, Player]:
        """Return the player on turn, and the other."""
        now = await self.table()
        assert now.current is not None
        me = now.seats[now.current].person
        first, second = sorted(self.players, key=lambda person: person != me)
        return self.players[first], self.players[second]

    async def panel(self, player: Player) -> Shown:
        """Return a player's hand panel, once everything is shown."""
        await settled(self.sandbox)
        shown = Reader(player).panel
        assert shown is not None
        return shown

    async def lines(self, player: Player) -> list[str]:
        """Return what auto-answers did, as someone reads it in the log."""
        person = int(player.person.user.id)
        return await read_log(self.host, self.id, person, "standing")

    async def own_answers(self, player: Player) -> AutoAnswers:
        """Return what someone has set for this game alone."""
        return await self.host.people.said(int(player.person.user.id), self.id)

    async def militia(self) -> tuple[Player, Player]:
        """Play a Militia by a click; return the attacker and the victim, who has more than three cards."""
        await self.until(holds("Militia"), buying("Militia", "Silver"))
        attacker, victim = await self.on_turn()
        await attacker.click("Play Militia", on=await self.panel(attacker))
        await settled(self.sandbox)
        return attacker, victim


@pytest.fixture
async def party(
    sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Table]:
    table = Table(sandbox, settings, ada, ben)
    await table.start_bot()
    yield table
    await table.stop_bot()
    assert errors(caplog) == []


def one_of(shown: Shown, part: str) -> str:
    """Return the id of the only button or menu that contains this."""
    (found,) = [one["custom_id"] for one in shown.components(BUTTON, *SELECTS) if part in one.get("custom_id", "")]
    return str(found)


async def settings_of(player: Player, *, here: bool = False) -> Shown:
    """Return the panel of auto-answers, for all games or for the one in this channel."""
    await player.command("settings")
    shown = await player.sees(AUTO_ANSWERS)
    if here:
        await player.click("Game…", on=shown)
        shown = await player.sees("### Auto-answers in <#")
    return shown


async def twice(player: Player, verb: str, value: str, shown: Shown) -> Shown:
    """Make the same choice twice, the second time on the panel from before the first. Return the current panel."""
    id = menu_to(shown, verb)["custom_id"]
    await player.select(id, value, on=shown, stale=True)
    await player.select(id, value, on=shown, stale=True)
    return player.now(shown)


async def pressed_twice(player: Player, label: str, shown: Shown) -> Shown:
    """Double-click: the second click is on the panel from before the first. Return the current panel."""
    await player.click(label, on=shown, stale=True)
    await player.click(label, on=shown, stale=True)
    return player.now(shown)


async def more_of(player: Player, shown: Shown) -> Shown:
    """Return what the settings have behind More…."""
    await player.click("More…", on=shown)
    return player.now(shown)


HELD = ("set-turn", "set-react", "set-discards")
RARE = ("set-order", "set-wait")


async def test_one_panel_shows_all_and_a_restart_forgets_nothing(party: Table, ada: Player) -> None:
    shown = await settings_of(ada)
    assert shown.ephemeral and shown.text == "### Auto-answers"
    assert shown.buttons == ["Hours…", "Pings…", "More…"]
    off = ["My turn: ask me", "Attacks: reveal my Reaction", "Discards: ask me"]
    assert [chosen(shown, verb) for verb in HELD] == off
    for verb, value in zip(HELD, ("both", "never", "worthless"), strict=True):
        shown = await twice(ada, verb, value, shown)
    changed = ["My turn: play Treasures, end it", "Attacks: reveal nothing", "Discards: junk first"]
    assert [chosen(shown, verb) for verb in HELD] == changed
    await ada.click("More…", on=shown)
    more = ada.now(shown)
    assert [chosen(more, verb) for verb in RARE] == ["Orders: ask me", "My Attacks: play on"]
    for verb in RARE:
        more = await twice(ada, verb, "yes", more)
    await ada.click("Back", on=more)
    await party.restart()
    shown = await settings_of(ada)
    assert [chosen(shown, verb) for verb in HELD] == changed
    await ada.click("More…", on=shown)
    assert [chosen(ada.now(shown), verb) for verb in RARE] == ["Orders: any order", "My Attacks: wait for responses"]


async def test_everything_can_be_turned_off_again(party: Table, ada: Player) -> None:
    shown = await settings_of(ada)
    for verb, on, off in (("set-turn", "both", "ask"), ("set-react", "always", "ask"), ("set-discards", "worthless", "ask")):
        shown = await twice(ada, verb, off, await twice(ada, verb, on, shown))
        assert chosen(shown, verb).endswith(": ask me")
    said = await party.host.people.said(int(ada.person.user.id))
    assert (said.treasures, said.end, said.react, said.discards) == (False, False, "ask", ())


async def test_treasures_and_the_turns_end(party: Table) -> None:
    await party.begin()
    me, other = await party.on_turn()
    await twice(me, "set-turn", "both", await settings_of(me))
    panel = await party.panel(me)
    assert not holds_treasures(panel), "they lie there"
    assert "Your turn 1 in" in panel.text, "who has done nothing sees their turn"
    await buy_and_end(me, "buy:Copper", on=panel)
    assert "I'll ping you" in (await party.panel(me)).text
    told = ["Auto-answer: played all Treasures."]
    assert (await party.lines(me), await party.lines(other)) == (told, [])
    for player, whole in ((me, True), (other, False)):
        assert ("automatically" in (await turn_details(player, f"{me.name} 1")).text) == whole


async def test_undo_disarms_nothing(party: Table) -> None:
    await party.begin()
    me, other = await party.on_turn()
    shown = await twice(me, "set-turn", "treasures", await settings_of(me))
    await me.click("Undo", on=await party.panel(me))
    panel = await party.panel(me)
    assert holds_treasures(panel), "what was taken back isn't done again at once"
    assert chosen(me.now(shown), "set-turn") == "My turn: play Treasures for me"
    assert await party.lines(me) == [], "its line went with it"
    await party.restart()
    await me.click("End turn", on=await party.panel(me))
    await other.click("End turn", on=await party.panel(other))
    assert not holds_treasures(await party.panel(me))
    assert await party.lines(me) == ["Auto-answer: played all Treasures."]


async def test_for_this_game_or_for_all(party: Table) -> None:
    await party.begin()
    me, _ = await party.on_turn()
    here = await settings_of(me, here=True)
    assert "Use all-games settings here" not in here.buttons
    here = await twice(me, "set-turn", "treasures", here)
    assert chosen(here, "set-turn") == "My turn: play Treasures for me" and "Use all-games settings here" in here.buttons
    assert not holds_treasures(await party.panel(me))
    usual = await settings_of(me)
    assert chosen(usual, "set-turn") == "My turn: ask me" and usual.buttons == ["Game…", "Hours…", "Pings…", "More…"]
    await me.click("Game…", on=usual)
    await me.click("Use all-games settings here", on=usual)
    here = me.now(usual)
    assert chosen(here, "set-turn") == "My turn: ask me" and "Use all-games settings here" not in here.buttons
    await me.click("All games…", on=here)
    usual = await twice(me, "set-turn", "treasures", me.now(here))
    assert chosen(usual, "set-turn") == chosen(await settings_of(me), "set-turn") == "My turn: play Treasures for me"


async def test_orders_as_they_come(party: Table) -> None:
    await party.begin()
    shown = await settings_of(party.ada)
    await party.until(asked("order"), buying("Apothecary", "Potion", "Silver"))
    me, other = await party.on_turn()
    shown = await twice(me, "set-order", "yes", await more_of(me, await settings_of(me) if me is not party.ada else shown))
    assert chosen(shown, "set-order") == "Orders: any order"
    assert sum("Auto-answer: chose this order: " in text for text in await party.lines(me)) == 1
    assert not any("chose this order" in text for text in await party.lines(other))
    assert "Your turn" in (await party.panel(me)).text, "who is asked is answered for at once"


async def test_discards_by_a_written_list(party: Table) -> None:
    await party.begin()
    for player in (party.ada, party.ben):
        shown = await settings_of(player, here=True)
        await player.click("Discard list…", on=await more_of(player, shown))
        await player.submit(text="Curse, Vitcory, Nonsense, Mi")
        refused = await player.sees(
            "Did you mean Victory?", "“Nonsense” isn't a card or type here", "“Mi” might be Militia, Mill or Mine"
        )
        assert "**__Vitcory__**, **__Nonsense__**, **__Mi__**" in refused.text
        await player.click("Use: Victory, Mine", on=refused)
        refused = await player.sees("Curse, Victory, **__Nonsense__**, Mine", button="Change it")
        await player.click("Change it", on=refused)
        await player.submit(text="Curse\nVictory, copper")
        kept = player.now(refused)
        assert chosen(kept, "set-discards") == "Discards: Curse, Victory, Copper"
    await party.restart()
    _, victim = await party.militia()
    assert "### Militia: " not in (await party.panel(victim)).text
    seat = (await party.table()).seat_of(int(victim.person.user.id))
    assert seat is not None
    assert (await party.host.view(party.id, None)).players[seat.number].hand_size == 3
    (line,) = [text for text in await party.lines(victim) if "answer: discard" in text]
    attacker = party.ada if victim is party.ben else party.ben
    assert line not in await party.lines(attacker)


async def test_a_single_reaction_by_its_name(party: Table) -> None:
    """Ben never reveals his Moats, then wants to be asked. Ada has no setting for hers, then also wants to be asked."""
    await party.begin()
    ada, ben = party.ada, party.ben
    await twice(ada, "set-react", "ask", await settings_of(ada))
    shown = await more_of(ben, await settings_of(ben))
    await ben.select("Exception for one Reaction…", "Moat", on=shown)
    assert "✓ Use default" in ben.now(shown).buttons
    shown = await pressed_twice(ben, "Never", ben.now(shown))
    assert "**Moat:** never use it" in shown.text
    plan = buying("Moat", "Militia", "Silver")
    await party.until(asked("react"), plan)
    for _ in range(40):
        person = await party.awaited()
        view = await party.host.view(party.id, person)
        assert person != int(ben.person.user.id) or not any(each.kind == "react" for each in view.decisions)
        await party.step(plan)
    assert "Auto-answer: used no Reaction." in await party.lines(ben)
    assert not any("revealed Moat" in text for text in await party.lines(ben))
    assert await party.lines(ada) == []
    await party.restart()
    await ben.select("Exception for one Reaction…", "Moat", on=shown)
    await pressed_twice(ben, "Ask me", ben.now(shown))
    assert "**Moat:** ask me" in ben.now(shown).text
    ben_is_asked = asked("react")
    await party.until(lambda table, view: ben_is_asked(table, view) and table.waits_for(int(ben.person.user.id)), plan)
    assert "### Militia: " in (await party.panel(ben)).text


async def test_a_reaction_for_only_some_cards(party: Table, ada: Player) -> None:
    await party.begin()
    shown = await more_of(ada, await settings_of(ada, here=True))
    await ada.select("Exception for one Reaction…", "Moat", on=shown)
    await ada.click("Only for some cards…", on=ada.now(shown))
    await ada.submit(text="Wich, Victory")
    refused = await ada.sees("Did you mean Witch?", "**__Wich__**, Victory")
    await ada.click("Use: Witch", on=refused)
    kept = ada.now(refused)
    assert "**Moat:** ask me only in response to Witch, Victory" in kept.text
    assert (await party.own_answers(ada)).reactions == {"Moat": "never", "Moat: Witch": "ask", "Moat: Victory": "ask"}
    await party.restart()
    await ada.select("Exception for one Reaction…", "Moat", on=kept)
    assert {"✓ Ask me only in response to Witch, Victory", "Never", "Back"} <= set(ada.now(kept).buttons)
    kept = await pressed_twice(ada, "Never", ada.now(kept))
    assert "**Moat:** never use it" in kept.text
    assert (await party.own_answers(ada)).reactions == {"Moat": "never"}


async def test_always_the_same_answer_to_a_card(party: Table) -> None:
    await party.begin()
    view = await party.until(asked("choice"), buying("Vassal", "Village"))
    me, other = await party.on_turn()
    (card,) = [each.card for each in view.decisions]
    await behind_more(me, "Why?", on=await party.panel(me))
    await me.click("Choices", on=await me.sees("asks you to choose", where="DM"))
    shown = await me.sees("Always the same answer?", where="DM")
    told = await pressed_twice(me, f"Always no to {card}", shown)
    assert f"I'll answer no to {card} in this game" in told.text
    assert (await party.lines(me)).count(f"Auto-answer: said no to {card}.") == 1, "it is given at once"
    assert await party.lines(other) == []
    assert "### Militia: " not in (await party.panel(me)).text
    usual = await more_of(me, await settings_of(me))
    assert not any("set-answer" in one.get("custom_id", "") for one in usual.components(*SELECTS))
    await pressed_twice(me, "Apply to all my games", told)
    assert f"I'll answer no to {card} in all your games" in me.now(told).text
    await party.restart()
    usual = await more_of(me, await settings_of(me))
    assert [option["label"] for option in menu_to(usual, "set-answer")["options"]] == [f"Always no to {card}"]
    here = await more_of(me, await settings_of(me, here=True))
    assert [option["label"] for option in menu_to(here, "set-answer")["options"]] == [f"Always no to {card}"]
    await me.select("Ask me again about…", f"Always no to {card}", on=here)
    assert not any("set-answer" in one.get("custom_id", "") for one in me.now(here).components(*SELECTS))
    await party.until(asked("choice"), buying("Vassal", "Village"))


async def test_the_attacker_waits_and_is_pinged(party: Table) -> None:
    await party.begin()
    attacker, victim = await party.militia()
    panel = await party.panel(attacker)
    assert "goes on meanwhile" in (await party.panel(victim)).text
    await behind_more(attacker, "Wait for responses", on=panel)
    panel = await party.panel(attacker)
    assert f"Waiting for {victim.name} to respond to your Militia." in panel.text
    assert "Don't wait" in panel.buttons, "it blocks no one"
    await behind_more(attacker, "Why?", on=panel)
    await attacker.sees("### Why your turn waits\nYou've chosen to wait for responses.", where="DM")
    asked_now = await party.panel(victim)
    assert "### Militia: " in asked_now.text and "goes on meanwhile" not in asked_now.text
    board = await attacker.sees(f"{attacker.name}'s turn")
    assert f"Waiting for {victim.name} to respond to {attacker.name}'s Militia (" in board.text
    await party.restart()
    assert f"Waiting for {victim.name} to respond to your Militia." in (await party.panel(attacker)).text
    await party.step(buying())
    called = await party.panel(attacker)
    assert called.id != panel.id, "a new panel: that is the call"
    assert "Your turn" in called.text and "Waiting for" not in called.text
    assert "Don't wait" not in called.buttons


async def test_a_player_who_always_waits_can_still_finish(party: Table) -> None:
    await party.begin()
    for player in (party.ada, party.ben):
        await twice(player, "set-wait", "yes", await more_of(player, await settings_of(player)))
    attacker, victim = await party.militia()
    panel = await party.panel(attacker)
    assert f"Waiting for {victim.name} to respond to your Militia." in panel.text
    assert f"Auto-answer: waited for {victim.name}." in await party.lines(attacker)
    assert not any("waited for" in text for text in await party.lines(victim))
    await pressed_twice(attacker, "Don't wait", panel)
    await party.restart()
    panel = await party.panel(attacker)
    assert "Waiting for " not in panel.text and buy_menu(panel) is not None
    assert "goes on meanwhile" in (await party.panel(victim)).text


async def test_a_table_at_which_attackers_wait(party: Table) -> None:
    await party.begin(table_waits=True)
    more = await more_of(party.ada, await settings_of(party.ada, here=True))
    assert not any("set-wait" in one["custom_id"] for one in more.components(*SELECTS))
    attacker, victim = await party.militia()
    panel = await party.panel(attacker)
    assert f"Waiting for {victim.name} to respond to your Militia." in panel.text
    assert not {"Don't wait", "End turn", "Play all Treasures"} & {label.split(" (")[0] for label in panel.buttons}
    assert panel.components(*SELECTS) == []
    assert "goes on meanwhile" not in (await party.panel(victim)).text
    await party.step(buying())
    assert {"End turn", "Buy phase"} & {*(await party.panel(attacker)).buttons}


@pytest.mark.parametrize("waits", [True, False])
async def test_an_attack_says_beforehand_that_it_makes_its_player_wait(party: Table, waits: bool) -> None:
    await party.begin(table_waits=waits)
    await party.until(holds("Militia"), buying("Militia", "Silver"))
    attacker, _ = await party.on_turn()
    assert ("After **Militia**, you might have to wait for responses." in (await party.panel(attacker)).text) == waits
