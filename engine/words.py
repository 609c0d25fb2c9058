"""The engine's catalogue: every sentence of it that people read, apart from what belongs to a single card (engine/cards).

Each is made whole, in one place, from facts: names, counts, cards. `Cards` are those that the reader may know by name, or only
how many they are. docs/translating.md says how another language takes this module's place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.card import Copy, Cost

Cards: TypeAlias = "int | Sequence[Copy]"


def cards(what: Cards) -> str:
    """Cards in words, in the order given: "Copper, 2 Estate", or "3 cards"."""
    if isinstance(what, int):
        return "1 card" if what == 1 else f"{what or 'no'} cards"
    counts = Counter(copy.card.name for copy in what)
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in counts.items()) or "nothing"


def card(copy: Copy) -> str:
    """One of several cards to choose from: "Copper", or what it stands for now, "Overlord as Crown"."""
    return copy.card.name if copy.card is copy.printed else played_as(copy.printed.name, copy.card.name)


def played_as(printed: str, card: str) -> str:
    return f"{printed} as {card}"


def counted(count: int, word: str) -> str:
    """So many of something: "no Events", "1 Event", "2 Events"."""
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """A list as a sentence has it."""
    return joined(names, "and")


def either(names: Sequence[str]) -> str:
    """A list of which one is enough."""
    return joined(names, "or")


def joined(names: Sequence[str], last: str) -> str:
    """A part of these two."""
    return f" {last} ".join([*([", ".join(names[:-1])] if len(names) > 1 else []), *names[-1:]])


def appended(line: str, aside: str) -> str:
    """A finished sentence with something more at its end. Nothing else looks for where a sentence ends."""
    return f"{line.removesuffix('.')}{aside}."


ALSO_CALLED = {"base": "Dominion", "base game": "Dominion"}
"""What people call a set besides its name."""

ANYTHING = {
    "random": "Random",
    "anything": "Anything",
    "all sets": "All sets",
    "any set": "Any set",
    "from all sets": "From all sets",
    "random from all sets": "Random, from all sets",
}
"""Wishes that wish for nothing, in small letters and as they are written."""


def written(parts: Sequence[str], *, one_wish: bool) -> str:
    """Wishes, or the names in one of them, as they are written."""
    return (" or " if one_wish else ", ").join(parts)


def forms(word: str) -> tuple[str, str, str]:
    """A word that somebody wrote, and what it may be the plural of: "attacks", "action cards"."""
    return word, word.removesuffix("s"), word.removesuffix(" cards").removesuffix(" card")


def several(card: str) -> str:
    """What several copies of a card may be called in rulings ("7 Villas"), so that it is found there."""
    if re.search("[^aeiou]y$", card):
        return card.removesuffix("y") + "ies"
    return card + ("es" if re.search("(s|x|z|ch|sh)$", card) else "s")


GAINS_CURSES = re.compile(r"\bgains? (?:a|\d+) Curses?\b", re.IGNORECASE)
"""How a card's text says that somebody gains Curses by it."""


def ordinal(edition: int) -> str:
    """An edition by its number."""
    return {1: "1st", 2: "2nd"}[edition]


# the log


BEGINS = "The game begins."


def ends(reason: str) -> str:
    return f"The game is over. {reason}"


def pile_is_empty(pile: str) -> str:
    return f"The {pile} pile is empty."


def piles_are_empty(piles: Sequence[str]) -> str:
    return f"{len(piles)} piles are empty: {', '.join(piles)}."


def last_one_playing(who: str) -> str:
    return f"{who} is the last one playing: all others have resigned."


def resigns(who: str) -> str:
    return f"{who} resigns."


def takes_back(who: str, moves: int, first: str) -> str:
    """`first`: what the log said of the earliest of the moves."""
    return f"{who} takes back {taken_back(moves, first)}"


def you_take_back(moves: int, first: str) -> str:
    """The same, as whoever does it reads it."""
    return f"You take back {taken_back(moves, first)}"


