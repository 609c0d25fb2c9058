"""The one catalogue of all that people read: each text is looked up by its English, in the language that the environment names.

A text is whole, with the names of its facts in braces, so that another language can put them in any order. What the catalogue lacks
stays English. docs/translating.md says how a language is added.
"""

from __future__ import annotations

from gettext import translation
from pathlib import Path

LOCALES = Path(__file__).parents[1] / "locales"
CATALOGUE = translation("seneschal", LOCALES, fallback=True)


def say(text: str, /, **facts: object) -> str:
    """Return a text with its facts put in; without any, it stays the pattern that it is."""
    said = CATALOGUE.gettext(text) if text else ""  # what is looked up by nothing is the catalogue's own head
    return said.format_map(facts) if facts else said


def say_many(one: str, many: str, count: int, /, **facts: object) -> str:
    """Return the form of a text that goes with a number, `{count}` in it."""
    return CATALOGUE.ngettext(one, many, count).format(count=count, **facts)
