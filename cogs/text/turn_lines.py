"""What the bot says about a turn in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs import text
from cogs.text import safe
from engine.catalogue import say, say_many
from engine.words import listed, potions_in_words, row, some

BETWEEN = " · "
"""What separates the turns that share a line."""
THE_OTHERS = say("the others")
YOU = "you"
"""Who did something, if not a player by name."""
BUYS_NOTHING, YOU_BUY_NOTHING = say("buys nothing"), say("you buy nothing")


def title(name: str, number: int | None) -> str:
    """Return whose turn it is, and its number; None: an extra turn."""
    return f"**{safe(name)}{'' if number is None else f' {number}'}:**"


def possessed_title(by: str | None, owner: str | None) -> str:
    """Return the title of a turn that someone other than its owner decides in; None: the reader."""
    if by is None:
        return say("**You play {owner}'s turn:**", owner=safe(owner or ""))
    if owner is None:
        return say("**{name} plays your turn:**", name=safe(by))
    return say("**{name} plays {owner}'s turn:**", name=safe(by), owner=safe(owner))


def plain(title: str) -> str:
    """Return a title without markup."""
    return title.replace("*", "").removesuffix(":")


def money(coins: int | None, potions: int) -> str:
    """Return the money in a turn; empty if unknown."""
    if coins is None:
        return ""
    return say("${coins} and {potions}", coins=coins, potions=potions_in_words(potions)) if potions else f"${coins}"


def plays(name: str, cards: int, plays: int) -> str:
    """Return a card in the list of those played: how many `cards` with that name, in how many `plays`."""
    if plays <= cards or not cards:
        return text.card(name, plays)
    if cards > 1:
        return say("{cards} ({count} plays)", cards=text.card(name, cards), count=plays)
    return say("{card} twice", card=name) if plays == 2 else say("{card} {count} times", card=name, count=plays)


def buys(name: str, number: int, more: str) -> str:
    """Return what was bought how often; `more`: by how much each was overpaid."""
    bought = text.card(name, number)
    if not more:
        return bought
    if number > 1:
        return say("{cards} (overpaid by {cost} each)", cards=bought, cost=more)
    return say("{card} (overpaid by {cost})", card=bought, cost=more)


def turn(
    head: str,
    played: Sequence[str],
    bought: Sequence[str],
    also: Sequence[str],
    *,
    over: bool,
    yours: bool = False,
) -> str:
    """Return a turn in one line: what was played and with how much, what was bought, and what else changed. `yours`: it is
    addressed to its player."""
    after = f"→ {row(bought)}" if bought else ""
    none = [YOU_BUY_NOTHING if yours else BUYS_NOTHING] if over and not bought else []
    told = "; ".join([*filter(None, [" ".join(filter(None, [row(played), after]))]), *none, *also])
    return f"{head} {told}{'' if over else ' …' if told else '…'}"


def more(number: int) -> str:
    """Return what replaces the turns that don't fit."""
    return say_many("{count} earlier turn: see **Log**", "{count} earlier turns: see **Log**", number)


def many(cards: Sequence[str], amount: int | None) -> str:
    """Return cards by name, if these are known, else their number."""
    if cards:
        return some(cards)
    return f"{amount}" if amount is not None else say("cards")


def caused(what: str, cause: str) -> str:
    """Return what a change is about, and the card that caused it."""
    return f"{what} ({cause})"


class ChangeForms(NamedTuple):
    """What someone did, as patterns: for the player on turn; the reader; one player by name; and several."""

    unnamed: str
    you: str
    one: str
    several: str


CHANGES = {
    "gain": ChangeForms(say("gains {what}"), say("you gain {what}"), say("{name} gains {what}"), say("{names} gain {what}")),
    "play": ChangeForms(say("plays {what}"), say("you play {what}"), say("{name} plays {what}"), say("{names} play {what}")),
    "discard": ChangeForms(
        say("discards {what}"), say("you discard {what}"), say("{name} discards {what}"), say("{names} discard {what}")
    ),
    "draw": ChangeForms(say("draws {what}"), say("you draw {what}"), say("{name} draws {what}"), say("{names} draw {what}")),
    "trash": ChangeForms(say("trashes {what}"), say("you trash {what}"), say("{name} trashes {what}"), say("{names} trash {what}")),
    "trash-gain": ChangeForms(
        say("trashes {what} and gains {more}"),
        say("you trash {what} and gain {more}"),
        say("{name} trashes {what} and gains {more}"),
        say("{names} trash {what} and gain {more}"),
    ),
    "discard-gain": ChangeForms(
        say("discards {what} and gains {more}"),
        say("you discard {what} and gain {more}"),
        say("{name} discards {what} and gains {more}"),
        say("{names} discard {what} and gain {more}"),
    ),
    "reveal": ChangeForms(
        say("reveals {what}"), say("you reveal {what}"), say("{name} reveals {what}"), say("{names} reveal {what}")
    ),
    "reveal-discard": ChangeForms(
        say("reveals {what} and discards {more}"),
        say("you reveal {what} and discard {more}"),
        say("{name} reveals {what} and discards {more}"),
        say("{names} reveal {what} and discard {more}"),
    ),
    "exchange": ChangeForms(
        say("takes {what} in exchange"),
        say("you take {what} in exchange"),
        say("{name} takes {what} in exchange"),
        say("{names} take {what} in exchange"),
    ),
    "vp": ChangeForms(say("gets {what}"), say("you get {what}"), say("{name} gets {what}"), say("{names} get {what}")),
    "debt": ChangeForms(say("takes {what}"), say("you take {what}"), say("{name} takes {what}"), say("{names} take {what}")),
    "paid": ChangeForms(say("pays {what}"), say("you pay {what}"), say("{name} pays {what}"), say("{names} pay {what}")),
    "burden": ChangeForms(say("puts {what}"), say("you put {what}"), say("{name} puts {what}"), say("{names} put {what}")),
    "token": ChangeForms(say("puts {what}"), say("you put {what}"), say("{name} puts {what}"), say("{names} put {what}")),
    "resign": ChangeForms(say("resigns"), say("you resign"), say("{name} resigns"), say("{names} resign")),
}


def change(kind: str, who: Sequence[str], what: str, more: str = "") -> str:
    """Return what players did besides buying; `who` is empty for the player on turn. `more`: the object of a pair's second verb."""
    forms = CHANGES[kind]
    if not who:
        return forms.unnamed.format(what=what, more=more)
    if len(who) > 1 or who[0] == THE_OTHERS:
        return forms.several.format(names=listed([safe(name) for name in who]), what=what, more=more)
    if who[0] == YOU:
        return forms.you.format(what=what, more=more)
    return forms.one.format(name=safe(who[0]), what=what, more=more)


def onto(what: str, pile: str) -> str:
    """Return what was put onto a pile."""
    return say("{what} on the {pile} pile", what=what, pile=pile)


def vp(number: int) -> str:
    return say("{count} VP", count=number)


def debt(number: int) -> str:
    return text.debt(number)
