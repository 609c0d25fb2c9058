"""A person's auto-answers, in one panel to see and change them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cogs import text
from cogs.panels import blocks, rules
from cogs.panels.blocks import (
    MAX_CHOICES,
    Block,
    Button,
    Dialog,
    ForOne,
    Id,
    Menu,
    MenuChoice,
    Row,
    Scope,
    Text,
    clip,
    leaf,
    menus,
    panel,
)
from cogs.text import ahead as text_ahead
from cogs.text import hours as text_hours
from cogs.text import own_data as text_own_data
from cogs.text import pings as text_pings
from cogs.text import rules as text_rules
from cogs.text import stats as text_stats
from engine import all_cards, card_facts
from engine.events import Moment
from tables import AutoAnswers, TableView
from tables.auto_answers import default_use, excepted
from tables.models import Pictures

WORTHLESS = ("Curse", "Victory")
"""The types whose cards one of the choices discards first."""
TURNS = {"ask": (False, False), "treasures": (True, False), "end": (False, True), "both": (True, True)}
"""What can be done for someone on their turn: whether Treasures are played, and whether it is ended."""
FURTHER = ((text_pings.PINGS, "pings"), (text_ahead.MORE, "settings-more"))
"""What to call the other level of settings, in one game or in all."""
LIST = "list"
MAX_LABEL = 100


class Layers(NamedTuple):
    """A person's settings: `now` is in force (no field is None), `here` is for this game alone."""

    now: AutoAnswers
    here: AutoAnswers = AutoAnswers()


def settings(said: Layers, person: int, *, table: TableView | None, other: TableView | None = None) -> ForOne:
    """Show a person's settings: in one game (`table`), or in all. Each menu shows its current value. `other`: the game whose own
    settings the reader can turn to."""
    key, now = key_of(table), said.now
    turn = next(value for value, flags in TURNS.items() if flags == (bool(now.treasures), bool(now.end)))
    return ForOne(
        panel(
            Text(text_ahead.settings(text_ahead.SETTINGS, table)),
            one_of(key, "turn", text_ahead.TURN_CHOICES, turn),
            one_of(key, "react", text_ahead.REACT_CHOICES, now.react or "ask"),
            discards(key, now),
            Row((*turn_to(said, table, other), *(Button(label, Id(key, 0, verb)) for label, verb in FURTHER))),
        ),
        person,
    )


def key_of(table: TableView | None) -> str:
    """Return the key, in ids, of the game whose settings change, or of all."""
    return table.id if table else "-"


def one_of(key: str, field: str, labels: Mapping[str, tuple[str, str]], now: str) -> Menu:
    """Return a menu of a setting's values, each with its meaning; it shows the current value."""
    choices = [MenuChoice(label, value, hint, default=value == now) for value, (label, hint) in labels.items()]
    return Menu(Id(key, 0, f"set-{field}"), labels[now][0], tuple(choices))


def discards(key: str, now: AutoAnswers) -> Menu:
    """Return a menu of what to discard first: no setting, junk, or the person's own list."""
    held = now.discards or ()
    labels = {"ask": text_ahead.ASK_DISCARDS, "worthless": text_ahead.JUNK_FIRST}
    if not held or held == WORTHLESS:
        return one_of(key, "discards", labels, "worthless" if held else "ask")
    label, hint = text_ahead.own_list(", ".join(held))
    return one_of(key, "discards", {**labels, LIST: (clip(label, MAX_LABEL), hint)}, LIST)


def turn_to(said: Layers, table: TableView | None, other: TableView | None) -> list[Button]:
    """Return the buttons to the settings for one game (`other`) or for all, from a game's own settings back to the ones for all,
    and to the hours, which are the same in all games."""
    if table is None:
        here = [Button(text_ahead.SHOW_FOR_ONE, Id(other.id, 0, "settings"))] if other is not None else []
        return [*here, Button(text_hours.HOURS, Id("-", 0, "hours"))]
    usual = [Button(text_ahead.USE_FOR_ALL, Id(table.id, 0, "set-usual"))] if said.here != AutoAnswers() else []
    return [Button(text_ahead.SHOW_FOR_ALL, Id("-", 0, "settings")), *usual]


