"""One catalogue: everything people read is looked up in it, in the modules for texts, and there are no texts elsewhere in the
code."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from engine import EngineError
from engine.card import CARDS
from locales.extract import english, facts, template, wrong_facts
from tables import TableError
from tables.recovery import CannotLoad
from tests.pseudo import FOREIGN, drawn, left_over
from tests.shown import names

ROOT = Path(__file__).parents[1]
WORDED = (
    "engine/words.py",
    "engine/log_words.py",
    "engine/log_forms.py",
    "engine/mat_words.py",
    "engine/request_words.py",
    "engine/question_words.py",
    "tables/words.py",
)
SPOKEN = (*WORDED, "cogs/text/*.py")
"""The modules for texts, which are looked up in the catalogue (`say`); single cards also have their own."""
CARD_MODULES = "engine/cards/*.py"
TYPED = frozenset(
    [
        *(
            " or ",
            "no …",
            "prefer …",
            "play …",
            "else …",
            " card",
            " cards",
            "last kingdom",
            "berlin, america/new_york, utc+2",
            "friday, 2 weeks, dec 3, 2026-12-24",
            "saved: ",
            "base game",
            "base set",
            "only ",
            " only",
        ),
        *("all sets", "any set", "from all sets", "random from all sets", "random, from all sets"),
        *("curse, victory, copper", "3 empires, attack, no witch, moat or library", "no witch, no attack, prefer village"),
    ]
)
"""Input from people, which is parsed in English."""
TOOLS = ("engine/__main__.py", "engine/case*.py", "engine/checks.py", "engine/fuzz*.py", "engine/replay.py", "engine/simulate.py")
"""Terminal tools, which are for developers."""
IDS = frozenset(
    [
        *(
            "discard theirs",
            "in play",
            "set aside",
            "deck to discard",
            "turn start",
            "turn end",
            "clean-up start",
            "would gain",
            "VP tokens",
            "Prizes and Rewards",
            "a non-… card",
        ),
        "seneschal kingdom",
    ]
)
"""Strings with a space that are nevertheless for machines: purposes of decisions, moments, keys of the catalogue, and what kingdom
seeds are hashed with."""
FOR_THE_LOG = frozenset(["__repr__", "describe"])
"""Functions with texts for developers and for the operator's log."""

REFUSALS = (EngineError, TableError, CannotLoad)
"""Errors with texts that people read; all others are for the log."""
SHOWN = frozenset(["note", "Choice", "Option", "Text", "Button", "Link", "Menu", "PeopleMenu", "Dialog", "Attachment", "write"])
"""Calls with arguments that people read: there, a capital letter tells a word from an id."""
WORDS = re.compile(r"[^\W\d_]{2,}\W*\s|\s\W*[^\W\d_]{2,}")


def files(*patterns: str) -> set[Path]:
    return {path for pattern in patterns for path in ROOT.glob(pattern)}


def spoken(node: ast.expr) -> str | None:
    """Return a literal as people would read it, with … for its facts; None if it isn't a literal."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(spoken(value) or "…" for value in values)
    return None


def for_people(call: ast.expr | None, names: dict[str, Any]) -> bool:
    """Return whether people read this error's text."""
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
        case ast.Call(func=ast.Name(id="cast" | "report") | ast.Attribute(attr="insist")):  # the last two log failures
            return True
        case ast.FunctionDef(name=name):
            return name in FOR_THE_LOG
        case ast.ClassDef(name=name):
            return isinstance(names.get(name), type) and issubclass(names[name], Enum)
    return False


