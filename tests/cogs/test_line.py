"""People's moves go ahead of what is due, however much is due."""

from __future__ import annotations

import asyncio

import pytest

from cogs import SeneschalBot
from cogs.messages import line
from cogs.messages.line import Line
from sandbox.server import Sandbox
from sandbox.testing import Player, until
from tables import TableService, Update
from tests.cogs.test_clicks import begun, shown


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only one update go on at a time."""
    monkeypatch.setattr(line, "ABREAST", 1)


class Going:
    """Updates waiting in line; `order` is the order in which they went on."""

    def __init__(self, line: Line) -> None:
        self.order: list[str] = []
        self._line = line
        self._end = asyncio.Event()

    async def go(self, who: str) -> None:
        async with self._line.turn(who):
            self.order.append(who)
            await self._end.wait()
            self._end.clear()

    async def end_one(self) -> None:
        """Let the one that is going on finish."""
        self._end.set()
        await asyncio.sleep(0.01)


async def test_turns_come_in_order() -> None:
    going = Going(Line())
    tasks = [asyncio.create_task(going.go(who)) for who in "abc"]
    await asyncio.sleep(0)
    assert going.order == ["a"]
    await going.end_one()
    await going.end_one()
    assert going.order == ["a", "b", "c"]
    await going.end_one()
    await asyncio.gather(*tasks)


async def test_one_that_gives_up_as_its_turn_comes_passes_it_on() -> None:
    line = Line()
    going = Going(line)
    tasks = [asyncio.create_task(going.go(who)) for who in "abc"]
    await asyncio.sleep(0)
    going._end.set()
    await asyncio.sleep(0)  # "a" has left, and "b" is about to go on
    tasks[1].cancel()
    await asyncio.sleep(0.01)
    assert "c" in going.order
    await going.end_one()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert line._going == 0


async def test_a_hand_comes_immediately_while_many_others_are_due(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    async with bot.outbox.line.turn("something else"):
        await me.player.click("End turn", on=shown(me))
        await until(sandbox, lambda: "Your turn" in shown(other).text, lambda: shown(other).text, 5)


async def test_a_move_brings_a_table_forward_that_was_only_due(
    bot: SeneschalBot, host: TableService, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    (table,) = await host.live()
    async with bot.outbox.line.turn("something else"):
        bot.outbox.tell(Update(table=table, what="due", by=None))
        await asyncio.sleep(0.2)
        assert bot.outbox.busy, "what is due waits"
        await me.player.click("End turn", on=shown(me))
        await until(sandbox, lambda: "Your turn" in shown(other).text, lambda: shown(other).text, 5)


async def test_what_changes_at_all_tables_of_one_person_waits(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    """They might be at fifty tables, and keep saying that they are away, and back."""
    me, other = await begun(sandbox, ada, ben)
    async with bot.outbox.line.turn("something else"):
        await me.player.command("away")
        await asyncio.sleep(0.2)
        assert not any("is away" in each.text for each in ada.messages("#table"))
        await me.player.click("End turn", on=shown(me))
        await until(sandbox, lambda: "Your turn" in shown(other).text, lambda: shown(other).text, 5)
        await other.player.command("away")
        await asyncio.sleep(0.2)
    await other.player.sees(f"{other.player.name} is away", where="#table")


async def test_telling_followers_about_an_end_waits(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    """A game can have two hundred followers."""
    await begun(sandbox, ada, ben)
    dan = Player(sandbox, "Dan")
    await dan.command("game follow")
    async with bot.outbox.line.turn("something else"):
        await ada.command("game resign")
        await ada.click("Resign")
        await ben.sees("Ben wins", button="Rematch")
        await asyncio.sleep(0.2)
        assert not dan.messages("DM")
    await dan.sees("You followed this game", where="DM")
