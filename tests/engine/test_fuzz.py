"""The fuzzer: it finds nothing in a sample, does the same with any number of processes, and finds faults that are there."""

from __future__ import annotations

import random

import pytest

from engine import Game, checks, visibility
from engine.__main__ import main
from engine.asks import SortAsk
from engine.card import CARDS, Card
from engine.cards.basic import Copper
from engine.core import Core
from engine.events import Event
from engine.fuzz import CAP, FuzzPlan, fuzz, random_setup, some_answer
from engine.mechanisms import EVENT
from engine.piles import Pile
from engine.player import Player
from tests.engine.kit import new_game, say
from tests.soak import some_or_all

SAMPLE = FuzzPlan(seed=1, deep=0.02, players=(2, 3, 4, 5, 6))
FEW = FuzzPlan(seed=1, deep=0.004, players=(2,))


def test_a_sample_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--games", "5", "--seed", "7", "--deep", "0.02", "--processes", "1"]) == 0
    assert "5 games" in capsys.readouterr().out


@some_or_all("plan", FEW, SAMPLE)
def test_the_result_depends_on_the_seed_alone(plan: FuzzPlan) -> None:
    assert fuzz(plan, range(6), processes=1) == fuzz(plan, range(6), processes=2)


def test_setups_hold_the_cards_that_were_insisted_on() -> None:
    plan = FuzzPlan(1, 0, (3,), ("Moat", "Thief"))
    setups = [random_setup(plan, random.Random(seed)) for seed in range(20)]
    assert all({"Moat", "Thief"} < set(setup.kingdom) and len(set(setup.kingdom)) == 10 for setup in setups)
    assert {setup.edition for setup in setups} == {1}
    mixed = [random_setup(FuzzPlan(1, 0, (3,), ("Sentry", "Ambassador", "Lurker")), random.Random(seed)) for seed in range(20)]
    assert {(setup.of_set("Dominion"), setup.of_set("Seaside"), setup.of_set("Intrigue")) for setup in mixed} == {(2, 1, 2)}


def test_setups_have_no_more_of_a_kind_of_landscape_than_a_kingdom_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EVENT, "most", 1)
    plan = FuzzPlan(1, 0, (3,), ("Delve",))
    drawn = [random_setup(plan, random.Random(seed)).landscapes for seed in range(60)]
    assert {len(each) for each in drawn} == {1, 2}
    assert all(each[0] == "Delve" and all(CARDS[name].landscape != EVENT for name in each[1:]) for each in drawn)


def test_refuses_cards_that_arent_kingdom_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--games", "1", "--cards", "Copper"]) == 2
    assert "Copper" in capsys.readouterr().err


def found(games: int = 4, deep: float = 0.05) -> str:
    _, faults = fuzz(FuzzPlan(3, deep, (2, 3)), range(games))
    return "\n".join(faults)


def test_finds_a_copy_made_from_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    take = Pile.take

    def generous(self: Pile) -> object:
        self.count += self.card is Copper()
        return take(self)

    monkeypatch.setattr(Pile, "take", generous)
    assert main(["fuzz", "--games", "1", "--processes", "1"]) == 1
    printed = capsys.readouterr().out
    assert "'Copper'" in printed and "answers so far: [[" in printed and "--seed 1 --game " in printed


def test_finds_a_copy_in_two_places(monkeypatch: pytest.MonkeyPatch) -> None:
    shuffle = Player.shuffle

    def forgetful(self: Player, *event: Event | None) -> None:
        before = list(self.discard_pile)
        shuffle(self, *event)
        self.discard_pile += before

    monkeypatch.setattr(Player, "shuffle", forgetful)
    assert "a copy is in two places" in found()


def test_finds_a_view_that_tells_the_order_of_a_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(core: Core, player: Player, viewer: int | None) -> object:
        shown = honest(core, player, viewer)
        return shown.model_copy(update={"name": player.deck[-1].card.name if player.deck else "no one"})

    honest = visibility._player
    monkeypatch.setattr(visibility, "_player", leaky)
    assert "depends on what that seat can't see" in found()


def test_finds_a_phase_that_tells_what_is_in_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Core, "phase_seen_by", lambda core, viewer: core.phase)
    assert "tells seat" in found(games=12, deep=0.1)


def test_what_a_possessor_comes_to_see_isnt_a_leak() -> None:
    """In this game, a player ends a turn, and in the next one decides for the player they possess."""
    plan = FuzzPlan(5, 0.15, (3, 4), ("Possession", "Workshop", "University"))
    assert fuzz(plan, [3])[1] == []


def test_a_possessor_may_have_seen_the_hand_of_the_turn_before() -> None:
    plan = FuzzPlan(2206, 0.15, (2, 3), ("Corsair", "Monkey", "Watchtower", "Possession"))
    assert fuzz(plan, [0])[1] == []


def test_how_many_cards_a_library_asks_about_isnt_a_leak() -> None:
    """In this game, a hand dealt again finds one fewer Action on the way to seven cards."""
    assert fuzz(FuzzPlan(5, 0.02, (2, 3, 4, 5, 6)), [1770])[1] == []


def test_finds_a_save_that_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    load = Game.load.__func__  # type: ignore[attr-defined]

    def forgetful(cls: type[Game], save: object) -> Game:
        game: Game = load(cls, save)
        game.core.trash.clear()
        return game

    monkeypatch.setattr(Game, "load", classmethod(forgetful))
    assert "a loaded game" in found()


def test_finds_a_turn_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Card, "tempts", lambda self, about, eyes: True)
    plan = FuzzPlan(1, 0, (2, 3, 4, 5, 6))
    assert "a turn never ends" in "".join(fuzz(plan, [3])[1]), "an AI reveals a Secret Chamber again and again"


def test_a_player_without_an_action_does_not_reveal_that() -> None:
    game = new_game()
    assert game.view(0).phase == "buy"
    assert game.view(1).phase == game.view(None).phase == "action"
    say(game, 0, "treasures")
    assert game.view(1).phase == "buy"


def test_some_answer_is_always_legal() -> None:
    chance = random.Random(5)
    for seed in range(3):
        game = Game.new(random_setup(SAMPLE, chance), seed.to_bytes(32, "big"))
        for _ in range(200):
            if game.over:
                break
            ask = chance.choice(checks.unanswered(game.core))
            ids = some_answer(ask, chance)
            ask.check(ids)
            game.answer(ask.decider, ask.id, ids)


def test_the_cap_is_far_beyond_a_plain_game() -> None:
    counts, faults = fuzz(FuzzPlan(11, 0.0, (2,)), range(12))
    assert not faults and counts.decisions / counts.games < CAP / 4


def test_a_player_who_resigns_while_sorting_cards_puts_them_back() -> None:
    game = new_game()
    ada = game.core.players[0]
    seen = ada.deck[-2:]
    ask = SortAsk(ada, seen, {"trash": "Trash", "keep": "Put back"}, "What becomes of these?")
    ask.check(ask.least())
    assert ask.result(ask.least()) == {"trash": [], "keep": seen}
