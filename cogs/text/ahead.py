"""The part of the catalogue (see `text.py`) about what one says ahead: plans and standing answers."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import game, safe
from tables import TableView

PLAN = "Plan…"
CHANGE_PLAN = "Change plan"
DROP_PLAN = "Delete plan"
MY_SETTINGS = "Settings"
FOR_ALL_GAMES = "For all my games"
FOR_THIS_GAME = "For this game only"
PLAN_KEPT = "Plan saved."
PLAN_FIELD = "What to play and buy, in this order"
PLAN_HELP = "I'll play all Treasures and buy the first thing you can afford. Anything unexpected is left to you."
"""At most a hundred letters."""


def plan(written: str, lines: Sequence[str], stops: str | None, unknown: str | None) -> str:
    """`stops`: why it does no more than `lines`; `unknown`: why no more can be told of what it does."""
    told = [" ".join(lines)] if lines else []
    if unknown:
        told.append(f"Then it goes on with what you have by then. {unknown}")
    elif stops:
        told.append(f"{'Then it stops' if lines else 'It can do nothing'}. {stops}")
    return f"**Plan:** {safe(' '.join(written.split()))}\n-# With this hand: {' '.join(told)}"


ALWAYS_SO = "-# Always the same answer? I can give it for you from now on, in this game. `/settings` changes it."


ANSWERS = {"yes": "yes", "no": "no"}
"""What can always be answered, by its id."""
ABOUT = {
    "deck to discard": "Whether to put your deck into your discard pile",
    "discard": "Whether to discard your card",
    "discard theirs": "Whether to discard somebody else's card",
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
    return f"From now on I answer {ANSWERS[answer]} to {card} for you in this game. `/settings` changes it."


def always_everywhere(answer: str, card: str) -> str:
    return f"From now on I answer {ANSWERS[answer]} to {card} for you in all your games. `/settings` changes it."


SETTINGS = "### Your standing answers"


def settings_scope(table: TableView | None) -> str:
    scope = f"Only in the game of **{game(table)}**." if table else "For **all your games**."
    return f"-# What I do for you without asking. {scope} Your log says each time I did."


PICTURES_SETTING = "**Pictures of your hand**"
TURN_SETTING = "**Your turn**"
TURN_SETTINGS = {
    "treasures": ("Treasures", "-# **Treasures**: played when you can play no Action."),
    "end": ("End turn", "-# **End turn**: when nothing is left to do."),
    "order": ("Any order", "-# **Any order**: I don't ask what comes first."),
    "wait": ("Wait", "-# **Wait**: after your Attack, until all have answered."),
}
"""What holds or doesn't, by field: its button, and what it does, which has a line of a phone."""
REACT_SETTING = "**Against Attacks**"
REACT_SETTINGS = {
    "always": "-# If you hold a Reaction that keeps you out of it, I reveal it.",
    "never": "-# I reveal no Reaction.",
    "ask": "-# You decide each time.",
}
"""What is done about Attacks, by what is chosen."""
REACT_CHOICES = {"always": "Protect me", "never": "Never", "ask": "Ask me"}
REACTION_USES = {"always": "Always", "never": "Never", "ask": "Ask me"}
SINGLE_REACTION = "Treat one Reaction otherwise…"
AS_OTHERS = "Like the others"
DISCARD_SETTING = "**When others make you discard**"
CHOOSE_EACH_TIME = "-# You choose each time."
ASK_ME = "Ask me"
WORTHLESS_FIRST = "Worthless"
OWN_LIST = "List…"
LIST_TITLE = "What to discard first"
LIST_FIELD = "Cards and types, in this order"
LIST_HINT = "Curse, Victory, Copper"
ANSWERS_SETTING = "**Questions of single cards**"
ASK_AGAIN = "Ask me again about…"
AS_EVERYWHERE = "As in all my games"
ALL_SETTINGS = "All settings"


def discards(named: str) -> str:
    """What is discarded first, if anything was said."""
    return f"-# First {named}. Where that leaves a choice, I ask you." if named else CHOOSE_EACH_TIME


def single_use(name: str, use: str) -> str:
    """`use`: one of `REACTION_USES`."""
    said = {"always": "always", "never": "never", "ask": "ask me"}
    return f"-# **{name}**: {said[use]}"