def taken_back(moves: int, first: str) -> str:
    """A part of these two."""
    if not first:
        return f"{counted(moves, 'move')}."
    return f"{counted(moves, 'move')}{':' if moves == 1 else ', to before'} “{first}”"


def turn(who: str, number: int | None, possessor: str | None) -> str:
    """A turn's first line; `number` is None for an extra turn."""
    which = "Extra turn" if number is None else f"Turn {number}"
    return f"{which}: {who}" if possessor is None else f"{which}: {who}, possessed by {possessor}"


def returns_to_action_phase(who: str) -> str:
    return f"{who} returns to the Action phase."


def plays(who: str, card: str) -> str:
    return f"{who} plays {card}."


def plays_again(who: str, card: str) -> str:
    return f"{who} plays {card} again."


def plays_as(who: str, card: str) -> str:
    return f"{who} plays it as {card}."


def money(coins: int, potions: int) -> str:
    """What there is to spend: "$3", "$2 and Potion", "2 Potions"."""
    parts = [f"${coins}"] if coins or not potions else []
    return listed([*parts, *([] if not potions else ["Potion"] if potions == 1 else [f"{potions} Potions"])])


def plays_treasures(who: str, what: Cards, coins: int, potions: int, *, more: bool) -> str:
    """Treasures played together; `coins` and `potions` are what there is to spend then, `more` than these Treasures gave."""
    return f"{who} plays {cards(what)} ({money(coins, potions)}{' in all' if more else ''})."


def gets(who: str, actions: int = 0, buys: int = 0, coins: int = 0, potions: int = 0) -> str:
    parts = [f"+{n} {word}{'s' * (n > 1)}" for n, word in ((actions, "Action"), (buys, "Buy")) if n]
    return f"{who} gets {', '.join(parts + [f'+${coins}'] * bool(coins) + [f'+{money(0, potions)}'] * bool(potions))}."


def gets_vp(who: str, count: int, source: str | None = None) -> str:
    """`source` is the card that gives them, where that has to be said."""
    return f"{who} gets +{count} VP{f' from {source}' if source else ''}."


def adds_vp(who: str, pile: str, now: int) -> str:
    return f"{who} adds 1 VP to the {pile} pile, which now has {now}."


def takes_debt(who: str, count: int, source: str | None = None) -> str:
    """`source` as in `gets_vp`."""
    return f"{who} takes {count} debt{f' from {source}' if source else ''}."


def pays_debt(who: str, count: int) -> str:
    return f"{who} pays {count} debt."


def buys(who: str, card: str) -> str:
    return f"{who} buys {card}."


NOTHING_LEFT = "There is none left to gain."


def gains(who: str, card: str, to: str = "discard") -> str:
    """`to` is the zone that it goes to."""
    if to == "hand":
        return f"{who} gains {card} into their hand."
    return f"{who} gains {card} onto their deck." if to == "deck" else f"{who} gains {card}."


def draws(who: str, what: Cards) -> str:
    return f"{who} draws {cards(what)}."


def looks_at(who: str, what: Cards) -> str:
    return f"{who} looks at {cards(what)}."


def looks_through_discard_pile(who: str) -> str:
    return f"{who} looks through their discard pile."


def finds_in_discard_pile(who: str, what: Cards) -> str:
    return f"{who} looks through their discard pile: {cards(what)}."


def reveals(who: str, what: Cards) -> str:
    return f"{who} reveals {cards(what)}."


def discards(who: str, what: Cards) -> str:
    return f"{who} discards {cards(what)}."


def belated(line: str, owner: str, attack: str) -> str:
    """A line about what an Attack of an earlier turn does only now, with that Attack."""
    return appended(line, f" ({owner}'s {attack})")


def discards_under(who: str, count: int, top: str) -> str:
    """Several cards discarded, of which all see only the last."""
    return f"{who} discards {cards(count)}, {top} on top."


def discards_deck(who: str) -> str:
    return f"{who} puts their deck into their discard pile."


def trashes(who: str, what: Cards) -> str:
    return f"{who} trashes {cards(what)}."


def trashes_from_supply(who: str, card: str) -> str:
    return f"{who} trashes {card} from the Supply."


