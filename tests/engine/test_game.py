"""A saved game: nothing is lost, nothing is decided twice, and what is undone is gone."""

from __future__ import annotations

import gc
import random
import re

import pytest

from engine import Ending, EngineError, Game, IllegalAnswer, SaveMismatch, StaleDecision
from engine.save import Save
from tests.engine.kit import new_game, play_on, say, until_in_hand, whole_game
from tests.logs import log_of, said


def state(game: Game) -> list[str]:
    """Return everything that anyone may know about a game, as text."""
    return [game.view(seat).model_dump_json() for seat in (None, *range(len(game.setup.players)))]


def again(game: Game) -> Game:
    """Return the game after a restart: saved as text and loaded."""
    return Game.load(Save.model_validate_json(game.save().model_dump_json()))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_restart_at_any_moment_brings_back_the_same_decision(players: int) -> None:
    for step, game in enumerate(whole_game(seed=players, players=players)):
        if step % 7 == 0:
            assert state(again(game)) == state(game)


def test_a_game_that_no_one_needs_is_freed_without_a_garbage_collection() -> None:
    kept = new_game(6)
    gc.collect()
    gc.disable()
    try:
        before = len(gc.get_objects())
        game = new_game(6)
        play_on(game, random.Random(1), 100)
        in_use = len(gc.get_objects()) - before
        game.undo(1, game.answers[-1].seat)
        assert len(gc.get_objects()) - before < in_use * 1.1
        del game
        assert len(gc.get_objects()) - before < in_use / 10
    finally:
        gc.enable()
    assert state(kept)


def test_a_restarted_game_goes_on_like_the_undisturbed_one() -> None:
    game = new_game(3, seed=5)
    play_on(game, random.Random(1), 60)
    copy = again(game)
    play_on(game, random.Random(2), 80)
    play_on(copy, random.Random(2), 80)
    assert state(copy) == state(game)
    assert copy.log == game.log[-len(copy.log) :]


def test_an_illegal_answer_is_refused_with_a_reason_and_changes_nothing() -> None:
    game = new_game()
    before, journal = state(game), list(game.journal)
    decision = game.decisions[0]
    for ids in ([], ["buy:Province"], ["play:Estate"], ["treasures", "end"], ["nonsense"]):
        with pytest.raises(IllegalAnswer) as refusal:
            game.answer(0, decision.id, ids)
        assert refusal.value.reason.endswith(".")
    with pytest.raises(StaleDecision):
        game.answer(1, decision.id, ["end"])
    with pytest.raises(StaleDecision):
        game.answer(0, decision.id + 1, ["end"])
    assert state(game) == before
    assert game.journal == journal


def test_other_code_that_asks_something_else_is_noticed() -> None:
    game = new_game()
    say(game, 0, "treasures")
    save = game.save()
    entry = save.entries[-1].model_copy(update={"asked": "something else"})
    with pytest.raises(SaveMismatch) as mismatch:
        Game.load(save.model_copy(update={"entries": (*save.entries[:-1], entry)}))
    assert mismatch.value.entry == entry.number


class TestUndo:
    def test_is_free_until_something_hidden_is_revealed(self) -> None:
        game = new_game()
        before = state(game)
        say(game, 0, "treasures")
        say(game, 0, "buy:Estate")
        assert game.undoable(0) == 2
        assert game.undoable(1) == 0
        game.undo(2, 0)
        assert state(game) == state(again(game))
        assert [player.hand for player in game.view(0).players] == [
            player.hand for player in Game.new(game.setup, game.seed).view(0).players
        ]
        assert game.view(0).piles == Game.new(game.setup, game.seed).view(0).piles
        assert len(before) == 3

    def test_is_not_free_once_the_next_hand_is_drawn(self) -> None:
        game = new_game()
        say(game, 0, "end")
        assert game.undoable(0) == 0
        assert game.undoable(1) == 0

    def test_past_a_shuffle_gives_another_shuffle(self) -> None:
        hands = set()
        for tries in range(4):
            game = new_game(seed=3)
            for _ in range(3):
                say(game, game.current, "end")
            for _ in range(tries):
                say(game, game.current, "end")
                game.undo(1, game.current)
            say(game, game.current, "end")
            seat = 1
            hands.add((tries, game.view(seat).players[seat].hand))
            assert state(again(game)) == state(game)
        assert len({hand for _, hand in hands}) > 1

    def test_voids_the_snapshots_and_log_after_it(self) -> None:
        game = new_game(seed=3)
        for _ in range(6):
            say(game, game.current, "end")
        snapshots, entries = len(game.snapshots), len(game.journal)
        game.undo(3, 0)
        assert game.journal[-1].back_to == entries - 3
        assert len(game.snapshots) == snapshots - 3
        assert all(taken.entries <= entries - 3 for taken in game.snapshots)
        assert game.log[-1].public.kind == "undo"
        numbers = [entry.public.number for entry in game.log]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert [entry.number for entry in game.journal] == list(range(entries + 1))

    def test_of_an_undo_and_what_followed_it_works_too(self) -> None:
        game = new_game(seed=8)
        chance = random.Random(8)
        for _ in range(12):
            play_on(game, chance, 5)
            game.undo(chance.randint(1, 4), 0)
            assert state(again(game)) == state(game)

    def test_is_refused_when_nothing_stands(self) -> None:
        with pytest.raises(EngineError):
            new_game().undo(1, 0)


