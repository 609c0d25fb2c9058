"""Looking up rules: they are found however they are written, are right for the edition, and pages lead to one another."""

from __future__ import annotations

import pytest

from cogs.commands import rules
from cogs.pictures.tiles import marks
from cogs.text import rules as text_rules
from engine import all_cards
from engine.mechanisms import LANDSCAPES, TOKENS
from engine.terms import term_facts
from sandbox.server import Sandbox
from sandbox.testing import Player, settled
from tests.cogs.kit import behind_more

pytestmark = pytest.mark.usefixtures("bot")


async def test_from_a_card_to_its_terms_to_their_cards_and_back(ada: Player) -> None:
    await ada.command("rules", about="Moatt")
    page = await ada.sees("### Moat\n", "Action – Reaction · $2 · Dominion", "• ")
    await ada.select("Related…", "Reaction", on=page)
    term = await ada.sees("### Reaction\n", "Moat", button="Back")
    assert (term.id, term.ephemeral) == (page.id, True)
    await ada.click("Back", on=term)
    again = await ada.sees("### Moat\n", without=["### Reaction"])
    assert again.id == page.id
    await ada.select("Related…", "Attack", on=again)
    await ada.select("Related… (1 of 3)", "Bandit", on=await ada.sees("### Attack\n"))
    await ada.sees("### Bandit\n", button="Back")


async def test_a_term_says_how_pictures_draw_it(ada: Player) -> None:
    await ada.command("rules", about="debt")
    await ada.sees("### Debt\n", "-# In pictures, a hexagon means debt.")


def test_every_symbol_of_the_pictures_is_explained_at_a_term() -> None:
    types = {type_ for facts in all_cards() for type_ in marks(facts.types)} - LANDSCAPES.keys()
    drawn = {"coin", "potion", *(token.sign for token in TOKENS.values()), *(kind.sign for kind in LANDSCAPES.values()), *types}
    pairs = (
        *("coin disc", "potion flask", "debt hexagon", "shield shield", "temple temple", "Treasure coin", "Victory shield"),
        *("Curse cross", "Attack sword", "Reaction arrow", "Duration hourglass", "Castle tower", "Gathering dots"),
        *("Prize cup", "Reward rosette"),
    )
    told = dict(pair.split() for pair in pairs)
    assert drawn - {""} == told.keys()
    for symbol, words in told.items():
        assert any(words in said for said in text_rules.SYMBOLS.values()), symbol
    for term in text_rules.SYMBOLS:
        term_facts(term)


