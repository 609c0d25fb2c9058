"""One's turn on the hand panel: a button for each Action, menus of what can be bought, and the plain turn in one click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs import text
from cogs.panels import rules
from cogs.panels.blocks import MAX_BUTTONS, MAX_LABEL, Block, Button, Menu, MenuChoice, Row, Scope, Style, Text, clip, menus, rows
from cogs.text import hand as text_hand
from engine import DecisionView, Option, PileView, View, card_facts
from engine.view import CostView, LandscapeView
from tables import TableView

KNOWN = ("play:", "treasures", "buys", "buy:", "event:", "debt:", "end")
"""What a turn's options begin with; any others get a button each."""


SINGLE = "single"
"""What says, in place of picks, that single Treasures are to be shown."""


def turn(table: TableView, view: View, decision: DecisionView, state: str = "", back: Sequence[Button] = ()) -> list[Block]:
    """What can be done on one's turn; `state`: see SINGLE; `back`: ways to wait for others, and to take back the last move."""
    me = view.players[decision.seat]
    scope = Scope(table.id, decision.id)
    money = text_hand.phase(view.phase, view.actions, view.buys, view.coins, view.potions, me.debt)
    if view.treasure_coins is not None and (view.treasure_coins or view.treasure_potions):
        money += f"\n-# {text_hand.in_treasures(view.treasure_coins, view.treasure_potions or 0, view.treasures_left)}"
    if unpaid := ahead(view, decision).debt:
        money += f"\n-# {text_hand.in_debt(me.debt, unpaid)}"
    money += "".join(f"\n-# {sentence}" for sentence in replaced(view))
    offered = {option.id: option for option in decision.options}
    plays = [option for option in decision.options if option.id.startswith("play:")]
    useful = [option for option in plays if option.card not in view.idle]
    idle = view.idle if "treasures" not in offered else ()
    if idle:
        money += f"\n-# {text_hand.idle(idle)}"
    odd = [option for option in plays if option.card in view.treasures_left]
    if odd and "treasures" in offered:
        money += f"\n-# {text_hand.not_plain(view.treasures_left)}"
    blocks: list[Block] = [Text(money)]
    blocks += play_buttons(view, decision, odd if "treasures" in offered else plays, scope)
    buttons = []
    if "treasures" in offered:
        label = text_hand.plain_treasures(view.treasure_coins, view.treasure_potions or 0) if odd else text_hand.TREASURES
        buttons.append(Button(label, scope("do", "treasures"), "secondary" if odd else "primary"))
        buttons += single_treasure(view, decision, plays, scope) if state != SINGLE else []
    if "buys" in offered:
        buttons.append(Button(text_hand.TO_BUYING, scope("do", "buys"), "secondary" if useful else "primary"))
    debts = [option for option in decision.options if option.id.startswith("debt:")]
    others = [option for option in decision.options if not option.id.startswith(KNOWN)]
    buttons += [Button(clip(option.label, MAX_LABEL), scope("do", option.id), "primary") for option in debts[:1]]
    buttons += [Button(text_hand.PAY_LESS, scope("number", "debt"))] * (len(debts) > 1)
    buttons += [Button(clip(option.label, MAX_LABEL), scope("do", option.id)) for option in others[:MAX_BUTTONS]]
    whole = whole_turns(view, decision, scope)
    if "end" in offered:
        advised = plain(view, decision) and not any(isinstance(block, Row) for block in whole)
        style: Style = "success" if len(offered) == 1 else "primary" if advised else "secondary"
        buttons.append(Button(text_hand.END_TURN, scope("do", "end"), style))
    blocks += buy_menus(view, decision, scope)
    blocks += whole
    blocks += rows([*buttons, *back])
    if "treasures" in offered and state == SINGLE:
        blocks += menus(scope, "one", "", text_hand.PLAY_ONE, [MenuChoice(option.label, option.id) for option in plays])
    return blocks


def replaced(view: View) -> list[str]:
    """What comes instead of what cards in hand say, each sentence once."""
    return list(dict.fromkeys(sentence for told in view.replaced.values() for sentence in told))