class TestOwedAnswers:
    def test_a_militia_does_not_stop_the_attackers_turn(self) -> None:
        game = until_in_hand("Militia")
        say(game, 0, "play:Militia")
        assert game.view(None).waiting_for == (0,)
        assert game.view(None).owing == (1,)
        (owed,) = game.view(1).decisions
        assert owed.owed
        assert (owed.purpose, owed.minimum, owed.maximum) == ("discard", 2, 2)
        say(game, 0, "end")
        assert game.view(None).waiting_for == (1,)
        say(game, 1, *some_two(game))
        assert game.view(1).players[1].hand_size == 3
        assert game.view(1).decisions[0].kind == "turn"

    def test_the_result_is_the_same_whenever_the_victim_answers(self) -> None:
        outcomes = []
        for early in (True, False):
            game = until_in_hand("Militia")
            say(game, 0, "play:Militia")
            if early:
                say(game, 1, *some_two(game))
            say(game, 0, "end")
            if not early:
                say(game, 1, *some_two(game))
            outcomes.append([view.split('"decisions"')[0] for view in state(game)])
        assert outcomes[0] == outcomes[1]

    def test_an_answer_ahead_of_an_earlier_seat_is_sealed_and_can_be_changed(self) -> None:
        game = until_in_hand("Militia", players=3)
        say(game, 0, "play:Militia")
        (first,), (second,) = game.view(1).decisions, game.view(2).decisions
        hand = [option.id for option in second.options for _ in range(option.count)]
        game.answer(2, second.id, hand[:2])
        assert game.view(None).answered == (2,)
        assert game.view(None).players[2].hand_size == 5
        game.answer(2, second.id, hand[-2:])
        assert game.view(2).decisions[0].answered
        ids = [option.id for option in first.options for _ in range(option.count)]
        game.answer(1, first.id, ids[:2])
        assert [player.hand_size for player in game.view(None).players[1:]] == [3, 3]
        assert game.view(2).players[2].discard_top == hand[-1]
        with pytest.raises(StaleDecision):
            game.answer(2, second.id, hand[:2])

    def test_they_tell_whose_attack_it_is_and_the_log_does_when_they_come_in_a_later_turn(self) -> None:
        game = until_in_hand("Militia", players=3)
        say(game, 0, "play:Militia")
        say(game, 1, *some_two(game))
        say(game, 0, "end")
        assert game.current == 1
        say(game, 1, "end")
        (owed,) = game.view(2).decisions
        assert (owed.card, owed.played_by) == ("Militia", 0)
        say(game, 2, *some_two(game, seat=2))
        attacker = game.setup.players[0]
        soon, late = (entry.public for entry in game.log if entry.public.kind == "discard" and entry.public.depth)
        assert attacker not in said(soon)
        assert said(late).endswith(f" ({attacker}'s Militia).") and said(late, reader=0).endswith(" (your Militia).")

    def test_a_save_in_the_middle_keeps_what_is_owed_and_sealed(self) -> None:
        game = until_in_hand("Militia", players=3)
        say(game, 0, "play:Militia")
        say(game, 2, *some_two(game, seat=2))
        say(game, 0, "end")
        assert state(again(game)) == state(game)
        assert game.view(None).waiting_for == (1,)


def some_two(game: Game, seat: int = 1) -> list[str]:
    """Return two cards of `seat`'s hand, by name."""
    ids = [option.id for option in game.view(seat).decisions[0].options for _ in range(option.count)]
    return ids[:2]


