"""What the bot says about plans and auto-answers."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.text import safe, where
from engine.catalogue import say
from tables import TableView

PLAN = say("Plan…")
PLAN_TITLE = say("Plan your next turn")
CHANGE_PLAN = say("Change plan")
DROP_PLAN = say("Delete plan")
MY_SETTINGS = say("Settings")
PLAN_KEPT = say("Plan saved.")
GOES_ON = say("-# Your plan goes on after this.")
PLAN_FIELD = say("What to play and buy, in this order")
PLAN_HELP = say("I'll play all Treasures and buy the first thing you can afford. Anything unexpected is left to you.")
PLAN_EMPTIED = say("Clear this to delete the plan.")
"""At most a hundred letters each."""


def plan(written: str, lines: Sequence[str], stops: str | None, unknown: str | None) -> str:
    """Describe a plan. `stops`: why it ends after `lines`; `unknown`: why the rest can't be foreseen."""
    told = [" ".join(lines)] if lines else []
    if unknown:
        told.append(say("Then it goes on as far as it can. {reason}", reason=unknown))
    elif stops:
        told.append(say("Then it stops. {reason}", reason=stops) if lines else say("It can't do anything. {reason}", reason=stops))
    return say("**Plan:** {plan}\n-# With this hand: {steps}", plan=safe(" ".join(written.split())), steps=" ".join(told))


ALWAYS_SO = say("-# Always the same answer? I can give it for you in this game. Change this in `/settings`.")


ABOUT = {
    "deck to discard": say("Whether to put your deck into your discard pile"),
    "discard": say("Whether to discard your card"),
    "discard theirs": say("Whether to discard someone else's card"),
    "play": say("Whether to play it"),
    "reveal": say("Whether to reveal it"),
    "set aside": say("Whether to set it aside"),
    "topdeck": say("Whether to put it onto your deck"),
    "trash": say("Whether to trash it"),
}
"""What a single card can ask, by the question's purpose."""


# by the id of the automatic answer

ALWAYS = {"yes": say("Always yes to {card}"), "no": say("Always no to {card}")}
ALWAYS_SET = {
    "yes": say("From now on I'll answer yes to {card} in this game. Change this in `/settings`."),
    "no": say("From now on I'll answer no to {card} in this game. Change this in `/settings`."),
}
ALWAYS_EVERYWHERE = {
    "yes": say("From now on I'll answer yes to {card} in all your games. Change this in `/settings`."),
    "no": say("From now on I'll answer no to {card} in all your games. Change this in `/settings`."),
}


def always(answer: str, card: str) -> str:
    return ALWAYS[answer].format(card=card)


def always_set(answer: str, card: str) -> str:
    return ALWAYS_SET[answer].format(card=card)


def always_everywhere(answer: str, card: str) -> str:
    return ALWAYS_EVERYWHERE[answer].format(card=card)


# the settings

SETTINGS = say("### Auto-answers")
MORE_SETTINGS = say("### More settings")
MORE = say("More…")


def settings(title: str, table: TableView | None) -> str:
    """Return a heading: `SETTINGS` or `MORE_SETTINGS`, and the game they are for, if not for all."""
    return say("{title} in {where}", title=title, where=where(table)) if table else title


SHOW_FOR_ONE = say("Game…")
SHOW_FOR_ALL = say("All games…")
USE_FOR_ALL = say("Use all-games settings here")
USE_FOR_ALL_ONCE = say("Use all-games setting")
ALWAYS_IN_ALL = say("Apply to all my games")

TURN_CHOICES = {
    "ask": (say("My turn: ask me"), say("I do nothing for you.")),
    "treasures": (say("My turn: play Treasures for me"), say("When you can play no more Actions.")),
    "end": (say("My turn: end it for me"), say("When you have nothing left to do.")),
    "both": (say("My turn: play Treasures, end it"), say("After your Actions, and when nothing is left to do.")),
}
REACT_CHOICES = {
    "always": (say("Attacks: reveal my Reaction"), say("Only if it protects you from the Attack.")),
    "never": (say("Attacks: reveal nothing"), say("Your Reactions stay hidden.")),
    "ask": (say("Attacks: ask me"), say("You decide each time, and the others wait for you.")),
}
PICTURES = say("Pictures, data…")
PICTURES_TITLE = say("### Pictures and statistics\n-# Pictures of your hand, and of everything else that only you see.")
PICTURES_CHOICES = {
    "dark": (say("Pictures: dark"), say("Light text on a dark background.")),
    "light": (say("Pictures: light"), say("Dark text on a light background.")),
    "none": (say("Pictures: none, text instead"), say("The same headings and buttons, with short text.")),
}
ASK_DISCARDS = (say("Discards: ask me"), say("You choose each time. To write a list, press More…"))
JUNK_FIRST = (say("Discards: junk first"), say("On others' turns: Curses, then Victory cards. I ask about the rest."))


def own_list(named: str) -> tuple[str, str]:
    """Return the reader's own list of what to discard first."""
    return say("Discards: {named}", named=named), say("On others' turns, in this order. I ask about the rest.")


# behind More…

ORDER_CHOICES = {
    "no": (say("Orders: ask me"), say("You choose what comes first.")),
    "yes": (say("Orders: any order"), say("I accept the order as offered.")),
}
WAIT_CHOICES = {
    "no": (say("My Attacks: play on"), say("Your turn goes on while others respond, where the rules allow it.")),
    "yes": (say("My Attacks: wait for responses"), say("Your turn pauses until everyone has responded.")),
}
REACTION_USES = {"always": say("Always"), "never": say("Never"), "ask": say("Ask me")}
SINGLE_REACTION = say("Exception for one Reaction…")
AS_OTHERS = say("Use default")
DEFAULT_USES = {
    "always": say("Default: use it against Attacks"),
    "never": say("Default: don't use it"),
    "ask": say("Default: ask me"),
    "own": say("Default: ask me only on my turn, or when I gain or discard something"),
}
"""What "Use default" means for a Reaction."""


def everywhere(use: str) -> str:
    return say("All-games setting: {use}", use=use)


OWN_LIST = say("Discard list…")
LIST_TITLE = say("What to discard first")
LIST_FIELD = say("Cards and types, in this order")
LIST_HINT = "Curse, Victory, Copper"
ASK_AGAIN = say("Ask me again about…")
SINGLE_ANSWERS = say("Single cards…")
SINGLE_ANSWERS_TITLE = say("### Auto-answers to single cards")


ONLY_FOR_CARDS = say("Only for some cards…")
ONLY_FOR_TITLE = say("When to ask you about {card}")
ONLY_FOR_FIELD = say("Cards and types it responds to")


def ask_about(cards: str) -> str:
    """Say that I ask about a Reaction only if it answers one of these cards."""
    return say("Ask me only in response to {cards}", cards=cards)


SINGLE_USES = {
    "always": say("-# **{card}:** always use it"),
    "never": say("-# **{card}:** never use it"),
    "ask": say("-# **{card}:** ask me"),
}


def single_use(name: str, use: str, only: str) -> str:
    """Describe the exception for one Reaction; `use` is one of `REACTION_USES`. `only`: the cards about which I ask."""
    if only:
        return say("-# **{card}:** ask me only in response to {cards}", card=name, cards=only)
    return SINGLE_USES[use].format(card=name)
