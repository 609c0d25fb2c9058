"""Texts are looked up, and their facts filled in. tests/test_words.py shows that another language replaces them completely."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from engine import catalogue
from engine.catalogue import say, say_many


@pytest.fixture
def polish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot speak some Polish."""
    made, file = Catalog(locale="pl", fuzzy=False), BytesIO()
    made.add("{name} plays {owner}'s turn", "Turę gracza {owner} rozgrywa {name}")
    made.add(("{count} move", "{count} moves"), ("{count} ruch", "{count} ruchy", "{count} ruchów"))
    write_mo(file, made)
    file.seek(0)
    monkeypatch.setattr(catalogue, "CATALOGUE", GNUTranslations(file))


def test_facts_are_put_in_by_name() -> None:
    assert say("{name} wins", name="Ada") == "Ada wins"
    assert say_many("{count} move by {name}", "{count} moves by {name}", 2, name="Ada") == "2 moves by Ada"


def test_braces_in_a_name_arent_a_fact() -> None:
    assert say("{name} wins", name="{name} {0}") == "{name} {0} wins"


def test_without_facts_a_text_stays_a_pattern() -> None:
    assert say("{name} wins") == "{name} wins"


@pytest.mark.usefixtures("polish")
def test_a_language_has_its_own_order_and_plurals() -> None:
    assert say("{name} plays {owner}'s turn", name="Ada", owner="Ben") == "Turę gracza Ben rozgrywa Ada"
    assert [say_many("{count} move", "{count} moves", count) for count in (1, 3, 5)] == ["1 ruch", "3 ruchy", "5 ruchów"]


@pytest.mark.usefixtures("polish")
def test_what_has_no_translation_is_english_and_nothing_stays_nothing() -> None:
    assert (say("{name} wins", name="Ada"), say("")) == ("Ada wins", "")
