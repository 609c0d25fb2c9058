"""Every fact in a picture is also in the text of the same panel, with and without the picture, and nothing is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from cogs import text
from cogs.panels import board, cards, hand, kingdom, lobby, why
from cogs.panels.blocks import Attachment, Menu, Panel, Row
from cogs.pictures import BoardPicture, HandPicture, KingdomPicture
from cogs.pictures.seats import Seated
from cogs.pictures.tiles import Tile
from cogs.text.rules import one_line
from engine import Game, KingdomRequest, View, card_facts, random_kingdom, recommended_kingdom
from engine.mechanisms import VP, tokens_in_words
from engine.words import plural
from tables import Options, TableView
from tests.cogs.test_panels import PICTURE, states, table_of
from tests.cogs.test_pictures import busy, crowded

SMALL = "-# "


Moment = tuple[TableView, View, tuple[View, ...]]


@cache
def moments() -> tuple[Moment, ...]:
    """Return moments in games with random kingdoms, some at random and some where cards are chosen: the table, a spectator's view,
    and each seat's."""
    return tuple(
        (table, game.view(None), tuple(game.view(seat) for seat in range(len(table.seats))))
        for seed in range(8)
        for number, (table, game) in enumerate(states(2 + seed % 5, 300 + seed, 400))
        if number % (7 + seed) == 0 or any(decision.kind == "cards" for decision in game.decisions)
    )


def boards() -> Iterator[tuple[TableView, View]]:
    """Yield what a spectator sees at these moments, and at one where everything possible has happened."""
    for number, (table, view, _) in enumerate(moments()):
        if view.phase != "over":
            points = tuple(range(len(table.seats))) if number % 2 else None
            yield table.model_copy(update={"points": points}), view
    game = Game.new(crowded().setup(["Ada", "Ben", "Cleo"]), bytes(32))
    table = table_of(game, Options(kingdom=crowded()))
    yield table, game.view(None)
    seen = busy(game.view(None))
    seen = seen.model_copy(update={"trash": seen.trash[:20]})
    odd = seen.players[1].model_copy(update={"resigned": True, "controller": 2})
    gone = tuple(seat.model_copy(update={"resigned": seat.number == 1}) for seat in table.seats)
    players = (seen.players[0], odd, seen.players[2])
    yield table.model_copy(update={"seats": gone}), seen.model_copy(update={"players": players})


def types_of(tile: Tile) -> str:
    """Return the types, or the kind of landscape, that the text has to name: none for a plain Action, nor for a card named after
    its type. "Attack" implies Action."""
    if tile.landscape is not None:
        return tile.landscape
    if tile.types in (("Action",), (tile.name,)):
        return ""
    return "–".join(each for each in tile.types if each != "Action" or {"Treasure", "Victory"} & {*tile.types})


def notes(tile: Tile, *, basic: bool) -> list[str]:
    """Return all notes on a tile besides its name, cost and amount. Everyone knows the types of a `basic` card."""
    types = "" if basic else types_of(tile)
    tokens = tokens_in_words(tile.tokens)
    return list(filter(None, [types, *tokens, *tile.below.split(" · ")]))


def names_card(tile: Tile, told: str, *, basic: bool) -> bool:
    """Return whether the line of a cost says everything about a tile."""
    name = tile.name.replace(", ", "/")
    thing = f"*{name}*" if tile.landscape else f"~~{name}~~ empty" if tile.empty else f"{name} {tile.amount}"
    known, price = notes(tile, basic=basic), "" if tile.cost is None else text.cost(tile.cost)
    noted = f" ({', '.join(known)})" if known else ""
    if tile.landscape:
        return re.search(rf"{re.escape(f'{thing} {price}'.rstrip() + noted)}(\n| ·|$)", told) is not None
    cost = rf"\*\*{re.escape(price)}\*\* ([^·]*, )?" if price else ""
    return re.search(rf"{cost}{re.escape(thing + noted)}(,|\n| ·|$)", told) is not None


def line_of(seat: Seated, told: str) -> str:
    """Return a player's line."""
    return next(line for line in told.splitlines() if line.removeprefix(SMALL).startswith(f"**{text.safe(seat.name)}"))


def check_seat(seat: Seated, line: str) -> None:
    """Check that a player's line says everything that the picture shows of them."""
    assert f"{seat.hand} in hand" in line
    assert seat.to_play == (" to play · " in line)
    held = dict(seat.tokens)
    assert VP not in held or re.search(rf"\b{held[VP]} (VP|in tokens)", line)
    assert all(words in line for words in tokens_in_words((name, number) for name, number in held.items() if name != VP))
    assert f"discard: {seat.discard}" in line if seat.discard else "discard" not in line
    assert seat.points is None or re.search(rf"\b{seat.points} VP\b", line)
    for lies in filter(None, seat.open.replace("\u00a0", " ").split(" · ")):
        said, _, what = lies.partition(": ")
        wanted = {"Resigned": "(resigned)", "In play": f"in play: {what}"}.get(said, said.lower())
        wanted = f"{said.removeprefix('Played by ')} decides" if said.startswith("Played by") else wanted
        assert wanted.lower() in line.lower() and what in line, (lies, line)


def test_the_board_s_text_has_all_that_its_picture_shows() -> None:
    for table, view in boards():
        drawn = BoardPicture.of(view, table.points)
        told = board.words(table, view, 100).panel.text.replace("\u00a0", " ")
        supply = board.supply(view.piles, view.landscapes).replace("\u00a0", " ")
        assert supply in told
        for tile in (*drawn.kingdom, *drawn.basic, *drawn.landscapes):
            assert names_card(tile, supply, basic=tile in drawn.basic), (tile, supply)
        for player, seat in zip(view.players, drawn.seats, strict=True):
            seen = table.seats[player.seat].name
            whole = Seated(**{**vars(seat), "name": seen})
            check_seat(whole, line_of(whole, told))
        trash = drawn.trash.replace("\u00a0", " ")
        assert f" · trash: {trash}" in told if drawn.trashed else "trash" not in told
        assert f"-# {drawn.empty} of {drawn.empty_to_end} piles empty" in told
        assert "…" not in supply


