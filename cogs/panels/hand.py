"""The hand panel: what one seat holds and may do. It works for any decision of any card, by the decision's kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    Row,
    Scope,
    Text,
    hand_of,
    panel,
    rows,
)
from cogs.panels.places import lost
from cogs.panels.questions import controls, react
from cogs.panels.turn import turn
from cogs.pictures import HandPicture
from cogs.text import ahead as text_ahead
from cogs.text import board as text_board
from cogs.text import hand as text_hand
from cogs.text import offers as text_offers
from cogs.text import score as text_score
from cogs.text import setup as text_setup
from engine import DecisionView, View
from engine.view import CostView
from tables import TableView
from tables.models import SeatView


def hand(
    table: TableView,
    view: View | None,
    person: int,
    *,
    undo: Sequence[str] = (),
    lately: str = "",
    note: str = "",
    picked: tuple[int, str] | None = None,
    planned: str | None = None,
    picture: Attachment | None = None,
    still: bool = False,
) -> ForOne:
    """What `person` sees of their seat. `view` is their own; `undo`: the move that they may take back; `lately` the log's
    last lines, as they may read them; `note` an answer to their last click; `picked` the decision that they are in the midst
    of answering, and their picks; `planned` their plan for the next turn, in words (None: it can't be planned now); `picture`
    the hand that it is about; `still`: it stands in a message that doesn't follow the game.
    """
    seat = table.seat_of(person)
    if seat is not None and seat.number in table.undecided:  # the question put to them stands first, and all of it on a phone
        picture, lately = None, ""
    blocks: list[Block | None] = [Text(note) if note else None]
    if seat is not None:
        blocks += lost(table, plays=not seat.resigned)
    colour = CALM
    back = ways_back(table, view, undo=undo) if view is not None else []
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
            Text(held(table, view, decision.seat, small=picture is not None, low=decision.kind == "turn")),
            *(rows(back) if waits and table.options.wait_for_owed else asked(table, view, decision, state, back)),
        ]
    else:
        blocks += [Text(waiting(table, view, seat.number)), Text(lately) if lately else None, picture]
        blocks += [Text(held(table, view, seat.number, small=picture is not None, rests=True)), *plan(table, planned, back)]
        blocks += look_again(table) if still else []
    playing = view is not None and table.phase == "playing"
    acts: list[Button] = []
    if playing and seat is not None and not seat.resigned:
        assert view is not None
        if seat.number in table.undecided:  # whatever else they do may settle it
            blocks = [*blocks[:1], *offer(table, seat), Divider(), *blocks[1:]]
        else:
            blocks += offer(table, seat)
        acts = why_button(table, view, seat.number) if colour == CALLING else []
    if table.asks(person):
        colour = CALLING
    looks = ways(table, seat, acts, back, playing=playing)
    footer: list[Block] = [*rows(looks), Text(text.of_which_game(table))]
    return ForOne(panel([block for block in blocks if block], footer, colour=colour), person, hand_of(table.id))


def ways(
    table: TableView, seat: SeatView | None, acts: Sequence[Button], back: Sequence[Button], *, playing: bool
) -> Sequence[Button | Link]:
    """Return the last row of a hand panel: where to look, what `acts` beside a question, and the ways `back`."""
    looks: list[Button | Link] = [Link(text_board.OPEN_BOARD, text.url(table))] if table.lost is None else []
    if playing:
        looks += [Button(text.LOG, Id(table.id, 0, "log")), Button(text.CARDS, Id(table.id, 0, "effects"))]
    if playing and seat is not None and not seat.resigned:
        more = Button(text_hand.MORE, Id(table.id, 0, "more"))
        looks = [*acts, *looks[:2], more, *back] if acts else [*looks, more]  # beside a question Cards are behind Why? and More…
    if table.phase == "over" and table.result is not None and seat is not None and table.lost is None:
        looks = [Button(text_setup.REMATCH, Id(table.id, 0, "rematch"), "success"), *looks]
    return looks


def waiting(table: TableView, view: View, seat: int) -> str:
    """What stays true whatever others do, for someone whom the game doesn't wait for; and who decides for them, if anyone does."""
    me, game = view.players[seat], text.where(table)
    told = [text_hand.possessed(table.seats[me.controller].name)] if me.controller != seat else []
    if view.is_turn_of(seat):
        head = text_hand.waiting(table)
    elif me.turns_taken:
        head = text_hand.turn_done(me.turns_taken, table.seats[after(view, seat)].name, game)
    else:
        head = text_hand.first_hand(table.seats[first_of(view)].name, game)
    return "\n".join([head, *told])


def after(view: View, seat: int) -> int:
    """Whose turn comes after that seat's."""
    count = len(view.players)
    round_ = [(seat + step) % count for step in range(1, count + 1)]
    return next((each for each in round_ if not view.players[each].resigned), seat)


def first_of(view: View) -> int:
    """Who went first, as long as someone has had no turn yet: the first, counted back, before whom no one has had one."""
    count, seat = len(view.players), view.current
    for _ in range(count):
        before = (seat - 1) % count
        if not view.players[before].turns_taken:
            break
        seat = before
    return seat


def look_again(table: TableView) -> list[Block]:
    """That a message doesn't follow the game, and the way to how it stands."""
    return [Text(text_hand.STANDS_STILL), Row((Button(text_hand.LOOK_AGAIN, Id(table.id, 0, "hand").in_place()),))]


def standing_by(table: TableView, person: int) -> str:
    """What there is to say where nothing can be done."""
    seat = table.seat_of(person)
    if table.phase == "over":
        return text_score.over(table) if table.started else text_hand.HAND_CLOSED
    if seat is None:
        former = table.formerly(person)
        return text_hand.played_for_you(table, former) if former is not None else text_hand.NOT_SEATED_ANY_MORE
    if table.phase == "lobby":
        return text_hand.seated(text.host(table), again=table.before is not None)
    if table.phase == "frozen":
        return text_board.frozen(table)
    return text_hand.YOU_RESIGNED


def to_answer(view: View, seat: int | None, *, waits: bool = False) -> DecisionView | None:
    """The decision that the panel is about: one that waits before one that is owed (`waits`: the turn waits for these), before one
    already answered. Who plays the turn and owes an answer in it (to what they have another one play) gives that first."""
    mine = [decision for decision in view.decisions if decision.decider == seat]
    last = waits or any(decision.kind == "turn" for decision in mine)
    return min(mine, key=lambda each: (each.answered, each.kind == "turn" if last else each.owed, each.id), default=None)


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
    lines = [text_hand.asked(decision.card, whose(table, decision), turn_of, meanwhile=decision.owed and meanwhile)]
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


def whether_to_wait(table: TableView, view: View, decision: DecisionView) -> list[Button]:
    """Before the next step of one's turn: waiting for what others owe one's Attack, or going on without."""
    if set(view.owing) <= {decision.decider} or table.options.wait_for_owed:
        return []
    label, value = (text_hand.FINISH, "no") if table.waits else (text_hand.WAIT, "yes")
    return [Button(label, Id(table.id, decision.id, "wait", value))]


def plan(table: TableView, planned: str | None, back: Sequence[Button]) -> list[Block]:
    """The plan for the next turn, and the way to make one; beside it the way `back`."""
    if planned is None:
        return [*rows(back)]
    if not planned:
        return [*rows([Button(text_ahead.PLAN, Id(table.id, 0, "plan"), "primary"), *back])]
    change = Button(text_ahead.CHANGE_PLAN, Id(table.id, 0, "plan", "kept"))
    return [Text(planned), *rows([change, Button(text_ahead.DROP_PLAN, Id(table.id, 0, "unplan")), *back])]


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
    return [Text(text_offers.offer(table, seat.number)), Row((decline,) if agreed else (agree, decline))]


def ways_back(table: TableView, view: View, *, undo: Sequence[str]) -> list[Button]:
    """The way back that there is now: what one may take back oneself, step by step. Asking the others is behind More…"""
    current = to_answer(view, view.viewer, waits=table.waits)
    if undo:
        return [Button(text_offers.undo(undo), Id(table.id, current.id if current else 0, "undo"))]
    return []


def why_button(table: TableView, view: View, seat: int | None) -> list[Button]:
    """The way to what is behind a question; one's turn explains itself."""
    decision = to_answer(view, seat, waits=table.waits)
    if decision is None or decision.kind == "turn":
        return []
    return [Button(text_hand.WHY, Id(table.id, decision.id, "why"))]


LOW = 3
"""So many cards are few."""


def distance(view: View, *, low: bool, tokens: Sequence[str]) -> str:
    """How far the end is: what is left of the piles that end the game, and how many are empty; with what else runs `low`, if that
    is wanted, and what `tokens` somebody has."""
    left = {pile.name: pile.count for pile in view.piles if pile.supply}
    few = {name: number for name, number in left.items() if low and 0 < number <= LOW and name not in view.ending_piles}
    return text_hand.distance({name: left[name] for name in view.ending_piles}, view.empty_piles, view.piles_to_end, few, tokens)


def held(table: TableView, view: View, seat: int, *, small: bool, low: bool = False, rests: bool = False) -> str:
    """A hand in words, in `small` print beside its picture, of which it has all but the cards' own texts; then what is set aside,
    how far the end is, and what tokens its holder has (of debt, one's turn tells)."""
    seen = view.players[seat]
    owner = None if seat == view.viewer else table.seats[seat].name
    kinds: dict[text_hand.Kind, list[tuple[str, int, CostView]]] = {}
    cards = HandPicture.of(view, seat).cards if seen.hand else ()
    for each in sorted(cards, key=lambda each: not each.offered):
        kinds.setdefault((each.offered, each.types), []).append((each.name, each.count, each.cost))
    turn = any(decision.kind == "turn" and decision.seat == seat for decision in view.decisions)
    told = text_hand.hand(owner, seen.hand_size, kinds, turn=turn)
    if small:
        told = text.small([told])
    for aside in seen.set_aside:
        told += "\n-# " + text.aside(aside.count, aside.card, text.cards(aside.cards or ()), aside.waits_for)
    tokens = [*([text.debt(seen.debt)] if seen.debt and not turn else [])]
    tokens += [text_board.vp_tokens(seen.vp_tokens)] if seen.vp_tokens else []
    return told if rests else f"{told}\n{distance(view, low=low, tokens=tokens)}"


def asked(table: TableView, view: View, decision: DecisionView, state: str, back: Sequence[Button]) -> list[Block]:
    """The decision's question and its controls."""
    if decision.kind == "turn":
        return turn(table, view, decision, state, [*whether_to_wait(table, view, decision), *back])
    question = Text(f"**{text.safe(decision.prompt)}**")
    if decision.kind == "react":
        answers = react(table, decision, state)
    else:
        answers = controls(decision, Scope(table.id, decision.id), view.edition, state)
    return [question, *([quiet(block) for block in answers] if decision.answered and not state else answers)]


def quiet(block: Block) -> Block:
    """The same, but nothing of it stands out: it needn't be pressed."""
    if not isinstance(block, Row):
        return block
    return Row(tuple(replace(item, style="secondary") if isinstance(item, Button) else item for item in block.items))
