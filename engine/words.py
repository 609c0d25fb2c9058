"""What the engine says, apart from what belongs to a single card (engine/cards).

Each sentence is made as a whole, in one place, from facts: names, counts, cards. `Cards` are copies if the reader may know them, or
else their number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from engine.catalogue import say, say_many

if TYPE_CHECKING:
    from engine.card import Card, Cost
    from engine.piles import Copy

Cards: TypeAlias = "int | Sequence[Copy]"


def cards(what: Cards) -> str:
    """Return cards in words, in the order given: "a Copper and 2 Estates", or "3 cards"."""
    return card_count(what) if isinstance(what, int) else some([copy.card.name for copy in what])


def some(names: Sequence[str]) -> str:
    """Return cards by name, in the order given: "a Copper and 2 Estates", or "nothing"."""
    return listed([copies(name, number) for name, number in Counter(names).items()]) or NOTHING


@lru_cache(maxsize=4096)
def copies(name: str, number: int) -> str:
    """Return a number of copies of a card: "an Estate", "2 Estates"."""
    return say_many(a(name), f"{{count}} {plural(name)}", number)


def card_count(number: int) -> str:
    return say_many("{count} card", "{count} cards", number)


def a(name: str) -> str:
    """Return what one copy of a card is called in English: "an Estate", "a Settlers"."""
    return name if name == VP_TOKENS else f"{'an' if re.search('^([AEIO]|U(?!ni))', name) else 'a'} {name}"


def plural(name: str) -> str:
    """Return a card's plural in English; a name that is already a plural stays as it is ("2 Settlers")."""
    return name if re.search("[^s]s$", name) and name not in PLURALS else several(name)


def card(copy: Copy) -> str:
    """Return one of several cards to choose from: "Copper", or if it stands for another, "Overlord as Crown"."""
    return copy.card.name if copy.card is copy.printed else played_as(copy.printed.name, copy.card.name)


def played_as(printed: str, card: str) -> str:
    return say("{printed} as {card}", printed=printed, card=card)


def about(card: str, other: str) -> str:
    """Return what a card does to another one, as one of several things that happen."""
    return say("{card}: {other}", card=card, other=other)


COMMA = say("{first}, {next}").format(first="", next="")


def row(names: Sequence[str]) -> str:
    """Return names one after another."""
    return COMMA.join(names)


def listed(names: Sequence[str]) -> str:
    """Join names with "and"."""
    return joined(names, say("{names} and {last}"))


def in_place_of(new: str, first: str) -> str:
    """Return the name of a seat that someone took over."""
    return say("{new} for {first}", new=new, first=first)


def nameless(number: int | str) -> str:
    """Return what to call a player whose name was deleted."""
    return say("Player {number}", number=number)


def either(names: Sequence[str]) -> str:
    """Join names with "or"."""
    return joined(names, say("{names} or {last}"))


def joined(names: Sequence[str], pattern: str) -> str:
    """Join names with commas and, before the last, `last`."""
    return pattern.format(names=row(names[:-1]), last=names[-1]) if len(names) > 1 else "".join(names)


ALSO_CALLED = {"base": "Dominion", "base game": "Dominion", "base set": "Dominion"}
"""Other names for a set."""

ANYTHING = {
    "random": "Random",
    "anything": "Anything",
    "all sets": "All sets",
    "any set": "Any set",
    "from all sets": "From all sets",
    "random from all sets": "Random, from all sets",
}
"""Clauses without content, in lower case and in their usual form."""


def written(parts: Sequence[str], *, one_clause: bool) -> str:
    """Return clauses, or the names in one of them, as people write them."""
    return (" or " if one_clause else ", ").join(parts)


def forms(word: str) -> tuple[str, str, str]:
    """Return a typed word, and what it might be the plural of: "attacks", "action cards". "Only" adds nothing to it."""
    word = word.removeprefix("only ").removesuffix(" only")
    return word, word.removesuffix("s"), word.removesuffix(" cards").removesuffix(" card")


PLURALS: dict[str, str] = {}
"""The plurals that cards declare because the rules of English don't produce them."""


def several(card: str) -> str:
    """Return the plural of a card's name as rulings might use it ("7 Villas"), so that it is found there."""
    if card in PLURALS:
        return PLURALS[card]
    if re.search("[^aeiou]y$", card):
        return card.removesuffix("y") + "ies"
    if card.endswith("ief"):
        return card.removesuffix("f") + "ves"
    return card + ("es" if re.search("(s|x|z|ch|sh)$", card) else "s")


GAINS_CURSES = re.compile(r"\bgains? (?:a|\d+) Curses?\b", re.IGNORECASE)
"""How a card's text says that players gain Curses from it."""


EDITIONS = {1: say("1st edition"), 2: say("2nd edition")}


