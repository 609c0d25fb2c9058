"""The bot's automatic actions don't reveal anything about a hand to anyone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from engine import EngineError, Game, Setup, checks, visibility
from engine.card import CARDS
from engine.core import Core, Phase
from engine.decision import Ask
from engine.fuzz import FuzzPlan, fuzz
from engine.fuzz_twins import keeps_secret
from engine.game import MOST_UNDONE
from engine.mechanisms import Zone
from engine.piles import Copy, Pile
from engine.player import Player
from engine.save import WATCHED_RULES, Snapshot
from tests.engine.kit import new_game, say
from tests.logs import log_of

KINGDOM = (
    "Moneylender", "Mine", "Throne Room", "Remodel", "Library", "Crown", "Legionary", "Encampment/Plunder", "Village", "Castles",
    "Apothecary",
)  # fmt: skip


def holding(
    *hand: str,
    edition: int = 2,
    deck: tuple[str, ...] = ("Estate",) * 5,
    discard: tuple[str, ...] = (),
    kingdom: tuple[str, ...] = KINGDOM,
    landscapes: tuple[str, ...] = (),
    others: tuple[str, ...] = (),
    others_deck: tuple[str, ...] = (),
) -> Game:
    """Return a three-player game at the start of Ada's turn, with this hand, the top cards of deck and discard pile last; `others`
    is the hand of each other player, `others_deck` their decks."""
    kingdom = tuple(name for name in kingdom if edition == 2 or "/" not in name)
    setup = Setup(players=("Ada", "Ben", "Cleo"), kingdom=kingdom, edition=edition, landscapes=landscapes, first=0)
    save = Game.new(setup, bytes(32)).save()
    assert save.snapshot is not None
    players = [dict(player) for player in save.snapshot.state["players"]]
    players[0] |= {"hand": list(hand), "deck": list(deck), "discard_pile": list(discard)}
    for player in players[1:]:
        player["hand"] = list(others) or player["hand"]
        player["deck"] = list(others_deck) or player["deck"]
    state = save.snapshot.state | {"players": players}
    return Game.load(save.model_copy(update={"snapshot": Snapshot(turn=1, entries=0, state=state)}))


def public(game: Game, viewer: int | None = 1) -> tuple[str, list[str]]:
    """Return everything that Ben (or another viewer) sees: the view and the log, as facts and in words."""
    view = game.view(viewer).model_dump_json(exclude={"players": {0: {"owned"}}, "commitment": True})
    return f"{view} {[entry.line(viewer) for entry in game.log]}", log_of(game, viewer)


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
        ("Opulent Castle", "Copper", "Estate"),
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


def test_encampment_is_set_aside_for_all_to_see_with_its_players_answer() -> None:
    game = holding("Encampment", "Copper", "Copper", "Copper", deck=("Copper",) * 5)
    say(game, 0, "play:Encampment")
    assert game.view(1).players[0].in_play == ("Encampment",)
    say(game, 0)
    assert game.view(1).players[0].in_play == ()


@pytest.mark.parametrize("card", ["Remodel", "Mine"])
def test_a_forced_choice_is_asked_with_its_one_answer_preselected(card: str) -> None:
    game = holding(card, "Copper", "Copper", "Copper", "Copper", edition=1)
    say(game, 0, f"play:{card}")
    (asked,) = game.view(0).decisions
    assert asked.purpose == "trash" and asked.one_answer and asked.preselected == ("Copper",)
    assert game.view(1).trash == () and game.view(None).waiting_for == (0,)
    say(game, 0, *asked.preselected)
    assert public(game)[1][-1] == "Ada trashes a Copper."


@pytest.mark.parametrize(
    ("card", "hand"),
    [
        ("Remodel", ()),
        ("Remodel", ("Copper",)),
        ("Temple", ("Copper",)),
        ("Harbinger", ("Copper", "Estate")),
        ("Settlers", ("Copper",)),
    ],
)
def test_a_choice_that_everyone_sees_is_forced_is_not_asked(card: str, hand: tuple[str, ...]) -> None:
    """The number of cards in hand forces it, or an empty discard pile."""
    game = holding(card, *hand, kingdom=("Remodel", "Temple", "Harbinger", "Settlers/Bustling Village"))
    say(game, 0, f"play:{card}")
    assert {asked.kind for asked in game.decisions} <= {"turn", "pile"}


@pytest.mark.parametrize("viewer", [1, 2, None])
@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        (("Counting House",), ("play:Counting House",)),
        (("Counting House", "Estate"), ("play:Counting House",)),
        (("Throne Room", "Counting House", "Estate"), ("play:Throne Room", "Counting House")),
        (("Workshop",), ("play:Workshop", "Inn")),
        (("Workshop", "Estate"), ("play:Workshop", "Inn")),
    ],
)
def test_a_card_looks_the_same_to_others_whether_or_not_the_discard_pile_has_what_it_asks_for(
    hand: tuple[str, ...], moves: tuple[str, ...], viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Inn is gained onto the deck, because in the discard pile, it would be an Action itself."""
    monkeypatch.setattr(CARDS["Workshop"], "play", lambda me, this: me.gain_from_supply(5, to=Zone.DECK))
    seen = []
    for lowest in (("Copper", "Village"), ("Curse", "Silver")):
        game = holding(*hand, edition=1, discard=(*lowest, "Estate"), kingdom=("Workshop", "Throne Room", "Counting House", "Inn"))
        for move in moves:
            say(game, 0, move)
        (asked,) = game.view(0).decisions
        assert asked.kind == "cards" and asked.minimum == 0
        seen.append(public(game, viewer))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("held", ["Copper", "Estate"])
