"""Texts, docstrings and comments sound like someone who plays Dominion: none of the words that no player would say."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import all_cards, all_terms

ROOT = Path(__file__).parents[1]
BANNED = re.compile(
    r"\b(whoever|whom|anew|amid|dear|dearer|mend|mended|mending|somebody|everybody|nobody|anybody|at once|as it stands|for ever"
    r"|is told|lest)\b|\bno more(?=[.,;:!?]|$)",
    re.IGNORECASE,
)


def cards() -> Iterator[tuple[str, str]]:
    """Yield what cards say, with their rulings."""
    for facts in all_cards():
        for edition in facts.editions:
            yield from ((facts.name, text) for text in (facts.effect(edition), *facts.rulings(edition)))


def terms() -> Iterator[tuple[str, str]]:
    for term in all_terms():
        yield from ((term.name, text) for text in term.texts.values())


def catalogue(*patterns: str) -> Callable[[], Iterator[tuple[str, str]]]:
    """Return the strings of these modules, without their docstrings."""

    def texts() -> Iterator[tuple[str, str]]:
        for path in sorted(path for pattern in patterns for path in ROOT.glob(pattern)):
            tree = ast.parse(path.read_text())
            docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node.value

    return texts


def remarks(*folders: str) -> Callable[[], Iterator[tuple[str, str]]]:
    """Return the docstrings and comments of these folders, without the code that they quote."""

    def texts() -> Iterator[tuple[str, str]]:
        for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py")):
            where = path.relative_to(ROOT)
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                    yield f"{where}:{node.lineno}", re.sub("`[^`]*`", "", node.value.value)
            with path.open("rb") as file:
                comments = [token for token in tokenize.tokenize(file.readline) if token.type == tokenize.COMMENT]
            yield from ((f"{where}:{comment.start[0]}", comment.string) for comment in comments)

    return texts


SOURCES: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "cards": cards,
    "questions of cards": catalogue("engine/cards/*.py"),
    "the engine's words": catalogue("engine/*words.py"),
    "the tables' words": catalogue("tables/words.py"),
    "what Discord shows": catalogue("cogs/text/*.py"),
    "terms": terms,
    "docstrings and comments": remarks("engine", "storage", "sandbox", "tables", "cogs", "benchmarks"),
}
"""Where texts come from."""


@pytest.mark.parametrize("source", SOURCES)
def test_texts_avoid_words_that_no_player_would_say(source: str) -> None:
    found = [(where, text) for where, text in SOURCES[source]() if BANNED.search(text)]
    assert found == []


def test_every_source_has_texts() -> None:
    assert [name for name, texts in SOURCES.items() if not any(texts())] == []
