"""Playing: the hand panel's clicks, the board, resigning, ending."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from discord.ext import commands

from cogs import text
from cogs.answers.answer import Reply
from cogs.answers.here import Games
from cogs.answers.interactions import Click, Interaction, as_meant, manages, read
from cogs.answers.notes import Until
from cogs.answers.router import Router
from cogs.commands.own_hand import hand_now
from cogs.desk import Desk
from cogs.messages.outbox import Outbox
from cogs.messages.posted import Channel, Shows
from cogs.panels import score, why
from cogs.panels.blocks import MAX_CHOICES, Dialog, ForOne, Id, clip
from cogs.panels.board import words
from cogs.panels.hand import turn_waits
from cogs.panels.leaving import sure_to_resign
from cogs.panels.notes import end_as_manager, misread, more, note, sure_to_end
from cogs.panels.picks import DIGITS, in_order, packed, repicked, unpacked, valued
from cogs.panels.turn import SINGLE
from cogs.text import ahead as text_ahead
from cogs.text import hand as text_hand
from cogs.text import hints as text_hints
from cogs.text import proposals as text_proposals
from cogs.text.refusals import Refused, sentence, turn_continues
from engine import DecisionView, MatchKind, View, find
from tables import Outcome, SeatSnapshot, TableError, TableService, TableView
from tables.commands import consent, plans, play, seats
from tables.errors import NoProposal
from tables.models import UndoCost
from tables.plan_reading import PlanError

LONGEST_NUMBER = 9
LONGEST_NAME = 40
"""How long a card's name can be."""

Explanation = Callable[[TableView, View, DecisionView, int], ForOne]
"""What to tell one person about a question."""