def test_no_one_tries_again_what_an_opponents_hand_answers(held: str) -> None:
    game = holding("Taxman", "Copper", "Silver", edition=1, kingdom=("Taxman",), others=(held,) * 5)
    say(game, 0, "play:Taxman")
    assert game.undoable(0) == 1
    say(game, 0, "Copper")
    assert public(game, 0)[1][-1] == ("Cleo discards a Copper." if held == "Copper" else "Cleo reveals 5 Estates.")
    assert game.undoable(0) == 0


def test_an_attack_that_finds_no_one_with_cards_enough_can_be_undone_freely() -> None:
    game = holding("Taxman", "Copper", edition=1, kingdom=("Taxman",), others=("Copper",) * 4)
    say(game, 0, "play:Taxman")
    say(game, 0, "Copper")
    assert game.undoable(0) == 2


def test_a_response_can_be_undone_freely_while_it_has_led_only_to_the_players_own_next_question() -> None:
    game = holding("Torturer", deck=(), kingdom=("Torturer",), others=("Copper",) * 5)
    say(game, 0, "play:Torturer")
    assert game.undoable(0) == 1, "nothing was drawn"
    before = [public(game, viewer)[1] for viewer in (0, 1, 2)]
    say(game, 1, "discard")
    assert game.undoable(1) == 1 and game.undoable(0) > 0, "the attacker can't tell by their own undo that it was given"
    game.undo(1, 1)
    assert [public(game, viewer)[1] for viewer in (0, 1, 2)] == before, "no one else saw the choice"
    assert game.undoable(0) == 1, "nor that it was undone"
    game = Game.load(game.save())
    assert game.undoable(0) == 1
    say(game, 1, "discard")
    assert game.undoable(1) == 1
    say(game, 1, "Copper", "Copper")
    assert game.undoable(1) == 0, "Cleo is asked now"


def test_an_attack_that_is_undone_takes_a_response_that_no_one_has_seen_with_it() -> None:
    game = holding("Torturer", deck=(), kingdom=("Torturer",), others=("Copper",) * 5)
    say(game, 0, "play:Torturer")
    say(game, 1, "discard")
    game.undo(game.undoable(0), 0)
    assert not game.answers and "play:Torturer" in [option.id for option in game.decisions[0].options]


