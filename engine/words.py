"""The engine's catalogue: every sentence of the engine that people read, except those of a single card (engine/cards).

Each is made whole, in one place, from facts: names, counts, cards. `Cards` are the names that the reader may know, or only a
number. docs/translating.md says how another language takes this module's place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.card import Copy, Cost

Cards: TypeAlias = "int | Sequence[Copy]"


def cards(what: Cards) -> str:
    """Return cards in words, in the order given: "a Copper and 2 Estates", or "3 cards"."""
    return counted(what, "card") if isinstance(what, int) else some([copy.card.name for copy in what])


def some(names: Sequence[str]) -> str:
    """Return cards by name, in the order given: "a Copper and 2 Estates", or "nothing"."""
    return listed([a(name) if number == 1 else f"{number} {plural(name)}" for name, number in Counter(names).items()]) or "nothing"


def a(name: str) -> str:
    """Return one of several copies of a card: "an Estate"."""
    return name if is_plural(name) else f"{'an' if re.search('^([AEIO]|U(?!ni))', name) else 'a'} {name}"


def plural(name: str) -> str:
    """Return several copies of a card; a name that is a plural already stays as it is ("2 Settlers")."""
    return name if is_plural(name) else several(name)


def is_plural(name: str) -> bool:
    return re.search("[^s]s$", name) is not None


def card(copy: Copy) -> str:
    """Return one of several cards to choose from: "Copper", or with what it stands for now, "Overlord as Crown"."""
    return copy.card.name if copy.card is copy.printed else played_as(copy.printed.name, copy.card.name)


def played_as(printed: str, card: str) -> str:
    return f"{printed} as {card}"


def counted(count: int, word: str) -> str:
    """Return a number of things: "no Events", "1 Event", "2 Events"."""
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """Join names with "and"."""
    return joined(names, "and")


def either(names: Sequence[str]) -> str:
    """Join names with "or"."""
    return joined(names, "or")


def joined(names: Sequence[str], last: str) -> str:
    """Join names with commas and, before the last, `last`."""
    return f" {last} ".join([*([", ".join(names[:-1])] if len(names) > 1 else []), *names[-1:]])


ALSO_CALLED = {"base": "Dominion", "base game": "Dominion"}
"""Other names for a set."""

ANYTHING = {
    "random": "Random",
    "anything": "Anything",
    "all sets": "All sets",
    "any set": "Any set",
    "from all sets": "From all sets",
    "random from all sets": "Random, from all sets",
}
"""Wishes without content, in lower case and in their usual form."""


def written(parts: Sequence[str], *, one_wish: bool) -> str:
    """Return wishes, or the names in one of them, as people write them."""
    return (" or " if one_wish else ", ").join(parts)


def forms(word: str) -> tuple[str, str, str]:
    """Return a typed word, and what it may be the plural of: "attacks", "action cards"."""
    return word, word.removesuffix("s"), word.removesuffix(" cards").removesuffix(" card")


def several(card: str) -> str:
    """Return the plural of a card's name as rulings may use it ("7 Villas"), so that it is found there."""
    if re.search("[^aeiou]y$", card):
        return card.removesuffix("y") + "ies"
    if card.endswith("ief"):
        return card.removesuffix("f") + "ves"
    return card + ("es" if re.search("(s|x|z|ch|sh)$", card) else "s")


GAINS_CURSES = re.compile(r"\bgains? (?:a|\d+) Curses?\b", re.IGNORECASE)
"""How a card's text says that players gain Curses from it."""


def ordinal(edition: int) -> str:
    """Return an edition by its number."""
    return {1: "1st", 2: "2nd"}[edition]


# money


def money(coins: int, potions: int) -> str:
    """Return what there is to spend: "$3", "$2 and Potion", "2 Potions"."""
    parts = [f"${coins}"] if coins or not potions else []
    return listed([*parts, *([] if not potions else ["Potion"] if potions == 1 else [f"{potions} Potions"])])


