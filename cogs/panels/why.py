"""Why the game asks something: how that came about, and the rule; one click further, what each choice leads to."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text
from cogs.panels import hand, rules
from cogs.panels.blocks import MAX_BUTTONS, Block, Button, ForOne, Id, Row, Text, panel
from cogs.panels.questions import declining
from cogs.panels.turn import ahead, buyable, events, in_force
from cogs.text import ahead as text_ahead
from cogs.text import hand as text_hand
from cogs.text import rules as text_rules
from cogs.text import why as text_why
from engine import DecisionView, MatchKind, Option, View, card_facts, named_in
from engine.events import Moment
from engine.mechanisms import DEBT
from engine.view import CostView
from engine.words import NO, YES
from tables import TableView
from tables.auto_answers import reactions

MAX_RULE, WHY_RULE, SHORT_RULE = 900, 100, 75
"""How long a rule can be: with what each choice leads to, alone, and beside others."""
PLAYED = 1200
"""How long the rules of all playable cards can be in total."""


def why(table: TableView, view: View, decision: DecisionView, person: int) -> ForOne:
    """Explain how a question came about, and its rule."""
    decision = hand.to_reader(decision)
    asks = None if decision.moment else decision.card  # otherwise, it is the card that moved
    told = [text_why.title(asks, hand.whose(table, decision)), chain(table, view, decision)]
    if decision.card and (effect := effect_of(decision.card, view, WHY_RULE)) is not None:
        told.append(effect if asks else text_why.choice([decision.card], effect))
    note = text_why.OWED if meanwhile(table, decision, person) else None
    if decision.kind == "react":
        moment = decision.moment or Moment.ATTACKED
        note = text_why.reactions_asked(moment, sorted(reactions(view, moment)))
    told += [text_why.aside(note)] if note else []
    return ForOne(panel(Text("\n".join(told)), onward(table, decision, view)), person)


def chain(table: TableView, view: View, decision: DecisionView) -> str:
    """Return how a question came about: whose turn it is, what was played, and what is asked."""
    owner, number = hand.turn_asked(view, decision)
    turn = text_why.turn(None if owner == decision.decider else table.seats[owner].name, number)
    causes = [*decision.because, *([decision.card] if decision.card and decision.card not in decision.because else [])]
    return text_why.chain([turn, *causes], (decision.follow or decision).prompt)


def meanwhile(table: TableView, decision: DecisionView, person: int) -> bool:
    """Return whether the turn goes on while someone owes this answer."""
    return decision.owed and not table.waits_for(person)


def onward(table: TableView, decision: DecisionView, view: View) -> Row:
    """Return the buttons to the card's page (for a turn, to all cards'), to the log, and to what each choice leads to."""
    card = Button(text.CARDS, Id(table.id, 0, "effects").in_place())
    if decision.card and effect_of(decision.card, view) is not None:
        card = Button(text_why.CARD, card_page(table, decision.card))
    log = Button(text.LOG, Id(table.id, 0, "log").in_place())
    return Row((card, log, Button(text_why.CHOICES, Id(table.id, decision.id, "choices").in_place())))


def outcomes(table: TableView, view: View, decision: DecisionView, person: int) -> ForOne:
    """Explain everything that the person may know about what each choice leads to; offer to look up its cards, and to give the same
    answer from now on."""
    decision = hand.to_reader(decision)
    blocks: list[Block] = [Text(hand.question_title(decision))]
    for name in dict.fromkeys([*decision.because, *about(decision)]):
        if name != decision.card and (effect := effect_of(name, view)) is not None:
            blocks.append(Text(text_rules.why_rule(name, effect)))
    told = [*leads_to(view, decision), *(in_force(view) if decision.seat == view.current else [])]
    blocks += [Text("\n".join(told))] if told else []
    if question := always_about(decision):
        buttons = tuple(
            Button(text_ahead.always(answer, decision.card or ""), Id(table.id, 0, "always", f"{question}={answer}"))
            for answer in ("yes", "no")
        )
        blocks += [Text(text_ahead.ALWAYS_SO), Row(buttons)]
    return ForOne(panel(blocks, rules.look_up(table.id, cards_in(decision, blocks))), person)


def cards_in(decision: DecisionView, blocks: Sequence[Block]) -> list[str]:
    """Return all cards that a question is about, or that it names: first the one that asks, then the others."""
    asks = [*filter(None, [decision.card]), *reversed(decision.because), decision.prompt]
    options = [said for option in decision.options for said in (option.card or "", option.label)]
    return [*named_in(*asks, *options), *rules.named(blocks)]


def about(decision: DecisionView) -> list[str]:
    """Return the card that a yes-or-no question is about, or the cards to put in order: the player has to know what they do."""
    yes_or_no = decision.kind == "choice" and decision.offers("yes")
    happens = decision.kind == "order" and decision.card is None
    return [option.card for option in decision.options if option.card] if yes_or_no or happens else []


def effect_of(name: str, view: View, size: int = MAX_RULE) -> str | None:
    """Return a card's text; None for a cause that isn't a card."""
    try:
        return text_rules.in_menu(card_facts(name), view.edition_of(name), size)
    except KeyError:
        return None


def leads_to(view: View, decision: DecisionView) -> list[str]:
    """Return what the choices lead to, as far as that can be known."""
    told: list[str] = []
    if decision.kind == "react":
        if decision.follow is None:
            return [*told, *choices(view, decision)]
        reveals = decision.model_copy(update={"options": tuple(each for each in decision.options if each.card)})
        return [
            *told,
            *choices(view, reveals),
            text_why.without_reaction(decision.follow.prompt),
            *leads_to(view, decision.follow),
        ]
    if decision.kind in ("cards", "pile") or (decision.maximum > 1 and decision.kind == "choice"):
        told.append(text_why.how_many(decision.minimum, decision.maximum))
    told += [text.safe(decision.leads)] if decision.leads and decision.maximum else []
    told += choices(view, decision)
    if decision.minimum == 0 and decision.maximum:
        told.append(text_why.choice([text_hand.nothing(decision.purpose)], decision.without))
    elif not decision.maximum:
        told.append(text.safe(decision.without))
    if decision.purpose == "trash" and decision.decider != decision.seat:
        told.append(text_why.COMES_BACK)
    return told


def choices(view: View, decision: DecisionView) -> list[str]:
    """Return what single options lead to, grouping those that lead to the same thing; for cards to play, their effects."""
    alike: dict[str, list[Option]] = {}
    for option in decision.options:
        leads = option.leads
        if not leads and decision.purpose == "play" and option.card and decision.kind in ("cards", "pile"):
            leads = effect_of(option.card, view, PLAYED // len(decision.options)) or ""
        if leads:
            alike.setdefault(leads, []).append(option)
    if decision.kind == "sort":
        return list(alike)
    return [group(decision, options, leads) for leads, options in alike.items()]


def group(decision: DecisionView, options: Sequence[Option], leads: str) -> str:
    """Return a line of what these options lead to."""
    labels = [option.card if decision.kind == "pile" and option.card else option.label for option in options]
    if decision.kind == "choice" and len(labels) > MAX_BUTTONS:
        return text_why.numbers(labels[0], labels[-1], leads)
    if decision.kind == "react" and [each.id for each in options] == ["no"]:
        labels = [declining(decision)]
    return text_why.choice(labels, leads)


def of_turn(table: TableView, view: View, decision: DecisionView, person: int) -> ForOne:
    """Say what the phase of a turn is about, or why it waits."""
    if table.waits and decision.step:
        return of_wait(table, view, person)
    told = [text_why.turn_title(owner_of(table, decision), view.round), *filter(None, [text_why.PHASES.get(view.phase)])]
    return ForOne(panel(Text("\n".join(told)), onward(table, decision, view)), person)


def of_wait(table: TableView, view: View, person: int) -> ForOne:
    """Say why someone's turn waits for others: they chose to wait, or their cards require it."""
    cards = [name for name, _ in hand.awaited_cards(table, view)]
    told = [text_why.WAITS, text_why.waits(cards, chosen=table.waits, by_table=table.options.wait_for_owed)]
    told += [text_rules.why_rule(name, effect) for name in cards if (effect := effect_of(name, view, SHORT_RULE)) is not None]
    log = Button(text.LOG, Id(table.id, 0, "log").in_place())
    look = [Button(text_why.CARD, card_page(table, name)) for name in cards[:1] if effect_of(name, view) is not None]
    return ForOne(panel(Text("\n".join(told)), Row((*look, log))), person)


