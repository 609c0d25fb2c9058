"""The hand panel: what one seat has in hand and can do. It works for any decision of any card, depending only on the decision's
kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from cogs import text
from cogs.panels.blocks import (
    CALLING,
    CALM,
    Attachment,
    Block,
    Button,
    Divider,
    ForOne,
    Id,
    Link,
    Panel,
    Row,
    Scope,
    Text,
    hand_of,
    panel,
    pictured,
)
from cogs.panels.pings import cause
from cogs.panels.places import lost
from cogs.panels.questions import controls, muted, react
from cogs.panels.turn import spendable, turn, wait_controls
from cogs.pictures import HandPicture
from cogs.text import absence as text_absence
from cogs.text import ahead as text_ahead
from cogs.text import board as text_board
from cogs.text import gathering as text_gathering
from cogs.text import hand as text_hand
from cogs.text import hours as text_hours
from cogs.text import open_seats as text_open_seats
from cogs.text import pings as text_pings
from cogs.text import proposals as text_proposals
from cogs.text import replays as text_replays
from cogs.text import score as text_score
from cogs.text import setup as text_setup
from engine import DecisionView, View
from engine.events import Moment
from engine.mechanisms import DEBT, tokens_in_words
from engine.words import listed, use_a_reaction_to
from tables import TableView
from tables.absence import claimable, plays_for, rival
from tables.models import SeatView


def hand(
    table: TableView,
    view: View | None,
    person: int,
    *,
    undo: Sequence[str] = (),
    undo_turn: bool = False,
    ask_undo: bool = False,
    waits: bool = False,
    hint: str = "",
    lately: str = "",
    auto: Collection[int] = (),
    note: str = "",
    picked: tuple[int, str] | None = None,
    planned: str | None = None,
    picture: Attachment | None = None,
    still: bool = False,
    pinged: Pinged | None = None,
) -> ForOne:
    """Return what `person` sees of their seat. `view` is their own; `undo`: the move that they can undo freely; `undo_turn`: they
    can undo their turn without asking anyone, `ask_undo`: by asking the others; `waits`: their Attacks wait for responses, by
    their settings; `hint`: one for their first game; `lately`: what happened since their last turn, as they may read it; `auto`:
    the questions that auto-answers have answered; `note`: an answer to their last click; `picked` the decision that they are
    answering, and their picks so far; `planned` their plan for the next turn, in words (None: they can't plan now); `picture` the
    hand's; `still`: it is in a message that doesn't follow the game; `pinged`: which setting has made it a ping.

    If nothing is asked of the player, the text stays true whatever others do, so it needs no edits in the meantime."""
    seat = table.seat_of(person)
    said = [Text(note)] if note else []
    if seat is None or view is None or table.phase != "playing" or seat.resigned:
        astray = lost(table, plays=False) if seat is not None else []
        blocks: list[Block] = [Text(standing_by(table, person)), *astray, *said, *out_of_play(table, person)]
        return ForOne(panel(blocks, colour=CALM), person, hand_of(table.id))
    decision = to_answer(view, seat.number, waits=table.waits)
    first = seat.number in table.undecided  # a proposal to answer comes first, as any other move might settle it
    made = idle(table, view, seat, planned)
    if decision is not None:
        made = asked(table, view, decision, person, picked, waits=waits, auto=decision.id in auto)
    recap = [lately] if lately and made.recap and not first else []
    head = [made.head, *time_left(table, seat), *recap]
    shown = pictured(picture, lambda: held(table, view, decision.seat if decision is not None else seat.number, made.counted))
    proposed = proposal(table, seat, heading=first)
    blocks = [*lost(table, plays=True), *said, shown, *aside(view, decision, seat), *made.blocks, *([] if first else proposed)]
    current = decision.id if decision is not None else 0
    back = [Button(text_proposals.UNDO, Id(table.id, current, "undo"))] if undo else []
    back += [Button(text_proposals.UNDO_TURN, Id(table.id, current, "undoturn"))] if undo_turn and not undo else []
    asks = ask_undo and not undo and not still and decision is None and table.proposal is None
    back += [Button(text_proposals.TAKE_BACK, Id(table.id, 0, "losses"))] if asks and view.players[seat.number].turns_taken else []
    blocks += [Text(hint)] if hint else []

    def whole(*told: str, off: Button | None = None) -> Panel:
        heading = [*proposed, Divider()] if first else []
        row = grey_row(table, [*made.onward, *back], still=still and decision is None, instead=off)
        colour = CALLING if made.calls or table.asks(person) else CALM
        return panel(heading, Text("\n".join([*head, *told])), blocks, row, colour=colour)

    if pinged is None:
        return ForOne(whole(), person, hand_of(table.id))
    told, off = cause(table, here=pinged.here, on=pinged.on)
    return ForOne(whole(told, off=off), person, hand_of(table.id), plain=whole())


def time_left(table: TableView, seat: SeatView) -> list[str]:
    """Return how long its person is away, whether anyone can take this seat over, who nudged it, and when its time is up, or what
    happens now that it is."""
    gone = [text_hours.your_away(seat.away)] if seat.away is not None else []
    gone += [text_open_seats.YOURS] if seat.opening is not None else []
    late = seat.lateness
    if late.passed is not None and late.claim is not None and (other := rival(table, seat.number)) is not None:
        return [*gone, text_absence.last_warning(other.name, late.claim)]
    if late.voting is not None:
        return [*gone, text_absence.YOUR_VOTE]
    due = [each.due for each in table.awaited if each.seat == seat.number and each.due and not each.owed]
    up = [text_absence.YOUR_TIME_UP] if late.passed is not None and seat.opening is None else []
    return [*gone, *nudged(table, seat), *up, *map(text_absence.your_due, due)]


def nudged(table: TableView, seat: SeatView) -> list[str]:
    """Return who has nudged this seat since the game started waiting for it."""
    nudge = table.nudge
    waits = any(each.seat == seat.number and each.since and nudge and each.since <= nudge.at for each in table.awaited)
    if nudge is None or not waits or nudge.by == seat.number or nudge.by >= len(table.seats):
        return []
    return [text_pings.nudged_by(table.seats[nudge.by].name, nudge.at)]


class Pinged(NamedTuple):
    """What a ping says about the setting that caused it: `here`: it is for this game alone; `on`: it hasn't been turned off
    since."""

    here: bool
    on: bool


class Made(NamedTuple):
    """A part of the panel: its heading, the text below the hand, and the next step, first of the grey row. `recap`: it includes the
    latest events; `calls`: it waits for the reader; `counted`: the tokens whose number it shows."""

    head: str
    blocks: Sequence[Block] = ()
    onward: Sequence[Button] = ()
    recap: bool = True
    calls: bool = True
    counted: Collection[str] = ()


GREY = 3
"""The most grey buttons that fit into their row."""


def grey_row(table: TableView, first: Sequence[Button], *, still: bool, instead: Button | None = None) -> Row:
    """Return the last row: the next step and the way back; the way to the board, if there is room for it; and everything else. A
    hand that is `still` has a button to look again instead: it is next to the board. A ping has its own (`instead`). A what-if
    game's board is beside its hand."""
    here = table.lost is not None or table.options.what_if is not None
    board: list[Button | Link] = [] if here else [Link(text_hand.BOARD, text.url(table))]
    if still:
        board = [Button(text_hand.LOOK_AGAIN, Id(table.id, 0, "hand").in_place())]
    more = Button(text_hand.MORE, Id(table.id, 0, "more"))
    there = board[: max(0, GREY - 1 - len(first))] if instead is None else [instead]
    return Row((*first, *there, more))


# where nothing can be done


def out_of_play(table: TableView, person: int) -> list[Block]:
    """Return the ways out of a game that the person isn't playing now, or back into it."""
    if table.lost is not None or table.phase == "frozen" or table.options.what_if is not None:
        return []
    seat, former, again = table.seat_of(person), table.formerly(person), list[Button | Link]()
    if table.phase == "playing" and seat is None and former is not None and not former.resigned:
        again = [Button(text_proposals.SEAT_BACK, Id(table.id, 0, "seatback"))]
    elif table.phase == "over" and table.result is not None and seat is not None:
        look_back = Button(text_replays.REPLAY, Id(table.id, 0, "replay"))
        again = [Button(text_setup.REMATCH, Id(table.id, 0, "rematch"), "success"), look_back]
    elif table.phase == "lobby" and seat is not None and seat.person in table.gathering.wanted:
        again = [
            Button(text_setup.JOIN, Id(table.id, 0, "join"), "primary"),
            Button(text_setup.LEAVE, Id(table.id, 0, "leave")),
        ]
    return [Row((*again, Link(text_hand.BOARD, text.url(table))))]


def standing_by(table: TableView, person: int) -> str:
    """Return the text for a player who can do nothing now."""
    seat, game = table.seat_of(person), text.this_game(table, person)
    if table.phase == "over":
        closed = text_gathering.SEAT_EXPIRED if table.gathering.expired else text_hand.HAND_CLOSED
        return text_score.over(table, game) if table.started else closed
    if seat is None:
        former = table.formerly(person)
        return text_hand.played_for_you(former, game) if former is not None else text_hand.NOT_SEATED_ANY_MORE
    if table.phase == "lobby":
        if person in table.gathering.wanted:
            return text_gathering.wants_rematch(table, game, text_setup.JOIN)
        if table.gathering.left and person == table.host:
            return text_gathering.you_host(table, game, text_setup.START)
        return text_hand.seated(text.host(table), game)
    if table.phase == "frozen":
        return text_board.frozen(table)
    return text_hand.YOU_RESIGNED


def idle(table: TableView, view: View, seat: SeatView, planned: str | None) -> Made:
    """Return the panel of a player who has nothing to do now."""
    game, me = text.this_game(table, seat.person), view.players[seat.number]
    if plays_for(seat):
        back = Button(text_absence.COME_BACK, Id(table.id, 0, "comeback"), "primary")
        return Made(text_absence.for_you(game), (), [back], calls=False)
    if me.controller != seat.number:
        return Made(text_hand.turn_by(table.seats[me.controller].name, me.turns_taken + 1, game), calls=False)
    if view.is_turn_of(seat.number):
        head = f"{text_hand.your_turn(me.turns_taken + 1, game)}\n{awaiting(table, view)}"
    else:
        head = text_hand.next_hand(game, me.turns_taken, away=seat.away is not None)
    late = claimable(table, seat.number)
    if late is None:
        return Made(head, *plan(table, planned), calls=False)
    claim = Button(text_absence.CLAIM, Id(table.id, 0, "claim"))
    shown, buttons = plan(table, planned)
    return Made(f"{head}\n{text_absence.time_is_up(late.name, late.lateness.claim)}", shown, [*buttons, claim], calls=False)


def awaiting(table: TableView, view: View) -> str:
    """Return what someone's turn waits for. It only names a person if no one else could have to respond, so it stays true as long
    as the turn waits."""
    others = [seat for seat in table.seats if seat.number != view.viewer and seat.person is not None and not seat.resigned]
    told = [
        text_hand.your(card) if by == view.viewer else text_hand.whose_card(table.seats[by or 0].name, card)
        for card, by in awaited_cards(table, view)
    ]
    only = others[0].name if len(others) == 1 else None
    return text_hand.waiting(only, told) if told or table.waits else text_hand.waiting_for_choice(only)


def awaited_cards(table: TableView, view: View) -> list[tuple[str, int | None]]:
    """Return the cards that others are asked about, and who played each."""
    return sorted({(each.card, each.by) for each in table.awaited if each.seat != view.viewer and each.card is not None}, key=str)


def turn_waits(view: View, seat: SeatView) -> bool:
    """Return whether a player has nothing to do in their own turn except wait for others."""
    own = view.is_turn_of(seat.number) and view.players[seat.number].controller == seat.number
    return own and not plays_for(seat) and to_answer(view, seat.number) is None


def plan(table: TableView, planned: str | None) -> tuple[list[Block], list[Button]]:
    """Return the plan for the next turn, and the button to it."""
    if planned is None:
        return [], []
    if not planned:
        return [], [Button(text_ahead.PLAN, Id(table.id, 0, "plan"))]
    return [Text(planned)], [Button(text_ahead.CHANGE_PLAN, Id(table.id, 0, "plan", "kept"))]


# where something is asked


def to_answer(view: View, seat: int | None, *, waits: bool = False) -> DecisionView | None:
    """Return the decision that the panel is about: one that waits comes before one that is owed (`waits`: the turn waits for
    these), and that before one already answered. A player who owes an answer in a turn that they play themselves (through
    Possession) gives that first."""
    mine = [decision for decision in view.decisions if decision.decider == seat]
    last = waits or any(decision.step for decision in mine)
    return min(mine, key=lambda each: (each.answered, each.step if last else each.owed, each.id), default=None)


def asked(
    table: TableView,
    view: View,
    decision: DecisionView,
    person: int,
    picked: tuple[int, str] | None,
    *,
    waits: bool,
    auto: bool,
) -> Made:
    """Return a decision: what is asked, and how it is answered."""
    state = picked[1] if picked and picked[0] == decision.id else ""
    head = whose_turn(table, view, decision, text.this_game(table, person))
    if table.waits and decision.step:
        wait = [] if table.options.wait_for_owed else wait_controls(table, view, decision)
        return Made(f"{head}\n{awaiting(table, view)}", (), wait, recap=False, calls=False)
    if decision.kind != "turn":
        return question(table, view, decision, person, state, auto=auto)
    made = turn(table, view, decision, state, waits=waits)
    return Made(head, made.blocks, [made.onward] if made.onward else [], counted=[DEBT, *spendable(view, decision)])


def whose_turn(table: TableView, view: View, decision: DecisionView, game: str) -> str:
    """Return the heading of a turn."""
    number = view.players[decision.seat].turns_taken + 1
    if decision.seat != decision.decider:
        return text_hand.turn_for(table.seats[decision.seat].name, number, game)
    return text_hand.your_turn(number, game)


def to_reader(decision: DecisionView) -> DecisionView:
    """Return a question as its player reads it. Of several cards discarded together, everyone sees only the last; the player reads
    about those that they can react with."""
    own = decision.moment == Moment.DISCARD and decision.played_by == decision.seat
    names = [option.card for option in decision.options if option.card] if own else []
    if not names:
        return decision
    prompt = use_a_reaction_to("", Moment.DISCARD, listed(names), own=True)
    because = tuple(names[0] if each == decision.card else each for each in decision.because)
    return decision.model_copy(update={"prompt": prompt, "card": names[0], "because": because})


def question_title(decision: DecisionView) -> str:
    """Return a question in one line. A player who might have a Reaction to an Attack reads the Attack's own question, as everyone
    does."""
    moment = decision.moment is not None
    if decision.kind == "react" and decision.follow is None and not moment:
        return text_hand.asked(decision.card, text_hand.REVEAL)
    return text_hand.asked(None if moment else decision.card, (decision.follow or decision).prompt)


def question(table: TableView, view: View, decision: DecisionView, person: int, state: str, *, auto: bool) -> Made:
    """Return any question other than a turn."""
    decision = to_reader(decision)
    put = decision.follow or decision
    lines = [
        question_title(decision),
        in_whose_turn(table, view, decision, text.this_game(table, person)),
    ]
    if decision.seat != decision.decider:
        lines.append(text_hand.decide_for(table.seats[decision.seat].name))
    elif decision.kind == "react" and decision.follow is None and not reactions(decision):
        lines[-1] = text_hand.asked_alike(lines[-1], own=decision.seat in (view.current, decision.played_by))
    elif decision.purpose == "overpay" and decision.leads:
        lines.append(text.small([text.safe(decision.leads)]))
    if decision.kind == "react":
        answers = react(view, decision, Scope(table.id, decision.id), state)
    else:
        answers = controls(view, decision, Scope(table.id, decision.id), state)
    if settled(decision):
        if decision.kind == "react" and has_one_answer(decision):
            lines.insert(1, text_hand.NO_REACTION_IN_HAND)
            return Made("\n".join(lines), (), recap=False, calls=False)
        labels = {option.id: option.label for option in (*decision.options, *put.options)}
        said = [labels[id] for id in decision.preselected if id in labels]
        lines.insert(1, text_hand.answered(said, auto=auto, final=has_one_answer(decision)))
        return Made("\n".join(lines), answers if state else [*map(muted, answers)], recap=False, calls=False)
    return Made("\n".join(lines), answers)


def reactions(decision: DecisionView) -> bool:
    """Return whether there is a Reaction to use."""
    return any(option.card for option in decision.options)


def has_one_answer(decision: DecisionView) -> bool:
    """Return whether there is nothing to choose: the question is asked so that others see no difference."""
    return decision.one_answer or (decision.kind == "react" and decision.follow is None and not reactions(decision))


def settled(decision: DecisionView) -> bool:
    """Return whether nothing is left to answer: without a Reaction, the Attack's own question is, if it is already known."""
    return decision.answered and (decision.follow is None or decision.preselected != ("no",))


def in_whose_turn(table: TableView, view: View, decision: DecisionView, game: str) -> str:
    """Return the line below a question: in whose turn it comes, and what led to it, unless the heading says so."""
    by, (owner, number) = decision.played_by, turn_asked(view, decision)
    card = None
    if by is not None and by not in (decision.seat, decision.decider, owner):
        card = text_hand.whose_card(table.seats[by].name, decision.card)
    return text_hand.asked_in(
        None if owner == decision.decider else table.seats[owner].name,
        number,
        game,
        card,
        [cause for cause in decision.because if cause != decision.card],
        meanwhile=decision.owed and any(each.seat == decision.decider and each.owed for each in table.awaited),
    )


def turn_asked(view: View, decision: DecisionView) -> tuple[int, int]:
    """Return the seat in whose turn a question comes, and which of its turns that is: for an owed choice, the attacker's, even if
    it is over."""
    by = decision.played_by
    if not decision.owed or by is None or by in (decision.decider, view.current):
        return view.current, view.round
    return by, view.players[by].turns_taken


def whose(table: TableView, decision: DecisionView) -> str | None:
    """Return the name of the other player whose card asks."""
    by = decision.played_by
    return table.seats[by].name if by is not None and by not in (decision.seat, decision.decider) else None


def proposal(table: TableView, seat: SeatView, *, heading: bool) -> list[Block]:
    """Return the table's proposal for a player who is asked (with a `heading`), has agreed already, or has made it."""
    if table.proposal is None:
        return []
    agreed = seat.number in table.proposal.agreed
    said_no = text_proposals.DECLINE_AFTER_ALL if agreed else text_proposals.DECLINE
    if table.proposal.by == seat.person:
        said_no = text_proposals.WITHDRAW
    agree = Button(text_proposals.AGREE, Id(table.id, table.proposal.number, "agree"), "primary")
    decline = Button(said_no, Id(table.id, table.proposal.number, "decline"))
    told = text_proposals.proposal(table, seat.number)
    if heading:
        told = text_proposals.proposed(table, seat.number, text.this_game(table, seat.person))
    return [Text(told), Row((decline,) if agreed else (agree, decline))]


# the hand itself


def held(table: TableView, view: View, seat: int, counted: Collection[str] = ()) -> str:
    """Return a hand in words, for use without a picture, with its owner's tokens except those `counted` elsewhere."""
    seen = view.players[seat]
    owner = None if seat == view.viewer else table.seats[seat].name
    cards = HandPicture.of(view, seat).cards if seen.hand else ()
    tokens = tokens_in_words((name, number) for name, number in seen.tokens.items() if name not in counted)
    return text_hand.hand(owner, [(each.name, each.count) for each in cards], tokens)


def aside(view: View, decision: DecisionView | None, seat: SeatView) -> list[Block]:
    """Return the cards set aside by others, which no hand shows."""
    seen = view.players[decision.seat if decision is not None else seat.number]
    lines = [text.aside(each.count, each.card, text.cards(each.cards or ()), each.waits_for) for each in seen.set_aside]
    lines += [text.on_mat(each.name, each.count, text.cards(each.cards or ())) for each in seen.mats]
    return [Text(text.small(lines))] if lines else []
