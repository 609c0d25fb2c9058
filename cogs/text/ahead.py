"""The part of the catalogue (see `text.py`) about plans and auto-answers."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import safe, where
from tables import TableView

PLAN = "Plan…"
CHANGE_PLAN = "Change plan"
DROP_PLAN = "Delete plan"
MY_SETTINGS = "Settings"
PLAN_KEPT = "Plan saved."
PLAN_FIELD = "What to play and buy, in this order"
PLAN_HELP = "I'll play all Treasures and buy the first thing you can afford. Anything unexpected is left to you."
"""At most a hundred letters."""


def plan(written: str, lines: Sequence[str], stops: str | None, unknown: str | None) -> str:
    """Describe a plan. `stops`: why it ends after `lines`; `unknown`: why the rest can't be foreseen."""
    told = [" ".join(lines)] if lines else []
    if unknown:
        told.append(f"Then it goes on with what you have by then. {unknown}")
    elif stops:
        told.append(f"{'Then it stops' if lines else 'It can do nothing'}. {stops}")
    return f"**Plan:** {safe(' '.join(written.split()))}\n-# With this hand: {' '.join(told)}"


ALWAYS_SO = "-# Always the same answer? I can give it for you in this game. Change it in `/settings`."


ANSWERS = {"yes": "yes", "no": "no"}
"""What can always be answered, by its id."""
ABOUT = {
    "deck to discard": "Whether to put your deck into your discard pile",
    "discard": "Whether to discard your card",
    "discard theirs": "Whether to discard someone else's card",
    "play": "Whether to play it",
    "reveal": "Whether to reveal it",
    "set aside": "Whether to set it aside",
    "topdeck": "Whether to put it onto your deck",
    "trash": "Whether to trash it",
}
"""What a single card may ask, by the question's purpose."""


def always(answer: str, card: str) -> str:
    return f"Always {ANSWERS[answer]} to {card}"


def always_set(answer: str, card: str) -> str:
    return f"From now on I'll answer {ANSWERS[answer]} to {card} in this game. Change it in `/settings`."


def always_everywhere(answer: str, card: str) -> str:
    return f"From now on I'll answer {ANSWERS[answer]} to {card} in all your games. Change it in `/settings`."


# the settings

SETTINGS = "### Auto-answers"
MORE_SETTINGS = "### More auto-answers"
MORE = "More…"


def settings(title: str, table: TableView | None) -> str:
    """Return a heading: `SETTINGS` or `MORE_SETTINGS`, and the game they are for, if not for all."""
    return f"{title} in {where(table)}" if table else title


def only_for(channel: str | None) -> str:
    """Label the button to the settings of one game. `channel`: its channel's name, if that is known."""
    return f"Only for #{channel}" if channel else "Only for this game"


FOR_ALL_GAMES = "For all my games"
AS_EVERYWHERE = "As in all my games"

TURN_CHOICES = {
    "ask": ("My turn: ask me", "I do nothing for you."),
    "treasures": ("My turn: play Treasures for me", "When you can play no more Actions."),
    "end": ("My turn: end it for me", "When you have nothing left to do."),
    "both": ("My turn: play Treasures, end it", "Treasures after your Actions; the end when nothing is left."),
}
REACT_CHOICES = {
    "always": ("Attacks: reveal my Reaction", "Only if it protects you from the Attack."),
    "never": ("Attacks: reveal nothing", "Your Reactions stay hidden."),
    "ask": ("Attacks: ask me", "You decide each time."),
}
PICTURES_CHOICES = {
    "dark": ("Pictures: dark", "Your hand and everything only you see."),
    "light": ("Pictures: light", "Your hand and everything only you see."),
    "none": ("Pictures: none, text instead", "The same headings and buttons, with short text."),
}
ASK_DISCARDS = ("Discards: ask me", "You choose each time. To write a list, press More…")
JUNK_FIRST = ("Discards: junk first", "Curses, then Victory cards. I ask about the rest.")


def own_list(named: str) -> tuple[str, str]:
    """Return the reader's own list of what to discard first."""
    return f"Discards: {named}", "In this order. I ask about the rest."


# behind More…

ORDER_CHOICES = {
    "no": ("Orders: ask me", "You choose what comes first."),
    "yes": ("Orders: any order", "I take things in the order they come."),
}
WAIT_CHOICES = {
    "no": ("My Attacks: play on", "Your turn goes on while others respond."),
    "yes": ("My Attacks: wait for responses", "Your turn pauses until everyone has responded."),
}
REACTION_USES = {"always": "Always", "never": "Never", "ask": "Ask me"}
SINGLE_REACTION = "Exception for one Reaction…"
AS_OTHERS = "Use default"
OWN_LIST = "Discard list…"
LIST_TITLE = "What to discard first"
LIST_FIELD = "Cards and types, in this order"
LIST_HINT = "Curse, Victory, Copper"
ASK_AGAIN = "Ask me again about…"


def single_use(name: str, use: str) -> str:
    """Describe the exception for one Reaction; `use` is one of `REACTION_USES`."""
    said = {"always": "always reveal it", "never": "never reveal it", "ask": "ask me"}
    return f"-# **{name}:** {said[use]}"
