"""Statistics and ratings, shown only to the person who asks: of players, servers, cards and kingdoms; two players; the
leaderboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cogs import text
from cogs.panels.blocks import MAX_LABEL, Attachment, Button, ForOne, Id, Menu, MenuChoice, Row, Text, clip, leaf, panel
from cogs.panels.history import GameSearch
from cogs.text import stats as words
from engine import card_facts
from engine.kingdoms import Kingdom
from tables.history import Figures, HeadToHead, Player, Rating, RatingChange, Statistics, Subject, subject_of

LEAST = 5
"""With fewer games than this, a card's or an opening's figures say nothing."""
MOST_CARDS, MOST_OPENINGS = 3, 5
"""How many are listed as the best, the worst or the most common."""
CHANGES = 6
"""How many changes of a rating are on a page."""
Part = Callable[[Statistics, Subject, str, int], ForOne]
"""Shows a reader some statistics; the third argument is the name of the player they are about, empty for the reader."""


class About(NamedTuple):
    """The subject of statistics, with the server whose ratings to show (0: all servers), and the number of a page of them."""

    subject: Subject
    server: int = 0
    page: int = 0

    @classmethod
    def parse(cls, arg: str) -> About:
        """Read what `str` writes; the last parts can be missing. Raise ValueError, KeyError."""
        kind, of, server, page = (*arg.split(":"), "0", "0")[:4]
        subjects: dict[str, Callable[[], Subject]] = {
            "person": lambda: Subject("person", id_of(of)),
            "server": lambda: Subject("server", id_of(of)),
            "style": lambda: Subject("style", of),
            "card": lambda: Subject("card", of),
            "kingdom": lambda: Subject("kingdom", of),
        }
        return cls(subjects[kind](), id_of(server), int(page))

    def __str__(self) -> str:
        parts = [self.subject.kind, self.subject.of, *([self.server, self.page] if self.server or self.page else [])]
        return ":".join(map(str, parts))

    @property
    def player(self) -> Player | None:
        """Return the player it is about, if it is about one."""
        return self.subject.of if self.subject.kind in ("person", "style") else None


def id_of(written: str) -> int:
    """Return the id of a person or a server. Raise ValueError if there can't be one."""
    if not 0 <= int(written) < 2**63:
        raise ValueError(f"{written} isn't an id")
    return int(written)


def key(verb: str, about: About | Subject) -> Id:
    """Return the id of a control about statistics."""
    return Id("-", 0, verb, str(about if isinstance(about, About) else About(about)))


def player(stats: Statistics, rating: Rating | None, who: Player, name: str, reader: int, *, server: int) -> ForOne:
    """Show a player's statistics, and their rating on a server (0: on all). `name`: nothing, if it is the reader."""
    lines, about = [words.title(name)], subject_of(who)
    if rating is not None:
        lines.append(words.rating(rating, here=bool(server)))
    buttons = []
    if stats.seats.games:
        lines += [words.wins(stats.seats), words.average(stats.seats)]
        buttons += [Button(text.CARDS, key("stats-cards", about)), Button(words.OPENINGS, key("stats-openings", about))]
    else:
        lines.append(words.NONE)
    if rating is not None:
        buttons.append(Button(words.RATING, key("stats-rating", About(about, server))))
    if stats.finished:
        buttons.append(Button(words.GAMES, Id("-", 0, "history", str(GameSearch(who)))))
    if name and stats.seats.games:
        buttons.append(Button(words.AGAINST_ME, key("stats-versus", about)))
    return shown([*lines, *others(stats)], buttons, reader)


def others(stats: Statistics) -> list[str]:
    """Return how many finished games don't count, if any."""
    uncounted = stats.finished - stats.seats.games
    return [words.uncounted(uncounted)] if uncounted > 0 else []


def shown(lines: Iterable[str], buttons: Sequence[Button], reader: int) -> ForOne:
    """Show lines to one person, with buttons."""
    return ForOne(panel(Text("\n".join(lines)), Row(tuple(buttons)) if buttons else None), reader)


