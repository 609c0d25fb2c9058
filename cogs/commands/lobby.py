"""The lobby: seats, the kingdom, the settings, and the start."""

from __future__ import annotations

from discord.ext import commands

from cogs import text
from cogs.answers.answer import After, Reply
from cogs.answers.interactions import Click, Client, is_note, raw, read
from cogs.answers.notes import Until
from cogs.answers.router import Router
from cogs.commands.threads import channel_for_threads, own_thread
from cogs.desk import Desk
from cogs.messages.kinds import HandMessage, InvitationMessage, LobbyMessage, kind_of
from cogs.messages.outbox import Outbox
from cogs.messages.posted import Channel, Shows
from cogs.panels import cards
from cogs.panels import table as panels
from cogs.panels.blocks import ForOne
from cogs.panels.lobby import dm_closed, in_words, more
from cogs.panels.notes import note
from cogs.text import gathering as text_gathering
from cogs.text import setup as text_setup
from cogs.text.refusals import Refused
from tables import Outcome, TableService, TableView
from tables.commands import lobby


class LobbyCommands(commands.Cog):
    """The buttons of the lobby."""

    def __init__(self, client: Client, desk: Desk, outbox: Outbox, router: Router) -> None:
        self._client = client
        self._tables = client.tables
        self._desk = desk
        self._outbox = outbox
        on, on_look = router.on, router.on_look
        on(join=self.join, leave=self.leave, keepopen=self.keep_open, ai=self.add_ai, unai=self.remove_ai, start=self.start)
        on(guests=self.invite, accept=self.accept, reroll=self.reroll, swapped=self.swap, vetoed=self.veto, opt=self.set_option)
        on_look(invite=self.ask_guest, swap=self.ask_swap, veto=self.ask_veto, table=self.settings, pace=self.pace)
        on_look(drawn=self.pictures)
        on_look(effects=self.effects, dm=self.try_dm, kingdom=self.about_kingdom, lobbymore=self.more, kingdomtext=self.in_words)

    async def join(self, click: Click) -> Reply:
        """Seat this person, and check whether direct messages reach them."""
        await self._tables.people.note_dm(click.person.id, closed=False)
        outcome = await seat(click, await self._tables.table(click.id.table))
        return await self._lobby(click, outcome, after=self._after_joining(outcome))

    def _after_joining(self, outcome: Outcome) -> After:
        """Show a person their hand if they have just started the game by joining; otherwise, check whether it could be sent to
        them."""
        table, person = outcome.table, outcome.snapshot.person or 0
        if table.phase == "playing":
            return hand_here(self._tables, self._desk, table, person)
        return dm_tried(self._tables, self._outbox, table, person)

    async def try_dm(self, click: Click) -> Reply:
        """Try direct messages again, for someone who has enabled them."""
        person = click.person.id
        await self._tables.people.note_dm(person, closed=False)
        table = await self._tables.table(click.id.table)

        async def tried() -> ForOne:
            closed = await dm_tried(self._tables, self._outbox, table, person)()
            return dm_closed(table, person, still=True) if closed else note(text_setup.DM_OPEN, person)

        return Reply(after=tried)

    async def leave(self, click: Click) -> Reply:
        """Give up the seat."""
        outcome = await self._tables.act(click.id.table, click.person.id, lobby.leave(), action=click.action)
        return await self._lobby(click, outcome)

    async def keep_open(self, click: Click) -> Reply:
        """Keep the table open for another week."""
        outcome = await self._tables.act(click.id.table, click.person.id, lobby.keep_open(), action=click.action)
        return Reply(say=note(text_gathering.KEPT_OPEN, click.person.id), until=Until("begun", outcome.table.id))

    async def add_ai(self, click: Click) -> Reply:
        outcome = await self._tables.act(click.id.table, click.person.id, lobby.add_ai(), action=click.action)
        return await self._lobby(click, outcome)

    async def remove_ai(self, click: Click) -> Reply:
        """Remove the last AI."""
        outcome = await self._tables.act(click.id.table, click.person.id, lobby.remove(), action=click.action)
        return await self._lobby(click, outcome)

    async def start(self, click: Click) -> Reply:
        """Start the game, in a thread of its own if the host wants one and Discord allows it."""
        table, person = await self._tables.table(click.id.table), click.person.id
        thread, sentence = None, ""
        if table.phase == "lobby" and person == table.host and len(table.seats) > 1:
            thread, sentence = await own_thread(self._client, table)
        outcome = await self._tables.act(table.id, person, lobby.start(thread=thread), action=click.action)
        told = note(sentence, person) if sentence and outcome.table.place.thread is None else None
        return await self._lobby(click, outcome, say=told, after=hand_here(self._tables, self._desk, outcome.table, person))

    # guests

    async def ask_guest(self, click: Click) -> Reply:
        """Let a player choose people to invite."""
        table = await self._tables.table(click.id.table)
        must_sit(table, click.person.id)
        return Reply(say=panels.invite(table, click.person.id), until=Until("begun", table.id))

    async def invite(self, click: Click) -> Reply:
        """Invite the chosen people. The outbox pings them in the channel, each only once."""
        before, people = await self._tables.table(click.id.table), people_among(click)
        guests, bots = [*people], {person for person, is_bot in people.items() if is_bot}
        called = tuple(each for each in guests if each not in (*before.invited, *bots) and before.seat_of(each) is None)
        outcome = await self._tables.act(before.id, click.person.id, lobby.invite(called), action=click.action)
        return Reply(edit=note(text_setup.invited(outcome.table, called, guests, bots), click.person.id))

    async def accept(self, click: Click) -> Reply:
        """Take a seat through an invitation, which then says so; a direct message says what comes next."""
        await self._tables.people.note_dm(click.person.id, closed=False)
        outcome = await seat(click, await self._tables.table(click.id.table))
        tried = self._after_joining(outcome)
        clicked = click.interaction.message.id if click.interaction.message is not None else 0
        for message in await self._tables.messages.of(click.id.table):
            if message.message == clicked and isinstance(kind := kind_of(message), InvitationMessage):
                shown = panels.invitation(outcome.table, kind.guests(outcome.table))
                return Reply(edit=shown, shows=Shows(outcome.table, kind), after=tried)
        return Reply(after=tried)

    # the kingdom

    async def effects(self, click: Click) -> Reply:
        """Show what every card does, in the kingdom or in the game on the table."""
        table = await self._tables.history.look(click.person.id, click.id.table)
        also = await self._desk.piles(table)
        return Reply(say=cards.page(table, click.person.id, also=also))

    async def about_kingdom(self, click: Click) -> Reply:
        """Show what the kingdom's cards do, and offer to change them."""
        table = await self._tables.table(click.id.table)
        return Reply(say=cards.about_kingdom(table, click.person.id), until=Until("begun", table.id))

    async def more(self, click: Click) -> Reply:
        """Show the lobby's other actions."""
        table = await self._tables.table(click.id.table)
        must_be_open(table)
        picture = self._desk.draws and table.options.pictures != "none"
        return Reply(say=more(table, click.person.id, picture=picture), until=Until("begun", table.id))

    async def in_words(self, click: Click) -> Reply:
        """Say what the picture of the kingdom shows."""
        return Reply(say=in_words(await self._tables.table(click.id.table), click.person.id))

    async def reroll(self, click: Click) -> Reply:
        """Draw another kingdom."""
        outcome = await self._tables.act(click.id.table, click.person.id, lobby.reroll(), action=click.action)
        if click.private:
            return Reply(edit=cards.about_kingdom(outcome.table, click.person.id))
        return await self._lobby(click, outcome)

    async def ask_swap(self, click: Click) -> Reply:
        """Let the host choose what to swap."""
        table = await self._tables.table(click.id.table)
        must_be_host(table, click.person.id)
        return Reply(say=panels.swap(table, click.person.id), until=Until("begun", table.id))

    async def swap(self, click: Click) -> Reply:
        """Swap the chosen pile for another one."""
        before = await self._tables.table(click.id.table)
        outcome = await self._tables.act(before.id, click.person.id, lobby.swap(click.value), action=click.action)
        return Reply(edit=panels.swap(outcome.table, click.person.id, click.value, gained(before, outcome.table)))

    async def ask_veto(self, click: Click) -> Reply:
        """Let a player choose what to veto."""
        table = await self._tables.table(click.id.table)
        must_sit(table, click.person.id)
        if click.person.id in table.vetoes:
            raise Refused(text_setup.veto_used(table.vetoes[click.person.id]))
        return Reply(say=panels.veto(table, click.person.id), until=Until("begun", table.id))

    async def veto(self, click: Click) -> Reply:
        """Replace the pile that a player vetoes."""
        before = await self._tables.table(click.id.table)
        outcome = await self._tables.act(before.id, click.person.id, lobby.veto(click.value), action=click.action)
        return Reply(edit=panels.vetoed(outcome.table, click.person.id, click.value, gained(before, outcome.table)))

    # the table's settings

    async def settings(self, click: Click) -> Reply:
        """Show the settings of the game."""
        table = await self._tables.table(click.id.table)
        return Reply(say=panels.settings(table, click.person.id), until=Until("begun", table.id))

    async def pace(self, click: Click) -> Reply:
        """Show how long a move can take."""
        table = await self._tables.table(click.id.table)
        must_be_open(table)
        return Reply(say=panels.pace(table, click.person.id), until=Until("begun", table.id))

    async def pictures(self, click: Click) -> Reply:
        """Show how pictures for everyone are drawn."""
        table = await self._tables.table(click.id.table)
        must_be_host(table, click.person.id)
        return Reply(say=panels.drawn(table, click.person.id), until=Until("begun", table.id))

    async def set_option(self, click: Click) -> Reply:
        """Change the option of a menu: the id names it, and the choices are its new values."""
        table = await self._tables.table(click.id.table)
        changed = read(panels.changed, table, click.id.arg, click.values)
        if changed.get("own_thread") and not table.options.own_thread:
            channel_for_threads(click.interaction)
        outcome = await self._tables.act(table.id, click.person.id, lobby.set_options(**changed), action=click.action)
        shown = panels.where_set(click.id.arg)
        return Reply(edit=shown(outcome.table, click.person.id))

    async def _lobby(self, click: Click, outcome: Outcome, *, say: ForOne | None = None, after: After | None = None) -> Reply:
        """Return the current lobby, in place of the one that was clicked. An action from a private message needs no confirmation:
        the lobby shows it."""
        if click.interaction.guild_id is None and not is_note(click.interaction.message):  # the message where their hand will be
            kind = HandMessage(click.person.id)
            shows = Shows(outcome.table, kind, outcome.snapshot)
            return Reply(edit=await self._desk.panel(outcome.snapshot), shows=shows, after=after)
        if click.private:
            shown = note(text_setup.DONE, click.person.id) if say is None else say
            return Reply(edit=shown, after=after)
        rendered = await self._desk.lobby(outcome.table)
        return Reply(edit=rendered, say=say, shows=Shows(outcome.table, LobbyMessage()), after=after)


