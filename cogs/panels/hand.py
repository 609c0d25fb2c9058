"""The hand panel: what one seat holds and may do. It works for any decision of any card, by the decision's kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cogs import text, text_ahead, text_board, text_hand, text_offers, text_score
from cogs.panels import rules
from cogs.panels.blocks import (
    CALLING,
    CALM,
    MAX_CHOICES,
    ROW,
    Attachment,
    Block,
    Button,
    Choice,
    ForOne,
    Id,
    Link,
    Menu,
    Row,
    Style,
    Text,
    clip,
    panel,
    rows,
)
from cogs.panels.picks import DIGITS, packed, remaining, sequence, unpacked, values, ways
from cogs.panels.places import lost
from engine import DecisionView, Option, PileView, View, card_facts
from engine.view import CardCount, CostView, LandscapeView
from tables import TableView
from tables.models import SeatView

MAX_BUTTONS = 10
MAX_LABEL = 80
KNOWN = ("play:", "treasures", "buys", "buy:", "event:", "debt:", "end")
"""What a turn's options begin with; any others get a button each."""
KINDS = ("Action", "Treasure", "Victory", "Curse")


def hand(
    table: TableView,
    view: View | None,
    person: int,
    *,
    undoable: bool = False,
    askable: bool = False,
    lately: str = "",
    note: str = "",
    picked: tuple[int, str] | None = None,
    planned: str | None = None,
    picture: Attachment | None = None,
    board: str = "",
) -> ForOne:
    """What `person` sees of their seat. `view` is their own; `undoable`: they may take something back, `askable`: they may ask the
    others for more; `lately` the log's last lines, as they may read them; `note` an answer to their last click; `picked` the
    decision that they are in the midst of answering, and their picks; `planned` their plan for the next turn, in words (None: it
    can't be planned now); `picture` the hand that it is about; `board` the address of what lies on the table (else that of
    its channel).
    """
    seat = table.seat_of(person)
    blocks: list[Block | None] = [Text(note) if note else None]
    if seat is not None:
        blocks += lost(table, plays=not seat.resigned)
    colour = CALM
    if seat is None or view is None or table.phase != "playing" or seat.resigned:
        blocks.append(Text(standing_by(table, person)))
    elif decision := to_answer(view, seat.number, waits=table.waits):
        waits = table.waits and decision.kind == "turn"
        colour = CALM if waits else CALLING
        state = picked[1] if picked and picked[0] == decision.id else ""
        blocks += [
            Text(head(table, view, decision)),
            Text(lately) if lately else None,
            picture,
            Text("\n".join([held(table, view, decision.seat), *distance(view, decision)])),
            *([] if waits and table.options.wait_for_owed else asked(table, view, decision, state)),
            *whether_to_wait(table, view, decision),
        ]
    else:
        controller = view.players[seat.number].controller
        told = [
            text_hand.waiting(table),
            *([text_hand.possessed(table.seats[controller].name)] if controller != seat.number else []),
        ]
        blocks += [Text("\n".join(told)), Text(lately) if lately else None, picture, Text(held(table, view, seat.number))]
        blocks += plan(table, planned)
    playing = view is not None and table.phase == "playing"
    acts: list[Button] = []
    back: list[Button] = []
    if playing and seat is not None and not seat.resigned:
        assert view is not None
        blocks += offer(table, seat)
        acts = why_button(table, view, seat.number) if colour == CALLING else []
        back = undo_buttons(table, view, undoable=undoable, askable=askable)
    looks: list[Button | Link] = [Link(text_board.OPEN_BOARD, board or text.url(table))] if table.lost is None else []
    if playing:
        looks += [Button(text.LOG, Id(table.id, 0, "log")), Button(text.CARDS, Id(table.id, 0, "effects"))]
    if playing and seat is not None and not seat.resigned:  # what finds no room in the row is there as well
        back.append(Button(text_hand.MORE, Id(table.id, 0, "more")))
        looks = looks[: ROW - len(acts) - len(back)]
    footer: list[Block] = [*rows([*acts, *looks, *back]), Text(text.of_which_game(table))]
    return ForOne(panel([block for block in blocks if block], footer, colour=colour), person)