def puts_on_deck(who: str, what: Cards) -> str:
    return f"{who} puts {cards(what)} on their deck."


def puts_into_hand(who: str, what: Cards) -> str:
    return f"{who} puts {cards(what)} into their hand."


def sets_aside(who: str, what: Cards) -> str:
    return f"{who} sets aside {cards(what)}."


def returns_to_pile(who: str, card: str) -> str:
    return f"{who} returns {card} to its pile."


def gets_back(who: str, what: Cards) -> str:
    return f"{who} gets back {cards(what)}, trashed while possessed."


def shuffles(who: str) -> str:
    return f"{who} shuffles."


def shuffles_in(who: str, what: Cards) -> str:
    return f"{who} shuffles {cards(what)} into their deck."


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
    """A cost, such that it needs no key: "$3 + Potion", "4 debt", "$5 + 8 debt"."""
    parts = [f"${coins}"] if coins or not (potion or debt) else []
    return " + ".join([*parts, *(["Potion"] if potion else []), *([f"{debt} debt"] if debt else [])])


def priced(card: str, cost: Cost) -> str:
    return f"{card} ({cost_in_words(*cost)})"


def pay_debt(count: int) -> str:
    return f"Pay {count} debt"


def reveal(card: str) -> str:
    return f"Reveal {card}"


def fate(label: str, card: str) -> str:
    """What may become of one card of several."""
    return f"{label} {card}"


def choose(purpose: str, minimum: int, maximum: int) -> str:
    """Asks for cards to discard or to trash. Raises TypeError for another purpose: that question is the card's own."""
    verb = {"discard": "Discard", "trash": "Trash"}.get(purpose)
    if verb is None:
        raise TypeError(f"what asks for cards to {purpose} needs a prompt")
    if maximum == 1:
        return f"{verb} a card"
    if minimum == maximum:
        return f"{verb} {cards(maximum)}"
    return f"{verb} up to {cards(maximum)}" if minimum == 0 else f"{verb} {minimum} to {cards(maximum)}"


def card_up_to(cost: Cost, of: str | None = None, but: str | None = None) -> str:
    """A part of the sentences about gaining. `of`: only cards of this type are offered; `but`: none of that one."""
    card = f"{'an' if of[0] in 'AEIO' else 'a'} {of}" if of else f"a non-{but} card" if but else "a card"
    return f"{card} costing up to {cost_in_words(*cost)}"


def gain_up_to(cost: Cost, of: str | None = None, but: str | None = None) -> str:
    """`of` and `but`: see `card_up_to`."""
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
"""What becomes of cards that are chosen, by a decision's purpose, where no card says more."""
NOTHING_DONE = {
    "discard": "Nothing is discarded.",
    "trash": "Nothing is trashed.",
    "gain": "Nothing is gained.",
}
"""What choosing none of them does."""
DOES_MORE = {"gain": "By its own rule it does more when it is gained.", "trash": "By its own rule it does more when it is trashed."}
"""What is said of a card that answers its being gained or trashed itself."""
GAINED_INTO_HAND = "What you choose comes into your hand, without being bought."
ANY_ORDER = "They happen in the order you choose. If it makes no difference, any order will do."
DISCARDED_ONE_BY_ONE = "They are discarded in this order, and each does then what it does on being discarded."
PLAYED_TWICE = "What you choose is played, and then played once more, using no Action."
NOTHING_PLAYED = "Nothing is played, and nothing more happens."
NOTHING_TO_GAIN = "Then there is nothing of that cost to gain."
NOBODY = "nobody"
WITHOUT_REACTION = "You show nothing, and the Attack does to you what it says."


def then_gain(cost: Cost, of: str | None = None, *, into_hand: bool = False) -> str:
    return f"Then you gain {card_up_to(cost, of)}{', into your hand' if into_hand else ''}."


def top_discarded(owner: str | None) -> str:
    """The top card of a deck goes; `owner` is None for the reader's own."""
    whose = f"{owner}'s" if owner else "your"
    return f"It goes to {whose} discard pile, and the card below it is drawn next."


