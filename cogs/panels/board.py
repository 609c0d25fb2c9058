"""The board: everything on the table that everyone can see, with the last turns below it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cogs import text
from cogs.panels.blocks import CALM, Attachment, Button, ForAll, ForOne, Id, Row, Text, clip, panel, pictured
from cogs.pictures import instead
from cogs.text import absence as text_absence
from cogs.text import board as text_board
from cogs.text import pictures as text_pictures
from cogs.text import proposals as text_proposals
from engine import PileView, PlayerView, View
from engine.mechanisms import VP, in_order, tokens_in_words
from engine.view import LandscapeView
from tables import TableView
from tables.absence import plays_for, rival
from tables.hints import is_last_turn

WIDTH = 33
"""What fits between a phone's edges in a code block."""
BUDGET = 3900
FEWEST = 3
"""The minimum number of turns on a board."""
LONGEST = 300
"""Letters of a turn's line on a board."""


def board(table: TableView, view: View | None, lines: Sequence[str] = (), picture: Attachment | None = None) -> ForAll:
    """Show the table as everyone may see it: whose turn it is, the piles, and the last turns' `lines`. `view` is a spectator's
    (None when the game can't be shown), `picture` the board's; without it, words take its place."""
    if view is None or table.phase == "frozen":
        return on_hold(table)
    # Proposals about a seat have their own message.
    alone = table.options.what_if is not None  # the player's hand is beside it, with all its questions
    proposal = text_proposals.proposal(table) if table.proposal and table.proposal.newcomer is None and not alone else ""
    away = [seat.name for seat in table.seats if plays_for(seat)]
    heads = [title(table, view), text_board.waits_for(table), text_absence.playing_for(away) if away else "", warning(table)]
    heads += [text.LAST_TURN] * (view.phase != "over" and is_last_turn(view))
    head = "\n".join(filter(None, heads))
    told = text.small([clip(line, LONGEST) for line in lines])
    looks = [
        *([] if alone else [Button(text.MY_HAND, Id(table.id, 0, "hand"), "primary")]),
        Button(text.LOG, Id(table.id, 0, "log")),
        Button(text.CARDS, Id(table.id, 0, "effects")),
    ]
    if picture is not None:
        looks.append(Button(text.AS_TEXT, Id(table.id, 0, "text")))
    room = BUDGET - len(head) - len(told) - len(proposal)
    return ForAll(
        panel(
            Text(head),
            pictured(picture, lambda: clip(in_words(table, view), room)),
            Text(told) if told else None,
            [Text(proposal), Row(end_buttons(table))] if proposal else None,
            Row(tuple(looks)),
            colour=CALM,
        )
    )


def warning(table: TableView) -> str:
    """Return the last warning to a player whose time is up."""
    for seat in table.seats:
        late = seat.lateness
        if late.passed is not None and late.claim is not None and (other := rival(table, seat.number)) is not None:
            return text_absence.warning(seat.name, other.name, late.claim)
    return ""


def title(table: TableView, view: View) -> str:
    """Return whose turn it is."""
    by = table.seats[view.possessor].name if view.possessor is not None else None
    return text_board.title(table.seats[view.current].name, view.round, by)


def in_words(table: TableView, view: View, *, beside: bool = False) -> str:
    """Describe the table in words, as a spectator may know it. `beside`: a picture shows it as well, so names that it can't draw
    come with the names it uses."""
    if view.viewer is not None:
        raise ValueError("a board shows what a spectator may see, not what a seat may")
    players = [player(table, each, beside=beside) for each in view.players]
    return "\n".join(
        [*players, supply(view.piles, view.landscapes), text_board.stand(view.empty_piles, view.piles_to_end, view.trash)]
    )


def words(table: TableView, view: View, person: int) -> ForOne:
    """Show one person in words what the picture of the board shows."""
    told = f"{title(table, view)}\n{in_words(table, view, beside=True)}"
    return ForOne(panel(Text(told), Text(text.of_which_game(table))), person)