def standing_by(table: TableView, person: int) -> str:
    """What there is to say where nothing can be done."""
    seat = table.seat_of(person)
    if table.phase == "over":
        return text_score.over(table) if table.started else text_hand.HAND_CLOSED
    if seat is None:
        former = table.formerly(person)
        return text_hand.played_for_you(table, former) if former is not None else text_hand.NOT_SEATED_ANY_MORE
    if table.phase == "lobby":
        return text_hand.SEATED
    if table.phase == "frozen":
        return text_board.frozen(table)
    return text_hand.YOU_RESIGNED


def to_answer(view: View, seat: int | None, *, waits: bool = False) -> DecisionView | None:
    """The decision that the panel is about: one that waits before one that is owed (`waits`: the turn waits for these), before one
    already answered."""
    mine = [decision for decision in view.decisions if decision.decider == seat]
    return min(mine, key=lambda each: (each.answered, each.kind == "turn" if waits else each.owed, each.id), default=None)


def head(table: TableView, view: View, decision: DecisionView) -> str:
    """Why one is asked, and what."""
    owner = table.seats[decision.seat].name
    other = decision.seat != decision.decider
    if decision.kind == "turn":
        taken = view.players[decision.seat].turns_taken
        title = text_hand.turn_for(owner) if other else text_hand.your_turn(taken + 1)
        owing = [table.seats[number].name for number in view.owing if number != decision.decider]
        if not owing:
            return title
        told = text_hand.may_finish(owing)
        if table.waits:
            told = text_hand.table_waits(owing) if table.options.wait_for_owed else text_hand.you_wait(owing)
        return f"{title}\n{told}"
    meanwhile = any(each.seat == decision.decider and each.owed for each in table.awaited)
    turn_of = table.seats[view.current].name if view.current not in (decision.decider, decision.seat, decision.played_by) else None
    card = text_hand.asking(decision.card, whose(table, decision))
    lines = [text_hand.asked(card, turn_of, meanwhile=decision.owed and meanwhile)]
    if other:
        lines.append(text_hand.decide_for(owner))
    if len(decision.because) > 1 or (decision.because and decision.card is None):
        lines.append(text_hand.because(decision.because))
    if decision.answered:
        labels = {option.id: option.label for option in decision.options}
        lines.append(text_hand.answered([labels[id] for id in decision.preselected if id in labels]))
    return "\n".join(lines)


def whose(table: TableView, decision: DecisionView) -> str | None:
    """The name of whoever else's card asks."""
    by = decision.played_by
    return table.seats[by].name if by is not None and by not in (decision.seat, decision.decider) else None


def whether_to_wait(table: TableView, view: View, decision: DecisionView) -> list[Block]:
    """Before the next step of one's turn: waiting for what others owe one's Attack, or going on without."""
    if decision.kind != "turn" or set(view.owing) <= {decision.decider} or table.options.wait_for_owed:
        return []
    label, value = (text_hand.FINISH, "no") if table.waits else (text_hand.WAIT, "yes")
    return [Row((Button(label, Id(table.id, decision.id, "wait", value)),))]


def plan(table: TableView, planned: str | None) -> list[Block]:
    """The plan for the next turn, and the way to make one."""
    if planned is None:
        return []
    if not planned:
        return [Row((Button(text_ahead.PLAN, Id(table.id, 0, "plan"), "primary"),))]
    buttons = (
        Button(text_ahead.CHANGE_PLAN, Id(table.id, 0, "plan", "kept")),
        Button(text_ahead.DROP_PLAN, Id(table.id, 0, "unplan")),
    )
    return [Text(planned), Row(buttons)]


