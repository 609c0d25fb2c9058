"""Rules at hand: found however they are written, true for the edition, and one page leading to the next."""

from __future__ import annotations

import pytest

from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tests.cogs.kit import behind_more

pytestmark = pytest.mark.usefixtures("bot")


async def test_from_a_card_to_its_terms_to_their_cards_and_back(ada: Player) -> None:
    await ada.command("rules", about="Moatt")
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
    everything = {"Copper", "Potion", "Humble Castle", "Bustling Village", "Familiar", "Delve", "Tower"}
    await ada.click("Cards", on=await ada.sees("'s turn 1", button="My hand"))
    await settled(sandbox)
    beside_board = ada.messages()[-1]
    assert beside_board.ephemeral
    assert everything <= {option["label"] for menu in beside_board.components(3) for option in menu["options"]}
    (panel,) = ada.messages("DM")
    await behind_more(ada, "Cards", on=panel)
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


async def test_one_command_knows_every_kind_and_forgives_typos(ada: Player, ben: Player) -> None:
    assert (await ada.suggestions("rules", "about", about="aquedct"))[0] == "Aqueduct"
    await ada.command("rules", about="aqueduct")
    assert "$" not in (await ada.sees("### Aqueduct\n", "Landmark · Empires")).text
    await ada.command("rules", about="enchantr")
    await ada.sees("### Enchantress\n")
    await ada.command("rules", about="encampment")
    await ada.sees("In the pile Encampment/Plunder")
    assert "Tiebreaker · term" in await ada.suggestions("rules", "about", about="tie")
    await ada.command("rules", about="trashing", show=True)
    assert not (await ben.sees("### Trash\n")).ephemeral
    await ben.select("Look up one of its cards…", "Chapel", on=await ben.sees("### Trash\n"))
    assert (await ben.sees("### Chapel\n")).ephemeral
    await ada.command("rules", about="deck top")
    await ada.sees("### Deck Top\n", "Recommended set of Dominion", "/game new kingdom:Deck Top")
    await ada.command("rules", about="Underlings")
    await ada.sees("### Underlings\n", "can't be played here yet. It needs Intrigue (")
    await ada.command("rules", about="empires")
    await ada.sees("### Empires\n", "**Landmarks**")
    await ada.command("rules", about="how many provinces with 3 people")
    await ada.sees("**Province** · Card", "**Five or six players** · Term")
    await ada.command("rules", about="qqqq")
    assert (await ada.sees("I found nothing about “qqqq”")).ephemeral


async def test_menus_of_many_cards_say_which_they_hold(ada: Player) -> None:
    await ada.command("rules", about="Action card")
    page = await ada.sees("### Action card\n", "cards:", without=["Village"])
    menus = page.components(3)[:-1]
    for menu in menus:
        names = [option["label"] for option in menu["options"]]
        assert menu["placeholder"] == f"{names[0]} – {names[-1]}…" and names == sorted(names)
    assert len(menus) > 1
    holds = next(menu for menu in menus if any(option["label"] == "Village" for option in menu["options"]))
    await ada.select(holds["placeholder"], "Village", on=page)
    await ada.sees("### Village\n", button="Back")


async def test_what_is_typed_leads_to_a_page_or_to_a_search(sandbox: Sandbox, ada: Player) -> None:
    proposed = await ada.suggestions("rules", "about", about="curse")
    assert proposed[:2] == ["Curse", "Curse · term"] and proposed[-1] == "Search for “curse”"
    for about, page in (
        ("term:Curse", "### Curse\nWorth -1 VP"),
        ("Attack · term", "### Attack\n"),
        ("curse", "### Curse\nCurse · "),
        ("search:curse", "### “curse”"),
        ("reveal hand", "### “reveal hand”"),
    ):
        await ada.command("rules", about=about)
        assert (await ada.sees("###")).text.startswith(page), about
    assert len(await ada.suggestions("rules", "about", about="")) == 25
    await ada.command("game new", kingdom="Castles, Tower")
    await settled(sandbox)
    proposed = await ada.suggestions("rules", "about", about="")
    assert {"Humble Castle", "Tower"} <= {*proposed}, "what is on the table comes first"


async def test_back_leads_the_whole_way_whatever_edition_one_looks_at(ada: Player) -> None:
    await ada.command("rules", about="playing again")
    page = await ada.sees("### Playing again\n")
    await ada.select("Look up one of its cards…", "Throne Room", on=page)
    await ada.click("1st edition", on=await ada.sees("### Throne Room\n", "(2nd edition)"))
    older = await ada.sees("### Throne Room\n", "(1st edition)", button="Back")
    await ada.select("Rules that it uses…", "Action card", on=older)
    await ada.click("Back", on=await ada.sees("### Action card\n"))
    await ada.click("Back", on=await ada.sees("### Throne Room\n", "(1st edition)"))
    assert "Back" not in (await ada.sees("### Playing again\n")).buttons


async def test_a_search_lists_what_can_be_opened(ada: Player) -> None:
    await ada.command("rules", about="reveal hand")
    found = await ada.sees("### “reveal hand”", "Card")
    await ada.select("Open one…", "Bureaucrat", on=found)
    card = await ada.sees("### Bureaucrat\n", button="Back")
    await ada.select("Cards that it names…", "Silver", on=card)
    await ada.click("Back", on=await ada.sees("### Silver\n"))
    await ada.click("Back", on=await ada.sees("### Bureaucrat\n"))
    await ada.sees("### “reveal hand”")
    await ada.command("rules", about="xyzzy")
    await ada.sees("I found nothing about “xyzzy”")


async def test_true_for_the_edition_of_the_game_here(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("rules", about="Throne Room")
    newest = await ada.sees("### Throne Room\n", "(2nd edition)", button="1st edition")
    await ada.click("1st edition", on=newest)
    assert (await ada.sees("### Throne Room\n", "(1st edition)", button="2nd edition")).id == newest.id
    await ada.command("game new", kingdom="Dominion, Throne Room, Woodcutter, 1E")
    await ada.command("rules", about="Throne Room")
    older = await ada.sees("### Throne Room\n", "(1st edition)", button="2nd edition")
    assert "(2nd edition)" not in older.text, "what isn't played is a click away"
    assert newest.id != older.id
    lobby = await ada.sees("Ada's table", button="Join")
    await ben.click("Kingdom…", on=lobby)
    await ben.select("Look up a card…", "Throne Room")
    page = await ben.sees("### Throne Room\n", "(1st edition)")
    await ben.select("Rules that it uses…", "Playing again", on=page)
    await ben.sees("### Playing again\n")
    await settled(sandbox)
    assert (await ben.sees("Ada's table")).id == lobby.id


async def test_a_card_or_set_that_is_not_here_yet_is_known_by_name(ada: Player) -> None:
    await ada.command("rules", about="wishing well")
    await ada.sees("### Wishing Well\n", "Intrigue", "I don't play Intrigue yet")
    await ada.command("rules", about="Seaside")
    await ada.sees("### Seaside\n", "I don't play Seaside yet.", "Fishing Village")
