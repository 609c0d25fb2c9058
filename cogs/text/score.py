"""What the bot says about the end: who won, the score, how it went, the replay."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import RESIGNED, card, cards, points, safe, signed, turns
from engine import Score
from engine.catalogue import say, say_many
from engine.shuffle import BEFORE_SEED
from engine.view import CardCount, Result, ScoreLine
from engine.words import VP_TOKENS, listed, row
from tables import TableView
from tables.models import Proof


def winners(names: Sequence[str]) -> str:
    return say("{name} wins", name=names[0]) if len(names) == 1 else say("{names} share the win", names=listed(names))


def standings(result: Result, table: TableView) -> list[int]:
    """Return the points of all who played to the end, by rank."""
    return [each.points for each in result.scores if not table.seats[each.seat].resigned]


def heading(names: Sequence[str], points: Sequence[int], game: str) -> str:
    """Return who won, where, and how close it was: `points` are the `standings`."""
    winners, told = listed([safe(name) for name in names]), [signed(each) for each in points]
    if len(names) > 1:
        return say("### {names} share the win in {game}, {points} VP each", names=winners, game=game, points=told[0])
    if points[:1] == points[1:2]:
        return say("### {name} wins in {game}, tied at {points} VP but with fewer turns", name=winners, game=game, points=told[0])
    if len(points) > 1:
        return say(
            "### {name} wins in {game}, {points} to {next}",
            name=winners,
            game=game,
            points=told[0],
            next=told[1],
        )
    return say("### {name} wins in {game}", name=winners, game=game)


def outcome(table: TableView) -> str:
    """Return how a game ended."""
    if table.result is None:
        return say("Ended early")
    points = standings(table.result, table)
    told = [signed(each) for each in points]
    names = [table.seats[seat].name for seat in table.result.winners]
    if len(names) > 1:
        return say("{names} share the win, {points} VP each", names=listed(names), points=told[0])
    if points[:1] == points[1:2]:
        return say("{name} wins, tied at {points} VP but with fewer turns", name=names[0], points=told[0])
    if len(points) > 1:
        return say("{name} wins, {points} to {next}", name=names[0], points=told[0], next=told[1])
    return winners(names)


def resigned(names: Sequence[str]) -> str:
    return say("{names} resigned", names=listed([safe(name) for name in names]))


NO_RESULT = say("### Game over")


def score_head(score: Score, resigned: bool, also: str) -> str:
    """Return a player's place, points and turns; `also`: their name in the picture."""
    facts = [points(score.points), turns(score.turns_taken), *([RESIGNED] if resigned else [])]
    return f"**{score.rank}. {safe(score.name)}**{f' ({safe(also)})' if also else ''}: {row(facts)}"


def source(what: str) -> str:
    """Return the source of points: cards of this name, or tokens."""
    return say("VP tokens") if what == VP_TOKENS else what


def score_lines(lines: Sequence[ScoreLine]) -> str:
    """Return where a player's points come from."""
    return f"-# {' · '.join(f'{card(source(line.what), line.count)}: {signed(line.points)}' for line in lines) or say('no VP')}"


MORE = say("More…")
DECKS = say("Decks")
DECKS_TITLE = say("### Decks at the end")


def more_title(game: str) -> str:
    return say("### More for {game}", game=game)


def deck(name: str, counts: Sequence[CardCount]) -> str:
    return say_many(
        "**{name}** ({count} card): {cards}",
        "**{name}** ({count} cards): {cards}",
        sum(each.count for each in counts),
        name=safe(name),
        cards=cards(counts),
    )


HOW_IT_WENT = say("Score by turn")
FILE = say("Replay file")
POINTS_OVER_TURNS = say("### Score by turn\nScores at the start of each turn in which they changed, and at the end.")
TURN = say("Turn")
END = say("End")


def points_row(first: str, columns: Sequence[str], width: int) -> str:
    """Return a row of the table of points, in a fixed-width font."""
    return " ".join([first.rjust(len(TURN)), *(column.replace("`", "'").rjust(width) for column in columns)])


def proof(proof: Proof) -> str:
    """Return the result of replaying the game."""
    if proof.doubt:
        return say("### Replay file\n**I couldn't verify this game just now.** {doubt}", doubt=safe(proof.doubt))
    return say(
        "### Replay file: verified\nI've replayed the game from its seed, with the same shuffles and the same result. The seed "
        "matches the fingerprint from before the game."
    )


def verify(file: str) -> str:
    """Explain how to verify a game without trusting the bot."""
    return say(
        "-# The file holds the seed. Its fingerprint is the SHA-256 of `{text}` followed by the seed's bytes. "
        "To check, run this in a copy of my code: `python -m engine replay {file}`",
        text=BEFORE_SEED.decode(),
        file=file,
    )


PLAY_AGAIN = say("Play again? `/game new`")


def ping(person: int) -> str:
    """Ping, in the channel, someone whose direct messages are closed."""
    return say("<@{person}>, the game is over. The score is here.", person=person)


def over(table: TableView, game: str) -> str:
    """Return what replaces a hand at the end: who won, and each score once, unless the result needs the tiebreaker to explain
    it."""
    if table.result is None:
        return say("### Game over in {game}", game=game)
    played, scores = standings(table.result, table), table.result.scores
    if len(played) == len(scores) == 2:
        return say("### Game over in {game}: {outcome}", game=game, outcome=safe(outcome(table)))
    tied = played[:1] == played[1:2]
    won = outcome(table) if tied else winners([table.seats[seat].name for seat in table.result.winners])
    told = " · ".join(f"{safe(score.name)} {signed(score.points)}" for score in scores)
    return say("### Game over in {game}: {outcome}\n{scores}", game=game, outcome=safe(won), scores=told)