def offer(table: TableView, seat: SeatView) -> list[Block]:
    """What is put to the table, if anything is, for one who is asked, has agreed already, or has proposed it."""
    if table.offer is None:
        return []
    agreed = seat.number in table.offer.agreed
    said_no = text_offers.DECLINE_AFTER_ALL if agreed else text_offers.DECLINE
    if table.offer.by == seat.person:
        said_no = text_offers.WITHDRAW
    agree = Button(text_offers.AGREE, Id(table.id, table.offer.number, "agree"), "primary")
    decline = Button(said_no, Id(table.id, table.offer.number, "decline"))
    return [Text(text_offers.offer(table)), Row((decline,) if agreed else (agree, decline))]


def undo_buttons(table: TableView, view: View, *, undoable: bool, askable: bool) -> list[Button]:
    """The way back that there is now: what one may take back oneself, step by step; beyond that, asking the others."""
    if undoable:
        current = to_answer(view, view.viewer, waits=table.waits)
        return [Button(text_offers.UNDO, Id(table.id, current.id if current else 0, "undo"))]
    return [Button(text_offers.TAKE_BACK, Id(table.id, 0, "losses"))] if askable and table.offer is None else []


def why_button(table: TableView, view: View, seat: int | None) -> list[Button]:
    """The way to what is behind a question; one's turn explains itself."""
    decision = to_answer(view, seat, waits=table.waits)
    if decision is None or decision.kind == "turn":
        return []
    return [Button(text_hand.WHY, Id(table.id, decision.id, "why"))]


LOW = 3


def distance(view: View, decision: DecisionView) -> list[str]:
    """How far the end is, on one's turn."""
    if decision.kind != "turn":
        return []
    low = [pile for pile in view.piles if pile.supply and 0 < pile.count <= LOW]
    told = text_hand.low_piles(view.empty_piles, view.piles_to_end, [text.card(pile.name, pile.count) for pile in low])
    return [told] if told else []


def held(table: TableView, view: View, seat: int) -> str:
    """A hand in words: Actions first, then Treasures, then the rest; and what is set aside."""
    seen = view.players[seat]
    owner = None if seat == view.viewer else table.seats[seat].name
    told = text_hand.hand(owner, seen.hand_size, text.cards(sorted(seen.hand or (), key=rank)))
    for aside in seen.set_aside:
        told += "\n-# " + text.aside(aside.count, aside.card, text.cards(aside.cards or ()), aside.waits_for)
    return told


def rank(each: CardCount) -> tuple[int, int, str]:
    """Where a card stands in a hand."""
    facts = card_facts(each.name)
    kind = min((KINDS.index(kind) for kind in facts.types if kind in KINDS), default=0)
    return kind, -facts.cost.coins, each.name


def asked(table: TableView, view: View, decision: DecisionView, state: str) -> list[Block]:
    """The decision's question and its controls."""
    if decision.kind == "turn":
        return turn(table, view, decision)
    blocks: list[Block] = [Text(f"**{text.safe(decision.prompt)}**")]
    if decision.kind == "react":
        return [*blocks, *react(table, decision, state)]
    return [*blocks, *controls(decision, Scope(table.id, decision.id), state)]


class Scope:
    """Makes the ids of one decision's controls."""

    def __init__(self, table: str, decision: int) -> None:
        self._table, self._decision = table, decision

    def __call__(self, verb: str, arg: str = "") -> Id:
        return Id(self._table, self._decision, verb, arg)


# one's turn


