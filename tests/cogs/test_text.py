"""Somebody's words in ours."""

from __future__ import annotations

import pytest

from cogs import text

LINES = (
    "3 Empires, Atack, !Witch, Moat|Library",
    "~a_b*c`d`\\ [x](y)",
    "# <@1> @everyone",
    "- > 2",
    "**bold** __under__ ~~gone~~",
    "1-3 Action",
)


@pytest.mark.parametrize("line", LINES)
def test_what_is_quoted_can_be_had_back(line: str) -> None:
    for start in range(len(line)):
        for end in range(start, len(line) + 1):
            assert text.unquoted(text.quoted(line, (start, end))) == line


def test_several_words_of_a_quotation_stand_out() -> None:
    shown = text.quoted("Atack, Moat, Wich", (0, 5), (13, 17))
    assert shown == "> **__Atack__**, Moat, **__Wich__**"
    assert text.unquoted(shown) == "Atack, Moat, Wich"


def test_only_a_quotation_is_one() -> None:
    assert text.unquoted("Did you mean Witch?") is None