# money

POTION = say("Potion")


def potions_in_words(number: int) -> str:
    return POTION if number == 1 else say_many("{count} Potion", "{count} Potions", number)


def money(coins: int, potions: int) -> str:
    """Return what there is to spend: "$3", "$2 and Potion", "2 Potions"."""
    parts = [f"${coins}"] if coins or not potions else []
    return listed([*parts, *([potions_in_words(potions)] if potions else [])])


# the end


def no_gains(rounds: int) -> str:
    return say_many("No one has gained a card for {count} round.", "No one has gained a card for {count} rounds.", rounds)


VP_TOKENS = "VP tokens"
"""Their names in results, which are stored."""


TOKENS = {"vp": say("{count} VP"), "debt": say("{count} debt")}
"""Tokens that aren't called tokens; each `Token` can add its own text."""


def tokens(number: int, name: str) -> str:
    """Return a number of tokens of a kind."""
    if name in TOKENS:
        return TOKENS[name].format(count=number)
    return say_many("{count} {token} token", "{count} {token} tokens", number, token=name)


def kind_of_tokens(name: str) -> str:
    """Return the name of a kind of token in results."""
    return VP_TOKENS if name == "vp" else say("{token} tokens", token=name)


# questions, and what can be answered

YES = say("Yes")
NO = say("No")
END_TURN = say("End turn")
GO_ON_TO_BUY = say("Go on to the Buy phase")
PLAY_ALL_TREASURES = say("Play all Treasures")
NO_REACTION = say("No Reaction")

PLAY_AN_ACTION = say("Play an Action")
PLAY_TREASURES_OR_BUY = say("Play Treasures or buy")
NAME_A_CARD = say("Name a card")
WHICH_ORDER = say("In which order do these happen?")
WHICH_FIRST = say("Which happens first?")
DISCARD_IN_ORDER = say("In which order do you discard these?")
DISCARD_FIRST = say("Which do you discard first?")
GAIN_A_CARD = say("Gain a card")
CHOOSE_ONE = say("Choose one")


@cache
def play(card: str) -> str:
    return say("Play {card}", card=card)


def cost_in_words(coins: int, potion: int, debt: int) -> str:
    """Return a cost in words that need no legend: "$3 + Potion", "4 debt", "$5 + 8 debt"."""
    parts = [f"${coins}"] if coins or not (potion or debt) else []
    return " + ".join([*parts, *([POTION] if potion else []), *([say("{debt} debt", debt=debt)] if debt else [])])


def priced(card: str, cost: Cost) -> str:
    return f"{card} ({cost_in_words(*cost)})"


def pay_debt(count: int) -> str:
    return say("Pay {count} debt", count=count)


HOW_MUCH_MORE = say("How much do you overpay?")


def pays_more(more: Cost) -> str:
    return cost_in_words(*more) if any(more) else say("Nothing")


def spend(token: str, coins: int) -> str:
    return say("Spend {token}: +${coins}", token=token, coins=coins)


def where_to_put(card: str) -> str:
    return say("Where in your deck does {card} go?", card=card)


def place(above: int, deck: int) -> str:
    """Return a place in a deck, by the deck's size and how many cards lie above it."""
    if not above:
        return say("On top")
    return say("On the bottom") if above == deck else say_many("Below {count} card", "Below {count} cards", above)


def use(card: str) -> str:
    return say("Use {card}", card=card)


def reveal(card: str) -> str:
    return say("Reveal {card}", card=card)


def fate(label: str, card: str) -> str:
    """Return what can happen to one of several cards."""
    return say(label, card=card)


def choose(purpose: str, minimum: int, maximum: int) -> str:
    """Ask for cards to discard or to trash. Raises TypeError for another purpose: the card words that question itself."""
    if purpose == "discard":
        return discard(minimum, maximum)
    if purpose == "trash":
        return trash(minimum, maximum)
    raise TypeError(f"what asks for cards to {purpose} needs a prompt")


def discard(minimum: int, maximum: int) -> str:
    if maximum == 0:
        return say("Discard no cards")
    if minimum == maximum:
        return say_many("Discard a card", "Discard {count} cards", maximum)
    if minimum == 0 and maximum == 1:
        return say("You may discard a card")
    if minimum == 0:
        return say_many("Discard up to {count} card", "Discard up to {count} cards", maximum)
    return say_many("Discard a card", "Discard {minimum} to {count} cards", maximum, minimum=minimum)


def trash(minimum: int, maximum: int) -> str:
    if maximum == 0:
        return say("Trash no cards")
    if minimum == maximum:
        return say_many("Trash a card", "Trash {count} cards", maximum)
    if minimum == 0 and maximum == 1:
        return say("You may trash a card")
    if minimum == 0:
        return say_many("Trash up to {count} card", "Trash up to {count} cards", maximum)
    return say_many("Trash a card", "Trash {minimum} to {count} cards", maximum, minimum=minimum)


