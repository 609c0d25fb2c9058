"""A person's standing answers, to be seen and changed in one panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cogs import text
from cogs.panels import rules
from cogs.panels.blocks import (
    MAX_CHOICES,
    Block,
    Button,
    Dialog,
    Divider,
    ForOne,
    Id,
    Menu,
    MenuChoice,
    Row,
    Scope,
    Text,
    clip,
    menus,
    panel,
)
from cogs.text import ahead as text_ahead
from cogs.text import rules as text_rules
from engine import all_cards, card_facts
from tables import AutoAnswers, TableView
from tables.models import Pictures

WORTHLESS = ("Curse", "Victory")
"""The types whose cards are discarded first at the press of one button."""
OF_THE_TURN = ("treasures", "end", "order", "wait")
"""What holds or doesn't, by field."""
MAX_LABEL = 100
MAX_LIST = 600


class Layers(NamedTuple):
    """What a person has said: `now` holds (no field is None), `here` is said for this game alone."""

    now: AutoAnswers
    here: AutoAnswers = AutoAnswers()


def settings(
    said: Layers, person: int, *, table: TableView | None, other: TableView | None = None, pictures: Pictures | None = None
) -> ForOne:
    """What holds for a person: in one game (`table`), or in all. `other`: the game to whose own settings one can turn;
    `pictures`: how this person's hands are drawn, which is the same in all games.

    Each button says what holds once it is pressed, so that it means the same whenever that is.
    """
    key, now = key_of(table), said.now
    waits = table is not None and table.options.wait_for_owed
    fields = [field for field in OF_THE_TURN if not (waits and field == "wait")]
    return ForOne(
        panel(
            Text(f"{text_ahead.SETTINGS}\n{text_ahead.settings_scope(table)}"),
            Divider(),
            Text("\n".join([text_ahead.TURN_SETTING, *(text_ahead.TURN_SETTINGS[field][1] for field in fields)])),
            Row(tuple(toggle(key, field, bool(getattr(now, field))) for field in fields)),
            Text(f"{text_ahead.REACT_SETTING}\n{text_ahead.REACT_SETTINGS[now.react or 'ask']}"),
            Row(tuple(option(key, "react", value, label, now.react == value) for value, label in text_ahead.REACT_CHOICES.items())),
            single_reactions(key, table, now),
            Text(f"{text_ahead.DISCARD_SETTING}\n{text_ahead.discards(clip(', '.join(now.discards or ()), MAX_LIST))}"),
            discard_buttons(key, now),
            answers(key, now),
            [Text(text_ahead.PICTURES_SETTING), how_drawn(pictures)] if pictures and table is None else None,
            turn_to(said, table, other),
        ),
        person,
    )


def key_of(table: TableView | None) -> str:
    """How ids name what is set: a game, or all."""
    return table.id if table else "-"


def toggle(key: str, field: str, now: bool) -> Button:
    """What holds or doesn't; ticked if it does, and pressing it turns it over."""
    label = text_ahead.TURN_SETTINGS[field][0]
    value = "no" if now else "yes"
    return Button(text.now(label) if now else label, Id(key, 0, f"set-{field}", value), "success" if now else "secondary")


def option(key: str, field: str, value: str, label: str, held: bool) -> Button:
    """One value of a setting; the one that holds is ticked and stands out, and pressing it changes nothing."""
    return Button(text.now(label) if held else label, Id(key, 0, f"set-{field}", value), "success" if held else "secondary")


def how_drawn(now: Pictures) -> Row:
    """Dark, light or no pictures."""
    return Row(tuple(option("-", "pictures", value, label, now == value) for value, label in text.PICTURES.items()))


# Reactions by name


def reactions(table: TableView | None) -> Iterator[str]:
    """The Reactions that can be in this game, or in any."""
    names = [card for name in table.kingdom for card in rules.members(name)] if table else [facts.name for facts in all_cards()]
    return (name for name in names if "Reaction" in card_facts(name).types)