def top_stays(owner: str | None) -> str:
    """It stays there."""
    return f"It goes back on top, and {f'{owner} draws' if owner else 'you draw'} it next."


# refused: answers

CHOOSE_ONE_THING = "Choose one thing to do."
SOMEBODY_ELSES = "That is for somebody else to decide."
ANSWERED_ALREADY = "That has been answered already. Look at what is asked now."
MOVED_ON = "The game has moved on. Look at what is asked now."
RESIGNED_ALREADY = "You have resigned from this game already. You can watch how it goes on."
OVER_ALREADY = "The game is over already."
NOTHING_TO_TAKE_BACK = "There is nothing to take back."
TAKEN_BACK_TOO_OFTEN = "So much was taken back in this turn that nothing more can be. Play on from here."
RESIGNED_SINCE = "Somebody has resigned since, and that can't be taken back. Just play on."
TOO_LONG_AGO = "That is too long ago to take back. Choose a later point."


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


# refused: how a game begins

WHO_BEGINS_TWICE = "Say either who begins or among whom that is drawn, each seat once."


def no_seat(seat: int) -> str:
    return f"There is no seat {seat}."


def no_card(name: str) -> str:
    return f"There is no card called {name}. Choose another."


def always_there(name: str) -> str:
    return f"{name} is always there; choose a Kingdom card instead."


def no_kingdom_card(name: str) -> str:
    return f"{name} is no Kingdom card. Choose one that is."


def no_landscape(kind: str, name: str) -> str:
    return f"There is no {kind} called {name}. Choose another."


def not_in_edition(name: str, edition: int, set: str) -> str:
    return f"{name} is not in the {ordinal(edition)} edition of {set}: choose another card, or the other edition."


def named_twice(name: str) -> str:
    return f"{name} is named twice: once is enough."


# refused: wishes for a kingdom

CHOOSE_FROM_LIST = "Choose from the list that comes up while you type."
WISH_MISSING = "A wish is missing here: write one between the commas, or take a comma away."
NAME_MISSING = "A card, type or set is missing here."
TWO_EDITIONS = "Two editions are asked for: keep one of the two."
STANDS_ALONE = "A recommended set stands alone: leave out the rest, or this."
SMALLER_FIRST = "The smaller number comes first."
TOO_ENTANGLED = "These wishes are too entangled to find out whether they can be fulfilled: ask for fewer."
NOT_TOGETHER = "No ten piles fulfil all these wishes together: ask for less, or add a set."


def number_or_sign(sign: str) -> str:
    return f"Either a number or “{sign}”: leave one out."


def each_pile_once(name: str) -> str:
    return f"There is one pile of each card, so {name} takes no number: write “{name}” to play with it, or “no {name}”."


def one_number(most: int) -> str:
    return f"One number from 0 to {most}, please."


def two_numbers(kind: str) -> str:
    return f"Two numbers of {kind}s are asked for: keep one of the two."


def not_divided(text: str, *, one_wish: bool) -> str:
    """Several wishes, or several names of one wish, without what has to stand between them."""
    what, sign = ("more than one name", "“or”") if one_wish else ("more than one wish", "a comma")
    return f"“{text}” is {what}: write {sign} between them."


def so_many_piles(size: int) -> str:
    return f"A kingdom has {size} piles: ask for fewer."


def so_many_landscapes(most: int) -> str:
    return f"A kingdom has at most {most} Events and Landmarks together: ask for fewer."


def not_among_piles(name: str, kind: str) -> str:
    return f"{name} can't be counted among Kingdom cards: name one {kind}, or how many."


def in_other_edition(name: str, edition: int, set: str) -> str:
    """`edition` is the one it is in."""
    return f"{name} is only in the {ordinal(edition)} edition of {set}: choose “{ordinal(edition)} edition”, or leave it out."


def wanted_and_banned(name: str, ban: str) -> str:
    return f"{name} is asked for, but {ban} is banned: choose one of the two."


def too_many_cards(size: int) -> str:
    return f"A kingdom has {size} piles, and more cards than that are asked for: ask for fewer."