def turn(table: TableView, view: View, decision: DecisionView) -> list[Block]:
    """What can be done on one's turn."""
    me = view.players[decision.seat]
    scope = Scope(table.id, decision.id)
    money = text_hand.phase(view.phase, view.actions, view.buys, view.coins, view.potions, me.debt)
    if view.treasure_coins or view.treasure_potions:
        money += f"\n-# {text_hand.in_treasures(view.treasure_coins or 0, view.treasure_potions or 0)}"
    if unpaid := ahead(view, decision).debt:
        money += f"\n-# {text_hand.in_debt(me.debt, unpaid)}"
    offered = {option.id: option for option in decision.options}
    plays = [option for option in decision.options if option.id.startswith("play:")]
    blocks: list[Block] = [Text(money)]
    if view.phase == "action":
        blocks += play_buttons(view, decision, plays, scope)
    buttons = []
    if "treasures" in offered:
        label = text_hand.treasures(view.treasure_coins or 0, view.treasure_potions or 0)
        buttons.append(Button(label, scope("do", "treasures"), "primary"))
        counts = {each.name: each.count for each in me.hand or ()}
        if len(plays) == 1 and counts.get(plays[0].card or "", 1) > 1:
            buttons.append(Button(text_hand.PLAY_JUST_ONE, scope("do", plays[0].id)))
    if "buys" in offered:
        buttons.append(Button(text_hand.TO_BUYING, scope("do", "buys")))
    debts = [option for option in decision.options if option.id.startswith("debt:")]
    others = [option for option in decision.options if not option.id.startswith(KNOWN)]
    buttons += [Button(clip(option.label, MAX_LABEL), scope("do", option.id), "primary") for option in debts[:1]]
    buttons += [Button(text_hand.PAY_LESS, scope("number", "debt"))] * (len(debts) > 1)
    buttons += [Button(clip(option.label, MAX_LABEL), scope("do", option.id)) for option in others[:MAX_BUTTONS]]
    if "end" in offered:
        buttons.append(Button(text_hand.END_TURN, scope("do", "end"), "success" if len(offered) == 1 else "secondary"))
    blocks += buy_menus(view, decision, scope)
    blocks += whole_turns(view, decision, scope)
    blocks += rows(buttons)
    if view.phase != "action" and len(plays) > ("treasures" in offered):
        blocks += menus(scope, "one", "", text_hand.PLAY_ONE, [Choice(option.label, option.id) for option in plays])
    return blocks


def play_buttons(view: View, decision: DecisionView, plays: Sequence[Option], scope: Scope) -> list[Block]:
    """A button for each Action in hand, or a menu if they are too many."""
    counts = {each.name: each.count for each in view.players[decision.seat].hand or ()}
    named = [(option, text_hand.play(option.card or option.label, counts.get(option.card or "", 1))) for option in plays]
    if len(plays) > MAX_BUTTONS:
        return [*menus(scope, "play", "", text_hand.PLAY_ACTION, [Choice(label, option.id) for option, label in named])]
    return [*rows([Button(label, scope("do", option.id), "primary") for option, label in named])]


ONE_TAP = 2
NEAR_THE_END = 5
"""So many of the dearest Victory cards left, and the cheaper ones are worth a turn."""


def whole_turns(view: View, decision: DecisionView, scope: Scope) -> list[Block]:
    """The plain turn in one click, where it surely is one: no Action to play, one Buy, the money known. For what it would mostly
    buy, and for paying debt alone, with what the click does."""
    piles, before = buyable(view, decision)
    debt = view.players[decision.seat].debt
    acting = view.phase == "action" and any(option.id.startswith("play:") for option in decision.options)
    if acting or view.buys != 1 or (decision.offers("treasures") and "treasures" not in before):
        return []
    proposed = proposals(view, decision.seat, piles, ahead(view, decision).potions)
    named = [(text_hand.whole_turn(pile.top or pile.name), [f"buy:{pile.top}"]) for pile in proposed]
    paid = sum(int(move.removeprefix("debt:")) for move in before if move.startswith("debt:"))
    if paid:
        named.append((text_hand.pay_and_end(paid, debt), []))
    buttons = [Button(label, scope("whole", "|".join([*before, *buy, "end"])), "primary") for label, buy in named]
    money = f"${view.coins + (view.treasure_coins or 0) * ('treasures' in before)}"
    told = text_hand.whole_turn_preview("treasures" in before, money, paid, buys=bool(proposed))
    return [*rows(buttons), Text(told)] if buttons else []


