"""The board: what lies on the table for all to see, with the log of the turn below it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from cogs import text
from cogs.panels import lines, rules
from cogs.panels.blocks import CALM, Attachment, Button, Divider, ForAll, Id, Row, Text, clip, panel
from cogs.pictures import instead
from cogs.text import board as text_board
from cogs.text import offers as text_offers
from cogs.text import pictures as text_pictures
from engine import LogLine, PileView, PlayerView, View
from engine.holdings import VP
from engine.view import LandscapeView
from tables import TableView

WIDTH = 33
"""What fits beside a phone's edges in a code block."""
NAME, INDENT = 23, 6
"""The room in it for a name, and before it."""

LATEST = 1000
"""How much of a turn's log stands below the board as long as the turn goes on."""

BUDGET = 3900


def board(table: TableView, view: View | None, log: Sequence[LogLine], picture: Attachment | None = None) -> ForAll:
    """The table as everybody may see it. `view` is a spectator's (None when the game can't be shown), `picture` the board's."""
    if view is not None and view.viewer is not None:
        raise ValueError("a board shows what a spectator may see, not what a seat may")
    if view is None or table.phase == "frozen":
        return on_hold(table)
    possessor = text_board.possession(table.seats[view.possessor].name) if view.possessor is not None else ""
    stand = text_board.stand(view.round, view.phase, view.actions, view.buys, view.coins, view.potions)
    head = "\n".join(filter(None, (text_board.board_title(table), possessor, text_board.waits_for(table))))
    if picture is None:
        head += f"\n{stand}"
    seats = [player(table, each, drawn=picture is not None) for each in view.players]
    trash = [text_board.trash(view.trash)] if view.trash else []
    players = text.small([*seats, *trash]) if picture else "\n".join([*seats, *trash])
    to_end = text_board.piles_left(view.ending_piles, view.empty_piles, view.piles_to_end)
    # About a seat, those whom it concerns are asked in a message of its own.
    offer = text_offers.offer(table) if table.offer and table.offer.newcomer is None else ""
    supply_ = (supply_flow if picture else supply_table)(view.piles, view.landscapes)
    if picture is not None:
        supply_ = f"{text.small([stand])}\n{supply_}"
    left = BUDGET - sum(map(len, (head, players, to_end, offer, supply_)))
    return ForAll(
        panel(
            Text(head),
            [picture] if picture else None,
            Text(supply_),
            Text(f"{clip(players, 2000)}\n{to_end}"),
            Divider(),
            Text(lines.fitting(log, min(max(left, 300), LATEST)) or text_board.no_lines(view.phase)),
            Divider(),
            [Text(offer), Row(end_buttons(table))] if offer else None,
            Row((Button(text.MY_HAND, Id(table.id, 0, "hand"), "primary"), Button(text.LOG, Id(table.id, 0, "log")))),
            rules.look_up(table.id, on_the_table(view)),
            colour=CALM,
        )
    )


def on_the_table(view: View) -> list[str]:
    """All that can be looked up, what is special about this game first."""
    special = [pile.name for pile in view.piles if pile.kind == "kingdom"]
    others = [pile.name for pile in view.piles if pile.kind != "kingdom"]
    return [*special, *(each.name for each in view.landscapes), *others]


def on_hold(table: TableView) -> ForAll:
    """A table whose save doesn't fit the present rules."""
    buttons = (
        Button(text_board.THAW, Id(table.id, 0, "thaw"), "primary"),
        Button(text_board.GO_BACK, Id(table.id, 0, "back")),
        Button(text_offers.END_NOW, Id(table.id, 0, "close"), "danger"),
    )
    return ForAll(panel(Text(text_board.frozen(table)), Row(buttons)))


def end_buttons(table: TableView) -> tuple[Button, ...]:
    """The answers to an offer: to that one, since another may be there when they are clicked."""
    assert table.offer is not None
    number, said_no = table.offer.number, text_offers.DECLINE
    return Button(text_offers.AGREE, Id(table.id, number, "agree")), Button(said_no, Id(table.id, number, "decline"))


def by_kind(pile: PileView) -> tuple[int, tuple[int, int, int], str]:
    """Where a pile stands in the supply: the Kingdom, then the basic cards, then what else lies on the table; cheap ones first."""
    return ("kingdom", "basic", "other").index(pile.kind), pile.cost.shelf, pile.name


