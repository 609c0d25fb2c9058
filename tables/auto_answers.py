"""Auto-answers: the settings of a seat's owner, applied to what that seat may see, and to nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from engine import card_facts
from engine.events import Moment
from engine.log import LogEntry
from engine.view import DecisionView, View
from storage.notes import AutoAction
from storage.personal import AutoAnswers, Use

NOTHING_SAID = AutoAnswers()
DEFAULTS = AutoAnswers(
    treasures=False,
    end=False,
    react="always",
    reactions={},
    order=False,
    discards=(),
    answers={},
    wait=False,
    pings="each",
    remind="half",
)
BUT = ": "
"""What separates a Reaction from the card that it answers."""

AnswersChange = Callable[[AutoAnswers], AutoAnswers]
"""A function that turns the current auto-answers into new ones."""


class Automatic(NamedTuple):
    """An answer that an auto-answer gives, and its action (None: there was nothing to choose)."""

    ids: tuple[str, ...]
    did: AutoAction | None


def resolved(*layers: AutoAnswers) -> AutoAnswers:
    """Return the settings in force: each field, and each single card with its exceptions, comes from the first layer that has it,
    or else from the defaults."""
    if all(layer == NOTHING_SAID for layer in layers):
        return DEFAULTS
    said = {}
    for field in AutoAnswers.model_fields:
        values = [value for layer in (*layers, DEFAULTS) if (value := getattr(layer, field)) is not None]
        said[field] = reduce(behind, values) if isinstance(values[0], dict) else values[0]
    return AutoAnswers.model_construct(**said)


def behind(first: dict[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    """Return what was said about single cards, and what was said next about others."""
    return {each: use for each, use in then.items() if each.partition(BUT)[0] not in first} | first


def could_apply(decision: DecisionView, standing: AutoAnswers) -> bool:
    """Return, before a view is made, whether the auto-answers could apply to such a question at all."""
    if decision.kind == "turn":
        return bool(standing.treasures or standing.end)
    if decision.kind == "react":
        return decision.moment is not None or standing.react != "ask" or bool(standing.reactions)
    said = {"order": standing.order, "cards": standing.discards, "choice": standing.answers}
    return bool(said.get(decision.kind))


def automatic(
    view: View, decision: DecisionView, standing: AutoAnswers, *, acted: bool, log: Sequence[LogEntry]
) -> Automatic | None:
    """Return the answer of the (resolved) auto-answers to `decision`, as its decider's `view` shows it; None: ask the person.

    `acted`: the person has answered something themselves this turn. If not, their turn isn't ended for them: they get to see each
    of their turns, and no game plays itself. `log` is this turn's lines so far."""
    if decision.seat != view.viewer:
        return None
    if decision.kind == "react":
        return react(view, decision, standing, log)
    if decision.kind == "order":
        return order(decision) if standing.order else None
    if decision.kind == "cards":
        return discard(view, decision, standing.discards or ())
    if decision.kind == "choice":
        return choice(decision, standing.answers or {})
    if decision.kind != "turn" or view.current != decision.seat:
        return None
    offered = [option.id for option in decision.options]
    undecided = view.treasures_left or view.at_risk
    if standing.treasures and "treasures" in offered and view.phase == "buy" and not undecided:
        return Automatic(("treasures",), AutoAction(what="treasures"))
    if standing.end and acted and offered == ["end"]:
        return Automatic(("end",), AutoAction(what="end"))
    return None


def react(view: View, decision: DecisionView, standing: AutoAnswers, log: Sequence[LogEntry]) -> Automatic | None:
    """Answer immediately, whether or not the seat has a Reaction in hand. So a Reaction that its owner wants to be asked about
    counts whenever it is in this game, not only when it is in hand. If one isn't used, its owner reads so; when others do
    something, only if no setting of its own says so. Then it is named: they might want to be asked."""
    own = decision.seat in (view.current, decision.played_by)
    uses = {name: use_of(name, standing, decision, own) for name in reactions(view, decision.moment or "attacked")}
    if "ask" in (uses.values() if uses else [standing.react]):
        return None
    shown = {option.card: option.id for option in decision.options if option.card and option.id.startswith("react:")}
    left = {card: id for card, id in shown.items() if not revealed(card, decision.seat, log)}
    for card, id in left.items():
        if use_of(card, standing, decision, own) == "always":
            return Automatic((id,), AutoAction(what="reveal", cards=(card,), owner=decision.played_by))
    others_do = decision.moment is not None and decision.played_by != decision.seat
    if others_do:
        unchosen = tuple(card for card in left if standing.react != "never" and unused(card, standing))
    else:
        unchosen = tuple(card for card in left if standing.react == "always" and card not in (standing.reactions or {}))
    said = left and (unchosen or not others_do)
    return Automatic(("no",), AutoAction(what="no-reaction", cards=unchosen) if said else None)


