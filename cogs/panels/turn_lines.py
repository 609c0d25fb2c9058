"""Turns in one line each: what was played, what was bought with how much, and other lasting changes that everyone could see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cogs import text
from cogs.text import turn_lines as words
from engine import LogLine, card_facts
from engine.words import cost_in_words, listed, played_as, tokens
from tables.models import SeatView

SHARED = 45
"""How long, in letters, a line with several turns can be."""
PAID = "paid"
"""The kind of change for debt that was paid off: the log has it as a negative amount of debt."""

CAUSED = ("trash", "gain", "discard")
"""Changes that come with the card that caused them, unless the turn's line names that anyway."""
PAIRS = (("trash", "gain"), ("discard", "gain"), ("reveal", "discard"))
"""Which changes of one seat share a sentence."""


class TurnLine(NamedTuple):
    """A turn in one line: its number in the game, its seat, and the text."""

    turn: int
    seat: int
    text: str


@dataclass
class TurnSummary:
    """The summary of a turn's lines. `repeats`: the places in `played` at which a card was played again; `stood_for`: what cards
    were played as; `overpaid`: by how much, by the place in `bought`; `coins`, `potions`: the most money there was; `changes`: what
    else happened, by kind and seat."""

    title: LogLine
    played: list[str] = field(default_factory=list)
    bought: list[str] = field(default_factory=list)
    repeats: list[int] = field(default_factory=list)
    stood_for: set[str] = field(default_factory=set)
    overpaid: dict[int, str] = field(default_factory=dict)
    coins: int | None = None
    potions: int = 0
    changes: dict[tuple[str, int], list[LogLine]] = field(default_factory=dict)


def turn_lines(
    entries: Iterable[LogLine], seats: Sequence[SeatView], reader: int | None = None, going_on: int | None = None
) -> list[TurnLine]:
    """Return a line for each turn whose title is among these entries, as the seat `reader` may know them (None: a spectator);
    `going_on`: the unfinished turn. An Attack's late effects count for the turn in which it was played."""
    return [
        TurnLine(number, each.title.seat or 0, told(each, seats, reader, over=number != going_on))
        for number, each in summaries(entries).items()
    ]


def summaries(entries: Iterable[LogLine]) -> dict[int, TurnSummary]:
    """Return the summary of each turn whose title is among these entries, by its number in the game."""
    turns: dict[int, TurnSummary] = {}
    for entry in entries:
        if entry.kind == "turn":
            turns[entry.turn] = TurnSummary(entry)
        elif (of := turns.get(entry.turn if entry.late is None else entry.late)) is not None:
            note(of, entry)
    return turns


def note(turn: TurnSummary, entry: LogLine) -> None:
    """Add a line of the log to a turn's summary."""
    seat, player = entry.seat, turn.title.seat
    if seat is None:
        return
    if seat == player and entry.kind in ("play", "get", "buy") and entry.amount is not None:
        turn.coins = max(turn.coins or 0, entry.amount)
        turn.potions = max(turn.potions, entry.potions)
    if entry.kind == "play" and seat == player:
        if entry.card is not None and not is_plain_treasure(entry.card):
            turn.played.append(entry.card)
            turn.repeats += [len(turn.played) - 1] * entry.again
    elif entry.kind == "become":
        if entry.card is not None and seat == player and turn.played:
            turn.played[-1] = played_as(turn.played[-1], entry.card)
            turn.stood_for.add(entry.card)
    elif entry.kind == "buy":
        if entry.card is not None:
            turn.bought.append(entry.card)
    elif entry.kind == "overpay":
        turn.overpaid[len(turn.bought) - 1] = cost_in_words(entry.amount or 0, entry.potions, 0)
    elif entry.kind in words.CHANGES and counts(entry, player):
        turn.changes.setdefault((PAID if is_paid(entry) else entry.kind, seat), []).append(entry)


def counts(entry: LogLine, player: int | None) -> bool:
    """Return whether something other than playing and buying is worth mentioning: whatever lasts, and the effects of an Attack."""
    match entry.kind:
        case "play":
            return entry.card is not None and not entry.again
        case "discard" | "draw":
            return entry.seat != player and bool(entry.count)
        case "gain":
            return entry.card is not None and not entry.bought
        case "reveal":
            return len(entry.cards) == 1 and entry.seat != player and "Reaction" in card_facts(entry.cards[0]).types
        case "vp":
            return entry.amount is not None and entry.amount > 0
        case "debt":
            return bool(entry.amount)
        case "token":
            return entry.pile is not None
    return True


def is_paid(entry: LogLine) -> bool:
    """Return whether a line is about debt that was paid off."""
    return entry.kind == "debt" and (entry.amount or 0) < 0


def is_plain_treasure(card: str) -> bool:
    """Return whether a card only gives coins."""
    facts = card_facts(card)
    return facts.types == ("Treasure",) and facts.plain


def told(turn: TurnSummary, seats: Sequence[SeatView], reader: int | None, *, over: bool, head: str | None = None) -> str:
    """Return a turn's line; `head`: its beginning, if it says that the turn is the reader's."""
    yours = head is not None
    head = head or title(turn.title, seats, reader)
    again = Counter(turn.played[place] for place in turn.repeats)
    played = [words.plays(card, number - again[card], number) for card, number in Counter(turn.played).items()]
    if turn.coins or turn.bought or over:
        played += filter(None, [words.money(turn.coins, turn.potions)])
    bought = [words.buys(card, number, more) for (card, more), number in Counter(purchases(turn)).items()]
    return words.turn(head, played, bought, changes(turn, seats, reader, yours=yours), over=over, yours=yours)


