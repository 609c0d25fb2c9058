"""A turn on the hand panel: a button for each Action that does something now, and one menu that buys."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from cogs import text
from cogs.panels import rules
from cogs.panels.blocks import MAX_BUTTONS, MAX_LABEL, Block, Button, Id, Menu, MenuChoice, Scope, Text, clip, menus, rows
from cogs.text import hand as text_hand
from cogs.text.rules import BESIDE
from engine import DecisionView, Option, PileView, View, card_facts
from engine.mechanisms import in_order, tokens_in_words
from engine.view import CostView, LandscapeView
from engine.words import pay_debt
from tables import TableView
from tables.hints import is_last_turn, near_end, would_end

KNOWN = ("play:", "treasures", "buys", "buy:", "event:", "debt:", "spend:", "end")
"""The beginnings of ids of some options of a turn; all other options get a button."""
SINGLE = "single"
"""A value in place of picks, saying that a turn is played step by step: Treasures one by one, and no buy that ends it."""


class Controls(NamedTuple):
    """The turn's part of the panel below the hand: the money and the moves, and the next step, first of the grey row."""

    blocks: list[Block]
    onward: Button | None


def turn(table: TableView, view: View, decision: DecisionView, state: str = "", *, waits: bool = False) -> Controls:
    """Return the turn's controls; `state`: see SINGLE; `waits`: by the player's settings, their Attacks wait for responses."""
    scope = Scope(table.id, decision.id)
    single = state == SINGLE and decision.offers("treasures")
    moves = moves_of(view, decision, scope, single=single)
    buying = [] if acts(view, decision) else buy_menus(view, decision, scope, single=single)
    onward = None
    if decision.offers("buys") and not buying:
        onward = Button(text_hand.BUY_PHASE, scope("do", "buys"), "secondary" if moves else "primary")
    elif decision.offers("end"):
        label = text_hand.END_IN_DEBT if can_pay(view, decision) else text_hand.END_TURN
        onward = Button(label, scope("do", "end"), "secondary" if moves or buying else "primary")
    told = [*standing(view, decision), *slow(table, view, decision, waits=waits or table.options.wait_for_owed)]
    return Controls([Text("\n".join(told)), *moves, *buying], onward)


def slow(table: TableView, view: View, decision: DecisionView, *, waits: bool) -> list[str]:
    """Warn of the cards in hand that might make the turn wait for other people's answers. `waits`: for those owed, too."""
    people = {seat.number for seat in table.seats if seat.person is not None and not seat.resigned} - {decision.decider}
    named = [option.card for option in playable(decision) if option.card and option.card not in view.idle]
    asking = [name for name in named if people & {*view.awaited.get(name, ())} or (people and waits and card_facts(name).asks)]
    return [text_hand.might_wait(asking)] if asking else []


def standing(view: View, decision: DecisionView) -> list[str]:
    """Describe the turn so far: what there is to play and buy with, and what else the player needs to know now."""
    held = to_play(view, decision)
    coins = view.coins + (view.treasure_coins or 0) * held
    potions = view.potions + (view.treasure_potions or 0) * held
    certain = not held or view.treasure_coins is not None
    seen = view.players[decision.seat]
    tokens = tokens_in_words(spendable(view, decision).items())
    told = [
        text_hand.money(
            view.actions if view.phase == "action" else None,
            text_hand.purse(coins, potions, [name for name in view.treasures_left if held and card_facts(name).brings_money]),
            view.buys,
            seen.debt,
            tokens,
            treasures=held and certain,
            certain=certain,
        )
    ]
    told += [f"-# {sentence}" for sentence in [*in_force(view), *forbidden(decision), *payable(view, decision)]]
    return [*told, *([near] if (near := end_is_near(view)) else [])]


def spendable(view: View, decision: DecisionView) -> dict[str, int]:
    """Return the tokens that can be spent, and how many there are."""
    return {name: number for name, number in view.players[decision.seat].tokens.items() if decision.offers(f"spend:{name}:1")}


def to_play(view: View, decision: DecisionView) -> bool:
    """Return whether the hand still has Treasures to play this turn."""
    held = view.players[decision.seat].hand or ()
    phase = decision.offers("buys") or decision.offers("treasures")
    return phase and any("Treasure" in card_facts(each.name).types for each in held)


def end_is_near(view: View) -> str:
    """Warn of the end, if it is near or certain."""
    if is_last_turn(view):
        return text.LAST_TURN
    near = near_end(view)
    return text_hand.end_is_near(near.left, near.empty, view.piles_to_end) if near else ""


def in_force(view: View) -> list[str]:
    """Return what replaces the effects of cards in hand, and what else others' cards do in this turn, each sentence once."""
    replaced = [sentence for told in view.replaced.values() for sentence in told]
    return list(dict.fromkeys([*replaced, *(each.told for each in view.in_force)]))


def forbidden(decision: DecisionView) -> list[str]:
    """Say which affordable cards something keeps the player from buying."""
    names = [move.card for move in decision.moves if "forbidden" in (move.now, move.then) and move.card is not None]
    return [text_hand.cannot_buy(names)] if names else []


