"""What a hand panel offers besides the plain moves, by clicks through the sandbox."""

from __future__ import annotations

import re
from hashlib import sha256

import aiohttp
import pytest

from engine import View
from engine.replay import Export, verify
from sandbox.components import BUTTON, SELECTS
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tests.cogs.game import PILES, Scene, asks, collecting, controls, discard_two, hand, shopping
from tests.cogs.kit import Reader, behind_more, buy_and_end, set_in_advance, undo

pytestmark = pytest.mark.usefixtures("bot")

PRIMARY = 1
"""The style of a button that stands out."""


async def begin(sandbox: Sandbox, ada: Player, ben: Player, kingdom: str = "First Game") -> tuple[Reader, Reader]:
    """Start a two-player game; return them, the first player first."""
    await ada.command("game new", seats=2, kingdom=kingdom)
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    readers = Reader(ada, ("Militia", "Cellar")), Reader(ben, ("Militia", "Moat"))
    first, second = sorted(readers, key=lambda reader: not reader.asked)
    return first, second


def panel(reader: Reader) -> Shown:
    """Return the current hand panel."""
    found = reader.panel
    assert found is not None
    return found


async def test_one_hand_panel_each_in_whichever_seat(sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new", seats=2, kingdom="First Game")
    await ada.click("Add AI")
    await ada.click("Start")
    await settled(sandbox)
    assert len(ada.messages("DM")) == 1
    assert "Your turn 1 in" in ada.messages("DM")[0].text


async def test_a_plain_turn_is_one_click(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting(), also=lambda mine, views: mine.treasure_coins in (3, 4))
    before = await scene.panel(me)
    await buy_and_end(me, "buy:Silver", on=before)
    told = (await scene.panel(other)).text
    assert "### Your turn" in told and re.search(rf"\*\*{me.name} \d+:\*\* \$\d → Silver", told)
    assert len(me.messages("DM")) == len(other.messages("DM")) == 1


async def test_a_plain_turn_ends_with_a_choice_in_the_menu_unless_the_buy_leaves_more_to_do(scene: Scene) -> None:
    await scene.begin("Villa", *PILES[:9])
    me, _ = await scene.bring_to(collecting(), also=lambda mine, views: (mine.treasure_coins or 0) >= 4)
    await buy_and_end(me, "buy:Villa", on=await scene.panel(me))
    shown = await scene.panel(me)
    assert "You buy Villa" in shown.text and "Play Villa" in shown.buttons
    assert shown.text.count("Action phase") == 1, "it says only once why the turn goes on"
    await scene.end(me)
    assert (await scene.panel(me)).text.startswith("### Your next hand in ")


async def test_a_list_of_discards_that_decides_only_a_part_says_what_comes_first(scene: Scene) -> None:
    await scene.begin(*PILES)
    for player in scene.players:
        await set_in_advance(player, "set-discards", "worthless")

    def one_estate(mine: View, views: dict[str, View]) -> bool:
        (held,) = [hand(view, name) for name, view in views.items() if view is not mine]
        return held.get("Estate", 0) == 1 and {"Copper", "Militia"} < {*held} and sum(held.values()) == 5

    me, other = await scene.bring_to(collecting("Militia"), "Militia", also=one_estate)
    await scene.play(me, "Militia")
    asked = await scene.panel(other)
    ways = [one for one in asked.components(BUTTON) if one["label"] in controls(asked)]
    assert {one["style"] for one in ways} == {PRIMARY}, "no button is advice"
    assert "Estate" in ways[0]["label"] and "Estate" not in ways[-1]["label"]
    await other.click(ways[0]["label"], on=asked)
    assert "Estate" not in hand(await scene.view(other), other.name)


async def test_why_names_the_card_how_it_came_about_its_rule_and_what_follows(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Throne Room", "Militia"), "Throne Room", "Militia")
    asked = await scene.play(me, "Throne Room")
    await behind_more(me, "Why?", on=asked)
    await me.click("Choices", on=await me.sees("Why Throne Room asks you to choose", where="DM"))
    await me.sees("### Throne Room: ", "You play it twice", where="DM")
    await me.click("Militia", on=asked)
    shown = await scene.panel(other)
    assert asks("Militia", shown) and " · via Throne Room" in shown.text
    await behind_more(other, "Why?", on=shown)
    told = await other.sees(f"Why {me.name}'s Militia asks you to choose", where="DM")
    assert told.ephemeral
    assert re.search(rf"{me.name}'s turn \d+ → Throne Room → Militia → discard 2 cards", told.text)
    assert "discards down to 3" in told.text and told.buttons == ["Card", "Log", "Choices"]
    await other.click("Choices", on=told)
    told = await other.sees("### Militia: ", where="DM", without=["asks you to choose"])
    for words in ("play an Action from your hand twice", "You choose 2.", "You keep the other 3 cards."):
        assert words in told.text
    await other.select("Look up…", "Copper", on=told)
    assert (await other.sees("### Copper\n", where="DM")).ephemeral
    assert (await scene.panel(other)).id == shown.id, "no one has to leave the panel for that"
    assert not any("asks you to choose" in each.text for each in me.messages("DM"))


async def test_undo_is_free_until_something_hidden_is_revealed_or_someone_has_answered(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Village", "Militia"), "Village", "Militia")
    await me.command("game undo")
    await me.sees("You can't undo that")
    await me.click("Buy phase", on=await scene.panel(me))
    assert undo(await scene.panel(me))
    await me.command("game undo")
    await me.sees("Undone")
    assert undo(await scene.play(me, "Village")) is None, "a card was drawn"
    assert undo(await scene.play(me, "Militia")), "that someone is asked tells nothing yet"
    await discard_two(other, await scene.panel(other))
    assert undo(await scene.panel(me)) is None
    assert (await ways_to_ask(scene, me))[:2] == ["Undo playing Militia", "Rewind to the start of this turn"]
    await me.command("game undo")
    refused = await me.sees("You can't undo that", button="Ask to undo…")
    assert "More…" not in refused.text, "the button says it"
    await me.click("Ask to undo…", on=refused)
    assert (await me.sees("### Ask to undo")).buttons[:2] == ["Undo playing Militia", "Rewind to the start of this turn"]


async def ways_to_ask(scene: Scene, player: Player) -> list[str]:
    """Return the points that a player on turn can ask to go back to."""
    await player.click("More…", on=await scene.panel(player))
    await player.click("Ask to undo…", on=await player.sees("### More", where="DM"))
    return (await player.sees("### Ask to undo", where="DM")).buttons


async def test_undoing_more_shows_the_loss_and_needs_consent(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, second = await begin(sandbox, ada, ben)
    await buy_and_end(first.player, "buy:Estate", on=panel(first))
    await settled(sandbox)
    assert undo(panel(first)) is None, "the next hand is drawn"
    assert re.search(r"^-# \*\*Your last turn:\*\* \$\d → Estate$", panel(first).text, re.M)
    assert "Ask to undo…" not in panel(second).buttons, "they have nothing to undo"
    await first.player.click("Ask to undo…", on=panel(first))
    shown = await first.player.sees("### Ask to undo", where="DM")
    assert "Look up…" not in str(shown), "it names moves, not cards to look up"
    name = first.player.name
    lost = ("You buy Estate.", "-# Revealed since: You draw 5 cards.")
    assert all(line in shown.text for line in lost) and "-# This undoes: You play " in shown.text
    await first.player.click("Rewind to the start of my last turn", on=shown)
    await first.player.sees(f"I've pinged {second.player.name}.", "are undone when everyone agrees", where="DM")
    asked = await second.player.sees("### Undo in", where="DM", button="Agree")
    lost = (f"{name} buys Estate.", f"-# Revealed since: {name} draws 5 cards.")
    assert all(line in asked.text for line in lost), "who is asked reads the same"
    assert "Hidden cards have been" not in asked.text, "it says what was revealed"
    assert f"{first.player.name} agree" not in asked.text, "who proposes it has said so"
    await settled(sandbox)
    assert "Withdraw" in panel(first).buttons and "Agree" not in panel(first).buttons
    await second.player.click("Agree", on=asked)
    await settled(sandbox)
    assert "Your turn 1 in" in panel(first).text
    assert "I'll ping you" in panel(second).text
    assert "wants to undo" not in panel(second).text


async def test_declining_lets_it_stand(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, second = await begin(sandbox, ada, ben)
    await first.player.click("End turn", on=panel(first))
    await settled(sandbox)
    await behind_more(first.player, "Ask to undo…", on=panel(first))
    await first.player.click("Undo the end of my turn", on=await first.player.sees("### Ask to undo", where="DM"))
    await second.player.click("Decline", on=await second.player.sees("### Undo in", where="DM"))
    await settled(sandbox)
    told = panel(first).text
    assert f"{second.player.name} declined, so nothing is undone." in told and "You've proposed" not in told
    assert "Your turn 1 in" in panel(second).text


async def test_a_player_who_proposed_in_their_turn_finds_their_hand_at_the_bottom_once_it_is_answered(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    for player in (me, other):
        await player.click("End turn", on=await scene.panel(player))
    outcomes = {"Decline": f"{other.name} declined, so nothing is undone.", "Agree": "-# Undone: the end of your turn."}
    for answer, told in outcomes.items():
        assert "Undo the end of my turn" in await ways_to_ask(scene, me)
        await me.click("Undo the end of my turn", on=await me.sees("### Ask to undo", where="DM"))
        assert "My hand" in (await me.sees("shows their answers", where="DM")).buttons
        await other.click(answer, on=await scene.panel(other))
        await settled(scene.sandbox)
        last = me.messages("DM")[-1]
        assert told in last.text and "Your turn" in last.text and "End turn" in last.buttons
        assert sum("End turn" in shown.buttons for shown in me.messages("DM")) == 1


async def test_an_undone_plan_is_reported_as_gone(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.in_turn_order()
    await plan(scene, other, "Silver, else nothing")
    await me.click("End turn", on=await scene.panel(me))
    assert "Undo the end of my turn" in await ways_to_ask(scene, me)
    await me.click("Undo the end of my turn", on=await me.sees("### Ask to undo", where="DM"))
    await other.click("Agree", on=await scene.panel(other))
    shown = await scene.panel(other)
    assert "Your plan was undone with the turn it played." in shown.text and "Plan…" in shown.buttons


async def test_a_plan_is_previewed_kept_and_carried_out(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, second = await begin(sandbox, ada, ben)
    planning = second.player
    await planning.click("Plan…", on=panel(second))
    await planning.submit(text="$8 Nonsense, else Copper")
    refused = await planning.sees("“Nonsense” isn't a card in this game", "$8 Province, $6 Gold, else Silver", where="DM")
    assert "**__Nonsense__**" in refused.text
    await planning.click("Change it", on=refused)
    await planning.submit(text="$6 Gold\n$3 Sliver\nelse Coper")
    refused = await planning.sees("Did you mean Silver?", "Did you mean Copper?", where="DM")
    await planning.click("Use: $3 Silver, else Copper", on=refused)
    await settled(sandbox)
    kept = panel(second).text
    assert "**Plan:**" in kept
    assert "Play all Treasures" in kept
    assert "End the turn" in kept
    await first.player.click("End turn", on=panel(first))
    await settled(sandbox)
    assert "Your turn 2 in" in panel(first).text
    assert "**Plan:**" not in panel(second).text


async def plan(scene: Scene, player: Player, words: str) -> None:
    """Plan a waiting player's next turn."""
    await player.click("Plan…", on=await scene.panel(player))
    await player.submit(text=words)
    assert "**Plan:**" in (await scene.panel(player)).text


def left(view: View, name: str) -> int:
    """Return how many cards of a pile are left."""
    return next(pile.count for pile in view.piles if pile.name == name)


async def test_a_plan_is_deleted_by_emptying_it(scene: Scene) -> None:
    await scene.begin(*PILES)
    _, other = await scene.in_turn_order()
    await plan(scene, other, "Silver, else nothing")
    await other.click("Change plan", on=await scene.panel(other))
    assert other.person.modal is not None and "Clear this to delete the plan." in str(other.person.modal.components)
    await other.submit(text="")
    await settled(scene.sandbox)
    shown = await scene.panel(other)
    assert "**Plan:**" not in shown.text and "Plan…" in shown.buttons


async def test_a_plan_stops_at_the_first_surprise_and_says_why(scene: Scene) -> None:
    await scene.begin(*PILES)
    me, other = await scene.bring_to(collecting("Militia"), "Militia")
    await plan(scene, other, "Silver, else nothing")
    await scene.play(me, "Militia")
    await discard_two(other, await scene.panel(other))
    await scene.end(me)
    told = (await scene.panel(other)).text
    assert "Your turn" in told and "Your plan stopped. Your hand has changed since." in told
    assert "Your plan" not in await scene.log(me)

    def waiting(mine: View, views: dict[str, View]) -> dict[str, int]:
        """Return the hand panel of the player who isn't on turn."""
        return next(hand(view, name) for name, view in views.items() if view is not mine)

    me, other = await scene.bring_to(
        shopping(lambda view, seat: ("Moat",) if left(view, "Moat") > 1 else ()),
        also=lambda mine, views: (
            left(mine, "Moat") == 1 and (mine.treasure_coins or 0) > 1 and waiting(mine, views).get("Copper", 0) > 1
        ),
    )
    await plan(scene, other, "Moat, else Copper")
    await scene.buy(me, "buy:Moat")
    await scene.end(me)
    told = (await scene.panel(other)).text
    assert "Your plan stopped. No Moat is left to buy." in told
    assert left(await scene.view(other), "Moat") == 0

    for _ in range(10):
        me, other = await scene.bring_to(
            collecting(*6 * ["Village"]),
            also=lambda mine, views: "Village" in waiting(mine, views) and "Moat" not in waiting(mine, views),
        )
        await plan(scene, other, "play Village, $8 Province, else nothing")
        await scene.end(me)
        await settled(scene.sandbox)
        if "the plan doesn't mention it" in await scene.log(other):
            break
    told = (await scene.panel(other)).text
    assert "Your plan plays this turn." in told
    assert "Your plan stopped. You could play Moat, but the plan doesn't mention it." in told


async def test_a_plan_goes_on_after_a_choice_unless_it_is_deleted_there(scene: Scene) -> None:
    await scene.begin(*PILES)

    def waits_with_workshop(mine: View, views: dict[str, View]) -> bool:
        return any("Workshop" in hand(view, name) for name, view in views.items() if view is not mine)

    for deleted in (False, True):
        me, other = await scene.bring_to(collecting("Workshop", "Workshop"), also=waits_with_workshop)
        await plan(scene, other, "play Workshop, Silver, else nothing")
        await scene.end(me)
        asked = await scene.panel(other)
        assert asks("Workshop", asked) and asked.text.count("plan") == 1
        assert "-# Your plan goes on after this." in asked.text
        if deleted:
            await other.click("Delete plan", on=await scene.more(other))
            asked = await scene.panel(other)
            assert "plan" not in asked.text
        (menu,) = [each for each in asked.components(*SELECTS) if any(one["label"] == "Silver ($3)" for one in each["options"])]
        await other.select(menu["custom_id"], "Silver ($3)", on=asked)
        told = (await scene.panel(other)).text
        assert ("### Your turn" in told) is deleted and ("### Your next hand" in told) is not deleted


async def test_one_press_buys_and_ends_the_turn_though_a_reaction_to_the_gain_is_asked_about(scene: Scene) -> None:
    await scene.begin("Watchtower", *PILES[:9])

    def owned(mine: View, views: dict[str, View]) -> bool:
        me = mine.players[mine.current]
        return any(each.name == "Watchtower" for each in me.owned) and "Watchtower" not in hand(mine, me.name)

    me, other = await scene.bring_to(collecting("Watchtower"), also=owned)
    await buy_and_end(me, "buy:Copper", on=await scene.panel(me))
    asked = await scene.panel(me)
    assert "You gain Copper. Use a Reaction?" in asked.text and "### Your turn" not in (await scene.panel(other)).text
    await behind_more(me, "Why?", on=asked)
    await me.sees("In this game, Watchtower can react to a gain. I ask everyone who might have one, so", where="DM")
    pings = len(me.pings)
    await me.click("Go on", on=asked)
    assert "### Your turn" in (await scene.panel(other)).text and "### Your next hand" in (await scene.panel(me)).text
    assert len(me.pings) == pings


async def test_the_end_gives_the_points_by_turn_and_a_file_that_verifies(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, _ = await begin(sandbox, ada, ben)
    await buy_and_end(first.player, "buy:Copper", on=panel(first))
    await settled(sandbox)
    await ben.command("game log")
    log = await ben.sees("Fingerprint of the shuffle seed")
    await ben.command("game resign")
    await ben.click("Resign")
    over = await ada.sees(button="Replay")
    assert over.buttons == ["Rematch", "Replay", "More…"]
    mine = await ada.sees("### Game over", where="DM")
    assert mine.buttons == ["Rematch", "Replay", "Board"]
    await ada.click("Replay", on=mine)
    await ada.sees("### Replay", where="DM")
    record = await ada.sees("Game started.")
    await ada.click("More…", on=over)
    await ada.click("Replay file")
    told = await ada.sees("### Replay file: verified", "the same shuffles and the same result", "python -m engine replay")
    assert told.ephemeral
    sent = told.json["attachments"]
    assert [each["filename"].endswith(".json") for each in sent] == [True]
    async with aiohttp.ClientSession() as web, web.get(sent[0]["url"]) as answer:
        file = Export.model_validate_json(await answer.read())
    assert verify(file).over
    seed, published = file.seed, file.commitment
    (before,) = re.findall(r"the SHA-256 of `([a-z ]+)` followed by the seed's bytes", told.text)
    assert sha256(before.encode() + bytes.fromhex(seed)).hexdigest() == published, "as anyone can check"
    assert seed not in over.text, "it stands in the file"
    assert f"`{published}`" in log.text
    short = published[:16]
    assert short in record.text, "so everyone can tell that nothing was shuffled again"
    await ada.click("More…", on=over)
    more = await ada.sees("### More for")
    assert more.buttons == [
        "New kingdom",
        "Save kingdom",
        "Story",
        "Decks",
        "Score by turn",
        "Log",
        "Cards",
        "Replay file",
        "Play on…",
    ]
    await ada.click("Decks", on=more)
    await ada.sees("### Decks at the end", "(10 cards)")
    await ada.click("More…", on=over)
    await ada.click("Score by turn")
    course = await ada.sees("### Score by turn", "Ada")
    rows = [line.split() for line in course.text.splitlines()]
    assert ["1", "3", "3"] in rows, "the plot is on the score, here are the numbers"
    assert not course.json["attachments"]
    await ada.click("More…", on=over)
    await ada.click("Cards", on=await ada.sees("### More for"))
    await ada.select("Look up…", "Militia", on=await ada.sees("### Cards", "**Militia**", "**Moat**"))
    await ada.sees("### Militia\n")


async def test_any_card_is_named_in_a_window(scene: Scene) -> None:
    await scene.begin("Wishing Well", *PILES[:9])
    plan = collecting("Wishing Well")
    me, other = await scene.bring_to(plan, "Wishing Well")
    await me.click("Another card…", on=await scene.play(me, "Wishing Well"))
    await me.submit(text="Posession")
    shown = await scene.panel(me)
    assert "I don't know a card called “Posession”. If you mean Possession, write that." in shown.text
    await me.click("Another card…", on=shown)
    await me.submit(text="possession")
    assert f"{me.name} names Possession" in await scene.log(other)
    assert "Another card…" not in (await scene.panel(me)).buttons
    for _ in range(10):
        await scene.end(me)
        me, other = await scene.bring_to(plan, "Wishing Well")
        shown = await scene.play(me, "Wishing Well")
        before = hand(await scene.view(me), me.name)
        await me.click("Another card…", on=shown)
        await me.submit(text="COPPER")
        told = (await scene.log(other)).rpartition("names Copper")[2]
        after = hand(await scene.view(me), me.name)
        assert ("Copper into" in told) is (after.get("Copper", 0) > before.get("Copper", 0)), told
        if after != before:
            return
    raise AssertionError("no Copper was ever on top")
