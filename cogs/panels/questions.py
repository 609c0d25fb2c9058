"""How any question of any card is answered on the hand panel, by its kind and size alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cogs import text
from cogs.panels import rules
from cogs.panels.blocks import (
    MAX_BUTTONS,
    MAX_CHOICES,
    MAX_ID,
    MAX_LABEL,
    Block,
    Button,
    Menu,
    MenuChoice,
    Scope,
    Style,
    Text,
    clip,
    menus,
    rows,
)
from cogs.panels.picks import DIGITS, packed, remaining, selections, sequence, unpacked, values, ways
from cogs.text import hand as text_hand
from engine import DecisionView, Option
from tables import TableView


def react(table: TableView, decision: DecisionView, state: str) -> list[Block]:
    """Reactions as buttons; where the Attack's own question is known already, that instead of "no"."""
    scope = Scope(table.id, decision.id)
    follow = decision.follow
    options = [option for option in decision.options if follow is None or option.id != "no"]
    buttons = [
        Button(clip(option.label, MAX_LABEL), scope("do", option.id), "secondary" if option.id == "no" else "primary")
        for option in options
    ]
    blocks: list[Block] = [*rows(buttons)]
    if follow is not None:
        blocks += [Text(f"**{text.safe(follow.prompt)}**"), *controls(follow, scope, table.options.edition, state)]
    return blocks


def controls(decision: DecisionView, scope: Scope, edition: int, state: str) -> list[Block]:
    """The controls of a selection or an order, in a game by the rules of that edition."""
    if decision.kind in ("order", "sort") or stacks(decision):
        return order(decision, scope, state)
    only = decision.preselected and decision.kind != "choice"
    if decision.maximum <= 1 and decision.kind != "pile" and len(decision.options) <= MAX_BUTTONS and not only:
        return one_of_few(decision, scope)
    if decision.kind == "choice" and decision.minimum == decision.maximum == 1 and (found := numbered(decision)):
        return a_number(decision, scope, *found)
    return selection(decision, scope, edition, state)


def stacks(decision: DecisionView) -> bool:
    """Whether several cards go onto a deck: they are picked one by one, since the order counts and a menu doesn't tell it."""
    several = 1 < decision.minimum == decision.maximum
    return decision.kind == "cards" and decision.purpose == "topdeck" and several and not decision.preselected


def one_of_few(decision: DecisionView, scope: Scope) -> list[Block]:
    """A button for each option."""
    buttons = [option_button(decision, option, scope) for option in decision.options]
    return [*rows([*buttons, *nothing_button(decision, scope)])]


def option_button(decision: DecisionView, option: Option, scope: Scope, label: str = "") -> Button:
    """One option; the one that will mostly be meant stands out. `label`: what it is called here, if not as the question does."""
    style: Style = "success" if option.id in decision.preselected else "primary"
    return Button(clip(label or option.label, MAX_LABEL), scope("do", option.id), style)


STEPS = (0, 1, 2, 4, 9, 19)
"""How far above the least number the ones lie that are offered as buttons."""


def numbered(decision: DecisionView) -> tuple[str, dict[int, Option]] | None:
    """What a question for a number is about, where all options but a few are numbers in a row: what their ids begin with, and the
    options by number."""
    found: dict[str, dict[int, Option]] = {}
    for option in decision.options:
        prefix, _, number = option.id.rpartition(":")
        if number.isdecimal():
            found.setdefault(prefix, {})[int(number)] = option
    for prefix, options in found.items():
        if len(options) == max(options) - min(options) + 1 > len(decision.options) - MAX_BUTTONS // 2:
            return prefix, options
    return None


def a_number(decision: DecisionView, scope: Scope, prefix: str, options: dict[int, Option]) -> list[Block]:
    """One number of many: what there is to choose beside numbers, then some of these as short buttons, and any by writing it."""
    least, most = min(options), max(options)
    shown = {number for number in options if options[number].id in decision.preselected}
    shown |= {number for number in (*(least + step for step in STEPS), most) if number in options}
    others = [option for option in decision.options if option not in options.values()]
    beside = [Button(clip(option.label, MAX_LABEL), scope("do", option.id)) for option in others]
    buttons = [option_button(decision, options[number], scope, str(number)) for number in sorted(shown)]
    return [*rows(beside), *rows([*buttons, Button(text_hand.OTHER_NUMBER, scope("number", prefix))])]


