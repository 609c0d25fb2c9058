"""The bot in a language that no one speaks: each letter in its catalogue is replaced with one from another alphabet.

    python -m tests.pseudo

runs it like that, draws what people see, and prints every word that is neither a name nor from the catalogue: such words can't be
translated. tests/test_words.py runs this.
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
"""The language that it replaces: one with several plural forms."""
FOREIGN = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}
"""The full-width form of each letter: texts keep their lengths, and so their limits."""
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
    """Return what people see of a bot that speaks this language."""
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
"""Code, markup, and quotations of people's own words."""


def left_over(texts: Iterable[str], names: Iterable[str]) -> dict[str, str]:
    """Return the words that are still English, each with the first text it is in."""
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