def server(stats: Statistics, reader: int, guild: int) -> ForOne:
    """Show the statistics of a server."""
    return of_games([words.SERVER_TITLE, *summed(stats)], stats, Subject("server", guild), reader)


def kingdom(stats: Statistics, laid: Kingdom | None, about: Subject, reader: int) -> ForOne:
    """Show the statistics of a kingdom; `laid`: its cards, if they are known."""
    return of_games([words.kingdom_title(laid), *summed(stats)], stats, about, reader)


def summed(stats: Statistics) -> list[str]:
    """Return the sums over everyone's games."""
    averages = [words.average(stats.seats)] if stats.seats.games else [words.NONE]
    return [words.finished(stats.finished), *averages]


def of_games(lines: Sequence[str], stats: Statistics, about: Subject, reader: int) -> ForOne:
    buttons = [Button(text.CARDS, key("stats-cards", about)), Button(words.OPENINGS, key("stats-openings", about))]
    return shown(lines, buttons if stats.seats.games else [], reader)


def card(stats: Statistics, own: Statistics | None, name: str, reader: int) -> ForOne:
    """Show the statistics of a card; `own` are the reader's."""
    having = stats.having.get(name, Figures())
    lines = [words.card_title(name, stats.finished)]
    if stats.seats.games:
        lines.append(words.gained(having.games / stats.seats.games))
    else:
        lines.append(words.NONE)
    without = stats.seats.without(having)
    mine = own.having.get(name) if own is not None else None
    lines += [words.with_it(having)] if having.games else []
    lines += [words.without_it(without)] if having.games and without.games else []
    lines += [words.you_with_it(mine)] if mine is not None else []
    openings = [Button(words.OPENINGS, key("stats-openings", Subject("card", name)))]
    return shown(lines, openings if stats.openings else [], reader)


# cards and openings


def better(items: Iterable[tuple[str, Figures]], most: int) -> list[str]:
    """Return what clearly won the most, compared with chance."""
    found = [each for each in items if each[1].games >= LEAST and each[1].rate > each[1].chance]
    found.sort(key=lambda each: -each[1].interval[0] / each[1].chance)
    return [words.item(*each) for each in found[:most]]


def worse(items: Iterable[tuple[str, Figures]], most: int) -> list[str]:
    """Return what clearly won the least, compared with chance."""
    found = [each for each in items if each[1].games >= LEAST and each[1].rate < each[1].chance]
    found.sort(key=lambda each: each[1].interval[1] / each[1].chance)
    return [words.item(*each) for each in found[:most]]


def cards(stats: Statistics, about: Subject, name: str, reader: int) -> ForOne:
    """Show which cards did well and badly for someone, and against them; or for everyone on a server or in a kingdom."""
    found: list[str] = []
    for items, heads in (
        (stats.having, ((words.BETTER_WITH, better), (words.WORSE_WITH, worse))),
        (stats.against, ((words.BETTER_AGAINST, better), (words.WORSE_AGAINST, worse))),
    ):
        special = [(card, figures) for card, figures in items.items() if not is_basic(card)]
        for head, chosen in heads:
            lines = chosen(special, MOST_CARDS)
            found += [head, *lines] if lines else []
    title = words.cards_of(name) if name else words.CARDS_TITLES.get(about.kind, words.CARDS_TITLES["you"])
    return shown([title, *([words.IN_LISTS, *found] if found else [words.too_few(LEAST)])], [back(about)], reader)


def is_basic(name: str) -> bool:
    """Return whether a card is in every game, if it is known."""
    try:
        return card_facts(name).basic
    except KeyError:
        return False


