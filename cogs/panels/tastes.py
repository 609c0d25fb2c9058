"""What a person would rather have in kingdoms, and not."""

from __future__ import annotations

from cogs import text_setup
from cogs.panels.blocks import Choice, ForOne, Id, Menu, Text, panel
from tables.models import Settings


def tastes(settings: Settings, person: int) -> ForOne:
    """Both lists, with a menu to take something away."""
    choices = [Choice(name, f"ban:{name}", text_setup.BANNED) for name in settings.ban]
    choices += [Choice(name, f"like:{name}", text_setup.LIKED) for name in settings.like]
    menu = Menu(Id("-", 0, "untaste"), text_setup.TAKE_AWAY, tuple(choices), maximum=len(choices)) if choices else None
    return ForOne(panel(Text(text_setup.tastes(settings.ban, settings.like)), [menu] if menu else None), person)
