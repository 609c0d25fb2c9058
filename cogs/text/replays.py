"""What the bot says in the replay of a finished game, and its story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from cogs import text
from cogs.text import safe, signed
from cogs.text import score as text_score
from cogs.text.turn_lines import change
from engine import Result, log_words
from engine.catalogue import say, say_many
from engine.log_forms import SeatNames
from engine.words import card_count, listed, potions_in_words, row, some
from tables import TableView
from tables.story import (
    BestTurn,
    DrawnLevel,
    FirstEmpty,
    FirstOfLast,
    GivenUp,
    HardestAttack,
    LongestTurn,
    Openings,
    RichestTurn,
    StoryFact,
    TheEnd,
    TurningPoint,
    TurnOf,
)

REPLAY = say("Replay")
STORY = say("Story")
TITLE, STORY_TITLE = say("### Replay"), say("### Story")
FIRST, LAST = say("First"), say("Last")
LEAD_BEFORE, LEAD_AFTER = say("Previous lead change"), say("Next lead change")
SHARE, ANIMATE = say("Share turn"), say("Share animation")
WHOSE_HAND = say("Whose hand…")
OPEN_AT = say("Open in the replay…")
CANT_WRITE = say("You can't post here, so you can't share anything.")
NOT_DRAWN = say("I couldn't draw the animation just now. Try again later.")


def owner(name: str) -> str:
    """Label a hand in a menu."""
    return say("{name}'s hand", name=name)


def heading(name: str) -> str:
    """Return the heading above the picture of a hand."""
    return say("-# **{owner}'s hand:**", owner=safe(name))


def hand(name: str, cards: Sequence[tuple[str, int]]) -> str:
    """Return a hand in words."""
    return say("**{owner}'s hand:** {cards}", owner=safe(name), cards=row([text.card(*each) for each in cards]) or text.NOTHING)


def score(names: Sequence[str], before: Sequence[int], after: Sequence[int], leader: str | None) -> str:
    """Return everyone's points after a turn, with the previous ones if they have changed; `leader`: who has just taken the lead."""
    told = row(
        [
            f"{safe(name)} {signed(new)}" if old == new else f"{safe(name)} {signed(old)} → {signed(new)}"
            for name, old, new in zip(names, before, after, strict=True)
        ]
    )
    return (
        say("VP: {scores}. {name} takes the lead.", scores=told, name=safe(leader)) if leader else say("VP: {scores}", scores=told)
    )


def over(table: TableView) -> str:
    """Return how a game ended."""
    ending = reason(table.result, [seat.name for seat in table.seats]) if table.result is not None else ""
    return f"**{safe(text_score.outcome(table))}.** {ending}"


def reason(result: Result, names: Sequence[str]) -> str:
    return safe(log_words.ending(result.ending, SeatNames(names)))


def animation_title(table: TableView) -> str:
    return say("### Score by turn\n{game}", game=text.of_which_game(table))


def animation(names: Sequence[str], points: Sequence[int]) -> str:
    """Describe an animation in words."""
    return say("Animation of the score, turn by turn. At the end: {totals}.", totals=scores(names, points))


def caption(turn: str, bought: Sequence[str]) -> str:
    """Return a turn in an animation."""
    return say("{turn}: {cards}", turn=turn, cards=cards(bought)) if bought else turn


def scores(names: Sequence[str], points: Sequence[int]) -> str:
    """Return everyone's points in an animation."""
    return row([f"{name} {signed(each)}" for name, each in zip(names, points, strict=True)])


# the story


def story(fact: StoryFact, table: TableView) -> str:
    """Put a fact of a game's story into a sentence."""
    return SENTENCES[type(fact)](fact, table)


def turn(when: TurnOf, table: TableView) -> str:
    """Label a turn in a menu."""
    return f"{table.seats[when.seat].name} {when.own}"


def on_turn(when: TurnOf, seat: int, table: TableView) -> str:
    """Return on which turn someone did something."""
    if seat == when.seat:
        return say("on turn {number}", number=when.own)
    return say("on {name}'s turn {number}", name=of(table, when.seat), number=when.own)


def of(table: TableView, *seats: int) -> str:
    """Return the names of seats."""
    return listed([safe(table.seats[seat].name) for seat in seats])


def cards(names: Sequence[str]) -> str:
    return listed([text.card(name, number) for name, number in Counter(names).items()]) or text.NOTHING


