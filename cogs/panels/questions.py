"""How any question of any card is answered on the hand panel, depending only on its kind and size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

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
    Row,
    Scope,
    Text,
    clip,
    menus,
    rows,
)
from cogs.panels.picks import DIGITS, completed, ordered, packed, remaining, selections, sequence, unpacked, values, ways
from cogs.text import hand as text_hand
from engine import DecisionView, Option, View, card_facts
from engine.events import Moment
from engine.view import CostView

FEW_WAYS = 6
"""Up to this many ways to answer get a button each."""
LOSES = ("discard", "trash")
"""Purposes for which cards are offered worst first."""


def react(view: View, decision: DecisionView, scope: Scope, state: str) -> list[Block]:
    """Return Reactions as buttons; if the Attack's own question is already known, it goes below them, and its answer means "no"."""
    if decision.follow is None:
        labels = {option.id: declining(decision) if option.id == "no" else option.label for option in decision.options}
        return [*rows([Button(clip(label, MAX_LABEL), scope("do", id), "primary") for id, label in labels.items()])]
    given = decision.preselected if decision.answered else ()
    offered = [each for each in decision.options if each.id != "no" and each.id not in given]
    reveals = [Button(clip(each.label, MAX_LABEL), scope("do", each.id), "primary") for each in offered]
    own = controls(view, decision.follow, scope, state)
    if reveals and given == ("no",):  # by an auto-answer
        return [*own, Text(text_hand.NONE_REVEALED), *map(muted, rows(reveals))]
    return [*rows(reveals), *own]


def declining(decision: DecisionView) -> str:
    """Return the label for using no Reaction. A turn starts anyway, and so does what follows a move if there is nothing to use."""
    held = any(option.card for option in decision.options)
    starts = decision.moment == Moment.TURN_START
    return text_hand.GO_ON if starts or (decision.moment is not None and not held) else text_hand.LET_IT_HAPPEN


def muted(block: Block) -> Block:
    """Return the same without any emphasis: it doesn't have to be pressed."""
    if not isinstance(block, Row):
        return block
    return Row(tuple(replace(item, style="secondary") if isinstance(item, Button) else item for item in block.items))


def controls(view: View, decision: DecisionView, scope: Scope, state: str) -> list[Block]:
    """Return the controls of a selection or an order."""
    if decision.kind == "cards" and decision.one_answer and (decision.preselected or not decision.maximum):
        return [*rows([only_answer(decision, scope)])]
    if decision.purpose == "name":
        other = Button(text_hand.OTHER_CARD, scope("name"))
        return [*selection(view, decision, scope, state), *rows([other])]
    if decision.kind in ("order", "sort") or stacks(decision):
        return order(decision, scope, state)
    only = decision.preselected and decision.kind != "choice"
    if decision.maximum <= 1 and decision.kind != "pile" and len(decision.options) <= FEW_WAYS and not only:
        return one_of_few(decision, scope)
    if decision.kind == "choice" and decision.minimum == decision.maximum == 1 and (found := numbered(decision)):
        return a_number(decision, scope, *found)
    return selection(view, decision, scope, state)


def sensible(view: View, decision: DecisionView) -> list[Option]:
    """Return the options in display order: cards to lose worst first, cards to gain most expensive first, everything else in the
    question's own order."""
    if decision.kind == "pile":
        return sorted(decision.options, key=lambda option: (*(-part for part in cost_now(view, option.card).shelf), option.label))
    return by_badness(decision)


def by_badness(decision: DecisionView) -> list[Option]:
    """Return the options, cards to lose worst first."""
    if decision.kind != "cards" or decision.purpose not in LOSES:
        return list(decision.options)
    return sorted(decision.options, key=lambda option: badness(option, for_good=decision.purpose == "trash"))


def cost_now(view: View, name: str | None) -> CostView:
    """Return what a card in a pile costs now."""
    return next((pile.cost for pile in view.piles if pile.top == name), CostView())


