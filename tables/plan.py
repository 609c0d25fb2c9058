"""A plan for a player's next turn: reading what they write, showing what it would do, and carrying it out step by step. Pure.

    play CARD, play CARD, $8 CARD, $6 CARD, else CARD

* `play CARD`: plays come first, in this order. `play CARD and CARD`: two of them. A card that isn't in hand yet, or has `if drawn`
  after it, is played if it's in hand by then. An Action in hand that is named before all buys, with no other choice beside it, is
  played too: `CARD, then $6 CARD`.
* `$6 CARD`: buy it with $6 or more (`$3P`: and a Potion). `CARD`: buy it if that is possible. `else CARD`: buy it if nothing before
  it was bought; `else nothing`: then buy nothing. The first that applies is bought, after all Treasures have been played. Actions
  in hand that the plan doesn't name stay there, and the preview says so.
* `then …`, `and …`, or whatever follows an `else`: the next buy. `pay`: pay off debt.

Commas, full stops, new lines and `or` separate things that are tried one after the other; `CARD if I have $6`, `if I have $6, buy
CARD` and the like mean `$6 CARD`, and `CARD if possible` just `CARD`.

A plan with buys ends the turn when it is done. It leaves questions to its owner and then goes on, as does the rest of several moves
in a row. It stops at the first surprise, and says why. It only uses what the seat itself may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from engine import card_facts, idle_among
from engine.view import CardCount, CostView, DecisionView, Frozen, MovePhase, View
from storage.notes import AutoAction, PlanStop, StopKind
from storage.personal import PlanPurchase, PlanStep, TurnPlan
from tables import words

# carrying out


class PlannedMove(NamedTuple):
    """A plan's next move, what then remains of the plan (None: nothing), and if the game's own log doesn't say enough (as the plan
    starts, or is done), the action to log."""

    ids: tuple[str, ...]
    plan: TurnPlan | None
    did: AutoAction | None = None


class Halt(NamedTuple):
    """The plan ends here, and why (None: it is done)."""

    stop: PlanStop | None


def next_move(plan: TurnPlan, view: View, decision: DecisionView) -> PlannedMove | Halt | None:
    """Return the plan's answer to `decision`, which its owner faces on their own turn, as their `view` shows it. None: they answer
    it themselves, and the plan goes on after that."""
    if plan.turn not in (None, view.turn):
        return Halt(None)
    if plan.moves:
        return next_in_row(plan, view, decision) if decision.kind == "turn" else None
    begins = plan.turn is None
    if begins and not foreseen(plan, view.players[decision.seat].hand or ()):
        return stopped("another-hand")
    if decision.idle:
        return PlannedMove((), plan)
    if decision.kind != "turn":  # even if only one answer is possible, since others would see the difference
        return None
    move = turn_move(plan.model_copy(update={"turn": view.turn}), view, decision)
    if begins and isinstance(move, PlannedMove):
        return move._replace(did=AutoAction(what="plan-begins"))
    return move


BUYS = ("buy", "event")
"""The beginnings of ids of moves that buy."""
IDLE = {"spend", "end"}
"""The beginnings of ids of moves that do nothing in a turn without Buys and debt."""


class StillToDo(NamedTuple):
    """Why a turn continues after a buy that was meant to end it: the phase, Buys and payable debt left."""

    phase: str
    buys: int
    debt: int


def still_to_do(view: View, decision: DecisionView, made: Sequence[str]) -> StillToDo | None:
    """Return why a turn shouldn't end after the move just `made`, if that was a buy that leaves more to do (with a Buy, in an
    Action phase, or about debt)."""
    if next(iter(made), "").partition(":")[0] not in BUYS or len(decision.options) == 1:
        return None
    debt = view.players[decision.seat].debt
    if not (view.buys or debt) and {option.id.partition(":")[0] for option in decision.options} <= IDLE:
        return None
    return StillToDo(view.phase, view.buys, min(debt, view.coins))


def next_in_row(plan: TurnPlan, view: View, decision: DecisionView) -> PlannedMove | Halt:
    """Return the next of several moves in a row, unless what they were decided on has changed: the money, until they bought
    something, or what is left to do at their end."""
    move, bought = plan.moves[plan.done], any(move.partition(":")[0] in BUYS for move in plan.moves[: plan.done])
    more = move == "end" and still_to_do(view, decision, plan.made)
    if more or not decision.offers(move) or not (bought or decision.purse == plan.purse):
        return stopped("changed")
    rest = further(plan)
    return PlannedMove((move,), rest if rest.done < len(rest.moves) else None)


def foreseen(plan: TurnPlan, hand: Sequence[CardCount]) -> bool:
    """Return whether the hand is the one the plan was made for, plus, at most, the cards it expected."""
    then, now = (Counter({each.name: each.count for each in cards}) for cards in (plan.hand, hand))
    return now >= then if plan.come else now == then


def turn_move(plan: TurnPlan, view: View, decision: DecisionView) -> PlannedMove | Halt:
    """Return the plan's answer to a step of its turn."""
    while plan.done < len(plan.steps):
        move = step_move(plan, view, decision)
        if move is not None:
            return move
        plan = further(plan)
    if not any(step.buy for step in plan.steps):
        return Halt(None)
    unplanned = surprise(plan, view, decision)
    return unplanned or PlannedMove(("end",), None, AutoAction(what="plan-through"))


