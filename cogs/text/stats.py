"""What the bot says about statistics and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor

from cogs.text import ai, gathered, points, safe, signed, since
from cogs.text.pictures import rank as placed
from engine.catalogue import say, say_many
from engine.kingdoms import Kingdom
from engine.words import listed, row
from tables.history import Figures, GameRecord, HeadToHead, Player, Rating, RatingChange, Skill

# commands

STATS = say("Ratings, wins, openings and cards")
STATS_PLAYER = say("Whose statistics (default: yours)")
STATS_OPPONENT = say("Compare with this player")
STATS_CARD = say("Statistics for a card instead")
STATS_SERVER = say("Statistics for this server instead")
LEADERBOARD = say("The best players on this server")

# controls

OPENINGS = say("Openings")
RATING = say("Rating")
GAMES = say("Games")
AGAINST_ME = say("Against me")
ALL_SERVERS = say("All servers")
THIS_SERVER = say("This server")
STATS_OF = say("Statistics for…")
GAME_OF = say("See a game…")

# players

YOU = say("You")
SOMEONE = say("This player")


def unlisted(name: str) -> str:
    return say("{name}'s statistics are private.", name=safe(name))


# ratings

SCALE, START = 40, 1000
"""The rating that people read is the skill that a player almost certainly has at least: this many points for each of openskill's,
plus this number."""
GUESS, SETTLED = 6.5, 25 / 6
"""A rating that is less certain than this is a first guess; one that is more certain than the luck of one game is settled."""


def number(skill: Skill) -> int:
    """Return the number that people read as a rating."""
    return START + round(SCALE * skill.sure)


def certainty(of: Rating) -> str:
    """Return how certain a rating is."""
    if of.skill.sigma > GUESS:
        return say_many("-# A first guess after {count} game.", "-# A first guess after {count} games.", of.games)
    if of.skill.sigma > SETTLED:
        return say_many("-# Still uncertain after {count} game.", "-# Still uncertain after {count} games.", of.games)
    return say_many("-# Settled after {count} game.", "-# Settled after {count} games.", of.games)


def rating(of: Rating, *, here: bool) -> str:
    """Return a rating on this server, or on all servers, and how certain it is."""
    told = say("**Rating:** {number}") if of.rank is None else RANKED_HERE if here else RANKED
    return f"{told.format(number=number(of.skill), rank=of.rank)}\n{certainty(of)}"


RANKED_HERE = say("**Rating:** {number}, rank {rank} on this server")
RANKED = say("**Rating:** {number}, rank {rank} on all servers")


def rating_title(of: Rating, name: str, *, here: bool) -> str:
    """Return the heading of the changes of a rating: what it is now, and how certain."""
    if name:
        told = say("### {name}'s rating on this server: {number}") if here else say("### {name}'s rating on all servers: {number}")
    else:
        told = say("### Your rating on this server: {number}") if here else say("### Your rating on all servers: {number}")
    return f"{told.format(name=safe(name), number=number(of.skill))}\n{certainty(of)}\n{WHAT_IT_IS}"


WHAT_IT_IS = say(
    "-# A player is almost certainly at least this strong. Ratings start at {start}, and rise as they become more certain.",
    start=START,
)


def moved(change: RatingChange) -> str:
    """Return by how much a rating changed."""
    by = number(change.after) - number(change.before)
    return f"+{by}" if by > 0 else signed(by)


def change(of: RatingChange, player: Player) -> str:
    """Return how a game changed a rating, for a list."""
    by, after = moved(of), number(of.after)
    if of.record is None:  # the time would reveal who else played
        return say("-# **{change}** to {number}: a private game", change=by, number=after)
    game = safe(outcome(of.record, player))
    return say("-# **{change}** to {number}: {game}, {ago}", change=by, number=after, game=game, ago=since(of.at))


def outcome(record: GameRecord, player: Player) -> str:
    """Return where a player came in, and who the others were."""
    own = next((seat for seat in record.seats if seat.player == player), None)
    others = listed([seat.name for seat in record.seats if own is None or seat.seat != own.seat])
    if own is None:
        return others
    return say("{place} of {count} with {names}", place=placed(own.place), count=len(record.seats), names=others)


# who can see them

LISTED_CHOICES = {
    "yes": (say("Statistics: everyone can see mine"), say("They can look up your games, and find you on leaderboards.")),
    "no": (say("Statistics: only I can see mine"), say("You're not on any leaderboard. Your opponents' ratings stay the same.")),
}


# statistics


def title(name: str) -> str:
    """Return the heading of a player's statistics (no name: the reader's)."""
    return say("### {name}'s statistics", name=safe(name)) if name else say("### Your statistics")


SERVER_TITLE = say("### This server's statistics")


def card_title(card: str, games: int) -> str:
    return say_many("### {card} in {count} finished game", "### {card} in {count} finished games", games, card=card)


def kingdom_title(kingdom: Kingdom | None) -> str:
    name = kingdom.recommended if kingdom is not None else None
    return say("### Statistics for {kingdom}", kingdom=name) if name else say("### Statistics for this kingdom")


NONE = say("There are no finished games that count yet.")


def percent(part: float) -> int:
    return round(100 * part)


def wins(figures: Figures) -> str:
    """Return what share of their games someone won, and how significant that is."""
    low, high = figures.interval
    told = say_many(
        "**Won:** {rate}% of {count} game ({chance}% by chance)",
        "**Won:** {rate}% of {count} games ({chance}% by chance)",
        figures.games,
        rate=percent(figures.rate),
        chance=percent(figures.chance),
    )
    likely = say("-# In the long run, probably between {low}% and {high}%.", low=percent(low), high=percent(high))
    return f"{told}\n{likely}"


def to_whole(number: float) -> int:
    """Return the nearest whole number, of two the higher one: 45 for 44.5."""
    return floor(number + 0.5)


def average(figures: Figures) -> str:
    """Return the points and turns of a seat, on average."""
    vp, turns = (to_whole(each / figures.games) for each in (figures.points, figures.turns))
    return say("**On average:** {points} in {turns} turns", points=points(vp), turns=turns)


def finished(number: int) -> str:
    return say_many("**{count} finished game**", "**{count} finished games**", number)


def uncounted(number: int) -> str:
    """Say how many games don't count, and where to find the reason for each."""
    return say_many(
        "-# {count} finished game doesn't count. **{games}** shows why.",
        "-# {count} finished games don't count. **{games}** shows why.",
        number,
        games=GAMES,
    )


