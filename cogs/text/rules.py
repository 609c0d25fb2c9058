"""What the bot says about rules: cards, terms, sets, and search results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cogs.text import UNLESS_NOTED, cost, noted, safe, special, unbroken
from cogs.text.pictures import kinds
from engine import CardFacts, MatchKind, RecommendedSet, TermFacts
from engine.card import Cost
from engine.catalogue import say, say_many
from engine.request_words import so_many
from engine.view import CostView
from engine.words import EDITIONS, listed, row

LOOK_UP = say("Look up…")
BESIDE = 91
"""How many letters an effect can have in a menu: Discord allows a hundred, and the number of cards left might come first."""
SENTENCE = re.compile(r"(?<=[.)]) (?=[A-Z+])|[ \u00a0]· ")
NUMBER_ALONE = re.compile(r" [+$]*\d+$")
FRAGMENT = 3
"""How many words of a sentence say something even if the rest is missing."""


def look_up_from_to(first: str, last: str) -> str:
    """Label a menu of some of the cards, in alphabetical order."""
    return say("Look up {first} – {last}…", first=first, last=last)


def why_rule(card: str, effect: str) -> str:
    return f"**{card}**\n{parts(effect)}"


def one_line(effect: str) -> str:
    """Return an effect without its dividing line."""
    return re.sub(r"\.? --- ", "\u00a0· ", effect)


def in_menu(facts: CardFacts, edition: int, room: int = BESIDE) -> str:
    """Return a card's effect in this many letters: in full, or in short, or as much of that as fits."""
    effect = one_line(facts.effect(edition))
    return effect if len(effect) <= room else fitted(say(facts.brief) or effect, room)


def sentences(words: str, room: int) -> str:
    """Return as many whole sentences as fit; an ellipsis stands for the rest."""
    if len(words) <= room:
        return words
    ends = [each.start() for each in SENTENCE.finditer(words) if each.start() + 2 <= room]
    return f"{words[: ends[-1]]} …" if ends else ""


def fitted(words: str, room: int) -> str:
    """Return as many whole words as fit, but no sentence that hardly begins; an ellipsis stands for the rest."""
    if len(words) <= room:
        return words
    whole = sentences(words, room)
    begun = NUMBER_ALONE.sub("", words[: max(0, words.rfind(" ", 0, room))]).rstrip(" \u00a0·,;:")
    rest = begun[len(whole.removesuffix(" …")) :].replace("·", "").split()
    return f"{begun}…" if len(rest) >= FRAGMENT else whole


def in_list(name: str, types: Sequence[str], cards: Sequence[CardFacts], role: str = "") -> str:
    """Return a pile in a list by cost: with its types, if it isn't a plain Action, its name as an extra pile, if it is one, and its
    `cards`, if there are several."""
    notes = [special(name, types), say(role)]
    if len(cards) == 2:
        notes.append(at_cost(cards[1].name, cards[1].cost))
    elif cards:
        costs = [each.cost.coins for each in cards]
        notes.append(kinds(len(cards), min(costs), max(costs)))
    return noted(name, [note for note in notes if note])


def at_cost(name: str, of: Cost | CostView) -> str:
    """Return something with its cost, in a list."""
    return f"{name} {cost(of)}"


def cost_line(cost: str, marked: Sequence[str]) -> str:
    return f"**{cost}** {' · '.join(marked)}"


def cost_group(cost: str, marked: Sequence[str]) -> str:
    """Return the same for a list of costs in a row: no line ends with one."""
    return f"**{unbroken(cost)}**\u00a0{row(marked)}"


def flow(groups: Sequence[str]) -> str:
    """Return groups in one paragraph."""
    return f"{UNLESS_NOTED}: {' · '.join(groups)}"


CARDS_TITLE = say("### Cards")


def effect_line(facts: CardFacts, effect: str) -> str:
    """Return a card's line in a list: its name, cost and types, if it isn't a plain Action, and its effect."""
    notes = [each for each in facts.types if each != "Action" and each != facts.name]
    about = " ".join([*([cost(facts.cost)] if facts.priced else []), *notes])
    return f"-# **{facts.name}** {about} · {one_line(effect)}"