# the score

VP_TOKENS = "VP tokens"


# questions, and what can be answered

YES = "Yes"
NO = "No"
END_TURN = "End turn"
GO_ON_TO_BUY = "Go on to the Buy phase"
PLAY_ALL_TREASURES = "Play all Treasures"
NO_REACTION = "No Reaction"

PLAY_AN_ACTION = "Play an Action"
PLAY_TREASURES_OR_BUY = "Play Treasures or buy"
WHICH_ORDER = "In which order do these happen?"
DISCARD_IN_ORDER = "In which order do you discard these?"
GAIN_A_CARD = "Gain a card"
CHOOSE_ONE = "Choose one"


def play(card: str) -> str:
    return f"Play {card}"


def cost_in_words(coins: int, potion: int, debt: int) -> str:
    """Return a cost that needs no key: "$3 + Potion", "4 debt", "$5 + 8 debt"."""
    parts = [f"${coins}"] if coins or not (potion or debt) else []
    return " + ".join([*parts, *(["Potion"] if potion else []), *([f"{debt} debt"] if debt else [])])


def priced(card: str, cost: Cost) -> str:
    return f"{card} ({cost_in_words(*cost)})"


def pay_debt(count: int) -> str:
    return f"Pay {count} debt"


def reveal(card: str) -> str:
    return f"Reveal {card}"


def fate(label: str, card: str) -> str:
    """Return what may happen to one card of several."""
    return f"{label} {card}"


def choose(purpose: str, minimum: int, maximum: int) -> str:
    """Ask for cards to discard or to trash. Raises TypeError for another purpose: the card words that question itself."""
    verb = {"discard": "Discard", "trash": "Trash"}.get(purpose)
    if verb is None:
        raise TypeError(f"what asks for cards to {purpose} needs a prompt")
    if maximum == 1:
        return f"{verb} a card"
    if minimum == maximum:
        return f"{verb} {cards(maximum)}"
    return f"{verb} up to {cards(maximum)}" if minimum == 0 else f"{verb} {minimum} to {cards(maximum)}"


def card_up_to(cost: Cost, of: str | None = None, but: str | None = None) -> str:
    """Return a part of the sentences about gaining. `of`: only cards of this type; `but`: none of that type."""
    card = f"{'an' if of[0] in 'AEIO' else 'a'} {of}" if of else f"a non-{but} card" if but else "a card"
    return f"{card} costing up to {cost_in_words(*cost)}"


def gain_up_to(cost: Cost, of: str | None = None, but: str | None = None) -> str:
    """Ask for a card to gain; for `of` and `but`, see `card_up_to`."""
    return f"Gain {card_up_to(cost, of, but)}"


def gain_into_hand(cost: Cost, of: str | None = None, but: str | None = None) -> str:
    return f"{gain_up_to(cost, of, but)} into your hand"


def discard_yours(card: str) -> str:
    return f"Discard your {card}, or put it back?"


DISCARD_OR_PUT_BACK = "Discard", "Put back"


def discard_theirs(owner: str, card: str) -> str:
    return f"Discard {owner}'s {card}, or put it back?"


def use_a_reaction(attacker: str, attack: str) -> str:
    return f"{attacker} plays {attack}. Use a Reaction?"


# what choices lead to

