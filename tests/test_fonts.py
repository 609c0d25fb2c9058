"""The sandbox's page brings its own fonts, and they cover everything that the bot writes."""

from __future__ import annotations

from itertools import chain

from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from locales.extract import ROOT, english, template
from sandbox.emoji import is_emoji
from sandbox.page import STATIC

PUT_TOGETHER = [*ROOT.glob("cogs/text/*.py"), *STATIC.glob("*.js")]
TEXTS = [*(path.read_text(encoding="utf-8") for path in PUT_TOGETHER), *chain.from_iterable(map(english, template()))]
WRITTEN = {sign for text in TEXTS for sign in text if sign.isprintable()}
"""Every character in the bot's catalogue, in the code that joins its texts, and in the page's own code."""


def signs(font: str) -> set[str]:
    """Return the characters that a font has glyphs for."""
    with TTFont(STATIC / font) as opened:
        return set(map(chr, opened.getBestCmap()))


def test_the_pages_fonts_have_every_character_that_the_bot_writes() -> None:
    assert "✓" in WRITTEN
    assert WRITTEN - signs("inter.woff2") - signs("twemoji.woff2") == set()


def test_the_pages_emoji_font_has_every_emoji_that_the_bot_writes() -> None:
    assert {sign for sign in WRITTEN if is_emoji(sign)} - signs("twemoji.woff2") == set()


def test_a_sequence_is_one_emoji_though_browsers_drop_its_variation_selectors() -> None:
    with TTFont(STATIC / "twemoji.woff2") as font:
        tables = [table for lookup in font["GSUB"].table.LookupList.Lookup for table in lookup.SubTable]
    joined = {(first, *one.Component) for table in tables for first, found in table.ligatures.items() for one in found}
    assert ("u31", "u20e3") in joined
    assert {bare for each in joined if len(bare := tuple(part for part in each if part != "ufe0f")) > 1} <= joined


def test_each_font_has_its_licence_beside_it() -> None:
    fonts = [path.stem for path in STATIC.glob("*.woff2")]
    assert {font for font in fonts if "LICENSE" in (STATIC / f"{font}-license.txt").read_text(encoding="utf-8")} == {
        "inter",
        "jetbrains-mono",
        "twemoji",
    }
