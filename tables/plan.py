"""A plan for one's next turn: read from a line, shown as what it would do, carried out step by step. Pure.

    play CARD, play CARD, $8 CARD, $6 CARD, else CARD

* `play CARD`: plays come first, in this order.
* `$6 CARD`: buy it with $6 or more (`$3P`: and a Potion). `CARD`: buy it if that is possible. `else CARD`: buy it if nothing
  before it was bought; `else nothing`: then buy nothing. The first that applies is bought, and all Treasures are played before.
* `then …`, or whatever follows an `else`: the next buy. `pay`: pay off debt.

A plan with buys ends the turn when it is through. It stops at the first surprise, and says why. All it goes by is what the
seat itself may know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from engine import card_facts
from engine.randomizers import folded
from engine.view import CostView, DecisionView, Frozen, View
from storage.store import Plan, Step, Wish
from tables import words
from tables.errors import TableError

LONGEST = 300
PART = re.compile(r"[^,;\n]+")
WISH = re.compile(r"(?:(?P<last>else|otherwise)\s+)?(?:\$?(?P<coins>\d+)(?P<potions>p*)\s+)?(?:buy\s+)?(?P<name>.*)", re.IGNORECASE)
NOTHING = ("nothing", "none")


class PlanError(TableError):
    """A plan can't be understood: the fault is `text[start:end]`."""

    def __init__(self, sentence: str, text: str, start: int, end: int) -> None:
        super().__init__(sentence)
        self.text, self.start, self.end = text, start, end

    @property
    def word(self) -> str:
        """What the error is about."""
        return self.text[self.start : self.end]


# ---- reading


def read_plan(text: str, view: View, seat: int) -> Plan:
    """The plan that `text` means in this game, for the hand that `seat` has now. Raises PlanError."""
    if len(text) > LONGEST:
        raise PlanError(words.longest_plan(LONGEST), text, LONGEST, len(text))
    return Plan(text=text.strip(), steps=tuple(Reader(text, names_in(view, seat)).steps()), hand=view.players[seat].hand or ())


def names_in(view: View, seat: int) -> dict[str, str]:
    """What can be named in a plan, by what people may write."""
    names = [card for pile in view.piles for card in (*pile.cards, *([] if pile.cards else [pile.name]))]
    names += [each.name for each in view.landscapes if each.cost is not None]
    names += [each.name for each in view.players[seat].hand or ()]
    return {folded(name): name for name in names}


class Reader:
    """Reads one plan, part by part."""

    def __init__(self, text: str, names: dict[str, str]) -> None:
        self.text = text
        self.names = names
        self.found: list[Step] = []
        self.wishes: list[Wish] = []

    def steps(self) -> list[Step]:
        """All its steps."""
        parts = [match for match in PART.finditer(self.text) if match[0].strip()]
        if not parts:
            raise PlanError(words.EMPTY_PLAN, self.text, 0, len(self.text))
        for match in parts:
            written = match[0].strip()
            self.part(written, match.start() + match[0].index(written))
        self.close()
        return self.found

    def close(self) -> None:
        """One buy is complete."""
        if self.wishes:
            self.found.append(Step(buy=tuple(self.wishes)))
            self.wishes = []

    def part(self, written: str, start: int) -> None:
        """Takes down what stands between two commas."""
        if after := re.match(r"then\s+", written, re.IGNORECASE):
            self.close()
            written, start = written[after.end() :], start + after.end()
        if played := re.match(r"play\s+", written, re.IGNORECASE):
            if self.wishes or any(step.buy or step.pay for step in self.found):
                raise self.error(words.PLAYS_FIRST, written, start)
            self.found.append(Step(play=self.name(written[played.end() :], start + played.end())))
        elif re.fullmatch(r"pay( (off )?(my )?debt)?", written, re.IGNORECASE):
            self.close()
            self.found.append(Step(pay=True))
        else:
            self.wish(written, start)

    def wish(self, written: str, start: int) -> None:
        """Something to buy."""
        match = WISH.fullmatch(written)
        assert match is not None
        last = match["last"] is not None
        if last and not self.wishes:
            raise self.error(words.ELSE_WITHOUT_WISH, written, start)
        nothing = folded(match["name"]) in NOTHING
        card = None if nothing else self.name(match["name"], start + match.start("name"))
        coins = int(match["coins"]) if match["coins"] is not None else None
        self.wishes.append(Wish(card=card, coins=coins, potions=len(match["potions"] or ""), last=last))
        if last:
            self.close()

    def name(self, written: str, start: int) -> str:
        """The card that is meant: by its name, or by a beginning that no other has."""
        key = folded(written)
        if key in self.names:
            return self.names[key]
        begun = sorted({name for each, name in self.names.items() if key and each.startswith(key)})
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise self.error(words.which_is_meant(begun[:5]), written, start)
        near = get_close_matches(key, self.names, 1)
        raise self.error(words.no_such_card(written.strip(), self.names[near[0]] if near else None), written, start)

    def error(self, sentence: str, written: str, start: int) -> PlanError:
        """An error about these words."""
        return PlanError(sentence, self.text, start, start + max(1, len(written)))