BECOMES = {
    "discard": "What you choose goes to the discard pile, and comes back with the next shuffle.",
    "trash": "What you choose goes to the trash.",
    "gain": "What you choose comes to your discard pile, without being bought.",
    "topdeck": "What you choose goes on top of the deck, and is drawn next.",
}
"""What happens to the chosen cards, by a decision's purpose, unless a card says more."""
NOTHING_DONE = {
    "discard": "Nothing is discarded.",
    "trash": "Nothing is trashed.",
    "gain": "Nothing is gained.",
}
"""What choosing none of them does."""
DOES_MORE = {"gain": "By its own rule it does more when it is gained.", "trash": "By its own rule it does more when it is trashed."}
"""What to say of a card that answers its own gain or trashing."""
GAINED_INTO_HAND = "What you choose comes into your hand, without being bought."
ANY_ORDER = "They happen in the order you choose. If it makes no difference, any order will do."
DISCARDED_ONE_BY_ONE = "They are discarded in this order, and each does then what it does on being discarded."
PLAYED_TWICE = "What you choose is played, and then played once more, using no Action."
NOTHING_PLAYED = "Nothing is played, and nothing more happens."
NOTHING_TO_GAIN = "Then there is nothing of that cost to gain."
NOBODY = "no one"
WITHOUT_REACTION = "You show nothing, and the Attack does to you what it says."


def then_gain(cost: Cost, of: str | None = None, *, into_hand: bool = False) -> str:
    return f"Then you gain {card_up_to(cost, of)}{', into your hand' if into_hand else ''}."


def top_discarded(owner: str | None) -> str:
    """Say that the top card of a deck is discarded; `owner` is None for the reader's own."""
    whose = f"{owner}'s" if owner else "your"
    return f"It goes to {whose} discard pile, and the card below it is drawn next."


def top_stays(owner: str | None) -> str:
    """Say that the top card of a deck stays."""
    return f"It goes back on top, and {f'{owner} draws' if owner else 'you draw'} it next."


# refused: answers

CHOOSE_ONE_THING = "Choose one thing to do."
SOMEBODY_ELSES = "That is for someone else to decide."
ANSWERED_ALREADY = "That has been answered already. Look at what is asked now."
MOVED_ON = "The game has moved on. Look at what is asked now."
RESIGNED_ALREADY = "You have resigned from this game already. You can watch how it goes on."
OVER_ALREADY = "The game is over already."
NOTHING_TO_TAKE_BACK = "There is nothing to take back."
TAKEN_BACK_TOO_OFTEN = "So much was taken back in this turn that nothing more can be. Play on from here."
RESIGNED_SINCE = "Someone has resigned since, and that can't be taken back. Just play on."
TOO_LONG_AGO = "That is too long ago to take back. Choose a later point."


def changed_too_often(most: int, answer: Sequence[str]) -> str:
    return f"You have changed this answer {most} times already. Your last one stays: {listed(answer) or 'nothing'}."


def not_offered(id: str, offered: Sequence[str]) -> str:
    return f"{id} can't be chosen here. Choose from: {', '.join(offered) or 'nothing'}."


def too_often(id: str, times: int) -> str:
    return f"{id} can be chosen {'once' if times == 1 else f'{times} times'} at most. Choose something else as well."


def wrong_count(minimum: int, maximum: int, chosen: int) -> str:
    if minimum == maximum:
        return f"Choose exactly {minimum}; that was {chosen}."
    if minimum == 0:
        return f"Choose up to {maximum}; that was {chosen}."
    return f"Choose {minimum} to {maximum}; that was {chosen}."


def fate_missing(card: str, count: int, said: int) -> str:
    return f"Say of each card what becomes of it: {card} was named {said} times, not {count}."


# refused: saves and exports

SOMETHING_ELSE_ASKED = "Something else is asked now."
WENT_ANOTHER_WAY = "The game went another way than when this was saved."
STILL_PLAYED = "A game can be exported once it is over."
OTHER_SEED = "The seed is not the one whose commitment was published when the game began."
OTHER_RESULT = "Played again, the game ends with another result."
OLDER_RULES = (
    "This game began under older rules of Seneschal's, and the present ones play it otherwise than the file says. "
    "The version that it was played with can check it."
)
NEWER_RULES = "This game began under newer rules of Seneschal's than these. Update it, and check again."


def entry_does_not_fit(number: int, reason: str) -> str:
    return f"Entry {number} doesn't fit: {reason}"


def unreadable_snapshot(turn: int, error: Exception) -> str:
    return f"The snapshot of turn {turn} can't be read: {error!r}."
