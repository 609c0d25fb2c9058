"""What a person likes and bans in random kingdoms."""

from __future__ import annotations

from cogs.panels import rules
from cogs.panels.blocks import Button, Dialog, ForOne, Id, Menu, MenuChoice, Row, Text, panel
from cogs.text import setup as text_setup
from tables.models import PersonSettings


def likes(settings: PersonSettings, person: int) -> ForOne:
    """Show both lists, with a menu to remove something, and the way to write them again."""
    choices = [MenuChoice(name, f"ban:{name}", text_setup.BANNED) for name in settings.ban]
    choices += [MenuChoice(name, f"like:{name}", text_setup.LIKED) for name in settings.like]
    menu = Menu(Id("-", 0, "unlike"), text_setup.REMOVE, tuple(choices), maximum=len(choices)) if choices else None
    change = Row((Button(text_setup.CHANGE_LIKES, Id("-", 0, "relike")),))
    cards = [name for name in (*settings.ban, *settings.like) if name in rules.pool()]
    told = Text(text_setup.likes(settings.ban, settings.like))
    return ForOne(panel(told, [menu] if menu else None, change, rules.look_up("-", cards)), person)


def write(words: str) -> Dialog:
    """Ask for both lists in one line; the window starts with these words."""
    id = Id("-", 0, "likes")
    return Dialog(id, text_setup.LIKES_TITLE, text_setup.LIKES_FIELD, text_setup.LIKES_HINT, words, wide=True)