def further(plan: TurnPlan) -> TurnPlan:
    """Return the plan without the step just done."""
    return plan.model_copy(update={"done": plan.done + 1})


def stopped(why: StopKind, card: str | None = None) -> Halt:
    """Halt the plan, and say why."""
    return Halt(PlanStop(why=why, card=card))


def step_move(plan: TurnPlan, view: View, decision: DecisionView) -> PlannedMove | Halt | None:
    """Return the move for the plan's next step; None if the step needs none."""
    step = plan.steps[plan.done]
    if step.play is not None:
        return play(plan, step, view, decision)
    if unplanned := surprise(plan, view, decision):
        return unplanned
    if view.phase == "action":
        return PlannedMove(("buys",), plan)
    if decision.offers("treasures"):
        return PlannedMove(("treasures",), plan)
    player = view.players[decision.seat]
    if step.pay:
        paid = min(player.debt, view.coins)
        return PlannedMove((f"debt:{paid}",), further(plan)) if paid else None

    def id_of(card: str) -> str | None:
        return next((id for id in (f"buy:{card}", f"event:{card}") if decision.offers(id)), None)

    picked = pick(step.buy, view, view.coins, view.potions, lambda card: id_of(card) is not None)
    if isinstance(picked, PlanStop):
        return Halt(picked)
    if picked.card is None:
        return None
    id = id_of(picked.card)
    assert id is not None
    return PlannedMove((id,), further(plan))


def play(plan: TurnPlan, step: PlanStep, view: View, decision: DecisionView) -> PlannedMove | Halt | None:
    """Return a planned play; a Treasure is played in the Buy phase, even one that is an Action, if it would do nothing earlier.
    None: it isn't in hand, and needn't be."""
    card = step.play or ""
    later = view.phase == "action" and "Treasure" in card_facts(card).types and card in view.idle
    if decision.offers(f"play:{card}") and not later:
        return PlannedMove((f"play:{card}",), further(plan))
    if not any(each.name == card for each in view.players[decision.seat].hand or ()):
        return None if step.if_drawn else stopped("not-held", card)
    if view.phase == "action" and "Treasure" in card_facts(card).types:
        return surprise(plan, view, decision) or PlannedMove(("buys",), plan)
    return stopped("not-playable", card)