def sort_of_card(of: str | None, but: str | None = None) -> str:
    """Return what can be gained: only a card `of` a type, one of any type `but` one, or any. The catalogue has a text for each
    type."""
    return say(a(of)) if of else say(not_a(but)) if but else say("a card")


def not_a(type: str) -> str:
    """Return "not of a type" in English."""
    return f"a non-{type} card"


def gain_up_to(cost: Cost, of: str | None = None, but: str | None = None) -> str:
    """Ask for a card to gain; for `of` and `but`, see `sort_of_card`."""
    return say("Gain {card} costing up to {cost}", card=sort_of_card(of, but), cost=cost_in_words(*cost))


def replace_up_to(card: Card, cost: Cost) -> str:
    """Ask for a card to gain for one that someone else's card trashed."""
    return say("You may replace {card} with a card costing up to {cost}", card=card.name, cost=cost_in_words(*cost))


def but_named(prompt: str, named: Sequence[Card]) -> str:
    """Return a question about cards other than those named."""
    return say("{prompt} (not {cards})", prompt=prompt, cards=_names(named)) if named else prompt


def beside_named(prompt: str, named: Sequence[Card]) -> str:
    """Return a question for another name, besides those named already."""
    return say("{prompt} (named so far: {cards})", prompt=prompt, cards=_names(named)) if named else prompt


def _names(cards: Sequence[Card]) -> str:
    return row([*dict.fromkeys(card.name for card in cards)])


def gain_into_hand(cost: Cost, of: str | None = None, but: str | None = None) -> str:
    return say("Gain {card} costing up to {cost} into your hand", card=sort_of_card(of, but), cost=cost_in_words(*cost))


def discard_yours(card: str) -> str:
    return say("Discard your {card}, or put it back?", card=card)


DISCARD_OR_PUT_BACK = say("Discard"), say("Put back")


def discard_theirs(owner: str, card: str) -> str:
    return say("Discard {owner}'s {card}, or put it back?", owner=owner, card=card)


REACTIONS_TO = {
    "gain": (say("{name} gains {card}. Use a Reaction?"), say("You gain {card}. Use a Reaction?")),
    "would gain": (say("{name} is about to gain {card}. Use a Reaction?"), say("You're about to gain {card}. Use a Reaction?")),
    "trash": (say("{name} trashes {card}. Use a Reaction?"), say("You trash {card}. Use a Reaction?")),
    "discard": (say("{name} discards {card}. Use a Reaction?"), say("You discard {card}. Use a Reaction?")),
    "reveal": (say("{name} reveals {card}. Use a Reaction?"), say("You reveal {card}. Use a Reaction?")),
    "buy": (say("{name} buys {card}. Use a Reaction?"), say("You buy {card}. Use a Reaction?")),
    "play": (say("{name} plays {card}. Use a Reaction?"), say("You play {card}. Use a Reaction?")),
    "played": (say("{name} has played {card}. Use a Reaction?"), say("You've played {card}. Use a Reaction?")),
    "turn start": (say("{name} starts a turn. Use a Reaction?"), say("You start your turn. Use a Reaction?")),
    "turn end": (say("{name} ends the turn. Use a Reaction?"), say("You end your turn. Use a Reaction?")),
}
"""The question about Reactions at a moment: another player's, or your own."""
REACTION = say("Use a Reaction?")


def use_a_reaction_to(name: str, moment: str, card: str, *, own: bool) -> str:
    return REACTIONS_TO.get(moment, (REACTION, REACTION))[own].format(name=name, card=card)


def use_a_reaction(attacker: str, attack: str) -> str:
    return say("{attacker} plays {attack}. Use a Reaction?", attacker=attacker, attack=attack)


# what choices lead to

BECOMES = {
    "discard": say("Your choice goes to the discard pile until the next shuffle."),
    "trash": say("Your choice goes to the trash."),
    "gain": say("Your choice goes to your discard pile."),
    "topdeck": say("Your choice goes on top of the deck, and is drawn next."),
}
"""What happens to the chosen cards, by a decision's purpose, unless a card says more."""
NOTHING_DONE = {
    "discard": say("Nothing is discarded."),
    "trash": say("Nothing is trashed."),
    "gain": say("Nothing is gained."),
}
"""What choosing nothing does."""
DOES_MORE = {
    "gain": say("It also has a when-gain effect."),
    "trash": say("It also has a when-trash effect."),
}
"""What to say about a card that answers its own gain or trashing."""
GAINED_INTO_HAND = say("Your choice goes into your hand.")
ANY_ORDER = say("They happen in the order you choose. If it makes no difference, any order will do.")
DISCARDED_ONE_BY_ONE = say("You discard them in this order. Each when-discard effect resolves in turn.")
PLAYED_TWICE = say("You play it twice, using no Action.")
NOTHING_PLAYED = say("Nothing is played, and nothing more happens.")
NOTHING_TO_GAIN = say("Then there's nothing to gain at that cost.")
NO_ONE = say("no one")
NOTHING = say("nothing")
WITHOUT_USING = say("You don't use a Reaction.")
WITHOUT_REACTION = say("You reveal nothing, and the Attack affects you.")
WITHOUT_REACTION_UNAFFECTED = say("You reveal nothing, and the Attack doesn't affect you.")
UNAFFECTED_ANYWAY = say("The Attack doesn't affect you anyway.")