def by_cost(pile: PileView) -> tuple[bool, tuple[int, int, int], tuple[int, tuple[int, int, int], str]]:
    """Where it stands where Kingdom and basic cards are listed together by cost."""
    return pile.kind == "other", pile.cost.shelf, by_kind(pile)


def supply_flow(piles: Sequence[PileView], landscapes: Sequence[LandscapeView] = ()) -> str:
    """All piles by cost with how many are left, in one small paragraph: what the picture above shows, in words."""
    groups = [
        text_board.supply_group(cost, [text_board.pile(each.top or each.name, each.count, notes(each)) for each in same])
        for (_, cost), same in groupby(sorted(piles, key=by_cost), key=lambda pile: (pile.kind == "other", text.cost(pile.cost)))
    ]
    beside = [text_board.landscape(each.name, text.cost(each.cost), lying(each)) for each in landscapes]
    return text.small([text_board.supply_flow(groups, beside)])


def notes(pile: PileView) -> list[str]:
    """What there is to know of a pile beside its cost and how many are left: its types, what lies on it, and below its top card."""
    tokens = [text_board.token(kind, number) for kind, number in sorted(pile.tokens.items()) if number]
    types, below = text.special(pile.top or pile.name, pile.types), text_pictures.covered(pile.top, pile.cards)
    return list(filter(None, [types, *tokens, below]))


def lying(landscape: LandscapeView) -> list[str]:
    """What there is to know of an Event or a Landmark beside its cost."""
    tokens = text_board.token(VP, landscape.vp) if landscape.vp else ""
    return list(filter(None, [text_pictures.LANDSCAPES[landscape.kind], tokens, landscape.note]))


def supply_table(piles: Sequence[PileView], landscapes: Sequence[LandscapeView] = ()) -> str:
    """The same as a table that fits on a phone: all of each name, and what has no room beside it below."""
    ranked = sorted(piles, key=by_kind)
    rows, kind = [], ranked[0].kind if ranked else "kingdom"
    for pile in ranked:
        if pile.kind != kind:
            rows.append("")
            kind = pile.kind
        rows += entry(str(pile.cost), pile.top or pile.name.replace("/", ", "), notes(pile), str(pile.count or "-"))
    if landscapes:
        rows.append("")
    for each in landscapes:
        rows += entry("" if each.cost is None else str(each.cost), each.name, lying(each))
    costs = [pile.cost for pile in piles] + [each.cost for each in landscapes if each.cost is not None]
    letters = [text_board.LETTERS] if any(cost.potion or cost.debt for cost in costs) else []
    return "\n".join((text_board.supply_title(), "```", *rows, "```", *letters))


def entry(cost: str, name: str, notes: Sequence[str], amount: str = "") -> list[str]:
    """The rows of one thing in the table."""
    told = text.noted(name, notes)
    first, *more = [told] if len(told) <= NAME else [*wrap(name, NAME), *broken(notes, WIDTH - INDENT)]
    return [f"{cost:>5} {first:<{NAME}} {amount:>3}".rstrip(), *(f"{'':{INDENT}}{line}" for line in more)]


def broken(notes: Sequence[str], room: int) -> list[str]:
    """Notes in lines; none is broken that has room in one."""
    whole = [note.replace(" ", text_pictures.NO_LINE_BREAK) if len(note) < room else note for note in notes]
    return [line.replace(text_pictures.NO_LINE_BREAK, " ") for line in wrap(", ".join(whole), room)]


def player(table: TableView, seen: PlayerView, *, drawn: bool = False) -> str:
    """What everybody may know of one player, in a line if it is short; and what they are called where they are `drawn`, if not
    by their name."""
    facts = [text_board.hand_size(seen.hand_size), text_board.discard(seen.discard_top), text.turns(seen.turns_taken)]
    if seen.in_play:
        facts.append(text_board.in_play(seen.in_play))
    for aside in seen.set_aside:
        facts.append(text.aside(aside.count, aside.card, text.cards(aside.cards) if aside.cards else "", aside.waits_for))
    if table.points is not None:
        facts.append(text_board.points(table.points[seen.seat], seen.vp_tokens))
    elif seen.vp_tokens:
        facts.append(text_board.vp_tokens(seen.vp_tokens))
    if seen.debt:
        facts.append(text.debt(seen.debt))
    if seen.controller != seen.seat:
        facts.append(text_board.controlled(table.seats[seen.controller].name))
    also = instead([seat.name for seat in table.seats], seen.seat) if drawn else ""
    return text_board.player(text.seat_name(table, seen.seat), also, facts, current=table.current == seen.seat)