# ---- carrying out


class Move(NamedTuple):
    """The next thing that a plan does, what is left of the plan then (None: it is used up), and a line where the game's own log
    doesn't say all: that it begins, that it is through."""

    ids: tuple[str, ...]
    plan: Plan | None
    text: str = ""


class Halt(NamedTuple):
    """The plan ends here. `text` says why; empty: it has done all it says."""

    text: str


def next_move(plan: Plan, view: View, decision: DecisionView) -> Move | Halt:
    """What the plan does about `decision`, one of its owner's on their own turn, as their `view` shows it."""
    begins = plan.turn is None
    if begins and plan.hand != view.players[decision.seat].hand:
        return stopped(words.ANOTHER_HAND)
    if decision.kind != "turn":
        return stopped(words.not_answered(decision.prompt))
    move = turn_move(plan.model_copy(update={"turn": view.turn}), view, decision)
    return move._replace(text=words.PLAN_BEGINS) if begins and isinstance(move, Move) else move


def turn_move(plan: Plan, view: View, decision: DecisionView) -> Move | Halt:
    """What the plan does about a step of its turn."""
    while plan.done < len(plan.steps):
        move = step_move(plan, view, decision)
        if move is not None:
            return move
        plan = further(plan)
    if not any(step.buy for step in plan.steps):
        return Halt("")
    unplanned = surprise(plan, view, decision)
    return unplanned or Move(("end",), None, words.PLAN_THROUGH)


def further(plan: Plan) -> Plan:
    """One step of it is done."""
    return plan.model_copy(update={"done": plan.done + 1})


def stopped(why: str) -> Halt:
    """It ends here because of that."""
    return Halt(words.plan_stopped(why))


def step_move(plan: Plan, view: View, decision: DecisionView) -> Move | Halt | None:
    """What comes next for the plan's next step; None: nothing, it needs nothing done."""
    step = plan.steps[plan.done]
    if step.play is not None:
        return play(plan, step.play, view, decision)
    if unplanned := surprise(plan, view, decision):
        return unplanned
    if view.phase == "action":
        return Move(("buys",), plan)
    if decision.offers("treasures"):
        return Move(("treasures",), plan)
    player = view.players[decision.seat]
    if step.pay:
        paid = min(player.debt, view.coins)
        return Move((f"debt:{paid}",), further(plan)) if paid else None

    def id_of(card: str) -> str | None:
        return next((id for id in (f"buy:{card}", f"event:{card}") if decision.offers(id)), None)

    picked = pick(step.buy, view, view.coins, view.potions, lambda card: id_of(card) is not None)
    if isinstance(picked, str):
        return stopped(picked)
    if picked.card is None:
        return None
    id = id_of(picked.card)
    assert id is not None
    return Move((id,), further(plan))


def play(plan: Plan, card: str, view: View, decision: DecisionView) -> Move | Halt:
    """A planned play; a Treasure is played in the Buy phase."""
    if decision.offers(f"play:{card}"):
        return Move((f"play:{card}",), further(plan))
    if not any(each.name == card for each in view.players[decision.seat].hand or ()):
        return stopped(words.not_held(card))
    if view.phase == "action" and "Treasure" in card_facts(card).types:
        return surprise(plan, view, decision) or Move(("buys",), plan)
    return stopped(words.not_playable(card))


def surprise(plan: Plan, view: View, decision: DecisionView) -> Halt | None:
    """A card that could be played, and of which the plan knew nothing: an Action that wasn't in hand when it was made, or a
    Treasure that isn't played together with the others."""
    known = {step.play for step in plan.steps}
    if view.phase == "action":
        known |= {each.name for each in plan.hand}
    elif decision.offers("treasures"):
        return None
    for option in decision.options:
        if option.id.startswith("play:") and option.card not in known:
            return stopped(words.unplanned(option.card or ""))
    return None