def nothing_button(decision: DecisionView, scope: Scope) -> list[Button]:
    """The way to choose nothing, where that is allowed."""
    return [Button(text_hand.nothing(decision.purpose), scope("do"))] if decision.minimum == 0 else []


FEW_WAYS, MOST_WAYS = 6, 15
"""Up to so many ways to answer are a button each, up to so many a menu of whole answers."""


def wholes(decision: DecisionView, scope: Scope, picked: Sequence[str]) -> list[Block]:
    """All ways to answer, one click each, where they are few; those that agree most with what is `picked` first."""
    ways = selections(decision, MOST_WAYS) if decision.maximum > 1 and (decision.answered or not decision.preselected) else []
    args = ["|".join(way) for way in ways]
    names = {option.id: option.label for option in decision.options}
    labels = [text_hand.these([names[id] for id in way]) for way in ways]
    if any(len(str(scope("all", arg))) > MAX_ID for arg in args) or any(len(label) > MAX_LABEL for label in labels):
        return []
    wanted = Counter(picked)
    found = sorted(zip(ways, args, labels, strict=True), key=lambda each: -(Counter(each[0]) & wanted).total())
    if len(ways) > FEW_WAYS:
        choices = tuple(MenuChoice(label, arg, default=Counter(way) == wanted) for way, arg, label in found)
        placeholder = text_hand.choose(decision.purpose, decision.minimum, decision.maximum)
        enough = decision.minimum <= len(picked) <= decision.maximum
        sure = [confirm(decision, scope, picked)] if picked and enough else []
        return [Menu(scope("all"), placeholder, choices), *rows([*sure, *nothing_button(decision, scope)])]
    buttons = [Button(label, scope("all", arg), standing_out(Counter(way), wanted)) for way, arg, label in found]
    return [*rows([*buttons, *nothing_button(decision, scope)])] if buttons else []


def standing_out(way: Counter[str], wanted: Counter[str]) -> Style:
    """How a whole answer is shown where some of it is `wanted`."""
    return "success" if way == wanted else "primary" if way >= wanted else "secondary"


def selection(decision: DecisionView, scope: Scope, edition: int, state: str) -> list[Block]:
    """Whole answers, where they are few, else menus to choose in. One choice, or one menu, answers at once; several, or what is
    filled in already, need a confirmation."""
    picked = chosen(decision, state)
    if whole := wholes(decision, scope, picked):
        return whole
    every = values(decision)
    only = len(every) == decision.minimum == decision.maximum and len(picked) == len(every)
    pages = [every[start : start + MAX_CHOICES] for start in range(0, len(every), MAX_CHOICES)]
    if len(pages) > 1 and decision.maximum == len(every) and len(decision.options) <= MAX_CHOICES:
        return by_name(decision, scope, picked)
    if only or not decision.maximum:
        pages = []
    several = len(pages) > 1 and decision.maximum > 1
    counts = Counter(picked)
    blocks: list[Block] = []
    for number, page in enumerate(pages):
        choices = [choice(decision, edition, id, copy, copy <= counts[id]) for id, copy in page]
        least, most = max(1, decision.minimum), decision.maximum
        verb = scope("pick")._replace(page=number)
        if several:
            least, most = 0, min(decision.maximum, len(page))
            verb = scope("some", f"{DIGITS[number]}{packed(decision, picked)}")
        placeholder = text.page(text_hand.choose(decision.purpose, decision.minimum, decision.maximum), number + 1, len(pages))
        blocks.append(Menu(verb, clip(placeholder, 150), tuple(choices), least, most))
    buttons = [confirm(decision, scope, picked)] if picked or several else []
    if picked or not several:
        buttons += nothing_button(decision, scope)
    return [*blocks, *rows(buttons)]


