"""What servers and people keep for later games: saved kingdoms, likes and bans, the next game with the same people."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from functools import partial

from discord import app_commands
from discord.ext import commands

from cogs.answers.answer import Reply
from cogs.answers.interactions import Click, Interaction, as_meant, manages, suggesting
from cogs.answers.notes import Until
from cogs.answers.router import Router
from cogs.answers.whereabouts import Whereabouts
from cogs.commands.kingdom import Suggestion, WrongRequest, alike, likes_in, named, one_line, request_of
from cogs.commands.lobby import hand_here, must_be_host, seat
from cogs.commands.opening import Line, kept_at, offered, requested_at, suggest_words
from cogs.desk import Desk
from cogs.messages.kinds import LobbyMessage
from cogs.messages.posted import Shows
from cogs.panels import cards, kingdoms
from cogs.panels import likes as panels_likes
from cogs.panels import table as panels
from cogs.panels.blocks import ForOne, Id
from cogs.panels.notes import misread, note
from cogs.text import places as text_places
from cogs.text import setup as text_setup
from cogs.text.refusals import Refused, sentence
from engine import KingdomRequest
from engine.randomizers import folded
from tables import TableService
from tables.commands import lobby
from tables.errors import BadKingdom, NoSuchKingdom, TooMany
from tables.kingdoms import LONGEST_NAME
from tables.models import PersonSettings, SavedKingdom


@suggesting
async def suggest_saved(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Complete a saved kingdom's name."""
    names = [each.name for each in (await kept_at(interaction)).saved]
    typed = folded(current[: LONGEST_NAME + 1])
    return offered([Suggestion(name, name) for name in names if typed in folded(name)][:25])


