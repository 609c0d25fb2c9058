"""Games are stored as data without sentences, so the texts, and their language, can change."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from engine import recommended_sets
from engine.card import CARDS
from engine.piles import PILES
from engine.words import VP_TOKENS
from tables import AutoAnswers
from tables.commands import answers, consent, plans, play
from tests.databases import all_rows
from tests.tables.kit import ADA, BEN, PEOPLE, Party, buying, holds

TWO_WORDS = re.compile(r"\w\W* \W*\w")
NAMES = {*CARDS, *PILES, VP_TOKENS, "First Game", *(each.name for each in recommended_sets()), *(person.name for person in PEOPLE)}
WRITTEN = "Province, else Gold"
"""A plan, in its owner's words."""


def strings(content: Any) -> Iterator[str]:
    """Yield all strings in parsed JSON."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        yield from (text for pair in content.items() for each in pair for text in strings(each))
    elif isinstance(content, list):
        yield from (text for each in content for text in strings(each))


def parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def sentences(party: Party) -> list[str]:
    """Return everything stored that has several words and isn't a name."""
    found = []
    for table, rows in all_rows(party.path).items():
        for row in rows:
            texts = [text for value in row if isinstance(value, str) for text in strings(parsed(value))]
            words = (text.rpartition(":")[2] for text in texts if text != WRITTEN)
            found += [f"{table}: {text}" for text in words if TWO_WORDS.search(text) and text not in NAMES]
    return found


async def test_nothing_that_is_stored_about_a_game_is_a_sentence(party: Party) -> None:
    await party.start(people=3, ais=1)
    wanted = buying("Militia", "Moat", "Silver")
    for person in PEOPLE:
        said = AutoAnswers(react="never", treasures=True, wait=True, discards=("Curse", "Estate", "Copper", "Silver", "Militia"))
        await party.host.act(party.id, person.id, answers.set_answers(said), action=party.action())
    await party.until(holds("Militia"), wanted)
    me = await party.awaited()
    await party.say(me, "play:Militia")
    await party.host.act(party.id, me, play.undo(), action=party.action())
    for person in PEOPLE:
        if person.id != me:
            await party.host.act(party.id, person.id, plans.set_plan(WRITTEN), action=party.action())
    assert not sentences(party)
    await party.until(lambda table, view: table.turn > 12, wanted)
    me = await party.awaited()
    turn = next(loss for loss in await party.host.undo_costs(party.id, me) if loss.to == "my-turn")
    await party.host.act(party.id, me, consent.propose_undo(turn.to, mark=turn.mark), action=party.action())
    assert not sentences(party)
    other = next(person.id for person in PEOPLE if person.id != me)
    await party.host.act(party.id, other, consent.decline(), action=party.action())
    await party.host.act(party.id, PEOPLE[2].id, play.resign(), action=party.action())
    for person in (ADA, BEN):
        await party.host.act(party.id, person.id, consent.end(), action=party.action())
    table = await party.table()
    assert table.result is not None and table.result.ending.kind == "agreed"
    assert not sentences(party)
    _, notes = await party.store.log(party.id)
    told = {note.did.what for note in notes if note.did is not None} | {note.says.what for note in notes if note.says is not None}
    assert {"treasures", "plan-stopped", "declined"} <= told, "something is stored that sentences were once kept for"