def then_gain(cost: Cost, of: str | None = None, *, into_hand: bool = False) -> str:
    card, limit = sort_of_card(of), cost_in_words(*cost)
    if into_hand:
        return say("Then you gain {card} costing up to {cost}, into your hand.", card=card, cost=limit)
    return say("Then you gain {card} costing up to {cost}.", card=card, cost=limit)


def top_discarded(owner: str | None) -> str:
    """Say that the top card of a deck is discarded; `owner` is None for the reader's own."""
    if owner is None:
        return say("It goes to your discard pile, and the card below it is drawn next.")
    return say("It goes to {owner}'s discard pile, and the card below it is drawn next.", owner=owner)


def top_stays(owner: str | None) -> str:
    """Say that the top card of a deck stays."""
    if owner is None:
        return say("It goes back on top, and you draw it next.")
    return say("It goes back on top, and {owner} draws it next.", owner=owner)


# refused: answers

CHOOSE_ONE_THING = say("Choose one thing to do.")
SOMEBODY_ELSES = say("That's for someone else to decide.")
ANSWERED_ALREADY = say("That's been answered already. Look again.")
MOVED_ON = say("The game has moved on. Look again.")
RESIGNED_ALREADY = say("You've already resigned. You can watch the game.")
OVER_ALREADY = say("The game is already over.")
NOTHING_TO_TAKE_BACK = say("There's nothing to undo.")
TAKEN_BACK_TOO_OFTEN = say("You've undone too much this turn. Play on from here.")
RESIGNED_SINCE = say("Someone has resigned since, which can't be undone. Just play on.")
TOO_LONG_AGO = say("That's too long ago to undo. Choose a later point.")


def changed_too_often(most: int, answer: Sequence[str]) -> str:
    last = listed(answer) or NOTHING
    return say("You've changed this choice {most} times already. Your last one counts: {last}.", most=most, last=last)


def not_offered(id: str, offered: Sequence[str]) -> str:
    return say("{id} can't be chosen here. Choose from: {offered}.", id=id, offered=row(offered) or NOTHING)


def too_often(id: str, times: int) -> str:
    return say_many(
        "{id} can be chosen at most once. Choose something else as well.",
        "{id} can be chosen at most {count} times. Choose something else as well.",
        times,
        id=id,
    )


def wrong_count(minimum: int, maximum: int, chosen: int) -> str:
    if minimum == maximum:
        return say("Choose exactly {minimum}; you chose {chosen}.", minimum=minimum, chosen=chosen)
    if minimum == 0:
        return say("Choose up to {maximum}; you chose {chosen}.", maximum=maximum, chosen=chosen)
    return say("Choose {minimum} to {maximum}; you chose {chosen}.", minimum=minimum, maximum=maximum, chosen=chosen)


def fate_missing(card: str, count: int, said: int) -> str:
    return say("Choose once for each card: {card} needs {count} choices, and has {said}.", card=card, said=said, count=count)


# refused: saves and exports

SOMETHING_ELSE_ASKED = say("A different choice is open now.")
WENT_ANOTHER_WAY = say("The game played out differently from the saved one.")
STILL_PLAYED = say("A game can be exported once it's over.")
NO_SUCH_TURN = say("No game can start from that turn.")
OTHER_SEED = say("The seed isn't the one whose fingerprint was published before the game.")
OTHER_RESULT = say("The replay ends with a different result.")
OLDER_RULES = say(
    "This game was played with an older version of Seneschal, and this version plays it differently. The older version "
    "can verify it."
)
NEWER_RULES = say("This game was played with a newer version of Seneschal. Update yours, and check again.")


def entry_does_not_fit(number: int, reason: str) -> str:
    return say("Entry {number} doesn't fit: {reason}", number=number, reason=reason)


def unreadable_snapshot(turn: int, error: Exception) -> str:
    return say("The snapshot of turn {turn} can't be read: {error}.", turn=turn, error=repr(error))
