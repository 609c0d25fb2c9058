"""The lobby's questions to one person: who to invite, what to swap or veto, and the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cogs import text
from cogs.panels import rules
from cogs.panels.blocks import (
    CALLING,
    Button,
    Dialog,
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
from cogs.text import absence as text_absence
from cogs.text import setup as text_setup
from engine.ai import STYLES
from engine.randomizers import in_order
from tables import Options, TableView
from tables.absence import with_limit
from tables.kingdoms import LONGEST_NAME
from tables.models import Pace, SavedKingdom

MOST_SEATS = 6


def invite(table: TableView, person: int) -> ForOne:
    """Ask who to invite."""
    return ForOne(
        panel(Text(text_setup.INVITE_PEOPLE), PeopleMenu(Id(table.id, 0, "guests"), text_setup.CHOOSE_PEOPLE, MOST_SEATS)), person
    )


def invitation(table: TableView, guests: Sequence[int]) -> ForAll:
    """Return an invitation to these guests, up to date: who has taken a seat, and a ping for the others as long as they can take
    one."""
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
    """Ask what to swap. `out`: what has just been swapped out, `come`: what replaced it."""
    menu = Menu(Id(table.id, 0, "swapped"), text_setup.SWAP_MENU, choices(table))
    told = Text(text_setup.swapped(out, come)) if out else None
    return ForOne(panel(told, Text(text_setup.SWAP_WHICH), menu, look_up(table, *come, *filter(None, [out]))), person)


def veto(table: TableView, person: int) -> ForOne:
    """Ask a player what to veto."""
    menu = Menu(Id(table.id, 0, "vetoed"), text_setup.VETO_MENU, choices(table))
    return ForOne(panel(Text(text_setup.VETO_WHICH), menu, look_up(table)), person)


def vetoed(table: TableView, person: int, out: str, come: Sequence[str]) -> ForOne:
    """Return the replacement of a vetoed pile."""
    return ForOne(panel(Text(text_setup.swapped(out, come)), rules.look_up(table.id, [*come, out])), person)


def look_up(table: TableView, *first: str) -> list[Menu]:
    """Return the menus for looking up everything that can be chosen, these first."""
    return rules.look_up(table.id, [*first, *(each.name for each in in_order(table.options.kingdom.names))])


def choices(table: TableView) -> tuple[MenuChoice, ...]:
    """Return everything in the kingdom, with what it does."""
    made = []
    for each in in_order(table.options.kingdom.names):
        first = rules.members(each.name)[0]
        made.append(MenuChoice(each.name, each.name, rules.hint(first, table.options.kingdom.edition_of(first))))
    return tuple(made)


def name_kingdom(table: TableView) -> Dialog:
    """Ask for a name to save the kingdom under."""
    known = table.options.kingdom.recommended or ""
    return Dialog(Id(table.id, 0, "saved"), text_setup.SAVE_TITLE, text_setup.SAVE_FIELD, text_setup.SAVE_HINT, known, LONGEST_NAME)


def which_to_delete(name: str, meant: Sequence[SavedKingdom], person: int) -> ForOne:
    """Ask which saved kingdom to delete, if none has the given name: each button names one."""
    told = text_setup.which_to_delete(name, {each.name: each.kingdom.names for each in meant})
    buttons = tuple(Button(text_setup.delete(each.name), Id("-", 0, "delete-kingdom", each.name), "danger") for each in meant)
    piles = [name for each in meant for name in each.kingdom.names]
    return ForOne(panel(Text(told), Row(buttons), rules.look_up("-", piles)), person)


def request(id: Id, title: str, words: str) -> Dialog:
    """Ask what to play with; the window starts with these words."""
    return Dialog(id, title, text_setup.REQUEST_FIELD, text_setup.REQUEST_HINT, words, wide=True)


def settings(table: TableView, person: int) -> ForOne:
    """Show the game's settings: the host gets menus, which show the current values, everyone else reads them."""
    options = table.options
    styles = {
        style: text_setup.AI_STYLES.get(style, (style, "")) for style in sorted(STYLES, key=lambda each: each != Options().ai)
    }
    seats = {str(number): (text_setup.seats_choice(number), "") for number in range(max(2, len(table.seats)), MOST_SEATS + 1)}
    if person != table.host or table.phase != "lobby":
        shown = [text_setup.seats_choice(options.max_seats), styles[options.ai][0], text_setup.PICTURES[options.pictures][0]]
        shown += [text_absence.pace(options.limit)[0], *([text_absence.LATE[options.late][0]] if options.limit else [])]
        rules_ = [text_setup.FLAGS[field][0] for field in flags(table) if getattr(options, field)]
        back = Row((to_more(table),)) if table.phase == "lobby" else None
        return ForOne(panel(Text(text_setup.settings_seen(shown, rules_)), back), person)
    menus = (
        one_of(table, "max_seats", seats, str(options.max_seats)),
        one_of(table, "ai", styles, options.ai),
        rules_menu(table),
    )
    to_pictures = Button(f"{text_setup.PICTURES[options.pictures][0]}…", Id(table.id, 0, "drawn").in_place())
    return ForOne(panel(Text(text_setup.TABLE_SETTINGS_TITLE), menus, Row((to_pictures, to_more(table)))), person)


