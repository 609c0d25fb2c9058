"""The process ends at any moment, and another one starts: no one notices."""

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import DecisionView, LogLine, View
from storage.models import Change
from storage.store import Store
from tables import AutoAnswers, Options, TableView
from tables.command import Command
from tables.commands import answers, lobby
from tables.commands import play as playing
from tests.databases import special_store
from tests.soak import some_or_all
from tests.tables.kit import ADA, BEN, PEOPLE, Party, buying, over

pytestmark = pytest.mark.both

KINGDOM = ("Cellar", "Market", "Merchant", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Workshop")


class Whims:
    """Gives random legal answers that make progress."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def __call__(self, view: View, decision: DecisionView) -> Sequence[str]:
        ids = [option.id for option in decision.options for _ in range(option.count)]
        if decision.kind == "turn":
            best = [id for id in ids if id in ("treasures", "buy:Province", "buy:Gold")]
            going_on = [id for id in ids if id not in ("end", "buys", "buy:Curse", "buy:Copper")]
            return [self.chance.choice(best or going_on or ids)]
        return self.chance.sample(ids, self.chance.randint(decision.minimum, decision.maximum))


async def everything(party: Party, turn: int | None = None) -> tuple[TableView, list[View], list[list[LogLine]], list[Any]]:
    """Return everything that anyone can see of the table, and everyone's pings, sent or not. `turn`: only that turn of the log."""
    seats = (None, *(person.id for person in PEOPLE))
    views = [await party.host.view(party.id, person) for person in seats]
    logs = [await party.host.log(party.id, person, turn) for person in seats]
    calls = [(call.version, call.seat, call.person, call.decision) for call in await party.host.messages.calls()]
    return await party.table(), views, logs, calls


async def play(path: Path, *, crashing: int = 0) -> tuple[TableView, list[View], list[list[LogLine]], list[Any]]:
    """Play a whole game, with a crash after every `crashing` answers (0: without crashes)."""
    party = Party(path, seed=5)
    await party.open()
    await party.lobby(people=2, ais=1, options=Options(kingdom=KINGDOM))
    for person in (ADA, BEN):
        await party.host.act(party.id, person.id, answers.set_answers(AutoAnswers(react="ask")), action=party.action())
    await party.host.act(party.id, ADA.id, lobby.start(), action=party.action())
    whims = Whims(1)
    given = 0
    while (await party.table()).phase == "playing":
        await party.step(whims)
        given += 1
        if crashing and given % crashing == 0:
            turn = (await party.table()).turn
            before = await everything(party, turn)
            await party.crash()
            assert await everything(party, turn) == before
    end = await everything(party)
    await party.close()
    return end


@some_or_all("every", 5, 1)
async def test_a_crash_after_any_answer_of_a_whole_game(tmp_path: Path, every: int) -> None:
    crashing = await play(tmp_path / "crashing.db", crashing=every)
    undisturbed = await play(tmp_path / "undisturbed.db")

    def timeless(end: tuple[TableView, list[View], list[list[LogLine]], list[Any]]) -> tuple[Any, ...]:
        table, views, logs, calls = end
        return table.model_dump(exclude={"created", "started", "ended"}), views, logs, calls

    assert timeless(crashing) == timeless(undisturbed)


class Dying(Store):
    """A store whose process dies right after a commit, before any listener hears of it."""

    dying = False

    async def commit(self, change: Change) -> None:
        await super().commit(change)
        if self.dying:
            raise KeyboardInterrupt


@pytest.mark.parametrize("again", ["the same click", "a second click"])
async def test_a_crash_between_commit_and_tell(party: Party, again: str) -> None:
    await party.close()
    dying = special_store(Dying, party.path)
    await party.open(dying)
    await party.start()
    person = await party.awaited()
    decision = (await party.decision(person)).id
    dying.dying = True
    done = Command("answer", lambda work: work.answer(*seat_and(work), "person"))
    with pytest.raises(KeyboardInterrupt):
        await party.host._access.do(party.id, person, done, "the same click")
    await party.crash()
    outcome = await party.host.act(party.id, person, playing.answer(decision, ["end"]), action=again)
    assert outcome.repeated and outcome.table.turn == 2, "it was done; the person is shown what came of it"
    (call,) = await party.host.messages.calls()
    assert call.person != person, "the next player is called by the restarted bot"


def seat_and(work: Any) -> tuple[int, int, list[str]]:
    """Return the seat on turn, its decision, and that it ends the turn."""
    (decision,) = work.game.decisions
    return decision.decider, decision.id, ["end"]


async def test_an_ai_that_owed_an_answer_is_woken(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.advance.SLICE", 0)
    await party.start(people=1, ais=1)
    if any(a.person for a in (await party.table()).awaited):
        await party.say(ADA.id, "end")
    table = await party.table()
    assert [a.person for a in table.awaited] == [None], "the person's move counts; the AI waits"
    monkeypatch.undo()
    await party.crash()
    assert await party.awaited() == ADA.id
    (call,) = await party.host.messages.calls()
    assert call.person == ADA.id
    await party.until(over, buying("Province", "Gold", "Silver"))


async def test_ais_that_play_on_and_on_let_others_in_between(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.advance.SLICE", 1)

    async def looks() -> int:
        """Return how many states of the game Ada can see until it is her turn."""
        seen = set()
        while [each.person for each in (await party.table()).awaited] != [ADA.id]:
            seen.add((await party.host.snapshot(party.id, ADA.id)).table.version)
            await asyncio.sleep(0)
        return len(seen)

    await party.start(people=1, ais=5)
    await looks()
    await party.say(ADA.id, "end")
    assert await looks() > 5 and {update.what for update in party.updates[-5:]} == {"ai"}
