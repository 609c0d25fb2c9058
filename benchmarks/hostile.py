"""Texts that are hard to read, or to fulfil."""

from __future__ import annotations

from engine.randomizers import randomizers
from engine.spelling import LONGEST_TEXT

ENTANGLED = (
    "1-2 Attack, 1-2 Reaction, 1-3 Treasure, 1-2 Victory, 3 Empires, 3 Alchemy, Village or Festival or Laboratory or Villa, "
    "Smithy or Witch or Council Room, Chapel or Remodel or Forum or Apprentice, 0-1 Curse"
)
SEARCHED = (
    "1-2 Cornucopia, 3-4 Seaside|Charm|Treasure|Crown|Duke|Loan, Temple|Archive|Nomads|Tiara|Haven, 2-3 Seaside|Treasure, "
    "1-3 Baron|Treasure|Pawn|Joust, 0-1 Hinterlands, 2-3 Cache|Alchemy|Hoard|Intrigue, 2-3 Guilds, "
    "3 Treasure|Prosperity|Reaction|Joust, 2 Prosperity, 3-4 Victory, 3-4 Cornucopia, 0-1 Shop|Spy|Pawn, 1-4 Reaction, "
    "0-1 Shop|Forum|Moat|Treasure, 2 Treasure, 2-3 Forum|Anvil|Joust|Mint, 1-4 Victory, 1-4 Action, 1 Charm|Attack|Crown, "
    "1 Victory, 1-2 Pawn|Clerk|Treasure|Farm, 9 Reaction"
)
"""As many clauses as fit a line, each of which is tried in turn to find out which conflict."""


def hostile() -> dict[str, str]:
    """Return texts that are hard to read, each longer than any field takes: they are cut to its length."""
    names = [each.name for each in randomizers()]
    short = sorted(names, key=len)
    endless = {
        "a letter": "a,",
        "typos": "Mroat, Vilage, Smthy, ",
        "typos between or": "Mroat or Vilage or Smthy or ",
        "typos without commas": "Mroat & Vilage with Smthy and ",
        "banned typos": "no Mroat|Vilage, ",
        "numbers": "1 2-3 4+ ",
        "numbered typos": "2 Atack, 1-3 Ation, ",
        "signs": "!~|,",
        "commas": ",",
        "spaces": "a" + " " * LONGEST_TEXT,
        "lines": "\n",
        "one long word": "x",
        "one long number": "9",
        "sharp s": "ß",
        "emoji": "👩\u200d👩\u200d👧",
        "accents": "e\u0301",
        "likes of a set": "prefer Base, ",
        "one set, often": "Base, ",
        "one ban, often": "no Moat, ",
        "plays": "play Mroat, ",
        "buys": "$6 Gol, else Silvr, then ",
        "conditions": "if I have $6, buy Gold if possible or ",
        "joints": "then else or and ",
        "letters of rules": "e a i o u t s n r l d c h ",
        "a search of the rules": "search:e a i o u ",
        "words of rules": "that card this from your hand ",
        "good plan": "Silver, then ",
        "a question of the rules": "question:when do I gain what costs more ",
        "unknown words": "zzqx qzxv xvqq ",
    }
    lines = {
        "all cards": ", ".join(short),
        "all cards or": "|".join(short),
        "all bans": ", ".join(f"no {name}" for name in short),
        "all near misses": ", ".join(name[:-1] + "q" for name in sorted(names, key=len, reverse=True)),
        "asked for and banned": ", ".join(f"{name}, no {name}" for name in short),
        "ranges": ", ".join(f"2-3 {'|'.join(short[place::9])}" for place in range(9)),
        "several cards of the rules": f"together:{' + '.join(short)}",
        "entangled": ENTANGLED,
        "impossible": f"{ENTANGLED}, 9 Reaction",
        "searched": SEARCHED,
    }
    return {name: unit * (LONGEST_TEXT // len(unit) + 1) for name, unit in endless.items()} | lines


def cut(line: str, most: int, comma: bool = True) -> str:
    """Return as much of a line as a field takes, cut at a late comma if there is one: half a name would only be a typo."""
    line = line.ljust(1, "a")[:most]
    head, found, _ = line.rpartition(",")
    return head if comma and found and len(head) > most - 30 else line