class PlayCommands(commands.Cog):
    """`/game board|hand|resign|end`, and all buttons and menus of the hand panel and the board."""

    def __init__(self, tables: TableService, desk: Desk, outbox: Outbox, router: Router, games: Games) -> None:
        self._tables = tables
        self._outbox = outbox
        self._desk = desk
        games.command("board", text.GAME_BOARD, self.board, begun=False)
        games.command("hand", text.GAME_HAND, self.hand)
        games.command("resign", text.GAME_RESIGN, self.resign)
        games.command("end", text.GAME_END, self.end, begun=False)
        on, on_look = router.on, router.on_look
        router.on_written(numbered=self.numbered, named=self.named, planned=self.planned)
        on_look(hand=self.show_hand, more=self.more, why=self.why, choices=self.choices, number=self.ask_number, text=self.in_words)
        on_look(askend=self.ask_to_end, plan=self.plan, replan=self.plan, name=self.ask_name)
        on(do=self.do, buy=self.do, play=self.do, one=self.do, last=self.last_buy, whole=self.whole_turn)
        on(pick=self.pick, all=self.pick_all, some=self.pick_some, put=self.put, next=self.pick_next)
        on(kinds=self.pick_kinds, less=self.pick_less, single=self.single_treasures, wait=self.wait)
        on(resign=self.resigned, end=self.end_after_all, endnow=self.end_now, agree=self.agree, decline=self.decline)
        on(unplan=self.drop_plan, nohints=self.no_more_hints, comeback=self.come_back)

    # moves

    async def do(self, click: Click) -> Reply:
        """Make one move, or several in a row: a button names its move; a menu's id names those that come before the chosen one."""
        if click.values:
            before = [[move] for move in click.id.arg.split("|") if move]
            return await self._answer(click, [*before, [click.values[0]]])
        return await self._answer(click, [[click.id.arg] if click.id.arg else []])

    async def last_buy(self, click: Click) -> Reply:
        """Finish a plain turn: the moves in a menu's id, the buy chosen in it, and the end."""
        if not click.values:
            return await self._moved_on(click)
        return await self._answer(click, [[move] for move in [*filter(None, click.id.arg.split("|")), click.values[0], "end"]])

    async def single_treasures(self, click: Click) -> Reply:
        """Show the same panel with the Treasures one by one."""
        return await self._panel(click, picked=(click.id.decision, SINGLE))

    async def whole_turn(self, click: Click) -> Reply:
        """Play a plain turn to its end."""
        return await self._answer(click, [[move] for move in click.id.arg.split("|")])

    async def pick(self, click: Click) -> Reply:
        """Answer with a whole selection, made in one menu."""
        return await self._answer(click, [valued(click.values)])

    async def pick_all(self, click: Click) -> Reply:
        """Answer with a whole selection, by its button or in the menu of all of them."""
        return await self._answer(click, [(click.values[0] if click.values else click.id.arg).split("|")])

    async def pick_some(self, click: Click) -> Reply:
        """Take the picks from one of several menus; the id has the picks from the others."""
        decision, before = await self._picked(click, click.id.arg[1:])
        if decision is None:
            return await self._moved_on(click)
        start = read(DIGITS.index, click.id.arg[:1] or " ") * MAX_CHOICES
        now = repicked(decision, before, range(start, start + MAX_CHOICES), valued(click.values))
        return await self._panel(click, picked=(click.id.decision, packed(decision, now)))

    async def put(self, click: Click) -> Reply:
        """Confirm a selection."""
        decision, ids = await self._picked(click, click.id.arg)
        if decision is None:
            return await self._moved_on(click)
        return await self._answer(click, [ids])

    async def pick_kinds(self, click: Click) -> Reply:
        """Pick all copies of the cards that a menu names; for a card picked before, keep the number."""
        decision, before = await self._picked(click, click.id.arg)
        if decision is None:
            return await self._moved_on(click)
        counts = Counter(before)
        named = [option for option in decision.options if option.id in click.values]
        now = [option.id for option in named for _ in range(counts[option.id] or option.count)]
        return await self._panel(click, picked=(click.id.decision, packed(decision, now)))

    async def pick_less(self, click: Click) -> Reply:
        """Pick one fewer copy of a card."""
        return await self._panel(click, picked=(click.id.decision, click.value))

    async def ask_number(self, click: Click) -> Reply:
        """Open the window for a number."""
        decision = await self._decision(click)
        if decision is None:
            return await self._moved_on(click)
        least, most = number_range(decision, click.id.arg)
        id = Id(click.id.table, click.id.decision, "numbered", click.id.arg)
        title = text_hand.HOW_MANY_ABOVE if decision.purpose == "place" else text_hand.NUMBER
        return Reply(dialog=Dialog(id, title, text_hand.numbers(least, most), str(least), longest=LONGEST_NUMBER))

    async def numbered(self, click: Click) -> Reply:
        """Answer with the number that someone wrote."""
        decision, number = await self._decision(click), click.value.strip()
        if decision is None:
            return await self._moved_on(click)
        move = f"{click.id.arg}:{int(number)}" if click.id.arg and number.isdecimal() else number
        if not decision.offers(move):
            return await self._panel(click, note=text_hand.not_a_number(*number_range(decision, click.id.arg)))
        return await self._answer(click, [[move]])

    async def ask_name(self, click: Click) -> Reply:
        """Open the window for a card's name."""
        decision = await self._decision(click)
        if decision is None:
            return await self._moved_on(click)
        id = Id(click.id.table, click.id.decision, "named")
        return Reply(dialog=Dialog(id, text_hand.CARD_NAME, text_hand.CARD_NAME_HINT, "", longest=LONGEST_NAME))

    async def named(self, click: Click) -> Reply:
        """Answer with the card that someone wrote. If it only resembles a name, ask first, since it can't be undone."""
        decision = await self._decision(click)
        if decision is None or decision.purpose != "name":
            return await self._moved_on(click)
        written = click.value.strip()
        names = [match.name for match in find(written, [MatchKind.CARD], 1)] if written else []
        if not names or names[0].casefold() != written.casefold():
            return await self._panel(click, note=text_hand.no_such_card(written, *names))
        return await self._answer(click, [names])

    async def pick_next(self, click: Click) -> Reply:
        """Pick the next thing in an order; the last one follows automatically."""
        decision = await self._decision(click)
        if decision is None:
            return await self._moved_on(click)
        digits = click.id.arg + "".join(click.values)
        ids = read(in_order, decision, digits)
        if len(ids) < decision.minimum:
            return await self._panel(click, picked=(click.id.decision, digits))
        return await self._answer(click, [ids[: decision.minimum]])

    async def wait(self, click: Click) -> Reply:
        """Wait for all answers owed to the player's Attack, or go on without them."""
        tables, id = self._tables, click.id
        try:
            outcome = await tables.act(id.table, click.person.id, play.wait(id.decision, wait=id.arg == "yes"), action=click.action)
        except TableError as refusal:
            return await self._panel(click, refusal.snapshot, note=sentence(refusal))
        return await self._panel(click, outcome.snapshot)

    async def _answer(self, click: Click, moves: Sequence[Sequence[str]]) -> Reply:
        try:
            outcome = await self._tables.act(
                click.id.table, click.person.id, play.answer(click.id.decision, moves[0], then=moves[1:]), action=click.action
            )
        except TableError as refusal:
            return await self._panel(click, refusal.snapshot, note=sentence(refusal))
        told = ""
        if outcome.stopped is not None:
            told = text.stopped(len(outcome.done), sentence(outcome.stopped))
        elif outcome.turn_continues is not None:
            told = text.safe(turn_continues(outcome.turn_continues))
        return await self._panel(click, outcome.snapshot, note=await self._desk.welcome(outcome, told))

    async def _decision(self, click: Click) -> DecisionView | None:
        """Return the decision that a click is about, if it is still open; for a Reaction's panel, the question that follows it."""
        view = await self._tables.view(click.id.table, click.person.id)
        found = next((decision for decision in view.decisions if decision.id == click.id.decision), None)
        return found.follow or found if found is not None else None

    async def _picked(self, click: Click, digits: str) -> tuple[DecisionView | None, list[str]]:
        """Return the decision that a click is about, and the selection it carries; no decision if it isn't open, or if the
        selection doesn't fit."""
        decision = await self._decision(click)
        try:
            return decision, unpacked(decision, digits) if decision is not None else []
        except ValueError:
            return None, []

    async def _moved_on(self, click: Click) -> Reply:
        return await self._panel(click, note=text.MOVED_ON)

    async def _panel(
        self, click: Click, snapshot: SeatSnapshot | None = None, *, note: str = "", picked: tuple[int, str] | None = None
    ) -> Reply:
        return await hand_now(self._tables, self._desk, click, snapshot, note=note, picked=picked)

    # looking

    async def why(self, click: Click) -> Reply:
        """Say why there is a question on the panel, or why the person's turn waits."""
        if not click.id.decision:
            return await self._why_it_waits(click)
        return await self._explained(click, why.of_turn, why.why)

    async def choices(self, click: Click) -> Reply:
        """Say what each choice leads to."""
        return await self._explained(click, why.moves, why.outcomes)

    async def _explained(self, click: Click, turn: Explanation, question: Explanation) -> Reply:
        view = await self._tables.view(click.id.table, click.person.id)
        decision = next((each for each in view.decisions if each.id == click.id.decision), None)
        if decision is None:
            return await self._moved_on(click)
        explained = turn if decision.kind == "turn" else question
        told = explained(await self._tables.table(click.id.table), view, decision, click.person.id)
        return Reply(say=told, until=Until("moved", click.id.table))

    async def _why_it_waits(self, click: Click) -> Reply:
        snapshot = await self._tables.snapshot(click.id.table, click.person.id)
        seat, view = snapshot.seat, snapshot.view
        if seat is None or view is None or not turn_waits(view, seat):
            return await self._moved_on(click)
        return Reply(say=why.of_wait(snapshot.table, view, click.person.id), until=Until("moved", click.id.table))

    async def more(self, click: Click) -> Reply:
        """Show the player's other actions in the game, next to their hand."""
        snapshot = await self._tables.snapshot(click.id.table, click.person.id)
        points: tuple[UndoCost, ...] = ()
        if snapshot.undoes_alone:
            points = await self._tables.undo_costs(click.id.table, click.person.id)  # it might read more of the past
            snapshot = await self._tables.snapshot(click.id.table, click.person.id)
        table, seat, view = snapshot.table, snapshot.seat, snapshot.view
        if table.phase != "playing" or seat is None or seat.resigned or view is None:
            return await self._moved_on(click)
        told = more(
            table,
            view,
            click.person.id,
            askable=snapshot.askable,
            points=points,
            last=snapshot.latest_move,
            planned=snapshot.plan is not None and bool(snapshot.plan.text),
            closed=snapshot.settings.dm_closed,
            hints=snapshot.shows_hints,
        )
        return Reply(say=told, until=Until("moved", table.id))

    async def board(self, interaction: Interaction, table: TableView) -> Reply:
        """Show the board to one person, drawn as they like it; they might have missed the one in the channel."""

        async def there_again() -> None:
            await self._outbox.look_again(table)

        person = interaction.user.id
        pictures = (await self._tables.people.settings(person)).pictures
        return Reply(say=await self._desk.board(table, pictures), after=there_again)

    async def in_words(self, click: Click) -> Reply:
        """Say in words what the picture of the board or the score shows."""
        table = await self._tables.history.look(click.person.id, click.id.table)
        if table.phase == "over":
            return Reply(say=score.words(table, click.person.id))
        return Reply(say=words(table, await self._tables.view(table.id, None), click.person.id), until=Until("moved", table.id))

    async def hand(self, interaction: Interaction, table: TableView) -> Reply:
        """Show the person their hand."""
        return await self._hand_of(table, interaction.user.id)

    async def show_hand(self, click: Click) -> Reply:
        """Do the same by a button."""
        return await self._hand_of(await self._tables.table(click.id.table), click.person.id)

    async def _hand_of(self, table: TableView, person: int) -> Reply:
        if table.seat_of(person) is None and table.formerly(person) is None:
            raise Refused(text.NOT_SEATED_LOBBY if table.phase == "lobby" else text.NOT_SEATED)
        return Reply(say=await self._desk.hand(table, person, still=True))

    # giving up, ending

    async def resign(self, interaction: Interaction, table: TableView) -> Reply:
        """Ask whether they really want to resign."""
        if table.phase == "lobby":
            raise Refused(text.LEAVE_INSTEAD)
        seat = table.seat_of(interaction.user.id)
        if seat is None or seat.resigned:
            raise Refused(text.NOT_SEATED)
        return Reply(say=sure_to_resign(table, interaction.user.id))

    async def resigned(self, click: Click) -> Reply:
        outcome = await self._tables.act(click.id.table, click.person.id, play.resign(), action=click.action)
        told = text_proposals.ENDED if outcome.table.phase == "over" else text_proposals.RESIGNED_NOW
        return Reply(edit=note(told, click.person.id))

    async def end(self, interaction: Interaction, table: TableView) -> Reply:
        """Close a lobby, or propose to end a game; a manager of the server who doesn't play can end it immediately."""
        person = interaction.user.id
        seat = table.seat_of(person)
        own_game = table.phase != "lobby" and table.involves(person)
        if manages(interaction, table.place.guild) and not own_game:
            return Reply(say=end_as_manager(table, person))
        if table.phase == "playing" and seat is not None and not seat.resigned:
            return Reply(say=sure_to_end(table, person))
        outcome = await self._tables.act(table.id, person, consent.end(), action=str(interaction.id))
        return Reply(say=note(what_came_of_it(outcome, person), person), until=Until("settled", table.id))

    async def ask_to_end(self, click: Click) -> Reply:
        """Ask someone whether they really want to end the game, or to propose that."""
        return Reply(say=sure_to_end(await self._tables.table(click.id.table), click.person.id))

    async def end_after_all(self, click: Click) -> Reply:
        """End the game for someone who only plays with AIs, or propose that to the others."""
        outcome = await self._tables.act(click.id.table, click.person.id, consent.end(), action=click.action)
        told = note(what_came_of_it(outcome, click.person.id), click.person.id)
        return Reply(edit=told, until=Until("settled", click.id.table))

    async def end_now(self, click: Click) -> Reply:
        """End a game immediately, as a manager of the server who doesn't play."""
        if not manages(click.interaction, (await self._tables.table(click.id.table)).place.guild):
            raise Refused(text.ONLY_MANAGERS)
        outcome = await self._tables.act(click.id.table, click.person.id, consent.end(force=True), action=click.action)
        return Reply(edit=note(what_came_of_it(outcome, click.person.id), click.person.id))

    async def agree(self, click: Click) -> Reply:
        """Agree to the proposal."""
        proposal = (await self._tables.table(click.id.table)).proposal
        outcome = await self._tables.act(
            click.id.table, click.person.id, consent.agree(number=click.id.decision or None), action=click.action
        )
        told = text_proposals.AGREED
        if outcome.table.proposal is None and proposal is not None:
            told = text_proposals.ALL_AGREED[proposal.kind]
        return await self._answered_proposal(click, outcome, "" if outcome.table.phase == "over" else told)

    async def decline(self, click: Click) -> Reply:
        """Decline a proposal, or withdraw it, if it was this person's own. If the panel shows a proposal that is gone, say so."""
        try:
            outcome = await self._tables.act(
                click.id.table, click.person.id, consent.decline(number=click.id.decision or None), action=click.action
            )
        except NoProposal:
            if not click.private:
                raise
            return await self._moved_on(click)
        return await self._answered_proposal(click, outcome, text_proposals.DECLINED)

    async def _answered_proposal(self, click: Click, outcome: Outcome, told: str) -> Reply:
        """Return the outcome of a proposal in the message where someone answered it: on their own panel, or on the board, which
        shows it anyway."""
        if click.private:
            return await self._panel(click, outcome.snapshot, note=told)
        return await board_now(self._desk, outcome.table)

    async def come_back(self, click: Click) -> Reply:
        """Let the person take back their turns from an AI."""
        outcome = await self._tables.act(click.id.table, click.person.id, seats.come_back(), action=click.action)
        return await self._panel(click, outcome.snapshot, note=await self._desk.welcome(outcome))

    async def no_more_hints(self, click: Click) -> Reply:
        """Turn off the person's hints."""
        table = await self._tables.table(click.id.table)
        await self._tables.people.no_more_hints(click.person.id, action=click.action)
        self._outbox.mark(Channel("dm", click.person.id), table.id)
        return Reply(edit=note(text_hints.NONE_FROM_NOW, click.person.id))

    # planning the next turn

    async def plan(self, click: Click) -> Reply:
        """Open the window for a plan; it holds the text that wasn't understood, or the current plan."""
        words, changes = click.quoted, click.id.arg == "kept"
        if changes:
            kept = (await self._tables.snapshot(click.id.table, click.person.id)).plan
            words = kept.text if kept is not None else ""
        id = Id(click.id.table, 0, "planned", click.id.verb)
        example = clip(await self._tables.plan_example(click.id.table, click.person.id), 100)
        help = text_ahead.PLAN_EMPTIED if changes else text_ahead.PLAN_HELP
        dialog = Dialog(id, text_ahead.PLAN_TITLE, text_ahead.PLAN_FIELD, example, words, help=help, wide=True, optional=changes)
        return Reply(dialog=dialog)

    async def planned(self, click: Click) -> Reply:
        """Save the plan, or say which word isn't understood. If it was cleared, delete the plan."""
        tables, id = self._tables, click.id
        if not click.value.strip() and (await tables.snapshot(id.table, click.person.id)).plan is not None:
            return await self.drop_plan(click)
        try:
            outcome = await as_meant(
                click, lambda plan: tables.act(id.table, click.person.id, plans.set_plan(plan), action=click.action)
            )
        except PlanError as error:
            again, written = Id(id.table, 0, "replan"), Id(id.table, 0, "planned", "replan")
            told = misread(text.safe(sentence(error)), error, again, written, click.person.id)
            until = Until("turn", id.table)
            return Reply(edit=told, until=until) if click.id.arg == "replan" else Reply(say=told, until=until)
        if click.id.arg == "replan":
            return Reply(edit=note(text_ahead.PLAN_KEPT, click.person.id), until=Until("moved", click.id.table))
        return await self._panel(click, outcome.snapshot)

    async def drop_plan(self, click: Click) -> Reply:
        """Delete the plan."""
        outcome = await self._tables.act(click.id.table, click.person.id, plans.drop_plan(), action=click.action)
        return await self._panel(click, outcome.snapshot)


def number_range(decision: DecisionView, prefix: str) -> tuple[int, int]:
    """Return the smallest and the largest number among the options with this prefix; 0 and 0 if there are none."""
    parts = [option.id.rpartition(":") for option in decision.options]
    found = [int(number) for before, _, number in parts if before == prefix and number.isdecimal()]
    return min(found, default=0), max(found, default=0)


def what_came_of_it(outcome: Outcome, person: int) -> str:
    """Return what to tell someone who has asked to end a game."""
    if outcome.table.phase != "over":
        return text_proposals.asked_others(outcome.table, person)
    return text_proposals.ENDED if outcome.table.result is not None else text.CLOSED


async def board_now(desk: Desk, table: TableView) -> Reply:
    """Return the board in place of the one that was clicked, as long as there is one: it shows what the click did."""
    return Reply(edit=await desk.board(table), shows=Shows(table)) if table.phase == "playing" else Reply()
