"""The pictures: everything fits and can be read, no one sees what they aren't allowed to, and they are there in time."""

from __future__ import annotations

import asyncio
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import combinations
from struct import unpack
from typing import Any

import pytest
from PIL import Image

from cogs.panels import board, score
from cogs.pictures import (
    BoardPicture,
    DrawingFailed,
    HandPicture,
    KingdomPicture,
    NotDrawable,
    Scheme,
    ScorePicture,
    Studio,
    drawn,
)
from cogs.pictures import pen as pen_module
from cogs.pictures.hand import CardText, Holding, held
from cogs.pictures.palette import PALETTES, contrast, inks
from cogs.pictures.pen import CAPS, LEAST, MARGIN, NARROW, WIDTH, Pen, called, cut, length, wrapped
from cogs.pictures.seats import Lines, players
from cogs.pictures.shapes import PLAYERS, SHAPES
from cogs.pictures.strips import Strip, pressed
from cogs.pictures.studio import Drawable
from cogs.pictures.tiles import Tile, Tiles
from cogs.text.pictures import MAX_ALT
from cogs.text.rules import one_line
from engine import (
    Ending,
    Game,
    Kingdom,
    KingdomRequest,
    Score,
    View,
    all_cards,
    card_facts,
    decide,
    missing_from,
    random_kingdom,
    recommended_kingdom,
    recommended_sets,
)
from engine.card import Type
from engine.cards.basic import BASIC_CARDS
from engine.mechanisms import LANDSCAPES
from engine.replay import TurnPoints, export, points_over_turns
from engine.setup import new_piles
from engine.view import CardCount, SetAside
from tables import Options
from tests.cogs.test_panels import table_of

SCHEMES: tuple[Scheme, ...] = ("dark", "light")
PLAYABLE = [each.name for each in recommended_sets() if not missing_from(each)]
SEED = bytes(32)
NAMES = ["Maximiliana-Theodora von Xanten", "xX_DragonSlayer_Xx", "Ben", "WWWWWWWWWWWWWWWWWWWWWWWW", "Eve", "Finn"]
SHOWN_AT = 340
"""The width, in CSS pixels, of a picture in a phone's window of 390."""


class Written:
    """Everything that pens write, as requested and as drawn, and the positions of symbols, from the top of the whole picture."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.symbols: list[tuple[int, int, int, int]] = []
        self.pairs: set[tuple[str, str]] = set()
        self.cut: list[str] = []
        self.sizes: dict[str, int] = {}
        self.room: dict[str, int] = {}
        self.boxes: dict[tuple[int, int, int, int], str] = {}
        self.clipped: list[str] = []
        self._top = self._height = 0
        write, shape = Pen.write, Pen.shape

        def seen(pen: Pen, name: str, x: int, y: int, size: int, colour: str, on: str) -> None:
            shape(pen, name, x, y, size, colour, on)
            self.symbols.append((x, self._top + y - size // 2, x + size, self._top + y + size // 2))

        def noted(pen: Pen, words: str, x: int, y: int, size: int, ink: str, on: str, **more: Any) -> int:
            wide = write(pen, words, x, y, size, ink, on, **more)
            if not words:
                return wide
            least, width = more.get("least") or size, more.get("width")
            if width is not None:
                self.room[words] = min(width, self.room.get(words, width))
            if width is not None and length(words, least, more.get("bold", False)) > width:
                self.cut.append(words)
            while width is not None and size > least and length(words, size, more.get("bold", False)) > width:
                size -= 1
            left = {"left": x, "middle": x - wide // 2, "right": x - wide}[more.get("align", "left")]
            top, bottom = y - round(CAPS * size), y + round(CAPS * size)
            if left < 0 or left + wide > WIDTH or top < 0 or bottom > self._height:
                self.clipped.append(words)
            self.boxes[left, self._top + top, left + wide, self._top + bottom] = words
            self.pairs.add((ink, on))
            self.sizes[words] = min(size, self.sizes.get(words, size))
            return wide

        monkeypatch.setattr(Pen, "write", noted)
        monkeypatch.setattr(Pen, "shape", seen)

    def draw(self, subject: Drawable, scheme: Scheme = "dark") -> int:
        """Draw all strips of a picture, even if they have been drawn before; return their total height."""
        return self.strips(subject.strips(), scheme)

    def strips(self, strips: Sequence[Strip], scheme: Scheme = "dark") -> int:
        """Draw a stack of strips; return their total height."""
        self._top = 0
        for each in strips:
            self._height = each.height
            each.draw(Pen(scheme, each.height))
            self._top += each.height
        return self._top

    def touching(self) -> list[tuple[str, str]]:
        """Return words that overlap other words."""
        pairs = combinations(self.boxes, 2)
        return [(self.boxes[one], self.boxes[other]) for one, other in pairs if touch(one, other)]

    def covered(self) -> list[str]:
        """Return words that a symbol partly covers; a number in the middle of its symbol doesn't count."""
        return [
            words
            for box, words in self.boxes.items()
            for symbol in self.symbols
            if touch(box, symbol) and not (symbol[0] <= box[0] and box[2] <= symbol[2])
        ]