def too_few_piles(size: int) -> str:
    return f"Fewer than {size} piles are left to choose from: add a set, or ban less."


def too_few(minimum: int, any_of: Sequence[str], there: int) -> str:
    return f"{minimum} of {either(any_of)} can't be drawn, with {there or 'none'} to choose from: ask for fewer, or add a set."


def too_many_named(kind: str, asked: int) -> str:
    if not asked:
        return f"You ask for no {kind}, and name one: leave out one or the other."
    return f"You ask for {counted(asked, kind)}, and name more: ask for more, or name fewer."


def too_few_landscapes(kind: str, asked: int, there: int) -> str:
    return f"You ask for {counted(asked, kind)}, and there are {there}: ask for fewer, or add a set."


def no_recommended_set(name: str) -> str:
    return f"There is no recommended set called {name}. Choose another."


def lacks_cards(name: str, expansions: Sequence[str]) -> str:
    return f"{name} can't be played here yet: it needs cards of {listed(expansions)}. Choose another."


def complete_as_it_is(name: str) -> str:
    return f"{name} is complete as it is: leave out the other wishes, or the set's name."


def not_in_kingdom(name: str) -> str:
    return f"{name} is not in this kingdom. Choose a card that is."


def other_meaning(name: str, meaning: str, wanted: Sequence[str]) -> str:
    return f"{name} is a {meaning}; what is wanted here is a {either(wanted)}."


def basic_card(name: str) -> str:
    return f"{name} is no Kingdom card: it is there whenever it is needed."


def not_here_yet(expansion: str, sets: Sequence[str]) -> str:
    return f"{expansion} can't be played here yet. There are {listed(sets)}."


def of_set_not_here_yet(name: str, expansion: str, sets: Sequence[str]) -> str:
    return f"{name} is from {expansion} and can't be played here yet. There are {listed(sets)}."


def too_long(most: int) -> str:
    return f"I read at most {most} characters. Make it shorter."


def unknown_word(text: str, near: str, absence: str = "") -> str:
    """`absence`: what is said of `near`, if that isn't here either."""
    return " ".join(filter(None, (f"“{text}” is no card, type or set here. Did you mean {near}?", absence)))


def no_such_word(text: str, sets: Sequence[str]) -> str:
    return f"“{text}” is no card, type or set here. The sets are {listed(sets)}."


# what a kingdom is drawn by


def recommended(name: str) -> str:
    return f"The recommended set {name}."


def among(any_of: Sequence[str], minimum: int, maximum: int | None) -> str:
    """A part of the next."""
    if maximum is None:
        return f"at least {minimum} of {either(any_of)}"
    if maximum == minimum:
        return f"exactly {minimum} of {either(any_of)}"
    return f"{minimum} to {maximum} of {either(any_of)}"


def drawn_by(
    size: int,
    sets: Sequence[str],
    edition: int,
    *,
    require: Sequence[str] = (),
    wants: Iterable[tuple[Sequence[str], int, int | None]] = (),
    ban: Sequence[str] = (),
    like: Sequence[str] = (),
) -> str:
    """What ten piles are drawn from, and by what wishes; no `sets` are all sets, and `wants` say of what there are to be so many at
    least and at most."""
    parts = [f"{size} piles from {listed(sets) or 'all sets'} ({ordinal(edition)} edition)"]
    if require:
        parts.append(f"with {listed(require)}")
    parts += [among(*want) for want in wants]
    if ban:
        parts.append(f"without {either(ban)}")
    if like:
        parts.append(f"rather {listed(like)}")
    return "; ".join(parts) + "."


def beside_piles(counts: Mapping[str, int]) -> str:
    """How many of each kind of landscape there are to be."""
    return f"Beside them {listed([counted(count, kind) for kind, count in counts.items()])}."


def as_they_come_up(kinds: Sequence[str], most: int) -> str:
    """That landscapes of these kinds may come up while the piles are drawn."""
    return f"{listed([f'{kind}s' for kind in kinds])} as they come up, {most} at most."
