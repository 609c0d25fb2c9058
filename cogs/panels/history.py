"""Finished games: a list of them, a page about one, and files of them."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import NamedTuple

from cogs import text
from cogs.panels import score
from cogs.panels.blocks import MAX_LABEL, Attachment, Button, ForOne, Id, Menu, MenuChoice, Text, clip, panel, rows
from cogs.text import history as words
from cogs.text import replays as text_replays
from cogs.text import score as text_score
from tables import TableView
from tables.history import FinishedGame, GameRecord, Player, kingdom_key
from tables.models import GamesFile

MOST_LISTED = 5
"""On one page."""
SLOT = "history"
"""A person has one message about finished games: what its buttons lead to comes beside it."""
LETTERS = {"p": "player", "o": "opponent", "c": "card", "k": "kingdom", "b": "before", "a": "after"}
"""How the parts of a `GameSearch` are marked in ids."""
ID_BYTES, AI = 8, "~"


class GameSearch(NamedTuple):
    """Which finished games a list shows: a player's, with an opponent, with a card, of a kingdom (by key), on this server; older
    than the game `before`, or the next ones after the game `after`. As text, it fits into an id."""

    player: Player | None = None
    opponent: Player | None = None
    card: str | None = None
    kingdom: str | None = None
    before: str | None = None
    after: str | None = None
    server: bool = False

    def __str__(self) -> str:
        parts = [briefly(self.player), briefly(self.opponent), self.card, self.kingdom, self.before, self.after]
        marked = [f"{letter}{part}" for letter, part in zip(LETTERS, parts, strict=True) if part is not None]
        return ",".join([*marked, *(["s"] if self.server else [])])

    @classmethod
    def parse(cls, line: str) -> GameSearch:
        """Read what `str` has written. Raise KeyError or ValueError if it can't have."""
        parts = [each for each in line.split(",") if each]
        found = {LETTERS[each[0]]: each[1:] for each in parts if each != "s"}
        players = {name: player_of(found.pop(name)) for name in ("player", "opponent") if name in found}
        return cls(**players, **found, server="s" in parts)  # type: ignore[arg-type]

    def whole(self) -> GameSearch:
        """Return the same list from its start."""
        return self._replace(before=None, after=None)


def briefly(player: Player | None) -> str | None:
    """Return a player in a few letters."""
    if isinstance(player, int):
        return urlsafe_b64encode(player.to_bytes(ID_BYTES, "big")).decode().rstrip("=")
    return None if player is None else f"{AI}{player}"


def player_of(written: str) -> Player:
    """Read what `briefly` has written. Raise ValueError if it can't have."""
    if written.startswith(AI):
        return written.removeprefix(AI)
    found = int.from_bytes(urlsafe_b64decode(f"{written}="), "big")
    if found >= 2**63:
        raise ValueError(f"{found} isn't an id")
    return found


class Listed(NamedTuple):
    """A page of a list, and whether there are newer and older games."""

    games: Sequence[GameRecord]
    newer: bool
    older: bool


def games(asked: GameSearch, page: Listed, person: int, here: int | None, *, export: bool) -> ForOne:
    """Show a page of finished games, each with its page behind a menu. `here`: on which server; `export`: they can be exported as a
    file."""
    own = asked.player == person
    title = Text(
        words.title(
            own=own,
            player=asked.player,
            opponent=asked.opponent,
            card=asked.card,
            kingdom=asked.kingdom is not None,
            server=asked.server,
        )
    )
    if not page.games:
        return ForOne(panel(title, Text(words.NONE_YET if asked == GameSearch(person) else words.NONE)), person, SLOT)
    lines = [words.in_list(game, words.place(game, person, here)) for game in page.games]
    choices = [
        MenuChoice(clip(words.in_menu(game), MAX_LABEL), game.id, clip(words.kingdom_briefly(game.kingdom), MAX_LABEL))
        for game in page.games
    ]
    newer, older = asked.whole()._replace(after=page.games[0].id), asked.whole()._replace(before=page.games[-1].id)
    turning = [
        Button(words.NEWER, listing(newer), disabled=not page.newer),
        Button(words.OLDER, listing(older), disabled=not page.older),
    ]
    acts = [
        *(turning if page.newer or page.older else []),
        *([Button(words.STATISTICS, Id("-", 0, "stats", about))] if (about := subject(asked.whole(), here)) else []),
        *([Button(words.EXPORT, Id("-", 0, "export", str(asked.whole())))] if export else []),
    ]
    menu = Menu(Id("-", 0, "record", str(asked)).in_place(), words.LOOK_AT, tuple(choices))
    return ForOne(panel(title, Text("\n".join(lines)), menu, rows(acts)), person, SLOT)


def subject(asked: GameSearch, here: int | None) -> str | None:
    """Return the statistics (`stats.About`) that are about the same games as a list, if any."""
    if asked.player is not None and asked == GameSearch(asked.player):
        return f"{'person' if isinstance(asked.player, int) else 'style'}:{asked.player}"
    if asked.kingdom is not None and asked == GameSearch(kingdom=asked.kingdom):
        return f"kingdom:{asked.kingdom}"
    return f"server:{here}" if here is not None and asked == GameSearch(server=True) else None


def game(found: FinishedGame, person: int, here: int | None, back: GameSearch | None, picture: Attachment | None = None) -> ForOne:
    """Show one finished game. `back`: the list that led here."""
    record, table = found.record, found.table
    if table.result is None:
        raise ValueError("a game with a record has a result")
    told = [
        words.kingdom(record.kingdom),
        *([words.uncounted(record.uncounted)] if record.uncounted is not None else []),
        *([words.sharing(len(found.sharing), found.players)] if record.private else []),
    ]
    where = words.place(record, person, here)
    return ForOne(
        panel(
            score.told(table, table.result, where, picture, words.day(record.ended)),
            Text("\n".join(told)),
            rows([*looks(table), *leads(found, person, back)]),
        ),
        person,
        SLOT,
    )


def looks(table: TableView) -> list[Button]:
    """Return the buttons to what is kept about a game."""
    return [Button(text_replays.REPLAY, Id(table.id, 0, "replay")), Button(text_score.MORE, Id(table.id, 0, "scoremore"))]


def leads(found: FinishedGame, person: int, back: GameSearch | None) -> list[Button]:
    """Return the buttons that share a private game, and that lead on to other games."""
    record = found.record
    shares_it = person in found.sharing
    sharing = Id(record.id, 0, "share", f"{'' if shares_it else 'on'}/{back or ''}").in_place()
    share = Button(words.STOP_SHARING if shares_it else words.SHARE, sharing)
    alike = GameSearch(kingdom=kingdom_key(record.kingdom))
    return [
        *([Button(words.SAME_KINGDOM, listing(alike))] if back != alike else []),
        *([share] if record.private and record.involves(person) else []),
        Button(text.BACK if back is not None else words.MY_GAMES, listing(back or GameSearch(person))),
    ]


def listing(asked: GameSearch) -> Id:
    """Return the id of a button that shows a list in place of the message."""
    return Id("-", 0, "history", str(asked)).in_place()


def export(made: GamesFile, person: int, *, server: bool) -> ForOne:
    """Return the file of someone's games, or of a server's."""
    if server:
        told, file = words.server_games(made.games, made.older), "games.csv"
    else:
        told, file = words.own_games(made.games, made.files, made.older), "games.zip"
    return ForOne(panel(Text(told), Attachment(file, made.content)), person)