def test_a_possessors_undo_of_what_no_one_saw_changes_nothing() -> None:
    game = holding("Possession", deck=("Copper",) * 10, kingdom=("Possession", "Festival"), others=("Festival", "Village"))
    say(game, 0, "play:Possession")
    say(game, 0, "end")
    say(game, 0, "play:Festival")

    def since() -> tuple[int, list[int]]:
        return game.undoable(0), [game.secrets - answer.secrets for answer in game.answers]

    before = since()
    say(game, 0, "buys")
    game.undo(1, 0)
    assert since() == before


def older(game: Game) -> Game:
    """Return the same game, started under older rules."""
    save = game.save()
    return Game.load(save.model_copy(update={"setup": save.setup.model_copy(update={"rules": WATCHED_RULES - 1})}))


def test_a_game_started_under_older_rules_goes_on_without_forced_choices() -> None:
    game = older(holding("Moneylender", "Estate", "Estate", "Curse"))
    say(game, 0, "play:Moneylender")
    assert [asked.kind for asked in game.decisions] == ["turn"]
    assert Game.load(game.save()).decisions == game.decisions


def test_a_question_that_older_rules_still_asked_is_asked_when_the_game_is_replayed() -> None:
    game = older(holding("Throne Room", "Militia", "Copper", edition=1, kingdom=("Throne Room", "Militia")))
    say(game, 0, "play:Throne Room")
    assert {asked.decider for asked in game.decisions} == {1, 2}, "it went on to the others' discards"
    (entry,) = game.journal
    put = entry.model_copy(update={"openly": 0, "digest": ""})
    again = Game.load(game.save().model_copy(update={"entries": (put,)}))
    assert [(asked.decider, asked.preselected) for asked in again.decisions] == [(0, ("Militia",))]


def test_a_hand_of_four_coppers_looks_like_any_other_to_a_remodel() -> None:
    seen = []
    for hand in (("Copper",) * 4, ("Copper", "Copper", "Estate", "Curse")):
        game = holding("Remodel", *hand)
        say(game, 0, "play:Remodel")
        seen.append(public(game))
    assert seen[0] == seen[1]


def test_five_coppers_put_back_look_like_any_other_cards() -> None:
    seen = []
    for top in (("Copper",) * 5, ("Copper", "Copper", "Estate", "Curse", "Copper")):
        game = holding("Navigator", edition=1, deck=top, kingdom=("Navigator",))
        say(game, 0, "play:Navigator")
        say(game, 0, "keep")
        seen.append(public(game))
    assert seen[0] == seen[1]


def test_a_card_looked_at_and_later_set_aside_openly_is_known_to_lie_there() -> None:
    deck = (*5 * ("Estate",), *4 * ("Copper",), "Horse Traders")
    game = holding("Navigator", edition=1, deck=deck, kingdom=("Navigator", "Horse Traders", "Militia"), others=("Militia",))
    say(game, 0, "play:Navigator")
    say(game, 0, "keep")
    say(game, 0, "Horse Traders", *4 * ("Copper",))
    say(game, 0, "end")
    say(game, 1, "play:Militia")
    say(game, 0, "react:Horse Traders")
    say(game, 0, "Copper")
    say(game, 1, "end")
    say(game, 2, "play:Militia")
    assert {asked.seat for asked in game.decisions} == {1, 2}, "Ada can't hold a Reaction"
    assert Game.load(game.save()).decisions == game.decisions


def test_spending_coffers_shows_no_one_whether_an_action_is_left() -> None:
    seen = []
    for other, top in (("Village", "Estate"), ("Estate", "Village")):
        deck = (*4 * ("Estate",), top)
        game = holding("Candlestick Maker", other, "Copper", deck=deck, kingdom=("Candlestick Maker", "Village"))
        say(game, 0, "play:Candlestick Maker")
        say(game, 0, "spend:Coffers:1")
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


