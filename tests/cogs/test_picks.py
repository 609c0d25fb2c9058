"""A person's picks so far fit into a button's id, however many things there are to pick from."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.panels.blocks import MAX_CHOICES, Button, Id, Menu, Row, Scope
from cogs.panels.picks import ordered, packed, repicked, sequence, unpacked, valued, values, width
from cogs.panels.questions import controls
from engine import DecisionView, Game, Option
from engine.kingdoms import recommended_kingdom

LONGEST = 100
"""Discord's limit for a custom id."""
DECK = 500
"""More cards than any deck can have: in a game of six, all cards that can be bought are fewer."""


def decision(counts: list[int], most: int | None = None) -> DecisionView:
    options = tuple(Option(id=f"Card {n}", label=f"Card {n}", card=f"Card {n}", count=count) for n, count in enumerate(counts))
    return DecisionView(
        id=999_999, seat=0, decider=0, kind="cards", purpose="keep", prompt="Keep", card=None, because=(), options=options,
        minimum=0, maximum=sum(counts) if most is None else most, preselected=(),
    )  # fmt: skip


def as_id(digits: str) -> str:
    """Return the longest id that a selection's digits are part of."""
    return str(Id("0123456789", 999_999, "some", "Z" + digits))


@st.composite
def decks(draw: st.DrawFn) -> list[int]:
    """Return the numbers of copies of up to 80 cards, in all no more than a deck."""
    kinds = draw(st.integers(1, 80))
    left, counts = DECK - kinds, []
    for _ in range(kinds):
        more = draw(st.integers(0, min(left, 2 * DECK // kinds)))
        counts.append(1 + more)
        left -= more
    return counts


@given(decks(), st.data())
def test_any_selection_from_any_deck_comes_back_as_it_was(counts: list[int], data: st.DataObject) -> None:
    asked = decision(counts)
    ids = [option.id for option in asked.options for _ in range(data.draw(st.integers(0, option.count)))]
    digits = packed(asked, ids)
    assert unpacked(asked, digits) == ids
    assert len(digits) == width(asked)
    assert len(as_id(digits)) <= LONGEST


@pytest.mark.parametrize(
    "counts",
    [[63], [500], [62, 61, 60], [1] * 41, [25] * 20, [6] * 80, [60, 40, 30, *[10] * 17]],
    ids=["more than 62 of one", "as many as there are", "hands", "bids", "a whole deck", "every card there is", "a real deck"],
)
def test_all_and_none_fit(counts: list[int]) -> None:
    asked = decision(counts)
    every = [option.id for option in asked.options for _ in range(option.count)]
    for ids in (every, [], every[:1], every[-1:]):
        assert unpacked(asked, packed(asked, ids)) == ids
        assert len(as_id(packed(asked, ids))) <= LONGEST


@given(st.text("0Zz1-é", max_size=4))
def test_what_comes_from_elsewhere_is_refused_or_a_selection(digits: str) -> None:
    asked = decision([9, 9, 9])
    try:
        ids = unpacked(asked, digits)
    except ValueError:
        return
    assert packed(asked, ids) == digits


def test_more_than_there_is_cannot_be_picked() -> None:
    with pytest.raises(ValueError):
        packed(decision([2, 9]), ["Card 0"] * 3)


@given(decks(), st.data())
def test_a_menu_changes_only_what_it_shows(counts: list[int], data: st.DataObject) -> None:
    asked = decision(counts)
    before = [option.id for option in asked.options for _ in range(data.draw(st.integers(0, option.count)))]
    every = [f"{id}.{copy}" for id, copy in values(asked)]
    number = data.draw(st.integers(0, (len(every) - 1) // MAX_CHOICES))
    page = range(number * MAX_CHOICES, (number + 1) * MAX_CHOICES)
    shown = every[page.start : page.stop]
    ticked = [value for value in shown if before.count(value.rpartition(".")[0]) >= int(value.rpartition(".")[2])]
    assert sorted(repicked(asked, before, page, valued(ticked))) == sorted(before), "the same again changes nothing"
    now = data.draw(st.lists(st.sampled_from(shown), unique=True))
    after = repicked(asked, before, page, valued(now))
    assert len(after) == len(before) - len(ticked) + len(now)
    packed(asked, after)


def test_one_of_many_is_one_click() -> None:
    menus = controls(
        Game.new(recommended_kingdom("First Game").setup(("Ada", "Ben")), bytes(32)).view(0),
        decision([1] * 41, most=1),
        Scope("0123456789", 999_999),
        "",
    )
    assert [(str(menu.id), menu.minimum, menu.maximum) for menu in menus if isinstance(menu, Menu)] == [
        ("s:0123456789:999999:pick:", 1, 1),
        ("s:0123456789:999999:pick+1:", 1, 1),
    ]
    assert [button.id.verb for row in menus if isinstance(row, Row) for button in row.items if isinstance(button, Button)] == ["do"]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=100))
def test_an_order_of_a_hundred_cards_of_ten_kinds_fits(places: list[int]) -> None:
    asked = decision([100] * 10)
    ids = [f"Card {place}" for place in places]
    digits = ordered(asked, ids)
    assert sequence(asked, digits) == ids and sequence(asked, f"{digits}3") == [*ids, "Card 3"]
    assert len(str(Id("0123456789", 999_999, "next", f"{digits}3"))) <= LONGEST


@pytest.mark.parametrize("digits", ["~", "~~", "~zz", "~0~", "~ ~", "~zzzzzzzzzz~0"])
@pytest.mark.parametrize("kinds", [1, 2, 7])
def test_an_order_that_no_button_has_is_refused_or_read(digits: str, kinds: int) -> None:
    asked = decision([9] * kinds)
    read: list[str] = []
    with suppress(ValueError, IndexError):
        read = sequence(asked, digits)
    assert {*read} <= {option.id for option in asked.options}
