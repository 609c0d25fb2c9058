"""A kingdom is in the same order wherever it is shown: plain coins, cheapest first, then Potions, then debt."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from cogs import text
from cogs.panels import board, kingdom, rules, table
from cogs.panels import cards as cards_panel
from cogs.pictures.board import BoardPicture
from cogs.pictures.kingdom import KingdomPicture
from engine import Game, Kingdom, KingdomRequest, missing_from, random_kingdom, recommended_kingdom, recommended_sets
from engine.card import Cost
from engine.randomizers import Randomizer
from storage.models import Seat, Table
from tables import Options, Place, TableView
from tables.state import show

NOW = datetime(2026, 1, 1, tzinfo=UTC)

RECOMMENDED = [recommended_kingdom(each.name) for each in recommended_sets() if not missing_from(each)]
REQUESTS = [KingdomRequest(landscapes={"Event": events, "Landmark": 2 - events}) for events in range(3)]
RANDOM = [random_kingdom(REQUESTS[number % 3], str(number)) for number in range(60)]


def listed(chosen: Kingdom) -> list[Randomizer]:
    """Return a kingdom's piles, Events and Landmarks in an order that this test spells out for itself."""

    def place(each: Randomizer) -> tuple[int, bool, bool, int, int, int, str]:
        cost = each.cost
        return (
            [None, "Event", "Landmark"].index(each.landscape),
            cost.debt > 0,
            cost.potion > 0,
            cost.debt,
            cost.potion,
            cost.coins,
            each.name,
        )

    return sorted((rules.pool()[name] for name in chosen.names), key=place)


def shown_at(game: Game, chosen: Kingdom) -> TableView:
    """Return a table where `game` has just started."""
    seats = tuple(Seat(number=seat, name=name, person=seat, waiting_since=NOW) for seat, name in enumerate(game.setup.players))
    place, options = Place(guild=1, channel=2, thread=None), Options(kingdom=chosen)
    return show(
        Table(id="0123456789", place=place, phase="playing", version=1, host=0, options=options, seats=seats, created=NOW), game
    )


def words(line: str) -> list[str]:
    """Return the names in a line of a kingdom's description."""
    return [re.sub(r" \(.*| \$.*| \d+ debt", "", each) for each in re.sub(r"\*\*.*?\*\* |^.*?: ", "", line).split(" · ")]


@pytest.mark.parametrize("chosen", [*RECOMMENDED, *RANDOM], ids=lambda chosen: chosen.recommended or chosen.seed)
def test_lobby_board_pictures_texts_and_menus_agree(chosen: Kingdom) -> None:
    everything = listed(chosen)
    names = [each.name for each in everything]
    piles = [each for each in everything if each.landscape is None]
    beside = [each.name for each in everything if each.landscape is not None]
    cards = [card for each in everything for card in rules.members(each.name)]
    game = Game.new(chosen.setup(["Ada", "Ben"]), bytes(32))
    at, view = shown_at(game, chosen), game.view(None)

    drawn, on_board = KingdomPicture.of(chosen), BoardPicture.of(view)
    assert [each.name for each in drawn.piles] == [
        each.name if len(each.cards) > 2 else rules.members(each.name)[0] for each in piles
    ]
    assert [each.name for each in on_board.kingdom] == [rules.members(each.name)[0] for each in piles]
    assert [each.name for each in drawn.landscapes] == [each.name for each in on_board.landscapes] == beside
    told = [line for line in kingdom.described(chosen).splitlines()[1:] if line.startswith("**") and "**Also**" not in line]
    assert [name for line in told for name in words(line)] == names
    assert [each.value for each in table.choices(at)] == names
    for shown in (cards_panel.page, cards_panel.about_kingdom):
        last = len(cards_panel.everything(at, ()))
        pages = "\n".join(dict.fromkeys(shown(at, 0, number).panel.text for number in range(last)))
        assert re.findall(r"^-# \*\*(.+?)\*\*", pages, re.MULTILINE)[: len(cards)] == cards
    heads = [each.replace("\u00a0", " ") for each in re.findall(r"\*\*([^*]+)\*\*\u00a0", board.supply(view.piles))]
    by_cost = sorted(view.piles, key=lambda pile: (pile.kind == "other", pile.cost.shelf))
    assert heads == [cost for _, cost in dict.fromkeys((each.kind == "other", text.cost(each.cost)) for each in by_cost)]


def test_a_limit_on_a_cost_still_applies_to_each_part_of_it() -> None:
    assert not Cost(3) <= Cost(debt=4) and not Cost(debt=4) <= Cost(3)
    assert sorted([Cost(debt=4), Cost(2, 1), Cost(8), Cost(), Cost(4, debt=3)], key=lambda cost: cost.shelf) == [
        Cost(),
        Cost(8),
        Cost(2, 1),
        Cost(4, debt=3),
        Cost(debt=4),
    ]