def test_undoing_what_no_one_saw_is_not_announced() -> None:
    game = holding("Village", "Copper", "Copper", "Copper", "Copper")
    before = public(game)
    say(game, 0, "buys")
    game.undo(1, 0)
    assert public(game) == before
    assert public(Game.load(game.save())) == before


def test_a_move_that_no_one_saw_withdraws_no_offer_to_undo_after_a_restart() -> None:
    game = holding("Militia", kingdom=("Militia", *KINGDOM[:9]), others=("Village", *["Estate"] * 4))
    say(game, 0, "play:Militia")
    say(game, 0, "end")
    say(game, 2, "Estate", "Estate")
    say(game, 1, "Estate", "Estate")
    offered = game.mark
    again = Game.load(game.save())
    say(again, 1, "buys")
    assert again.mark == offered


def test_an_undo_counts_the_moves_that_were_seen() -> None:
    game = holding("Moneylender", "Copper", "Copper", "Copper", "Copper")
    say(game, 0, "play:Moneylender")
    say(game, 0)
    game.undo(2, 0)
    assert public(game)[1][-1] == "Ada undoes “Ada plays Moneylender”."
    assert public(game, 0)[1][-1] == "You undo “You play Moneylender” and what followed."


def test_an_undo_of_another_players_moves_counts_those_that_were_seen() -> None:
    """Going on to the Buy phase is a move only with an Action in hand."""
    read = []
    for hand, moves in (("Village", ("buys", "treasures")), ("Estate", ("treasures",))):
        game = holding(hand, "Copper", "Copper", "Copper", "Copper")
        for move in moves:
            say(game, 0, move)
        game.undo(len(moves), 1)
        read.append([public(Game.load(game.save()), viewer)[1] for viewer in (1, None)])
    assert read[0] == read[1]
    assert read[0][0][-1] == "You undo “Ada plays 4 Coppers ($4)”."


def test_what_another_player_undid_unseen_is_no_reason_to_refuse_an_undo() -> None:
    game = holding("Village", "Copper", "Copper", "Copper", "Copper")
    for _ in range(MOST_UNDONE):
        say(game, 0, "buys")
        game.undo(1, 0)
    say(game, 0, "buys")
    with pytest.raises(EngineError):
        game.undo(1, 0)
    say(game, 0, "treasures")
    game.undo(2, 1)


def test_question_ids_arent_counters() -> None:
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
        assert public(game)[1][-1] == "Ada plays 2 Coppers, a Gold and a Silver ($7)."
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


def test_a_cost_that_depends_on_the_phase_does_not_reveal_that_the_buy_phase_has_started() -> None:
    kingdom = ("Peddler", "Village")

    def costs(game: Game) -> list[int]:
        return [pile.cost.coins for viewer in (0, 1, None) for pile in game.view(viewer).piles if pile.name == "Peddler"]

    game = holding("Village", "Copper", kingdom=kingdom)
    say(game, 0, "play:Village")
    assert game.core.phase == "buy" and costs(game) == [6, 8, 8]
    say(game, 0, "treasures")
    assert costs(game) == [6, 6, 6]


def test_the_fuzz_finds_a_turn_that_tells_what_is_in_its_players_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    force = Ask.force
    monkeypatch.setattr(Ask, "force", lambda ask, only, *, known: force(ask, only, known=True))
    plan = FuzzPlan(8, 0.5, (2,), ("Encampment/Plunder", "Remodel", "Library", "Mine"))
    faults = [fault for number in range(8) for fault in fuzz(plan, [number])[1]]
    assert any("hand of the one on turn" in fault or "the one on turn holds" in fault for fault in faults)


