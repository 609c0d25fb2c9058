"""Two people click at the same moment, or one clicks twice: each gets an answer, each action counts once, and everyone sees the
result."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import combinations_with_replacement, islice
from typing import NamedTuple

import pytest

from cogs import SeneschalBot
from cogs.messages.kinds import BoardMessage, kind_of
from sandbox.components import walk
from sandbox.model import Interaction, Message
from sandbox.server import Sandbox
from sandbox.testing import settled
from settings import BotSettings
from tables import Person
from tables.commands import consent, lobby, play
from tests.cogs.hostile import forge, told
from tests.cogs.test_hostile import HOST, MANAGER, PLAYER, WATCHER, Phase, Site
from tests.databases import kept_from_writing
from tests.soak import some_or_all
from tests.tables.kit import MANAGER as OUTSIDER

pytestmark = pytest.mark.both


class Deed(NamedTuple):
    """Someone's click: who clicks on what, with which argument."""

    who: str
    verb: str
    arg: str = ""


NOW, NEXT = "the one waited for", "the other one"
DEEDS: dict[Phase, tuple[Deed, ...]] = {
    "lobby": (
        *(Deed(WATCHER, "join"), Deed(MANAGER, "accept"), Deed(PLAYER, "leave"), Deed(HOST, "leave"), Deed(HOST, "ai")),
        *(
            Deed(HOST, "start"),
            Deed(HOST, "reroll"),
            Deed(PLAYER, "vetoed", "Moat"),
            Deed(HOST, "opt", "private=yes"),
            Deed(HOST, "close"),
        ),
    ),
    "playing": (
        *(Deed(NOW, "do", "end"), Deed(NOW, "do", "treasures"), Deed(NOW, "resign"), Deed(NEXT, "resign"), Deed(NEXT, "end")),
        *(Deed(NOW, "agree"), Deed(NEXT, "decline"), Deed(MANAGER, "endnow"), Deed(NEXT, "hand"), Deed(NOW, "undo")),
    ),
    "over": (
        Deed(HOST, "rematch"),
        Deed(PLAYER, "rematch"),
        Deed(PLAYER, "rematch", "new"),
        Deed(MANAGER, "points"),
        Deed(HOST, "save"),
    ),
}


@pytest.fixture
def settings(settings: BotSettings) -> BotSettings:
    """Allow a table for each pair of clicks."""
    return settings.model_copy(update={"new_tables_per_day": 1_000})


@some_or_all("every", 3, 1)
@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_two_clicks_in_the_same_moment(phase: Phase, every: int, bot: SeneschalBot, sandbox: Sandbox) -> None:
    site = Site(sandbox, bot, phase)
    for deeds in islice(combinations_with_replacement(DEEDS[phase], 2), None, None, every):
        await site.open()
        if any(deed.verb in ("agree", "decline") for deed in deeds):
            await bot.tables.act(site.table, site.id(PLAYER), consent.end(), action=next(site.actions))
            await settled(sandbox)
        table = await bot.tables.table(site.table)
        waited_for = next((name for name in (HOST, PLAYER) if table.waits_for(site.id(name))), HOST)
        names = {NOW: waited_for, NEXT: HOST if waited_for == PLAYER else PLAYER}
        clicks = []
        for who, verb, arg in deeds:
            name = names.get(who, who)
            decision = table.proposal.number if verb in ("agree", "decline") and table.proposal else await site.decision(name)
            message = (await site.messages(name))[0]
            clicks.append(forge(sandbox, site.players[name], message, f"s:{site.table}:{decision}:{verb}:{arg}"))
        await asyncio.gather(*(click.answered.wait() for click in clicks))
        await settled(sandbox)
        sandbox.interactions.modals.clear()
        for click in clicks:
            assert click.state == "done", deeds
            assert "went wrong" not in told(sandbox, click).text, deeds
        await shows_what_is(site, deeds)
        await site.close()
        for each in await bot.tables.live():
            await bot.tables.act(each.id, OUTSIDER, consent.end(force=True), action=next(site.actions))