class TestLeaving:
    def test_with_two_players_the_other_wins(self) -> None:
        game = new_game()
        game.resign(0)
        assert game.over
        assert game.result is not None
        assert game.result.winners == (1,)
        assert again(game).result == game.result

    def test_with_three_the_others_play_on_and_the_one_who_left_ranks_last(self) -> None:
        game = new_game(3)
        game.resign(0)
        assert game.current == 1
        say(game, 1, "end")
        say(game, 2, "end")
        assert game.current == 1
        game.stop(Ending(kind="agreed"))
        assert game.result is not None
        assert game.result.scores[-1].seat == 0
        assert game.result.winners == (2, 1) or set(game.result.winners) <= {1, 2}

    def test_what_the_one_who_left_still_had_to_decide_is_decided(self) -> None:
        game = until_in_hand("Militia", players=3)
        say(game, 0, "play:Militia")
        game.resign(1)
        assert game.view(None).owing == (2,)
        say(game, 2, *some_two(game, seat=2))
        say(game, 0, "end")
        assert game.current == 2


def test_the_seed_stays_hidden_until_the_game_is_over() -> None:
    game = new_game(seed=77)
    seed = game.seed.hex()
    assert not any(seed in view for view in state(game))
    assert game.view(None).commitment != seed
    game.stop(Ending(kind="agreed"))
    assert game.view(None).seed == seed


def test_no_number_ever_names_two_questions() -> None:
    game = new_game()
    say(game, 0, "treasures")
    taken_back = game.view(0).decisions[0].id
    game.undo(1, 0)
    say(game, 0, "end")
    assert game.view(1).decisions[0].id != taken_back
    assert state(again(game)) == state(game)
    with pytest.raises(StaleDecision):
        game.answer(1, taken_back, ["end"])


def test_the_log_names_the_card_that_was_played_bought_or_gained_beside_its_words() -> None:
    *_, game = whole_game(seed=3)
    lines = [entry.public for entry in game.log]
    taken = [line for line in lines if line.kind in ("buy", "gain")]
    played = [line for line in lines if line.kind == "play" and not line.cards]
    for line in (*taken, *played):
        assert line.card is not None and line.card in said(line)
    assert taken and played
    assert all(line.card is None for line in lines if line not in (*taken, *played))


def test_an_undo_of_turns_tells_whose_they_were() -> None:
    game = new_game()
    say(game, 0, "treasures")
    say(game, 0, "end")
    say(game, 1, "end")
    game.undo(3, 0, turns=True)
    undone = game.log[-1].public.undone
    assert undone is not None and undone.turns == (0, 1) and again(game).log[-1] == game.log[-1]


def test_the_log_says_what_was_undone() -> None:
    game = new_game()
    say(game, 0, "treasures")
    game.undo(1, 0)
    assert re.fullmatch(r"Ada undoes “Ada plays \d Coppers \(\$\d\)”\.", log_of(game)[-1])
    assert log_of(game, 0)[-1].startswith("You undo “You play ")
    say(game, 0, "treasures")
    say(game, 0, "buy:Copper")
    game.undo(2, 0)
    assert re.fullmatch(r"Ada undoes “Ada plays \d Coppers \(\$\d\)” and what followed\.", log_of(game)[-1])
    say(game, 0, "end")
    game.undo(1, 0)
    assert log_of(game)[-1] == "Ada undoes “Ada ends their turn”.", "what was drawn is no one's business"
    assert log_of(game, 0)[-1] == "You undo “You end your turn”."
    assert again(game).log[-1] == game.log[-1]


def test_the_log_of_a_buy_has_the_money_that_the_treasures_gave() -> None:
    *_, game = whole_game(seed=3, kingdom=("Familiar", "Village"))
    money, seen = {}, 0
    for line in (entry.public for entry in game.log):
        if line.kind == "play" and line.cards:
            money = {line.turn: (line.amount, line.potions)}
        elif line.kind == "buy" and line.turn in money:
            assert (line.amount, line.potions) == money.pop(line.turn)
            seen += line.potions > 0 and line.card == "Silver"
    assert seen


def test_random_answers_sort_cards_too() -> None:
    games = whole_game(seed=1, kingdom=("Sentry", "Village"))
    assert "sort" in {decision.kind for game in games for decision in game.decisions}