def play_buttons(view: View, decision: DecisionView, plays: Sequence[Option], scope: Scope) -> list[Block]:
    """A button for each card that can be played, or a menu if they are too many; what would do nothing doesn't stand out."""
    counts = {each.name: each.count for each in view.players[decision.seat].hand or ()}
    named = [(option, text_hand.play(option.card or option.label, counts.get(option.card or "", 1))) for option in plays]
    if len(plays) > MAX_BUTTONS:
        return [*menus(scope, "play", "", text_hand.PLAY_ACTION, [MenuChoice(label, option.id) for option, label in named])]
    styles: list[Style] = ["secondary" if option.card in view.idle else "primary" for option in plays]
    return [*rows([Button(label, scope("do", option.id), style) for (option, label), style in zip(named, styles, strict=True)])]


def single_treasure(view: View, decision: DecisionView, plays: Sequence[Option], scope: Scope) -> list[Button]:
    """The way to play one Treasure and not all, which is seldom wanted: of one kind at once, else by a menu."""
    if len(plays) > 1:
        return [Button(text_hand.PLAY_JUST_ONE, scope("single"))]
    counts = {each.name: each.count for each in view.players[decision.seat].hand or ()}
    several = plays and counts.get(plays[0].card or "", 1) > 1
    return [Button(text_hand.PLAY_JUST_ONE, scope("do", plays[0].id))] if several else []


ONE_TAP = 2
NEAR_THE_END = 5
"""So many of the dearest Victory cards left, and the cheaper ones are worth a turn."""


def plain(view: View, decision: DecisionView) -> bool:
    """Is one's turn surely a plain one from here on: no Action to play, one Buy at most, the money known?"""
    before = ahead(view, decision).moves
    useful = any(option.id.startswith("play:") and option.card not in view.idle for option in decision.options)
    if view.phase == "action":
        return view.buys <= 1 and not useful and "buys" in before
    return view.buys <= 1 and (not useful or "treasures" in before)


def whole_turns(view: View, decision: DecisionView, scope: Scope) -> list[Block]:
    """The plain turn in one click. For what it would mostly buy, and for paying debt alone, with what the click does."""
    piles, before = buyable(view, decision)
    debt = view.players[decision.seat].debt
    if not plain(view, decision):
        return []
    proposed = proposals(view, decision.seat, piles, ahead(view, decision).potions)
    named = [(text_hand.whole_turn(pile.top or pile.name), [f"buy:{pile.top}"]) for pile in proposed]
    paid = sum(int(move.removeprefix("debt:")) for move in before if move.startswith("debt:"))
    if paid:
        named.append((text_hand.pay_and_end(paid, debt), []))
    elif before and not named:
        named.append((text_hand.NOTHING_AND_END, []))
    buttons = [Button(label, scope("whole", "|".join([*before, *buy, "end"])), "primary") for label, buy in named]
    money = f"${view.coins + (view.treasure_coins or 0) * ('treasures' in before)}"
    always = all(buy for _, buy in named)
    told = text_hand.whole_turn_preview("treasures" in before, money, paid, buys=bool(piles), always=always)
    return [*rows(buttons), Text(told)] if buttons or (view.buys and ends(view, decision)) else []


def ends(view: View, decision: DecisionView) -> bool:
    """Does a choice in the buy menu end the turn? Where the turn is plain from here on, as long as no Treasure lies there: whoever
    plays them first goes step by step."""
    return plain(view, decision) and "treasures" in ahead(view, decision).moves


