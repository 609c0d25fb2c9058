"""The part of the catalogue (see `text.py`) about the end: who won, the score, how it went, the replay."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import RESIGNED, card, cards, count, safe, turns
from engine import Score
from engine.replay import Export
from engine.shuffle import BEFORE_SEED
from engine.view import CardCount, ScoreLine
from engine.words import listed
from tables import TableView
from tables.models import Proof


def winners(names: Sequence[str]) -> str:
    return f"{names[0]} wins" if len(names) == 1 else f"{listed(names)} share the win"


def heading(names: Sequence[str], points: Sequence[int], game: str) -> str:
    """Who won, where, and how close it was: `points` of everyone, the most first."""
    if len(names) > 1:
        by = f", {points[0]} each"
    else:
        by = f", {points[0]} to {points[1]}" if len(points) > 1 else ""
    return f"### {winners([safe(name) for name in names])} in {game}{by}"


def resigned(names: Sequence[str]) -> str:
    return f"{listed([safe(name) for name in names])} resigned"


NO_RESULT = "## The game is over"


def score_head(score: Score, resigned: bool, also: str = "") -> str:
    """A player's place, points and turns; `also`: what else they are called."""
    facts = [count(score.points, "point"), turns(score.turns_taken), *([RESIGNED] if resigned else [])]
    return f"**{score.rank}. {safe(score.name)}**{f' ({safe(also)})' if also else ''}: {', '.join(facts)}"


def score_lines(lines: Sequence[ScoreLine]) -> str:
    """What one's points come from."""
    return " · ".join(f"{card(line.what, line.count)}: {line.points}" for line in lines) or "no points"


def deck(counts: Sequence[CardCount]) -> str:
    return f"-# Deck of {sum(each.count for each in counts)}: {cards(counts)}"


def seed(seed: str, commitment: str) -> str:
    """The seed, and the fingerprint as the start showed it."""
    return (
        f"-# Shuffle seed `{seed}`. Before the game I promised it by its fingerprint, `{commitment[:16]}…`; "
        f"**{REPLAY_FILE}** checks that, and the game."
    )


HOW_IT_WENT = "Points by turn"
REPLAY_FILE = "Replay file"
POINTS_OVER_TURNS = "### Points by turn\nThe points of each as a round began, where they had changed, and at the end."
TURN = "Turn"
END = "End"


def points_row(first: str, columns: Sequence[str], width: int) -> str:
    """A row of the table of points, in letters of one width."""
    return " ".join([first.rjust(len(TURN)), *(column.replace("`", "'").rjust(width) for column in columns)])


def proof(proof: Proof) -> str:
    """What came of playing the game again."""
    if proof.doubt:
        return f"### The whole game\n**This couldn't be checked just now.** {safe(proof.doubt)}"
    answers = count(len(proof.exported.entries), "move")
    return (
        f"### The whole game\n**It checks out.** I have just played it again from its seed: {answers}, the same shuffles, the same "
        "result. And the seed is the one that I promised before the first card was drawn."
    )


def promised(exported: Export) -> str:
    """What was promised, in plain words, with all that it takes to check it."""
    return (
        "**What was promised?** The seed decides every shuffle. Before the game I showed its fingerprint, which no other seed has, "
        "so I couldn't change my mind later.\n"
        f"Seed: `{exported.seed}`\nFingerprint: `{exported.commitment}`"
    )


def verify(file: str) -> str:
    """How one checks it without the bot's word for it."""
    return (
        "-# To check it without me: the fingerprint is the SHA-256 of these bytes (hexadecimal), followed by the seed's: "
        f"`{BEFORE_SEED.hex()}`. And whoever has Seneschal on a computer plays this file again with "
        f"`python -m engine replay {file}`"
    )


PLAY_AGAIN = "Another one? `/game new`."


def ping(person: int) -> str:
    """The call in the channel for somebody whose direct messages are closed."""
    return f"<@{person}>, the game is over. The score is here."


def over(table: TableView, game: str) -> str:
    """What is left of a hand: who won, and by how much."""
    if table.result is None:
        return f"### Game over in {game}"
    scores = " · ".join(f"{safe(score.name)} {score.points}" for score in table.result.scores)
    names = [safe(table.seats[seat].name) for seat in table.result.winners]
    return f"### Game over in {game}: {winners(names)}\n{scores}"
