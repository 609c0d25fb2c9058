"""What is behind a question: the card that asks, how that came about, its rule, and what each choice leads to."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text, text_ahead, text_hand, text_rules
from cogs.panels import hand, rules
from cogs.panels.blocks import Block, Button, Divider, ForOne, Id, Row, Text, clip, panel
from cogs.panels.turn import replaced
from engine import DecisionView, View, card_facts, named_in
from tables import TableView

MAX_RULE = 900


def why(table: TableView, view: View, decision: DecisionView, person: int) -> ForOne:
    """All that the person may know of the question, and the cards it is about to look up."""
    blocks: list[Block] = [Text(text_hand.why_title(decision.card, hand.whose(table, decision), decision.prompt))]
    if len(decision.because) > 1:
        blocks.append(Text(text_hand.why_chain(decision.because)))
    for name in dict.fromkeys([*decision.because, *filter(None, [decision.card])]):
        if (effect := effect_of(name, view.edition)) is not None:
            blocks.append(Text(text_rules.why_rule(name, effect)))
    if told := [*leads_to(decision), *(replaced(view) if decision.seat == view.current else [])]:
        blocks += [Divider(), Text("\n".join(told))]
    if question := always_about(decision):
        buttons = tuple(
            Button(text_ahead.always(answer, decision.card or ""), Id(table.id, 0, "always", f"{question}={answer}"))
            for answer in ("yes", "no")
        )
        blocks += [Text(text_ahead.ALWAYS_SO), Row(buttons)]
    return ForOne(panel(blocks, rules.look_up(table.id, cards_in(decision, blocks))), person)


def cards_in(decision: DecisionView, blocks: Sequence[Block]) -> list[str]:
    """All cards that a question is about, or that are named with it: the one that asks comes first, then what is asked."""
    asks = [*filter(None, [decision.card]), *reversed(decision.because), decision.prompt]
    options = [said for option in decision.options for said in (option.card or "", option.label)]
    return [*named_in(*asks, *options), *rules.named(blocks)]


def effect_of(name: str, edition: int) -> str | None:
    """A card's rule; None for a cause that is no card."""
    try:
        return clip(card_facts(name).effect(edition), MAX_RULE)
    except KeyError:
        return None


def leads_to(decision: DecisionView) -> list[str]:
    """What the choices lead to, as far as that can be known."""
    told = [text_hand.OWED] if decision.owed else []
    if decision.kind == "react":
        told.append(text_hand.REACTION_FIRST)
        if decision.follow is not None:
            told += [f"{text_hand.NOT_REACTING} {text.safe(decision.follow.prompt)}", *leads_to(decision.follow)]
        return told
    if decision.kind == "order":
        return [*told, text_hand.ORDER_MATTERS]
    if decision.kind == "sort":
        return [*told, text_hand.SORT_EACH]
    if decision.kind != "choice" or decision.maximum > 1:
        told.append(text_hand.why_amount(decision.minimum, decision.maximum))
    if decision.kind != "choice" and decision.purpose in text_hand.PURPOSES:
        told.append(text_hand.PURPOSES[decision.purpose])
        if decision.purpose == "trash" and decision.decider != decision.seat:
            told.append(text_hand.COMES_BACK)
    return told


def always_about(decision: DecisionView) -> str | None:
    """What a standing answer to this yes or no is kept under."""
    yes_or_no = decision.kind == "choice" and {option.id for option in decision.options} == {"yes", "no"}
    return f"{decision.card}:{decision.purpose}" if yes_or_no and decision.card and decision.seat == decision.decider else None
