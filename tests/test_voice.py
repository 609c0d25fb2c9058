"""Texts, docstrings and comments sound like someone who plays Dominion: none of the words that no player would say."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from locales.extract import english, template

ROOT = Path(__file__).parents[1]
BANNED = re.compile(
    r"\b(whoever|whom|anew|amid|dear|dearer|mend|mended|mending|somebody|everybody|nobody|anybody|at once|as it stands|for ever"
    r"|is told|lest)\b|\bno more(?=[.,;:!?]|$)",
    re.IGNORECASE,
)


def catalogue() -> Iterator[tuple[str, str]]:
    """Yield all that people read."""
    for message in template():
        yield from ((str(message.locations), text) for text in english(message))


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
    "catalogue": catalogue,
    "docstrings and comments": remarks("engine", "storage", "sandbox", "tables", "cogs", "benchmarks"),
}
"""Where texts come from."""


@pytest.mark.parametrize("source", SOURCES)
def test_texts_avoid_words_that_no_player_would_say(source: str) -> None:
    found = [(where, text) for where, text in SOURCES[source]() if BANNED.search(text)]
    assert found == []


def test_every_source_has_texts() -> None:
    assert [name for name, texts in SOURCES.items() if not any(texts())] == []
