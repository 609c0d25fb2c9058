"""What is stored about a person: exporting it as a file, and deleting it."""

from __future__ import annotations

import asyncio
import json
import threading
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from engine.replay import Export
from storage.__main__ import main
from storage.dossier import pieces
from storage.forgetting import Forgetting
from storage.models import Message
from storage.traces import OWNED, TRACES
from tables import AutoAnswers, Options, Person, Place
from tables.commands import answers, consent, lobby, plans, play, seats
from tables.errors import InProgress, Involved, TooMany
from tables.quotas import PAUSE
from tests.databases import columns, sql, url_of
from tests.tables.kit import ADA, BEN, CLEO, MANAGER, Party, buying, over, refusal_of

ZED = Person(id=987654321012345678, name="Zedekiah")
LATER = Person(id=ZED.id, name="Zedekiah II")
MONEY = buying("Province", "Gold", "Silver")
RUNNING, LOBBY, FINISHED, GIVEN_UP, ALONE, INVITED, TAKEN = (f"t{number}" for number in range(1, 8))
PLACES = {f"t{number}": Place(guild=7, channel=70 + number) for number in range(1, 8)}


async def opened(party: Party, *people: Person, ais: int = 0, **options: Any) -> str:
    """Open the next table for these people, with them in their seats."""
    ((there,),) = sql(party.path, "SELECT count(*) FROM tables")
    id = f"t{there + 1}"
    host, *others = people
    await party.host.new_table(PLACES[id], host, Options(**options), action=party.action())
    if options.get("private"):
        await party.host.act(id, host.id, lobby.invite([each.id for each in others]), action=party.action())
    for each in others:
        await party.host.act(id, each.id, lobby.sit(each), action=party.action())
    for _ in range(ais):
        await party.host.act(id, host.id, lobby.add_ai(), action=party.action())
    return id


async def at_many_tables(party: Party) -> None:
    """Let Zedekiah do everything that people can do, at tables of every kind."""
    host, action = party.host, party.action
    said = AutoAnswers(treasures=True)
    assert await opened(party, ADA, ZED, CLEO, vetoes=True) == RUNNING
    kingdom = (await host.table(RUNNING)).options.kingdom
    await host.act(RUNNING, ZED.id, lobby.veto(kingdom.piles[0]), action=action())
    await host.act(RUNNING, ADA.id, lobby.start(), action=action())
    assert await opened(party, ZED, ADA, BEN, private=True) == LOBBY
    await host.act(LOBBY, ZED.id, lobby.invite([CLEO.id]), action=action())
    assert await opened(party, ADA, ZED) == FINISHED
    await host.act(FINISHED, ADA.id, lobby.start(), action=action())
    party.id = FINISHED
    await party.until(over, MONEY)
    assert await opened(party, ADA, ZED, BEN) == GIVEN_UP
    await host.act(GIVEN_UP, ADA.id, lobby.start(), action=action())
    party.id = GIVEN_UP
    await party.until(lambda table, view: table.turn > 4, MONEY)
    (seat,) = [each.number for each in (await host.table(GIVEN_UP)).seats if each.person == ZED.id]
    await host.act(GIVEN_UP, MANAGER, seats.replace(seat, CLEO, force=True), action=action())
    await party.until(lambda table, view: table.turn > 8, MONEY)
    await host.followers.follow(GIVEN_UP, ZED.id)
    await host.history.share(FINISHED, ZED.id)
    assert await opened(party, ZED, ais=1) == ALONE
    await host.act(ALONE, ZED.id, lobby.start(), action=action())
    assert await opened(party, BEN, ZED, private=True) == INVITED
    await host.act(INVITED, ZED.id, lobby.leave(), action=action())
    assert await opened(party, ADA, BEN, CLEO) == TAKEN
    await host.act(TAKEN, ADA.id, lobby.start(), action=action())
    (seat,) = [each.number for each in (await host.table(TAKEN)).seats if each.person == BEN.id]
    await host.act(TAKEN, MANAGER, seats.replace(seat, ZED, force=True), action=action())
    party.id = RUNNING
    await host.act(RUNNING, ZED.id, answers.set_answers(said), action=action())
    await party.until(lambda table, view: table.turn > 6 and table.awaited[0].person == ADA.id, MONEY)
    await host.act(RUNNING, ADA.id, consent.end(), action=action())
    await host.act(RUNNING, ZED.id, consent.decline(), action=action())
    await host.rename(RUNNING, LATER)
    await host.act(RUNNING, ZED.id, consent.end(), action=action())
    await host.act(RUNNING, ZED.id, plans.set_plan("Silver"), action=action())
    await host.people.set_answers(ZED.id, said, action=action())
    await host.kingdoms.save(7, ZED.id, "Ours", kingdom, action=action())
    await host.messages.keep([Message(table=RUNNING, purpose=f"hand:{ZED.id}", channel=9, message=8, audience=ZED.id)])
    broken = f'{{"person": {ZED.id}, "name": "{ZED.name}"}}'
    sql(
        party.path,
        "INSERT INTO quarantine (source, key, table_id, data, reason) VALUES ('standing', ?, 't9', ?, ?)",
        *(f"t9:{ZED.id}", broken, f"invited.{ZED.id}: why"),
    )
    worded = json.dumps({"wording": f"{ZED.name} plays a Village."})
    sql(party.path, "UPDATE log SET line = json_set(line, '$.public.wording', ?) WHERE number = 3 AND table_id = 't3'", worded)
    sql(party.path, "UPDATE entries SET entry = json_set(entry, '$.undone', json('{}')) WHERE number = 3 AND table_id = 't1'")
    undone = "json_set(json_set(entry, '$.undone.kind', 'worded'), '$.undone.wording', ?)"
    wording = f"{ZED.name} plays a Village."
    sql(party.path, f"UPDATE entries SET entry = {undone} WHERE number = 3 AND table_id = 't1'", wording)