def gained(part: float) -> str:
    return say("**Gained** by {share}% of players", share=percent(part))


def with_it(figures: Figures) -> str:
    return say("**With it:** {won}", won=won(figures))


def without_it(figures: Figures) -> str:
    return say("**Without it:** {won}", won=won(figures))


def you_with_it(figures: Figures) -> str:
    return say("**You, with it:** {won}", won=won(figures))


def won(figures: Figures) -> str:
    """Return what share of some games was won."""
    rate, chance = percent(figures.rate), percent(figures.chance)
    return say("won {rate}% of {count} ({chance}% by chance)", rate=rate, count=figures.games, chance=chance)


IN_LISTS = say("-# Games won; in brackets, what chance alone would give.")


def item(what: str, figures: Figures) -> str:
    """Return a card or an opening in a list, with how it did."""
    rate, chance = percent(figures.rate), percent(figures.chance)
    return say("{what}: **{rate}%** of {count} ({chance}%)", what=what, rate=rate, count=figures.games, chance=chance)


# cards and openings

CARDS_TITLES = {
    "server": say("### Cards on this server"),
    "kingdom": say("### Cards in this kingdom"),
    "you": say("### Your cards"),
}
OPENINGS_TITLES = {
    "server": say("### Openings on this server"),
    "kingdom": say("### Openings in this kingdom"),
    "you": say("### Your openings"),
}
BETTER_WITH = say("**Won more with**")
WORSE_WITH = say("**Won less with**")
BETTER_AGAINST = say("**Won more against**")
WORSE_AGAINST = say("**Won less against**")
COMMON = say("**Most common**")
BEST = say("**Rare but successful**")


def cards_of(name: str) -> str:
    return say("### {name}'s cards", name=safe(name))


def openings_of(name: str) -> str:
    return say("### {name}'s openings", name=safe(name))


def openings_with(card: str) -> str:
    return say("### Openings with {card}", card=card)


def opening(cards: Sequence[str]) -> str:
    """Return what someone gained on their first two turns."""
    return gathered(cards)


def too_few(least: int) -> str:
    return say("No card has enough games yet. Each needs at least {count}.", count=least)


# two players


def versus_title(first: str, second: str) -> str:
    return say("### {first} and {second}", first=safe(first) if first else YOU, second=safe(second))


def never_met(first: str, second: str) -> str:
    return say("{first} and {second} have no finished games that count.", first=safe(first) if first else YOU, second=safe(second))


def versus(of: HeadToHead, names: Sequence[str]) -> str:
    """Compare two players."""
    first, second = (safe(name) if name else YOU for name in names)
    sides = (of.first, of.second)
    rates = [percent(each.rate) for each in sides]
    vp = [points(to_whole(each.points / of.games)) for each in sides]
    lines = [
        say_many("**{count} game together**", "**{count} games together**", of.games),
        say("**Ahead:** {ahead}", ahead=beside((first, second), (of.ahead, of.behind), of.level)),
        say("**Won:** {won}", won=pair((first, second), rates)),
        say("-# By chance, each would have won {chance}%.", chance=percent(of.first.chance)),
        say("**On average:** {first} {mine}, {second} {theirs}", first=first, mine=vp[0], second=second, theirs=vp[1]),
    ]
    return "\n".join(lines)


def beside(names: Sequence[str], numbers: Sequence[int], level: int) -> str:
    """Return in how many games each of two came in before the other."""
    told = [f"{name} {number}" for name, number in zip(names, numbers, strict=True)]
    return listed([*told, say("level {count}", count=level)]) if level else listed(told)


def pair(names: Sequence[str], rates: Sequence[int]) -> str:
    """Return what share each of two won."""
    return listed([f"{name} {rate}%" for name, rate in zip(names, rates, strict=True)])


# the leaderboard

BOARD_HERE = say("### Leaderboard for this server")
BOARD_EVERYWHERE = say("### Leaderboard for all servers")
NO_ONE = say("No one has a rating yet: it takes a finished game that counts.")
NOT_LISTED = say("-# You aren't listed.")
WHO_SEES_MINE = say("Who sees mine…")


def called(of: Rating) -> str:
    return safe(of.name) or SOMEONE


def ranked(of: Rating, name: str) -> str:
    """Return a player's line of the leaderboard."""
    told = say_many(
        "{name}: {number} ({count} game)", "{name}: {number} ({count} games)", of.games, name=name, number=number(of.skill)
    )
    return told if of.rank is None else f"**{of.rank}.** {told}"


def ais(ratings: Iterable[Rating]) -> str:
    """Return the ratings of AIs."""
    return say("-# AIs: {ratings}", ratings=row([f"{ai(str(each.player))} {number(each.skill)}" for each in ratings]))