def badness(option: Option, *, for_good: bool) -> tuple[int, int, str]:
    """Return a card's rank among those that can be lost: Curses first, then the cheapest. A card that is only a Victory card comes
    before others, unless it is lost `for_good`: it is worthless in hand, but not at the end."""
    if option.card is None:
        return 3, 0, option.label
    facts = card_facts(option.card)
    kind = 0 if "Curse" in facts.types else 1 if facts.types == ("Victory",) and not for_good else 2
    return kind, facts.cost.coins + facts.cost.debt, option.label


def only_answer(decision: DecisionView, scope: Scope) -> Button:
    """Return the only button for a question with one answer, which is only asked so that others can't tell."""
    if decision.preselected:
        return confirm(decision, scope, decision.preselected)
    return Button(text_hand.nothing_to(decision.purpose), scope("do"), "success")


def stacks(decision: DecisionView) -> bool:
    """Return whether several cards go onto a deck: they are picked one by one, since the order matters and menus have none."""
    several = 1 < decision.minimum == decision.maximum
    return decision.kind == "cards" and decision.purpose == "topdeck" and several and not decision.preselected


def one_of_few(decision: DecisionView, scope: Scope) -> list[Block]:
    """Return a button for each option; paying nothing on top comes last."""
    buttons = [option_button(option, scope, counted(decision, option, option.count)) for option in by_badness(decision)]
    if decision.purpose == "overpay":
        buttons = [*buttons[1:], replace(buttons[0], style="secondary")]
    return [*rows([*buttons, *nothing_button(decision, scope)])]


def option_button(option: Option, scope: Scope, label: str = "") -> Button:
    """Return one option. `label`: its name here, if it isn't the question's."""
    return Button(clip(label or option.label, MAX_LABEL), scope("do", option.id), "primary")


def counted(decision: DecisionView, option: Option, count: int) -> str:
    """Return a single choice's label: with how many copies there are, unless the hand shows that."""
    looked_at = decision.elsewhere or (decision.kind, decision.purpose) == ("order", "topdeck")
    return text_hand.one_of(option.label, 1, count if looked_at else 1)


STEPS = (0, 1, 2, 4, 9, 19)
"""How far above the smallest number the numbers on the buttons are."""


def numbered(decision: DecisionView) -> tuple[str, dict[int, Option]] | None:
    """Return the numbers of a question whose options, except a few, are numbers in a row: their ids' prefix, and the options by
    number."""
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
    """Return the choice of one among many numbers: first the other options, then some numbers as short buttons (places in a deck
    with their names), and a window for any number."""
    least, most = min(options), max(options)
    shown = {number for number in options if options[number].id in decision.preselected}
    shown |= {number for number in (*(least + step for step in STEPS), most) if number in options}
    numbers = {option.id for option in options.values()}
    others = [option for option in decision.options if option.id not in numbers]
    beside = [Button(clip(option.label, MAX_LABEL), scope("do", option.id)) for option in others]
    named = decision.purpose == "place"
    buttons = [option_button(options[number], scope, "" if named else str(number)) for number in sorted(shown)]
    return [*rows([*beside, *buttons, Button(text_hand.OTHER_NUMBER, scope("number", prefix))])]


def nothing_button(decision: DecisionView, scope: Scope) -> list[Button]:
    """Return the button that chooses nothing, where that is allowed."""
    return [Button(text_hand.nothing(decision.purpose), scope("do"))] if decision.minimum == 0 else []


def wholes(view: View, decision: DecisionView, scope: Scope, picked: Sequence[str], *, more: bool = False) -> list[Block]:
    """Return all ways to answer (`more`: to add to what is `picked`), one button each, if there are few; those closest to what is
    picked come first, and if cards are lost, those whose best card is worst."""
    few = decision.maximum > 1 and (decision.answered or not decision.preselected)
    places = {option.id: place for place, option in enumerate(sensible(view, decision))}
    found = completed(decision, picked, FEW_WAYS) if more else selections(decision, FEW_WAYS)
    ways = [sorted(way, key=places.__getitem__) for way in found] if few else []
    args = ["|".join(way) for way in ways]
    names = {option.id: option.label for option in decision.options}
    labels = [text_hand.these([names[id] for id in way]) for way in ways]
    if any(len(str(scope("all", arg))) > MAX_ID for arg in args) or any(len(label) > MAX_LABEL for label in labels):
        return []
    wanted, losing = Counter(picked), decision.purpose in LOSES

    def rank(found: tuple[list[str], str, str]) -> tuple[int, int, list[int]]:
        order = [places[id] for id in found[0]]
        return -(Counter(found[0]) & wanted).total(), len(order), order[::-1] if losing else order

    ranked = sorted(zip(ways, args, labels, strict=True), key=rank)
    buttons = [Button(label, scope("all", arg), "primary") for _, arg, label in ranked]
    return [*rows([*buttons, *nothing_button(decision, scope)])] if buttons else []