def openings(stats: Statistics, about: Subject, name: str, reader: int) -> ForOne:
    """Show how the most common openings did, and which of the others did best."""
    items = [(words.opening(cards), figures) for cards, figures in stats.openings]
    best = better(items[MOST_OPENINGS:], MOST_CARDS)
    found = [words.COMMON, *(words.item(*each) for each in items[:MOST_OPENINGS])]
    found += [words.BEST, *best] if best else []
    if about.kind == "card":
        title = words.openings_with(str(about.of))
    else:
        title = words.openings_of(name) if name else words.OPENINGS_TITLES.get(about.kind, words.OPENINGS_TITLES["you"])
    return shown([title, words.IN_LISTS, *found], [back(about)], reader)


def back(about: Subject) -> Button:
    """Return the way back to someone's, or something's, statistics."""
    return Button(text.BACK, key("stats", about))


# ratings


def rating(
    of: Rating, changes: Sequence[RatingChange], about: About, name: str, reader: int, *, here: int, picture: Attachment | None
) -> ForOne:
    """Show a page with how each game changed a rating. `here`: the server where the reader is, if any; `picture`: the plot."""
    page = leaf(range(of.games), about.page, CHANGES)
    lines = [words.change(each, of.player) for each in changes]
    turned = ((text.PREVIOUS, page.number - 1), (text.NEXT, page.number + 1))
    row = [
        Button(label, key("stats-rating", about._replace(page=number)), disabled=not 0 <= number < page.pages)
        for label, number in turned
        if page.pages > 1
    ]
    if about.server:
        row.append(Button(words.ALL_SERVERS, key("stats-rating", About(about.subject))))
    elif here:
        row.append(Button(words.THIS_SERVER, key("stats-rating", About(about.subject, here))))
    games = [
        MenuChoice(clip(words.outcome(each.record, of.player), MAX_LABEL), each.record.id)
        for each in changes
        if each.record is not None
    ]
    return ForOne(
        panel(
            Text(words.rating_title(of, name, here=bool(about.server))),
            picture,
            Text("\n".join(lines)),
            Menu(Id("-", 0, "record"), words.GAME_OF, tuple(games)) if games else None,
            Row((*row, back(about.subject))),
        ),
        reader,
    )


def versus(of: HeadToHead, names: tuple[str, str], about: Subject, reader: int) -> ForOne:
    """Compare two players; a name that is empty is the reader's."""
    if not of.games:
        return shown([words.versus_title(*names), words.never_met(*names)], [back(about)], reader)
    return shown([words.versus_title(*names), words.versus(of, names)], [back(about)], reader)


# the leaderboard


def leaderboard(
    best: Sequence[Rating], own: Rating | None, ais: Sequence[Rating], reader: int, *, server: int, here: int
) -> ForOne:
    """Show the best players of a server, or of all servers (0), with the reader's own line, and AIs separately."""
    lines = [words.BOARD_HERE if server else words.BOARD_EVERYWHERE]
    lines += [words.ranked(each, words.YOU if each.player == reader else words.called(each)) for each in best]
    if own is not None and all(each.player != reader for each in best):
        lines.append(words.ranked(own, words.YOU))
    lines += [] if own is None or own.rank is not None else [words.NOT_LISTED]
    lines += [words.NO_ONE] if len(lines) == 1 else []
    lines += [words.ais(ais)] if ais else []
    choices = [
        MenuChoice(clip(each.name or words.SOMEONE, MAX_LABEL), str(About(subject_of(each.player))))
        for each in best
        if each.player != reader
    ]
    choices += [MenuChoice(text.ai(str(each.player)), str(About(subject_of(each.player)))) for each in ais]
    row = [Button(words.ALL_SERVERS, Id("-", 0, "leaderboard", "0"))] if server else []
    row += [Button(words.THIS_SERVER, Id("-", 0, "leaderboard", str(here)))] if here and not server else []
    row += [Button(words.WHO_SEES_MINE, Id("-", 0, "pictures"))] if own is not None else []
    menu = Menu(Id("-", 0, "stats"), words.STATS_OF, tuple(choices)) if choices else None
    return ForOne(panel(Text("\n".join(lines)), menu, Row(tuple(row)) if row else None), reader)