def proposals(view: View, seat: int, piles: Sequence[PileView], potions: int) -> list[PileView]:
    """What a plain turn would mostly buy of `piles`, best first. What takes a Potion comes first where there is one to pay; then
    the dearest of the basic cards, Treasures before Victory cards of the same cost. As long as the end is far away no Victory cards
    but the dearest, and nothing that pays for Potion cards if one is owned already: then there may be nothing to propose."""

    def victory(pile: PileView) -> bool:
        return "Victory" in card_facts(pile.name).types

    special = [pile for pile in piles if pile.kind == "kingdom" and 0 < pile.cost.potion <= potions and not pile.cost.debt]
    basic = [pile for pile in piles if pile.kind == "basic" and pile.cost.coins and not pile.cost.debt]
    dearest = max((pile for pile in view.piles if pile.kind == "basic" and victory(pile)), key=lambda pile: pile.cost.coins)
    owned = {each.name for each in view.players[seat].owned}
    wanted = [
        pile
        for pile in basic
        if not (victory(pile) and pile.name != dearest.name and dearest.count > NEAR_THE_END)
        and not (card_facts(pile.name).plus.potions and pile.name in owned)
    ]
    by_cost = sorted(wanted, key=lambda pile: (-pile.cost.coins, victory(pile), pile.name))
    return [*sorted(special, key=lambda pile: (-pile.cost.potion, -pile.cost.coins, pile.name))[:1], *by_cost][:ONE_TAP]


def buy_menus(view: View, decision: DecisionView, scope: Scope) -> list[Menu]:
    """What can be bought: if that is certain, what could be once all Treasures are played, in one click; see `ends`."""
    piles, before = buyable(view, decision)
    offered: list[tuple[CostView, str, str, int | None]]
    offered = [(pile.cost, pile.top, f"buy:{pile.top}", pile.count) for pile in piles if pile.top]
    offered += [(each.cost, each.name, f"event:{each.name}", None) for each in events(view, decision) if each.cost is not None]
    ranked = sorted(offered, key=lambda each: (-each[0].coins, -each[0].potion, -each[0].debt, each[1]))
    choices = []
    for cost, name, move, count in ranked:
        hint = rules.hint(name, view.edition)
        choices.append(MenuChoice(text.priced(name, cost), move, clip(hint if count is None else text_hand.left(count, hint), 100)))
    if ends(view, decision):
        return menus(scope, "last", "|".join(before), text_hand.BUY_AND_END, choices)
    later = any(option.id.startswith("play:") and option.card not in view.idle for option in decision.options)
    return menus(scope, "buy", "|".join(before), text_hand.buy(before, view.coins if later else None), choices)


class Budget(NamedTuple):
    """Where a buy could be made: after these moves, with so much money and debt left."""

    moves: list[str]
    coins: int
    potions: int
    debt: int

    def affords(self, cost: CostView) -> bool:
        """Whether a cost can be paid (debt can be taken on)."""
        return cost.coins <= self.coins and cost.potion <= self.potions


def ahead(view: View, decision: DecisionView) -> Budget:
    """The moves that come before a buy, where that is certain: leaving the Action phase, playing all Treasures, paying what can be
    paid of one's debt; and the money and the debt that are left then."""
    debt, coins, potions = view.players[decision.seat].debt, view.coins, view.potions
    before = []
    if view.treasure_coins is not None and not view.treasures_left and (decision.offers("buys") or decision.offers("treasures")):
        held = view.players[decision.seat].hand or ()
        if decision.offers("buys"):
            before.append("buys")
        if decision.offers("treasures") or any("Treasure" in card_facts(each.name).types for each in held):
            before.append("treasures")
        coins += view.treasure_coins
        potions += view.treasure_potions or 0
    pays = min(debt, coins)
    if pays and (before or decision.offers(f"debt:{pays}")):
        before.append(f"debt:{pays}")
        coins, debt = coins - pays, debt - pays
    return Budget(before, coins, potions, debt)


def buyable(view: View, decision: DecisionView) -> tuple[list[PileView], list[str]]:
    """The piles that can be bought from, and the moves that come before."""
    then = ahead(view, decision)
    if not then.moves:
        return [pile for pile in view.piles if decision.offers(f"buy:{pile.top}")], []
    may = view.buys > 0 and not then.debt
    return [pile for pile in view.piles if may and pile.supply and pile.top and then.affords(pile.cost)], then.moves


def events(view: View, decision: DecisionView) -> list[LandscapeView]:
    """The Events that can be bought, by way of the same moves before."""
    then = ahead(view, decision)
    if not then.moves:
        return [each for each in view.landscapes if decision.offers(f"event:{each.name}")]
    may = view.buys > 0 and not then.debt
    return [each for each in view.landscapes if may and each.cost is not None and then.affords(each.cost)]