def openings(fact: Openings, table: TableView) -> str:
    told = []
    for number, (seats, gained) in enumerate(fact.groups):
        if number:
            pattern = say("{names} with {cards}")
        else:
            pattern = say("{names} opens with {cards}") if len(seats) == 1 else say("{names} open with {cards}")
        told.append(pattern.format(names=of(table, *seats), cards=cards(gained)))
    return f"{', '.join(told)}."


def first_of_last(fact: FirstOfLast, table: TableView) -> str:
    pattern = say("{name} buys the first {card} {when}.") if fact.bought else say("{name} gains the first {card} {when}.")
    return pattern.format(name=of(table, fact.seat), card=fact.card, when=on_turn(fact.when, fact.seat, table))


def hardest_attack(fact: HardestAttack, table: TableView) -> str:
    attack = text.card(fact.card, fact.plays) if fact.plays > 1 else fact.card
    what = some(fact.cards) if fact.cards and fact.kind != "discard" else card_count(fact.count)
    what = say("{cards} in all", cards=what) if len(fact.victims) > 1 else what
    hit = change(fact.kind, [table.seats[seat].name for seat in fact.victims], what)
    pattern = (
        say("{name}'s {attack} hit hardest {when}: {hit}.")
        if fact.plays > 1
        else say("{name}'s {attack} hits hardest {when}: {hit}.")
    )
    return pattern.format(name=of(table, fact.seat), attack=attack, when=on_turn(fact.when, fact.seat, table), hit=hit)


def longest_turn(fact: LongestTurn, table: TableView) -> str:
    return say_many(
        "{name}'s turn {number} is the longest: {count} card played. It brought {cards}.",
        "{name}'s turn {number} is the longest: {count} cards played. It brought {cards}.",
        fact.played,
        name=of(table, fact.when.seat),
        number=fact.when.own,
        cards=cards(fact.got),
    )


def richest_turn(fact: RichestTurn, table: TableView) -> str:
    money = f"${fact.coins}"
    money = say("{coins} and {potions}", coins=money, potions=potions_in_words(fact.potions)) if fact.potions else money
    name = of(table, fact.when.seat)
    return say("{name}'s turn {number} brings in the most money: {money}.", name=name, number=fact.when.own, money=money)


def best_turn(fact: BestTurn, table: TableView) -> str:
    name, points = of(table, fact.when.seat), text.points(fact.points)
    return say("{name}'s turn {number} scores the most: {points}.", name=name, number=fact.when.own, points=points)


def turning_point(fact: TurningPoint, table: TableView) -> str:
    name, when = of(table, fact.seat), on_turn(fact.when, fact.seat, table)
    if not fact.changes:
        return say("{name} takes the lead {when} and is never behind again.", name=name, when=when)
    if fact.changes == 1:
        return say("{name} takes the lead for good {when}.", name=name, when=when)
    if fact.changes == 2:
        return say("The lead changes twice, and {name} takes it for good {when}.", name=name, when=when)
    return say("The lead changes {changes} times, and {name} takes it for good {when}.", changes=fact.changes, name=name, when=when)


def drawn_level(fact: DrawnLevel, table: TableView) -> str:
    names = of(table, *fact.seats)
    if fact.always:
        return say("{names} stay level from start to finish.", names=names)
    pattern = say("{names} only draw level on {name}'s turn {number}, the last of the game.")
    if not fact.late:
        pattern = say("{names} draw level on {name}'s turn {number} and stay level to the end.")
    return pattern.format(names=names, name=of(table, fact.when.seat), number=fact.when.own)


def first_empty(fact: FirstEmpty, table: TableView) -> str:
    name = of(table, fact.when.seat)
    return say(
        "The {pile} pile is the first to run out, on {name}'s turn {number}.", pile=fact.pile, name=name, number=fact.when.own
    )


def given_up(fact: GivenUp, table: TableView) -> str:
    return say("{name} resigns {when}.", name=of(table, fact.seat), when=on_turn(fact.when, fact.seat, table))


def the_end(fact: TheEnd, table: TableView) -> str:
    if table.result is None:
        return ""
    told = f"{reason(table.result, [seat.name for seat in table.seats])} {safe(text_score.outcome(table))}."
    return told.strip()


SENTENCES: dict[type[StoryFact], Callable[[Any, TableView], str]] = {
    Openings: openings,
    FirstOfLast: first_of_last,
    HardestAttack: hardest_attack,
    LongestTurn: longest_turn,
    RichestTurn: richest_turn,
    BestTurn: best_turn,
    TurningPoint: turning_point,
    DrawnLevel: drawn_level,
    FirstEmpty: first_empty,
    GivenUp: given_up,
    TheEnd: the_end,
}