def parts(effect: str) -> str:
    """Return an effect with the part below a dividing line on a line of its own."""
    return effect.replace(" --- ", "\n")


def cost_of(facts: CardFacts) -> str:
    """Return a card's cost; nothing for a card that isn't for sale."""
    return f" · {cost(facts.cost)}" if facts.priced else ""


def in_hand(told: Sequence[str]) -> str:
    """Return what currently holds for a card in its reader's hand."""
    return "\n".join([say("**In your hand now**"), *told])


RELATED_MENU = say("Related…")
HITS_MENU = say("Open one…")

KINDS = {
    MatchKind.CARD: say("Card"),
    MatchKind.TERM: say("Term"),
    MatchKind.SET: say("Set"),
    MatchKind.RECOMMENDED: say("Recommended set"),
    MatchKind.ELSEWHERE: say("Not here yet"),
}


def card_title(facts: CardFacts, edition: int | None) -> str:
    """Return a card's heading; `edition` names the edition of the text below, where editions differ."""
    told = f"### {facts.name}\n-# {' – '.join(facts.types)}{cost_of(facts)} · {facts.set}"
    if facts.only:
        return say("{card}, {edition} only", card=told, edition=EDITIONS[facts.only])
    return f"{told}, {EDITIONS[edition]}" if edition else told


def rulings(each: Sequence[str]) -> str:
    return "\n".join(f"-# • {ruling}" for ruling in each)


def more_rulings(number: int, *, first: bool) -> str:
    """Label the button to further rulings; `first`: none are shown yet."""
    return say("Rulings ({count})", count=number) if first else say("More rulings ({count})", count=number)


def all_rulings(name: str, each: Sequence[str]) -> str:
    return "\n".join([say("### {name}: rulings", name=name), *(f"- {ruling}" for ruling in each)])


def pile(name: str, cards: Sequence[str]) -> str:
    return say("-# In the pile {pile}: {cards}, from top to bottom.", pile=name, cards=row(cards))


SYMBOLS = {
    "Costs": say("-# In pictures, a disc means coins, a flask a Potion, and a hexagon debt."),
    "Potion": say("-# In pictures, a flask means a Potion."),
    "Debt": say("-# In pictures, a hexagon means debt."),
    "VP tokens": say("-# In pictures, a shield means VP."),
    "Treasure": say("-# In pictures, a coin with a rim marks a Treasure."),
    "Victory": say("-# In pictures, a shield marks a Victory card."),
    "Curse": say("-# In pictures, a cross marks a Curse."),
    "Attack": say("-# In pictures, a sword marks an Attack."),
    "Reaction": say("-# In pictures, an arrow that turns back marks a Reaction."),
    "Duration": say("-# In pictures, an hourglass marks a Duration."),
    "Castles": say("-# In pictures, a tower marks a Castle."),
    "Gathering": say("-# In pictures, three dots mark a Gathering card."),
    "Prizes and Rewards": say("-# In pictures, a cup marks a Prize, and a rosette a Reward."),
    "Landmark": say("-# In pictures, a temple marks a Landmark."),
}
"""How pictures draw the subject of a term, by its name."""


def term(facts: TermFacts, edition: int | None) -> str:
    whose = [f"-# ({EDITIONS[edition or max(facts.texts)]})"] if facts.differs else []
    symbol = [SYMBOLS[facts.name]] if facts.name in SYMBOLS else []
    return "\n".join([f"### {facts.name}", facts.text(edition), *whose, *symbol])


def concerned(cards: Sequence[str], number: int) -> str:
    """Return the cards that a rule applies to; only their number, if there are too many to read."""
    if not cards:
        return say_many("-# This applies to {count} card.", "-# This applies to {count} cards.", number)
    return f"{say_many('-# {count} card', '-# {count} cards', number)}: {row(cards)}"


def set_title(name: str, piles: int, landscapes: Mapping[str, int], recommended: int) -> str:
    """Return a set's name and its contents: its Kingdom piles, its landscapes of each kind, and its recommended sets."""
    own = [say_many("{count} Kingdom pile", "{count} Kingdom piles", piles)] if piles else []
    own += [so_many(kind, number) for kind, number in landscapes.items()]
    sets = say_many("{count} recommended set", "{count} recommended sets", recommended)
    return f"### {name}\n-# {' · '.join([*own, sets])}"