def single_reactions(key: str, table: TableView | None, now: AutoAnswers) -> list[Block]:
    """What is said about single Reactions, and the way to say it of each."""
    uses = now.reactions or {}
    choices = [
        MenuChoice(name, name, text_ahead.REACTION_USES[uses[name]] if name in uses else text_ahead.AS_OTHERS)
        for name in dict.fromkeys(reactions(table))
    ]
    pages = [choices[start : start + MAX_CHOICES] for start in range(0, len(choices), MAX_CHOICES)]
    shown = [text_ahead.single_use(choice.label, uses[choice.value]) for choice in choices if choice.value in uses]
    blocks: list[Block] = [Text("\n".join(shown))] if shown else []
    return blocks + [
        Menu(Id(key, 0, "reaction", page=number), text.page(text_ahead.SINGLE_REACTION, number + 1, len(pages)), tuple(page))
        for number, page in enumerate(pages)
    ]


def reaction(name: str, now: AutoAnswers, person: int, table: TableView | None) -> ForOne:
    """Asks what to do with one Reaction."""
    key, use = key_of(table), (now.reactions or {}).get(name)
    buttons = [option(key, "reaction", f"{name}=", text_ahead.AS_EVERYWHERE if table else text_ahead.AS_OTHERS, use is None)]
    buttons += [option(key, "reaction", f"{name}={each}", label, use == each) for each, label in text_ahead.REACTION_USES.items()]
    effect = card_facts(name).effect(table.options.edition if table else 2)
    return ForOne(panel(Text(text_rules.why_rule(name, effect)), Row(tuple(buttons)), Row((back(table),))), person)


# discards


def discard_buttons(key: str, now: AutoAnswers) -> Row:
    """Ask, what is worth nothing first, or a list of one's own."""
    held = now.discards or ()
    own = bool(held) and held != WORTHLESS
    write = Button(
        text.now(text_ahead.OWN_LIST) if own else text_ahead.OWN_LIST, Id(key, 0, "list"), "success" if own else "secondary"
    )
    return Row(
        (
            option(key, "discards", "ask", text_ahead.ASK_ME, not held),
            option(key, "discards", "worthless", text_ahead.WORTHLESS_FIRST, held == WORTHLESS),
            write,
        )
    )


def discard_list(key: str, words: str) -> Dialog:
    """The window in which one writes what to discard first."""
    return Dialog(Id(key, 0, "set-list"), text_ahead.LIST_TITLE, text_ahead.LIST_FIELD, text_ahead.LIST_HINT, words, wide=True)


# single questions


def answers(key: str, now: AutoAnswers) -> list[Block]:
    """The answers to single cards' questions, each to be taken back."""
    said = [(question, answer) for question, answer in (now.answers or {}).items() if answer != "ask"]
    if not said:
        return []
    choices = [
        MenuChoice(clip(text_ahead.always(answer, card), MAX_LABEL), question, text_ahead.ABOUT.get(purpose, ""))
        for question, answer in said
        for card, _, purpose in [question.partition(":")]
    ]
    return [Text(text_ahead.ANSWERS_SETTING), *menus(Scope(key, 0), "set-answer", "", text_ahead.ASK_AGAIN, choices)]


def always_told(table: TableView, question: str, answer: str, person: int) -> ForOne:
    """That a question will be answered so in this game, and the way to have it so in all."""
    everywhere = Button(text_ahead.FOR_ALL_GAMES, Id("-", 0, "everywhere", f"{question}={answer}"))
    told = text_ahead.always_set(answer, question.partition(":")[0])
    return ForOne(panel(Text(told), Row((everywhere,))), person)


# one game, or all


def turn_to(said: Layers, table: TableView | None, other: TableView | None) -> list[Block]:
    """The way to the settings for this game or for all, and from this game's own back to the usual ones."""
    if table is not None:
        buttons: Sequence[Button] = [Button(text_ahead.FOR_ALL_GAMES, Id("-", 0, "settings"))]
        if said.here != AutoAnswers():
            buttons = [*buttons, Button(text_ahead.AS_EVERYWHERE, Id(table.id, 0, "set-usual"))]
        return [Divider(), Row(tuple(buttons))]
    return [Divider(), Row((Button(text_ahead.FOR_THIS_GAME, Id(other.id, 0, "settings")),))] if other is not None else []


def back(table: TableView | None) -> Button:
    """The way back to all settings."""
    return Button(text_ahead.ALL_SETTINGS, Id(key_of(table), 0, "settings"))
