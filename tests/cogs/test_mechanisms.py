"""New mechanisms of cards are shown and answered without any special code in the panels: mats, tokens, Reactions, questions."""

from __future__ import annotations

import random
import re
from typing import get_args

from cogs.panels import board, hand, why
from cogs.pictures.board import BoardPicture
from cogs.text.pictures import PHASES
from cogs.text.proposals import UNDOES
from engine import Game, Kingdom, decide
from engine.extras import complete
from engine.setup import is_kingdom_card
from engine.view import MoveKind, MovePhase, Phase
from tables import Options
from tables.words import MOVES
from tests.cogs.test_panels import NAMES, table_of
from tests.engine.kit import some_answer
from tests.engine.strange_cards import on_the_table, strange

QUESTIONS = {"react", "name", "place", "pass", "overpay"}


def test_strange_cards_are_shown_and_played() -> None:
    met: set[str] = set()
    told = drawn = ""
    with on_the_table():
        names = [card.name for card in strange() if is_kingdom_card(card)]
        for seed in range(18):
            chance = random.Random(seed)
            kingdom = Kingdom(edition=2, piles=tuple(chance.sample(names, 10)), landscapes=("Colossus",))
            game = Game.new(complete(kingdom.setup(NAMES[:3])), bytes([seed]) * 32)
            for step in range(160):
                if game.over:
                    break
                table, public = table_of(game, Options(kingdom=kingdom)), game.view(None)
                if step % 8 == 0:
                    told += board.words(table, public, 100).panel.text
                    drawn += BoardPicture.of(public, None).alt
                decision = chance.choice([each for each in game.decisions if not each.answered])
                view = game.view(decision.decider)
                shown = hand.hand(table, view, 100 + decision.decider).panel
                assert shown.text
                why.why(table, view, decision, 100 + decision.decider)
                why.outcomes(table, view, decision, 100 + decision.decider)
                if decision.purpose in QUESTIONS:
                    met.add(decision.purpose)
                    assert decide(view, decision)
                game.answer(decision.decider, decision.id, some_answer(decision, chance))
    assert met == QUESTIONS
    for words in ("Open mat: ", "Secret mat: ", "Medal token"):
        assert words in told
        assert words in drawn
    assert "*Colossus* $2 (Wonder, 1 Medal token, Built)" in told
    assert ". Wonders: Colossus (1 Medal token, Built)." in drawn
    assert re.search(r"\((\d+ Medal tokens?)\)", drawn) and not re.search(r"(\d+ Medal tokens?), \1", drawn)


def test_every_phase_and_every_kind_of_move_has_words() -> None:
    assert {*get_args(Phase)} == PHASES.keys() > {*get_args(MovePhase)}
    assert {*get_args(MoveKind)} - {"spend"} == MOVES.keys() == UNDOES.keys(), "undoing the rest is undoing a choice"