def surprise(plan: TurnPlan, view: View, decision: DecisionView) -> Halt | None:
    """Return a card that could usefully be played and that the plan doesn't mention: an Action that wasn't in hand when the plan
    was made (the others stay there, as its preview says), or a Treasure that isn't played together with the others."""
    known = {step.play for step in plan.steps}
    plays = [option.card or "" for option in decision.options if option.id.startswith("play:")]
    if view.phase == "action":
        plays = [card for card in plays if card not in view.idle and not any(card == each.name for each in plan.hand)]
    else:
        plays = [card for card in plays if card in view.treasures_left]
    unknown = [card for card in plays if card not in known]
    return stopped("unplanned", unknown[0]) if unknown else None


def pick(
    purchases: Sequence[PlanPurchase], view: View, coins: int, potions: int, can_buy: Callable[[str], bool]
) -> PlanPurchase | PlanStop:
    """Return the first purchase that applies; if it is impossible, or none applies, return why the plan stops."""
    for purchase in purchases:
        if coins < (purchase.coins or 0) or potions < purchase.potions:
            continue
        if purchase.card is None or can_buy(purchase.card):
            return purchase
        if gone(purchase.card, view):
            return PlanStop(why="none-left", card=purchase.card)
        if purchase.coins is not None or purchase.last:
            return PlanStop(why="too-expensive", card=purchase.card, coins=coins, potions=potions)
    return PlanStop(why="too-expensive", coins=coins, potions=potions)


def gone(card: str, view: View) -> bool:
    """Return whether this can't be bought from any pile, or as an Event, at any price."""
    tops = {pile.top for pile in view.piles if pile.supply} | {each.name for each in view.landscapes}
    return card not in tops


def money(coins: int, potions: int) -> str:
    """Return an amount of money in the form of a cost."""
    return f"${coins}" + "P" * potions


# showing


class Preview(Frozen):
    """What a plan would do with the current hand, line by line. `stops`: why it stops there; `unknown`: why the rest can't be
    foreseen, although the plan goes on."""

    lines: tuple[str, ...]
    stops: str | None = None
    unknown: str | None = None


def preview(plan: TurnPlan, view: View, seat: int) -> Preview:
    """Return what the plan would do if the turn started now."""
    trial = Trial(view, seat, plan.come)
    stops = trial.run(plan.steps)
    return Preview(lines=tuple(trial.lines), stops=None if stops is None else words.plan_stop(stops), unknown=trial.unknown)


def replacing(view: View, seat: int) -> list[str]:
    """Return the cards in play that might replace what a seat plays in its next turn: those of other players who have no turn
    before it."""
    seats = len(view.players)
    before = {(view.current + number) % seats for number in range(1, (seat - view.current - 1) % seats + 1)}
    out = {card for player in view.players if player.seat not in (seat, *before) for card in player.coming}
    return sorted(card for card in out if card_facts(card).replaces)


