"""Checks the file of a finished game: `python tools/check_replay.py FILE`. Needs nothing but Python, and knows no rules of the
game, so it shares no code with what wrote the file. docs/replay-format.md says what it can tell, and what it can't."""

from __future__ import annotations

import json
import struct
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256, shake_128
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

VERSION = 2
WORTH = {"Curse": -1, "Estate": 1, "Duchy": 3, "Province": 6, "Colony": 10}
"""Cards that are always worth the same."""
OTHER_ENTRIES = ("answer", "undo", "resign", "stop")


class Wrong(Exception):
    """What is wrong with a file, in a sentence."""


def must(holds: object, sentence: str) -> None:
    """Raise Wrong with that sentence unless it holds."""
    if not holds:
        raise Wrong(sentence)


# the seed


def check_seed(file: dict[str, Any], published: str | None) -> bytes:
    """Check that the seed fits its fingerprint, and that this is the published one. Return the seed."""
    seed = bytes.fromhex(file["seed"])
    must(len(seed) == 32, "The seed isn't 32 bytes long.")
    must(sha256(b"seneschal commitment" + seed).hexdigest() == file["commitment"], "The seed doesn't fit its fingerprint.")
    must(published in (None, file["commitment"]), "The fingerprint isn't the one published before the game.")
    return seed


def shuffled(seed: bytes, cards: Sequence[T], stream: int) -> list[T]:
    """Return the first shuffle of a stream: each card gets a 64-bit number, and they are sorted by it."""
    numbers = struct.unpack(f"<{len(cards)}Q", shake_128(seed + b"|0|%d|0" % stream).digest(8 * len(cards)))
    return [card for _, card in sorted(zip(numbers, cards, strict=True), key=lambda pair: pair[0])]


def first_hands(setup: dict[str, Any], seed: bytes) -> Iterator[str]:
    """Yield what the seed says that its players can remember: who went first, and everyone's first hand."""
    players = setup["players"]
    first = setup.get("first")
    if first is None:
        first = shuffled(seed, setup.get("first_among") or range(len(players)), len(players))[0]
    yield f"{players[first]} went first."
    for seat, name in enumerate(players):
        hand = Counter(shuffled(seed, ["Copper"] * 7 + ["Estate"] * 3, seat)[-5:])
        yield f"{name}'s first hand: {hand['Copper']} Copper, {hand['Estate']} Estate"


# the entries


class Journal:
    """The entries of a file, read in order. `standing`: the numbers of the answers that were not undone; `gone`: who has resigned,
    and by which entry; `asked`: who has answered each question."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.standing: list[int] = []
        self.gone: dict[int, int] = {}
        self.asked: dict[int, int] = {}
        self.over = False

    def read(self, number: int, entry: Any) -> None:
        """Read one more entry. Raise Wrong."""
        must(not self.over, "Something follows after the game was stopped.")
        fields = entry if isinstance(entry, dict) else self._answer(entry)
        kind, seat = fields.get("kind", "answer"), fields.get("seat")
        must(kind in OTHER_ENTRIES, f"No entry is of the kind {kind!r}.")
        if kind == "stop":
            self.over = True
            return
        must(isinstance(seat, int) and 0 <= seat < self.seats, "It names no seat.")
        if kind == "answer":
            self._read_answer(number, fields["seat"], fields["decision"])
        elif kind == "undo":
            self._read_undo(fields)
        else:
            must(seat not in self.gone, "That player has resigned already.")
            self.gone[fields["seat"]] = number

    def _answer(self, entry: Any) -> dict[str, Any]:
        must(isinstance(entry, list) and len(entry) == 5, "An answer is a list of five.")
        seat, decision, ids, asked, digest = entry
        chosen = [ids] if isinstance(ids, str) else ids
        must(isinstance(chosen, list) and all(isinstance(id, str) for id in chosen), "What was chosen isn't text.")
        hashes = all(len(each) == 12 and set(each) <= set("0123456789abcdef") for each in (asked, digest))
        must(hashes, "A hash has 12 hexadecimal digits.")
        return {"seat": seat, "decision": decision}

    def _read_answer(self, number: int, seat: int, decision: int) -> None:
        must(seat not in self.gone, "That player has resigned.")
        must(isinstance(decision, int) and decision > 0, "It answers no question.")
        must(self.asked.setdefault(decision, seat) == seat, "Someone else was asked that question.")
        self.standing.append(number)

    def _read_undo(self, fields: dict[str, Any]) -> None:
        back_to, unused = fields.get("back_to", 0), fields.get("decision", 0)
        undone = [number for number in self.standing if number >= back_to]
        must(fields.get("count", 0) == len(undone), f"It undoes {len(undone)} answers.")
        self.standing = self.standing[: len(self.standing) - len(undone)]
        self.gone = {seat: number for seat, number in self.gone.items() if number < back_to}
        self.asked = {decision: seat for decision, seat in self.asked.items() if decision < unused}


def check_entries(entries: list[Any], seats: int) -> set[int]:
    """Check that the entries follow from one another, as far as that can be told. Return the seats that resigned."""
    journal = Journal(seats)
    for number, entry in enumerate(entries):
        try:
            journal.read(number, entry)
        except (Wrong, KeyError, TypeError, ValueError) as error:
            raise Wrong(f"Entry {number}: {error}") from error
    return {*journal.gone}


# the result


def check_score(score: dict[str, Any]) -> None:
    """Check that a player's points are the sum of their sources, and that these are in their deck."""
    name, lines = score["name"], score.get("lines", [])
    deck = {card["name"]: card["count"] for card in score.get("deck", [])}
    must(score["points"] == sum(line["points"] for line in lines), f"{name}: the points don't add up.")
    for card in WORTH.keys() & deck.keys():
        points = sum(line["points"] for line in lines if line["what"] == card)
        must(points == deck[card] * WORTH[card], f"{name}: the points for {card} are wrong.")
    for line in lines:
        must(line["what"] not in deck or line["count"] == deck[line["what"]], f"{name}: the number of {line['what']} is wrong.")