@pytest.mark.parametrize("pictured", [True, False], ids=["behind the picture", "without"])
def test_the_hand_s_words_have_all_that_its_picture_shows(pictured: bool) -> None:
    """Everything except what a card costs and does, which is behind **Cards**. The controls say what can be chosen."""
    choosing = set()
    for table, public, views in moments():
        for seat, view in enumerate(views if public.phase != "over" else ()):
            asked = hand.to_answer(view, seat)
            drawn = HandPicture.of(view, asked.seat if asked is not None else seat)
            made = hand.hand(table, view, 100 + seat, picture=replace(PICTURE, alt=drawn.alt) if pictured else None).panel
            (line,) = [drawn.alt.removesuffix(".")] if pictured else [each for each in made.text.splitlines() if "hand:** " in each]
            assert not pictured or "hand:** " not in made.text, "each thing is said once"
            held, *tokens = re.split("; | · ", re.sub(r"^[^:]+:(\*\*)? ", "", line))
            cards = [text.card(each.name, each.count) for each in drawn.cards]
            assert sorted(held.split(", ")) == sorted(cards or ["no cards" if pictured else text.NOTHING])
            others = "" if pictured else made.text.replace(line, "").replace("**", "").replace("\u00a0", " ")
            wanted = [each for each in tokens_in_words(drawn.tokens) if each.replace("\u00a0", " ") not in others]
            assert sorted(each.replace("**", "").removesuffix(" in tokens") for each in tokens) == sorted(wanted)
            if asked is not None and asked.kind == "cards":
                offered = [each.name for each in drawn.cards if each.offered]
                choosing |= {*offered}
                assert all(any(name in label or plural(name) in label for label in labels(made)) for name in offered)
    assert choosing


def labels(panel: Panel) -> list[str]:
    """Return the labels of a panel's buttons and menus."""
    buttons = [each.label for block in panel.blocks if isinstance(block, Row) for each in block.items]
    return buttons + [choice.label for block in panel.blocks if isinstance(block, Menu) for choice in block.choices]


def test_a_turn_says_that_the_end_is_near_once_it_is() -> None:
    said = set()
    for table, public, views in moments():
        near = any(pile.count <= 4 for pile in public.piles if pile.name in public.ending_piles)
        near = near or public.empty_piles == public.piles_to_end - 1
        for seat, view in enumerate(views):
            asked = hand.to_answer(view, seat) if public.phase != "over" else None
            due = near and asked is not None and asked.kind == "turn"
            assert ("end is near" in hand.hand(table, view, 100 + seat).panel.text) == due
            said.add(due)
    assert said == {True, False}


@pytest.mark.parametrize("picture", [PICTURE, None], ids=["beside the picture", "without"])
def test_the_lobby_s_text_has_all_that_its_picture_shows(picture: Attachment | None) -> None:
    requests = [KingdomRequest(landscapes={"Event": number % 3, "Landmark": 2 - number % 3}) for number in range(60)]
    (table, _, _), *_ = moments()
    for number, chosen in enumerate([crowded(), *(random_kingdom(request, f"facts {at}") for at, request in enumerate(requests))]):
        drawn = KingdomPicture.of(chosen)
        at = table.model_copy(update={"phase": "lobby", "started": None, "options": Options(kingdom=chosen)})
        told = (lobby.in_words(at, 0) if picture else lobby.lobby(at)).panel.text.replace("\u00a0", " ")
        groups = dict(re.findall(r"\*\*([^*]+)\*\* (.*?)(?= · \*\*|\n|$)", told))
        things = {head: re.split(r", (?![^(]*\))| · ", group) for head, group in groups.items()}
        assert f"**{drawn.title}**" in told and "Actions unless noted" in told
        for tile in drawn.piles:
            assert tile.cost is not None
            (said,) = [each for each in things[text.cost(tile.cost)] if re.match(rf"{tile.name}(/| \(|$)", each)]
            types = types_of(tile)
            below = " ".join(filter(None, [tile.below, text.cost(tile.below_cost)]))
            parts = [each.removeprefix("over ") for each in below.split(" · ")]
            assert said.partition(" (")[2].rstrip(")") == ", ".join(filter(None, [types, *parts])), (number, said)
        for tile in drawn.landscapes:
            priced = f"{tile.name} {text.cost(tile.cost)}".rstrip()
            assert priced in things[f"{tile.landscape}s"]
        assert [f"{name} {text.cost(cost)}" for name, cost in drawn.added] == things.get("Also", [])
        assert "…" not in told


def test_a_card_has_the_text_of_its_own_edition() -> None:
    chosen = recommended_kingdom("Repetition")
    assert "Dominion, Seaside (1st edition) · Actions" in kingdom.described(chosen)
    game = Game.new(chosen.setup(("Ada", "Ben")), bytes(32))
    first, second = (card_facts("Treasury").effect(edition) for edition in (1, 2))
    assert why.effect_of("Treasury", game.view(0)) == one_line(first) != one_line(second)
    table = table_of(game, Options(kingdom=chosen))
    lines = "".join(cards.about_kingdom(table, 100, page).panel.text for page in (0, 1))
    assert f"· {card_facts('Treasury').brief}" in lines, "it is said in short"