def traces(path: Path) -> dict[tuple[str, str], list[object]]:
    """Return the values that contain Zedekiah's id or name, by column."""
    found: dict[tuple[str, str], list[object]] = {}
    for name, column in columns(path):
        values = [value for (value,) in sql(path, f"SELECT {column} FROM {name}")]
        if hits := [value for value in values if str(ZED.id) in str(value) or ZED.name in str(value)]:
            found[name, column] = hits
    return found


def test_every_column_says_whether_it_is_about_people(tmp_path: Path) -> None:
    """A new column must say whether a person's file includes it, and what their deletion does to it (storage/traces.py)."""

    async def made() -> Path:
        party = Party(tmp_path / "new.db")
        await party.open()
        await party.close()
        return party.path

    declared = {
        (name, column)
        for name, each in TRACES.items()
        for column in (*filter(None, [each.owner]), *each.told, *each.people, *each.others)
    }
    assert declared == set(columns(asyncio.run(made())))
    for each in TRACES.values():
        assert not {*each.others} & {each.owner, *each.told, *each.people}


async def test_nothing_that_is_stored_names_a_person_after_their_deletion(party: Party) -> None:
    await at_many_tables(party)
    await party.host.rematch(FINISHED, ADA.id, action=party.action())  # waits for Zedekiah
    before = traces(party.path)
    named = {(name, column) for name, each in TRACES.items() for column in each.people} - {("notes", "wording")}
    assert before.keys() >= named | set(OWNED.items()), "each kind of trace is there"
    await party.host.own_data.forget(ZED.id)
    assert traces(party.path) == {}
    await party.host.own_data.forget(ZED.id)
    assert traces(party.path) == {}
    await party.close()
    assert await asyncio.to_thread(main, ["check", url_of(party.path)]) == 1, "only the quarantine has something"
    sql(party.path, "DELETE FROM quarantine")
    assert await asyncio.to_thread(main, ["check", url_of(party.path)]) == 0
    await party.open()
    assert traces(party.path) == {}


async def test_others_play_on_after_a_deletion(party: Party) -> None:
    await at_many_tables(party)
    await party.host.own_data.forget(ZED.id)
    host = party.host
    running = await host.table(RUNNING)
    (seat,) = [each for each in running.seats if each.ai is not None]
    assert seat.name == f"Alder for Player {seat.number + 1}" and running.proposal is None
    await party.until(over, MONEY)
    assert not (await host.records.proof(RUNNING)).doubt
    waiting = await host.table(LOBBY)
    assert [each.name for each in waiting.seats] == ["Ada", "Ben"] and waiting.host == ADA.id
    await host.act(LOBBY, ADA.id, lobby.start(), action=party.action())
    assert (await host.table(ALONE)).phase == "over"
    (seat,) = [each for each in (await host.table(GIVEN_UP)).seats if each.person == CLEO.id]
    assert seat.name == f"Cleo for Player {seat.number + 1}"
    (seat,) = [each for each in (await host.table(TAKEN)).seats if each.ai is not None]
    assert seat.name == "Alder for Ben"


