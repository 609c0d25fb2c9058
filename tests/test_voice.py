"""Texts sound like a Dominion player: short sentences, one name for each thing, and no words that a player wouldn't use."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import log_words, mat_words
from engine.log_forms import Forms
from locales.extract import english, template

ROOT = Path(__file__).parents[1]
BANNED = re.compile(
    r"\b(whoever|whom|anew|amid|dear|dearer|mend|mended|mending|somebody|everybody|nobody|anybody|at once|as it stands|for ever"
    r"|is told|lest)\b|\bno more(?=[.,;:!?]|$)",
    re.IGNORECASE,
)

OTHER_NAMES = re.compile(
    r"standing answers?|\bon hold\b|\bfrozen\b|\btak(?:e|es|en|ing) back\b|\bcommitment\b|\bnewcomer|\bha(?:s|sn't) begun\b"
    r"|\btie-break\b|\bset-up\b|\btastes\b|\btoo dear\b",
    re.IGNORECASE,
)
"""Names not to use for things that have another one."""
LONGEST_SAID, LONGEST_WRITTEN = 20, 25
"""The most words in a sentence that the bot says, and in one of a card or a page for players."""
FOR_PLAYERS = ("README.md", "CHANGELOG.md", "docs/playing.md", "docs/tour.md", "docs/privacy.md")
PAGES = sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / ".env.example"])


def catalogue() -> Iterator[tuple[str, str]]:
    """Yield everything people read."""
    for message in template():
        yield from ((str(message.locations), text) for text in english(message))


def remarks(*folders: str) -> Callable[[], Iterator[tuple[str, str]]]:
    """Return the docstrings and comments in these folders, without the code they quote."""

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


def names_of_tests() -> Iterator[tuple[str, str]]:
    """Yield the names of all tests, as sentences."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        names = re.findall(r"def (test_\w+)", path.read_text())
        yield from ((str(path.relative_to(ROOT)), name.replace("_", " ")) for name in names)


SOURCES: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "catalogue": catalogue,
    "docstrings and comments": remarks("engine", "storage", "sandbox", "tables", "cogs", "benchmarks", "tests"),
    "names of tests": names_of_tests,
}
"""Where to find texts."""


@pytest.mark.parametrize("source", SOURCES)
def test_texts_avoid_words_that_no_player_would_say(source: str) -> None:
    found = [(where, text) for where, text in SOURCES[source]() if BANNED.search(text)]
    assert found == []


@pytest.mark.parametrize("page", PAGES)
def test_pages_avoid_words_that_no_player_would_say(page: str) -> None:
    lines = enumerate((ROOT / page).read_text().splitlines(), 1)
    assert [(number, line) for number, line in lines if BANNED.search(line)] == []


def test_texts_call_things_by_their_names() -> None:
    texts = ((where, text) for where, text in catalogue() if " " in text)
    assert [(where, text) for where, text in texts if OTHER_NAMES.search(text)] == []


@pytest.mark.parametrize("page", FOR_PLAYERS)
def test_pages_for_players_call_things_by_their_names(page: str) -> None:
    lines = enumerate(PICTURE_FILES.sub("", (ROOT / page).read_text()).splitlines(), 1)
    assert [(number, line) for number, line in lines if OTHER_NAMES.search(line)] == []


PICTURE_FILES = re.compile(r'src="[^"]*"')
NOT_PROSE = re.compile(r"```.*?```|<img[^>]*>|^(?:    |\||#).*?$", re.DOTALL | re.MULTILINE)
PARTS = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*•]|\d+\.) )")
SENTENCE = re.compile(r"(?<=[.!?:;])[*)”]*\s+|\n(?=###|-#)")
WORD = re.compile(r"[\w'’$/-]+")


def long_sentences(text: str, longest: int) -> list[str]:
    """Return the sentences with more words than that; code counts as a word."""
    prose = re.sub(r"`[^`]*`", "code", NOT_PROSE.sub("", text))
    found = [" ".join(each.split()) for part in PARTS.split(prose) for each in SENTENCE.split(part)]
    return [each for each in found if len(WORD.findall(each)) > longest]


@pytest.mark.parametrize("page", FOR_PLAYERS)
def test_pages_for_players_have_short_sentences(page: str) -> None:
    assert long_sentences((ROOT / page).read_text(), LONGEST_WRITTEN) == []


def test_the_bot_speaks_in_short_sentences() -> None:
    found = []
    for where, text in catalogue():
        longest = LONGEST_WRITTEN if "engine/cards/" in where else LONGEST_SAID
        found += [(where, each) for each in long_sentences(text.replace("\n", "\n\n").replace("#", ""), longest)]
    assert [(where, each) for where, each in found if "question_words" not in where] == []


FORMS = [form for module in (log_words, mat_words) for form in vars(module).values() if isinstance(form, Forms)]
NAMED, YOURS = re.compile(r"\{name\} (?:\w*[^s]s|will|passes) ?"), re.compile(r"You(?:'ll)? \w+")


def test_the_log_says_who_does_what_in_the_present_tense() -> None:
    assert len(FORMS) > 50
    assert [form for form in FORMS if not (NAMED.match(form.name) and YOURS.match(form.you))] == []
    assert {form.unnamed[:1] for form in FORMS} == {"", "{", "+"}, "who did it is left out only where that needs no verb"


def test_a_long_sentence_is_found() -> None:
    long = "word " * 26 + "end."
    assert long_sentences(f"Short. {long}\n\n    {long}", LONGEST_WRITTEN) == [long]


def test_every_source_has_texts() -> None:
    assert [name for name, texts in SOURCES.items() if not any(texts())] == []
