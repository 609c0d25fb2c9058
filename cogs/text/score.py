"""The part of the catalogue (see `text.py`) about the end: who won, the score, how it went, the replay."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import RESIGNED, card, cards, count, safe, since, turns, where
from engine import Score
from engine.replay import Export
from engine.shuffle import BEFORE_SEED
from engine.view import CardCount, ScoreLine
from engine.words import listed
from tables import TableView
from tables.models import Proof


def winners(names: Sequence[str]) -> str:
    return f"{names[0]} wins" if len(names) == 1 else f"{listed(names)} share the win"


def by(winners: int, points: Sequence[int]) -> str:
    """Return how close it was: `points` of everyone, the most first."""
    if winners > 1:
        return f", {points[0]} each"
    return f", {points[0]} to {points[1]}" if len(points) > 1 else ""


def heading(names: Sequence[str], points: Sequence[int], game: str) -> str:
    """Return who won, where, and how close it was: `points` of everyone, the most first."""
    return f"### {winners([safe(name) for name in names])} in {game}{by(len(names), points)}"


FINISHED = "Finished games"
FINISHED_TITLE = "### Finished games"
NONE_FINISHED = "### No finished games\nYour games are listed here when they're over."
SCORE_OF = "Score of…"


def finished_with(table: TableView, person: int) -> str:
    """Label a finished game, in a menu, by the reader's opponents."""
    return f"With {listed([seat.name for seat in table.seats if seat.person != person])}"


def outcome(table: TableView) -> str:
    """Return how a finished game ended, in a menu."""
    if table.result is None:
        return "Ended early"
    points = sorted((each.points for each in table.result.scores), reverse=True)
    names = [table.seats[seat].name for seat in table.result.winners]
    return f"{winners(names)}{by(len(names), points)}"


def finished_line(table: TableView, person: int) -> str:
    """Return a finished game in a list of its player's."""
    others = listed([safe(seat.name) for seat in table.seats if seat.person != person])
    ago = f" ({since(table.ended)})" if table.ended is not None else ""
    return f"-# {where(table)} with {others}: **{safe(outcome(table))}**{ago}"


def resigned(names: Sequence[str]) -> str:
    return f"{listed([safe(name) for name in names])} resigned"


NO_RESULT = "### Game over"


def score_head(score: Score, resigned: bool, also: str) -> str:
    """Return a player's place, points and turns; `also`: their name in the picture."""
    facts = [count(score.points, "point"), turns(score.turns_taken), *([RESIGNED] if resigned else [])]
    return f"**{score.rank}. {safe(score.name)}**{f' ({safe(also)})' if also else ''}: {', '.join(facts)}"


def score_lines(lines: Sequence[ScoreLine]) -> str:
    """Return the sources of a player's points."""
    return f"-# {' · '.join(f'{card(line.what, line.count)}: {line.points}' for line in lines) or 'no points'}"


MORE = "More…"
DECKS = "Decks"
DECKS_TITLE = "### Decks at the end"


def more_title(game: str) -> str:
    return f"### More for {game}"


def deck(name: str, counts: Sequence[CardCount]) -> str:
    return f"**{safe(name)}** ({sum(each.count for each in counts)} cards): {cards(counts)}"


HOW_IT_WENT = "Points by turn"
REPLAY = "Replay"
POINTS_OVER_TURNS = "### Points by turn\nScores at the start of each turn in which they changed, and at the end."
TURN = "Turn"
END = "End"


def points_row(first: str, columns: Sequence[str], width: int) -> str:
    """Return a row of the table of points, in a fixed-width font."""
    return " ".join([first.rjust(len(TURN)), *(column.replace("`", "'").rjust(width) for column in columns)])


def proof(proof: Proof) -> str:
    """Return the result of replaying the game."""
    if proof.doubt:
        return f"### Replay file\n**I couldn't verify it just now.** {safe(proof.doubt)}"
    moves = count(len(proof.exported.entries), "move")
    return (
        f"### Replay file: verified\nI've just replayed the game from its seed: {moves}, the same shuffles, the same result. The "
        "seed matches the fingerprint that I published before the first card was drawn."
    )


def commitment(exported: Export) -> str:
    """Explain a fingerprint in plain words, with all that it takes to check it."""
    return (
        "**What's the fingerprint?** The seed decides every shuffle. I published its fingerprint before the game, and no other "
        "seed has it. So I couldn't change my mind later.\n"
        f"Seed: `{exported.seed}`\nFingerprint: `{exported.commitment}`"
    )


def verify(file: str) -> str:
    """Explain how to check it without trusting the bot."""
    return (
        "-# To check it without me: the fingerprint is the SHA-256 of these bytes (hexadecimal), followed by the seed's: "
        f"`{BEFORE_SEED.hex()}`. Anyone with Seneschal on a computer can replay this file with `python -m engine replay {file}`"
    )


PLAY_AGAIN = "Play again? `/game new`"


def ping(person: int) -> str:
    """Ping, in the channel, someone whose direct messages are closed."""
    return f"<@{person}>, the game is over. The score is here."


def over(table: TableView, game: str) -> str:
    """Return what replaces a hand at the end: who won, and by how much."""
    if table.result is None:
        return f"### Game over in {game}"
    scores = " · ".join(f"{safe(score.name)} {score.points}" for score in table.result.scores)
    names = [safe(table.seats[seat].name) for seat in table.result.winners]
    return f"### Game over in {game}: {winners(names)}\n{scores}"
