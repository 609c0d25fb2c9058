"""The part of the catalogue (see `text.py`) about "Why?": the background of a question or a turn, and where each choice leads."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import count, debt, safe
from cogs.text.hand import amount
from engine.words import listed

CARD = "Card"
CHOICES = "Choices"


def title(card: str | None, owner: str | None) -> str:
    """Return the heading: `card` asks, if a card does; `owner` is whose it is, if not the reader's."""
    whose = f"{safe(owner)}'s {card}" if owner else card
    return f"### Why {whose} needs your choice" if card else "### Why you have a choice"


def turn(owner: str | None, number: int) -> str:
    """Name a turn; `owner` is whose it is, if not the reader's."""
    return f"{safe(owner)}'s turn {number}" if owner else f"Your turn {number}"


def chain(causes: Sequence[str], prompt: str) -> str:
    """Return how a question came about."""
    asked = safe(prompt).rstrip(".?")
    return f"-# {' → '.join([*causes, f'{asked[:1].lower()}{asked[1:]}'])}"


def rule(card: str, effect: str) -> str:
    return f"**{card}:** {effect}"


def aside(note: str) -> str:
    return f"-# {note}"


def outcomes(card: str | None, prompt: str) -> str:
    """Return the heading of what each choice leads to."""
    asked = safe(prompt).rstrip(".")
    return f"### {card}: {asked[:1].lower()}{asked[1:]}" if card else f"### {asked}"


def how_many(least: int, most: int) -> str:
    return f"You choose {amount(least, most)}." if most else "Nothing to choose; just confirm."


def choice(labels: Sequence[str], leads: str) -> str:
    """Return what some options lead to."""
    return f"**{', '.join(labels)}**: {safe(leads)}"


def numbers(first: str, last: str, leads: str) -> str:
    """Return the same for many numbers in a row."""
    return f"**{first}** to **{last}**: {safe(leads)}"


COMES_BACK = "Cards of the player you decide for come back to them at the end of this turn."
REACTION_FIRST = "Everyone is asked, with or without a Reaction."
OWED = "The turn goes on; you can answer any time."


def without_reaction(prompt: str) -> str:
    return f"Without a Reaction: {safe(prompt)}"


# someone's turn


def turn_title(owner: str | None, number: int) -> str:
    """Return the heading; `owner` is whose turn the reader plays, if not their own."""
    return f"### {turn(owner, number)}"


def moves_title(owner: str | None) -> str:
    return f"### What {f'{safe(owner)} can do' if owner else 'you can do'} now"


PHASES = {
    "action": "**Action phase.** Each Action card you play uses one of your Actions. Then you play Treasures and buy.",
    "buy": "**Buy phase.** Play your Treasures first. Then each card or Event you buy uses one Buy.",
}


def playing(name: str, effect: str, *, idle: bool) -> str:
    """Explain playing a card; `idle`: with this hand it would do nothing."""
    return f"**Play {name}**: {'nothing with this hand. ' if idle else ''}{effect}"


def treasures(coins: int | None, potions: int, left: Sequence[str]) -> str:
    """Explain playing all Treasures: `coins` then to spend, if certain; `left` are the Treasures that stay in hand."""
    money = "what they give depends on what they do" if coins is None else f"you then have ${coins}"
    money += f" and {count(potions, 'Potion')}" if potions else ""
    stay = f" {listed(left)} would stay in hand." if left else ""
    return f"**Play all Treasures**: {money}.{stay}"


def no_more_actions(left: int) -> str:
    unused = f", with {count(left, 'Action')} unused" if left else ""
    return f"**Buy phase**: on to your Treasures and buying{unused}."


def before_buying(*, actions: bool, treasures: bool, paid: int, coins: int) -> str:
    """Return what a buy does first, and the money there is then."""
    told = [*(["ends your Actions"] if actions else []), *(["plays your Treasures"] if treasures else [])]
    told += [f"pays {debt(paid)}"] if paid else []
    return f"**Buying** first {listed(told)}: you then have ${coins}."


def buying(names: Sequence[str], cost: str, coins: int, buys: int, owing: int, *, hindered: bool, more: bool) -> str:
    """Return what is left after a buy of any of these cards, which all cost the same; `owing`: their debt, which leaves the buyer
    `hindered` (unless someone else takes it); `more`: the cards do something when bought or gained."""
    taken = f" You take {debt(owing)}{', and buy nothing more until it is paid' if hindered else ''}." if owing else ""
    beside = " It also has a when-buy or when-gain effect." if more else ""
    return f"**Buy {' / '.join(names)}** ({cost}): leaves ${coins} and {count(buys, 'Buy') if buys else 'no Buy'}.{taken}{beside}"


def event(name: str, cost: str, effect: str, coins: int, buys: int) -> str:
    """Explain an Event; `coins` and `buys` are left after its cost, before its effect."""
    return f"**{name}** ({cost}): leaves ${coins} and {count(buys, 'Buy') if buys else 'no Buy'}. {effect}"


def ends_the_game(name: str) -> str:
    """Say that the last card of a pile ends the game."""
    return f"Buying the last {name} ends the game after this turn."


def paying(number: int, coins: int, left: int) -> str:
    """Explain paying all the debt that the coins allow."""
    rest = f", and {debt(left)} to pay before you can buy" if left else ". Then you can buy again"
    return f"**Pay {number} debt**: leaves ${coins}{rest}."


def end(actions: int, buys: int, coins: int) -> str:
    """Warn of what is lost by ending the turn now."""
    lost = [*([count(actions, "Action")] if actions else []), *([count(buys, "Buy")] if buys else [])]
    lost += [f"${coins}"] if coins else []
    return f"**End turn**: Clean-up, then the next turn starts.{f' {listed(lost)} would be unused.' if lost else ''}"
