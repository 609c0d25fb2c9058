"""A person's standing answers, to be seen and changed."""

from __future__ import annotations

from cogs import text
from cogs.panels.blocks import Button, Divider, ForOne, Id, Row, Text, panel
from tables import Standing, TableView

MAX_KEPT = 5


def settings(standing: Standing, person: int, *, table: TableView | None, other: TableView | None = None) -> ForOne:
    """What holds for a person: in one game (`table`), or in all. `other`: the game to whose own settings one can turn.

    Each button says what holds once it is pressed, so that it means the same whenever that is.
    """
    key = table.id if table else "-"
    turn_to = None
    if table is not None:
        turn_to = Button(text.FOR_ALL_GAMES, Id("-", 0, "settings", table.id))
    elif other is not None:
        turn_to = Button(text.FOR_THIS_GAME, Id(other.id, 0, "settings"))
    return ForOne(
        panel(
            Text(f"{text.SETTINGS}\n{text.SETTINGS_INTRO}\n{text.settings_scope(table)}"),
            Divider(),
            Text(text.TREASURES_SETTING),
            yes_no(key, "treasures", bool(standing.treasures)),
            Text(text.END_SETTING),
            yes_no(key, "end", bool(standing.end)),
            Text(text.REACT_SETTING),
            Row(tuple(option(key, "react", value, label, standing.react) for value, label in text.REACT_CHOICES.items())),
            Text(text.ORDER_SETTING),
            yes_no(key, "order", bool(standing.order)),
            Text(text.DISCARD_SETTING),
            yes_no(key, "discards", bool(standing.discards)),
            [Text(text.ANSWERS_SETTING), *kept(key, standing)] if standing.answers else None,
            [Divider(), Row((turn_to,))] if turn_to else None,
        ),
        person,
    )


def kept(key: str, standing: Standing) -> list[Row]:
    """The answers to single cards' questions, each to be taken back."""
    said = list((standing.answers or {}).items())[:MAX_KEPT]
    return [
        Row((Button(text.ask_again(question.partition(":")[0], answer), Id(key, 0, "set-answer", question)),))
        for question, answer in said
    ]


def yes_no(key: str, field: str, now: bool) -> Row:
    """A setting that is on or off."""
    return Row(
        (option(key, field, "yes", text.ON, "yes" if now else "no"), option(key, field, "no", text.OFF, "yes" if now else "no"))
    )


def option(key: str, field: str, value: str, label: str, now: str | None) -> Button:
    """One value of a setting; the one that holds is ticked and stands out, and pressing it changes nothing."""
    held = value == now
    return Button(text.now(label) if held else label, Id(key, 0, f"set-{field}", value), "success" if held else "secondary")