class SavedKingdoms(commands.Cog):
    """`/game delete-kingdom`, `/game likes`, and the buttons that save a kingdom, ask for another, or for a rematch."""

    def __init__(
        self, tables: TableService, desk: Desk, whereabouts: Whereabouts, router: Router, group: app_commands.Group
    ) -> None:
        self._tables = tables
        self._desk = desk
        self._whereabouts = whereabouts
        self._router = router
        group.command(name="delete-kingdom", description=text_setup.GAME_DELETE_KINGDOM)(self.delete)
        group.command(name="likes", description=text_setup.GAME_LIKES)(self.likes)
        router.on(set=self.take_set, rematch=self.rematch, unlike=self.remove, delete_kingdom=self.delete_meant)
        router.on_look(kingdoms=self.choose_kingdom, expansion=self.choose_set)
        router.on_look(save=self.ask_name, other=self.ask_request, reword=self.ask_request, relike=self.write_likes)
        router.on_written(saved=self.save, request=self.set_request, likes=self.set_likes)

    # saved kingdoms

    async def ask_name(self, click: Click) -> Reply:
        """Ask for the name under which a kingdom is saved."""
        return Reply(dialog=panels.name_kingdom(await self._tables.history.look(click.person.id, click.id.table)))

    async def save(self, click: Click) -> Reply:
        """Save a table's kingdom for its server."""
        table = await self._tables.history.look(click.person.id, click.id.table)
        if table.place.guild is None:
            raise Refused(text_setup.SAVE_IN_SERVERS)
        may = manages(click.interaction, table.place.guild)
        kingdom = table.options.kingdom
        await self._tables.kingdoms.save(table.place.guild, click.person.id, click.value, kingdom, action=click.action, force=may)
        return Reply(say=note(text_setup.saved(click.value), click.person.id))

    @app_commands.describe(name=text_setup.GAME_DELETE_KINGDOM_NAME)
    @app_commands.autocomplete(name=suggest_saved)
    async def delete(self, interaction: Interaction, name: app_commands.Range[str, None, LONGEST_NAME]) -> None:
        """Delete a saved kingdom."""

        async def deleted() -> Reply:
            try:
                return Reply(say=await self._deleted(interaction, name, str(interaction.id)))
            except NoSuchKingdom:
                meant = await self._meant(interaction, name)
                if not meant:
                    raise
                return Reply(say=panels.which_to_delete(name, meant, interaction.user.id))

        await self._router.run(interaction, deleted)

    async def delete_meant(self, click: Click) -> Reply:
        """Delete the saved kingdom that was meant."""
        return Reply(edit=await self._deleted(click.interaction, click.id.arg, click.action))

    async def _deleted(self, interaction: Interaction, name: str, action: str) -> ForOne:
        """Delete a kingdom that the server has saved. Raise NoSuchKingdom, NameTaken."""
        guild, person = interaction.guild_id, interaction.user.id
        if guild is None:
            raise Refused(text_setup.DELETE_IN_SERVERS)
        await self._tables.kingdoms.delete(guild, person, name, action=action, force=manages(interaction, guild))
        return note(text_setup.deleted(name), person)

    async def _meant(self, interaction: Interaction, name: str) -> list[SavedKingdom]:
        """Return the saved kingdoms that someone might mean by an unknown name, and is allowed to delete here."""
        guild = interaction.guild_id
        saved = await self._tables.kingdoms.saved(guild) if guild is not None else []
        may = [each for each in saved if each.by == interaction.user.id or manages(interaction, guild)]
        near = alike(name, [each.name for each in may])
        return sorted((each for each in may if each.name in near), key=lambda each: near.index(each.name))

    # another kingdom

    async def choose_kingdom(self, click: Click) -> Reply:
        """Show the host the ways to another kingdom."""
        table = await self._tables.table(click.id.table)
        must_be_host(table, click.person.id)
        saved = (await kept_at(click.interaction)).saved
        return Reply(say=kingdoms.choose(table, saved, click.person.id), until=Until("begun", table.id))

    async def choose_set(self, click: Click) -> Reply:
        """Show the host an expansion's recommended sets, or the server's saved kingdoms."""
        table = await self._tables.table(click.id.table)
        must_be_host(table, click.person.id)
        saved = (await kept_at(click.interaction)).saved
        return Reply(say=kingdoms.sets(table, click.value, saved, click.person.id), until=Until("begun", table.id))

    async def take_set(self, click: Click) -> Reply:
        """Play with the chosen set, or say what it is missing."""
        table = await self._tables.table(click.id.table)
        must_be_host(table, click.person.id)
        try:
            chosen = await requested_at(click.interaction, click.value, KingdomRequest(edition=table.options.kingdom.edition))
        except WrongRequest as error:
            return Reply(say=note(sentence(error), click.person.id))
        outcome = await self._tables.act(table.id, click.person.id, lobby.set_kingdom(chosen), action=click.action)
        return Reply(edit=cards.about_kingdom(outcome.table, click.person.id), until=Until("begun", table.id))

    async def ask_request(self, click: Click) -> Reply:
        """Ask the host what to play with instead; the window holds what couldn't be understood, or else the current request."""
        table = await self._tables.table(click.id.table)
        must_be_host(table, click.person.id)
        id = Id(table.id, 0, "request", click.id.verb)
        return Reply(dialog=panels.request(id, text_setup.REQUEST_TITLE, click.quoted or request_of(table.options)))

    async def set_request(self, click: Click) -> Reply:
        """Play with what was written, or say what is wrong with it."""
        table, again = await self._tables.table(click.id.table), click.id.arg == "reword"
        base = KingdomRequest(edition=table.options.kingdom.edition)
        try:
            chosen = await as_meant(click, lambda line: requested_at(click.interaction, line, base))
        except WrongRequest as error:
            written = Id(table.id, 0, "request", "reword")
            told = misread(sentence(error), error, Id(table.id, 0, "reword"), written, click.person.id)
            until = Until("begun", table.id)
            return Reply(edit=told, until=until) if again else Reply(say=told, until=until)
        outcome = await self._tables.act(table.id, click.person.id, lobby.set_kingdom(chosen), action=click.action)
        if again:
            return Reply(edit=note(text_setup.OTHER_KINGDOM_THERE, click.person.id), until=Until("begun", table.id))
        if click.private:
            return Reply(edit=cards.about_kingdom(outcome.table, click.person.id), until=Until("begun", table.id))
        return Reply(edit=await self._desk.lobby(outcome.table), shows=Shows(outcome.table, LobbyMessage()))

    # the next game

    async def rematch(self, click: Click) -> Reply:
        """Open a lobby for the same people, with the same kingdom or a new one by the same request."""
        drawn = click.id.arg == "new"
        before = await self._tables.table(click.id.table)
        if await self._whereabouts.access(before.place) in ("shut", "gone"):
            raise Refused(text_places.cannot_play_again(before))
        outcome = await self._tables.rematch(click.id.table, click.person.id, action=click.action, draw=drawn)
        if click.person.id in outcome.table.gathering.wanted:
            outcome = await seat(click, outcome.table)
        table, after = outcome.table, hand_here(self._tables, self._desk, outcome.table, click.person.id)
        if table.place.id == click.interaction.channel_id and not outcome.repeated:
            return Reply(after=after)  # its lobby, or its board, comes right here
        return Reply(
            say=note(text_setup.rematch(table, click.person.id), click.person.id), after=after, until=Until("begun", table.id)
        )

    # likes and bans

    @app_commands.describe(ban=text_setup.GAME_LIKES_BAN, like=text_setup.GAME_LIKES_LIKE)
    @app_commands.autocomplete(ban=suggest_words, like=suggest_words)
    async def likes(self, interaction: Interaction, ban: Line = "", like: Line = "") -> None:
        """Show what someone likes and bans, and add to it."""

        async def shown() -> Reply:
            person = interaction.user.id
            now = await self._tables.people.settings(person)
            if not ban.strip() and not like.strip():
                return Reply(say=panels_likes.likes(now, person))
            line = as_line((*now.ban, *named(ban)), (*now.like, *named(like)))
            return Reply(say=await self._kept(person, self._keep(person, line, str(interaction.id))))

        await self._router.run(interaction, partial(self._router.in_turn, interaction.user.id, shown))

    async def remove(self, click: Click) -> Reply:
        """Remove something from both lists."""
        now = await self._tables.people.settings(click.person.id)
        ban = [name for name in now.ban if f"ban:{name}" not in click.values]
        like = [name for name in now.like if f"like:{name}" not in click.values]
        now = await self._tables.people.set_likes(click.person.id, ban=ban, like=like, action=click.action)
        return Reply(edit=panels_likes.likes(now, click.person.id))

    async def write_likes(self, click: Click) -> Reply:
        """Open the window for both lists; it contains the text that wasn't understood, or the current lists."""
        now = await self._tables.people.settings(click.person.id)
        return Reply(dialog=panels_likes.write(click.quoted or as_line(now.ban, now.like)))

    async def set_likes(self, click: Click) -> Reply:
        """Keep what was written, or say what is wrong with it."""
        person = click.person.id
        kept = as_meant(click, lambda line: self._keep(person, line, click.action))
        return Reply(edit=await self._kept(person, kept))

    async def _keep(self, person: int, line: str, action: str) -> PersonSettings:
        """Return both lists as given in a line. Raise WrongRequest."""
        ban, like = likes_in(line)
        try:
            return await self._tables.people.set_likes(person, ban=ban, like=like, action=action)
        except (BadKingdom, TooMany) as error:
            raise WrongRequest(sentence(error), line) from error

    async def _kept(self, person: int, keeping: Awaitable[PersonSettings]) -> ForOne:
        """Return the panel once the lists are saved, or why they can't be."""
        try:
            return panels_likes.likes(await keeping, person)
        except WrongRequest as error:
            return misread(sentence(error), error, Id("-", 0, "relike"), Id("-", 0, "likes"), person)


def as_line(ban: Sequence[str], like: Sequence[str]) -> str:
    """Return bans and likes in one line."""
    return one_line("", KingdomRequest(ban=tuple(ban), like=tuple(like)))
