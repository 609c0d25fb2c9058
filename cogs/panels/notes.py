"""Small messages: a sentence, with a button or two."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text
from cogs.panels.blocks import (
    CALLING,
    UNREAD,
    Button,
    ForAll,
    ForOne,
    Id,
    Row,
    Text,
    clip,
    leaf,
    panel,
    rows,
)
from cogs.panels.consent import go_back
from cogs.panels.hand import to_answer, turn_waits
from cogs.panels.pings import cause
from cogs.panels.turn import aside
from cogs.text import absence as text_absence
from cogs.text import ahead as text_ahead
from cogs.text import hand as text_hand
from cogs.text import hints as text_hints
from cogs.text import pings as text_pings
from cogs.text import places as text_places
from cogs.text import proposals as text_proposals
from cogs.text import score as text_score
from cogs.text import setup as text_setup
from engine import View
from tables import TableView
from tables.absence import claimable
from tables.errors import ParseError
from tables.models import Awaited, UndoCost

MOST_GAMES = 8
"""On one page."""
MOST_HANDS, LONGEST_LABEL = 5, 40
"""How many games have a button, and how many letters fit on it."""


def note(sentence: str, person: int) -> ForOne:
    """Return a sentence for one person."""
    return ForOne(panel(Text(sentence)), person)


def misread(sentence: str, error: ParseError, again: Id, written: Id, person: int) -> ForOne:
    """Say what is wrong with a text, and where. A button offers the likely meaning, if there is one (`written` is the id of such
    lines); `again` opens the window to change it. The message quotes the whole text, however long it is, and handlers find it there
    (`Click.quoted`)."""
    marks = [(fault.start, fault.end) for fault in error.faults]
    quotation = [Text(text.quoted(error.text, *marks))] if error.text.strip() else None
    labels, proposed = text.as_meant([error.meant(number) for number in range(len(error.ways))])
    meant = [Button(label, written.meant(number), "primary") for number, label in enumerate(labels)]
    change = Button(text.TRY_AGAIN, again, "secondary" if meant else "primary")
    in_full = Text(proposed) if proposed else None
    return ForOne(panel(Text(sentence), quotation, in_full, rows([*meant, change])), person, UNREAD)


def with_hand(sentence: str, table: TableView, person: int) -> ForOne:
    """Return a sentence for one person, with the button to their hand."""
    row = Row((Button(text.MY_HAND, Id(table.id, 0, "hand")),))
    return ForOne(panel(Text(sentence), row), person)


def more(
    table: TableView,
    view: View,
    person: int,
    *,
    askable: bool = False,
    points: Sequence[UndoCost] = (),
    last: Sequence[str] = (),
    planned: bool = False,
    closed: bool = False,
    hints: bool = False,
) -> ForOne:
    """Show the actions that the hand panel leaves out: rare moves, things to look at, and everything that needs the others'
    consent. `askable`: the player can ask the others to undo something; `points`: where they can go back to without asking, `last`
    being their last move; `planned`: they have a plan to delete; `closed`: direct messages to them fail; `hints`: they get hints,
    which they can turn off here."""
    asked, seat = to_answer(view, view.viewer, waits=table.waits), table.seat_of(person)
    waits = seat is not None and turn_waits(view, seat)
    moves = aside(table, view, asked) if asked is not None and asked.kind == "turn" and not table.waits else []
    moves += [Button(text_ahead.DROP_PLAN, Id(table.id, 0, "unplan"))] if planned else []
    moves += [Button(text_setup.TRY_DM, Id(table.id, 0, "dm"))] if closed else []
    moves += [Button(text_hints.NO_MORE, Id(table.id, 0, "nohints"))] if hints else []
    moves += [Button(text_pings.NUDGE, Id(table.id, 0, "nudge").in_place())] if to_nudge(table, person) else []
    moves += [Button(text_absence.CLAIM, Id(table.id, 0, "claim").in_place())] if claimable(table, view.viewer or 0) else []
    looks = [
        *([Button(text_hand.WHY, Id(table.id, asked.id if asked else 0, "why").in_place())] if asked or waits else []),
        Button(text.LOG, Id(table.id, 0, "log").in_place()),
        Button(text.CARDS, Id(table.id, 0, "effects").in_place()),
        Button(text_ahead.MY_SETTINGS, Id(table.id, 0, "settings").in_place()),
    ]
    alone = table.plays_alone(person)
    asks = askable and not alone and table.proposal is None
    acts = [
        *(go_back(table, each, last) for each in points),
        *([Button(text_proposals.TAKE_BACK, Id(table.id, 0, "losses").in_place())] if asks else []),
        *([] if alone else [Button(text_absence.PACE, Id(table.id, 0, "changepace").in_place())]),
        Button(text_proposals.PROPOSE_END, Id(table.id, 0, "askend").in_place()),
        Button(text_proposals.LEAVE, Id(table.id, 0, "leaving").in_place()),
    ]
    title = Text(text_hand.more_title(text.this_game(table, person)))
    return ForOne(
        panel(title, rows(moves), rows(looks), Text(text_hand.NEEDS_NO_ONE if alone else text_hand.NEEDS_OTHERS), rows(acts)),
        person,
    )


def ping(table: TableView, person: int, *, here: bool = False) -> ForAll:
    """Ping, in the channel, someone whose direct messages are closed. `here`: because of their setting for this game alone."""
    if table.phase == "over":
        return ForAll(panel(Text(text_score.ping(person)), colour=CALLING), mentions=(person,))
    told_why, off = cause(table, here=here, person=person)
    row = Row((Button(text.MY_HAND, Id(table.id, 0, "hand"), "primary"), off))
    only_asks = table.asks(person) and not table.waits_for(person)
    told = text_proposals.ping(table, person) if only_asks else text_hand.ping(person)
    return ForAll(panel(Text(f"{told}\n{told_why}"), row, colour=CALLING), mentions=(person,))


def to_nudge(table: TableView, person: int) -> list[Awaited]:
    """Return the other people that a game waits for."""
    return [each for each in table.awaited if not each.owed and each.person not in (None, person)]


def sure_to_nudge(table: TableView, person: int) -> ForOne:
    """Ask before nudging those that a game waits for."""
    told = text_pings.sure_to_nudge([each.name for each in to_nudge(table, person)])
    return ForOne(panel(Text(told), Row((Button(text_pings.NUDGE_NOW, Id(table.id, 0, "nudgenow"), "primary"),))), person)


def sure_to_end(table: TableView, person: int) -> ForOne:
    """Ask before ending a game, or before proposing that to the others."""
    alone = table.plays_alone(person)
    end = Button(text_proposals.END_NOW, Id(table.id, 0, "end"), "danger")
    row = Row((end if alone else Button(text_proposals.ASK_TABLE, Id(table.id, 0, "end"), "primary"),))
    told = text_proposals.SURE_TO_END if alone else text_proposals.SURE_TO_PROPOSE_END
    return ForOne(panel(Text(told), row, Text(text.of_which_game(table))), person)


def end_as_manager(table: TableView, person: int) -> ForOne:
    """Ask a manager of the server whether to end a game."""
    begun = table.started is not None
    button = Button(text_proposals.END_NOW if begun else text_proposals.CLOSE_TABLE, Id(table.id, 0, "endnow"), "danger")
    return ForOne(panel(Text(text_proposals.end_as_manager(begun=begun)), Row((button,))), person)


def games(tables: Sequence[TableView], person: int, number: int = 0, *, others: Sequence[Button] = ()) -> ForOne:
    """Show a page of someone's games, a line each, with buttons to those that wait for them. `others`: the buttons to other lists
    of games."""
    lists = rows(others)
    if not tables:
        return ForOne(panel(Text(text.NO_GAMES), lists), person)
    waiting = [table for table in tables if table.waits_for(person) or table.asks(person)]
    page = leaf(tables, number, MOST_GAMES)
    lines = text.game_lines([table for table in page.items if table.lost is None], person)
    lines += [text_places.lost_line(table) for table in page.items if table.lost is not None]
    hands = [
        Button(clip(text.hand_in(table, person), LONGEST_LABEL), Id(table.id, 0, "hand"), "primary")
        for table in page.items
        if table.phase == "playing" and (table in waiting or table.lost is not None)
    ]
    told = "\n".join([page.title(text.games(len(tables), len(waiting))).content, text.small(lines)])
    return ForOne(panel(Text(told), rows(hands[:MOST_HANDS]), page.turning("-", "games"), lists), person)


def which(tables: Sequence[TableView], person: int, command: str, number: int = 0) -> ForOne:
    """Ask which of someone's games a command is about, a page at a time."""
    page = leaf(tables, number, MOST_GAMES)
    blocks: list[Text | Row] = [page.title(text.WHICH_GAME)]
    for table in page.items:
        button = Button(text.THIS_GAME, Id(table.id, 0, f"game-{command}"), "primary" if table.waits_for(person) else "secondary")
        blocks += [Text(*text.game_lines([table], person)), Row((button,))]
    return ForOne(panel(blocks, page.turning("-", f"games-{command}")), person)