def test_the_fuzz_finds_a_turn_that_tells_what_is_in_its_players_discard_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    kingdom, discard = ("Throne Room", "Counting House"), ("Copper", "Silver", "Estate")
    game = holding("Throne Room", "Counting House", "Curse", edition=1, discard=discard, kingdom=kingdom)
    for ids in (("play:Throne Room",), ("Counting House",), (), ()):
        say(game, 0, *ids)

    def look() -> None:
        (ask,) = game.core.decisions()
        for number in range(8):
            checks.hides_own_hand(game, ask, ["treasures"], random.Random(number))

    look()
    force = Ask.force
    monkeypatch.setattr(Ask, "force", lambda ask, only, *, known: force(ask, only, known=known or not only))
    with pytest.raises(checks.Violation, match="the one on turn holds"):
        look()


def test_the_fuzz_finds_a_free_undo_of_what_an_opponents_hand_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = holding("Taxman", "Copper", edition=1, kingdom=("Taxman",), others=("Copper", *["Estate"] * 4))
    say(game, 0, "play:Taxman")
    (ask,) = game.core.decisions()

    def look() -> None:
        for number in range(8):
            checks.teaches_nothing_freely(game, ask, ["Copper"], random.Random(number))

    look()
    monkeypatch.setattr(Game, "undoable", lambda game, seat: 1)
    with pytest.raises(checks.Violation, match="can undo freely what tells it something"):
        look()


def test_the_fuzz_finds_a_view_that_tells_the_order_of_a_shuffled_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game()
    honest = visibility._pile
    pile = Pile(
        "Knights", CARDS["Moat"], 0, kind="kingdom", in_order=False, stack=[CARDS[n] for n in ("Village", "Market", "Moat")]
    )

    def leaky(core: Core, pile: Pile, phase: Phase) -> object:
        return honest(core, pile, phase).model_copy(update={"cards": tuple(copy.card.name for copy in pile.stack or ())})

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
    monkeypatch.setattr(visibility, "_pile", leaky)
    with pytest.raises(checks.Violation, match="can't see"):
        look_often()


@pytest.mark.parametrize(
    ("hand", "edition"),
    [
        (("Throne Room", "Militia", "Copper", "Copper", "Copper"), 1),  # the others would be asked to discard
        (("Catapult", "Copper", "Copper", "Copper", "Copper"), 2),
        (("Gladiator", "Copper", "Copper", "Copper", "Copper"), 2),  # the player to the left would be asked for a Copper
    ],
)
def test_a_forced_choice_is_asked_where_others_would_be_asked_next(hand: tuple[str, ...], edition: int) -> None:
    piles = ("Throne Room", "Militia", "Village") if edition == 1 else ("Catapult/Rocks", "Gladiator/Fortune", "Village")
    game = holding(*hand, edition=edition, kingdom=piles)
    say(game, 0, f"play:{hand[0]}")
    assert [ask.decider for ask in game.decisions] == [0]
    assert game.view(0).decisions[0].preselected == (hand[1],)
    assert Game.load(game.save()).view(0) == game.view(0)
    say(game, 0, hand[1])
    assert {ask.decider for ask in game.decisions if ask.kind != "turn"} != {0}
    assert Game.load(game.save()).view(1) == game.view(1)


def test_a_legionary_without_a_gold_asks_its_player_before_it_can_be_answered_again() -> None:
    seen = []
    for held in ("Estate", "Gold"):
        hand = ("Throne Room", "Legionary", held, "Copper", "Copper")
        game = holding(*hand, kingdom=("Throne Room", "Legionary", "Moat"), others=("Moat", "Copper", "Copper"))
        say(game, 0, "play:Throne Room")
        say(game, 0, "Legionary")
        say(game, 1, "no")
        say(game, 2, "no")
        seen.append([(ask.decider, ask.kind) for ask in game.decisions])
        answers = [option.id for option in game.view(0).decisions[0].options]
        assert answers == (["yes", "no"] if held == "Gold" else ["no"])
    assert seen == [[(0, "choice")]] * 2


