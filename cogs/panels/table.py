"""What is asked in the lobby, of one person alone: whom to invite, what to swap or veto, how the game is to be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs import text
from cogs.panels import rules
from cogs.panels.blocks import (
    CALLING,
    Block,
    Button,
    Dialog,
    Divider,
    ForAll,
    ForOne,
    Id,
    Link,
    Menu,
    MenuChoice,
    PeopleMenu,
    Row,
    Text,
    panel,
)
from cogs.text import setup as text_setup
from engine.ai import STYLES
from engine.randomizers import in_order
from tables import Options, TableView
from tables.models import SavedKingdom
from tables.people import LONGEST_NAME

MOST_SEATS = 6


def whom(table: TableView, person: int) -> ForOne:
    """Asks whom to invite."""
    return ForOne(panel(Text(text_setup.WHOM), PeopleMenu(Id(table.id, 0, "guests"), text_setup.CHOOSE_PEOPLE, MOST_SEATS)), person)


def invitation(table: TableView, guests: Sequence[int]) -> ForAll:
    """An invitation to these, as things stand: who has taken a seat, and a call for the others as long as they can take one."""
    seated = [guest for guest in guests if table.seat_of(guest) is not None]
    away = tuple(guest for guest in guests if guest not in seated)
    told = Text(text_setup.accepted(table, seated)) if seated else None
    if not away:
        return ForAll(panel(told))
    called = Text(text_setup.invitation(table, table.invited.get(away[0]), away))
    if table.phase != "lobby":
        return ForAll(panel(told, called, Text(text_setup.invitation_over(table))))
    full = len(table.seats) >= table.options.max_seats
    join = Button(text_setup.ACCEPT, Id(table.id, 0, "accept"), "secondary" if full else "primary", disabled=full)
    row = Row((join, Link(text_setup.SEE_TABLE, text.url(table))))
    return ForAll(panel(told, called, row, colour=CALLING), mentions=away)


def swap(table: TableView, person: int, out: str = "", come: Sequence[str] = ()) -> ForOne:
    """Asks what another one is to be drawn for. `out`: what has just been swapped, and what has `come` for it."""
    menu = Menu(Id(table.id, 0, "swapped"), text_setup.SWAP_MENU, choices(table))
    told = Text(text_setup.swapped(out, come)) if out else None
    return ForOne(panel(told, Text(text_setup.SWAP_WHICH), menu, look_up(table, *come, *filter(None, [out]))), person)


def veto(table: TableView, person: int) -> ForOne:
    """Asks a player what they don't want."""
    menu = Menu(Id(table.id, 0, "vetoed"), text_setup.VETO_MENU, choices(table))
    return ForOne(panel(Text(text_setup.VETO_WHICH), menu, look_up(table)), person)


def vetoed(table: TableView, person: int, out: str, come: Sequence[str]) -> ForOne:
    """What has come for what a player doesn't want."""
    return ForOne(panel(Text(text_setup.swapped(out, come)), rules.look_up(table.id, [*come, out])), person)


def look_up(table: TableView, *first: str) -> list[Menu]:
    """The way to all that could be chosen: these first."""
    return rules.look_up(table.id, [*first, *(each.name for each in in_order(table.options.kingdom.names))])


def choices(table: TableView) -> tuple[MenuChoice, ...]:
    """Everything in the kingdom, with what it does."""
    made = []
    for each in in_order(table.options.kingdom.names):
        first = rules.members(each.name)[0]
        made.append(MenuChoice(each.name, each.name, rules.hint(first, table.options.edition)))
    return tuple(made)


def name_kingdom(table: TableView) -> Dialog:
    """Asks for the name under which the kingdom is to be saved."""
    known = table.options.kingdom.recommended or ""
    return Dialog(Id(table.id, 0, "saved"), text_setup.SAVE_TITLE, text_setup.SAVE_FIELD, text_setup.SAVE_HINT, known, LONGEST_NAME)


def which_to_forget(name: str, meant: Sequence[SavedKingdom], person: int) -> ForOne:
    """Asks which saved kingdom is to be forgotten, where none is called what somebody wrote: each button names its own."""
    told = text_setup.which_to_forget(name, {each.name: each.kingdom.names for each in meant})
    buttons = tuple(Button(text_setup.forget(each.name), Id("-", 0, "forget", each.name), "danger") for each in meant)
    piles = [name for each in meant for name in each.kingdom.names]
    return ForOne(panel(Text(told), Row(buttons), rules.look_up("-", piles)), person)


def wish(id: Id, title: str, words: str) -> Dialog:
    """Asks what to play with; the window holds these words already."""
    return Dialog(id, title, text_setup.WISH_FIELD, text_setup.WISH_HINT, words, wide=True)


def settings(table: TableView, person: int) -> ForOne:
    """How the game is to be played. Each button says what holds once it is pressed."""
    options, locked = table.options, person != table.host or table.phase != "lobby"
    fields = [field for field in text_setup.FLAGS if field != "own_thread" or table.place.thread is None]
    blocks: list[Block] = [
        Text("\n".join(text_setup.FLAGS[field][1] for field in fields)),
        Row(tuple(toggle(table, field, bool(getattr(options, field)), locked) for field in fields)),
        Text(text_setup.PICTURES_SETTING),
        one_of(table, "pictures", text.PICTURES, options.pictures, locked),
    ]
    seats = [
        MenuChoice(text_setup.seats_choice(number), str(number), default=number == options.max_seats)
        for number in range(max(2, len(table.seats)), MOST_SEATS + 1)
    ]
    styles = []
    for style in sorted(STYLES, key=lambda style: style != Options().ai):
        label, hint = text_setup.AI_STYLES.get(style, (style, ""))
        styles.append(MenuChoice(label, style, hint, default=style == options.ai))
    menus: list[Block] = [
        Menu(Id(table.id, 0, "opt", "max_seats"), text_setup.SEATS_MENU, tuple(seats)),
        Menu(Id(table.id, 0, "opt", "ai"), text_setup.AI_MENU, tuple(styles)),
    ]
    head = f"{text_setup.TABLE_SETTINGS_TITLE}\n{text_setup.SEEN_BY_HOST}" if locked else text_setup.TABLE_SETTINGS_TITLE
    return ForOne(panel(Text(head), None if locked else menus, Divider(), blocks), person)


def toggle(table: TableView, field: str, now: bool, locked: bool) -> Button:
    """An option that holds or doesn't; ticked if it does, and pressing it turns it over."""
    label, value = text_setup.FLAGS[field][0], "no" if now else "yes"
    id = Id(table.id, 0, "opt", f"{field}={value}")
    return Button(text.now(label) if now else label, id, "success" if now else "secondary", locked)


def one_of(table: TableView, field: str, labels: Mapping[str, str], now: str, locked: bool) -> Row:
    """An option of few values; the one that holds is ticked."""
    return Row(
        tuple(
            Button(
                text.now(label) if value == now else label,
                Id(table.id, 0, "opt", f"{field}={value}"),
                "success" if value == now else "secondary",
                locked,
            )
            for value, label in labels.items()
        )
    )


def read(field: str, value: str) -> bool | int | str:
    """An option's value from what a button or menu says. Raises ValueError."""
    if field in text_setup.FLAGS:
        return value == "yes"
    if field == "max_seats":
        return int(value)
    if field in ("ai", "pictures"):
        return value
    raise ValueError(f"{field!r} can't be set")