def drawn(pictures: Pictures, person: int, *, listed: bool) -> ForOne:
    """Show how pictures for only one person are drawn, who can see their statistics, and the way to everything that is stored about
    them."""
    menus = [
        one_of("-", "pictures", text_ahead.PICTURES_CHOICES, pictures),
        one_of("-", "listed", text_stats.LISTED_CHOICES, "yes" if listed else "no"),
    ]
    to_more = Button(text.BACK, Id("-", 0, "settings-more"))
    own_data = Button(text_own_data.MY_DATA, Id("-", 0, "my-data"))
    return ForOne(panel(Text(text_ahead.PICTURES_TITLE), menus, Row((own_data, to_more))), person)


# behind More…


def more(said: Layers, person: int, *, table: TableView | None) -> ForOne:
    """Show the rare settings: orders, waiting for responses, single Reactions, single cards' questions, a list of
    discards, pictures."""
    key, now = key_of(table), said.now
    waits = table is not None and table.options.wait_for_owed
    single = answers(now)
    many = [Button(text_ahead.SINGLE_ANSWERS, Id(key, 0, "answers"))] if len(single) > MAX_CHOICES else []
    return ForOne(
        panel(
            Text("\n".join([text_ahead.settings(text_ahead.MORE_SETTINGS, table), *exceptions(table, now)])),
            one_of(key, "order", text_ahead.ORDER_CHOICES, "yes" if now.order else "no"),
            None if waits else one_of(key, "wait", text_ahead.WAIT_CHOICES, "yes" if now.wait else "no"),
            single_reactions(key, table, now),
            None if many else menus(Scope(key, 0), "set-answer", "", text_ahead.ASK_AGAIN, single),
            Row((Button(text_ahead.OWN_LIST, Id(key, 0, LIST)), *many, *of_no_game(table), back(table))),
        ),
        person,
    )


def of_no_game(table: TableView | None) -> list[Button]:
    """Return the way to settings that are the same in all games: how pictures are drawn, and what is stored about the reader."""
    return [Button(text_ahead.PICTURES, Id("-", 0, "pictures"))] if table is None else []


def back(table: TableView | None) -> Button:
    """Return the way back to the settings."""
    return Button(text.BACK, Id(key_of(table), 0, "settings"))


def reactions(table: TableView | None) -> Iterator[str]:
    """Yield the Reactions that can be in this game, or in any."""
    names = [card for name in table.kingdom for card in rules.members(name)] if table else [facts.name for facts in all_cards()]
    yield from dict.fromkeys(name for name in names if "Reaction" in card_facts(name).types)


def exceptions(table: TableView | None, now: AutoAnswers) -> list[str]:
    """Return lines with the settings for single Reactions."""
    uses = now.reactions or {}
    return [text_ahead.single_use(name, uses[name], only_for(name, now)) for name in reactions(table) if name in uses]


def only_for(name: str, now: AutoAnswers) -> str:
    """Return the only cards about which to ask for a Reaction, as a list of words."""
    return ", ".join(excepted(name, now.reactions or {}))


def single_reactions(key: str, table: TableView | None, now: AutoAnswers) -> list[Menu]:
    """Return the menu of single Reactions to set."""
    choices = [MenuChoice(name, name, clip(used(name, now) or default_of(name, now), MAX_LABEL)) for name in reactions(table)]
    return menus(Scope(key, 0), "reaction", "", text_ahead.SINGLE_REACTION, choices)


def used(name: str, now: AutoAnswers) -> str:
    """Return the exception for one Reaction; empty if there is none."""
    uses = now.reactions or {}
    if only := only_for(name, now):
        return text_ahead.ask_about(only)
    return text_ahead.REACTION_USES[uses[name]] if name in uses else ""