async def shows_what_is(site: Site, deeds: tuple[Deed, ...]) -> None:
    """Check that the channel shows the current state, exactly once."""
    bot, table = site.bot, await site.bot.tables.table(site.table)
    assert [seat.number for seat in table.seats] == [*range(len(table.seats))], deeds
    kept = await bot.tables.messages.of(site.table)
    assert len(kept) == len({message.purpose for message in kept}), deeds
    for message in kept:
        shown = site.sandbox.world.messages[site.channel.id][str(message.message)]
        told = "\n".join(str(one["content"]) for one in walk(shown.components) if "content" in one)
        if message.purpose == "lobby" and table.started is None:
            assert told == (await bot.desk.lobby(table)).panel.text, deeds
        elif isinstance(kind_of(message), BoardMessage):
            assert told == (await bot.desk.board(table)).panel.text, deeds
    assert sum(each.before == site.table for each in await bot.tables.live()) <= 1, deeds


async def test_everything_that_one_person_sets_together_is_set(bot: SeneschalBot, sandbox: Sandbox) -> None:
    site = Site(sandbox, bot, "lobby")
    await site.open()
    message, verbs = (await site.messages(HOST))[0], ("set-wait", "set-order")
    clicks = [forge(sandbox, site.players[HOST], message, f"s:-:0:{verb}:yes") for verb in verbs]
    await asyncio.gather(*(click.answered.wait() for click in clicks))
    await settled(sandbox)
    now = await bot.tables.people.said(site.id(HOST))
    assert (now.wait, now.order) == (True, True)


async def test_liking_and_dropping_cards_together_loses_nothing(bot: SeneschalBot, sandbox: Sandbox) -> None:
    site = Site(sandbox, bot, "lobby")
    await site.open()
    person, player = site.id(HOST), site.players[HOST]
    await bot.tables.people.set_likes(person, ban=["Moat", "Witch"], like=[], action=next(site.actions))
    message = (await site.messages(HOST))[0]
    dropped = forge(sandbox, player, message, "s:-:0:unlike:", chosen=["ban:Moat"])
    await asyncio.gather(player.command("game likes", like="Village"), dropped.answered.wait())
    await settled(sandbox)
    now = await bot.tables.people.settings(person)
    assert (now.ban, now.like) == (("Witch",), ("Village",))


@asynccontextmanager
async def slow_disk(settings: BotSettings) -> AsyncIterator[list[Interaction]]:
    """Hold up writing for a moment, and wait until the clicks listed here are answered."""
    clicks: list[Interaction] = []
    async with kept_from_writing(settings.database):
        yield clicks
        await asyncio.sleep(0.3)
    await asyncio.gather(*(click.answered.wait() for click in clicks))


async def of_their_own(site: Site) -> dict[str, Message]:
    """Return a private message for each of two people in a lobby: clicks on the lobby itself would wait for one another."""
    own = {}
    for name, verb in ((PLAYER, "kingdom"), (HOST, "lobbymore")):
        forge(site.sandbox, site.players[name], (await site.messages(name))[0], f"s:{site.table}:0:{verb}:")
        await settled(site.sandbox)
        own[name] = next(each for each in await site.messages(name) if each.audience is not None)
    return own


async def test_a_veto_survives_an_option_set_together_with_it(bot: SeneschalBot, sandbox: Sandbox, settings: BotSettings) -> None:
    site = Site(sandbox, bot, "lobby")
    await site.open()
    own = await of_their_own(site)
    pile = (await bot.tables.table(site.table)).options.kingdom.piles[0]
    async with slow_disk(settings) as clicks:
        clicks.append(forge(sandbox, site.players[PLAYER], own[PLAYER], f"s:{site.table}:0:vetoed:", chosen=[pile]))
        await asyncio.sleep(0.05)
        clicks.append(forge(sandbox, site.players[HOST], own[HOST], f"s:{site.table}:0:opt:max_seats", chosen=["5"]))
    await settled(sandbox)
    table = await bot.tables.table(site.table)
    assert table.vetoes == {site.id(PLAYER): pile} and pile not in table.options.kingdom.names
    assert table.options.max_seats == 5