async def test_everything_on_the_table_can_be_looked_up_beside_a_hand_panel(sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new", seats=2, kingdom="Castles, Settlers/Bustling Village, Familiar, Delve, Tower")
    await ada.click("Add AI")
    await ada.click("Start")
    await settled(sandbox)
    everything = {"Copper", "Potion", "Humble Castle", "Bustling Village", "Familiar", "Delve", "Tower"}
    await ada.click("Cards", on=await ada.sees("'s turn 1", button="My hand"))
    await settled(sandbox)
    beside_board = ada.messages()[-1]
    assert beside_board.ephemeral
    pages = int((await ada.sees("### Cards (1 of ")).text.partition("(1 of ")[2].partition(")")[0])
    for number in range(1, pages + 1):
        shown = await ada.sees(f"### Cards ({number} of {pages})")
        assert shown.id == beside_board.id
        everything -= {option["label"] for menu in shown.components(3) for option in menu["options"]}
        if number < pages:
            await ada.click("Next", on=shown)
    assert not everything
    (panel,) = ada.messages("DM")
    await behind_more(ada, "Cards", on=panel)
    await settled(sandbox)
    beside = ada.messages("DM")[-1]
    assert beside.ephemeral and beside.id != panel.id
    for name in ("Copper", "Humble Castle", "Familiar", "Delve"):
        await ada.select("Look up…", name, on=ada.now(beside))
        page = await ada.sees(f"### {name}\n", where="DM")
        assert page.ephemeral and page.id == beside.id, "a card opens in place"
        await ada.click("Back", on=page)
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
    await ben.select("Related… (1 of 3)", "Chapel", on=await ben.sees("### Trash\n"))
    assert (await ben.sees("### Chapel\n")).ephemeral
    await ada.command("rules", about="deck top")
    await ada.sees("### Deck Top\n", "Recommended set from Dominion", "/game new kingdom:Deck Top")
    await ada.command("rules", about="Lamentations")
    await ada.sees("### Lamentations\n", "can't be played here yet. It needs Dark Ages (")
    await ada.command("rules", about="empires")
    await ada.sees("### Empires\n-# 24 Kingdom piles · 13 Events · 21 Landmarks · ", "**Landmarks**")
    await ada.command("rules", about="how many provinces with 3 people")
    await ada.sees("### Pile sizes\n", "Provinces: 8, 12, 12, 15, 18 for 2 to 6 players")
    await ada.command("rules", about="qqqq")
    assert (await ada.sees("Nothing found for “qqqq”. Try")).ephemeral


async def test_what_is_misspelt_is_asked_about_with_three_buttons_at_most(ada: Player) -> None:
    await ada.command("rules", about="posession")
    asked = await ada.sees("Nothing found for “posession”. Did you mean:")
    assert asked.buttons == ["Possession", "Possession · term", "Procession · not here yet"] and not asked.components(3)
    await ada.click("Possession", on=asked)
    await ada.click("Back", on=await ada.sees("### Possession\n", "Action · $6 + Potion"))
    await ada.command("rules", about="vlilagio")
    assert 1 <= len((await ada.sees("Nothing found for “vlilagio”. Did you mean:")).buttons) <= 3


async def test_a_menu_of_many_cards_is_turned_like_a_list(ada: Player) -> None:
    await ada.command("rules", about="Action card")
    actions = sum("Action" in card.types for card in all_cards())
    page = await ada.sees("### Action card\n", f"{actions} cards", without=["Village"])
    listed: list[str] = []
    pages = -(-(actions + len(term_facts("Action card").related)) // 25)
    for number in range(1, pages + 1):
        (menu,) = ada.now(page).components(3)
        assert menu["placeholder"] == f"Related… ({number} of {pages})"
        listed += [option["label"] for option in menu["options"]]
        if number < pages:
            await ada.click("Next", on=ada.now(page))
    assert len(listed) == len(set(listed)) and {"Village", "Moat", "Alchemist"} <= {*listed}
    assert ada.now(page).buttons == ["Previous"]
    last = f"Related… ({pages} of {pages})"
    await ada.select(last, listed[-1], on=ada.now(page))
    await ada.click("Back", on=await ada.sees(f"### {listed[-1]}\n"))
    assert ada.now(page).components(3)[0]["placeholder"] == last, "back to where one was"


async def test_what_is_typed_leads_to_a_page_or_to_a_search(sandbox: Sandbox, ada: Player) -> None:
    proposed = await ada.suggestions("rules", "about", about="curse")
    assert proposed[:2] == ["Curse", "Curse · term"] and proposed[-1] == "Search for “curse”"
    for about, page in (
        ("term:Curse", "### Curse\nWorth -1 VP"),
        ("Attack · term", "### Attack\n"),
        ("curse", "### Curse\n-# Curse · "),
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


@pytest.mark.parametrize(
    "typed",
    [
        *("how does trader work?", "Weaver and Ironworks", "when does the game end?", "trader and curse", "what is a reaction?"),
        *("can I play weaver when discarded by ironworks", "xyzzy", "curse", "reveal hand", "term:Curse"),
        *("Attack · term", " moat "),
        "if I discard it from my hand during someone's turn, does it matter that I hold a Weaver?",
    ],
)
async def test_the_suggestion_to_search_gives_what_sending_the_text_gives(typed: str, sandbox: Sandbox, ada: Player) -> None:
    label, value = (await ada.proposals("rules", "about", about=typed))[-1]
    assert label.startswith("Search for “") and len(label) <= 100
    pages = []
    for about in (typed, value):
        await ada.command("rules", about=about)
        await settled(sandbox)
        pages.append(ada.messages()[-1].text)
    assert pages[0] == pages[1]
    if " " in typed.strip():
        assert "Nothing found" not in pages[1]


async def test_a_long_question_is_read_to_its_end(ada: Player) -> None:
    asked = "if I discard it from my hand during someone's turn, does it matter that I hold a Weaver?"
    await ada.command("rules", about=asked)
    await ada.sees("### Weaver\n")
    assert not [each for each in await ada.suggestions("rules", "about", about=asked * 2) if each.startswith("Search for")]


async def test_back_leads_the_whole_way_whatever_edition_one_looks_at(ada: Player) -> None:
    await ada.command("rules", about="playing again")
    page = await ada.sees("### Playing again\n")
    await ada.select("Related…", "Throne Room", on=page)
    await ada.click("1st edition", on=await ada.sees("### Throne Room\n", ", 2nd edition"))
    older = await ada.sees("### Throne Room\n", ", 1st edition", button="Back")
    await ada.select("Related…", "Action card", on=older)
    await ada.click("Back", on=await ada.sees("### Action card\n"))
    await ada.click("Back", on=await ada.sees("### Throne Room\n", ", 1st edition"))
    assert "Back" not in (await ada.sees("### Playing again\n")).buttons


async def test_a_look_up_for_everyone_that_takes_too_long_is_answered_privately(
    ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "PATIENCE", 0)
    await ada.command("rules", about="Moat", show=True)
    assert (await ada.sees("### Moat\n")).ephemeral
    monkeypatch.setattr(rules, "PATIENCE", 3)
    await ada.command("rules", about="Moat", show=True)
    assert not (await ben.sees("### Moat\n")).ephemeral


async def test_a_search_lists_what_can_be_opened(ada: Player) -> None:
    await ada.command("rules", about="reveal hand")
    found = await ada.sees("### “reveal hand”: more than 12 results")
    await ada.select("Open one…", "Bureaucrat", on=found)
    card = await ada.sees("### Bureaucrat\n", button="Back")
    await ada.select("Related…", "Silver", on=card)
    await ada.click("Back", on=await ada.sees("### Silver\n"))
    await ada.click("Back", on=await ada.sees("### Bureaucrat\n"))
    await ada.sees("### “reveal hand”")
    await ada.command("rules", about="xyzzy")
    await ada.sees("Nothing found for “xyzzy”")


async def test_true_for_the_edition_of_the_game_here(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await ada.command("rules", about="Throne Room")
    newest = await ada.sees("### Throne Room\n", ", 2nd edition", button="1st edition")
    await ada.click("1st edition", on=newest)
    assert (await ada.sees("### Throne Room\n", ", 1st edition", button="2nd edition")).id == newest.id
    await ada.command("game new", kingdom="Dominion, Throne Room, Woodcutter, 1E")
    await ada.command("rules", about="Throne Room")
    older = await ada.sees("### Throne Room\n", ", 1st edition", button="2nd edition")
    assert ", 2nd edition" not in older.text, "what isn't played is a click away"
    assert newest.id != older.id
    lobby = await ada.sees("Ada's table", button="Join")
    await ben.click("Kingdom…", on=lobby)
    await ben.select("Look up…", "Throne Room")
    page = await ben.sees("### Throne Room\n", ", 1st edition")
    await ben.select("Related…", "Playing again", on=page)
    await ben.sees("### Playing again\n")
    await settled(sandbox)
    assert (await ben.sees("Ada's table")).id == lobby.id


async def test_a_card_or_set_that_is_not_here_yet_is_known_by_name(ada: Player) -> None:
    await ada.command("rules", about="vampire")
    await ada.sees("### Vampire\n", "Nocturne", "I don't play Nocturne yet")
    await ada.command("rules", about="Nocturne")
    await ada.sees("### Nocturne\n", "I don't play Nocturne yet.", "Vampire")


async def test_a_question_leads_to_the_rule_that_answers_it(ada: Player) -> None:
    await ada.command("rules", about="what happens if my deck is empty?")
    page = await ada.sees("“what happens if my deck is empty?”", "### Shuffle\n")
    await ada.select("Related…", "Draw", on=page)
    await ada.click("Back", on=await ada.sees("### Draw\n"))
    await ada.sees("### Shuffle\n")


async def test_a_question_is_answered_even_if_its_words_stand_in_a_card_s_text_or_name(ada: Player) -> None:
    for asked, term in (
        ("what is a curse?", "Curse"),
        ("when does the game end?", "Game end"),
        ("can I see the discard pile?", "Discard"),
        ("do I keep money for the next turn?", "Turn"),
    ):
        await ada.command("rules", about=asked)
        await ada.sees(f"“{asked}”", f"### {term}\n")


async def test_a_question_about_a_card_leads_to_it_unless_a_term_explains_what_it_does(ada: Player) -> None:
    await ada.command("rules", about="does militia hit when hand is 3 cards")
    await ada.sees("### Militia\n", "discards down to 3 cards")
    await ada.command("rules", about="how do I play a card again with Throne Room")
    await ada.sees("### Playing again\n")
    await ada.command("rules", about="how many Provinces are there with 3 players")
    await ada.sees("### Pile sizes\n")


async def test_two_cards_in_a_question_are_explained_together(ada: Player) -> None:
    await ada.command("rules", about="does Moat stop Witch?")
    stops = "You can use Moat when an opponent plays Witch. Everyone sees your Moat, and the Attack does nothing to you."
    page = await ada.sees("### Moat and Witch\n", stops, "Each opponent gains a Curse")
    await ada.select("Related…", "Moat", on=page)
    await ada.sees("### Moat\n", button="Back")
    await ada.command("rules", about="village and smithy?")
    assert "You can use" not in (await ada.sees("### Village and Smithy\n", "Both use ")).text


@pytest.mark.parametrize("names", ["Moat", "Moat + Witch + Gold", "Moat + Wich", ""])
async def test_a_page_about_other_than_two_cards_does_not_exist(names: str, ada: Player) -> None:
    await ada.command("rules", about=f"together:{names}")
    await ada.sees("Nothing found for")