class Trial:
    """A turn, as far as it follows from the hand and from cards with certain effects. `come`: the cards that do something at its
    start, which might add to the hand."""

    def __init__(self, view: View, seat: int, come: Sequence[str] = ()) -> None:
        self.view = view
        self.come = come
        self.replacing = replacing(view, seat)
        self.hand = Counter({each.name: each.count for each in view.players[seat].hand or ()})
        self.debt = view.players[seat].debt
        self.actions, self.buys, self.coins, self.potions = 1, 1, 0, 0
        self.lines: list[str] = []
        self.unknown: str | None = None
        self.bought: Counter[str] = Counter()
        self.costs = {pile.top: pile.cost for pile in view.piles if pile.supply and pile.top is not None}
        self.costs |= {each.name: each.cost for each in view.landscapes if each.cost is not None}

    def run(self, steps: Iterable[PlanStep]) -> PlanStop | None:
        """Go through the foreseeable steps; return why they stop, or None."""
        steps = list(steps)
        plays, buys = [step for step in steps if step.play], [step for step in steps if not step.play]
        stay = self.hand - Counter([step.play or "" for step in plays])
        if self.come:
            self.lines.append(words.step_coming(self.come))
        for step in plays:
            stops = self.play(step.play or "", step.if_drawn)
            if stops is not None:
                return stops
            if self.unknown is not None:
                break
        self.stay(stay if buys else Counter())
        stops = self.treasures() if buys and self.unknown is None else None
        for step in buys:
            if stops is not None or self.unknown is not None:
                return stops
            if step.pay:
                self.pay()
            stops = self.buy(step.buy) if step.buy else None
        if stops is None and self.unknown is None and any(step.buy for step in buys):
            self.lines.append(words.STEP_END)
        return stops

    def stay(self, cards: Counter[str]) -> None:
        """Note the Actions that the plan doesn't mention, and the Treasures that would do nothing."""
        idle = self.idle("buy")
        names = [
            card for card in sorted(cards) if {"Action", "Treasure"} & set(card_facts(card).types) == {"Action"} or card in idle
        ]
        if names:
            self.lines.append(words.step_stay(names))

    def idle(self, phase: MovePhase) -> frozenset[str]:
        """Return the cards in hand that would do nothing if played in that phase; none, if more cards might be drawn first."""
        more = self.come or self.unknown is not None
        return frozenset() if more else idle_among(self.hand.elements(), phase)

    def play(self, card: str, if_drawn: bool) -> PlanStop | None:
        """Try one play."""
        if not self.hand[card] and if_drawn:
            self.lines.append(words.step_play_if_drawn(card))
            return None
        if not self.hand[card]:
            return PlanStop(why="not-held", card=card)
        facts = card_facts(card)
        if self.replacing and "Action" in facts.types:
            self.lines.append(words.step_play(card))
            self.unknown = words.may_be_replaced(card, self.replacing)
            return None
        idle = card in self.idle("action")
        if "Action" in facts.types and not (idle and "Treasure" in facts.types):
            if not self.actions:
                return PlanStop(why="no-action", card=card)
            self.actions -= 1
        elif "Treasure" in facts.types:
            idle = card in self.idle("buy")
        self.hand[card] -= 1
        self.lines.append(words.step_play(card))
        if idle:
            return None
        if not facts.plain:
            self.unknown = words.leads_anywhere(card)
        elif facts.plus.cards:
            self.unknown = words.draws(card)
        self.actions += facts.plus.actions
        self.buys += facts.plus.buys
        self.coins += facts.plus.coins
        self.potions += facts.plus.potions
        return None

    def treasures(self) -> PlanStop | None:
        """Play all Treasures in hand; return why the turn stops before, or None."""
        idle = idle_among(self.hand.elements(), "buy")
        for card in sorted(self.hand.elements()):
            facts = card_facts(card)
            if "Treasure" not in facts.types:
                continue
            if card in idle and self.come:
                self.unknown = words.brings(self.come)
                return None
            if card in idle:
                continue
            if not facts.any_order:
                return PlanStop(why="unplanned", card=card)
            if not facts.plain or facts.plus.cards:
                self.unknown = words.worth_anything(card)
                return None
            self.coins += facts.plus.coins
            self.potions += facts.plus.potions
            self.buys += facts.plus.buys
        self.lines.append(words.step_treasures(money(self.coins, self.potions), at_least=bool(self.come)))
        return None

    def pay(self) -> None:
        """Pay off as much debt as possible."""
        paid = min(self.debt, self.coins)
        if paid:
            self.debt -= paid
            self.coins -= paid
            self.lines.append(words.step_pay(paid))

    def buy(self, purchases: Sequence[PlanPurchase]) -> PlanStop | None:
        """Try one buy."""
        if not self.buys:
            return PlanStop(why="no-buy")
        if self.debt:
            return PlanStop(why="debt", debt=self.debt)
        picked = pick(purchases, self.view, self.coins, self.potions, self.can_buy)
        if self.come and picked is not purchases[0]:
            self.unknown = words.brings(self.come)
            return None
        if isinstance(picked, PlanStop):
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
        """Return whether a copy is left, and there is enough money."""
        left = next((pile.count for pile in self.view.piles if pile.top == card), 1)
        cost: CostView | None = self.costs.get(card)
        return cost is not None and left > self.bought[card] and cost.coins <= self.coins and cost.potion <= self.potions
