"""Card texts, rulings and terms are in our own words, as far as a tool outside the repository can tell."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from engine import all_cards
from engine.cards.terms import TERMS
from engine.terms import term_facts

TOOL = Path(__file__).parents[3] / "shared" / "tools" / "own_words.py"


def texts() -> Iterator[tuple[str, str]]:
    """Yield every text that says what a card or rule does, with its source."""
    for facts in all_cards():
        yield f"{facts.name} (in short)", facts.brief
        for edition in facts.editions:
            yield facts.name, facts.effect(edition)
            yield from ((f"{facts.name} (ruling)", ruling) for ruling in facts.rulings(edition))
    for term in TERMS:
        yield from ((f"{term.name} (term)", text) for text in term_facts(term.name).texts.values())


@pytest.fixture
def own_words() -> ModuleType:
    """Return the tool that finds texts repeating the printed cards."""
    spec = importlib.util.spec_from_file_location("own_words", TOOL)
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


@pytest.mark.skipif(not TOOL.exists(), reason=f"whether card texts repeat the print, since there is no {TOOL}")
def test_no_text_repeats_ten_printed_words(own_words: ModuleType) -> None:
    printed = own_words.load()
    repeated = {
        where: run for where, text in texts() for run in own_words.runs(text, printed) if len(run.split()) >= own_words.LIMIT
    }
    assert repeated == {}