def goes_without_saying(view: View, decision: DecisionView) -> bool:
    """Return whether a question only asks a player to start their turn without a Reaction, and that player's next choice follows
    immediately. Then others can't tell whether it was asked. Before the effect of a card played earlier, everyone sees the turn
    wait, so it is asked even if there is nothing to use."""
    own = decision.seat == decision.decider == view.current == view.viewer
    only = [option.id for option in decision.options] == ["no"]
    return own and only and decision.moment == Moment.TURN_START and not view.players[decision.seat].coming


def use_of(name: str, standing: AutoAnswers, decision: DecisionView, own: bool) -> Use:
    """Return the setting for a Reaction: its own (for the card that it answers, or for all), or else the general one. The general
    "always" only uses Reactions that protect, and none in response to things that others do all the time; `own`: on this seat's
    turn, or when it gains or discards something itself."""
    said = standing.reactions or {}
    by_card = next((use for word, use in excepted(name, said).items() if means(word, decision.card)), None)
    if by_name := by_card or said.get(name):
        return by_name
    return default_use(name, standing, moment=decision.moment is not None, own=own)


def default_use(name: str, standing: AutoAnswers, *, moment: bool, own: bool) -> Use:
    """Return the general setting for a Reaction: to an Attack, or to another `moment` (see `use_of`)."""
    general = standing.react or "ask"
    if moment:
        return "never" if not own or general == "never" else "ask"
    return "never" if general == "always" and not card_facts(name).immunity else general


def unused(name: str, standing: AutoAnswers) -> bool:
    """Return whether a Reaction to what others do on their turns isn't used there, though no setting of its own says so."""
    said = standing.reactions or {}
    return card_facts(name).on_others and name not in said and not excepted(name, said)


def excepted(name: str, said: Mapping[str, Use]) -> dict[str, Use]:
    """Return a Reaction's settings for single cards that it answers, by their names in lists."""
    return {word: use for each, use in said.items() for of, but, word in [each.partition(BUT)] if but and of == name}


def reactions(view: View, moment: str) -> Iterator[str]:
    """Yield this game's Reactions to a moment, which everyone can see."""
    for pile in view.piles:
        for name in dict.fromkeys([*pile.cards, *([] if pile.cards else [pile.name])]):
            try:
                facts = card_facts(name)
            except KeyError:
                continue  # the name of a pile of different cards that are all gone
            if moment in facts.answers[facts.edition(view.edition_of(name))]:
                yield name


def order(decision: DecisionView) -> Automatic:
    """Accept an order as it is offered."""
    ids = tuple(option.id for option in decision.options for _ in range(option.count))
    named = tuple(option.label for option in decision.options for _ in range(option.count))
    return Automatic(ids, AutoAction(what="order", cards=named))


def choice(decision: DecisionView, answers: Mapping[str, str]) -> Automatic | None:
    """Answer yes or no by the setting for this card and this purpose, even if there is only one possible answer, since others would
    see the difference."""
    said = answers.get(f"{decision.card}:{decision.purpose}")
    if said not in ("yes", "no"):
        return None
    if decision.one_answer and decision.preselected:
        return Automatic(decision.preselected, None)
    if {option.id for option in decision.options} != {"yes", "no"}:
        return None
    return Automatic((said,), AutoAction(what="choice", cards=(decision.card or "",), yes=said == "yes"))


def discard(view: View, decision: DecisionView, wanted: Sequence[str]) -> Automatic | None:
    """Discard what the list says, if another player makes this seat discard cards and the list decides which."""
    ids = preferred(view, decision, wanted)
    if not ids or len(ids) != decision.minimum:
        return None
    return Automatic(ids, AutoAction(what="discard", cards=ids, owner=decision.played_by, attack=decision.card))


def preferred(view: View, decision: DecisionView, wanted: Sequence[str]) -> tuple[str, ...]:
    """Return what the list says to discard when another player makes this seat discard this many cards, as far as it decides: it
    doesn't choose between different cards covered by one word. If the cards it names leave only one way to make up the number, that
    is decided too."""
    count = decision.minimum
    theirs = decision.kind == "cards" and decision.purpose == "discard" and view.viewer == decision.seat != view.current
    if not theirs or not 0 < count == decision.maximum:
        return ()
    left = {option.id: option for option in decision.options}
    ids: list[str] = []
    for word in wanted:
        meant = [option for option in left.values() if means(word, option.card)]
        if len(meant) > 1 and sum(option.count for option in meant) > count - len(ids):
            break
        for option in meant:
            ids += [option.id] * min(option.count, count - len(ids))
            del left[option.id]
    rest, missing = [option.id for option in left.values() for _ in range(option.count)], count - len(ids)
    if ids and missing and (len(left) == 1 or len(rest) == missing):
        ids += rest[:missing]
    return tuple(ids)


def means(word: str, card: str | None) -> bool:
    """Return whether a word in a list names this card, or the type of a card with only one type."""
    return card is not None and (word == card or card_facts(card).types == (word,))


def revealed(card: str, seat: int, log: Sequence[LogEntry]) -> bool:
    """Return whether this seat has revealed this card since the Attack was played: doing so twice has no further effect."""
    for entry in reversed(log):
        line = entry.public
        if line.kind == "play":
            return False
        if line.seat == seat and line.kind == "reveal" and line.cards == (card,):
            return True
    return False
