"""The one catalogue of everything people read: each text is looked up by its English, in the language that the environment names. A
text is a whole sentence with the names of its facts in braces, so another language can put them in any order. Texts that the
catalogue lacks stay English. docs/translating.md says how to add a language.
"""

from __future__ import annotations

from gettext import translation
from pathlib import Path

LOCALES = Path(__file__).parents[1] / "locales"
CATALOGUE = translation("seneschal", LOCALES, fallback=True)


def say(text: str, /, **facts: object) -> str:
    """Return a text with its facts filled in; without any facts, return the pattern itself."""
    said = CATALOGUE.gettext(text) if text else ""  # looking up an empty text would return the catalogue's header
    return said.format_map(facts) if facts else said


def say_many(one: str, many: str, count: int, /, **facts: object) -> str:
    """Return the form of a text for a number, which is `{count}` in it."""
    return CATALOGUE.ngettext(one, many, count).format(count=count, **facts)
