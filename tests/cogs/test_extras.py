"""Extra Kingdom piles and optional basic cards in lobby, board and pictures, from the request to the game's end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.commands.kingdom import KingdomChoice, proposals, request_of
from cogs.panels import board, cards, kingdom, lobby
from cogs.pictures import BoardPicture, KingdomPicture, Scheme, forget
from engine import Game, Kingdom
from engine.card import CARDS
from engine.mechanisms import Extra
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tables import Options, TableService
from tables.commands.lobby import set_kingdom
from tests.cogs.browser import at_page, browsing
from tests.cogs.test_facts import names_card
from tests.cogs.test_panels import NAMES, table_of
from tests.cogs.test_pictures import SCHEMES, Written
from tests.engine.strange_cards import on_the_table

WARD, PILE = Extra("ward", "Guard", (2, 3)), Extra("pile", "Festival's pile", (3, 4), supply=False)
LARGEST = Kingdom(
    piles=("Militia", "Festival", "Castles", "Gladiator/Fortune", "Settlers/Bustling Village", "Scrying Pool", "Villa",
           "Farmers' Market", "Philosopher's Stone", "Catapult/Rocks"),
    landscapes=("Tax", "Obelisk"),
    extras={"Militia": "Patrician/Emporium", "Festival": "Caravan"},
    optional=("Bullion/Realm",),
)  # fmt: skip
LOBBY, BOARD, IN_WORDS = 580, 770, 800
REQUEST = "Militia, Festival, Guard Moat, Bullion and Realm"


@pytest.fixture(autouse=True)
def needed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let two cards need extra piles."""
    monkeypatch.setattr(type(CARDS["Militia"]), "extra", WARD)
    monkeypatch.setattr(type(CARDS["Festival"]), "extra", PILE)
    with on_the_table():
        yield


def test_lobby_and_board_note_them_in_words_and_pictures() -> None:
    game = Game.new(LARGEST.setup(NAMES[:3]), bytes(32))
    table, view = table_of(game, Options(kingdom=LARGEST)), game.view(None)
    told = kingdom.described(LARGEST)
    assert "Patrician/Emporium (Guard, Emporium $5)" in told and "Caravan (Duration, Festival's pile)" in told
    assert "**Also** Potion $4 · Bullion $9 · Realm $11" in told
    assert "Patrician $2 (Guard · over Emporium $5)" in KingdomPicture.of(LARGEST).alt
    assert "Also in the Supply: Potion $4, Bullion $9, Realm $11." in KingdomPicture.of(LARGEST).alt
    drawn, supply = BoardPicture.of(view), board.supply(view.piles).replace("\u00a0", " ")
    assert len(drawn.kingdom) == 12 and len(drawn.basic) == 10
    assert all(names_card(tile, supply, basic=tile in drawn.basic) for tile in (*drawn.kingdom, *drawn.basic))
    assert [each.name for each in cards.everything(table, ())][-3:] == ["Potion", "Bullion", "Realm"]
    assert "Guard" in lobby.in_words(table, 100).panel.text


@pytest.mark.parametrize("scheme", SCHEMES)
def test_pictures_have_all_names_whole(scheme: Scheme, monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    written = Written(monkeypatch)
    for extras in (LARGEST.extras, {"Militia": "Village", "Festival": "Gardens"}):
        chosen = LARGEST.model_copy(update={"extras": extras})
        assert written.draw(KingdomPicture.of(chosen), scheme) <= 900
        assert written.draw(BoardPicture.of(Game.new(chosen.setup(NAMES[:2]), bytes(32)).view(None)), scheme) <= 1560
    assert not written.cut and not written.clipped


def test_an_extra_pile_that_is_empty_is_still_noted() -> None:
    game = Game.new(LARGEST.setup(NAMES[:2]), bytes(32))
    empty = tuple(pile.model_copy(update={"count": 0, "top": None, "cards": ()}) for pile in game.view(None).piles)
    view = game.view(None).model_copy(update={"piles": empty})
    told = [tile.told for tile in BoardPicture.of(view).kingdom]
    assert "Patrician, Emporium empty (1 debt, Guard)" in told
    assert "Caravan empty (Festival's pile)" in told


def test_what_a_request_can_say_is_suggested() -> None:
    said = [each.words for each in proposals("Empires, Bull", KingdomChoice())]
    assert "Empires, Bullion and Realm" in said
    assert "Empires, no Bullion and Realm" in [each.words for each in proposals("Empires, no Bull", KingdomChoice())]
    assert proposals(REQUEST, KingdomChoice())[0].words == REQUEST


@pytest.mark.usefixtures("bot")
async def test_they_are_asked_for_swapped_and_played_with(sandbox: Sandbox, host: TableService, ada: Player) -> None:
    await ada.command("game new", kingdom=REQUEST)
    shown = await ada.sees("Ada's table", button="Add AI")
    (table,) = await host.live()
    chosen = table.options.kingdom
    assert chosen.extras["Militia"] == "Moat" and chosen.optional == ("Bullion/Realm",)
    assert request_of(table.options) == f"Dominion, {REQUEST}"
    assert "Moat (Reaction, Guard)" in shown.text and "Bullion $9 · Realm $11" in shown.text
    await ada.click("Kingdom…", on=shown)
    await ada.click("Swap one…", on=await ada.sees("### Kingdom"))
    await ada.select("Swap…", "Moat", on=await ada.sees("### Which card should go?"))
    (table,) = await host.live()
    swapped = table.options.kingdom
    assert swapped.piles == chosen.piles and swapped.optional == chosen.optional
    assert swapped.extras["Militia"] != "Moat" and swapped.extras["Festival"] == chosen.extras["Festival"]
    await ada.click("Add AI", on=shown)
    await ada.click("Start", on=shown)
    await settled(sandbox)
    public = await ada.sees("piles empty", button="My hand")
    assert "Realm 8" in public.text and "Guard" in public.text and "Festival's pile" in public.text


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(("pictures", "words"), [(True, False), (False, True)])
async def test_the_largest_kingdom_fits_a_phone(chromium: str, sandbox: Sandbox, host: TableService, words: bool) -> None:
    async with browsing(chromium) as browser:
        ada = await at_page(browser, sandbox, "Ada")
        await ada.command("game new", kingdom="Random")
        (table,) = await host.live()
        await host.act(table.id, table.host, set_kingdom(LARGEST), action="largest")
        await settled(sandbox)
        await ada.click("Add AI")
        shown = await ada.sees("Ada's table", button="Start")
        assert await ada.height(shown) <= (LOBBY, IN_WORDS)[words]
        await ada.click("Start")
        await settled(sandbox)
        shown = await ada.sees("'s turn", button="My hand")
        assert await ada.height(shown) <= (BOARD, IN_WORDS)[words]
