"""Two worlds whose games in progress differ only in hidden things look the same in everything that can be looked up about finished
games: lists, pages, replays, stories, statistics, ratings, files, suggestions, and games that play on from a finished one. So do
two in which someone played with different people who aren't listed."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import pytest

from cogs.panels.blocks import Id
from cogs.panels.history import briefly
from engine import Game
from engine.save import Setup
from sandbox.components import BUTTON, SELECTS
from sandbox.testing import Player, Shown, settled
from settings import BotSettings
from storage.models import kingdom_of
from tables import Options, Place
from tables.commands import lobby, plans, play, seats
from tests.cogs.game import PILES, Scene, collecting
from tests.cogs.hostile import forge
from tests.cogs.kit import buy_and_end, manager
from tests.cogs.test_history import Evenings
from tests.cogs.test_hostile_leaks import ID, Calm, Seen, seen_by, world
from tests.cogs.test_what_if import finish, person_of
from tests.past import keep, season
from tests.soak import some_of

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
COPPERS = ((5, 3), (3, 4))
"""How many Coppers the players have in hand when the game in progress starts, in each world."""
LEADS_AWAY = {"rematch", "save", "effects", "playon", "pictures"}
"""Verbs of buttons that don't show anything kept after a game."""
LOOKS = {
    *("history", "record", "export", "scoremore", "decks", "points", "file", "log", "replay", "replay-post", "story"),
    *("stats", "stats-cards", "stats-openings", "stats-rating", "stats-versus", "leaderboard", "whatif", "whatifat"),
}
"""Verbs that must be among those pressed."""
NUMBERED = re.compile(r"<\d+>")
begin = Game.new


class Press(NamedTuple):
    """A button, or a menu's choice."""

    id: str
    chosen: str | None

    @property
    def meaning(self) -> tuple[Id, str | None]:
        """Return what it does, wherever it is."""
        return Id.parse(self.id)._replace(page=0, instead=False), self.chosen


def presses_on(shown: Shown) -> list[Press]:
    """Return what can be pressed on a message."""
    buttons = [Press(one["custom_id"], None) for one in shown.components(BUTTON) if "custom_id" in one and not one.get("disabled")]
    return buttons + [Press(menu["custom_id"], each["value"]) for menu in shown.components(*SELECTS) for each in menu["options"]]


def starting(coppers: Sequence[int]) -> Callable[[Setup, bytes], Game]:
    """Return the start of a game in which the players have this many Coppers in hand."""

    def new(setup: Setup, seed: bytes) -> Game:
        games = (begin(setup, number.to_bytes(32, "big")) for number in count())
        return next(game for game in games if held(game) == [*coppers])

    return new


def held(game: Game) -> list[int]:
    return [sum(copy.card.name == "Copper" for copy in player.hand) for player in game.core.players]


async def finished_games(scene: Scene) -> str:
    """Create finished games of all kinds; return the latest one that was played to its end."""
    sandbox, host = scene.sandbox, scene.host
    evenings = Evenings(sandbox, host)
    people = {name: evenings.person(name).id for name in ("Ada", "Ben", "Cleo", "Dan")}
    await keep(host._access.store, *season(people, NOW, int(evenings.guild.id), games=8))
    await host.people.set_listed(people["Dan"], listed=False, action="unlisted")
    await evenings.game("Ada", "Ben", private=True)
    await evenings.game("Ben", "Cleo")
    return (await finish(sandbox, host, *scene.players, turns=3)).id


async def running_game(scene: Scene, number: int, monkeypatch: pytest.MonkeyPatch, turns: int) -> str:
    """Start a game that differs between the worlds in its seed, hands, decks and plans, and after some `turns` in everything
    else."""
    with monkeypatch.context() as patch:
        patch.setattr(Game, "new", starting(COPPERS[number]))
        await scene.begin(*PILES)
    _, other = await scene.in_turn_order()
    await scene.host.act(scene.id, person_of(other), plans.set_plan(("Silver", "Smithy")[number]), action="plan")
    if turns:
        await scene.bring(lambda views: views["Ada"].turn > turns, collecting(*(("Silver", "Village"), ("Smithy", "Moat"))[number]))
    await settled(scene.sandbox)
    return scene.id


