"""What a player who can't go on playing can do, for a while or for good."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text
from cogs.panels.blocks import MAX_CHOICES, Block, Button, ForOne, Id, Menu, MenuChoice, PeopleMenu, Row, Text, panel
from cogs.panels.hours import come_back, key
from cogs.panels.open_seats import offering
from cogs.text import hours as text_hours
from cogs.text import proposals as text_proposals
from tables import Person, TableView
from tables.absence import another_is_there


def leaving(table: TableView, person: int) -> ForOne:
    """Offer a player all ways to leave, mildest first; if they are away, the way back replaces the first."""
    if table.lost is not None or table.options.what_if is not None:
        return sure_to_resign(table, person)
    seat = table.seat_of(person)
    gone = seat is not None and seat.away is not None
    ways = [come_back() if gone else Button(text_hours.AWAY, key("gone"))]
    if seat is not None and another_is_there(table, seat.number):
        ways.append(Button(text_proposals.AI_UNTIL_BACK, Id(table.id, 0, "standin").in_place()))
    ways += [
        Button(text_proposals.FIND_SUBSTITUTE, Id(table.id, 0, "handover").in_place()),
        Button(text_proposals.GIVE_UP, Id(table.id, 0, "giveup").in_place()),
    ]
    return ForOne(panel(Text(text_proposals.leaving(text.this_game(table, person))), Row(tuple(ways))), person)


def who_instead(table: TableView, person: int, *, ai: bool, here: bool, known: Sequence[Person]) -> ForOne:
    """Ask a player who should take over from them. `ai`: an AI can; `here`: this is on the game's server, where anyone can be
    chosen; elsewhere, people they might know (`known`) can."""
    id, choose = Id(table.id, 0, "instead").in_place(), text_proposals.CHOOSE_PERSON
    blocks: list[Block] = [Text(text_proposals.who_instead(alone=table.plays_alone(person)))]
    if here:
        blocks.append(PeopleMenu(id, choose))
    elif known:
        choices = tuple(MenuChoice(each.name, f"{each.id}.{each.name}") for each in known[:MAX_CHOICES])
        blocks.append(Menu(id, choose, choices))
    blocks += [] if here else [Text(text_proposals.anyone_there(table))]
    own = table.seat_of(person)
    ways = [Button(text_proposals.CHOOSE_AI, Id(table.id, 0, "handover", "ai").in_place())] if ai else []
    ways += [offering(table, own.number)] if own is not None else []
    return ForOne(panel(blocks, Row(tuple(ways))), person)


def sure_to_resign(table: TableView, person: int) -> ForOne:
    """Ask before resigning."""
    others = [seat.name for seat in table.seats if seat.person != person and not seat.resigned]
    told = text_proposals.sure_to_resign(others[0] if len(others) == 1 else None)
    row = Row((Button(text_proposals.RESIGN, Id(table.id, 0, "resign"), "danger"),))
    return ForOne(panel(Text(told), row, Text(text.of_which_game(table))), person)