def test_undoing_another_players_answer_shows_no_forced_choice() -> None:
    piles = ("Village", "Militia", "Remodel")
    game = holding(*piles, "Copper", "Copper", kingdom=piles, deck=("Copper",) * 5)
    say(game, 0, "play:Village")
    say(game, 0, "play:Militia")
    say(game, 0, "play:Remodel")
    say(game, 1, *[option.id for option in game.view(1).decisions[0].options][:1] * 2)
    game.undo(1, 1)
    assert "Ada trashes a Copper." not in public(game, 2)[1]
    assert public(Game.load(game.save()), 2) == public(game, 2)


def test_the_card_on_top_of_a_hand_discarded_unplayed_tells_nothing_of_the_others() -> None:
    tops = set()
    for turn in range(12):
        game = holding("Curse", "Duchy", "Estate", "Gardens", "Province")
        game.core.turn.number = turn
        say(game, 0, "end")
        tops.add(game.view(1).players[0].discard_top)
    assert len(tops) > 2, "it isn't always the last by name"


def test_a_hand_discarded_under_a_treasury_that_goes_back_does_not_show_the_card_drawn_last() -> None:
    tops = set()
    for drawn, kept in (("Gold", "Silver"), ("Silver", "Gold")):
        deck = (*("Estate",) * 9, drawn)
        game = holding("Treasury", kept, "Curse", "Duchy", "Province", edition=1, deck=deck, kingdom=("Treasury", "Village"))
        say(game, 0, "play:Treasury")
        say(game, 0, "end")
        assert game.view(1).players[0].discard_top == "Treasury"
        say(game, 0, "yes")
        tops.add(game.view(1).players[0].discard_top)
    assert len(tops) == 1


def before_a_masquerade() -> Game:
    """Return a game in which everyone has one Estate and chooses what to pass."""
    hand, others = ("Masquerade", "Estate", "Copper", "Copper", "Copper"), ("Estate", "Silver", "Silver", "Silver", "Silver")
    game = holding(*hand, deck=("Copper",) * 5, others=others, others_deck=("Silver",) * 5, kingdom=("Masquerade", "Village"))
    say(game, 0, "play:Masquerade")
    return game


@pytest.mark.parametrize("passed", ["Estate", "Copper"])
def test_a_trashed_card_does_not_tell_what_its_player_passed_on(passed: str) -> None:
    """A player who passes their only Estate trashes the one they get."""
    game = before_a_masquerade()
    for seat, card in ((0, passed), (1, "Silver"), (2, "Estate")):
        say(game, seat, card)
    say(game, 0, "Estate")
    owned = [{each.name: each.count for each in seat.owned} for seat in game.view(None).players]
    assert [each.get("Estate", 0) for each in owned] == [0, 1, 1]


class PassingAnEstate:
    """Gives the last player's Estate to Ada, who trashes one."""

    def answer(self, game: Game, ask: Ask[Any], chance: random.Random) -> list[str]:
        return ["end"] if ask.kind == "turn" else ["Silver" if ask.player.seat == 1 else "Estate"]


def test_the_twins_find_a_card_that_tells_what_was_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    def name_the_giver(player: Player, copies: Sequence[Copy]) -> None:
        for copy in copies:
            copy.of = None

    game = before_a_masquerade()
    ask = next(each for each in checks.unanswered(game.core) if each.player.seat == 0)
    keeps_secret(game, ask, ["Estate"], ["Copper"], PassingAnEstate(), random.Random(1))
    monkeypatch.setattr(Player, "all_saw", name_the_giver)
    with pytest.raises(checks.Violation, match="what everyone sees tells what seat 0 chose to pass"):
        keeps_secret(game, ask, ["Estate"], ["Copper"], PassingAnEstate(), random.Random(1))