async def test_a_finished_game_keeps_its_score_and_proof(party: Party) -> None:
    await at_many_tables(party)
    await party.host.records.proof(FINISHED)
    before = (await party.host.table(FINISHED)).result
    await party.host.own_data.forget(ZED.id)
    for _ in range(2):
        table = await party.host.table(FINISHED)
        (seat,) = [each for each in table.seats if each.name != "Ada"]
        assert (seat.name, seat.person, seat.ai) == (f"Player {seat.number + 1}", None, None)
        assert before is not None and table.result is not None
        assert [each.points for each in table.result.scores] == [each.points for each in before.scores]
        assert {each.name for each in table.result.scores} == {each.name for each in table.seats}
        proof = await party.host.records.proof(FINISHED)
        assert not proof.doubt and ZED.name.encode() not in proof.file
        assert await party.host.records.points_over_turns(FINISHED)
        assert await party.host.log(FINISHED, ADA.id)
        await party.crash()
    again = await party.host.rematch(FINISHED, ADA.id, action=party.action())
    assert [each.name for each in again.table.seats] == ["Ada"]


async def test_a_file_that_is_just_being_made_is_made_again_after_a_deletion(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await at_many_tables(party)
    begun, deleted = threading.Event(), threading.Event()

    def slowly(exported: Export) -> None:
        begun.set()
        deleted.wait(10.0)

    monkeypatch.setattr("tables.records.verify", slowly)
    making = asyncio.create_task(party.host.records.proof(FINISHED))
    await asyncio.to_thread(begun.wait, 10.0)
    await party.host.own_data.forget(ZED.id)
    deleted.set()
    await making
    assert ZED.name.encode() not in (await party.host.records.proof(FINISHED)).file


async def test_a_person_who_comes_back_after_a_deletion_is_new(party: Party) -> None:
    await at_many_tables(party)
    await party.host.own_data.forget(ZED.id)
    host = party.host
    assert (await host.people.settings(ZED.id)).standing == AutoAnswers()
    assert not await host.tables_of(ZED.id) and not await host.history.games(ZED.id, person=ZED.id)
    for id in PLACES:
        assert (await host.snapshot(id, ZED.id)).seat is None
    await host.new_table(Place(guild=7, channel=99), ZED, Options(), action=party.action())
    (table,) = await host.tables_of(ZED.id)
    assert [each.name for each in table.seats] == [ZED.name]


@pytest.mark.parametrize("resigns", [False, True])
async def test_a_manager_whose_data_were_deleted_seats_no_one_in_the_games_that_they_left(party: Party, resigns: bool) -> None:
    """They know one hand, and could have a friend look at another."""
    id = await opened(party, ADA, ZED, BEN)
    await party.host.act(id, ADA.id, lobby.start(), action=party.action())
    if resigns:
        await party.host.act(id, ZED.id, play.resign(), action=party.action())
    await party.host.own_data.forget(ZED.id)
    before = await party.host.table(id)
    with refusal_of(Involved, match="only its players"):
        await party.host.act(id, ZED.id, seats.replace(0, CLEO, force=True), action=party.action())
    assert await party.host.table(id) == before


def rows_at(path: Path, table: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return everything that is stored about a table, except what goes with its people's own data."""
    of = {name: "id" if name == "tables" else "table_id" for name in {*TRACES} - {"actions", "quarantine"}}
    known = {name: column for name, column in of.items() if (name, column) in columns(path)}
    return {name: sorted(sql(path, f"SELECT * FROM {name} WHERE {of} = ?", table), key=repr) for name, of in known.items()}


async def test_a_deletion_that_is_cut_off_leaves_no_table_half_done(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await at_many_tables(party)
    before, done, delete_at = {id: rows_at(party.path, id) for id in PLACES}, list[str](), Forgetting._delete_at

    async def fails(ledger: Forgetting, person: int, tables: list[str]) -> None:
        await delete_at(ledger, person, tables)
        done.extend(tables)
        assert len(done) < 3

    monkeypatch.setattr(Forgetting, "_delete_at", fails)
    with pytest.raises(AssertionError):
        await party.host.own_data.forget(ZED.id)
    left = done[:2]
    for id in PLACES:
        rows = rows_at(party.path, id)
        assert rows == before[id] if id not in left else str(ZED.id) not in str(rows) and ZED.name not in str(rows)
    assert sql(party.path, "SELECT id FROM tables WHERE unsettled") == [], "the games that they have left go on"
    assert (await party.host.people.settings(ZED.id)).standing.treasures
    monkeypatch.undo()
    await party.crash()
    await party.host.own_data.forget(ZED.id)
    assert traces(party.path) == {}


async def test_a_deletion_that_fails_at_its_end_has_removed_the_names(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await at_many_tables(party)
    assert ZED.name.encode() in (await party.host.records.proof(FINISHED)).file
    monkeypatch.setattr("storage.forgetting.Forgetting._unsign_kingdoms", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        await party.host.own_data.forget(ZED.id)
    assert not await party.host.tables_of(ZED.id)
    assert ZED.name.encode() not in (await party.host.records.proof(FINISHED)).file


async def test_a_deletion_holds_up_one_table_at_a_time(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    """Someone might have hundreds of games. Ongoing ones come first: until then, hands are sent to the person."""
    await at_many_tables(party)
    store, held, rest = party.store, list[list[str]](), list[list[str | bytes]]()
    leave, forget = store.leave, store.forget

    async def leaves(table: str, person: int, at: datetime) -> bool:
        held.append([each for each in PLACES if party.host._access.lock(each).locked()])
        return await leave(table, person, at)

    async def forgets(person: int, at: datetime, mentioning: list[str | bytes]) -> list[str]:
        rest.append(mentioning)
        return await forget(person, at, mentioning)

    monkeypatch.setattr(store, "leave", leaves)
    monkeypatch.setattr(store, "forget", forgets)
    await party.host.own_data.forget(ZED.id)
    assert [len(each) for each in held] == [1] * len(PLACES) and rest == [[]]
    assert {id for ids in held[:4] for id in ids} == {RUNNING, LOBBY, ALONE, TAKEN}
    assert traces(party.path) == {}


async def test_what_a_crash_leaves_of_a_deletion_is_done_at_the_start(party: Party) -> None:
    await at_many_tables(party)
    await party.store.forget(ZED.id, party.clock(), await party.store.mentioning(ZED.id))
    await party.crash()
    assert (await party.host.table(ALONE)).phase == "over"
    party.id = RUNNING
    await party.step(MONEY)


async def test_people_who_click_during_a_deletion_are_answered(party: Party) -> None:
    await at_many_tables(party)
    party.id = RUNNING
    results = await asyncio.gather(
        party.host.own_data.forget(ZED.id),
        party.host.own_data.forget(ZED.id),
        party.host.act(RUNNING, ADA.id, play.resign(), action="a"),
        party.host.act(LOBBY, BEN.id, lobby.leave(), action="b"),
        party.host.tables_of(ADA.id),
        return_exceptions=True,
    )
    assert not [each for each in results if isinstance(each, Exception)]
    assert traces(party.path) == {}


async def test_a_table_that_cannot_be_read_names_no_one_either(party: Party) -> None:
    await at_many_tables(party)
    await party.close()
    sql(party.path, "UPDATE tables SET options = '[]' WHERE id IN ('t1', 't3', 't4')")
    sql(party.path, "UPDATE entries SET entry = '{}' WHERE table_id = 't1' AND number = 3")
    sql(party.path, "DELETE FROM log WHERE table_id = 't3' AND number = 3")
    sql(party.path, "UPDATE games SET setup = json_set(setup, '$.players[1]', 'x') WHERE table_id = 't4'")
    await party.open()
    await party.host.own_data.forget(ZED.id)
    assert traces(party.path) == {}


async def file(party: Party, person: Person = ZED) -> dict[str, Any]:
    party.clock.now += PAUSE
    found: dict[str, Any] = json.loads((await party.host.own_data.file(person.id)).content)
    return found


async def test_a_person_reads_everything_that_is_stored_about_them(party: Party) -> None:
    await at_many_tables(party)
    found = await file(party)
    games = {each["id"]: each for each in found["games"]}
    assert games.keys() == {RUNNING, LOBBY, FINISHED, GIVEN_UP, ALONE, INVITED, TAKEN}
    running = games[RUNNING]
    assert running["seat"]["name"] == LATER.name and running["veto"] and running["proposal"]["kind"] == "end"
    assert running["auto_answers"] and running["plans"] and running["messages"] == [{"channel": 9, "message": 8}]
    assert running["pings"] and all(move["kind"] == "answer" for move in running["moves"])
    assert games[LOBBY]["host"] and set(games[LOBBY]["guests"]) == {ADA.id, BEN.id, CLEO.id}
    assert games[INVITED]["invited_by"] == BEN.id
    assert games[GIVEN_UP]["seats_before"][0]["name"] == ZED.name
    assert games[FINISHED]["score"]["name"] == ZED.name
    assert found["settings"][0]["settings"]["standing"] and found["kingdoms"][0]["kingdom"]["name"] == "Ours"
    assert {each["what"] for each in found["actions"]} >= {"new", "standing", "kingdom", "seats"}
    moves = sql(
        party.path, "SELECT count(*) FROM entries WHERE table_id = 't3' AND json_extract(entry, '$.seat') = ?", seat_of(games)
    )
    assert len(games[FINISHED]["moves"]) == moves[0][0]


def seat_of(games: dict[str, Any]) -> int:
    number: int = games[FINISHED]["seat"]["number"]
    return number


async def test_a_file_holds_nothing_that_the_game_hides(party: Party) -> None:
    """Not even how often others did something that no one saw."""
    await at_many_tables(party)
    text = json.dumps(found := await file(party))
    assert party.seed.hex() not in text
    keys = {key for each in found["games"] for key in walked(each)}
    assert not keys & {"version", "decision", "call", "after", "digest", "asked", "epoch", "snapshot", "setup", "seed"}
    before = await file(party, CLEO)
    (given_up,) = [each for each in before["games"] if each["id"] == GIVEN_UP]
    since = sql(party.path, "SELECT json_extract(taken_over, '$.number') FROM seats WHERE table_id = 't4' AND person = 3")[0][0]
    since = int(since)
    assert given_up["moves"]
    theirs = next(each for each in found["games"] if each["id"] == GIVEN_UP)["moves"]
    assert max(each["at"] for each in theirs) < min(each["at"] for each in given_up["moves"])


def walked(content: Any) -> set[str]:
    """Return all keys in JSON."""
    if isinstance(content, list):
        return {key for each in content for key in walked(each)}
    return {*content, *(key for each in content.values() for key in walked(each))} if isinstance(content, dict) else set()


async def test_a_file_that_would_be_too_long_says_what_it_leaves_out(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await at_many_tables(party)
    monkeypatch.setattr("storage.dossier.MOST_MOVES", 200)
    monkeypatch.setattr("storage.dossier.MOST_BYTES", 2_000)
    found = await file(party)
    assert found["left_out"]["moves_in_games"] and found["left_out"]["older_games"]
    assert len(found["games"]) + found["left_out"]["older_games"] == 7


def test_a_large_file_is_put_together_in_pieces() -> None:
    """Everything else in the process waits while one is put together."""
    about = {"person": ZED.id, "games": [{"moves": [[number, "Käse \ud800"] for number in range(20_000)]}]}
    made = [*pieces(about)]
    assert b"".join(made) == json.dumps(about, ensure_ascii=False, indent=1).encode(errors="replace")
    assert max(map(len, made)) < 200_000 < sum(map(len, made))


async def test_a_person_gets_one_file_at_a_time_with_a_pause_in_between(party: Party) -> None:
    await at_many_tables(party)
    first = asyncio.create_task(party.host.own_data.file(ZED.id))
    await asyncio.sleep(0)
    with refusal_of(InProgress, match="already"):
        await party.host.own_data.file(ZED.id)
    await party.host.own_data.file(ADA.id)
    assert (await first).content
    with refusal_of(TooMany, match="just made your file"):
        await party.host.own_data.file(ZED.id)
    party.clock.now += PAUSE
    assert await party.host.own_data.file(ZED.id)


async def test_no_table_waits_while_all_games_are_searched_for_a_person(party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await at_many_tables(party)
    search, held = party.store.mentioning, list[bool]()

    async def searched(person: int) -> list[str | bytes]:
        held.extend(party.host._access.lock(table).locked() for table in PLACES)
        return await search(person)

    monkeypatch.setattr(party.store, "mentioning", searched)
    await party.host.own_data.forget(ZED.id)
    assert held and not any(held) and traces(party.path) == {}


async def test_an_unknown_person_gets_an_empty_file(party: Party) -> None:
    await at_many_tables(party)
    found = await file(party, Person(id=5, name="Eve"))
    assert not any(found[name] for name in ("games", "settings", "actions", "kingdoms"))


async def test_the_command_line_does_the_same(party: Party, capsys: pytest.CaptureFixture[str]) -> None:
    await at_many_tables(party)
    expected = await file(party)
    path, id = url_of(party.path), str(ZED.id)
    assert await asyncio.to_thread(main, ["person", path, id]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed | {"at": 0} == expected | {"at": 0}
    assert await asyncio.to_thread(main, ["person", path, id, "--delete"]) == 2
    assert "Another Seneschal is using" in capsys.readouterr().err
    await party.close()
    assert await asyncio.to_thread(main, ["person", path, id, "--delete"]) == 0
    assert "Tables with them: 7. Live ones among these: 6." in capsys.readouterr().out
    assert traces(party.path) == {}
    await party.open()
    assert (await party.host.table(ALONE)).phase == "over"
    party.id = RUNNING
    await party.step(MONEY)
    assert await asyncio.to_thread(main, ["person", path + "x", id]) == 2
