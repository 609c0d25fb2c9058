"""How long each message lives, and what changes it: one board for each session, and no edit without news."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

import pytest

from cogs import SeneschalBot
from cogs.messages import kinds, outbox
from cogs.messages.kinds import KINDS, BoardMessage, LogMessage, MessageKind, kind_of
from sandbox.components import BUTTON
from sandbox.errors import DiscordError
from sandbox.recorder import Exchange
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from settings import BotSettings
from storage.models import Message
from tables import TableService
from tables.commands import consent, plans, play
from tests.cogs.conftest import connected, hosting
from tests.cogs.game import PILES, Scene
from tests.cogs.kit import Reader
from tests.cogs.test_clicks import begun, shown
from tests.cogs.test_hostile_network import refusing


class Requests:
    """Counts requests from its creation on, except answers to interactions."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox, self._before = sandbox, sandbox.recorder.count

    @property
    def made(self) -> list[Exchange]:
        made = self._sandbox.recorder.exchanges[
            -(self._sandbox.recorder.count - self._before) or len(self._sandbox.recorder.exchanges) :
        ]
        return [each for each in made if each.path.startswith("/channels/")]

    @property
    def kinds(self) -> Counter[str]:
        return Counter(each.method for each in self.made)


def in_channel(player: Player) -> list[Shown]:
    return [one for one in player.messages("#table") if not one.ephemeral]


def later(sandbox: Sandbox) -> None:
    """Let an hour pass."""
    sandbox.world.put_forward(3600)


async def end_turn(sandbox: Sandbox, me: Reader) -> None:
    await me.player.click("End turn", on=shown(me))
    await settled(sandbox)


async def play_treasures(host: TableService, player: Player) -> None:
    """Play a player's Treasures without ending their turn."""
    (table,) = await host.live()
    person = int(player.person.user.id)
    decision = next(each for each in (await host.view(table.id, person)).decisions if each.kind == "turn")
    await host.act(table.id, person, play.answer(decision.id, ["treasures"]), action=f"treasures of {player.name}")
    await settled(player.sandbox)