def card_page(table: TableView, name: str) -> Id:
    """Return the id that leads to a card's page."""
    return rules.going(table.id, 0, rules.Page(MatchKind.CARD, name).reference)


def owner_of(table: TableView, decision: DecisionView) -> str | None:
    """Return the player whose turn someone else is playing; None if it's their own."""
    return table.seats[decision.seat].name if decision.seat != decision.decider else None


def moves(table: TableView, view: View, decision: DecisionView, person: int) -> ForOne:
    """Explain what someone can do on their turn, and where each move leads, as far as is known."""
    told = [*played(view, decision), *bought(view, decision), *ended(view, decision)]
    return ForOne(panel(Text(text_why.moves_title(owner_of(table, decision))), Text("\n".join(told))), person)


def played(view: View, decision: DecisionView) -> list[str]:
    """Return what can be played, and going on to the Buy phase."""
    plays = [option.card for option in decision.options if option.id.startswith("play:") and option.card]
    told = [
        text_why.playing(name, what_happens(view, name, PLAYED // len(plays)), idle=name in view.idle)
        for name in plays
        if name in view.treasures_left or not decision.offers("treasures")
    ]
    if decision.offers("treasures"):
        coins = None if view.treasure_coins is None else view.coins + view.treasure_coins
        told.append(text_why.treasures(coins, view.potions + (view.treasure_potions or 0), view.treasures_left))
    if decision.offers("buys"):
        told.append(text_why.no_more_actions(view.actions))
    return told


def what_happens(view: View, name: str, size: int) -> str:
    """Return what a card in hand does if it is played: its known replacement, or else its text."""
    return " ".join(view.replaced.get(name, ())) or effect_of(name, view, size) or ""


def bought(view: View, decision: DecisionView) -> list[str]:
    """Return what can be bought, by cost, and what is left to spend after that."""
    then, piles = ahead(decision), buyable(view, decision)
    before = then.moves
    told = []
    if before and (piles or events(view, decision)):
        paid = sum(int(move.removeprefix("debt:")) for move in before if move.startswith("debt:"))
        actions, treasures = "buys" in before, "treasures" in before
        told.append(text_why.before_buying(actions=actions, treasures=treasures, paid=paid, coins=then.coins))
    alike: dict[tuple[CostView, int, bool], list[str]] = {}
    for pile in sorted(piles, key=lambda pile: (-pile.cost.coins, -pile.cost.potion, -pile.cost.debt)):
        name = pile.top or pile.name
        owing = pile.cost.debt + pile.tokens.get(DEBT, 0)
        alike.setdefault((pile.cost, owing, card_facts(name).on_gain), []).append(name)
    hindered = decision.seat == decision.decider  # the possessor takes the debt, but isn't the one who buys
    told += [
        text_why.buying(names, text.cost(cost), then.coins - cost.coins, view.buys - 1, owing, hindered=hindered, more=more)
        for (cost, owing, more), names in alike.items()
    ]
    last = [pile for pile in piles if pile.count == 1]
    told += [
        text_why.ends_the_game(pile.top or pile.name)
        for pile in last
        if pile.name in view.ending_piles or view.empty_piles + 1 >= view.piles_to_end
    ]
    return told + [
        text_why.event(
            each.name,
            text.cost(each.cost),
            effect_of(each.name, view, PLAYED) or "",
            then.coins - each.cost.coins,
            view.buys - 1,
        )
        for each in events(view, decision)
        if each.cost is not None
    ]


def ended(view: View, decision: DecisionView) -> list[str]:
    """Explain paying debt and ending the turn."""
    debt = view.players[decision.seat].debt
    debts = [int(option.id.removeprefix("debt:")) for option in decision.options if option.id.startswith("debt:")]
    told = [text_why.paying(most, view.coins - most, debt - most) for most in debts[:1]]
    return [*told, text_why.end(view.actions if view.phase == "action" else 0, view.buys, view.coins)]


def always_about(decision: DecisionView) -> str | None:
    """Return the key of an auto-answer to this yes-or-no question. It is None if the choices have their own names: then the answer
    depends on the card in question."""
    yes_or_no = decision.kind == "choice" and {option.label for option in decision.options} == {YES, NO}
    return f"{decision.card}:{decision.purpose}" if yes_or_no and decision.card and decision.seat == decision.decider else None