# playing


def playable(decision: DecisionView) -> list[Option]:
    """Return the cards that can be played from the hand, one option each."""
    return [option for option in decision.options if option.id.startswith("play:")]


def acts(view: View, decision: DecisionView) -> bool:
    """Return whether some playable Action would do something now."""
    return view.phase == "action" and any(option.card not in view.idle for option in playable(decision))


def moves_of(view: View, decision: DecisionView, scope: Scope, *, single: bool) -> list[Block]:
    """Return everything that can be played or paid, without emphasis: none of it is advice. Treasures that a buy plays first have
    no button, unless they are played one by one (`single`)."""
    budget = ahead(decision)
    named = [option for option in playable(decision) if option.card not in view.idle]
    if decision.offers("treasures"):
        named = [option for option in named if option.card in view.treasures_left]
    labels = {option.id: text_hand.play(option.card or option.label) for option in named}
    buttons, blocks = [], list[Block]()
    if single:
        one_by_one = [MenuChoice(option.label, option.id) for option in playable(decision)]
        blocks += menus(scope, "one", "", text_hand.PLAY_ONE, one_by_one)
    elif len(named) > MAX_BUTTONS:
        blocks += menus(scope, "play", "", text_hand.PLAY_ACTION, [MenuChoice(label, id) for id, label in labels.items()])
    else:
        buttons = [Button(label, scope("do", id), "primary") for id, label in labels.items()]
    foreseen = "treasures" in budget.moves and (not budget.debt or plain(view, decision))
    foreseen = foreseen and bool(debt_paid(budget) or buyable(view, decision) or events(view, decision))
    if decision.offers("treasures") and not foreseen:
        rest = text_hand.plain_treasures(view.treasure_coins, view.treasure_potions or 0)
        buttons.append(Button(rest if named else text_hand.TREASURES, scope("do", "treasures"), "primary"))
    buttons += debts(view, decision, budget, scope)
    if not acts(view, decision):
        buttons += spending(decision, scope)
    others = [option for option in decision.options if not option.id.startswith(KNOWN)]
    buttons += [Button(clip(option.label, MAX_LABEL), scope("do", option.id), "primary") for option in others[:MAX_BUTTONS]]
    return [*blocks, *rows(buttons)]


def debts(view: View, decision: DecisionView, budget: Budget, scope: Scope) -> list[Button]:
    """Offer to pay as much debt as possible: along with ending a plain turn, or else on its own, after the moves before it."""
    paid = debt_paid(budget)
    if paid and plain(view, decision):
        whole = "|".join([*cautious(view, budget.moves), "end"])
        return [Button(text_hand.pay_and_end(paid, view.players[decision.seat].debt), scope("whole", whole), "primary")]
    if paid and not budget.debt and not acts(view, decision):
        return [Button(pay_debt(paid), scope("whole", "|".join(cautious(view, budget.moves))), "primary")]
    return [Button(option.label, scope("do", option.id), "primary") for option in paying(decision)[:1]]


def paying(decision: DecisionView) -> list[Option]:
    """Return the amounts of debt that can be paid now, the largest first."""
    return [option for option in decision.options if option.id.startswith("debt:")]


def can_pay(view: View, decision: DecisionView) -> bool:
    """Return whether debt can be paid now, or after the moves that come before a buy, or with tokens."""
    return bool(paying(decision) or debt_paid(ahead(decision)) or payable(view, decision))


def payable(view: View, decision: DecisionView) -> list[str]:
    """Say which tokens could pay the debt that the money leaves."""
    tokens = spendable(view, decision)
    return [text_hand.spend_on_debt([*tokens])] if tokens and ahead(decision).debt and not acts(view, decision) else []


def spending(decision: DecisionView, scope: Scope) -> list[Button]:
    """Offer to spend one of the tokens that give coins, or all of a kind."""
    options = [option for option in decision.options if option.id.startswith("spend:")]
    kinds = groupby(options, key=lambda option: option.id.rpartition(":")[0])
    ends = [each for _, kind in kinds for each in dict.fromkeys(itemgetter(0, -1)([*kind]))]
    return [Button(clip(option.label, MAX_LABEL), scope("do", option.id)) for option in ends]


def aside(table: TableView, view: View, decision: DecisionView) -> list[Button]:
    """Return the turn's rare moves, behind More…: those that would do nothing now, Treasures one by one, going on to the Buy phase
    or paying debt without ending a plain turn, and waiting for what others owe the player's Attack."""
    scope = Scope(table.id, decision.id)
    idle = [option for option in playable(decision) if option.card in view.idle]
    made = [Button(text_hand.play(option.card or option.label), scope("do", option.id)) for option in idle[:MAX_BUTTONS]]
    if decision.offers("buys") and not acts(view, decision):
        made.append(Button(text_hand.BUY_PHASE, scope("do", "buys")))
    if decision.offers("treasures"):
        made.append(Button(text_hand.ONE_BY_ONE, scope("single")))
    if acts(view, decision):
        made += spending(decision, scope)
    options = paying(decision)
    there = {button.label for button in debts(view, decision, ahead(decision), scope)}
    made += [Button(option.label, scope("do", option.id)) for option in options[:1] if option.label not in there]
    made += [Button(text_hand.PAY_LESS, scope("number", "debt"))] * (len(options) > 1)
    return [*made, *wait_controls(table, view, decision)]