def test_small_castle_asks_for_nothing_that_others_can_notice() -> None:
    game = holding("Throne Room", "Small Castle", "Copper", "Copper", "Copper", kingdom=("Throne Room", "Castles"))
    say(game, 0, "play:Throne Room")
    say(game, 0, "Small Castle")
    say(game, 0, "this")
    (asked,) = game.decisions
    assert (asked.decider, asked.kind, asked.preselected) == (0, "choice", ("none",))


def library(deck: tuple[str, ...], *answers: str, discard: tuple[str, ...] = ()) -> list[tuple[str, list[str]]]:
    """Return what Ben sees after each answer while a Library is played, with its last question answered at the end; the deck's
    first card comes first."""
    game = holding("Library", "Copper", "Copper", "Copper", "Copper", deck=deck[::-1], discard=discard)
    say(game, 0, "play:Library")
    steps = [public(game)]
    for answer in answers:
        assert game.view(0).decisions[0].purpose == "set aside"
        assert public(Game.load(game.save())) == public(game)
        say(game, 0, answer)
        steps.append(public(game))
    assert game.view(0).decisions[0].kind == "turn"
    return steps


def test_library_shows_others_nothing_before_its_last_answer() -> None:
    """Only its player is asked about each Action, so no one else sees which cards are Actions."""
    rest = ("Estate",) * 5
    none = library(("Copper",) * 3 + rest, "no")
    first = library(("Village", "Copper", "Chapel", "Estate", *rest), "yes", "no")
    second = library(("Estate", "Village", "Copper", "Copper", *rest), "no")
    assert none[0] == first[0] == first[1] == second[0]
    assert none[-1][1] == second[-1][1] and none[-1][1][-1] == "Ada draws 3 cards."
    assert first[-1][1][-3:] == ["Ada sets aside a Village.", "Ada draws 3 cards.", "Ada discards a Village."]


def test_library_tells_its_player_what_they_take() -> None:
    game = holding("Library", "Copper", "Copper", "Copper", "Copper", deck=("Estate", "Village", "Gold"))
    say(game, 0, "play:Library")
    assert game.view(0).decisions[0].prompt.endswith("So far, you take a Gold.")
    game = holding("Library", "Copper", "Copper", "Copper", "Copper", deck=("Estate", "Estate", "Gold"))
    say(game, 0, "play:Library")
    assert game.view(0).decisions[0].prompt == "Nothing more can be set aside. You take a Gold and 2 Estates."


def test_library_shuffles_immediately_where_it_must() -> None:
    seen = []
    for deck in (("Copper", "Copper"), ("Village", "Copper"), ("Copper", "Village")):
        game = holding("Library", "Copper", "Copper", "Copper", "Copper", deck=deck, discard=("Copper",) * 6)
        say(game, 0, "play:Library")
        seen.append(public(game))
    assert seen[0] == seen[1] == seen[2] and "Ada shuffles." in seen[0][1]


def test_library_asks_again_after_a_shuffle_that_reveals_what_was_set_aside() -> None:
    deck = ("Village", "Copper", "Copper")
    seen = [library(deck, "yes", "no", discard=pile) for pile in (("Copper",) * 6, ("Village",) * 6)]
    assert seen[0][1] == seen[1][1] and seen[0][1][1][-1] == "Ada shuffles."


def test_no_one_sees_whether_an_arena_can_be_fought_in() -> None:
    seen = []
    for held in ("Estate", "Village"):
        game = holding("Village", held, "Copper", deck=("Copper",) * 5, landscapes=("Arena",))
        say(game, 0, "play:Village")
        if held == "Village":
            say(game, 0, "buys")
            say(game, 0)
        seen.append(public(game))
        assert game.view(0).decisions[0].offers("treasures")
    assert seen[0] == seen[1]