def recommended(chosen: RecommendedSet) -> str:
    edition = f" · {EDITIONS[chosen.edition]}" if chosen.edition else ""
    return say(
        "### {name}\n-# Recommended set from {expansions}{edition}",
        name=chosen.name,
        expansions=listed(chosen.expansions),
        edition=edition,
    )


def group(name: str, cards: Sequence[str]) -> str:
    return f"**{name}**: {row(cards)}"


BANE, ALSO = say("Bane"), say("Also")


def play_it(name: str) -> str:
    return say("Play it with `/game new kingdom:{name}`.", name=name)


def lacks(missing: Mapping[str, Sequence[str]]) -> str:
    lacking = "; ".join(f"{expansion} ({row(names)})" for expansion, names in missing.items())
    return say("It can't be played here yet. It needs {cards}.", cards=lacking)


def asked(question: str) -> str:
    """Quote the question above its answer."""
    return f"-# “{safe(question)}”"


def together(names: Sequence[str]) -> str:
    """Return the heading of a page about two cards."""
    return f"### {listed(names)}"


def against(reaction: str, attack: str, what: str) -> str:
    """Say that a Reaction answers an Attack, and what it does."""
    return say("You can use {reaction} when an opponent plays {attack}. {what}", reaction=reaction, attack=attack, what=say(what))


def shared(terms: Sequence[str]) -> str:
    """Name the rules that both cards use."""
    return say("Both use {terms}: see **{menu}**", terms=listed(terms), menu=RELATED_MENU)


def not_here(name: str, expansion: str) -> str:
    """Return a card of a set that can't be played yet."""
    return say(
        "### {name}\n-# {expansion}\nI don't play {expansion} yet, so I have no rulings for it.", name=name, expansion=expansion
    )


def set_not_here(name: str, cards: str) -> str:
    """Return a set that can't be played yet, with its cards."""
    return say("### {name}\nI don't play {name} yet.\n-# {cards}", name=name, cards=cards)


def found(words: str, number: int, *, more: bool) -> str:
    """Return the number of results; `more`: there are more."""
    if more:
        return say("### “{words}”: more than {count} results\n-# Add a word to find fewer.", words=safe(words), count=number)
    return say_many("### “{words}”: {count} result", "### “{words}”: {count} results", number, words=safe(words))


def hit(kind: str, line: str) -> str:
    """Return a menu's words for a result found in a sentence; nothing if it was found by name."""
    return headed(hint(MatchKind(kind)), one_line(line)) if line else ""


def hint(kind: MatchKind, types: Sequence[str] = ()) -> str:
    """Return the kind of thing that a menu's choice opens."""
    return " – ".join(types) or KINDS[kind]


def headed(head: str, words: str) -> str:
    """Return a menu's words below what they are about, if there is room for any."""
    return f"{head}: {words}" if words else head


def nothing_found(words: str, *, meant: bool) -> str:
    """Say that nothing was found; `meant`: the buttons below suggest what to look up instead."""
    if meant:
        return say("Nothing found for “{words}”. Did you mean:", words=safe(words))
    return say(
        "Nothing found for “{words}”. Try a single word, or choose from the list that appears as you type.", words=safe(words)
    )


OF_KIND = " · "
"""What separates a name from the kind of thing it names."""


PROPOSED = {
    MatchKind.TERM: say("term"),
    MatchKind.SET: say("set"),
    MatchKind.RECOMMENDED: say("recommended set"),
    MatchKind.ELSEWHERE: say("not here yet"),
}
"""The same within a line."""


def proposal(kind: str, name: str, expansions: Sequence[str] = ()) -> str:
    """Return a suggestion in a list: cards need no more than their names, recommended sets name their expansions."""
    if kind not in KINDS:
        return say("Search for “{words}”", words=name)
    if kind == MatchKind.CARD:
        return name
    what = say("recommended set ({expansions})", expansions=row(expansions)) if expansions else PROPOSED[MatchKind(kind)]
    return f"{name}{OF_KIND}{what}"


RULES = say("Look up a card, term or set, or search rules")
RULES_ABOUT = say("A name, or words to search for")
RULES_SHOW = say("Show it to everyone here (default: only you)")
