"""Each sentence in a game's story agrees with the log of the turn that it leads to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from time import thread_time

import pytest

from cogs.text.replays import SENTENCES
from cogs.text.replays import story as sentence
from engine import Game, LogLine, Setup, decide, log_words
from engine.extras import complete
from engine.log import Ending
from engine.log_forms import SeatNames
from engine.replay import export, points_over_turns, positions
from tables import Options
from tables.story import (
    BestTurn,
    DrawnLevel,
    FirstEmpty,
    FirstOfLast,
    GameCourse,
    GivenUp,
    HardestAttack,
    LongestTurn,
    Openings,
    RichestTurn,
    StoryFact,
    TheEnd,
    TurningPoint,
    drawn_level,
    hardest_attack,
    longest_turn,
    openings,
    story,
)
from tests.cogs.test_panels import table_of

NAMES = ("Ada", "Ben", "Cleo")
KINGDOMS = (
    ("Militia", "Witch", "Village", "Smithy", "Market", "Laboratory", "Moat", "Workshop", "Remodel", "Festival"),
    ("Torturer", "Swindler", "Minion", "Bridge", "Nobles", "Steward", "Bandit", "Ironworks", "Pawn", "Baron"),
    ("Trader", "Mine", "Workshop", "Village", "Possession", "Familiar", "Smithy", "Bureaucrat", "Market", "Stables"),
)
GAMES = [(kingdom, players, seed) for kingdom in range(len(KINGDOMS)) for players, seed in ((2, 1), (3, 2))]
EVERY_GAME = pytest.mark.parametrize(("kingdom", "players", "seed"), GAMES)


@cache
def played(kingdom: int, players: int, seed: int, *, resigns: int = 0) -> tuple[Game, GameCourse, tuple[StoryFact, ...]]:
    """Return a game that AIs play, and its story. `resigns`: the turn in which the last of them resigns (0: never)."""
    setup = complete(Setup(players=NAMES[:players], kingdom=KINGDOMS[kingdom], first=0), "any")
    game = Game.new(setup, seed.to_bytes(32, "big"))
    while not game.over:
        if game.turn == resigns and not game.view(None).players[-1].resigned:
            game.resign(players - 1)
            continue
        asked = next(each for each in game.decisions if not each.answered)
        style = "kingdom" if asked.decider else "big-money"
        game.answer(asked.decider, asked.id, decide(game.view(asked.decider), asked, style))
    exported = export(game, game.journal)
    course = GameCourse(*positions(exported))
    return game, course, story(course, exported.result.winners)


def facts(of: tuple[StoryFact, ...], kind: type[StoryFact]) -> list[StoryFact]:
    return [fact for fact in of if isinstance(fact, kind)]


def lines_in(game: Game, turn: int) -> list[LogLine]:
    """Return the log of a turn as everyone reads it, including its Attacks' late effects."""
    lines = (entry.public for entry in game.log)
    return [line for line in lines if (line.turn if line.late is None else line.late) == turn]


def said_in(game: Game, turn: int) -> list[str]:
    """Return the same in words."""
    return [log_words.line(line, SeatNames(game.setup.players)) for line in lines_in(game, turn)]


def number_of(cards: str) -> int:
    """Return how many cards the log names: "2 Coppers, a Silver and an Estate ($4)."."""
    named = re.split(", | and ", re.sub(r" \(.*|\.$", "", cards))
    return sum(int(first) if (first := each.split()[0]).isdecimal() else 1 for each in named)


@EVERY_GAME
def test_a_story_has_five_to_ten_sentences_in_the_order_of_the_turns(kingdom: int, players: int, seed: int) -> None:
    game, course, told = played(kingdom, players, seed)
    assert 5 <= len(told) <= 9, "and the last may have two"
    assert isinstance(told[0], Openings) and isinstance(told[-1], TheEnd)
    assert [fact.when.turn for fact in told] == sorted(fact.when.turn for fact in told)
    for fact in told:
        titles = [line for line in lines_in(game, fact.when.turn) if line.kind == "turn"]
        assert [line.seat for line in titles] == [fact.when.seat] and titles[0].amount in (fact.when.own, None)
    assert told[-1].when.turn == game.turn == course.turns


@EVERY_GAME
def test_everyone_s_opening_is_what_they_gain_on_their_first_two_turns(kingdom: int, players: int, seed: int) -> None:
    game, _, (opening, *_) = played(kingdom, players, seed)
    assert isinstance(opening, Openings)
    gained = {seat: cards for seats, cards in opening.groups for seat in seats}
    assert sorted(gained) == [*range(players)] and len({cards for _, cards in opening.groups}) == len(opening.groups)
    for seat, cards in gained.items():
        said = [line for turn in range(1, 2 * players + 1) for line in said_in(game, turn) if line.startswith(NAMES[seat])]
        bought = Counter(card for line in said for card in re.findall(r"(?:buys|gains) (?:an? )?([A-Z][a-z]+)", line))
        assert bought == Counter(cards)