def to_more(table: TableView) -> Button:
    """Return the way back to the lobby's other actions."""
    return Button(text.BACK, Id(table.id, 0, "lobbymore").in_place())


def drawn(table: TableView, person: int) -> ForOne:
    """Show the host how pictures for everyone are drawn."""
    menu = one_of(table, "pictures", text_setup.PICTURES, table.options.pictures)
    back = Button(text.BACK, Id(table.id, 0, "table").in_place())
    return ForOne(panel(Text(text_setup.TABLE_PICTURES_TITLE), menu, Row((back,))), person)


def pace(table: TableView, person: int) -> ForOne:
    """Show the host how long a move can take, and what happens then."""
    options = table.options
    paces = {str(each): text_absence.pace(each) for each in text_absence.PACES}
    menus = [one_of(table, "limit", paces, str(options.limit))]
    if options.limit is not None:
        late = {str(each): told for each, told in text_absence.LATE.items()}
        menus.append(one_of(table, "late", late, str(options.late)))
    return ForOne(panel(Text(text_absence.TITLE), menus, Row((to_more(table),))), person)


def flags(table: TableView) -> list[str]:
    """Return the on-off options that matter here."""
    idle = {"own_thread": table.place.thread is not None, "open_seats": table.options.private}
    return [field for field in text_setup.FLAGS if not idle.get(field)]


def one_of(table: TableView, field: str, labels: Mapping[str, tuple[str, str]], now: str) -> Menu:
    """Return a menu of an option's values, each with its meaning; it shows the current one."""
    choices = [MenuChoice(label, value, hint, default=value == now) for value, (label, hint) in labels.items()]
    return Menu(Id(table.id, 0, "opt", field), labels[now][0], tuple(choices))


def rules_menu(table: TableView) -> Menu:
    """Return the menu of all on-off options; those in force are ticked."""
    there = flags(table)
    choices = tuple(
        MenuChoice(text_setup.FLAGS[field][0], field, text_setup.FLAGS[field][1], default=bool(getattr(table.options, field)))
        for field in there
    )
    return Menu(Id(table.id, 0, "opt", RULES), text_setup.NO_RULES, choices, minimum=0, maximum=len(choices))


def where_set(field: str) -> Callable[[TableView, int], ForOne]:
    """Return the panel with this option's menu."""
    return {"pictures": drawn, "limit": pace, "late": pace}.get(field, settings)


RULES = "rules"
NOTHING = str(None)
"""The value of a menu that sets an option to nothing."""


def changed(table: TableView, field: str, values: Sequence[str]) -> dict[str, bool | int | str | None]:
    """Return the options that a menu's choice sets. Raise ValueError."""
    if field == RULES:
        return {each: each in values for each in flags(table)}
    (value,) = values
    if field == "limit":
        now = Pace(limit=table.options.limit, late=table.options.late)
        return dict(with_limit(now, None if value == NOTHING else int(value)))
    if field == "late":
        return {field: None if value == NOTHING else value}
    if field == "max_seats":
        return {field: int(value)}
    if field in ("ai", "pictures"):
        return {field: value}
    raise ValueError(f"{field!r} can't be set")