def on_hold(table: TableView) -> ForAll:
    """Show a table whose save doesn't fit the current version."""
    buttons = (
        Button(text_board.THAW, Id(table.id, 0, "thaw"), "primary"),
        Button(text_board.GO_BACK, Id(table.id, 0, "back")),
        Button(text_proposals.END_NOW, Id(table.id, 0, "close"), "danger"),
    )
    return ForAll(panel(Text(text_board.frozen(table)), Row(buttons)))


def end_buttons(table: TableView) -> tuple[Button, ...]:
    """Return the buttons that answer a proposal: only that one, since another might have replaced it by the time of the click."""
    assert table.proposal is not None
    number, said_no = table.proposal.number, text_proposals.DECLINE
    return Button(text_proposals.AGREE, Id(table.id, number, "agree")), Button(said_no, Id(table.id, number, "decline"))


def by_kind(pile: PileView) -> tuple[int, tuple[int, int, int], str]:
    """Return a pile's position in the supply: the Kingdom, then the basic cards, then everything else; cheap ones first."""
    return ("kingdom", "basic", "other").index(pile.kind), pile.cost.shelf, pile.name


def by_cost(pile: PileView) -> tuple[bool, tuple[int, int, int], tuple[int, tuple[int, int, int], str]]:
    """Return a pile's position in a list of Kingdom and basic cards by cost."""
    return pile.kind == "other", pile.cost.shelf, by_kind(pile)


def supply(piles: Sequence[PileView], landscapes: Sequence[LandscapeView] = ()) -> str:
    """List all piles with their numbers of cards: a line for each cost, the Kingdom and the basic cards first, then the other
    piles, then the landscapes."""
    groups = [
        text_board.supply_group(cost, [text_board.pile(each.top or each.name, each.count, notes(each)) for each in same])
        for (_, cost), same in groupby(sorted(piles, key=by_cost), key=lambda pile: (pile.kind == "other", text.cost(pile.cost)))
    ]
    beside = [text_board.landscape(each.name, text.cost(each.cost), lying(each)) for each in landscapes]
    return "\n".join([*groups, *([" · ".join(beside)] if beside else [])])


def notes(pile: PileView) -> list[str]:
    """Return the notes on a pile next to its cost and number: its types, unless everyone knows them, the tokens on it, its name if
    it is an extra pile, and what lies below its top card."""
    tokens = tokens_in_words(in_order(pile.tokens))
    types = "" if pile.kind == "basic" else text.special(pile.top or pile.name, pile.types)
    below = text_pictures.covered(pile.top, pile.cards)
    return list(filter(None, [types, *tokens, pile.role, below]))


def lying(landscape: LandscapeView) -> list[str]:
    """Return the notes on a landscape next to its cost."""
    tokens = tokens_in_words(in_order(landscape.tokens))
    return list(filter(None, [text_board.kind(landscape.kind), *tokens, landscape.note]))


def player(table: TableView, seen: PlayerView, *, beside: bool = False) -> str:
    """Describe what everyone may know of one player, in a line if it is short."""
    facts = [text_board.TO_PLAY] if table.current == seen.seat else []
    facts.append(text_board.hand_size(seen.hand_size))
    facts += [text_board.discard(seen.discard_top)] if seen.discard_top else []
    if seen.in_play:
        facts.append(text_board.in_play(seen.in_play))
    for aside in seen.set_aside:
        facts.append(text.aside(aside.count, aside.card, text.cards(aside.cards) if aside.cards else "", aside.waits_for))
    for mat in seen.mats:
        facts.append(text.on_mat(mat.name, mat.count, text.cards(mat.cards) if mat.cards else ""))
    if table.points is not None:
        facts.append(text_board.points(table.points[seen.seat], seen.vp_tokens))
    facts += tokens_in_words((name, number) for name, number in seen.tokens.items() if name != VP or table.points is None)
    if seen.controller != seen.seat:
        facts.append(text_board.controlled(table.seats[seen.controller].name))
    also = instead([seat.name for seat in table.seats], seen.seat) if beside else ""
    return text_board.player(text.seat_name(table, seen.seat), also, facts)