@EVERY_GAME
def test_the_first_province_is_the_first_that_the_log_has(kingdom: int, players: int, seed: int) -> None:
    game, _, told = played(kingdom, players, seed)
    for fact in facts(told, FirstOfLast):
        assert isinstance(fact, FirstOfLast) and fact.card == "Province"
        does = "buys" if fact.bought else "gains"
        assert any(re.match(f"{NAMES[fact.seat]} {does} (a )?Province", line) for line in said_in(game, fact.when.turn))
        earlier = [line for turn in range(1, fact.when.turn) for line in said_in(game, turn)]
        assert not [line for line in earlier if re.search(r"(buys|gains) (a )?Province", line)]


@EVERY_GAME
def test_the_hardest_attack_hits_as_many_cards_as_the_log_says(kingdom: int, players: int, seed: int) -> None:
    game, _, told = played(kingdom, players, seed)
    hits: Counter[tuple[int, str, str]] = Counter()
    for turn in range(1, game.turn + 1):
        for line in lines_in(game, turn):
            if (
                line.seat not in (None, course_seat(game, turn))
                and line.by in ATTACKS
                and line.kind in ("discard", "trash", "gain")
            ):
                hits[turn, line.by or "", line.kind] += (line.card is not None) if line.kind == "gain" else line.count or 0
    if not hits:
        assert not facts(told, HardestAttack)
    for fact in facts(told, HardestAttack):
        assert isinstance(fact, HardestAttack)
        assert fact.count == hits[fact.when.turn, fact.card, fact.kind] == max(hits.values())
        said = said_in(game, fact.when.turn)
        assert sum(f"{NAMES[fact.seat]} plays" in line and fact.card in line for line in said) >= 1
        for victim in fact.victims:
            assert any(line.startswith(f"{NAMES[victim]} {fact.kind}") for line in said)


def test_the_story_of_a_long_game_takes_no_longer_for_each_of_its_attacks() -> None:
    _, course, _ = played(0, 3, 2)
    attacks = [line for line in course.lines if line.by in ATTACKS or line.card in ATTACKS]
    spent = []
    for times in (20, 100):
        later = (replace(line, turn=line.turn + 1000 * after) for after in range(times) for line in attacks)
        long = GameCourse(course.positions, [*later])
        begun = thread_time()
        assert hardest_attack(long) is not None
        spent.append((thread_time() - begun) / times)
    assert spent[1] < 2.5 * spent[0]


ATTACKS = ("Militia", "Witch", "Torturer", "Swindler", "Minion", "Familiar", "Bureaucrat")


def course_seat(game: Game, turn: int) -> int:
    """Return who plays a turn: its owner, or the player who decides in it."""
    (title,) = [line for line in lines_in(game, turn) if line.kind == "turn"]
    return title.seat or 0


@EVERY_GAME
def test_the_longest_turn_has_the_most_cards_played_in_the_log(kingdom: int, players: int, seed: int) -> None:
    game, _, told = played(kingdom, players, seed)
    counted = {
        turn: sum(number_of(line.partition(" plays ")[2]) for line in said_in(game, turn) if " plays " in line)
        for turn in range(1, game.turn + 1)
    }
    (fact,) = facts(told, LongestTurn)
    assert isinstance(fact, LongestTurn)
    assert fact.played == counted[fact.when.turn] == max(counted.values())
    said = [line for line in said_in(game, fact.when.turn) if line.startswith(NAMES[fact.when.seat])]
    got = Counter(card for line in said for card in re.findall(r" (?:buys|gains) (?:an? )?([A-Z][a-z]+)", line))
    assert got == Counter(fact.got)


def test_events_and_cards_gained_without_a_buy_are_told_in_order() -> None:
    setup = Setup(players=NAMES[:2], kingdom=KINGDOMS[0], landscapes=("Delve",), first=0)
    game = Game.new(setup, bytes(32))
    while game.turn <= 4:
        (asked,) = game.decisions
        offered = [option.id for option in asked.options]
        delved = any(entry.public.turn == game.turn and entry.public.card == "Delve" for entry in game.log)
        wanted = ("treasures", *(["buy:Copper"] if delved else ["event:Delve"]), "end")
        game.answer(asked.decider, asked.id, [next(id for id in wanted if id in offered)])
    game.stop(Ending(kind="agreed"))
    course = GameCourse(*positions(export(game, game.journal)))
    longest = longest_turn(course)
    assert longest is not None and longest.got == ("Delve", "Silver", "Copper")
    for _, cards in openings(course).groups:
        assert cards == ("Delve", "Silver", "Copper") * 2


@EVERY_GAME
def test_the_most_money_is_what_the_log_says(kingdom: int, players: int, seed: int) -> None:
    game, _, told = played(kingdom, players, seed)
    for fact in facts(told, RichestTurn):
        assert isinstance(fact, RichestTurn)
        amounts = [line.amount or 0 for line in lines_in(game, fact.when.turn) if line.kind in ("play", "get", "buy")]
        assert max(amounts) == fact.coins
        every = [entry.public for entry in game.log if entry.public.kind in ("play", "get", "buy")]
        assert fact.coins == max(line.amount or 0 for line in every)


