"""Any id, from anyone, anywhere: no one acts for another seat or sees another's hand, everyone is
answered, and nothing goes wrong."""

from __future__ import annotations

import asyncio
from itertools import count, cycle, islice
from typing import Any, Literal

import pytest

from cogs import SeneschalBot
from cogs.messages.posted import Channel
from cogs.panels.hand import held
from sandbox.model import ChannelType, Message
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import Options, Person, Place, TableView
from tables.commands import consent, lobby, play
from tests.cogs.hostile import Told, forge, told
from tests.soak import some_or_all
from tests.tables.kit import MANAGER as OUTSIDER

Phase = Literal["lobby", "playing", "over"]
MANAGER, HOST, PLAYER, RESIGNED, WATCHER = "Ada", "Ben", "Cleo", "Dan", "Eve"
EVERYBODY = (MANAGER, HOST, PLAYER, RESIGNED, WATCHER)
SEATED = (HOST, PLAYER, RESIGNED)
WORDS = (
    *("", "x", "-1", "0", "1", "9" * 20, "٣", "²", "é" * 60, "\x00", "::", "=", "|", "a|b|c", "!", "yes", "no", "new", "kept"),
    *("end", "treasures", "buy:Copper", "buy:Copper|end", "play:Village", "turn.0", "turn.x", "0.1.2", f"0.{'9' * 20}.Zed"),
    *("1.x.Zed", "max_seats=6", "max_seats=99", "max_seats=x", "ai=no one", "pictures=blue", "private=yes", "host=1", "Moat=yes"),
    *("Moat=perhaps", "Moat:play=yes", "Nope:play=yes", "Moat:play=perhaps", "card:Moat", "card:Nope", "term:x", "search:", "x:y"),
)
"""What to send as ids, and in menus and windows; some of it is valid somewhere."""


class Site:
    """Tables of the same people, one after the other, each in a channel of its own."""

    def __init__(self, sandbox: Sandbox, bot: SeneschalBot, phase: Phase) -> None:
        self.sandbox, self.bot, self.host, self.phase = sandbox, bot, bot.tables, phase
        self.guild = next(iter(sandbox.world.guilds.values()))
        eve = sandbox.world.add_user("eve", WATCHER)
        sandbox.world.join(self.guild, eve)
        self.players = {name: Player(sandbox, name) for name in EVERYBODY}
        self.actions = (f"deed {number}" for number in count())
        self.number = count()

    def id(self, name: str) -> int:
        """Return a person's id."""
        return int(self.players[name].person.user.id)

    async def open(self) -> None:
        """Open a new table and bring it to its phase."""
        host, people = self.host, [Person(id=self.id(name), name=name) for name in SEATED]
        self.channel = self.sandbox.world.add_channel(self.guild, f"room-{next(self.number)}")
        place = Place(guild=int(self.guild.id), channel=int(self.channel.id))
        opened = await host.new_table(place, people[0], Options(vetoes=True), action=next(self.actions))
        self.table = opened.table.id
        for person in people[1:]:
            await host.act(self.table, person.id, lobby.sit(person), action=next(self.actions))
        if self.phase != "lobby":
            await host.act(self.table, people[0].id, lobby.start(), action=next(self.actions))
            await host.act(self.table, people[2].id, play.resign(), action=next(self.actions))
        if self.phase == "over":
            await self.close()
        await self.bot.outbox.settled(Channel("public", place.id))
        await settled(self.sandbox)
        self.before = await self.state()

    async def close(self) -> None:
        """Close the table by force."""
        if (await self.host.table(self.table)).phase != "over":
            await self.host.act(self.table, OUTSIDER, consent.end(force=True), action=next(self.actions))

    async def messages(self, name: str) -> list[Message]:
        """Return the messages that someone could click on: public ones about the table, their newest direct messages, and the last
        one that only they saw in either place."""
        world, mine = self.sandbox.world, self.players[name].person.user.id
        dms = [each.id for each in world.channels.values() if each.type is ChannelType.DM and mine in each.recipients]
        found = []
        for channel in (self.channel.id, *dms):
            for audience in (None, mine):
                found += [each for each in world.messages[channel].values() if each.audience == audience][-1:]
        return found

    async def decision(self, name: str) -> int:
        """Return a decision that is open for someone, or if there is none, for another player."""
        if self.phase != "playing":
            return 0
        for person in (self.id(name), *(each.person for each in (await self.host.table(self.table)).awaited)):
            view = await self.host.view(self.table, person)
            if view.decisions:
                return view.decisions[0].id
        return 0

    async def state(self) -> dict[str, Any]:
        """Return everything that someone could have changed."""
        host, table = self.host, await self.host.table(self.table)
        journal = await host._store.journal(self.table)
        own = {}
        for name in EVERYBODY:
            person = self.id(name)
            own[name] = (
                await host.people.said(person, self.table),
                await host.people.settings(person),
                (await host.snapshot(self.table, person)).plan,
            )
        return {"table": table, "journal": [stored.entry for stored in journal], "own": own}

    async def trespasses(self, name: str) -> list[str]:
        """Return the changes that this person had no right to make; after any, set up a new table."""
        before, after = self.before, await self.state()
        old, new = before["table"], after["table"]
        number = next((seat.number for seat in old.seats if seat.person == self.id(name)), None)
        found = [f"said for {each}" for each in EVERYBODY if each != name and before["own"][each] != after["own"][each]]
        if name != MANAGER:
            entries = after["journal"][len(before["journal"]) :]
            found += [f"{entry.kind} by seat {entry.seat}" for entry in entries if entry.seat != number and entry.kind != "stop"]
            found += self._changed_by(name, number, old, new)
        if old.version != new.version or before["own"] != after["own"]:
            await self.close()
            await self.open()
        return found

    def _changed_by(self, name: str, number: int | None, old: TableView, new: TableView) -> list[str]:
        """Return the changes to the table itself that this person had no right to make."""
        found, me = [], self.id(name)
        if old.proposal != new.proposal and new.proposal is not None and new.proposal.by != self.id(name):
            found.append("a proposal in someone else's name")
        if self.phase == "lobby":
            others = [[seat.person for seat in table.seats if seat.person not in (None, self.id(name))] for table in (old, new)]
            if name != HOST and (others[0] != others[1] or new.phase != "lobby"):
                found.append("others' seats")
            if name != HOST and old.options != new.options and new.vetoes.keys() - old.vetoes.keys() != {self.id(name)}:
                found.append("the host's options")
        elif [seat.person for seat in old.seats if seat.person != me] != [
            after.person for before, after in zip(old.seats, new.seats, strict=True) if before.person != me
        ]:  # they can give up their own seat, by deleting their data
            found.append("who sits where")
        return found

    async def hands_of_others(self, name: str) -> list[str]:
        """Return everyone else's hands, in words."""
        if self.phase != "playing":
            return []
        listed = {}
        for each in (HOST, PLAYER):
            view = await self.host.view(self.table, self.id(each))
            told = held(await self.host.table(self.table), view, view.viewer or 0)
            listed[each] = told.partition(":** ")[2]
        return [hand for each, hand in listed.items() if each != name and hand != listed.get(name)]

    async def send(self, name: str, message: Message, custom_id: str, **how: Any) -> Told:
        """Send that as someone; return what the bot tells them."""
        interaction = forge(self.sandbox, self.players[name], message, custom_id, **how)
        await asyncio.wait_for(interaction.answered.wait(), 30.0)
        await settled(self.sandbox)
        self.sandbox.interactions.modals.clear()
        return told(self.sandbox, interaction)