def check_result(result: dict[str, Any], seats: int, gone: set[int]) -> None:
    """Check everyone's points, and that places and winners follow from them: of those tied, fewer turns win."""
    scores = result["scores"]
    must(sorted(score["seat"] for score in scores) == list(range(seats)), "Not every seat has one score.")
    for score in scores:
        check_score(score)
    standing = {score["seat"]: (score["seat"] in gone, -score["points"], score["turns_taken"]) for score in scores}
    for score in scores:
        better = sum(other < standing[score["seat"]] for other in standing.values())
        must(score["rank"] == 1 + better, f"{score['name']} isn't in place {score['rank']}.")
    best = {score["seat"] for score in scores if score["rank"] == 1}
    must(set(result["winners"]) == best, "The winners aren't those in first place.")


def check(file: dict[str, Any], published: str | None = None) -> Iterator[str]:
    """Check a file, and yield what it says. Raise Wrong at the first thing that can't be."""
    must(file.get("version") == VERSION, f"This is no file of version {VERSION}. `python -m engine replay` reads older ones.")
    expected = {"version", "setup", "seed", "commitment", "entries", "result"}
    must(file.keys() == expected, f"The file has other parts than {', '.join(sorted(expected))}.")
    setup = file["setup"]
    players, piles = setup["players"], [*setup["kingdom"], *setup.get("extras", {}).values()]
    must(2 <= len(players) <= 6 and len(set(players)) == len(players), "A game has two to six players, each with a name.")
    must(piles and len(set(piles)) == len(piles), "No pile is named twice.")
    seed = check_seed(file, published)
    gone = check_entries(file["entries"], len(players))
    start = setup.get("start")
    resigned = [seat for seat, player in enumerate(start["state"]["players"]) if player["resigned"]] if start else []
    check_result(file["result"], len(players), gone | set(resigned))
    if start:
        yield f"It plays on from turn {start['turn']} of another game."
    else:
        yield from first_hands(setup, seed)
    for score in file["result"]["scores"]:
        yield f"{score['rank']}. {score['name']}: {score['points']} points in {score['turns_taken']} turns"
    yield f"Fingerprint of the seed: {file['commitment']}"


def main(argv: Sequence[str]) -> int:
    """Check one file and print what it says; return 1 if it can't be right."""
    parser = ArgumentParser(description="Checks the file of a finished game, without the rules.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--fingerprint", help="what the bot showed before the game")
    args = parser.parse_args(argv)
    try:
        lines = list(check(json.loads(args.file.read_text()), args.fingerprint))
    except (Wrong, OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return 1
    print(*lines, sep="\n")
    print("Nothing is wrong, as far as can be told without the rules. `python -m engine replay` plays the whole game again.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