async def seat(click: Click, table: TableView) -> Outcome:
    """Seat a person. The last one that a rematch waits for starts it, in a thread of its own if the host wants one."""
    client, thread = click.interaction.client, None
    if table.starts_with(click.person.id):
        thread, _ = await own_thread(client, table)
    return await client.tables.act(table.id, click.person.id, lobby.sit(click.person, thread=thread), action=click.action)


def hand_here(tables: TableService, desk: Desk, table: TableView, person: int) -> After:
    """Show the player who has just started a game their hand, if direct messages to them fail, so that no one has to ping them."""

    async def shown() -> ForOne | None:
        playing = table.phase == "playing"
        return await desk.hand(table, person) if playing and await tables.people.dm_closed(person) else None

    return shown


def dm_tried(tables: TableService, outbox: Outbox, table: TableView, person: int) -> After:
    """Warn someone who has just sat down if their hand can't be sent to them."""

    async def tried() -> ForOne | None:
        channel = Channel("dm", person)
        outbox.mark(channel, table.id)
        await outbox.settled(channel)
        return dm_closed(table, person) if await tables.people.dm_closed(person) else None

    return tried


def people_among(click: Click) -> dict[int, bool]:
    """Return the people chosen in a menu, and whether each is a bot. Raise TableError if there are none."""
    users = raw(click.interaction).get("resolved", {}).get("users", {})
    if not users:
        raise Refused(text.UNKNOWN_BUTTON)
    return {int(id): bool(user.get("bot")) for id, user in users.items()}


def must_be_open(table: TableView) -> None:
    """Raise TableError if the game has started, or the table was closed."""
    if table.phase != "lobby":
        raise Refused(text_setup.HAS_BEGUN if table.started is not None else text.CLOSED)


def must_sit(table: TableView, person: int) -> None:
    """Raise TableError for anyone without a seat, or if the game has started."""
    must_be_open(table)
    if table.seat_of(person) is None:
        raise Refused(text.NOT_SEATED_LOBBY)


def must_be_host(table: TableView, person: int) -> None:
    """Raise TableError for anyone but the host, or if the game has started."""
    must_be_open(table)
    if person != table.host:
        raise Refused(text_setup.only_host(table))


def gained(before: TableView, after: TableView) -> list[str]:
    """Return the additions to the kingdom."""
    return [name for name in after.options.kingdom.names if name not in before.options.kingdom.names]
