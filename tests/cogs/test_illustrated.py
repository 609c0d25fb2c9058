"""Pictures beside the text: kingdom, board, hand and score, each shown to the right people, and nothing depends on them."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Mapping

import pytest

from cogs import SeneschalBot, desk
from cogs.pictures import BoardPicture, HandPicture, ScorePicture, drawn
from sandbox.components import GALLERY
from sandbox.permissions import Permission
from sandbox.server import Sandbox
from sandbox.testing import Player, Shown, settled
from tables import Person, TableService
from tables.commands import lobby
from tables.threads import aside_for_long
from tests.cogs.kit import buy_and_end, choose_pictures, menu_to


@pytest.fixture
def pictures() -> bool:
    return True


@pytest.fixture(autouse=True)
def patient(bot: SeneschalBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow a busy machine to draw slowly: in these tests, a picture is only missing where it should be."""
    bot.studio.patience = 60.0
    monkeypatch.setattr(desk, "PATIENCE", 60.0)


def shown(message: Shown) -> Mapping[str, str]:
    """Return a message's pictures: their names, and their alternative texts."""
    items = [item for gallery in message.components(GALLERY) for item in gallery["items"]]
    attached = message.json["attachments"]
    assert [item["media"]["url"] for item in items] == [each["url"] for each in attached], "nothing else is attached"
    return {each["filename"]: item["description"] for each, item in zip(attached, items, strict=True)}


def alt(message: Shown) -> str:
    """Return the alternative text of a message's only picture."""
    (words,) = shown(message).values()
    return words


async def begun(sandbox: Sandbox, ada: Player, ben: Player) -> tuple[Player, Shown]:
    """Start a two-player game; return the player on turn, and their hand panel."""
    await ada.command("game new", seats=2)
    await ben.click("Join")
    await ada.click("Start")
    await settled(sandbox)
    first = next(player for player in (ada, ben) if "Your turn" in player.messages("DM")[-1].text)
    return first, first.messages("DM")[-1]


async def board_of(player: Player) -> Shown:
    """Return the board, which with a picture only says in words whose turn it is, and little else."""
    return await player.sees("### ", "'s turn ")


def uploads(sandbox: Sandbox) -> int:
    """Return how many requests of the bot so far came with files."""
    return sum(bool(exchange.files) for exchange in sandbox.recorder.exchanges)


