"""What the bot does by itself tells no one what is in a hand."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine import Game, Setup, checks, sight
from engine.card import CARDS, Copy, Pile
from engine.core import Core
from engine.fuzz import Plan, fuzz
from engine.save import Snapshot
from tests.engine.kit import new_game, say

KINGDOM = (
    "Moneylender", "Mine", "Throne Room", "Remodel", "Library", "Crown", "Legionary", "Encampment/Plunder", "Village", "Chapel",
)  # fmt: skip


def holding(*hand: str, edition: int = 2, deck: tuple[str, ...] = ("Estate",) * 5) -> Game:
    """Return a game of three at the start of Ada's turn, with this hand and the deck's top card last."""
    kingdom = tuple(name for name in KINGDOM if edition == 2 or "/" not in name)
    setup = Setup(players=("Ada", "Ben", "Cleo"), kingdom=kingdom, edition=edition, first=0)
    save = Game.new(setup, bytes(32)).save()
    assert save.snapshot is not None
    players = [dict(player) for player in save.snapshot.state["players"]]
    players[0] |= {"hand": list(hand), "deck": list(deck)}
    state = save.snapshot.state | {"players": players}
    return Game.load(save.model_copy(update={"snapshot": Snapshot(turn=1, entries=0, state=state)}))


def public(game: Game, viewer: int | None = 1) -> tuple[str, list[str]]:
    """Return all that Ben (or another viewer) sees: the view and the log."""
    lines = [entry.line(viewer).text for entry in game.log if entry.number not in game.withheld(viewer)]
    return game.view(viewer).model_dump_json(exclude={"players": {0: {"owned"}}, "commitment": True}), lines


@pytest.mark.parametrize("viewer", [1, 2, None])
@pytest.mark.parametrize(
    ("card", "nothing", "something"),
    [
        ("Moneylender", "Estate", "Copper"),
        ("Mine", "Estate", "Copper"),
        ("Throne Room", "Copper", "Village"),
        ("Crown", "Copper", "Village"),
        ("Legionary", "Copper", "Gold"),
        ("Encampment", "Copper", "Gold"),
    ],
)
def test_a_card_looks_the_same_to_others_whether_or_not_the_hand_has_what_it_asks_for(
    card: str, nothing: str, something: str, viewer: int | None
) -> None:
    seen = []
    for held in (nothing, something):
        game = holding(card, held, held, "Curse", deck=(held,) * 5)
        say(game, 0, f"play:{card}")
        seen.append(public(game, viewer))
    assert seen[0] == seen[1]


def test_encampment_is_set_aside_for_all_to_see_with_the_next_move() -> None:
    game = holding("Encampment", "Copper", "Copper", "Copper", deck=("Copper",) * 5)
    say(game, 0, "play:Encampment")
    assert game.view(0).players[0].in_play == ()
    assert game.view(1).players[0].in_play == ("Encampment",)
    say(game, 0, "treasures")
    assert "Encampment" not in game.view(1).players[0].in_play


@pytest.mark.parametrize("card", ["Remodel", "Mine"])
def test_a_forced_choice_comes_out_with_the_players_next_answer(card: str) -> None:
    game = holding(card, "Copper", "Copper", "Copper", "Copper", edition=1)
    say(game, 0, f"play:{card}")
    assert "Ada trashes Copper." in public(game, 0)[1], "Ada herself sees it"
    assert "Ada trashes Copper." not in public(game)[1]
    assert game.view(1).trash == () and game.view(None).waiting_for == (0,)
    say(game, 0, "Copper")
    assert public(game)[1][-2] == "Ada trashes Copper."


def test_a_hand_of_four_coppers_looks_like_any_other_to_a_remodel() -> None:
    seen = []
    for hand in (("Copper",) * 4, ("Copper", "Copper", "Estate", "Curse")):
        game = holding("Remodel", *hand)
        say(game, 0, "play:Remodel")
        seen.append(public(game))
    assert seen[0] == seen[1]


def test_library_stops_for_others_at_its_first_card_whatever_that_is() -> None:
    seen = []
    for top in ("Village", "Copper"):
        game = holding("Library", "Copper", "Copper", "Copper", "Copper", deck=("Estate",) * 5 + (top,))
        say(game, 0, "play:Library")
        seen.append(public(game))
    assert seen[0] == seen[1]


def test_a_save_in_mid_turn_keeps_a_forced_choice_to_its_player() -> None:
    game = holding("Remodel", "Copper", "Copper", "Copper", "Copper")
    say(game, 0, "play:Remodel")
    assert public(Game.load(game.save())) == public(game)
    assert Game.load(game.save()).withheld(1) == game.withheld(1) != range(0)


def test_undoing_what_no_one_saw_is_not_announced() -> None:
    game = holding("Village", "Copper", "Copper", "Copper", "Copper")
    before = public(game)
    say(game, 0, "buys")
    game.undo(1, 0)
    assert public(game) == before
    assert public(Game.load(game.save())) == before


def test_an_undo_counts_the_moves_that_were_seen() -> None:
    game = holding("Moneylender", "Copper", "Copper", "Copper", "Copper")
    say(game, 0, "play:Moneylender")
    say(game, 0)
    game.undo(2, 0)
    assert public(game)[1][-1] == "Ada takes back 1 move: “Ada plays Moneylender.”"
    assert public(game, 0)[1][-1].startswith("You take back 2 moves")


def test_the_ids_of_questions_count_nothing() -> None:
    game = new_game()
    ids = []
    for _ in range(12):
        seat = game.current
        ids.append(game.view(seat).decisions[0].id)
        say(game, seat, "end")
    assert ids != sorted(ids) and min(abs(a - b) for a, b in pairwise(ids)) > 1000
    assert {len(str(id)) for id in ids} == {13}


def test_treasures_are_listed_by_name_not_as_they_were_drawn() -> None:
    for hand in (("Silver", "Copper", "Gold", "Copper", "Estate"), ("Gold", "Copper", "Copper", "Silver", "Estate")):
        game = holding(*hand)
        say(game, 0, "treasures")
        assert public(game)[1][-1] == "Ada plays 2 Copper, Gold, Silver ($7)."
        assert game.view(1).players[0].in_play == ("Copper", "Copper", "Gold", "Silver")


def test_a_discarded_hand_shows_the_same_top_however_it_was_drawn() -> None:
    tops = []
    for hand in (("Estate", "Copper", "Curse"), ("Curse", "Estate", "Copper")):
        game = holding(*hand)
        say(game, 0, "end")
        tops.append(game.view(1).players[0].discard_top)
    assert tops[0] == tops[1]


def test_the_order_of_a_shuffled_pile_is_in_no_view() -> None:
    game = new_game()
    names = ("Village", "Market", "Smithy")
    pile = Pile("Knights", CARDS["Moat"], 0, kind="kingdom", stack=[CARDS[name] for name in names], in_order=False)
    game.core.add_pile(pile)
    for viewer in (0, 1, None):
        (seen,) = [each for each in game.view(viewer).piles if each.name == "Knights"]
        assert (seen.top, seen.count, seen.cards) == ("Smithy", 3, ())


def test_the_fuzz_finds_a_turn_that_tells_what_is_in_its_players_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Core, "withholds", lambda core, seat: False)
    plan = Plan(4, 0.5, (2,), ("Encampment/Plunder", "Remodel", "Library", "Mine"))
    faults = [fault for number in range(4) for fault in fuzz(plan, [number])[1]]
    assert any("hand of the one on turn" in fault or "the one on turn holds" in fault for fault in faults)


def test_the_fuzz_finds_a_view_that_tells_the_order_of_a_shuffled_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game()
    honest = sight._pile
    pile = Pile(
        "Knights", CARDS["Moat"], 0, kind="kingdom", in_order=False, stack=[CARDS[n] for n in ("Village", "Market", "Moat")]
    )

    def leaky(core: Core, pile: Pile) -> object:
        return honest(core, pile).model_copy(update={"cards": tuple(copy.card.name for copy in pile.stack or ())})

    load = Game.load

    def with_pile(save: object, names: object = ()) -> Game:
        loaded = load(save)  # type: ignore[arg-type]
        stack = [Copy(copy.card, pile) for copy in pile.stack or ()]
        twin = Pile(pile.name, pile.card, 0, kind="kingdom", in_order=False, stack=[copy.card for copy in stack])
        loaded.core.add_pile(twin)
        return loaded

    monkeypatch.setattr(Game, "load", with_pile)
    game.core.add_pile(pile)

    def look_often() -> None:
        for seed in range(8):
            checks.hides(game, random.Random(seed))

    look_often()
    monkeypatch.setattr(sight, "_pile", leaky)
    with pytest.raises(checks.Fault, match="can't see"):
        look_often()