async def test_everything_that_one_person_sets_in_two_places_is_set(
    bot: SeneschalBot, sandbox: Sandbox, settings: BotSettings
) -> None:
    site = Site(sandbox, bot, "playing")
    await site.open()
    public, private, *_ = (await site.messages(HOST))[::-1]
    sets = (
        (("set-react:", "never"), ("set-wait:", "yes")),
        (("set-reaction:Moat=ask", None), ("set-reaction:Guard Dog=never", None)),
        (("always:Moat:play=yes", None), ("always:Cellar:play=no", None)),
    )
    for both in sets:
        async with slow_disk(settings) as clicks:
            for message, (verb, value) in zip((public, private), both, strict=True):
                chosen = None if value is None else [value]
                clicks.append(forge(sandbox, site.players[HOST], message, f"s:{site.table}:0:{verb}", chosen=chosen))
                await asyncio.sleep(0.05)
        await settled(sandbox)
    said = await bot.tables.people.said(site.id(HOST), site.table)
    assert said.model_dump(exclude_none=True) == {
        "react": "never",
        "wait": True,
        "reactions": {"Moat": "ask", "Guard Dog": "never"},
        "answers": {"Moat:play": "yes", "Cellar:play": "no"},
    }


@pytest.mark.parametrize("first", ["set", "join"])
async def test_settings_for_all_games_outlast_a_note_on_direct_messages(
    first: str, bot: SeneschalBot, sandbox: Sandbox, settings: BotSettings
) -> None:
    site = Site(sandbox, bot, "lobby")
    await site.open()
    person, message = site.id(WATCHER), (await site.messages(HOST))[0]
    await bot.tables.people.note_dm(person, closed=True)
    ids = ["s:-:0:set-wait:yes", f"s:{site.table}:0:join:"]
    async with slow_disk(settings) as clicks:
        for id in ids if first == "set" else ids[::-1]:
            chosen = None if "join" in id else ["yes"]
            clicks.append(forge(sandbox, site.players[WATCHER], message, id, chosen=chosen))
            await asyncio.sleep(0.05)
    await settled(sandbox)
    now = await bot.tables.people.settings(person)
    assert (now.standing.wait, now.dm_closed) == (True, False)
    assert await bot.tables._store.settings(person) == now
    assert site.id(WATCHER) in [seat.person for seat in (await bot.tables.table(site.table)).seats]


async def test_no_person_is_removed_in_place_of_an_ai(bot: SeneschalBot, sandbox: Sandbox, settings: BotSettings) -> None:
    """A seat's number changes if someone before it leaves in the meantime."""
    site = Site(sandbox, bot, "lobby")
    await site.open()
    own, newcomer = await of_their_own(site), Person(id=site.id(WATCHER), name=WATCHER)
    await bot.tables.act(site.table, site.id(HOST), lobby.add_ai(), action=next(site.actions))
    await bot.tables.act(site.table, newcomer.id, lobby.sit(newcomer), action=next(site.actions))
    await settled(sandbox)
    async with slow_disk(settings) as clicks:
        clicks.append(forge(sandbox, site.players[PLAYER], own[PLAYER], f"s:{site.table}:0:leave:"))
        await asyncio.sleep(0.05)
        clicks.append(forge(sandbox, site.players[HOST], own[HOST], f"s:{site.table}:0:unai:"))
    await settled(sandbox)
    assert [seat.name for seat in (await bot.tables.table(site.table)).seats] == [HOST, "Dan", WATCHER]


async def test_two_undos_of_one_move_undo_one(bot: SeneschalBot, sandbox: Sandbox, settings: BotSettings) -> None:
    site = Site(sandbox, bot, "playing")
    await site.open()
    table = await bot.tables.table(site.table)
    name = next(each for each in (HOST, PLAYER) if table.waits_for(site.id(each)))
    for move in ("play:Copper", "play:Copper"):
        answered = play.answer(await site.decision(name), [move])
        await bot.tables.act(site.table, site.id(name), answered, action=next(site.actions))
    await settled(sandbox)
    decision, messages = await site.decision(name), await site.messages(name)
    async with slow_disk(settings) as clicks:
        for message in (messages[0], messages[-1]):
            clicks.append(forge(sandbox, site.players[name], message, f"s:{site.table}:{decision}:undo:"))
            await asyncio.sleep(0.05)
    await settled(sandbox)
    assert (await bot.tables.view(site.table, site.id(name))).coins == 1
