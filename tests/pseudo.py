"""The catalogues in a language that no one speaks: each letter of their words is one of another alphabet.

    python -m tests.pseudo

loads them so, draws what people see, and prints every word in it that is neither a name nor from a catalogue: no other language
could take its place. tests/test_words.py runs it.
"""

from __future__ import annotations

import ast
import re
import string
import sys
from collections.abc import Iterable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import chain
from pathlib import Path
from types import CodeType, ModuleType
from typing import cast

ROOT = Path(__file__).parents[1]
CARDS = frozenset(ROOT.glob("engine/cards/*.py")) - {ROOT / f"engine/cards/{names}.py" for names in ("elsewhere", "recommended")}
"""Where sentences stand among names; recommended sets, and cards of sets that aren't here, are names alone."""
CATALOGUES = CARDS.union(
    [ROOT / name for name in ("engine/words.py", "engine/log_words.py", "engine/request_words.py", "tables/words.py")],
    ROOT.glob("cogs/text/*.py"),
)
FOREIGN = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}
"""Each letter's own sign among those of full width: as many as before, so that all limits are kept."""

MARKUP = re.compile(r"[`<>]")
SENTENCE = re.compile(r"\w\S* (?:[a-z]|-?\d)|\+\d")
"""What tells words from ids and names among the cards."""
IDS = frozenset(["discard theirs", "set aside", "turn start", "turn end"])
COMPARED = frozenset(
    [
        "casefold",
        "compile",
        "endswith",
        "get",
        "partition",
        "pop",
        "removesuffix",
        "replace",
        "rsplit",
        "search",
        "split",
        "startswith",
    ]
)
"""Calls whose arguments are compared with something, or found by."""


class Translator(ast.NodeTransformer):
    """Puts the words of a catalogue into the other alphabet. Text that something is compared with, or found by, isn't a word."""

    def __init__(self, path: Path) -> None:
        self.sentences_only = path in CARDS and path.name != "terms.py"
        self.until: str | None = None

    def translated(self, text: str) -> str:
        """Return a text in the other alphabet, except its code and Discord's markup (`until` says which is open)."""
        if "://" in text or text in IDS or (self.sentences_only and not SENTENCE.search(text)):
            return text
        made, begin = "", 0
        for at, sign in [*((found.start(), found[0]) for found in MARKUP.finditer(text)), (len(text), "")]:
            made += text[begin:at] if self.until else text[begin:at].translate(FOREIGN)
            self.until = None if self.until == sign else self.until or {"`": "`", "<": ">"}.get(sign)
            begin = at
        return made

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        self.until = None
        return ast.copy_location(ast.Constant(self.translated(node.value)), node) if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        until: str | None = None
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                part.value = self.visit(part.value)
            elif isinstance(part, ast.Constant):
                self.until = until
                part.value = self.translated(cast(str, part.value))
                until = self.until
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.value = self.visit(node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None and not (isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"):
            node.value = self.visit(node.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body = [self.visit(each) for each in node.body]
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        node.values = [self.visit(each) for each in node.values]
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return node if node.arg == "mentions" else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name not in COMPARED:
            return self.generic_visit(node)
        node.func = self.visit(node.func)
        node.args = [*node.args[:1], *(self.visit(each) for each in node.args[1:])] if name == "get" else node.args
        return node


class Loader(SourceFileLoader):
    """Loads a catalogue in the other language."""

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.path)
        tree = Translator(path).visit(ast.parse(path.read_text()))
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    """Finds the catalogues before anyone else does."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        found = PathFinder.find_spec(fullname, path, target)
        if found is not None and found.origin is not None and Path(found.origin) in CATALOGUES:
            found.loader = Loader(fullname, found.origin)
        return found


WORD = re.compile(r"[A-Za-z]{2,}")
UNREAD = re.compile(r"```.*?```|`[^`]*`|<[^>]*>|https?://\S+|“[^”]*”|^> .*?$", re.DOTALL | re.MULTILINE)
"""Code, markup, and what quotes someone's own words."""


def left_over(texts: Iterable[str], names: Iterable[str]) -> dict[str, str]:
    """Return the words that are still English, each with the first text that it is in."""
    name = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))
    found: dict[str, str] = {}
    for text in dict.fromkeys(texts):
        for word in WORD.findall(name.sub("", UNREAD.sub("", text))):
            found.setdefault(word, text)
    return found


def main() -> int:
    """Print what is left over, and how much was drawn."""
    sys.meta_path.insert(0, Finder())
    from tests import shown

    texts = list(chain(shown.panels(), shown.refusals()))
    for word, text in left_over(texts, shown.names()).items():
        print(f"{word}: {text!r}")
    foreign = sum(any(ord(letter) in FOREIGN.values() for letter in text) for text in texts)
    print(f"{foreign} texts", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