def wait_controls(table: TableView, view: View, decision: DecisionView) -> list[Button]:
    """Offer to wait for the answers others owe to the player's Attack before the next step, or to go on without them."""
    if set(view.owing) <= {decision.decider} or table.options.wait_for_owed:
        return []
    label, value = (text_hand.FINISH, "no") if table.waits else (text_hand.WAIT, "yes")
    return [Button(label, Id(table.id, decision.id, "wait", value))]


# buying


def plain(view: View, decision: DecisionView) -> bool:
    """Return whether the rest of the turn is certain to be plain: no Action to play, one Buy at most, the money known."""
    before = ahead(decision).moves
    useful = any(option.id.startswith("play:") and option.card not in view.idle for option in decision.options)
    if view.phase == "action":
        return view.buys <= 1 and not useful and "buys" in before
    return view.buys <= 1 and (not useful or "treasures" in before)


def buy_menus(view: View, decision: DecisionView, scope: Scope, *, single: bool = False) -> list[Menu]:
    """Return what can be bought, most expensive first: if that is certain, what could be once all Treasures are played, in one
    click, which ends a plain turn."""
    then = Budget([], view.coins, view.potions, view.players[decision.seat].debt) if single else ahead(decision)
    offered: list[tuple[CostView, str, str, PileView | None]]
    offered = [(pile.cost, pile.top, f"buy:{pile.top}", pile) for pile in buyable(view, decision, then) if pile.top]
    offered += [
        (each.cost, each.name, f"event:{each.name}", None) for each in events(view, decision, then) if each.cost is not None
    ]
    ranked = sorted(offered, key=lambda each: (-each[0].coins, -each[0].potion, -each[0].debt, each[1]))
    ends = plain(view, decision) and not single
    choices = [MenuChoice(text.priced(name, cost), move, described(view, name, pile)) for cost, name, move, pile in ranked]
    certain = "treasures" in then.moves or not to_play(view, decision)
    placeholder = text_hand.buy(debt_paid(then), text_hand.purse(then.coins, then.potions), view.buys, ends=ends, certain=certain)
    return menus(scope, "last" if ends else "buy", "|".join(cautious(view, then.moves)), placeholder, choices)


def described(view: View, name: str, pile: PileView | None) -> str:
    """Return a line of a buy menu below a name: the number left, if it is a card, with the tokens on its pile and what else
    comes of buying it, and its effect."""
    if pile is None:
        return rules.hint(name, view.edition_of(name))
    notes = [each.note for each in view.in_force if each.card == name] + [text_hand.ENDS_GAME] * would_end(view, pile)
    tokens = text_hand.on_pile(in_order(pile.tokens), notes)
    return text_hand.left(pile.count, rules.hint(name, view.edition_of(name), BESIDE - len(tokens)), tokens)


class Budget(NamedTuple):
    """When a buy happens: after these moves, with this much money and debt left."""

    moves: list[str]
    coins: int
    potions: int
    debt: int


def ahead(decision: DecisionView) -> Budget:
    """Return the moves before a buy, if they are certain, and the money after them."""
    purse = decision.purse
    assert purse is not None
    return Budget([*decision.before], purse.coins, purse.potions, purse.debt)


def cautious(view: View, moves: Sequence[str]) -> list[str]:
    """Return these moves; if some Treasures in hand are at risk, the least valuable of these is played before the others."""
    first = [f"play:{view.at_risk[0]}"] if len(view.at_risk) > 1 else []
    return [each for move in moves for each in ([*first, move] if move == "treasures" else [move])]


def debt_paid(budget: Budget) -> int:
    """Return how much debt the moves before it pay."""
    return sum(int(move.removeprefix("debt:")) for move in budget.moves if move.startswith("debt:"))


def buyable(view: View, decision: DecisionView, then: Budget | None = None) -> list[PileView]:
    """Return the piles to buy from after the moves before a buy (None: see `ahead`)."""
    names = for_sale(decision, "buy", then)
    return [pile for pile in view.piles if pile.supply and pile.top in names]


def events(view: View, decision: DecisionView, then: Budget | None = None) -> list[LandscapeView]:
    """Return the Events to buy at that point."""
    names = for_sale(decision, "event", then)
    return [each for each in view.landscapes if each.name in names]


def for_sale(decision: DecisionView, kind: str, then: Budget | None) -> set[str | None]:
    """Return what is for sale of that kind at that point."""
    later = (then or ahead(decision)).moves
    return {move.card for move in decision.moves if move.kind == kind and (move.then if later else move.now) is None}