@pytest.mark.parametrize("viewer", [1, None])
def test_no_one_sees_a_card_of_the_hand_before_its_player_has_said_in_which_order_to_discard(viewer: int | None) -> None:
    for held in ("Estate", "Gold"):
        hand, kingdom = ("Alchemist", "Herbalist", "Village", "Potion"), ("Alchemist", "Herbalist", "Village")
        game = holding(*hand, deck=(held,) * 9, discard=("Silver",), kingdom=kingdom)
        for move in ("play:Village", "play:Alchemist", "play:Herbalist", "play:Potion", "end"):
            say(game, 0, move)
        assert game.view(0).decisions[0].kind == "order" and game.view(0).players[0].discard_top == held
        assert game.view(viewer).players[0].discard_top == "Silver"
        say(game, 0, "Alchemist", "Herbalist")
        assert game.view(viewer).players[0].discard_top == "Alchemist"
        say(game, 0, "yes")
        say(game, 0)
        assert game.view(viewer).players[0].discard_top == "Potion"


def test_no_one_else_reads_in_which_order_cards_go_back_onto_a_deck() -> None:
    told = []
    for order in (("Gold", "Duchy", "Estate"), ("Estate", "Gold", "Duchy")):
        game = holding("Apothecary", "Estate", deck=("Estate", "Gold", "Copper", "Duchy", "Estate", "Curse"))
        say(game, 0, "play:Apothecary")
        say(game, 0, *order)
        told.append(public(game)[1])
    assert told[0] == told[1]


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_what_others_do_is_logged_alike_whatever_a_hand_holds(viewer: int | None) -> None:
    lines = []
    for held in ("Copper", "Gold"):
        game = holding("Encampment", held, held, "Curse", deck=(held,) * 5)
        say(game, 0, "play:Encampment")
        game.resign(2)
        lines.append([entry.line(viewer) for entry in game.log if entry.public.kind == "resign"])
    assert lines[0] == lines[1]


def test_which_of_several_discards_is_on_top_doesnt_depend_on_how_they_were_chosen() -> None:
    piles = []
    for chosen in (("Estate", "Copper"), ("Copper", "Estate")):
        held = ("Copper", "Estate", "Silver", "Silver", "Silver")
        game = holding("Militia", kingdom=("Militia", *KINGDOM[1:]), others=held)
        say(game, 0, "play:Militia")
        ask = next(each for each in game.decisions if each.decider == 1)
        game.answer(1, ask.id, chosen)
        piles.append([copy.card.name for copy in game.core.players[1].discard_pile])
    assert piles[0] == piles[1]


def test_any_of_several_discards_can_lie_on_top() -> None:
    game = new_game()
    player = game.core.players[0]
    hand = [*player.hand, *player.deck]
    tops = {player.arranged(hand, "discards", number)[-1].card.name for number in range(20)}
    assert tops == {"Copper", "Estate"}


def test_undoing_a_move_that_no_one_saw_leaves_what_everyone_has_read() -> None:
    plain, secret = holding("Estate", "Copper"), holding("Village", "Copper")
    say(secret, 0, "buys")
    for game in (plain, secret):
        say(game, 0, "treasures")
        game.undo(1, 0)
    secret.undo(1, 0)
    assert public(secret)[1] == public(plain)[1]
    assert public(secret)[1][-1] == "Ada undoes “Ada plays a Copper ($1)”."
    assert Game.load(secret.save()).log == secret.log


def test_an_earlier_move_undone_after_an_undo_past_a_shuffle_brings_no_known_order_back() -> None:
    game = holding("Copper", "Copper", "Silver", "Gold", "Estate", deck=("Duchy", "Curse"), discard=("Province", "Village", "Mine"))
    drawn = set[str]()
    for _ in range(4):
        say(game, 0, "play:Copper")
        say(game, 0, "end")
        drawn.add(str(game.view(0).players[0].hand))
        game.undo(1, 0)  # with everyone's consent
        game.undo(1, 0)
    assert len(drawn) > 1
