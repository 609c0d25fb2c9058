"""Substitutes in a game in progress: `/game substitute`, and the answers of those who are asked about it."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import text
from cogs.answers.answer import After, Reply
from cogs.answers.here import Games, only_table
from cogs.answers.interactions import Click, Interaction, manages, named, person_of, raw, read, suggesting
from cogs.answers.notes import Until
from cogs.answers.router import Router
from cogs.commands.lobby import dm_tried
from cogs.messages.kinds import SeatQuestion
from cogs.messages.outbox import Outbox
from cogs.messages.posted import Shows
from cogs.panels import consent, open_seats
from cogs.panels import leaving as panels
from cogs.panels.notes import note
from cogs.text import absence as text_absence
from cogs.text import places as text_places
from cogs.text import proposals as text_proposals
from cogs.text.refusals import Refused
from engine.randomizers import CLOSE_ENOUGH
from engine.spelling import near
from tables import Person, TableService, TableView
from tables.commands import consent as proposals
from tables.commands import seats
from tables.errors import TooFewPlayers
from tables.models import Newcomer, SeatView

MAX_NAME = 100
"""How much of a name fits into one of Discord's choices."""
Name = app_commands.Range[str, None, MAX_NAME]


@suggesting
async def suggest_seats(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Propose those who play here."""
    table = await only_table(interaction)
    names = [seat.name for seat in table.seats if not seat.resigned] if table is not None else []
    typed = current.casefold()
    return [app_commands.Choice(name=name[:MAX_NAME], value=name[:MAX_NAME]) for name in names if typed in name.casefold()]


class SubstituteCommands(commands.Cog):
    """`/game substitute`, and the buttons of players who leave or come back."""

    def __init__(self, tables: TableService, outbox: Outbox, router: Router, games: Games) -> None:
        self._tables = tables
        self._outbox = outbox
        self._router = router
        self._games = games
        games.group.command(name="substitute", description=text.GAME_SUBSTITUTE)(self.substitute)
        router.on(substitute=self.ask, replace=self.replace, takeover=self.agree, nottakeover=self.decline)
        router.on(standin=self.let_ai_play)
        router.on_look(leaving=self.leave, handover=self.hand_over, instead=self.instead, seatback=self.ask_back)
        games.answer_choice("substitute", self.who_instead)

    @app_commands.describe(seat=text.GAME_SUBSTITUTE_SEAT, person=text.GAME_SUBSTITUTE_PERSON)
    @app_commands.autocomplete(seat=suggest_seats)
    async def substitute(self, interaction: Interaction, seat: Name = "", person: discord.User | None = None) -> None:
        """Show what would happen, and offer to ask the others."""

        async def shown(interaction: Interaction, table: TableView) -> Reply:
            asker = person_of(interaction)
            own = table.seat_of(asker.id)
            if person is not None and person.bot:
                raise Refused(text_proposals.BOTS_DONT_PLAY)
            number = seat_named(table, seat, asker.id)
            if person is None and own is not None and own.number == number:
                return await self.who_instead(interaction, table)
            newcomer = named(person) if person is not None else asker if own is None else table.options.ai
            return await self._proposal(interaction, table, number, newcomer)

        async def work() -> Reply:
            if interaction.guild_id is None and (seat or person) and await only_table(interaction) is None:
                raise Refused(text_proposals.SUBSTITUTE_THERE)
            return await self._games.about(interaction, "substitute", shown)

        await self._router.run(interaction, work)

    async def _proposal(self, interaction: Interaction, table: TableView, number: int, newcomer: Person | str) -> Reply:
        """Show what it means if a newcomer (an AI by its style) takes over a seat, and let the person propose it, if they are
        allowed to."""
        asker = person_of(interaction)
        own, wanted = table.seat_of(asker.id), table.seats[number]
        if table.lost is not None:
            raise Refused(text_places.MOVE_FIRST)
        if newcomer == asker and wanted.opening is not None:
            table = await self._tables.must_be_open(table.id, asker.id, number, wanted.opening)
            return Reply(say=open_seats.sure(table, wanted, asker.id))
        force = newcomer != asker and not table.involves(asker.id) and manages(interaction, table.place.guild)
        new, asked = await self._tables.newcomer(table.id, asker.id, number, newcomer, force=force)
        invited = not table.options.private or asker.id in table.invited
        asks = (own is not None and not own.resigned) or (new.person == asker.id and invited)
        told = consent.substitute(table, new, asked, asker.id, asks=asks, manages=force)
        return Reply(say=told, until=Until("moved", table.id))

    async def leave(self, click: Click) -> Reply:
        """Ask a player how they want to leave."""
        table = await self._tables.table(click.id.table)
        own_seat(table, click.person.id)
        return Reply(say=panels.leaving(table, click.person.id), until=Until("moved", table.id))

    async def let_ai_play(self, click: Click) -> Reply:
        """Let an AI play for a player until they are back."""
        outcome = await self._tables.act(click.id.table, click.person.id, seats.let_ai_play(), action=click.action)
        told = text_absence.for_you(text.this_game(outcome.table, click.person.id))
        return Reply(edit=note(told, click.person.id), until=Until("moved", outcome.table.id))

    async def who_instead(self, interaction: Interaction, table: TableView) -> Reply:
        """Ask a player who should take over their seat."""
        person, own, guild = interaction.user.id, own_seat(table, interaction.user.id), table.place.guild
        if table.lost is not None:
            raise Refused(text_places.MOVE_FIRST)
        ai, here = True, guild is not None and interaction.guild_id == guild
        try:
            await self._tables.newcomer(table.id, person, own.number, table.options.ai)
        except TooFewPlayers:
            ai = False
        known = [] if here else [each for each in await self._tables.met(person, guild) if table.seat_of(each.id) is None]
        return Reply(say=panels.who_instead(table, person, ai=ai, here=here, known=known), until=Until("moved", table.id))

    async def hand_over(self, click: Click) -> Reply:
        """Ask the same, for a button; or show what it means if an AI takes over the player's seat."""
        table = await self._tables.table(click.id.table)
        if not click.id.arg:
            return await self.who_instead(click.interaction, table)
        return await self._proposal(click.interaction, table, own_seat(table, click.person.id).number, table.options.ai)

    async def instead(self, click: Click) -> Reply:
        """Do the same with a person chosen in a menu."""
        table = await self._tables.table(click.id.table)
        return await self._proposal(click.interaction, table, own_seat(table, click.person.id).number, chosen(click))

    async def ask_back(self, click: Click) -> Reply:
        """Do the same for a player who wants to come back to their former seat."""
        table = await self._tables.table(click.id.table)
        former = table.formerly(click.person.id)
        if former is None:
            raise Refused(text.NOT_SEATED)
        return await self._proposal(click.interaction, table, former.number, click.person)

    async def ask(self, click: Click) -> Reply:
        """Propose it to everyone whose consent is needed. The outbox pings them."""
        seat, newcomer = await self._meant(click)
        outcome = await self._tables.act(click.id.table, click.person.id, seats.replace(seat, newcomer), action=click.action)
        if outcome.table.proposal is None:
            return Reply(
                edit=note(text_proposals.seat_taken(outcome.table, seat), click.person.id),
                after=self._welcome(click, outcome.table),
            )
        told = note(text_proposals.asked_about_seat(outcome.table), click.person.id)
        return Reply(edit=told, until=Until("settled", outcome.table.id))

    async def replace(self, click: Click) -> Reply:
        """Replace a player immediately, as a server manager who doesn't play. The outbox says who plays on."""
        if not manages(click.interaction, (await self._tables.table(click.id.table)).place.guild):
            raise Refused(text.ONLY_MANAGERS)
        seat, newcomer = await self._meant(click)
        outcome = await self._tables.act(
            click.id.table, click.person.id, seats.replace(seat, newcomer, force=True), action=click.action
        )
        return Reply(edit=note(text_proposals.seat_taken(outcome.table, seat), click.person.id))

    async def agree(self, click: Click) -> Reply:
        """Accept the seat, as the person invited to it."""
        before = await self._tables.table(click.id.table)
        new = proposed_newcomer(before, click.id.decision)
        if new is None:
            return Reply(edit=consent.settled(before, click.id.decision))
        if new.person == click.person.id:
            await self._tables.people.note_dm(click.person.id, closed=False)
        outcome = await self._tables.act(before.id, click.person.id, proposals.agree(number=click.id.decision), action=click.action)
        shows = Shows(outcome.table, SeatQuestion(click.id.decision))
        if proposed_newcomer(outcome.table, click.id.decision) is not None:
            return Reply(edit=consent.call(outcome.table), shows=shows)
        after = self._welcome(click, outcome.table)
        return Reply(edit=consent.settled(outcome.table, click.id.decision), shows=shows, after=after)

    async def decline(self, click: Click) -> Reply:
        """Decline the seat, as the person invited to it."""
        before = await self._tables.table(click.id.table)
        new = proposed_newcomer(before, click.id.decision)
        if new is None:
            return Reply(edit=consent.settled(before, click.id.decision))
        outcome = await self._tables.act(
            click.id.table, click.person.id, proposals.decline(number=click.id.decision), action=click.action
        )
        told = consent.not_taken(outcome.table, new.seat, click.person.name)
        return Reply(edit=told, shows=Shows(outcome.table, SeatQuestion(click.id.decision)))

    async def _meant(self, click: Click) -> tuple[int, Person | str]:
        """Return the seat that a button is about, and who would take it over."""
        seat, _, newcomer = click.id.arg.partition(".")
        person, _, name = newcomer.partition(".")
        if person:
            new = Person(id=read(int, person), name=name)
            return read(int, seat), click.person if new.id == click.person.id else new
        return read(int, seat), (await self._tables.table(click.id.table)).options.ai

    def _welcome(self, click: Click, table: TableView) -> After | None:
        """Warn someone who has just taken a seat by their own click if their hand can't be sent to them."""
        return dm_tried(self._tables, self._outbox, table, click.person.id) if table.seat_of(click.person.id) is not None else None


def own_seat(table: TableView, person: int) -> SeatView:
    """Return a person's own seat. Raise TableError."""
    seat = table.seat_of(person)
    if seat is None:
        raise Refused(text.NOT_SEATED)
    return seat


def chosen(click: Click) -> Person:
    """Return the person chosen in a menu, with their display name. Raise TableError if it is no one, or a bot."""
    resolved = raw(click.interaction).get("resolved", {})
    for id, user in resolved.get("users", {}).items():
        if user.get("bot"):
            raise Refused(text_proposals.BOTS_DONT_PLAY)
        shown = resolved.get("members", {}).get(id, {}).get("nick") or user.get("global_name") or user["username"]
        return Person(id=int(id), name=(text.visible(shown) or user["username"])[:32])
    id, _, name = click.value.partition(".")
    return Person(id=read(int, id), name=name)


def proposed_newcomer(table: TableView, number: int) -> Newcomer | None:
    """Return the proposed substitute, if that proposal still stands."""
    return table.proposal.newcomer if table.proposal is not None and table.proposal.number == number else None


def seat_named(table: TableView, name: str, person: int) -> int:
    """Return the seat with that name, or with the only similar one (the player sees whose it is before anything happens); without a
    name, the person's own or former one. Raise TableError."""
    own = table.seat_of(person) or table.formerly(person)
    if not name and own is not None:
        return own.number
    wanted, seats = name.strip().casefold(), {seat.name.casefold(): seat.number for seat in table.seats}
    if wanted in seats:
        return seats[wanted]
    likely = [each for each in seats if wanted and each.startswith(wanted)] or near(wanted, seats.keys(), 3, CLOSE_ENOUGH)
    if len(likely) == 1:
        return seats[likely[0]]
    raise Refused(text_proposals.whose_seat(table))
