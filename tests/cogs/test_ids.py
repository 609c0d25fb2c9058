"""The ids of buttons and menus are read as they were written, and fit Discord's limit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.panels.blocks import MAX_ID, Id, MenuChoice, Scope, menus

verbs = st.from_regex(r"[a-z]+(-[a-z]+)*", fullmatch=True).filter(lambda verb: len(verb) < 20)
ids = st.builds(
    Id,
    table=st.from_regex(r"[0-9A-Za-z]{1,10}|-", fullmatch=True),
    decision=st.integers(0, 10**9),
    verb=verbs,
    arg=st.text(max_size=40),
    page=st.integers(0, 99),
    way=st.none() | st.integers(0, 9),
    instead=st.booleans(),
)


@given(ids)
def test_an_id_is_read_as_it_was_written(id: Id) -> None:
    assert Id.parse(str(id)) == id
    assert len(str(id)) <= MAX_ID


@pytest.mark.parametrize(
    "text", ["", "x", "s:t:1:request-meant0:", "s:t:1:some1:A", "s:t:x:hand:", "s:t:1:hand", "s:t:-1:hand:", "S:t:1:hand:"]
)
def test_what_no_message_says_now_isnt_an_id(text: str) -> None:
    with pytest.raises(ValueError, match="isn't one of our ids"):
        Id.parse(text)


def test_menus_that_together_offer_one_choice_differ_by_their_page() -> None:
    made = menus(Scope("t", 1), "buy", "", "Buy…", [MenuChoice(f"{number}", f"{number}") for number in range(60)])
    assert [Id.parse(str(each.id)).page for each in made] == [0, 1, 2] and len({str(each.id) for each in made}) == 3