@EVERY_GAME
def test_the_best_turn_and_the_turning_point_agree_with_the_points(kingdom: int, players: int, seed: int) -> None:
    game, course, told = played(kingdom, players, seed)
    points = [each.points for each in points_over_turns(export(game, game.journal))]
    for fact in facts(told, BestTurn):
        assert isinstance(fact, BestTurn)
        grown = [
            points[turn][course_seat(game, turn)] - points[turn - 1][course_seat(game, turn)] for turn in range(1, len(points))
        ]
        assert fact.points == max(grown) == grown[fact.when.turn - 1]
    for fact in facts(told, TurningPoint):
        assert isinstance(fact, TurningPoint)

        assert all(each[fact.seat] == max(each) for each in points[fact.when.turn :])
        assert (fact.when.turn, fact.seat) == course.leads[-1] and fact.changes == len(course.leads) - 1

    def ahead(turn: int, seat: int) -> bool:
        return all(points[turn][seat] > each for other, each in enumerate(points[turn]) if other != seat)

    assert all(ahead(turn, seat) and not ahead(turn - 1, seat) for turn, seat in course.leads)
    assert [turn for turn, _ in course.leads] == sorted({turn for turn, _ in course.leads})


TIES = {
    ("Estate", "Copper", "Copper", "Estate", "Copper"): (4, "Ada and Ben draw level on Ben's turn 2 and stay level to the end."),
    ("Estate", "Copper", "Copper", "Estate"): (4, "Ada and Ben only draw level on Ben's turn 2, the last of the game."),
    ("Copper", "Copper", "Copper"): (1, "Ada and Ben stay level from start to finish."),
}


def bought(cards: Sequence[str]) -> tuple[Game, GameCourse, tuple[StoryFact, ...]]:
    """Return a game of two in which each of these cards is bought in a turn, and its story."""
    game = Game.new(Setup(players=NAMES[:2], kingdom=KINGDOMS[0], first=0), bytes(32))
    for turn, card in enumerate(cards, 1):
        while game.turn == turn and not game.over:
            (asked,) = game.decisions
            offered = [option.id for option in asked.options]
            if turn == len(cards) and "end" in offered and asked.purse is not None and not asked.purse.buys:
                game.stop(Ending(kind="agreed"))
                break
            game.answer(asked.decider, asked.id, [next(id for id in ("treasures", f"buy:{card}", "end") if id in offered)])
    exported = export(game, game.journal)
    course = GameCourse(*positions(exported))
    return game, course, story(course, exported.result.winners)


@pytest.mark.parametrize("cards", TIES)
def test_a_story_says_since_when_tied_players_were_level(cards: tuple[str, ...]) -> None:
    game, course, told = bought(cards)
    (fact,) = facts(told, DrawnLevel)
    turn, said = TIES[cards]
    assert fact.when.turn == turn and drawn_level(course) == fact and not facts(told, TurningPoint)
    assert sentence(fact, table_of(game, Options())) == said


def test_drawing_level_is_no_change_of_the_lead() -> None:
    game, course, told = bought(("Estate", "Copper", "Copper", "Estate", "Estate", "Copper"))
    (fact,) = facts(told, TurningPoint)
    assert course.leaders(4) == (0, 1), "between the turns in which Ada is ahead"
    assert isinstance(fact, TurningPoint) and course.leads == [(fact.when.turn, 0)] == [(1, 0)] and not fact.changes
    assert sentence(fact, table_of(game, Options())) == "Ada takes the lead on turn 1 and is never behind again."


def test_a_story_without_a_tie_says_nothing_of_one() -> None:
    _, course, told = bought(("Estate", "Copper"))
    assert drawn_level(course) is None and not facts(told, DrawnLevel) and facts(told, TurningPoint)


@EVERY_GAME
def test_the_first_empty_pile_ran_out_on_that_turn(kingdom: int, players: int, seed: int) -> None:
    game, course, told = played(kingdom, players, seed)
    for fact in facts(told, FirstEmpty):
        assert isinstance(fact, FirstEmpty) and fact.when.turn < game.turn
        assert any(fact.pile in line for line in said_in(game, fact.when.turn))
        counts = [{pile.name: pile.count for pile in at.view.piles if pile.supply} for at in course.positions]
        assert counts[fact.when.turn][fact.pile] == 0 and all(counts[fact.when.turn - 1].values())


def test_a_story_says_who_resigned_before_the_end() -> None:
    game, _, told = played(0, 3, 4, resigns=10)
    (fact,) = facts(told, GivenUp)
    assert isinstance(fact, GivenUp) and (fact.when.turn, fact.seat) == (10, 2)
    assert "Cleo resigns." in said_in(game, 10)


def test_every_kind_of_sentence_is_in_some_story() -> None:
    told = [fact for game in GAMES for fact in played(*game)[2]] + [*played(0, 3, 4, resigns=10)[2]]
    told += bought(("Copper", "Copper"))[2]
    assert {type(fact) for fact in told} == set(SENTENCES)
