"""One voice: people read only words from the catalogues, none from elsewhere in the code."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from engine import EngineError
from engine.card import CARDS
from tables import TableError
from tables.recovery import CannotLoad
from tests.pseudo import left_over

ROOT = Path(__file__).parents[1]
CATALOGUES = (
    "engine/words.py",
    "engine/log_words.py",
    "engine/request_words.py",
    "engine/question_words.py",
    "tables/words.py",
    "cogs/text/*.py",
    "engine/cards/*.py",
)
"""Where words belong: one catalogue for each layer, and with each card what is the card's own."""
TOOLS = ("engine/__main__.py", "engine/case*.py", "engine/checks.py", "engine/fuzz.py", "engine/replay.py", "engine/simulate.py")
"""What is run in a terminal, and speaks to developers."""
IDS = frozenset(["discard theirs", "set aside", "seneschal kingdom"])
"""What has a space and is for machines all the same: two purposes of decisions, and what kingdom seeds are hashed with."""
FOR_THE_LOG = frozenset(["__repr__", "describe"])
"""Functions that word something for developers and for the operator's log."""

REFUSALS = (EngineError, TableError, CannotLoad)
"""Errors whose text people read; all others are for the log."""
SHOWN = frozenset(["note", "Choice", "Option", "Text", "Button", "Link", "Menu", "PeopleMenu", "Dialog", "Attachment", "write"])
"""Calls whose arguments people read: a capital letter tells a word from an id there."""
WORDS = re.compile(r"[^\W\d_]{2,}\W*\s|\s\W*[^\W\d_]{2,}")


def files(*patterns: str) -> set[Path]:
    return {path for pattern in patterns for path in ROOT.glob(pattern)}


def spoken(node: ast.expr) -> str | None:
    """Return a literal as people would read it, with … for what is put in; None if it isn't a literal."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(spoken(value) or "…" for value in values)
    return None


def for_people(call: ast.expr | None, names: dict[str, Any]) -> bool:
    """Return whether people read this error."""
    if not isinstance(call, ast.Call):
        return True
    found: Any = None
    match call.func:
        case ast.Name(id=name):
            found = names.get(name, getattr(builtins, name, None))
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            found = getattr(names.get(module), name, None)
    return not (isinstance(found, type) and issubclass(found, BaseException)) or issubclass(found, REFUSALS)


def unread(node: ast.AST, names: dict[str, Any]) -> bool:
    """Return whether this text is for developers or machines: docstrings, logs, patterns, types, names in an Enum."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.Subscript() | ast.arg() | ast.AnnAssign(value=None):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.Raise(exc=error):
            return not for_people(error, names)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "log_" | "re"))):
            return True
        case ast.Call(func=ast.Name(id="cast" | "report") | ast.Attribute(attr="insist")):  # the last two log what fails
            return True
        case ast.FunctionDef(name=name):
            return name in FOR_THE_LOG
        case ast.ClassDef(name=name):
            return isinstance(names.get(name), type) and issubclass(names[name], Enum)
    return False


