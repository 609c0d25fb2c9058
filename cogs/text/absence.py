"""What the bot says about moves that take too long, and about AIs that play for people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from cogs.text import safe
from engine.catalogue import say, say_many
from engine.words import listed
from tables import Options, TableView
from tables.models import LateChoice, LateVote, Pace, SeatView

HOUR, DAY = 60, 24 * 60
PACES = (None, 10, HOUR, 4 * HOUR, 12 * HOUR, *(days * DAY for days in (1, 2, 3, 5, 7, 14)))
"""The limits that a table can choose, in minutes."""
RELAXED = say("Pace: relaxed")
NO_LIMIT = say("A move can take as long as you like.")
LATE = {
    None: (say("Time's up: nothing happens"), say("Everyone sees whose time is up.")),
    "turn": (say("Time's up: an AI plays the turn"), say("It sees only that player's cards.")),
    "until-back": (say("Time's up: an AI plays on"), say("It sees only that player's cards, and stops when the player is back.")),
    "newcomer": (say("Time's up: the seat is offered"), say("A new player can take it until the late player moves.")),
    "end": (say("Time's up: the game ends"), say("The scores at that point become final.")),
    "vote": (say("Time's up: the others vote"), say("On more time, an AI, a new player, or the end of the game.")),
}
"""What happens when the time for a move is up: what it's called, and what it means."""
THEN = {
    "turn": say("then an AI plays the turn"),
    "until-back": say("then an AI plays until the player is back"),
    "newcomer": say("then a new player can take the seat"),
    "end": say("then the game ends"),
    "vote": say("then the others vote on what happens"),
}


