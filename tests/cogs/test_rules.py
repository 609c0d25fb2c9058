"""Rules at hand: found however they are written, true for the edition, and one page leading to the next."""

from __future__ import annotations

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, settled

pytestmark = pytest.mark.usefixtures("bot")


async def test_from_a_card_to_its_terms_to_their_cards_and_back(ada: Player) -> None:
    await ada.command("rules card", name="Moatt")
    page = await ada.sees("### Moat\n", "Action – Reaction · $2 · Dominion", "Rulings")
    await ada.select("Rules that it uses…", "Reaction", on=page)
    term = await ada.sees("### Reaction\n", "cards: ", button="Back")
    assert (term.id, term.ephemeral) == (page.id, True)
    await ada.click("Back", on=term)
    again = await ada.sees("### Moat\n", without=["### Reaction"])
    assert again.id == page.id
    await ada.select("Rules that it uses…", "Attack", on=again)
    await ada.select("Look up one of its cards…", "Militia", on=await ada.sees("### Attack\n"))
    await ada.sees("### Militia\n", button="Back")


async def test_all_that_is_on_the_table_is_looked_up_beside_a_hand_panel(sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new", seats=2, kingdom="Castles, Settlers/Bustling Village, Familiar, Delve, Tower")
    await ada.click("Add AI")
    await ada.click("Start")
    await settled(sandbox)
    board = await ada.sees("Supply")
    everything = {"Copper", "Potion", "Humble Castle", "Bustling Village", "Familiar", "Delve", "Tower"}
    assert everything <= {option["label"] for menu in board.components(3) for option in menu["options"]}
    (panel,) = ada.messages("DM")
    await ada.click("Cards", on=panel)
    await settled(sandbox)
    beside = ada.messages("DM")[-1]
    assert beside.ephemeral and beside.id != panel.id
    menus = {one["placeholder"]: [option["label"] for option in one["options"]] for one in beside.components(3)}
    offered = [name for names in menus.values() for name in names]
    for name in sorted(everything):
        assert name in offered
        menu = next(menu for menu, names in menus.items() if name in names)
        await ada.select(menu, name, on=beside)
        assert (await ada.sees(f"### {name}\n", where="DM")).ephemeral
    assert ada.messages("DM")[0].id == panel.id, "the panel stays"


async def test_each_kind_has_its_command_and_forgives_typos(ada: Player, ben: Player) -> None:
    assert (await ada.suggestions("rules card", "name", name="aquedct"))[0] == "Aqueduct"
    await ada.command("rules card", name="aqueduct")
    assert "$" not in (await ada.sees("### Aqueduct\n", "Landmark · Empires")).text
    await ada.command("rules card", name="encampment")
    await ada.sees("In the pile Encampment/Plunder")
    assert "Tie-break" in await ada.suggestions("rules term", "name", name="tie")
    await ada.command("rules term", name="trashing", show=True)
    assert not (await ben.sees("### Trash\n")).ephemeral
    await ben.select("Look up one of its cards…", "Chapel", on=await ben.sees("### Trash\n"))
    assert (await ben.sees("### Chapel\n")).ephemeral
    await ada.command("rules set", name="deck top")
    await ada.sees("### Deck Top\n", "Recommended set of Dominion", "/game new kingdom:Deck Top")
    await ada.command("rules set", name="Underlings")
    await ada.sees("### Underlings\n", "can't be played here yet. It needs Intrigue (")
    await ada.command("rules set", name="empires")
    await ada.sees("### Empires\n", "**Landmarks**")
    await ada.command("rules card", name="qqqq")
    assert (await ada.sees("I found nothing about “qqqq”")).ephemeral


async def test_menus_of_many_cards_say_which_they_hold(ada: Player) -> None:
    await ada.command("rules term", name="Action card")
    page = await ada.sees("### Action card\n", "cards:", without=["Village"])
    menus = page.components(3)[:-1]
    for menu in menus:
        names = [option["label"] for option in menu["options"]]
        assert menu["placeholder"] == f"{names[0]} – {names[-1]}…" and names == sorted(names)
    assert len(menus) > 1
    holds = next(menu for menu in menus if any(option["label"] == "Village" for option in menu["options"]))
    await ada.select(holds["placeholder"], "Village", on=page)
    await ada.sees("### Village\n", button="Back")


async def test_a_search_lists_what_can_be_opened(ada: Player) -> None:
    await ada.command("rules search", words="reveal hand")
    found = await ada.sees("### “reveal hand”", "Card")
    await ada.select("Open one…", "Bureaucrat", on=found)
    await ada.sees("### Bureaucrat\n", button="Back")
    await ada.click("Back", on=found)
    await ada.sees("### “reveal hand”")
    await ada.command("rules search", words="xyzzy")
    await ada.sees("I found nothing about “xyzzy”")


async def test_true_for_the_edition_of_the_game_here(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("rules card", name="Throne Room")
    newest = await ada.sees("### Throne Room\n", "(2nd edition)", button="1st edition")
    await ada.click("1st edition", on=newest)
    assert (await ada.sees("### Throne Room\n", "(1st edition)", button="2nd edition")).id == newest.id
    await ada.command("game new", kingdom="Throne Room, Woodcutter, 1E")
    await ada.command("rules card", name="Throne Room")
    older = await ada.sees("### Throne Room\n", "(1st edition)", button="2nd edition")
    assert "(2nd edition)" not in older.text, "what isn't played is a click away"
    assert newest.id != older.id
    lobby = await ada.sees("Ada's table", button="Join")
    await ben.select("Look up a card…", "Throne Room", on=lobby)
    page = await ben.sees("### Throne Room\n", "(1st edition)")
    await ben.select("Rules that it uses…", "Playing again", on=page)
    await ben.sees("### Playing again\n")
    await settled(sandbox)
    assert (await ben.sees("Ada's table")).id == lobby.id
