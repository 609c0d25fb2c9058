"""A turn in one line, made from the data of the log's lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cogs.desk import Desk
from cogs.panels import log
from cogs.panels.concerns import kept, turns_about
from cogs.panels.lines import once
from cogs.panels.recap import last_move, lately, news, own_turn
from cogs.panels.turn_lines import rows, turn_lines
from engine import LogLine
from tables.models import AutoAction, OwnLine, SeatView
from tests.lag import measured
from tests.tables.kit import Party, buying

SEATS = tuple(
    SeatView(number=number, name=name, person=None if ai else number, ai=ai, resigned=False)
    for number, (name, ai) in enumerate({"Ada": None, "Ben": None, "Cleo": None, "Alder": "kingdom", "Briar": "kingdom"}.items())
)
ADA, BEN, CLEO, ALDER, BRIAR = range(5)


def entry(kind: str, seat: int, turn: int = 1, **more: Any) -> LogLine:
    """Return a line of the log."""
    return LogLine(turn=turn, kind=kind, seat=seat, **more)


def told(
    *entries: LogLine, seats: Sequence[SeatView] = SEATS[:3], reader: int | None = None, going_on: int | None = None
) -> list[str]:
    return rows(turn_lines(entries, seats, reader, going_on), seats)


TITLE = entry("turn", BEN, amount=6)
MILITIA = (TITLE, entry("play", BEN, card="Militia"), entry("play", BEN, amount=5))
SILVER = entry("buy", BEN, card="Silver", amount=5)


def discards(seat: int, *cards: str, **more: Any) -> LogLine:
    return entry("discard", seat, count=2, cards=cards, **more)


def test_what_was_played_and_what_was_bought_with_how_much() -> None:
    assert told(*MILITIA, SILVER) == ["**Ben 6:** Militia, $5 → Silver"]
    assert told(*MILITIA, SILVER, SILVER) == ["**Ben 6:** Militia, $5 → 2 Silvers"]
    assert told(TITLE) == ["**Ben 6:** buys nothing"]
    assert told(TITLE, entry("play", BEN, amount=3, potions=1), entry("buy", BEN, card="Familiar", amount=3, potions=1)) == [
        "**Ben 6:** $3 and Potion → Familiar"
    ]


def test_a_purchase_says_by_how_much_it_was_overpaid() -> None:
    herald = entry("buy", BEN, card="Herald", amount=6), entry("overpay", BEN, amount=2)
    assert told(*MILITIA, *herald) == ["**Ben 6:** Militia, $6 → Herald (overpaid by $2)"]
    assert told(*MILITIA, *herald, herald[0], *herald) == ["**Ben 6:** Militia, $6 → 2 Heralds (overpaid by $2 each), Herald"]


def test_what_is_put_onto_a_pile_is_named_with_it() -> None:
    tax = entry("buy", BEN, card="Tax", amount=5), entry("burden", BEN, by="Tax", pile="Silver", amount=2)
    assert told(*MILITIA, *tax) == ["**Ben 6:** Militia, $5 → Tax; puts 2 debt on the Silver pile"]
    embargo = entry("play", BEN, card="Embargo"), entry("token", BEN, by="Embargo", token="Embargo", pile="Gold", amount=1)
    assert told(TITLE, *embargo, SILVER) == ["**Ben 6:** Embargo, $5 → Silver; puts 1 Embargo token on the Gold pile"]
    assert own_turn((*MILITIA, *tax), BEN, SEATS[:3]).endswith("→ Tax; you put 2 debt on the Silver pile")
    assert told(*MILITIA, SILVER, entry("token", BEN, token="Coffers", amount=1)) == ["**Ben 6:** Militia, $5 → Silver"]


def test_plain_treasures_are_left_out_others_are_not() -> None:
    assert told(TITLE, entry("play", BEN, card="Copper"), entry("get", BEN, amount=1)) == ["**Ben 6:** $1; buys nothing"]
    assert told(TITLE, entry("play", BEN, card="Crown"), entry("get", BEN, amount=1)) == ["**Ben 6:** Crown, $1; buys nothing"]


def test_a_turn_that_goes_on_says_so() -> None:
    assert told(TITLE, going_on=1) == ["**Ben 6:** …"]
    assert told(TITLE, entry("play", BEN, card="Village"), going_on=1) == ["**Ben 6:** Village …"]
    assert told(*MILITIA, SILVER, going_on=1) == ["**Ben 6:** Militia, $5 → Silver …"]


def test_what_several_others_did_alike_is_one_sentence() -> None:
    assert told(*MILITIA, discards(ADA), SILVER) == ["**Ben 6:** Militia, $5 → Silver; Ada discards 2"]
    assert told(*MILITIA, discards(ADA), discards(CLEO), SILVER) == ["**Ben 6:** Militia, $5 → Silver; the others discard 2"]
    assert told(*MILITIA[:2], entry("reveal", ADA, cards=("Moat",), count=1), entry("gain", CLEO, card="Curse")) == [
        "**Ben 6:** Militia; buys nothing; Ada reveals a Moat; Cleo gains a Curse"
    ]


def test_its_reader_is_you_and_learns_which_cards() -> None:
    seen = discards(ADA, "Estate", "Estate")
    assert told(*MILITIA, seen, SILVER, reader=ADA) == ["**Ben 6:** Militia, $5 → Silver; you discard 2 Estates"]
    assert told(*MILITIA, seen, discards(CLEO), SILVER, reader=ADA)[0].endswith("; you discard 2 Estates; Cleo discards 2")
    assert told(*MILITIA, discards(CLEO), seen, reader=ADA)[0].endswith("; you discard 2 Estates; Cleo discards 2"), (
        "you come first"
    )


def test_what_some_did_alike_appears_once() -> None:
    alike = (*MILITIA, discards(ADA), discards(ALDER), entry("reveal", CLEO, cards=("Moat",), count=1), SILVER)
    assert told(*alike, seats=SEATS[:4]) == ["**Ben 6:** Militia, $5 → Silver; Ada and Alder discard 2; Cleo reveals a Moat"]
    curses = [entry("gain", seat, card="Curse") for seat in (ADA, CLEO, ALDER)]
    assert told(*MILITIA, SILVER, *curses, seats=SEATS[:4], reader=CLEO) == [
        "**Ben 6:** Militia, $5 → Silver; you gain a Curse; Ada and Alder gain a Curse"
    ]


def test_what_a_player_reveals_and_discards_is_one_sentence() -> None:
    diplomat = entry("reveal", ADA, cards=("Diplomat",), count=1), discards(ADA), discards(ADA)
    assert told(*MILITIA, SILVER, *diplomat) == ["**Ben 6:** Militia, $5 → Silver; Ada reveals a Diplomat and discards 4"]


def test_a_reaction_played_on_anothers_turn_is_in_its_line() -> None:
    entries = (*MILITIA, SILVER, *[entry("play", ADA, card="Pirate", depth=2)] * 2)
    assert told(*entries) == ["**Ben 6:** Militia, $5 → Silver; Ada plays 2 Pirates"]
    assert told(*entries, reader=ADA) == ["**Ben 6:** Militia, $5 → Silver; you play 2 Pirates"]


def test_what_a_player_loses_and_gains_is_one_sentence() -> None:
    def exchange(seat: int, trashed: str, gained: str) -> tuple[LogLine, LogLine]:
        return entry("trash", seat, cards=(trashed,), count=1), entry("gain", seat, card=gained)

    swindler = (TITLE, entry("play", BEN, card="Swindler"), SILVER, *exchange(ADA, "Curse", "Copper"))
    played = "**Ben 6:** Swindler, $5 → Silver; "
    assert told(*swindler, *exchange(CLEO, "Gold", "Gold"), reader=CLEO) == [
        f"{played}you trash a Gold and gain a Gold; Ada trashes a Curse and gains a Copper"
    ]
    assert told(*swindler, *exchange(CLEO, "Curse", "Copper")) == [f"{played}the others trash a Curse and gain a Copper"]
    assert told(*swindler, entry("gain", CLEO, card="Copper")) == [
        f"{played}Ada trashes a Curse and gains a Copper; Cleo gains a Copper"
    ]
    assert told(*swindler[:3], discards(ADA), entry("gain", ADA, card="Curse"), reader=ADA) == [
        f"{played}you discard 2 and gain a Curse"
    ]
    assert told(*MILITIA, SILVER, *exchange(BEN, "Estate", "Gold"))[0].endswith("; trashes an Estate and gains a Gold")


def test_a_reader_sees_their_last_turn() -> None:
    done = (*MILITIA, SILVER, entry("trash", BEN, cards=("Copper",), count=1), entry("gain", BEN, card="Gold"))
    assert own_turn(done, BEN, SEATS[:3]) == "-# **Your last turn:** Militia, $5 → Silver; you trash a Copper and gain a Gold"
    assert own_turn((TITLE,), BEN, SEATS[:3]) == "-# **Your last turn:** you buy nothing"
    owing = [entry("debt", BEN, amount=amount) for amount in (-1, 8, -4)]
    assert own_turn((*MILITIA, *owing), BEN, SEATS[:3]).endswith("; you pay 5 debt; you take 8 debt")


def test_without_room_for_all_effects_those_about_the_reader_stay() -> None:
    def passes(seat: int, other: int, *cards: str) -> LogLine:
        return entry("pass", seat, depth=1, by="Masquerade", other=other, count=1, cards=cards)

    played = [
        entry("turn", BEN, amount=6),
        entry("play", BEN, card="Masquerade"),
        entry("draw", BEN, depth=1, by="Masquerade", count=2, cards=("Torturer", "Copper")),
        passes(BEN, CLEO, "Copper"),
        *(passes(seat, seat + 1) for seat in (CLEO, ALDER)),
        passes(BRIAR, ADA),
        passes(ADA, BEN, "Wishing Well"),
    ]
    assert last_move(played, BEN, SEATS, BEN) == (
        "**Masquerade:** you draw a Torturer and a Copper, you pass a Copper to Cleo, Cleo passes 1 card to Alder, …, "
        "Ada passes a Wishing Well to you"
    )
    assert last_move(played[:5], BEN, SEATS, BEN).endswith("Cleo passes 1 card to Alder"), "there is room for all"


def test_a_move_with_hundreds_of_effects_is_summed_up_quickly() -> None:
    effects = [entry("reveal", CLEO, depth=2, by="Rabble", cards=("Estate",) * 3, count=3) for _ in range(800)]
    with measured() as spent:
        told = last_move([entry("turn", BEN, amount=6), entry("play", BEN, card="King's Court"), *effects], BEN, SEATS, BEN)
    assert told.endswith("Cleo reveals 3 Estates, …") and spent.seconds < 0.05


@pytest.mark.parametrize(("what", "card"), [("no-reaction", "Watchtower"), ("reveal", "Moat")])
def test_a_turn_with_hundreds_of_auto_answers_is_summed_up_quickly(what: Any, card: str) -> None:
    did = AutoAction(what=what, cards=(card,))
    entries: list[LogLine] = []
    for _ in range(400):
        entries.append(OwnLine(number=0, turn=1, kind="standing", seat=CLEO, did=did))
        entries.append(entry("reveal", CLEO, depth=2, by="Witch", cards=(card,), count=1))
        entries += [entry("gain", ADA, depth=2, by="Witch", card="Curse")] * 8
    with measured() as spent:
        told = once(entries)
    assert len(told) == (len(entries) if what == "no-reaction" else len(entries) - 400)
    assert spent.seconds < 0.05


def test_without_room_for_all_turns_those_about_the_reader_stay() -> None:
    entries = [
        *(entry("turn", CLEO, 1, amount=1), entry("gain", ADA, 1, card="Curse")),
        *(each for turn in range(2, 9) for each in (entry("turn", BEN, turn, amount=turn), entry("buy", BEN, turn, card="Gold"))),
        entry("discard", ADA, 8, amount=2, late=2),
    ]
    lines = turn_lines(entries, SEATS[:3], ADA)
    assert turns_about(entries, ADA) == {1, 2}
    assert [line.turn for line in kept(lines, turns_about(entries, ADA), 4)] == [1, 2, 7, 8]
    assert kept(lines, (), 99) == lines
    assert lately(entries, ADA, SEATS[:3]).splitlines()[0] == "-# **Cleo 1:** buys nothing; you gain a Curse"


def test_what_an_auto_answer_did_twice_since_the_last_turn_appears_once() -> None:
    did = AutoAction(what="no-reaction", cards=("Diplomat",))
    again = [OwnLine(turn=turn, depth=1, kind="standing", seat=ADA, did=did) for turn in (2, 2, 3)]
    assert news(again, ADA, SEATS) == "-# Auto-answer: didn't use Diplomat (see /settings)."


def test_what_an_attack_does_late_is_with_its_turn() -> None:
    late = entry("discard", ADA, 2, count=2, late=1)
    assert told(*MILITIA, SILVER, entry("turn", CLEO, 2, amount=6), late, going_on=2) == [
        "**Ben 6:** Militia, $5 → Silver; Ada discards 2",
        "**Cleo 6:** …",
    ]


@pytest.mark.parametrize(
    ("happened", "said"),
    [
        (entry("trash", BEN, cards=("Estate",), count=1), "trashes an Estate"),
        (entry("gain", BEN, card="Gold"), "gains a Gold"),
        (entry("exchange", BEN, card="Silver"), "takes a Silver in exchange"),
        (entry("vp", BEN, amount=3), "gets 3 VP"),
        (entry("debt", BEN, amount=8), "takes 8 debt"),
        (entry("debt", BEN, amount=-3), "pays 3 debt"),
        (entry("resign", BEN), "Ben resigns"),
    ],
)
def test_the_line_says_what_lasts(happened: LogLine, said: str) -> None:
    assert told(*MILITIA, SILVER, happened) == [f"**Ben 6:** Militia, $5 → Silver; {said}"]


@pytest.mark.parametrize("kind", ["draw", "shuffle", "look", "topdeck", "phase", "undo"])
def test_what_passes_is_left_to_the_log(kind: str) -> None:
    assert told(*MILITIA, entry(kind, BEN, amount=3), SILVER) == ["**Ben 6:** Militia, $5 → Silver"]
    assert told(*MILITIA, entry(kind, ADA, amount=1), SILVER, reader=ADA) == ["**Ben 6:** Militia, $5 → Silver"]


def test_anothers_turn_that_someone_plays() -> None:
    title = entry("turn", BEN, possessor=ADA)
    assert told(title, entry("buy", BEN, card="Gold", amount=6), entry("gain", ADA, card="Gold")) == [
        "**Ada plays Ben's turn:** $6 → Gold; Ada gains a Gold"
    ]
    assert told(title, reader=BEN)[0].startswith("**Ada plays your turn:**")
    assert told(title, reader=ADA)[0].startswith("**You play Ben's turn:**")


def test_a_card_that_was_played_as_another_says_so() -> None:
    assert told(TITLE, entry("play", BEN, card="Overlord"), entry("become", BEN, card="Mine")) == [
        "**Ben 6:** Overlord as Mine; buys nothing"
    ]


def test_turns_of_ais_share_a_line_where_they_fit() -> None:
    alder, briar = entry("turn", ALDER, 1, amount=5), entry("turn", BRIAR, 2, amount=5)
    assert told(alder, briar, seats=SEATS) == ["**Alder 5:** buys nothing · **Briar 5:** buys nothing"]
    many = [entry("play", ALDER, card=card) for card in ("Village", "Market", "Smithy")]
    assert len(told(alder, *many, briar, seats=SEATS)) == 2
    assert len(told(entry("turn", ADA, 1), entry("turn", BEN, 2), seats=SEATS)) == 2, "people have their own"


async def test_of_thousands_of_turns_only_those_are_read_that_have_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party(tmp_path / "long.db")
    await party.open()
    await party.start()
    await party.until(lambda table, view: table.turn > 60, buying("Nothing"))
    desk, seen, read = Desk(party.host, None), await party.host.snapshot(party.id, None), list[object]()
    monkeypatch.setattr(log, "PAGE", 600)
    everything = await desk.past(seen, 1, 60)
    recorded = party.store.log

    async def noted(table: str, turns: range | None = None) -> Any:
        read.append(turns)
        return await recorded(table, turns)

    monkeypatch.setattr(party.store, "log", noted)
    monkeypatch.setattr(log, "MOST", 30)
    assert await desk.past(seen, 1, 60) == everything
    assert len(read) <= 30
    await party.close()


def test_a_loss_names_its_cause_unless_the_line_has_named_it() -> None:
    sunk = entry("trash", BEN, card=None, cards=("Gold",), count=1, by="Corsair", depth=1)
    assert told(TITLE, entry("play", BEN, amount=6), sunk, SILVER) == ["**Ben 6:** $6 → Silver; trashes a Gold (Corsair)"]
    played = entry("play", BEN, card="Corsair")
    assert told(TITLE, played, sunk, going_on=1) == ["**Ben 6:** Corsair; trashes a Gold …"]
    buys = entry("buy", BEN, card="Wharf", amount=5)
    cursed = entry("gain", BEN, depth=1, card="Curse", by="Blockade")
    assert told(TITLE, buys, cursed, reader=BEN) == ["**Ben 6:** $5 → Wharf; gains a Curse (Blockade)"]
    gold = entry("gain", BEN, card="Gold", by="Bandit")
    assert told(TITLE, entry("play", BEN, card="Bandit"), gold, cursed, reader=ADA) == [
        "**Ben 6:** Bandit; buys nothing; gains a Gold and a Curse (Blockade)"
    ]
    assert own_turn((TITLE, buys, cursed), BEN, SEATS).endswith("$5 → Wharf; you gain a Curse (Blockade)")
    assert last_move((TITLE, buys, cursed), BEN, SEATS, BEN) == "You buy Wharf, you gain a Curse (Blockade)"
    assert last_move((TITLE, played, sunk), BEN, SEATS, BEN) == "**Corsair:** you trash a Gold"


def test_a_card_played_again_is_still_one_card() -> None:
    first, again = entry("play", BEN, card="Clerk"), entry("play", BEN, card="Clerk", again=True)
    assert told(TITLE, first, again, going_on=1) == ["**Ben 6:** Clerk twice …"]
    assert told(TITLE, first, again, again, going_on=1) == ["**Ben 6:** Clerk 3 times …"]
    assert told(TITLE, first, first, again, going_on=1) == ["**Ben 6:** 2 Clerks (3 plays) …"]
    assert told(TITLE, first, first, going_on=1) == ["**Ben 6:** 2 Clerks …"]