def proposals(view: View, seat: int, piles: Sequence[PileView], potions: int) -> list[PileView]:
    """What a plain turn would mostly buy of `piles`, best first. What takes a Potion comes first where there is one to pay; then
    the dearest of the basic cards, Treasures before Victory cards of the same cost. As long as the end is far away no Victory cards
    but the dearest, and nothing that pays for Potion cards if one is owned already."""

    def victory(pile: PileView) -> bool:
        return "Victory" in card_facts(pile.name).types

    special = [pile for pile in piles if pile.kind == "kingdom" and 0 < pile.cost.potion <= potions and not pile.cost.debt]
    basic = [pile for pile in piles if pile.kind == "basic" and pile.cost.coins and not pile.cost.debt]
    dearest = max((pile for pile in view.piles if pile.kind == "basic" and victory(pile)), key=lambda pile: pile.cost.coins)
    owned = {each.name for each in view.players[seat].owned}
    early = [
        pile
        for pile in basic
        if not (victory(pile) and pile.name != dearest.name and dearest.count > NEAR_THE_END)
        and not (card_facts(pile.name).plus.potions and pile.name in owned)
    ]
    by_cost = sorted(early or basic, key=lambda pile: (-pile.cost.coins, victory(pile), pile.name))
    return [*sorted(special, key=lambda pile: (-pile.cost.potion, -pile.cost.coins, pile.name))[:1], *by_cost][:ONE_TAP]


def buy_menus(view: View, decision: DecisionView, scope: Scope) -> list[Menu]:
    """What can be bought: if that is certain, what could be once all Treasures are played, in one click."""
    piles, before = buyable(view, decision)
    ranked = sorted(piles, key=lambda pile: (-pile.cost.coins, -pile.cost.potion, -pile.cost.debt, pile.top or ""))
    choices = [
        Choice(
            f"{pile.top} ({text.cost(pile.cost)})", f"buy:{pile.top}", clip(text_hand.left(pile.count, rules.hint(pile.top)), 100)
        )
        for pile in ranked
        if pile.top
    ]
    choices += [
        Choice(clip(f"{each.name} ({text.cost(each.cost)})", 100), f"event:{each.name}", rules.hint(each.name))
        for each in events(view, decision)
    ]
    return menus(scope, "buy", "|".join(before), text_hand.buy(before), choices)


class Ahead(NamedTuple):
    """Where a buy could be made: after these moves, with so much money and debt left."""

    moves: list[str]
    coins: int
    potions: int
    debt: int

    def affords(self, cost: CostView) -> bool:
        """Whether a cost can be paid (debt can be taken on)."""
        return cost.coins <= self.coins and cost.potion <= self.potions


def ahead(view: View, decision: DecisionView) -> Ahead:
    """The moves that come before a buy, where that is certain: leaving the Action phase, playing all Treasures, paying what can be
    paid of one's debt; and the money and the debt that are left then."""
    debt, coins, potions = view.players[decision.seat].debt, view.coins, view.potions
    before = []
    if view.treasure_coins is not None and (decision.offers("buys") or decision.offers("treasures")):
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
    return Ahead(before, coins, potions, debt)


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


# other decisions


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
        blocks += [Text(f"**{text.safe(follow.prompt)}**"), *controls(follow, scope, state)]
    return blocks


def controls(decision: DecisionView, scope: Scope, state: str) -> list[Block]:
    """The controls of a selection or an order."""
    if decision.kind in ("order", "sort") or stacks(decision):
        return order(decision, scope, state)
    only = decision.preselected and decision.kind != "choice"
    if decision.maximum <= 1 and decision.kind != "pile" and len(decision.options) <= MAX_BUTTONS and not only:
        return one_of_few(decision, scope)
    if decision.kind == "choice" and decision.minimum == decision.maximum == 1 and (found := numbered(decision)):
        return a_number(decision, scope, *found)
    return selection(decision, scope, state)


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


