"""The bot in a language that no one speaks: each letter of its catalogue is one of another alphabet.

    python -m tests.pseudo

starts it so, draws what people see, and prints every word in it that is neither a name nor from the catalogue: no other language
could take its place. tests/test_words.py runs it.
"""

from __future__ import annotations

import json
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from locales.extract import ROOT, template

LANGUAGE = "pl"
"""Whose place it takes: one with several forms for many."""
FOREIGN = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}
"""Each letter's own sign among those of full width: as many as before, so that all limits are kept."""
KEPT = re.compile(r"(`[^`]*`|<[^>]*>|\{\w+\})")
"""Code, Discord's markup, and the names of facts."""


def foreign(text: str) -> str:
    """Return a text in that language."""
    return "".join(part if number % 2 else part.translate(FOREIGN) for number, part in enumerate(KEPT.split(text)))


def catalogue() -> Catalog:
    """Return the whole catalogue in that language."""
    made = Catalog(locale=LANGUAGE, domain="seneschal", fuzzy=False)
    for message in template():
        if isinstance(message.id, tuple):
            one, many = message.id
            made.add(message.id, (foreign(one), *[foreign(many)] * (made.num_plurals - 1)))
        elif message.id:
            made.add(message.id, foreign(str(message.id)))
    return made


def drawn() -> list[str]:
    """Return what people see of a bot that speaks it."""
    with TemporaryDirectory() as folder:
        for there in ROOT.iterdir():
            if there.name != "locales":
                (Path(folder) / there.name).symlink_to(there)
        file = Path(folder) / "locales" / LANGUAGE / "LC_MESSAGES" / "seneschal.mo"
        file.parent.mkdir(parents=True)
        with file.open("wb") as target:
            write_mo(target, catalogue())
        ran = subprocess.run(
            [sys.executable, "-m", "tests.shown"],
            cwd=folder,
            env={**os.environ, "LANGUAGE": LANGUAGE, "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    texts: list[str] = json.loads(ran.stdout)
    return texts


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


if __name__ == "__main__":
    from tests.shown import names

    for word, text in left_over(drawn(), names()).items():
        print(f"{word}: {text!r}")