def confirm(decision: DecisionView, scope: Scope, picked: Sequence[str]) -> Button:
    """What ends a selection, or says what is missing."""
    labels = {option.id: option.label for option in decision.options}
    enough = decision.minimum <= len(picked) <= decision.maximum
    label = text_hand.choose_first(decision.minimum, decision.maximum)
    if enough:
        label = text_hand.confirm(decision.purpose, [labels[id] for id in picked], MAX_LABEL)
    return Button(clip(label, MAX_LABEL), scope("put", packed(decision, picked)), "success", disabled=not enough)


def by_name(decision: DecisionView, scope: Scope, picked: Sequence[str]) -> list[Block]:
    """Any number of very many cards: all copies of a card at a time, then one less of it at a time."""
    counts = Counter(picked)
    choices = tuple(
        MenuChoice(clip(text_hand.every(each.label, each.count), 100), each.id, default=counts[each.id] > 0)
        for each in decision.options
    )
    placeholder = text_hand.choose(decision.purpose, decision.minimum, decision.maximum)
    menu = Menu(scope("kinds", packed(decision, picked)), placeholder, choices, 0, len(choices))
    several = [option for option in decision.options if counts[option.id] and option.count > 1]
    labels = [clip(text_hand.one_less(each.label, counts[each.id], each.count), MAX_LABEL) for each in several]
    left = [packed(decision, counts - Counter([each.id])) for each in several]
    fewer: list[Block] = [*rows([Button(label, scope("less", picks)) for label, picks in zip(labels, left, strict=True)])]
    if len(several) > MAX_BUTTONS:
        less = [MenuChoice(label, picks) for label, picks in zip(labels, left, strict=True)]
        fewer = [*menus(scope, "less", "", text_hand.ONE_LESS, less)]
    end = [confirm(decision, scope, picked)] if picked else []
    return [Text(text_hand.BY_NAME), menu, *fewer, *rows([*end, *nothing_button(decision, scope)])]


def chosen(decision: DecisionView, state: str) -> list[str]:
    """What is picked: by the digits, else what is filled in from the start."""
    try:
        return unpacked(decision, state) if state else list(decision.preselected)
    except ValueError:
        return list(decision.preselected)


def choice(decision: DecisionView, edition: int, id: str, copy: int, tick: bool) -> MenuChoice:
    """One line of a selection's menu."""
    option = next(option for option in decision.options if option.id == id)
    description = rules.hint(option.card, edition) if option.card and decision.kind == "pile" else ""
    return MenuChoice(clip(text_hand.nth(option.label, copy), 100), f"{id}.{copy}", description, tick)


def order(decision: DecisionView, scope: Scope, state: str) -> list[Block]:
    """Picks one thing after the other, first first; where cards are sorted, each with what becomes of it."""
    try:
        done = sequence(decision, state)
    except (ValueError, IndexError):
        done, state = [], ""
    labels = {option.id: option.label for option in decision.options}
    left = remaining(decision, done)
    names = list(dict.fromkeys(option.card for option in decision.options if option.card and left[option.id]))
    placeholder = text_hand.next_one(decision.kind, decision.purpose, names, done)
    whole = ways(decision, MAX_CHOICES)
    if whole:
        choices = [
            MenuChoice(clip(text_hand.fates([decision.options[DIGITS.index(digit)].label for digit in way]), 100), way)
            for way in whole
        ]
        return [Menu(scope("next"), placeholder, tuple(choices))]
    options = [(DIGITS[i], option.label) for i, option in enumerate(decision.options) if left[option.id]]
    blocks: list[Block] = [Text(text_hand.sequence([labels[id] for id in done], decision.kind))]
    if len(options) <= MAX_BUTTONS:
        blocks += rows([Button(clip(label, MAX_LABEL), scope("next", state + digit), "primary") for digit, label in options])
    else:
        blocks += menus(scope, "next", state, placeholder, [MenuChoice(label, digit) for digit, label in options])
    if done:
        blocks += rows([Button(text_hand.START_OVER, scope("next"))])
    return blocks
