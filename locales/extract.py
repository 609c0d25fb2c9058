"""Collects everything that people read into a template for translators: python -m locales.extract > locales/seneschal.pot

Texts are arguments of `say` or `say_many`; in the modules of cards, so is every literal that reads like words. The
docstring of the function around it tells translators what it is about.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as BabelMessage
from babel.messages.pofile import write_po

from engine import words
from engine.card import CARDS, Type
from engine.cards.recommended import EXPANSIONS, RECOMMENDED_SETS
from engine.mechanisms import LANDSCAPES
from engine.piles import PILES

ROOT = Path(__file__).parents[1]
SPOKEN = ("engine/**/*.py", "tables/**/*.py", "cogs/**/*.py")
NAMES_ALONE = {ROOT / f"engine/cards/{name}.py" for name in ("elsewhere", "recommended")}
"""Modules in the cards' folder that have no texts."""
NAMES = {*CARDS, *PILES, *Type, *LANDSCAPES, *EXPANSIONS}
WORDS = re.compile(r"[A-Z+]|\S+ \S")
"""What tells words in a card's module from ids."""
IDS = {"discard theirs", "set aside", "deck to discard"}


class Text(NamedTuple):
    """A text and its place in the code: its English, or its singular and plural."""

    id: str | tuple[str, str]
    path: Path
    line: int
    note: str = ""


def said(path: Path) -> Iterator[Text]:
    """Yield what a module says by `say` and `say_many`."""

    def visit(node: ast.AST, note: str) -> Iterator[Text]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            note = " ".join((ast.get_docstring(node) or "").split())
        match node:
            case ast.Call(func=ast.Name(id="say"), args=[ast.Constant(value=str(text))]):
                yield Text(text, path, node.lineno, note)
            case ast.Call(func=ast.Name(id="say_many"), args=[ast.Constant(value=str(one)), ast.Constant(value=str(many)), _]):
                yield Text((one, many), path, node.lineno, note)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, note)

    yield from visit(ast.parse(path.read_text()), "")


def of_cards(path: Path) -> Iterator[Text]:
    """Yield the literals of a card's module that people read."""

    def visit(node: ast.AST, card: str) -> Iterator[Text]:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.keyword(arg="mentions" | "name" | "plural") | ast.JoinedStr() | ast.Assert():
                return
            case ast.ClassDef(name=name):
                card = name
            case ast.Constant(value=str(text)) if WORDS.match(text) and text not in NAMES and text not in IDS:
                yield Text(text, path, node.lineno, card)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, card)

    yield from visit(ast.parse(path.read_text()), "")


def of_names() -> Iterator[Text]:
    """Yield names where they are counted, and where a sentence needs them with an article."""
    path = ROOT / "engine/words.py"
    for name in sorted({*CARDS, words.VP_TOKENS}):
        yield Text((words.a(name), f"{{count}} {words.plural(name)}"), path, 1, "a number of copies of a card")
    for type_ in Type:
        yield from (Text(text, path, 1, "a card of a type, that is gained") for text in (words.a(type_), words.not_a(type_)))
    path = ROOT / "engine/request_words.py"
    for kind in dict.fromkeys([*LANDSCAPES, *(kind for each in RECOMMENDED_SETS for kind in each.landscapes)]):
        yield Text(kind, path, 1, "a kind of landscape")
        many = words.several(kind)
        yield Text(many, path, 1, "cards of a kind")
        yield Text(f"no {many}", path, 1, "none of a kind")
        yield Text((f"{{count}} {kind}", f"{{count}} {many}"), path, 1, "a number of a kind")


def messages() -> Iterator[Text]:
    """Yield all texts."""
    for path in sorted({path for pattern in SPOKEN for path in ROOT.glob(pattern)} - NAMES_ALONE):
        yield from said(path)
        if path.parent == ROOT / "engine/cards":
            yield from of_cards(path)
    yield from of_names()


def template() -> Catalog:
    """Return the template."""
    catalogue = Catalog(project="Seneschal", domain="seneschal", fuzzy=False)
    for message in messages():
        where = (message.path.relative_to(ROOT).as_posix(), message.line)
        catalogue.add(message.id, locations=[where], auto_comments=[message.note] if message.note else [])
    return catalogue


def english(message: BabelMessage) -> tuple[str, ...]:
    """Return the English of a message: one text, or its singular and plural."""
    return tuple(message.id) if isinstance(message.id, list | tuple) else (message.id,)


def facts(text: str) -> set[str]:
    """Return the facts that a text names."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def wrong_facts(catalogue: Catalog) -> Iterator[str]:
    """Yield translations that name a fact which their English doesn't have, leave one out, or lack a plural."""
    for message in catalogue:
        strings = message.string if isinstance(message.string, list | tuple) else [message.string]
        told = [text for text in strings if text]
        if not (told and message.id):
            continue
        here = {fact for text in english(message) for fact in facts(text)}
        yield from (f"{message.id}: {error}" for error in message.check(catalogue))
        yield from (f"{message.id}: {text}" for text in told if not here - {"count"} <= facts(text) <= here)


if __name__ == "__main__":
    write_po(sys.stdout.buffer, template(), width=100, sort_by_file=True)