def default_of(name: str, now: AutoAnswers) -> str:
    """Return what happens with a Reaction that has no exception."""
    facts = card_facts(name)
    moment = not any(Moment.ATTACKED in moments for moments in facts.answers.values())
    use = default_use(name, now, moment=moment, own=True)
    return text_ahead.DEFAULT_USES["own" if moment and use == "ask" else use]


def reaction(name: str, now: AutoAnswers, person: int, table: TableView | None, usual: AutoAnswers | None = None) -> ForOne:
    """Ask what to do with one Reaction. `usual`: the settings for all games, if these are for the game at `table`."""
    key, use, only = key_of(table), (now.reactions or {}).get(name), only_for(name, now)
    buttons = [option(key, f"{name}=", text_ahead.USE_FOR_ALL_ONCE if table else text_ahead.AS_OTHERS, use is None)]
    buttons += [option(key, f"{name}={each}", label, use == each and not only) for each, label in text_ahead.REACTION_USES.items()]
    effect = card_facts(name).effect(table.options.kingdom.edition_of(name) if table else 2)
    label = text.now(text_ahead.ask_about(only)) if only else text_ahead.ONLY_FOR_CARDS
    some = Button(clip(label, blocks.MAX_LABEL), Id(key, 0, LIST, name), "success" if only else "secondary")
    to_more = Button(text.BACK, Id(key, 0, "settings-more"))
    exception = used(name, usual) if usual is not None else ""
    told = text_ahead.everywhere(exception) if exception else default_of(name, now)
    rule = f"{text_rules.why_rule(name, effect)}\n{text.small([told])}"
    return ForOne(panel(Text(rule), Row(tuple(buttons)), Row((some, to_more))), person)


def only_for_list(key: str, name: str, words: str) -> Dialog:
    """Return the window for the only cards about which to ask for a Reaction."""
    title = text_ahead.ONLY_FOR_TITLE.format(card=name)
    return Dialog(Id(key, 0, "set-list", name), title, text_ahead.ONLY_FOR_FIELD, text_ahead.LIST_HINT, words, wide=True)


def option(key: str, value: str, label: str, held: bool) -> Button:
    """Return one way to treat a Reaction; the current one is ticked, and pressing it changes nothing."""
    return Button(text.now(label) if held else label, Id(key, 0, "set-reaction", value), "success" if held else "secondary")


def discard_list(key: str, words: str) -> Dialog:
    """Return the window for a list of what to discard first."""
    return Dialog(Id(key, 0, "set-list"), text_ahead.LIST_TITLE, text_ahead.LIST_FIELD, text_ahead.LIST_HINT, words, wide=True)


def single_answers(said: Layers, person: int, number: int, *, table: TableView | None) -> ForOne:
    """Show a page of the answers to single cards' questions, where they have no room beside the other rare settings."""
    key = key_of(table)
    page = leaf(answers(said.now), number, MAX_CHOICES)
    menu = Menu(Id(key, 0, "set-answer", str(page.number)), page.label(text_ahead.ASK_AGAIN), tuple(page.items))
    to_more = Row((Button(text.BACK, Id(key, 0, "settings-more")),))
    title = Text(text_ahead.settings(text_ahead.SINGLE_ANSWERS_TITLE, table))
    return ForOne(panel(title, menu if page.items else None, page.turning(key, "answers"), to_more), person)


def answers(now: AutoAnswers) -> list[MenuChoice]:
    """Return the answers to single cards' questions, each with a way to remove it."""
    return [
        MenuChoice(clip(text_ahead.always(answer, card), MAX_LABEL), question, text_ahead.ABOUT.get(purpose, ""))
        for question, answer in (now.answers or {}).items()
        if answer != "ask"
        for card, _, purpose in [question.partition(":")]
    ]


def always_told(table: TableView, question: str, answer: str, person: int) -> ForOne:
    """Say that a question will be answered like this in this game, with a button to set it for all."""
    everywhere = Button(text_ahead.ALWAYS_IN_ALL, Id("-", 0, "everywhere", f"{question}={answer}"))
    told: Block = Text(text_ahead.always_set(answer, question.partition(":")[0]))
    return ForOne(panel(told, Row((everywhere,))), person)