def time(minutes: int) -> str:
    """Return the time for a move."""
    if minutes % DAY == 0:
        return say_many("{count} day", "{count} days", minutes // DAY)
    if minutes % HOUR == 0:
        return say_many("{count} hour", "{count} hours", minutes // HOUR)
    return say_many("{count} minute", "{count} minutes", minutes)


def pace(minutes: int | None) -> tuple[str, str]:
    """Return a limit's name as a setting, and what it means."""
    if minutes is None:
        return RELAXED, NO_LIMIT
    return say("Pace: {time} a move", time=time(minutes)), ""


TITLE = say("### Pace\n-# A limit applies only if two or more people play.")
COME_BACK = say("I'm back")


def change(minutes: int | None) -> str:
    """Label the button that leads to the limit's menu."""
    return f"{pace(minutes)[0]}…"


def agreed(pace: Options | Pace) -> str:
    """Return a limit, and what happens when it's reached; empty if there is none."""
    if pace.limit is None:
        return ""
    told = say("{time} a move", time=time(pace.limit))
    return f"{told}, {THEN[pace.late]}" if pace.late is not None else told


def terms(pace: Options | Pace) -> str:
    """Return the same, or that there is no limit."""
    return agreed(pace) or say("no limit on moves")


# changing the pace of a game

PACE = say("Pace…")
ANOTHER_PACE = say("### Change the pace?\nEveryone has to agree. The current move then gets its full time.")


def now(options: Options) -> str:
    return say("-# Now: {pace}", pace=terms(options))


def new_pace(pace: Pace) -> str:
    return say("New pace: {pace}", pace=terms(pace))


def wants(name: str, pace: Pace) -> str:
    return say("{name} wants a new pace: {pace}.", name=name, pace=terms(pace))


def you_want(pace: Pace) -> str:
    return say("You've proposed a new pace: {pace}.", pace=terms(pace))


PACE_CHANGED = say("The pace has changed.")


# when a move takes too long


def due(at: datetime) -> str:
    """Return when a move is due, in each reader's own time."""
    return say("move by {time}", time=moment(at))


def your_due(at: datetime) -> str:
    return say("-# Move by {time}", time=moment(at))


TIME_UP = say("time's up")
YOUR_TIME_UP = say("-# Your time is up.")


def moment(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:f>"


def playing_for(names: Sequence[str]) -> str:
    """Name the players that an AI is playing for."""
    return say("-# An AI is playing for {names}.", names=listed([safe(name) for name in names]))


def for_you(game: str) -> str:
    told = say("### An AI is playing for you in {game}", game=game)
    return f"{told}\n{UNTIL}"


UNTIL = say("-# It plays your turns until you press **{button}**.", button=COME_BACK)


IN_YOUR_NAME = say("-# While you were gone, an AI played for you:")


# a vote on a late move

VOTES: dict[LateChoice, str] = {
    "wait": say("Wait"),
    "turn": say("AI plays this turn"),
    "until-back": say("AI plays on"),
    "newcomer": say("New player"),
    "end": say("End the game"),
}
"""What the others can vote for: a button each, mildest first."""
VOTE_MEANS = say(
    "-# **Wait** gives the same amount of time again. **AI plays on** lasts until the player is back. **New player** offers "
    "the seat. **End the game** makes the current scores final."
)
VOTE_COUNTS = say("-# The majority decides; in a tie, the mildest choice. You can change your vote.")
OR_CLAIM = say("-# Or claim the win from **My hand**.")


def vote(table: TableView, late: SeatView, asked: Sequence[int], vote: LateVote, *, alone: bool, claims: bool) -> str:
    """Ask the others what to do about a late move: `asked` are those who haven't voted; `alone`: one person decides; `claims`:
    someone can claim the win instead."""
    told = [say("### {name}'s time is up", name=safe(late.name))]
    if asked:
        told.append(say("{people}, what happens now?", people=listed([f"<@{person}>" for person in asked])))
    how = [*([] if alone else [VOTE_COUNTS]), *([OR_CLAIM] if claims else [])]
    until = None if alone or not asked else vote.until
    return "\n".join([*told, *votes(table, vote), VOTE_MEANS, *how, vote_ends(late.name, until)])


def vote_ends(name: str, until: datetime | None) -> str:
    """Say what ends a vote: a move by the late player, or the end of the time in which others can vote."""
    if until is None:
        return say("-# A move by {name} ends this vote.", name=safe(name))
    return say("-# Voting ends {time}, or when {name} moves.", time=moment(until), name=safe(name))


def silence(at: datetime) -> str:
    """Say from when a proposal needs no further answers."""
    return say("From {time} on, silence counts as a yes.", time=moment(at))


def votes(table: TableView, vote: LateVote) -> list[str]:
    """Return who voted for what, a line for each choice that has any votes."""
    found = []
    for choice, label in VOTES.items():
        names = [safe(table.seats[number].name) for number, voted in vote.votes.items() if voted == choice]
        if names:
            found.append(say("**{choice}:** {names}", choice=label, names=listed(names)))
    return found


DECIDED = {
    "wait": say("{name} gets the same amount of time again."),
    "turn": say("An AI plays this turn for {name}."),
    "until-back": say("The others let an AI play for {name} until they're back."),
    "newcomer": say("A new player can take {name}'s seat."),
    "end": say("The game ends, since {name} took too long."),
    "moved": say("The game is no longer waiting for {name}."),
}
"""What was decided by a vote."""
VOTE_OVER = say("This vote is over.")


def voted(table: TableView, late: SeatView, vote: LateVote) -> str:
    """Return what was decided by a vote."""
    told = DECIDED[vote.decided or "moved"].format(name=safe(late.name))
    return "\n".join([told, *[f"-# {line}" for line in votes(table, vote)]])


YOUR_VOTE = say("-# Your time is up, and the others are voting on what happens. Your next move that they see ends the vote.")


# claiming the win

CLAIM = say("Claim the win…")
CLAIM_NOW = say("Claim the win")


def warn(name: str) -> str:
    """Label the button that warns the other player."""
    return say("Warn {name}", name=name)


def time_is_up(name: str, claim: datetime | None) -> str:
    """Tell the only other player that they can claim the win, or when they can."""
    if claim is None:
        return say("-# {name}'s time is up.", name=safe(name))
    return say("-# {name} was warned. You can claim the win from {time}.", name=safe(name), time=moment(claim))


def claim(name: str, claim: datetime | None) -> str:
    """Explain how the win is claimed."""
    if claim is not None:
        return say(
            "### Claim the win?\n{name} was warned, and can still move. From {time}, you can claim the win. That ends the game.",
            name=safe(name),
            time=moment(claim),
        )
    return say(
        "### Claim the win?\n{name}'s time is up. First, I'll ping {name} with a last warning. They then have 24 of their "
        "waking hours to move. After that, you can claim the win.",
        name=safe(name),
    )


def warned(name: str, claim: datetime) -> str:
    return say("I've warned {name}. You can claim the win from {time}.", name=safe(name), time=moment(claim))


def last_warning(name: str, claim: datetime) -> str:
    """Warn a player whose time is up."""
    return say("**Move by {time}.** After that, {name} can claim the win.", name=safe(name), time=moment(claim))


def warning(late: str, name: str, claim: datetime) -> str:
    """Tell everyone about the warning."""
    return say(
        "-# {late} has to move by {time}, or {name} can claim the win.", late=safe(late), name=safe(name), time=moment(claim)
    )


CLAIMED = say("You've claimed the win. The score is below the board.")