@some_or_all("people", 2, len(EVERYBODY))
@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_every_verb_by_everyone_everywhere_with_anything(
    phase: Phase, people: int, bot: SeneschalBot, sandbox: Sandbox
) -> None:
    """`people`: how many people send each verb; which ones differs from verb to verb."""
    site = Site(sandbox, bot, phase)
    await site.open()
    numbers = count()
    sent = 0
    verbs = [(verb.replace("_", "-"), False) for verb in bot.router._handlers]
    verbs += [(verb.replace("_", "-"), True) for verb in bot.router._written]
    senders = cycle(EVERYBODY)
    for verb, is_window in verbs:
        for name in islice(senders, people):
            number = next(numbers)
            word = WORDS[number % len(WORDS)]
            messages = await site.messages(name)
            message = messages[number // 3 % len(messages)]
            how: dict[str, Any] = {"written": word} if is_window else {"chosen": [word]} if number % 3 == 0 else {}
            table = ("-", "zz", "\x00", site.table)[min(3, number % 9)]
            said = f"s:{table}:{await site.decision(name)}:{verb}:{'' if how else word}"
            answer = await site.send(name, message, said, **how)
            what = f"{said!r} {how} by {name}"
            assert answer.interaction.state == "done", what
            assert "went wrong" not in answer.text, what
            assert await site.trespasses(name) == [], what
            for hand in await site.hands_of_others(name):
                assert hand not in answer.text, what
            if message.channel_id == site.channel.id and message.audience is None and "hand:**" in answer.text:
                assert answer.kept_private, what
            sent += 1
    assert sent > 70 * people


NAMES = (
    "\u202eevil\u2066",
    "\u200b\u2060\ufeff",
    "http://x.example",
    "[a](https://x.example)",
    "@everyone <@1>",
    "**b** ||c|| `d`",
    "# E",
    "👩\u200d👩\u200d👧 ok",
)


async def test_names_are_names_and_nothing_else(bot: SeneschalBot, sandbox: Sandbox, ada: Player, ben: Player) -> None:
    for name in NAMES:
        ada.person.user.global_name, ben.person.user.global_name = name, f"{name}²"
        await ada.command("game new")
        await ben.click("Join", on=await ben.sees("table", button="Join"))
        await ada.click("Start")
        await settled(sandbox)
        await ben.click("Log", on=await ben.sees("piles empty", button="Log"))
        await settled(sandbox)
        told = "\n".join(shown.text for player in (ada, ben) for where in ("#table", "DM") for shown in player.messages(where))
        for meant in ("\u202e", "\u2066", "\u2060", "http://", "https://", "@everyone", "<@1>", "**b** ", "||c||"):
            assert meant not in told, name
        assert "👩\u200d👩\u200d👧 ok" in told or name != NAMES[-1], "what belongs together stays together"
        assert "ada" in told or name != NAMES[1], "someone has a name in any case"
        (table,) = await bot.tables.live()
        assert all(seat.name.strip() for seat in table.seats)
        await bot.tables.act(table.id, OUTSIDER, consent.end(force=True), action=f"end of {name}")
        await settled(sandbox)
