"""What a person would rather have in kingdoms, and not."""

from __future__ import annotations

from cogs.panels import rules
from cogs.panels.blocks import Button, Dialog, ForOne, Id, Menu, MenuChoice, Row, Text, panel
from cogs.text import setup as text_setup
from tables.models import PersonSettings


def tastes(settings: PersonSettings, person: int) -> ForOne:
    """Both lists, with a menu to take something away, and the way to write them anew."""
    choices = [MenuChoice(name, f"ban:{name}", text_setup.BANNED) for name in settings.ban]
    choices += [MenuChoice(name, f"like:{name}", text_setup.LIKED) for name in settings.like]
    menu = Menu(Id("-", 0, "untaste"), text_setup.TAKE_AWAY, tuple(choices), maximum=len(choices)) if choices else None
    change = Row((Button(text_setup.CHANGE_TASTES, Id("-", 0, "retaste")),))
    cards = [name for name in (*settings.ban, *settings.like) if name in rules.pool()]
    told = Text(text_setup.tastes(settings.ban, settings.like))
    return ForOne(panel(told, [menu] if menu else None, change, rules.look_up("-", cards)), person)


def write(words: str) -> Dialog:
    """Asks for both lists in one line; the window holds these words already."""
    id = Id("-", 0, "tastes")
    return Dialog(id, text_setup.TASTES_TITLE, text_setup.TASTES_FIELD, text_setup.TASTES_HINT, words, wide=True)