def selection(decision: DecisionView, scope: Scope, state: str) -> list[Block]:
    """Menus to choose in. One choice, or one menu, answers at once; several, or what is filled in already, need a confirmation."""
    picked = chosen(decision, state)
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
        choices = [choice(decision, id, copy, copy <= counts[id]) for id, copy in page]
        least, most = max(1, decision.minimum), decision.maximum
        verb = scope(f"pick{number or ''}")
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
        Choice(clip(text_hand.every(each.label, each.count), 100), each.id, default=counts[each.id] > 0)
        for each in decision.options
    )
    placeholder = text_hand.choose(decision.purpose, decision.minimum, decision.maximum)
    menu = Menu(scope("kinds", packed(decision, picked)), placeholder, choices, 0, len(choices))
    several = [option for option in decision.options if counts[option.id] and option.count > 1]
    fewer = [
        Button(
            clip(text_hand.one_less(each.label, counts[each.id], each.count), MAX_LABEL),
            scope("less", packed(decision, counts - Counter([each.id]))),
        )
        for each in several[:MAX_BUTTONS]
    ]
    end = [confirm(decision, scope, picked)] if picked else []
    return [Text(text_hand.BY_NAME), menu, *rows(fewer), *rows([*end, *nothing_button(decision, scope)])]


def chosen(decision: DecisionView, state: str) -> list[str]:
    """What is picked: by the digits, else what is filled in from the start."""
    try:
        return unpacked(decision, state) if state else list(decision.preselected)
    except ValueError:
        return list(decision.preselected)


def choice(decision: DecisionView, id: str, copy: int, tick: bool) -> Choice:
    """One line of a selection's menu."""
    option = next(option for option in decision.options if option.id == id)
    description = rules.hint(option.card) if option.card and decision.kind == "pile" else ""
    return Choice(clip(text_hand.nth(option.label, copy), 100), f"{id}.{copy}", description, tick)


def order(decision: DecisionView, scope: Scope, state: str) -> list[Block]:
    """Picks one thing after the other, first first; where cards are sorted, each with what becomes of it."""
    try:
        done = sequence(decision, state)
    except (ValueError, IndexError):
        done, state = [], ""
    labels = {option.id: option.label for option in decision.options}
    whole = ways(decision, MAX_CHOICES)
    if whole:
        choices = [
            Choice(clip(text_hand.fates([decision.options[DIGITS.index(digit)].label for digit in way]), 100), way) for way in whole
        ]
        return [Menu(scope("next"), text_hand.choose(decision.purpose, 1, 1), tuple(choices))]
    left = remaining(decision, done)
    options = [(DIGITS[i], option.label) for i, option in enumerate(decision.options) if left[option.id]]
    blocks: list[Block] = [Text(text_hand.sequence([labels[id] for id in done], decision.kind))]
    if len(options) <= MAX_BUTTONS:
        blocks += rows([Button(clip(label, MAX_LABEL), scope("next", state + digit), "primary") for digit, label in options])
    else:
        blocks += menus(
            scope, "next", state, text_hand.choose(decision.purpose, 1, 1), [Choice(label, digit) for digit, label in options]
        )
    if done:
        blocks += rows([Button(text_hand.START_OVER, scope("next"))])
    return blocks


def menus(scope: Scope, verb: str, arg: str, placeholder: str, choices: Sequence[Choice]) -> list[Menu]:
    """One choice of many, in as many menus as it takes."""
    pages = [choices[start : start + MAX_CHOICES] for start in range(0, len(choices), MAX_CHOICES)]
    return [
        Menu(scope(f"{verb}{number or ''}", arg), text.page(placeholder, number + 1, len(pages)), tuple(page))
        for number, page in enumerate(pages)
    ]