def pick(wishes: Sequence[Wish], view: View, coins: int, potions: int, can_buy: Callable[[str], bool]) -> Wish | str:
    """The first wish that applies; where it should but can't be fulfilled, or where none applies: why the plan stops."""
    for wish in wishes:
        if coins < (wish.coins or 0) or potions < wish.potions:
            continue
        if wish.card is None or can_buy(wish.card):
            return wish
        if gone(wish.card, view):
            return words.none_left(wish.card)
        if wish.coins is not None or wish.last:
            return words.too_dear(wish.card, money(coins, potions))
    return words.all_too_dear(money(coins, potions))


def gone(card: str, view: View) -> bool:
    """Can this card not be had from any pile or as an Event, whatever one pays?"""
    tops = {pile.top for pile in view.piles if pile.supply} | {each.name for each in view.landscapes}
    return card not in tops


def money(coins: int, potions: int) -> str:
    """An amount, as costs are written."""
    return f"${coins}" + "P" * potions


# ---- showing


class Preview(Frozen):
    """What a plan would do with the hand as it is, line by line, as far as that can be known; `stops` says why no further."""

    lines: tuple[str, ...]
    stops: str | None = None


def preview(plan: Plan, view: View, seat: int) -> Preview:
    """What the plan would do if the turn began now."""
    trial = Trial(view, seat)
    stops = trial.run(plan.steps)
    return Preview(lines=tuple(trial.lines), stops=stops)


class Trial:
    """A turn as far as it can be known from one's hand and from what cards surely add."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.hand = Counter({each.name: each.count for each in view.players[seat].hand or ()})
        self.debt = view.players[seat].debt
        self.actions, self.buys, self.coins, self.potions = 1, 1, 0, 0
        self.lines: list[str] = []
        self.bought: Counter[str] = Counter()
        self.costs = {pile.top: pile.cost for pile in view.piles if pile.supply and pile.top is not None}
        self.costs |= {each.name: each.cost for each in view.landscapes if each.cost is not None}

    def run(self, steps: Iterable[Step]) -> str | None:
        """Goes through the steps; returns why it stops, or None."""
        treasures = False
        steps = list(steps)
        for step in steps:
            if step.play is not None:
                stops = self.play(step.play)
            else:
                stops = None if treasures else self.treasures()
                treasures = True
                if step.pay:
                    self.pay()
                stops = stops or (self.buy(step.buy) if step.buy else None)
            if stops is not None:
                return stops
        if any(step.buy for step in steps):
            self.lines.append(words.STEP_END)
        return None

    def play(self, card: str) -> str | None:
        """One play."""
        if not self.hand[card]:
            return words.not_held(card)
        facts = card_facts(card)
        if "Action" in facts.types:
            if not self.actions:
                return words.no_action_left(card)
            self.actions -= 1
        self.hand[card] -= 1
        self.lines.append(words.step_play(card))
        if not facts.plain:
            return words.leads_anywhere(card)
        if facts.plus.cards:
            return words.draws(card)
        self.actions += facts.plus.actions
        self.buys += facts.plus.buys
        self.coins += facts.plus.coins
        self.potions += facts.plus.potions
        return None

    def treasures(self) -> str | None:
        """All Treasures in hand."""
        for card in sorted(self.hand.elements()):
            facts = card_facts(card)
            if "Treasure" not in facts.types:
                continue
            if not facts.plain or facts.plus.cards:
                return words.worth_anything(card)
            self.coins += facts.plus.coins
            self.potions += facts.plus.potions
            self.buys += facts.plus.buys
        self.lines.append(words.step_treasures(money(self.coins, self.potions)))
        return None

    def pay(self) -> None:
        """Pays off what can be paid."""
        paid = min(self.debt, self.coins)
        if paid:
            self.debt -= paid
            self.coins -= paid
            self.lines.append(words.step_pay(paid))

    def buy(self, wishes: Sequence[Wish]) -> str | None:
        """One buy."""
        if not self.buys:
            return words.NO_BUY_LEFT
        if self.debt:
            return words.in_debt(self.debt)
        picked = pick(wishes, self.view, self.coins, self.potions, self.can_buy)
        if isinstance(picked, str):
            return picked
        if picked.card is None:
            self.lines.append(words.STEP_BUY_NOTHING)
            return None
        cost = self.costs[picked.card]
        self.coins -= cost.coins
        self.potions -= cost.potion
        self.debt += cost.debt
        self.buys -= 1
        self.bought[picked.card] += 1
        self.lines.append(words.step_buy(picked.card))
        return None

    def can_buy(self, card: str) -> bool:
        """Is there one, and money for it?"""
        left = next((pile.count for pile in self.view.piles if pile.top == card), 1)
        cost: CostView | None = self.costs.get(card)
        return cost is not None and left > self.bought[card] and cost.coins <= self.coins and cost.potion <= self.potions