def selection(view: View, decision: DecisionView, scope: Scope, state: str) -> list[Block]:
    """Return whole answers, if there are few (all, or those that add to what is picked), or else menus to choose from. A single
    choice, or a single menu, answers immediately; several, or prefilled ones, need a confirmation."""
    picked = chosen(decision, state)
    missing = decision.minimum - len(picked) if picked else 0
    names = {option.id: option.label for option in decision.options}
    so_far = [Text(text_hand.chosen_so_far([names[id] for id in picked], missing))] if missing > 0 else []
    if whole := wholes(view, decision, scope, picked):
        return [*so_far, *whole]
    added = wholes(view, decision, scope, picked, more=True) if missing > 0 else []
    blocks: list[Block] = [*so_far, *added] if added or missing <= 0 else [Text(text_hand.choose_more(missing))]
    every = values(decision)
    only = len(every) == decision.minimum == decision.maximum and len(picked) == len(every)
    if len(every) > MAX_CHOICES and decision.maximum == len(every) and len(decision.options) <= MAX_CHOICES:
        return by_name(view, decision, scope, picked)
    places = {option.id: place for place, option in enumerate(sensible(view, decision))}
    pages = [every[start : start + MAX_CHOICES] for start in range(0, len(every), MAX_CHOICES)]
    if len(pages) == 1 or decision.maximum <= 1:  # with several menus, each says its place in the question's own order
        every = sorted(every, key=lambda each: (places[each[0]], each[1]))
        pages = [every[start : start + MAX_CHOICES] for start in range(0, len(every), MAX_CHOICES)]
    if only or not decision.maximum:
        pages = []
    several = len(pages) > 1 and decision.maximum > 1
    counts = Counter(picked)
    for number, page in enumerate(pages):
        choices = [choice(view, decision, id, copy, copy <= counts[id]) for id, copy in page]
        least, most = max(1, decision.minimum), decision.maximum
        verb = scope("pick")._replace(page=number)
        if several:
            least, most = 0, min(decision.maximum, len(page))
            verb = scope("some", f"{DIGITS[number]}{packed(decision, picked)}")
        placeholder = text.page(text_hand.choose(decision.purpose, decision.minimum, decision.maximum), number + 1, len(pages))
        blocks.append(Menu(verb, clip(placeholder, 150), tuple(choices), least, most))
    prefilled = picked and not blocks
    buttons = [confirm(decision, scope, picked)] if prefilled or several or not pages else []
    if (picked or not several) and decision.maximum:
        buttons += nothing_button(decision, scope)
    return [*blocks, *rows(buttons)]


def confirm(decision: DecisionView, scope: Scope, picked: Sequence[str]) -> Button:
    """Return the button that ends a selection, or says what is missing."""
    one = decision.maximum == 1
    labels = {each.id: counted(decision, each, each.count if one else 1) for each in decision.options}
    enough = decision.minimum <= len(picked) <= decision.maximum
    label = text_hand.choose_first(decision.minimum, decision.maximum)
    if enough:
        label = text_hand.confirm(decision.purpose, [labels[id] for id in picked], MAX_LABEL)
    return Button(clip(label, MAX_LABEL), scope("put", packed(decision, picked)), "primary", disabled=not enough)