class Look:
    """Someone who opens everything that can be seen of finished games. `most`: how often they press each kind of control (None:
    always)."""

    def __init__(self, scene: Scene, player: Player, most: int | None) -> None:
        self.scene, self.player, self.most = scene, player, most
        self.files: dict[str, bytes] = {}
        self.pressed: Counter[str] = Counter()
        self._waiting: deque[Press] = deque()
        self._known: set[tuple[Id, str | None]] = set()

    async def all(self, *unlisted: str) -> None:
        """Use the commands in all ways, then press everything they lead to. `unlisted`: ask about these, too."""
        ids = {name: self.scene.sandbox.person(name).user.id for name in ("Ada", "Ben", "Dan", *unlisted)}
        asked: list[dict[str, Any]] = [{}, {"server": True}, {"card": "Militia"}, {"player": ids["Ben"], "opponent": ids["Ada"]}]
        asked += [{"player": ids["Ada"]}, {"player": ids["Dan"]}, {"opponent": ids["Ben"]}]
        asked += [{"player": ids[one], "opponent": ids[two]} for name in unlisted for one, two in (("Ben", name), (name, "Ben"))]
        for command, options in [("leaderboard", {}), *((each, one) for each in ("history", "stats") for one in asked)]:
            await self.player.command(command, **options)
            self._gather()
        for command in ("history", "stats"):
            await self.player.suggestions(command, "card", card="mi")
        while self._waiting:
            await self._press(self._waiting.popleft())

    async def _press(self, press: Press) -> None:
        verb = Id.parse(press.id).verb
        if verb in LEADS_AWAY or self.pressed[verb] == self.most:
            return
        if verb == "record" and str(press.chosen).startswith("g"):  # from the season: a record without a game
            return
        self.pressed[verb] += 1
        self.scene.host.exports._files.forget(person_of(self.player))
        chosen = None if press.chosen is None else [press.chosen]
        message = self.player.person.message(self._messages()[-1].id)
        await forge(self.scene.sandbox, self.player, message, press.id, chosen=chosen).answered.wait()
        await settled(self.scene.sandbox)
        self._gather()

    def _messages(self) -> list[Shown]:
        return [shown for shown in self.player.messages() if shown.ephemeral]

    def _gather(self) -> None:
        """Record what else can be pressed now, and keep the files."""
        for shown in self._messages():
            for press in presses_on(shown):
                if press.meaning not in self._known:
                    self._known.add(press.meaning)
                    self._waiting.append(press)
            for attached in shown.json["attachments"]:
                stored = self.scene.sandbox.world.attachment(attached["url"].split("/")[-2], attached["filename"])
                assert stored is not None
                self.files |= unpacked(f"{shown.id} {stored.filename}", stored.data)


def unpacked(name: str, content: bytes) -> dict[str, bytes]:
    """Return a file; for a zip, the files in it."""
    if not name.endswith(".zip"):
        return {name: content}
    with ZipFile(BytesIO(content)) as pack:
        return {f"{name}/{each}": pack.read(each) for each in pack.namelist()}


async def play_on(scene: Scene, player: Player, game: str) -> None:
    """Play on from a finished game, and take a turn there."""
    message = player.person.message(next(shown for shown in reversed(player.messages()) if shown.ephemeral).id)
    await forge(scene.sandbox, player, message, str(Id(game, 0, "playon", "5/0"))).answered.wait()
    await buy_and_end(player, "buy:Copper", on=await scene.panel(player))
    await settled(scene.sandbox)


class Sight(NamedTuple):
    """What someone has seen, and the contents of files."""

    told: Seen
    files: list[str]


async def seen_of_history(scene: Scene, game: str, most: int | None) -> dict[str, Sight]:
    """Return what the players of a game in progress, a stranger and a manager see of finished games, and of games that play on."""
    found = {}
    for player in (*scene.players, Calm(scene.sandbox, "Cleo"), Calm(scene.sandbox, manager(scene.sandbox).name)):
        since, look = scene.sandbox.recorder.count, Look(scene, player, most)
        await look.all()
        assert look.pressed.keys() >= LOOKS, LOOKS - look.pressed.keys()
        looked = scene.sandbox.recorder.count
        await play_on(scene, player, game)
        told = seen_by(scene.sandbox, player, since, looked)
        told |= {f"{place}, played on": in_any_order(seen) for place, seen in seen_by(scene.sandbox, player, looked).items()}
        found[player.name] = Sight(
            {place: [nameless(scene, each) for each in requests] for place, requests in told.items()},
            [nameless(scene, content.decode(errors="backslashreplace")) for content in look.files.values()],
        )
    return found