def is_said(node: ast.AST) -> bool:
    """Return whether a text is looked up in the catalogue."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_many")


def strays(source: str, names: dict[str, Any], *, may_say: bool = False) -> Iterator[tuple[int, str]]:
    """Yield words in a module that aren't looked up in the catalogue, with their lines. `names` are those that the module knows;
    `may_say`: the module can have texts, if they are looked up."""

    def visit(node: ast.AST, shown: bool) -> Iterator[tuple[int, str]]:
        if unread(node, names) or (may_say and is_said(node)):
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


CODE = sorted(files("engine/**/*.py", "tables/**/*.py", "cogs/**/*.py") - files(*SPOKEN, CARD_MODULES, *TOOLS))


def found_in(path: Path, *, may_say: bool = False) -> list[str]:
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    found = strays(path.read_text(), vars(module), may_say=may_say)
    return [f"{path.name}:{line}: {text}" for line, text in found if not (may_say and text.lower() in TYPED)]


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_words_are_where_they_belong(path: Path) -> None:
    assert not found_in(path), "docs/translating.md says where these belong"


@pytest.mark.parametrize("path", sorted(files(*SPOKEN)), ids=lambda path: str(path.relative_to(ROOT)))
def test_all_words_are_looked_up_in_the_catalogue(path: Path) -> None:
    assert not found_in(path, may_say=True), "say() these, or add them to TYPED if people type them"


INFLECTING = frozenset(["capitalize", "lower", "swapcase", "upper"])


def inflected(source: str) -> Iterator[tuple[int, str]]:
    """Yield where a module inflects words, makes plurals, or looks for the end of a sentence."""
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
        'CLAUSE = re.compile("pay (my )?debt")',
        'Leads: TypeAlias = "str | Mapping[str, str]"',
    ],
)
def test_names_that_no_one_reads_can_be_anything(fine: str) -> None:
    assert not list(strays(fine, {}))


def said(path: Path) -> list[str]:
    """Return the names of a catalogue."""
    tree = ast.parse(path.read_text())
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    return names + [
        name.id for node in tree.body if isinstance(node, ast.Assign) for name in node.targets if isinstance(name, ast.Name)
    ]


def test_nothing_in_a_catalogue_is_left_unsaid() -> None:
    code = {path: path.read_text() for path in files("engine/**/*.py", "storage/**/*.py", "tables/**/*.py", "cogs/**/*.py")}
    everything = re.findall(r"\w+", "\n".join(code.values()))
    uses = {word: everything.count(word) for path in files(*WORDED) for word in said(path)}
    assert not [word for word, count in uses.items() if count < 2]


def test_another_language_needs_nothing_but_another_catalogue() -> None:
    """With all its words in another alphabet, people see no other words except names."""
    texts = drawn()
    assert left_over(texts, names()) == {}
    assert sum(any(ord(letter) in FOREIGN.values() for letter in text) for text in texts) > 5_000


def test_a_word_of_the_code_itself_would_be_found() -> None:
    assert left_over(["Ｐｌａｙ Moat", "Ｐｌａｙ Moat now `/game end` “so it is”"], ["Moat"]) == {
        "now": "Ｐｌａｙ Moat now `/game end` “so it is”"
    }


def test_texts_get_all_facts_that_they_name_and_no_others() -> None:
    wrong = []
    for path in files(*SPOKEN, CARD_MODULES):
        for call in filter(is_said, ast.walk(ast.parse(path.read_text()))):
            assert isinstance(call, ast.Call)
            texts = [part.value for part in call.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            given = {str(keyword.arg) for keyword in call.keywords}
            needed = {fact for text in texts for fact in facts(text)} - ({"count"} if len(texts) == 2 else set())
            if texts and needed != given and (given or len(texts) == 2):
                wrong.append(f"{path.name}:{call.lineno}: {texts}")
    assert not wrong


def test_texts_are_whole() -> None:
    fragments = [text for message in template() for text in english(message) if text[:1] == " " or text[-1:] == " "]
    assert not fragments


def test_translations_keep_the_facts() -> None:
    for file in ROOT.glob("locales/*/LC_MESSAGES/*.po"):
        with file.open("rb") as source:
            assert not [*wrong_facts(read_po(source))], file


def test_a_translation_that_loses_a_fact_or_a_plural_is_found() -> None:
    told = Catalog(locale="pl")
    told.add("{name} wins", "{name} wygrywa")
    told.add("{name} passes", "{nazwa} pasuje")
    told.add(("{count} move", "{count} moves"), ("{count} ruch", "{count} ruchy"))
    assert len([*wrong_facts(told)]) == 2