def by_name(view: View, decision: DecisionView, scope: Scope, picked: Sequence[str]) -> list[Block]:
    """Pick from a large number of cards: all copies of a card at a time, then one fewer at a time."""
    counts = Counter(picked)
    choices = tuple(
        MenuChoice(clip(text_hand.every(each.label, each.count), 100), each.id, default=counts[each.id] > 0)
        for each in sensible(view, decision)
    )
    placeholder = text_hand.choose(decision.purpose, decision.minimum, decision.maximum)
    menu = Menu(scope("kinds", packed(decision, picked)), placeholder, choices, 0, len(choices))
    several = [option for option in decision.options if counts[option.id] and option.count > 1]
    labels = [clip(text_hand.one_fewer(each.label, counts[each.id], each.count), MAX_LABEL) for each in several]
    left = [packed(decision, counts - Counter([each.id])) for each in several]
    fewer: list[Block] = [*rows([Button(label, scope("less", picks)) for label, picks in zip(labels, left, strict=True)])]
    if len(several) > MAX_BUTTONS:
        less = [MenuChoice(label, picks) for label, picks in zip(labels, left, strict=True)]
        fewer = [*menus(scope, "less", "", text_hand.ONE_FEWER, less)]
    end = [confirm(decision, scope, picked)] if picked else []
    return [menu, *fewer, *rows([*end, *nothing_button(decision, scope)])]


def chosen(decision: DecisionView, state: str) -> list[str]:
    """Return the picks that the digits stand for; without digits, the prefilled ones."""
    try:
        return unpacked(decision, state) if state else list(decision.preselected)
    except ValueError:
        return list(decision.preselected)


def choice(view: View, decision: DecisionView, id: str, copy: int, tick: bool) -> MenuChoice:
    """Return one line of a selection's menu; for a card in a pile, with the number left and its effect."""
    option = next(option for option in decision.options if option.id == id)
    description = ""
    if option.card and decision.kind == "pile":
        hint = rules.hint(option.card, view.edition_of(option.card))
        left = next((pile.count for pile in view.piles if pile.top == option.card), None)
        description = hint if left is None else text_hand.left(left, hint)
    label = text_hand.one_of(option.label, copy, option.count)
    if copy == 1:
        label = counted(decision, option, option.count if decision.maximum <= 1 else 1)
    return MenuChoice(clip(label, 100), f"{id}.{copy}", description, tick)


def order(decision: DecisionView, scope: Scope, state: str) -> list[Block]:
    """Pick one thing after the other, in order; when cards are sorted, each with its fate."""
    try:
        done = sequence(decision, state)
    except (ValueError, IndexError):
        done = []
    state = ordered(decision, done)
    labels = {option.id: option.label for option in decision.options}
    left = remaining(decision, done)
    names = list(dict.fromkeys(option.card for option in decision.options if option.card and left[option.id]))
    placeholder = text_hand.next_one(decision.kind, decision.purpose, names, done)
    whole = ways(decision, MAX_CHOICES)
    if whole and decision.minimum == 1:
        fates = [(way, decision.options[DIGITS.index(way)].label) for way in whole]
        return [*rows([Button(clip(label, MAX_LABEL), scope("next", way), "primary") for way, label in fates])]
    if whole:
        choices = [
            MenuChoice(clip(text_hand.fates([decision.options[DIGITS.index(digit)].label for digit in way]), 100), way)
            for way in whole
        ]
        return [Menu(scope("next"), placeholder, tuple(choices))]
    places = enumerate(decision.options)
    options = [(DIGITS[i], counted(decision, option, number)) for i, option in places if (number := left[option.id])]
    so_far = text_hand.sequence([labels[id] for id in done], decision.kind)
    blocks: list[Block] = [Text(so_far)] if done or decision.kind != "order" else []  # otherwise, the heading asks it
    if len(options) <= MAX_BUTTONS:
        blocks += rows([Button(clip(label, MAX_LABEL), scope("next", state + digit), "primary") for digit, label in options])
    else:
        blocks += menus(scope, "next", state, placeholder, [MenuChoice(label, digit) for digit, label in options])
    if done:
        blocks += rows([Button(text_hand.START_OVER, scope("next"))])
    return blocks