def purchases(turn: TurnSummary) -> list[tuple[str, str]]:
    """Return what was bought, and by how much each was overpaid."""
    return [(card, turn.overpaid.get(place, "")) for place, card in enumerate(turn.bought)]


def title(entry: LogLine, seats: Sequence[SeatView], reader: int | None) -> str:
    """Return whose turn starts with this entry, and who plays it."""
    player, possessor = entry.seat or 0, entry.possessor
    name = seats[player].name
    if possessor is None:
        return words.title(name, entry.amount)
    return words.possessed_title(None if possessor == reader else seats[possessor].name, None if player == reader else name)


def titles(entries: Iterable[LogLine], seats: Sequence[SeatView], reader: int | None) -> dict[int, str]:
    """Return whose turn each was, by its number in the game, in a menu's words."""
    return {entry.turn: words.plain(title(entry, seats, reader)) for entry in entries if entry.kind == "turn"}


def changes(turn: TurnSummary, seats: Sequence[SeatView], reader: int | None, *, yours: bool) -> list[str]:
    """Return what else changed in a turn: its player's own first, which needs no name unless the line speaks to them (`yours`),
    then the reader's. What several others did makes one sentence; the reader's own cards have names. Only the reader's own draws
    are mentioned."""
    player = turn.title.seat
    others = [seat.number for seat in seats if seat.number != player]
    about = {(kind, seat): what for (kind, seat), what in objects(turn).items() if kind != "draw" or seat == reader}
    made: list[str] = []
    done: set[tuple[str, int]] = set()
    for (kind, seat), what in sorted(about.items(), key=lambda change: (change[0][1] != player, change[0][1] != reader)):
        if (kind, seat) in done:
            continue
        if seat in (player, reader):
            implied = seat == player and kind != "resign" and not yours
            who = [] if implied else [words.YOU if seat == reader else seats[seat].name]
        else:
            alike = [each for each in others if each != reader and about.get((kind, each)) == what]
            done |= {(kind, each) for each in alike}
            who = [words.THE_OTHERS] if len(alike) == len(others) > 1 else [seats[each].name for each in alike]
        made.append(words.change(kind, who, *what))
    return made


def objects(turn: TurnSummary) -> dict[tuple[str, int], tuple[str, ...]]:
    """Return what a turn's changes are about, by kind and seat; two of a seat's changes can be one (`PAIRS`)."""
    changed = turn.changes.items()
    named = {*turn.played, *turn.stood_for, *turn.bought} | {
        card for _, entries in changed for each in entries for card in (each.card, *each.cards)
    }
    about = {(kind, seat): listed([*by_cause(kind, entries, named)]) for (kind, seat), entries in changed}
    made: dict[tuple[str, int], tuple[str, ...]] = {}
    for (kind, seat), what in about.items():
        pair = next((each for each in PAIRS if all((part, seat) in about for part in each)), ())
        if kind in pair:
            made["-".join(pair), seat] = tuple(about[part, seat] for part in pair)
        else:
            made[kind, seat] = (what,)
    return made


def by_cause(kind: str, entries: Sequence[LogLine], named: Collection[str | None]) -> Iterator[str]:
    """Yield what these lines of one kind and one seat are about: together what the turn's line explains, as it has `named` the
    cause, then what other cards did, each with that card."""
    causes = [each.by if each.kind in CAUSED and each.late is None and each.by not in named else None for each in entries]
    for cause in sorted(set(causes), key=lambda each: (each is not None, causes.index(each))):
        what = object_of(kind, [each for each, by in zip(entries, causes, strict=True) if by == cause])
        yield what if cause is None else words.caused(what, cause)


def object_of(kind: str, entries: Sequence[LogLine]) -> str:
    """Return what these lines of one kind and one seat are about."""
    amount = sum(each.amount or 0 for each in entries)
    number = sum(each.count or 0 for each in entries)
    match kind:
        case "vp":
            return words.vp(amount)
        case "debt" | "paid":
            return words.debt(abs(amount))
        case "resign":
            return ""
        case "burden" | "token":
            return listed([on_pile(each) for each in entries])
        case "gain" | "exchange" | "play":
            return words.many([each.card for each in entries if each.card is not None], None)
    cards = [card for each in entries for card in each.cards] if all(each.known for each in entries) else []
    return words.many(cards, number or None)


def on_pile(entry: LogLine) -> str:
    """Return what was put onto a pile, and which."""
    number, pile = entry.amount or 0, entry.pile or ""
    return words.onto(words.debt(number) if entry.kind == "burden" else tokens(number, entry.token or ""), pile)


def rows(lines: Sequence[TurnLine], seats: Sequence[SeatView] | None = None) -> list[str]:
    """Return the lines in rows: consecutive turns share one if they fit; with `seats`, only those of AIs do."""
    made: list[str] = []
    shared = False
    for each in lines:
        shares = seats is None or seats[each.seat].ai is not None
        if shares and shared and letters(made[-1]) + letters(each.text) + len(words.BETWEEN) <= SHARED:
            made[-1] = f"{made[-1]}{words.BETWEEN}{each.text}"
        else:
            made.append(each.text)
        shared = shares
    return made


def letters(line: str) -> int:
    """Return how many letters of a line are visible."""
    return len(line.replace("**", ""))


def fitting(rows: Sequence[str], size: int, earlier: int = 0) -> str:
    """Return the newest rows that fit into this many letters, and how many older ones don't, including those `earlier` than all
    rows."""
    left, first = size - len(words.more(earlier + len(rows))) - 4, len(rows)
    while first and (left := left - len(rows[first - 1]) - 1) >= 0:
        first -= 1
    earlier += first
    return "\n".join([*([text.small([words.more(earlier)])] if earlier else []), *rows[first:]])