@pytest.mark.usefixtures("bot")
async def test_a_turn_is_one_edit_of_the_board_and_one_new_hand(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    me, other = await begun(sandbox, ada, ben)
    for turn in range(4):
        before, requests = in_channel(ada), Requests(sandbox)
        await end_turn(sandbox, me)
        assert requests.kinds == Counter({"PATCH": 1, "POST": 1, "DELETE": 1}), turn
        assert [one.id for one in in_channel(ada)] == [one.id for one in before]
        me, other = other, me
    assert f"**{me.player.name} 2:** buys nothing" in in_channel(ada)[-1].text


@pytest.mark.usefixtures("bot")
async def test_with_more_players_a_turn_takes_no_more_requests(sandbox: Sandbox, host: TableService) -> None:
    scene = Scene(sandbox, host, *(Player(sandbox, name) for name in ("Ada", "Ben", "Cleo")))
    await scene.begin(*PILES, ais=1)
    for _ in range(5):
        (me,) = [each for each in scene.players if "End turn" in (await scene.panel(each)).buttons]
        requests = Requests(sandbox)
        await me.click("End turn", on=await scene.panel(me))
        await settled(sandbox)
        assert sum(requests.kinds.values()) <= 3, requests.made


@pytest.mark.usefixtures("bot")
async def test_after_a_pause_the_old_board_becomes_the_log_of_its_turns(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    me, other = await begun(sandbox, ada, ben)
    old = in_channel(ada)[-1]
    requests = Requests(sandbox)
    later(sandbox)
    await end_turn(sandbox, me)
    assert requests.kinds == Counter({"PATCH": 1, "POST": 2, "DELETE": 1})
    log, board = in_channel(ada)[-2:]
    assert log.id == old.id and log.text == f"**{me.player.name} 1:** buys nothing"
    assert not log.buttons and [one["type"] for one in log.json["components"]] == [10], "plain text, without a box"
    assert board.text.startswith(f"### {other.player.name}'s turn 1") and "My hand" in board.buttons
    await end_turn(sandbox, other)
    assert [one.id for one in in_channel(ada)[-2:]] == [log.id, board.id], "the new board is young"


@pytest.mark.usefixtures("bot")
async def test_the_old_board_becomes_a_log_though_discord_fails_at_first(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "RETRIES", (0.02,))
    me, _ = await begun(sandbox, ada, ben)
    old = in_channel(ada)[-1]

    def turned(exchange: Exchange) -> bool:
        return exchange.method == "PATCH" and old.id in exchange.path

    failed = refusing(sandbox, monkeypatch, turned, DiscordError(503, 0, "Unavailable"))
    later(sandbox)
    await end_turn(sandbox, me)
    log, board = in_channel(ada)[-2:]
    assert failed and log.id == old.id and log.text == f"**{me.player.name} 1:** buys nothing"
    assert "piles empty" in board.text


@pytest.mark.usefixtures("bot")
async def test_an_old_board_that_has_shown_no_whole_turn_goes(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    before = in_channel(ada)
    later(sandbox)
    await play_treasures(host, me.player)
    now = in_channel(ada)
    assert len(now) == len(before) and now[-1].id != before[-1].id
    assert [one.id for one in now[:-1]] == [one.id for one in before[:-1]]


async def test_a_restart_decides_the_same(sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player) -> None:
    """A turn ends while the bot can't post; after the restart, the board goes by the time when the turn ended."""
    for old in (False, True):
        async with hosting(settings, clock=sandbox.world.clock) as host:
            async with connected(sandbox, host, settings):
                me, _ = await begun(sandbox, ada, ben)
                board = in_channel(ada)[-1]
            (table,) = await host.live()
            person = int(me.player.person.user.id)
            decision = next(iter((await host.view(table.id, person)).decisions))
            if old:
                later(sandbox)
            await host.act(table.id, person, play.answer(decision.id, ["end"]), action=f"unseen {old}")
        async with hosting(settings) as host, connected(sandbox, host, settings):
            await settled(sandbox)
            assert (in_channel(ada)[-1].id != board.id) is old
            (table,) = await host.live()
            await host.act(table.id, 1, consent.end(force=True), action=f"over {old}")
            await settled(sandbox)


@pytest.mark.usefixtures("bot")
async def test_an_undo_takes_turns_out_of_the_log(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    me, other = await begun(sandbox, ada, ben)
    later(sandbox)
    await end_turn(sandbox, me)
    log = in_channel(ada)[-2]
    await me.player.click("More…", on=shown(me))
    await me.player.click("Ask to undo…", where="DM")
    await me.player.click("Undo the end of my turn", on=await me.player.sees("### Ask to undo", where="DM"))
    await settled(sandbox)
    await other.player.click("Agree", on=shown(other))
    await settled(sandbox)
    assert log.id not in [one.id for one in in_channel(ada)], "it tells nothing any more"
    assert in_channel(ada)[-1].text.startswith(f"### {me.player.name}'s turn 1")


@pytest.mark.usefixtures("bot")
async def test_at_the_end_the_board_becomes_a_log_and_the_score_is_new(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    me, _ = await begun(sandbox, ada, ben)
    await end_turn(sandbox, me)
    board = in_channel(ada)[-1]
    await ben.command("game resign")
    await ben.click("Resign")
    await settled(sandbox)
    log, score = in_channel(ada)[-2:]
    assert log.id == board.id and f"**{me.player.name} 1:** buys nothing" in log.text and "Ben resigns" in log.text
    assert "Rematch" in score.buttons


# what changes a message


async def rests(sandbox: Sandbox, host: TableService, *names: str) -> tuple[Scene, Player, Player]:
    """Return a game in which the first of two is on turn, with nothing to play but Treasures."""
    scene = Scene(sandbox, host, *(Player(sandbox, name) for name in names))
    await scene.begin(*PILES)
    me, other = (await scene.in_turn_order())[:2]
    return scene, me, other


@pytest.mark.usefixtures("bot")
async def test_others_moves_and_plans_change_no_hand(sandbox: Sandbox, host: TableService) -> None:
    scene, me, other = await rests(sandbox, host, "Ada", "Ben")
    resting = await scene.panel(other)
    requests = Requests(sandbox)
    await play_treasures(host, me)
    changed = Counter((each.method, each.path.split("/")[2]) for each in requests.made)
    own = (await scene.panel(me)).json["channel_id"]
    assert changed == Counter([("PATCH", me.channel("#table").id), ("PATCH", own)]), (str(resting), str(await scene.panel(other)))
    requests = Requests(sandbox)
    await host.act(scene.id, int(other.person.user.id), plans.set_plan("Buy Silver"), action="a plan")
    await settled(sandbox)
    assert [each.path.split("/")[2] for each in requests.made] == [resting.json["channel_id"]], "a plan is its owner's alone"


@pytest.mark.usefixtures("bot")
async def test_a_refusal_stays_until_there_is_something_else_to_say(sandbox: Sandbox, host: TableService) -> None:
    scene = Scene(sandbox, host, *(Player(sandbox, name) for name in ("Ada", "Ben", "Cleo")))
    await scene.begin(*PILES)
    me, *_ = await scene.in_turn_order()
    stale = await scene.panel(me)
    await play_treasures(host, me)
    await me.click("End turn", on=stale, stale=True)
    told = await scene.panel(me)
    assert "moved on" in told.text
    requests = Requests(sandbox)
    for each in scene.players:
        if each is not me:
            await host.act(scene.id, int(each.person.user.id), plans.set_plan("Buy Silver"), action=f"plan of {each.name}")
    await settled(sandbox)
    assert me.now(told).text == told.text, "others' private steps don't show"
    assert told.json["channel_id"] not in [each.path.split("/")[2] for each in requests.made]


async def test_after_a_restart_nothing_is_edited_that_says_the_same(
    sandbox: Sandbox, settings: BotSettings, ada: Player, ben: Player
) -> None:
    async with hosting(settings) as host:
        async with connected(sandbox, host, settings):
            me, other = await begun(sandbox, ada, ben)
            stale = shown(me)
            await play_treasures(host, me.player)
            await me.player.click("End turn", on=stale, stale=True)
            await settled(sandbox)
            told = shown(me)
        (table,) = await host.live()
        await host.act(table.id, int(other.player.person.user.id), plans.set_plan("Buy Silver"), action="unseen")
    requests = Requests(sandbox)
    async with hosting(settings) as host, connected(sandbox, host, settings):
        await settled(sandbox)
    assert me.player.now(told).text == told.text and "moved on" in told.text
    assert {each.path.split("/")[2] for each in requests.made if each.method != "GET"} == {shown(other).json["channel_id"]}


@pytest.mark.usefixtures("bot")
async def test_a_hand_leads_to_the_channel_wherever_its_board_is(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    _, other = await begun(sandbox, ada, ben)
    (link,) = [one["url"] for one in shown(other).components(BUTTON) if one["label"] == "Board"]
    assert link.endswith(f"/{ada.channel('#table').id}")


# the names of messages


def test_every_kind_is_read_as_it_was_written() -> None:
    for word, kind in KINDS.items():
        made = kind(*range(3, 3 + len(fields(kind))))
        assert made.purpose.startswith(word)
        assert kind_of(Message(table="t", purpose=made.purpose, channel=1, message=2)) == made
    for purpose in ("", "t12", "board", "board:x:1", "board:1", "log:1:2:3", "xyzzy"):
        assert kind_of(Message(table="t", purpose=purpose, channel=1, message=2)) is None


def test_nonces_are_short_enough_and_differ() -> None:
    made: list[MessageKind] = [kind(*range(len(fields(kind)))) for kind in KINDS.values()]
    nonces = {kinds.nonce("0123456789", f"{each.name} at {10**20}") for each in made}
    assert len(nonces) == len(made) and all(len(each) <= 25 for each in nonces)
    assert BoardMessage(2, 7).name == BoardMessage(2, 9).name, "a game that went on meanwhile finds the board that was sent"
    assert LogMessage(1, 2).name != LogMessage(1, 3).name


async def test_messages_of_the_old_life_cycle_are_taken_over(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    (table,) = await host.live()
    (board,) = [each for each in await host.messages.of(table.id) if isinstance(kind_of(each), BoardMessage)]
    await host.messages.keep([board.model_copy(update={"shows": ""})])
    before = [one.id for one in in_channel(ada)]
    await end_turn(sandbox, me)
    assert [one.id for one in in_channel(ada)] == before


async def test_a_move_compares_no_messages_however_many_logs_a_game_has(
    bot: SeneschalBot, sandbox: Sandbox, host: TableService, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, _ = await begun(sandbox, ada, ben)
    (table,) = await host.live()
    log = Message(table=table.id, purpose=LogMessage(1, 1).purpose, channel=table.place.id, message=1, shows="old", final=True)
    logs = [log.model_copy(update={"message": number}) for number in range(1, 101)]
    await host.messages.keep(logs)
    compared: list[Message] = []

    def equal(one: Message, other: object) -> bool:
        compared.append(one)
        return one is other

    monkeypatch.setattr(Message, "__eq__", equal)
    await end_turn(sandbox, me)
    assert len(compared) < len(logs)