def in_any_order(requests: Sequence[str]) -> list[str]:
    """Return what was told by two workers in the same place: the board and the hand of a game in direct messages. Which comes first
    is up to chance."""
    return sorted(NUMBERED.sub("<id>", each) for each in requests)


def nameless(scene: Scene, told: str) -> str:
    """Return what was told without Discord's ids (in any form), which differ between runs, and without sizes that depend on how
    well these compress."""
    for user in scene.sandbox.world.users.values():
        told = told.replace(user.id, user.name).replace(str(briefly(int(user.id))), user.name)
    return re.sub(r"(?<=\.zip', )\d+", "", ID.sub("<id>", told))


@some_of("most, turns", [(2, 0)], [(None, 0), (None, 6)])
async def test_nothing_from_a_running_game_reaches_what_is_kept_about_finished_ones(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int | None, turns: int
) -> None:
    worlds, hands, public = list[dict[str, Sight]](), list[object](), list[object]()
    settings = settings.model_copy(update={"pictures": most is None})
    for number in range(2):
        async with world(settings, tmp_path / f"{number}.db", monkeypatch) as scene:
            monkeypatch.setattr(scene.host._access, "clock", lambda: NOW)
            monkeypatch.setattr(scene.host.look_ups, "_most", 1000)
            game = await finished_games(scene)
            running = await running_game(scene, number, monkeypatch, turns)
            hands.append([(await scene.view(player)).players for player in scene.players])
            public.append((await scene.host.view(running, None)).players)
            worlds.append(await seen_of_history(scene, game, most))
            assert f":{running}:" not in str(worlds[-1]), "it is in nothing that leads on"
    assert hands[0] != hands[1], "they do differ"
    assert turns or public[0] == public[1], "no one else can see that"
    one, two = worlds
    for name, sight in one.items():
        for place, requests in sight.told.items():
            for told, told_too in zip(requests, two[name].told[place], strict=True):
                assert told == told_too, f"{name} can tell in {place}"
        assert sight == two[name]


async def games_of_ben_and(name: str, scene: Scene) -> None:
    """Let Ben play with someone: in the open, at a private table that both share, before and after a substitute."""
    host, evenings = scene.host, Evenings(scene.sandbox, scene.host)
    ada, ben, other = map(evenings.person, ("Ada", "Ben", name))
    await evenings.game("Ben", name)
    game = await evenings.game("Ben", name, private=True)
    for person in (ben, other):
        await host.history.share(game, person.id)
    for first, second in ((ada, other), (other, ada)):
        channel = scene.sandbox.world.add_channel(evenings.guild, f"before-{second.name}")
        place, options = Place(guild=int(evenings.guild.id), channel=int(channel.id)), Options(kingdom=kingdom_of(PILES))
        game = (await host.new_table(place, ben, options, action=f"new {first}")).table.id
        await host.act(game, first.id, lobby.sit(first), action=f"sit {first}")
        await host.act(game, ben.id, lobby.start(), action=f"start {first}")
        seat = (await host.table(game)).seat_of(first.id)
        assert seat is not None
        await host.act(game, 1, seats.replace(seat.number, second, force=True), action=f"replace {first}")
        await host.act(game, ben.id, play.resign(), action=f"resign {first}")
    await settled(scene.sandbox)


async def test_others_cant_tell_who_played_with_an_unlisted_person(
    settings: BotSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = list[Sight]()
    for name in ("Dan", "Eve"):
        async with world(settings.model_copy(update={"pictures": False}), tmp_path / f"{name}.db", monkeypatch) as scene:
            monkeypatch.setattr(scene.host._access, "clock", lambda: NOW)
            monkeypatch.setattr(scene.host.look_ups, "_most", 1000)
            there = scene.sandbox.world
            there.join(next(iter(there.guilds.values())), there.add_user("Eve"))
            for each in ("Dan", "Eve"):
                await scene.host.people.set_listed(int(scene.sandbox.person(each).user.id), listed=False, action=each)
            await games_of_ben_and(name, scene)
            since, look = scene.sandbox.recorder.count, Look(scene, Calm(scene.sandbox, "Cleo"), 3)
            await look.all("Dan", "Eve")
            told = seen_by(scene.sandbox, look.player, since)
            worlds.append(
                Sight(
                    {place: [nameless(scene, each) for each in requests] for place, requests in told.items()},
                    [nameless(scene, content.decode(errors="backslashreplace")) for content in look.files.values()],
                )
            )
    one, two = worlds
    for request, other in zip(one.told["table"], two.told["table"], strict=True):
        assert request == other
    assert one == two