def touch(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Return whether two boxes (left, top, right, bottom) overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    return Written(monkeypatch)


@cache
def kingdoms() -> tuple[Kingdom, ...]:
    """Return all recommended sets that can be played, and random kingdoms with every number of Events and Landmarks."""
    lying = [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]
    requests = [KingdomRequest(landscapes={"Event": e, "Landmark": m}) for e, m in lying]
    drawn_ = [random_kingdom(request, f"{seed}") for request in requests for seed in range(3)]
    return (*map(recommended_kingdom, PLAYABLE), *drawn_)


def play(kingdom: Kingdom, players: list[str], turns: int, seed: bytes = SEED) -> Game:
    """Return a game of AIs up to a turn."""
    game = Game.new(kingdom.setup(players), seed)
    while not game.over and game.turn < turns:
        decision = next(each for each in game.decisions if not each.answered)
        game.answer(decision.decider, decision.id, decide(game.view(decision.decider), decision))
    return game


@cache
def finished() -> Game:
    return play(random_kingdom(KingdomRequest(landscapes={"Event": 1, "Landmark": 1}), "over"), ["Ada", "Ben", "Cleo"], 10_000)


@cache
def started() -> Game:
    return play(random_kingdom(KingdomRequest(landscapes={"Event": 1, "Landmark": 1}), "begun"), ["Ada", "Ben", "Cleo", "Dov"], 24)


def own(game: Game) -> View:
    """Return the view of the player who is asked first."""
    return game.view(game.decisions[0].decider)


def history() -> tuple[TurnPoints, ...]:
    game = finished()
    return points_over_turns(export(game, game.journal))


def examples() -> Iterator[Drawable]:
    """Yield one picture of each kind, and those that are hardest to fit."""
    yield KingdomPicture.of(kingdoms()[-1])
    yield KingdomPicture.of(crowded())
    yield BoardPicture.of(started().view(None))
    yield BoardPicture.of(busy(Game.new(crowded().setup(NAMES), SEED).view(None)))
    yield HandPicture.of(own(started()))
    for size in (2, 4, 6, 12):
        yield HandPicture.of(holding(DEAR[:size], 12))
    result = finished().result
    assert result is not None
    yield ScorePicture.of(result, history())
    scores = tuple(
        Score(seat=seat, name=name, points=100 - 30 * seat, turns_taken=40, rank=seat + 1, lines=result.scores[0].lines, deck=())
        for seat, name in enumerate(NAMES)
    )
    grown = [
        TurnPoints(turn=turn, own=(turn + 1) // 2, seat=0, points=tuple(turn * (seat - 2) for seat in range(6)))
        for turn in range(1, 60)
    ]
    for people in (2, 4, 6):
        yield ScorePicture.of(result.model_copy(update={"scores": scores[:people], "winners": (0,)}), grown)


def crowded() -> Kingdom:
    """Return a kingdom with everything that needs more space than a card of one type."""
    piles = ("Castles", "Gladiator/Fortune", "Settlers/Bustling Village", "Patrician/Emporium", "Enchantress", "Farmers' Market")
    return Kingdom(
        edition=2,
        piles=(*piles, "Philosopher's Stone", "Wild Hunt", "Crown", "Engineer"),
        landscapes=("Dominate", "Obelisk"),
    )


def busy(view: View) -> View:
    """Return a table on which everything possible has happened."""
    many = tuple(each.name for each in all_cards() if not each.basic)
    piles = tuple(
        each.model_copy(
            update={"tokens": {"vp": 12, "debt": 6} if each.kind == "kingdom" else {"debt": 6}}
            | ({"count": 0} if number % 3 else {})
        )
        for number, each in enumerate(view.piles)
    )
    aside = SetAside(card="Enchantress", waits_for="", count=2, cards=None)
    players = tuple(
        each.model_copy(
            update={
                "in_play": many[:20],
                "tokens": {"vp": 112, "debt": 14},
                "discard_top": "Bustling Village",
                "set_aside": (aside,),
            }
        )
        for each in view.players
    )
    trash = tuple(CardCount(name=name, count=12) for name in many)
    return view.model_copy(
        update={"piles": piles, "players": players, "trash": trash, "actions": 12, "buys": 11, "coins": 42, "potions": 3}
    )


LARGEST = Kingdom(
    edition=2,
    piles=(
        *("Settlers/Bustling Village", "Castles", "Gladiator/Fortune", "Temple", "Legionary"),
        *("University", "Alchemist", "Familiar", "Philosopher's Stone", "Engineer"),
    ),
    landscapes=("Conquest", "Obelisk"),
)


DEAR = (
    "Philosopher's Stone",
    "Possession",
    "Enchantress",
    "Crumbling Castle",
    "Bustling Village",
    "Crown",
    "Moat",
    "Copper",
    "Estate",
    "Curse",
    "Wild Hunt",
    "Humble Castle",
)
"""Cards with long names, long texts, many types or two kinds of cost."""


def holding(names: Sequence[str], count: int) -> View:
    """Return the view of a player on turn with this many of these cards in hand."""
    view = own(Game.new(recommended_kingdom("First Game").setup(["Ada", "Ben"]), SEED))
    (turn,) = view.decisions
    hand = tuple(CardCount(name=name, count=count) for name in names)
    options = tuple(
        turn.options[0].model_copy(update={"id": f"play:{name}", "card": name})
        for name in names
        if "Action" in card_facts(name).types
    )
    players = tuple(
        each.model_copy(update={"hand": hand, "hand_size": count * len(hand)}) if each.seat == turn.decider else each
        for each in view.players
    )
    return view.model_copy(update={"players": players, "decisions": (turn.model_copy(update={"options": options}),)})


def image(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


# what is drawn


def test_there_are_fifty_nine_recommended_sets_to_draw() -> None:
    assert len(PLAYABLE) == 59


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_kingdom_is_drawn_with_all_names_whole(scheme: Scheme, written: Written) -> None:
    for kingdom in kingdoms():
        picture = KingdomPicture.of(kingdom)
        assert 400 < written.draw(picture, scheme) < 800, kingdom
        piles = new_piles(kingdom.setup(["Ada", "Ben"]))
        basic = [pile.name for pile in piles if pile.card.basic and pile.card not in BASIC_CARDS]
        assert [name for name, _ in picture.added] == basic
        assert len(picture.piles) == len(kingdom.laid) and len(picture.landscapes) == len(kingdom.landscapes)
        assert len(picture.alt) <= 500
    assert not written.cut and not written.clipped


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_board_is_drawn_with_all_names_whole(scheme: Scheme, written: Written) -> None:
    for number, kingdom in enumerate(kingdoms()):
        game = Game.new(kingdom.setup(["Ada", "Ben", "Cleo", "Dov", "Eve", "Finn"][: 2 + number % 5]), SEED)
        picture = BoardPicture.of(game.view(None))
        assert 780 < written.draw(picture, scheme) < 1400, kingdom
        assert len(picture.alt) <= 750
    assert not written.cut and not written.clipped


def test_a_board_shows_points_only_where_they_are_counted(written: Written) -> None:
    view = started().view(None)
    written.draw(BoardPicture.of(view))
    assert not any("points" in words for words in written.sizes)
    counted = BoardPicture.of(view, [3 for _ in view.players])
    written.draw(counted)
    assert "3 VP" in written.sizes and "5 in hand; 3 VP" in counted.alt
    two = Game.new(recommended_kingdom("First Game").setup(["Ada", "Ben"]), SEED).view(None)
    written.draw(BoardPicture.of(two, [3, 3]))
    assert "3 VP · 5 in hand" in written.sizes


def test_boards_and_hands_in_the_midst_of_games_are_drawn(written: Written) -> None:
    for number, kingdom in enumerate(kingdoms()[::3]):
        game = play(kingdom, ["Ada", "Ben", "Cleo", "Dov"][: 2 + number % 3], 18 + number % 4, sha256(bytes([number])).digest())
        board = BoardPicture.of(game.view(None))
        written.draw(board), written.draw(HandPicture.of(own(game)))
        assert {pile.name for pile in (*board.kingdom, *board.basic)} >= {"Copper", "Province"}
    names = {each.name for each in all_cards()}
    assert not names.intersection(written.cut)


def test_every_card_s_name_fits_wherever_it_may_stand(written: Written) -> None:
    for facts in all_cards():
        lying = LANDSCAPES.get(facts.types[0])
        cost = facts.cost if facts.priced else None
        whole = Tile(
            facts.name,
            cost,
            () if lying else facts.types,
            "" if lying else "10",
            tokens=(("vp", 12), *([] if lying else [("debt", 12)])),
            landscape=lying,
        )
        tiles = [Tiles((whole,)), Tiles((replace(whole, tokens=()),))]
        if facts.basic:
            tiles.append(Tiles((replace(whole, tokens=whole.tokens[1:]),), 3))
        if facts.name in ("Silver", "Gold"):  # where Aqueduct and Tax are combined
            tiles.append(Tiles((replace(whole, tokens=(("vp", 8), ("debt", 2))),), 3))
        if not lying:
            tiles += [Tiles((replace(each.tiles[0], empty=True),), each.abreast) for each in tiles]
            tiles.append(Tiles((replace(whole, below=f"over 5 {facts.name}"),)))
            for count in (2, 12):
                held = Holding(facts.name, count, facts.cost, facts.types, facts.effect(2), offered=True)
                tiles.append(Tiles((held.tile,)))
                written.strips([CardText(held, 3)])
        written.strips(tiles)
    assert not written.cut and not written.clipped


def test_all_can_be_read_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LEAST * SHOWN_AT / WIDTH >= 11
    for subject in examples():
        size = image(drawn(subject).png).size
        written = Written(monkeypatch)
        assert (WIDTH, written.draw(subject)) == size and written.clipped == []
        assert {words: size for words, size in written.sizes.items() if size < LEAST - 1} == {}
        assert written.touching() == []
        assert written.covered() == []
        monkeypatch.undo()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_all_writing_stands_out(scheme: Scheme, written: Written) -> None:
    for subject in examples():
        written.draw(subject, scheme)
    assert len(written.pairs) >= 7
    assert {pair: contrast(*pair) for pair in written.pairs if contrast(*pair) < 4.5} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_marks_stand_out_from_what_they_lie_on(scheme: Scheme) -> None:
    colours = PALETTES[scheme]
    marks = {*colours.types.values(), *colours.players, colours.potion, colours.debt, colours.vp, colours.rim, colours.accent}
    assert min(contrast(mark, on) for mark in marks for on in (colours.ground, colours.tile)) >= 3


def test_every_type_has_a_mark_of_its_own() -> None:
    masks = {str(kind): PALETTES["dark"].types[kind] for kind in Type}
    assert masks.keys() <= SHAPES.keys()
    assert len({SHAPES[kind] for kind in masks}) == len(masks)
    assert len({SHAPES[name] for name in PLAYERS}) == len(PLAYERS)


def test_a_kingdom_s_picture_says_each_name_and_cost_and_marks_types(written: Written) -> None:
    piles = KingdomPicture.of(recommended_kingdom("First Game")).piles
    written.draw(KingdomPicture.of(recommended_kingdom("First Game")))
    said = Counter(written.boxes.values())
    assert all(said[each.name] == 1 for each in piles)
    costs = Counter(str(each.cost.coins) for each in piles if each.cost is not None)
    assert sum(costs.values()) == 10 and {words: said[words] for words in costs} == costs
    assert [(each.name, each.marks) for each in piles if each.marks] == [("Moat", ["Reaction"]), ("Militia", ["Attack"])]
    assert not {*map(str, Type)} & {*said}, "no type is written out"


def test_split_piles_say_what_is_below() -> None:
    kingdom = random_kingdom(KingdomRequest(require=("Gladiator/Fortune", "Castles")), "split")
    tiles = {each.name: each for each in KingdomPicture.of(kingdom).piles}
    assert tiles["Gladiator"].below == "over Fortune"
    assert tiles["Gladiator"].below_cost == card_facts("Fortune").cost
    assert "$3 to $10" in tiles["Castles"].below
    piles = {each.name: each for each in BoardPicture.of(Game.new(kingdom.setup(["Ada", "Ben"]), SEED).view(None)).kingdom}
    assert piles["Gladiator"].below == "over 5 Fortunes"
    assert piles["Humble Castle"].below == "then Crumbling Castle"


def test_the_cost_of_what_lies_below_stands_free_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    badges: list[tuple[int, int, int]] = []
    badge = Pen.badge

    def seen(pen: Pen, name: str, number: int | str, x: int, y: int, size: int, on: str) -> None:
        badges.append((x, y, size))
        badge(pen, name, number, x, y, size, on)

    monkeypatch.setattr(Pen, "badge", seen)
    for row in KingdomPicture.of(crowded()).strips():
        badges.clear()
        row.draw(Pen("dark", row.height))
        for one, other in combinations(badges, 2):
            assert abs(one[0] - other[0]) > 100 or one[1] == other[1] or abs(one[1] - other[1]) >= (one[2] + other[2]) // 2


def test_a_lobby_and_its_message_fit_a_phone_s_window(written: Written) -> None:
    """The picture has 170 of 440 px, and 260 of 530: the rest is the heading, who is there, and two rows of buttons."""
    assert written.draw(KingdomPicture.of(recommended_kingdom("First Game"))) * SHOWN_AT / WIDTH <= 170
    assert written.draw(KingdomPicture.of(LARGEST)) * SHOWN_AT / WIDTH <= 260


def test_a_kingdom_with_something_unknown_is_refused() -> None:
    with pytest.raises(NotDrawable):
        KingdomPicture.of(Kingdom(edition=2, piles=("No Such Card",)))


# who may see what


def test_a_board_is_drawn_from_a_spectator_s_view_only() -> None:
    with pytest.raises(NotDrawable):
        BoardPicture.of(started().view(0))


def test_a_board_knows_no_card_in_a_hand() -> None:
    game = started()
    view = game.view(None)
    assert all(player.hand is None for player in view.players)
    other = BoardPicture.of(view.model_copy(update={"decisions": own(game).decisions}))
    assert other == BoardPicture.of(view)


def test_a_hand_is_its_owner_s_alone() -> None:
    game = started()
    with pytest.raises(NotDrawable):
        HandPicture.of(game.view(None))
    with pytest.raises(NotDrawable):
        HandPicture.of(game.view(0), seat=1)
    mine = game.view(0).players[0].hand
    assert mine is not None
    assert {each.name: each.count for each in HandPicture.of(game.view(0)).cards} == {each.name: each.count for each in mine}


def test_what_can_be_played_comes_first(written: Written) -> None:
    picture = HandPicture.of(holding(("Village", "Estate", "Copper"), 2))
    assert {each.name: each.offered for each in picture.cards} == {"Village": True, "Copper": False, "Estate": False}
    written.draw(picture)
    rows = {words: top for (_, top, _, _), words in written.boxes.items()}
    assert rows["2 × Village"] < rows["2 × Copper"] == rows["2 × Estate"]
    assert "Your hand" not in rows, "the text beside it says that"


def test_basic_cards_stand_together_whether_or_not_they_can_be_chosen(written: Written) -> None:
    view = holding(("Smithy", "Copper", "Estate"), 2)
    (turn,) = view.decisions
    treasure = turn.options[0].model_copy(update={"id": "play:Copper", "card": "Copper"})
    written.draw(HandPicture.of(view.model_copy(update={"decisions": (turn.model_copy(update={"options": (treasure,)}),)})))
    rows = {words: top for (_, top, _, _), words in written.boxes.items()}
    assert rows["2 × Smithy"] < rows["2 × Copper"] == rows["2 × Estate"]


@pytest.mark.parametrize(
    ("names", "most", "texts"),
    [
        (("Militia", "Copper"), 90, 1),
        (("Throne Room", "Militia", "Copper", "Silver", "Estate"), 170, 2),
        (DEAR[:5], 290, 5),
        (("Militia", *DEAR[:5]), 220, 0),
        ((*DEAR[:4], "Copper", "Silver", "Estate"), 130, 0),
        (DEAR, 230, 0),
    ],
)
def test_cards_have_as_much_text_as_a_phone_has_room_for(names: Sequence[str], most: int, texts: int, written: Written) -> None:
    picture = HandPicture.of(holding(names, 1))
    assert written.draw(picture) * SHOWN_AT / WIDTH < most
    begun = [words for words in written.sizes if any(one_line(card_facts(name).effect(2)).startswith(words[:12]) for name in names)]
    assert len([words for words in begun if words not in names]) == texts
    assert "+$1" not in written.sizes, "what Copper does everyone knows"


@pytest.mark.parametrize(
    "names", [("Bandit", "Library", "Sentry", "Copper", "Curse"), ("Artisan", "Bureaucrat", "Mine", "Vassal", "Remodel")]
)
def test_long_texts_are_whole(names: Sequence[str], written: Written) -> None:
    height = written.draw(HandPicture.of(holding(names, 2)))
    assert not any(words.endswith("…") for words in written.sizes)
    assert height * SHOWN_AT / WIDTH <= 290, "with 150 px of words and buttons it fits half a phone's window"


@pytest.mark.parametrize("kinds", [1, 3, 11, 20])
def test_nothing_of_a_hand_is_cut_at_the_edge_however_many_cards_and_long_names_it_has(kinds: int, written: Written) -> None:
    facts = [each for each in all_cards() if each.types[0] not in LANDSCAPES]
    facts.sort(key=lambda each: -len(each.name))
    for start in range(0, len(facts), kinds):
        cards = [held(CardCount(name=each.name, count=24), 2, None) for each in facts[start : start + kinds]]
        written.draw(HandPicture("", tuple(cards)))
    assert not written.cut and not written.clipped
    assert max(right for _, _, right, _ in (*written.boxes, *written.symbols)) <= WIDTH - MARGIN


def test_cards_to_choose_from_get_their_text_first() -> None:
    picture = HandPicture.of(holding(DEAR[:5], 1))
    texts = {each.card.name: each for each in picture.strips() if isinstance(each, CardText)}
    assert all(each.card.offered for each in texts.values() if len(each.lines) > 1)
    assert texts["Enchantress"].lines[-1].endswith("next turn.")


def test_a_card_s_text_begins_beside_its_name_and_goes_on_below_it(written: Written) -> None:
    written.draw(HandPicture.of(holding(("Village", "Throne Room"), 1)))
    places = {words: box for box, words in written.boxes.items()}
    assert places["+1 Card, +2 Actions"][0] > places["Village"][2]
    beside, *below = [box for words, box in places.items() if words in card_facts("Throne Room").effect(2)]
    assert all(box[0] == places["Throne Room"][0] and box[1] > beside[1] for box in below[1:])


@pytest.mark.parametrize(("kind", "count", "marked"), [("cards", 2, True), ("cards", 1, False), ("sort", 2, False)])
def test_only_cards_in_hand_are_to_choose_from(kind: str, count: int, marked: bool) -> None:
    view = holding(("Village", "Estate"), 2)
    (turn,) = view.decisions
    (option,) = turn.options
    asked = turn.model_copy(update={"kind": kind, "options": (option.model_copy(update={"id": "Village", "count": count}),)})
    picture = HandPicture.of(view.model_copy(update={"decisions": (asked,)}))
    assert {each.name: each.offered for each in picture.cards} == {"Village": marked, "Estate": False}


# alternative texts


def test_a_board_in_words_says_whose_turn_it_is_first_and_the_trash_last() -> None:
    view = Game.new(recommended_kingdom("First Game").setup(["Ada", "Ben"]), SEED).view(None)
    said = BoardPicture.of(view.model_copy(update={"trash": (CardCount(name="Estate", count=2),)})).alt
    wanted = (
        *("’s turn: Action phase, 1 Action, 1 Buy, $0", "Ada: 5 in hand", "Ben: 5 in hand", "Kingdom: Cellar 10, Moat 10"),
        *("Basic cards: Copper 46", "Empty piles: 0 of 3", "Trash: 2 Estate"),
    )
    places = [said.index(each) for each in wanted]
    assert places == sorted(places)


def test_a_board_in_words_never_cuts_its_piles() -> None:
    view = play(crowded(), ["Ada", "Ben", "Alder", "Briar"], 30).view(None)
    whole = BoardPicture.of(view)
    many = tuple(CardCount(name=each.name, count=2) for each in all_cards() if not each.basic)
    names = tuple(each.name for each in many[:40])
    players = tuple(each.model_copy(update={"in_play": names if each.seat != view.current else ()}) for each in view.players)
    long = BoardPicture.of(view.model_copy(update={"trash": many, "players": players}))
    assert all(len(each.alt) <= MAX_ALT for each in (whole, long))
    assert f"Trash: {2 * len(many)}." in long.alt and "In play" not in long.alt
    piles = whole.alt[whole.alt.index("Kingdom: ") : whole.alt.index("Empty piles")]
    assert piles in long.alt and all(each.name in piles for each in (*whole.kingdom, *whole.landscapes, *whole.basic))
    left = {each.name: each.count for each in view.piles}
    assert f"Settlers {left['Settlers/Bustling Village']} (over 5 Bustling Villages)" in piles
    assert f"Province {left['Province']}" in piles


@pytest.mark.parametrize("field", ["piles", "landscapes"])
def test_a_board_says_once_which_tokens_lie_where_and_writes_those_without_a_sign(field: str) -> None:
    view = play(crowded(), ["Ada", "Ben"], 0).view(None)
    marked, *rest = getattr(view, field)
    marked = marked.model_copy(update={"tokens": {"vp": 3, "Embargo": 2}})
    board = BoardPicture.of(view.model_copy(update={field: (marked, *rest)}))
    assert board.alt.count("3 VP") == board.alt.count("2 Embargo tokens") == 1
    written = " ".join(each.written for each in (*board.kingdom, *board.landscapes, *board.basic))
    assert written.count("2 Embargo tokens") == 1 and "3 VP" not in written


def test_each_line_below_three_players_says_whose_it_is() -> None:
    view = play(crowded(), ["Ada", "Ben", "Cleo"], 0).view(None)
    owned = tuple(each.model_copy(update={"tokens": {"Coffers": 1}}) for each in view.players)
    seats = BoardPicture.of(view.model_copy(update={"players": owned})).seats
    titles = [strip.title for strip in players(seats) if isinstance(strip, Lines)]
    assert sorted(titles) == ["Ada", "Ben", "Cleo"] and seats[view.current].name == titles[0]


def test_a_kingdom_in_words_says_costs_and_what_lies_below() -> None:
    said = KingdomPicture.of(crowded()).alt
    for part in (
        "Gladiator $3 (over Fortune $8 + 8 debt)",
        "Engineer 4 debt",
        "Landmarks: Obelisk.",
        "Also in the Supply: Potion $4.",
    ):
        assert part in said


def test_a_score_in_words_says_who_won_every_total_and_what_it_comes_from() -> None:
    result = finished().result
    assert result is not None
    picture = ScorePicture.of(result, history())
    assert picture.alt.startswith(picture.title) and picture.alt.endswith(picture.reason)
    for column in picture.columns:
        assert all(f"{what} {points}" in picture.alt for what, points in column.sources(picture.what))
        assert f"{column.name} {column.total} (" in picture.alt
    wide = replace(picture, columns=tuple(replace(each, name="W" * 24) for each in picture.columns * 6))
    assert len(wide.alt) <= MAX_ALT and "(" not in wide.alt


def test_a_hand_in_words_has_the_tokens_beside_it() -> None:
    view = holding(("Village", "Copper"), 2)
    mine = view.players[view.viewer or 0].model_copy(update={"tokens": {"vp": 3, "debt": 4}})
    players = tuple(mine if each.seat == mine.seat else each for each in view.players)
    assert HandPicture.of(view.model_copy(update={"players": players})).alt == "Your hand: 2 Villages, 2 Coppers; 3 VP; 4 debt."


# names and words


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Zoë", "Zoë"),
        ("Łukasz 🦊", "Łukasz"),
        ("𝔇𝔬𝔳", "Dov"),
        ("Ｄｏｖ", "Dov"),
        ("王 Ming", "Ming"),
        ("山田太郎", "Player 2"),
        ("🎲", "Player 2"),
        ("Иван", "Иван"),
        ("x" * 40, "x" * 23 + "…"),
    ],
)
def test_names_are_drawn_as_far_as_the_typeface_goes(name: str, seen: str) -> None:
    assert called(["Ada", name])[1] == seen


@pytest.mark.parametrize(
    ("names", "seen"),
    [
        (("Ada 🦊", "Ada 🐸", "Ben"), ("1. Ada", "2. Ada", "Ben")),
        (("Ada", "Ａｄａ"), ("1. Ada", "2. Ada")),
        (("x" * 30 + "a", "x" * 30 + "b"), ("1. " + "x" * 23 + "…", "2. " + "x" * 23 + "…")),
        (("Alexander", "Alexandra"), ("1. Alexander", "2. Alexandra")),
        (("Player 2", "王小明"), ("1. Player 2", "2. Player 2")),
        (("2. Ada", "Ada 🦊", "Ada 🐸"), ("1. 2. Ada", "2. Ada", "3. Ada")),
        (("Ada for Ben", "Cleo for Ben"), ("Ada for Ben", "Cleo for Ben")),
    ],
)
def test_names_that_look_alike_differ_in_pictures(names: tuple[str, ...], seen: tuple[str, ...]) -> None:
    assert called(names) == seen


def test_no_two_names_are_written_alike_in_any_picture(written: Written) -> None:
    names = ["Alexander the Great 🦊", "Alexander the Great 🐸", "Alexander the Small", "Alexandra"]
    game = Game.new(recommended_kingdom("First Game").setup(names), SEED)
    table = table_of(game, Options(kingdom=recommended_kingdom("First Game")))
    told = board.words(table, game.view(None), 100).panel.text
    written.draw(BoardPicture.of(game.view(None)))
    game.stop(Ending(kind="agreed"))
    assert game.result is not None
    written.draw(ScorePicture.of(game.result, [TurnPoints(turn=turn, own=1, seat=0, points=(3, 3, 3, 3)) for turn in (1, 2)]))
    seen = called(names)
    assert {*seen} <= {*written.cut} and min(written.room[name] for name in seen) >= NARROW
    assert len({cut(name, LEAST, True, NARROW) for name in seen}) == len(names)
    assert "**Alexander the Great 🦊** (1. Alexander the Great) 5 in hand" in told
    told = score.words(table_of(game, Options()), 100).panel.text
    assert "Alexandra** (4. Alexandra): " in told


def test_a_player_whose_name_cant_be_drawn_has_both_names_in_the_text_beside_the_picture() -> None:
    game = Game.new(recommended_kingdom("First Game").setup(["Ada", "王小明"]), SEED)
    table = table_of(game, Options(kingdom=recommended_kingdom("First Game")))
    assert [seat.name for seat in BoardPicture.of(game.view(None)).seats] == ["Ada", "Player 2"]
    view = game.view(None)
    told = board.words(table, view, 100).panel.text
    assert "**王小明** (Player 2) to play · 5 in hand" in told and "**Ada** 5 in hand" in told
    game.stop(Ending(kind="agreed"))
    assert game.result is not None
    over = table_of(game, Options())
    assert "王小明** (Player 2): " in score.words(over, 100).panel.text
    assert "(Player 2)" not in board.board(table, view, []).panel.text, "where there is no picture, a name is enough"
    assert "(Player 2)" not in score.score(over).panel.text


def test_lines_are_filled_and_the_last_ends_with_an_ellipsis() -> None:
    lines = wrapped("one two three four five six seven", 20, 120, 2)
    assert len(lines) == 2 and lines[1].endswith("…")
    assert all(length(line, 20, False) <= 120 for line in lines)
    assert wrapped("", 20, 120, 2) == wrapped("word", 20, 120, 0) == ()


# the score


def test_a_score_adds_up_and_shows_every_line() -> None:
    result = finished().result
    assert result is not None
    picture = ScorePicture.of(result, history())
    for column in picture.columns:
        assert sum(found[1] for found in column.lines if found) == column.total
    assert len(picture.alt) <= 1024
    assert [column.rank for column in picture.columns] == sorted(column.rank for column in picture.columns)


def test_a_score_can_be_drawn_without_its_history_and_with_a_flat_one() -> None:
    result = finished().result
    assert result is not None
    plain = image(drawn(ScorePicture.of(result)).png)
    flat = [TurnPoints(turn=turn, own=1, seat=0, points=(3, 3, 3)) for turn in (1, 2)]
    assert image(drawn(ScorePicture.of(result, flat)).png).height > plain.height
    assert image(drawn(ScorePicture.of(result, flat[:1])).png).height == plain.height


@pytest.mark.parametrize("sources", [3, 7, 11])
def test_a_score_and_its_message_fit_a_phone_s_window(sources: int, written: Written) -> None:
    """The picture has 370 of 540 px: the plot gives way to the sources of the points."""
    result = finished().result
    assert result is not None
    lines = tuple(result.scores[0].lines[0].model_copy(update={"what": f"Source {number}"}) for number in range(sources))
    scores = tuple(result.scores[0].model_copy(update={"seat": seat, "name": NAMES[seat], "lines": lines}) for seat in range(4))
    grown = [TurnPoints(turn=turn, own=turn // 4 + 1, seat=0, points=(turn, 3, 0, -turn)) for turn in range(1, 60)]
    assert written.draw(ScorePicture.of(result.model_copy(update={"scores": scores}), grown)) * SHOWN_AT / WIDTH <= 370
    assert not written.clipped and not written.touching()


# strips


def test_a_picture_is_a_whole_png() -> None:
    for subject in examples():
        png, streams, place = drawn(subject).png, b"", 8
        while place < len(png):
            (size,) = unpack(">I", png[place : place + 4])
            kind, content = png[place + 4 : place + 8], png[place + 8 : place + 8 + size]
            assert unpack(">I", png[place + 8 + size : place + 12 + size]) == (zlib.crc32(kind + content),)
            streams += content if kind == b"IDAT" else b""
            place += 12 + size
        width, height = image(png).size
        assert len(zlib.decompress(streams)) == (width + 1) * height, "the checksum holds, too"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_all_colours_have_a_number_in_a_png(scheme: Scheme) -> None:
    assert len(inks(scheme).table) <= 3 * 256


def test_a_picture_is_named_only_by_what_it_shows() -> None:
    view = started().view(None)
    board = drawn(BoardPicture.of(view))
    bought = drawn(BoardPicture.of(view.model_copy(update={"phase": "buy", "coins": 3})))
    assert (board.file, board.png) == (bought.file, bought.png) and board.alt != bought.alt
    assert drawn(BoardPicture.of(view), "light").file != board.file
    piles = tuple(each.model_copy(update={"count": each.count - 1}) if each.name == "Silver" else each for each in view.piles)
    assert drawn(BoardPicture.of(view.model_copy(update={"piles": piles}))).file != board.file
    hand = holding(("Village", "Copper"), 1)
    called_otherwise = [each.model_copy(update={"name": "Cleo", "tokens": {"debt": 3}}) for each in hand.players]
    other = hand.model_copy(update={"players": tuple(called_otherwise)})
    assert drawn(HandPicture.of(hand)).file == drawn(HandPicture.of(other)).file


def evening() -> Iterator[BoardPicture]:
    """Yield the boards of a game for four in the largest Kingdom, after each move."""
    game = play(LARGEST, ["Ada", "Ben", "Alder", "Briar"], 40)
    while not game.over and game.turn < 50:
        decision = next(each for each in game.decisions if not each.answered)
        game.answer(decision.decider, decision.id, decide(game.view(decision.decider), decision))
        yield BoardPicture.of(game.view(None))


def test_after_a_move_a_board_is_drawn_in_a_fifth_of_what_a_click_may_take() -> None:
    boards = [*evening()]
    drawn(boards[0])
    times, sizes, missed = [], [], pressed.cache_info().misses
    for each in boards[1:]:
        begun = time.thread_time()
        sizes.append(len(drawn(each).png))
        times.append(time.thread_time() - begun)
    assert sorted(times)[len(times) // 2] < 0.008
    assert max(sizes) <= 45_000
    assert pressed.cache_info().misses - missed <= 3 * len(times), "most strips are there already"


def test_a_board_and_its_message_fit_a_phone_s_window(written: Written) -> None:
    """The picture has 350 of 600 px, and 450 of 720: the rest is the heading, the lines of the log and the buttons."""
    small = play(recommended_kingdom("First Game"), ["Ada", "Ben"], 12)
    assert written.draw(BoardPicture.of(small.view(None))) * SHOWN_AT / WIDTH <= 350
    heights = [written.draw(each) * SHOWN_AT / WIDTH for each in evening()]
    assert max(heights) <= 450


# the studio


async def test_a_picture_is_drawn_once_and_kept_by_what_it_shows() -> None:
    studio = Studio(keep=2)
    view = started().view(None)
    first, second = await asyncio.gather(studio.board(view), studio.board(view.model_copy(update={"commitment": "other"})))
    assert first is second and studio.drawn == 1
    assert (await studio.board(view, "light")).file != first.file and studio.drawn == 2
    await studio.kingdom(kingdoms()[0])
    assert studio.drawn == 3
    assert (await studio.board(view)).file == first.file and studio.drawn == 4
    assert first.file.endswith(".png") and "board" not in first.file and first.alt and image(first.png).format == "PNG"
    studio.close()


async def test_a_failure_is_one_error_and_is_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    studio = Studio()
    view = started().view(None)
    with monkeypatch.context() as patch:
        patch.setattr(BoardPicture, "strips", lambda self: 1 / 0)
        with pytest.raises(DrawingFailed):
            await studio.board(view)
    assert (await studio.board(view)).png
    studio.close()
    with pytest.raises(DrawingFailed):
        await studio.hand(own(started()))


async def test_the_event_loop_goes_on_and_no_one_waits_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    studio = Studio(patience=0.05)
    done = threading.Event()

    def slowly(self: BoardPicture) -> tuple[Strip, ...]:
        done.wait(60)
        return ()

    monkeypatch.setattr(BoardPicture, "strips", slowly)
    with pytest.raises(DrawingFailed, match="longer"):
        await studio.board(started().view(None))
    assert not done.is_set(), "it is still being drawn"
    done.set()
    studio.close()


async def test_more_pictures_than_can_wait_are_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    studio, done = Studio(queue=2, patience=0.05), threading.Event()

    def slowly(self: BoardPicture) -> tuple[Strip, ...]:
        done.wait(60)
        return ()

    monkeypatch.setattr(BoardPicture, "strips", slowly)
    for points, told in (((1,) * 6, "longer"), ((2,) * 6, "longer"), ((3,) * 6, "wait to be drawn")):
        with pytest.raises(DrawingFailed, match=told):
            await studio.board(started().view(None), points=points)
    done.set()
    studio.close()


def test_the_same_is_drawn_the_same() -> None:
    for subject in examples():
        assert drawn(subject) == drawn(subject)


def test_a_picture_is_there_in_time() -> None:
    """A picture can take 150 ms of the thread's own time; benchmarks/pictures.py measures it more precisely."""
    for subject in examples():
        times = []
        for _ in range(3):
            begun = time.thread_time()
            png = drawn(subject).png
            times.append(time.thread_time() - begun)
        assert min(times) < 0.15, subject.KIND
        assert len(png) < 200_000


def test_the_typeface_has_all_that_cards_say() -> None:
    words = "".join(facts.name + facts.effect(2) for facts in all_cards())
    assert [sign for sign in set(words) - {"\n"} if not pen_module.known(sign)] == []