def strays(source: str, names: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield words in a module that belong into a catalogue, with their lines. `names` are those that the module knows."""

    def visit(node: ast.AST, shown: bool) -> Iterator[tuple[int, str]]:
        if unread(node, names):
            return
        text = spoken(node) if isinstance(node, ast.expr) else None
        if text is not None:
            told = WORDS.search(text) or (shown and re.match(r"[A-Z]", text))
            if told and text not in CARDS and text not in IDS:
                yield node.lineno, text  # type: ignore[attr-defined]
            return
        called = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
        for child in ast.iter_child_nodes(node):
            yield from visit(child, called in SHOWN)

    yield from visit(ast.parse(source), False)


CODE = sorted(files("engine/**/*.py", "tables/**/*.py", "cogs/**/*.py") - files(*CATALOGUES, *TOOLS))


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_words_are_in_the_catalogues_alone(path: Path) -> None:
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    found = [f"{path.name}:{line}: {text}" for line, text in strays(path.read_text(), vars(module))]
    assert not found, "these belong into a catalogue (docs/translating.md): " + "; ".join(found)


INFLECTING = frozenset(["capitalize", "lower", "swapcase", "upper"])


def inflected(source: str) -> Iterator[tuple[int, str]]:
    """Yield where a module gives words another form, a plural, or looks for where a sentence ends."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in INFLECTING:
                yield node.lineno, name
            case ast.Call(func=ast.Attribute(attr="removesuffix"), args=[ast.Constant(value="." | "s" | "…" as end)]):
                yield node.lineno, end
            case ast.JoinedStr(values=[*_, ast.FormattedValue(), ast.Constant(value=str(end))]) if re.match(r"s\b", end):
                yield node.lineno, end


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_words_are_cut_and_inflected_in_the_catalogues_alone(path: Path) -> None:
    assert not [f"{path.name}:{line}: {what}" for line, what in inflected(path.read_text())]


@pytest.mark.parametrize("cut", ["label[:1].lower()", "line.removesuffix('.')", 'f"{number} {kind}s"', "YOU.capitalize()"])
def test_cuts_and_inflections_anywhere_else_are_found(cut: str) -> None:
    assert list(inflected(cut))


@pytest.mark.parametrize(
    "stray",
    [
        'game.note("draw", me, f"{me.name} draws.")',
        'raise Refusal("That has moved on.")',
        'raise Refusal(f"{name} can\'t be chosen.") from None',
        'prompt = "Trash a card" if one else choose(2)',
        'button = Button("Join", id)',
        'label = f"Play {name}"',
        'where = " into their hand"',
    ],
)
def test_words_anywhere_else_are_found(stray: str) -> None:
    assert list(strays(stray, {"Refusal": TableError}))


@pytest.mark.parametrize(
    "fine",
    [
        '"""What this is."""',
        'def f():\n    """What it does."""',
        'log.error("Table %s does not load", table)',
        'raise TypeError("that is no card")',
        'id = f"buy:{name}"',
        'panel = Text(f"**{words.SUPPLY}**\\n-# {words.left(2)}")',
        'choice = Choice("yes", words.YES)',
        'double = "Throne Room"',
        'WISH = re.compile("pay (my )?debt")',
        'Leads: TypeAlias = "str | Mapping[str, str]"',
    ],
)
def test_what_nobody_reads_may_stand_anywhere(fine: str) -> None:
    assert not list(strays(fine, {}))


def said(path: Path) -> list[str]:
    """Return the names of a catalogue."""
    tree = ast.parse(path.read_text())
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    return names + [
        name.id for node in tree.body if isinstance(node, ast.Assign) for name in node.targets if isinstance(name, ast.Name)
    ]


def test_nothing_in_a_catalogue_is_left_unsaid() -> None:
    code = {path: path.read_text() for path in files("engine/**/*.py", "tables/**/*.py", "cogs/**/*.py")}
    everything = re.findall(r"\w+", "\n".join(code.values()))
    uses = {word: everything.count(word) for path in files(*CATALOGUES[:4]) for word in said(path)}
    assert not [word for word, count in uses.items() if count < 2]


def test_another_language_needs_nothing_but_other_catalogues() -> None:
    """With each of their words in another alphabet, people see no other word but names."""
    ran = subprocess.run([sys.executable, "-m", "tests.pseudo"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr
    drawn = re.fullmatch(r"(\d+) texts\n", ran.stderr)
    assert drawn is not None and int(drawn[1]) > 5_000


def test_a_word_of_the_code_itself_would_be_found() -> None:
    assert left_over(["Ｐｌａｙ Moat", "Ｐｌａｙ Moat now `/game end` “so it is”"], ["Moat"]) == {
        "now": "Ｐｌａｙ Moat now `/game end` “so it is”"
    }