@pytest.mark.usefixtures("bot")
async def test_the_lobby_shows_its_kingdom_and_another_one_after_a_reroll(sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new", kingdom="3 Empires")
    before = await ada.sees("Ada's table")
    assert "Empires" in alt(before) or "kingdom" in alt(before).lower()
    await ada.click("Kingdom…", on=before)
    await ada.click("Reroll")
    await settled(sandbox)
    after = ada.now(before)
    assert alt(after) != alt(before) and not shown(after).keys() & shown(before).keys()


@pytest.mark.usefixtures("bot")
async def test_the_board_is_drawn_for_all_and_each_hand_for_its_owner_alone(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await begun(sandbox, ada, ben)
    board = await board_of(ada)
    assert "turn: Action phase" in alt(board) and "Kingdom: " in alt(board) and "Basic cards: Copper" in alt(board)
    hands = [player.messages("DM")[-1] for player in (ada, ben)]
    assert all(alt(hand).startswith("Your hand:") for hand in hands)
    public = {name for message in ada.messages() if not message.ephemeral for name in shown(message)}
    assert not public & {name for hand in hands for name in shown(hand)}


@pytest.mark.usefixtures("bot")
async def test_a_hand_on_the_channels_button_is_drawn_for_the_person_who_pressed_it(
    sandbox: Sandbox, ada: Player, ben: Player
) -> None:
    await begun(sandbox, ada, ben)
    await ben.click("My hand")
    beside = await ben.sees(" in <#", button="More…")
    assert beside.ephemeral and alt(beside).startswith("Your hand:")


@pytest.mark.usefixtures("bot")
async def test_a_move_changes_the_pictures_that_it_concerns(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, panel = await begun(sandbox, ada, ben)
    board = await board_of(first)
    await buy_and_end(first, "buy:Copper", on=panel)
    await settled(sandbox)
    hand, now = first.messages("DM")[-1], first.now(board)
    assert shown(hand).keys() != shown(panel).keys() and shown(now).keys() != shown(board).keys()
    await ben.command("game resign")
    await ben.click("Resign")
    await settled(sandbox)
    log = first.now(board)
    assert "→ Copper" in log.text and not shown(log), "the record of turns is words"


@pytest.mark.usefixtures("bot")
async def test_a_picture_that_stays_the_same_is_not_uploaded_again(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, _ = await begun(sandbox, ada, ben)
    other = ben if first is ada else ada
    panel = other.messages("DM")[-1]
    before, address = uploads(sandbox), panel.json["attachments"][0]["url"]
    await other.click("Plan…", on=panel)
    await other.submit(text="$3 Silver")
    await settled(sandbox)
    planned = other.now(panel)
    assert planned.text != panel.text and [each["url"] for each in planned.json["attachments"]] == [address]
    assert uploads(sandbox) == before


@pytest.mark.parametrize("pictures", [False])
async def test_without_pictures_the_text_says_everything(
    sandbox: Sandbox, host: TableService, bot: object, ada: Player, ben: Player
) -> None:
    first, panel = await begun(sandbox, ada, ben)
    view = await host.view((await host.live())[0].id, int(first.person.user.id))
    hand, board = HandPicture.of(view), BoardPicture.of(await host.view((await host.live())[0].id, None))
    assert all(each.name in panel.text for each in hand.cards)
    told = (await first.sees("piles empty")).text
    assert all(f"{pile.name} {pile.amount}" in told for pile in (*board.kingdom, *board.basic))
    assert all(seat.name in told for seat in board.seats)


@pytest.mark.usefixtures("bot")
async def test_where_no_files_may_be_attached_the_game_goes_on_in_words(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    guild = next(iter(sandbox.world.guilds.values()))
    for role in guild.roles.values():
        role.permissions &= ~Permission.ATTACH_FILES
    first, panel = await begun(sandbox, ada, ben)
    assert not shown(await first.sees("piles empty")) and shown(panel), "direct messages are another place"
    await buy_and_end(first, "buy:Copper", on=panel)
    await settled(sandbox)
    assert not shown(await first.sees("piles empty", "→ Copper"))


@pytest.mark.usefixtures("bot")
async def test_a_picture_that_can_t_be_drawn_is_left_out(
    sandbox: Sandbox, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HandPicture, "strips", lambda self: 1 / 0)
    first, panel = await begun(sandbox, ada, ben)
    assert not shown(panel) and "Your hand" in panel.text and shown(await board_of(first))


@pytest.mark.usefixtures("bot")
async def test_the_score_shows_how_it_came_about(sandbox: Sandbox, host: TableService, ada: Player, ben: Player) -> None:
    first, panel = await begun(sandbox, ada, ben)
    (table,) = await host.live()
    await buy_and_end(first, "buy:Copper", on=panel)
    await settled(sandbox)
    await ben.command("game resign")
    await ben.click("Resign")
    over = await ada.sees(button="Replay")
    assert "Ada" in alt(over)
    result = (await host.table(table.id)).result
    assert result is not None and drawn(ScorePicture.of(result)).file not in shown(over), "there is a plot, too"
    await ada.click("More…", on=over)
    await ada.click("Score by turn")
    assert not shown(await ada.sees("### Score by turn", "```")), "numbers alone, since the plot is there already"


@pytest.mark.usefixtures("bot")
async def test_a_final_score_does_not_wait_until_other_games_are_played_again(
    sandbox: Sandbox, host: TableService, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Someone who looks back at long games keeps all other long tasks waiting. The plot comes as soon as possible."""
    monkeypatch.setattr(desk, "PATIENCE", 0.1)
    await begun(sandbox, ada, ben)
    (table,) = await host.live()
    free = threading.Event()
    other = asyncio.create_task(aside_for_long(free.wait, 60.0))
    await ada.command("game resign")
    await ada.click("Resign")
    over = await ben.sees(button="Replay")
    result = (await host.table(table.id)).result
    assert result is not None and not other.done() and [*shown(over)] == [drawn(ScorePicture.of(result)).file]
    free.set()
    assert await other
    await settled(sandbox)
    assert alt(ben.now(over)) == alt(over) and [*shown(ben.now(over))] != [*shown(over)]


@pytest.mark.usefixtures("bot")
async def test_a_person_has_their_hands_drawn_light_or_not_at_all(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    await begun(sandbox, ada, ben)
    pictures = [shown(ben.messages("DM")[-1])]
    for wanted in ("light", "none"):
        await choose_pictures(ben, wanted)
        await settled(sandbox)
        await ben.click("My hand")
        await settled(sandbox)
        pictures.append(shown(ben.messages()[-1]))
    dark, light, none = pictures
    assert dark.keys() != light.keys() and list(dark.values()) == list(light.values()) and not none
    assert shown(ada.messages("DM")[-1]), "others keep theirs"


@pytest.mark.usefixtures("bot")
async def test_a_person_who_chooses_text_gets_it_in_every_private_message(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, panel = await begun(sandbox, ada, ben)
    drawn = await board_of(ada)
    for player in (ada, ben):
        await choose_pictures(player, "none")
    await first.command("game board")
    told = await first.sees("piles empty", "**$8**")
    assert told.ephemeral and not shown(told) and shown(first.now(drawn)), "the others keep the table's picture"
    assert told.text.startswith(drawn.text.split("\n")[0])
    assert told.buttons == [label for label in drawn.buttons if label != "As text"]
    await first.click("My hand", on=drawn)
    hand = await first.sees("**Your hand:**")
    assert not shown(hand) and hand.text.startswith(panel.text.split("\n")[0])
    await ben.command("game resign")
    await ben.click("Resign")
    await settled(sandbox)
    await ada.command("games")
    await ada.click("Finished games")
    await ada.select(
        "Look at…", "Ada 3 · Ben (resigned)", on=await ada.sees("### Your finished games", "**Ada 3** · Ben (resigned)")
    )
    score = await ada.sees("Ada wins", "**1. Ada**: 3 VP", "3 Estates: 3")
    assert score.ephemeral and not shown(score)
    assert shown(await ada.sees(button="Replay", without=["3 Estates: 3"])), "the channel's has its picture"


@pytest.mark.usefixtures("bot")
async def test_a_table_is_drawn_as_its_host_wants_it(sandbox: Sandbox, ada: Player) -> None:
    await ada.command("game new")
    lobby = await ada.sees("Ada's table")
    await ada.click("More…")
    await ada.click("Table settings")
    await ada.click("Pictures: dark…", on=await ada.sees("### Table settings"))
    panel = await ada.sees("### Pictures at this table")
    await ada.select(menu_to(panel, "opt:pictures")["custom_id"], "light", on=panel)
    await settled(sandbox)
    light = ada.now(lobby)
    assert shown(light).keys() != shown(lobby).keys() and alt(light) == alt(lobby)
    await ada.select(menu_to(panel, "opt:pictures")["custom_id"], "none", on=panel)
    await settled(sandbox)
    assert not shown(ada.now(lobby)) and shown(lobby)


async def test_a_click_on_a_picture_that_was_just_reposted_gets_its_own_answer(
    bot: SeneschalBot, sandbox: Sandbox, ada: Player, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cogs.answers.answer")
    await ada.command("game new")
    opened = await ada.sees("Ada's table")
    await ada.click("Add AI", on=opened)
    before = ada.now(opened)
    ben = Person(id=int(sandbox.person("Ben").user.id), name="Ben")
    (table,) = await bot.tables.live()
    await bot.tables.act(table.id, ben.id, lobby.sit(ben), action="sits")
    await settled(sandbox)
    assert ada.now(opened).json["attachments"] != before.json["attachments"]
    await ada.click("Add AI", on=before, stale=True)
    assert "whose files were just replaced" in caplog.text
    now = ada.now(opened)
    assert "Briar" in now.text and "Ben" in now.text and shown(now).keys() == shown(before).keys()


@pytest.mark.usefixtures("bot")
async def test_a_hand_changes_as_soon_as_its_player_turns_pictures_off(sandbox: Sandbox, ada: Player, ben: Player) -> None:
    first, panel = await begun(sandbox, ada, ben)
    assert shown(panel) and "**Your hand:**" not in panel.text
    await choose_pictures(first, "none")
    await settled(sandbox)
    assert not shown(first.now(panel)) and "**Your hand:**" in first.now(panel).text
