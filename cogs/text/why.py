"""What the bot says about "Why?": the background of a question or a turn, and where each choice leads."""

from __future__ import annotations

from collections.abc import Sequence

from cogs import text
from cogs.text import safe, whose
from cogs.text.hand import amount
from engine.catalogue import say, say_many
from engine.words import listed, money, potions_in_words, row

CARD = say("Card")
CHOICES = say("Choices")


def title(card: str | None, owner: str | None) -> str:
    """Return the heading: `card` is the card that asks, if any; `owner` is its owner, if that isn't the reader."""
    if card is None:
        return say("### Why you have a choice")
    return say("### Why {card} asks you to choose", card=whose(owner, card) if owner else card)


def turn(owner: str | None, number: int) -> str:
    """Name a turn; `owner` is its player, if that isn't the reader."""
    return say("{owner}'s turn {number}", owner=safe(owner), number=number) if owner else say("Your turn {number}", number=number)


def chain(causes: Sequence[str], prompt: str) -> str:
    """Return how a question came about."""
    asked = safe(prompt).rstrip(".?").rpartition(". ")[2]
    return f"-# {' → '.join([*causes, f'{asked[:1].lower()}{asked[1:]}'])}"


def aside(note: str) -> str:
    return f"-# {note}"


def how_many(least: int, most: int) -> str:
    return say("You choose {amount}.", amount=amount(least, most)) if most else say("Nothing to choose; just confirm.")


def choice(labels: Sequence[str], leads: str) -> str:
    """Return what some options lead to."""
    return f"**{row(labels)}**: {safe(leads)}"


def numbers(first: str, last: str, leads: str) -> str:
    """Return the same for many numbers in a row."""
    return say("**{first}** to **{last}**: {leads}", first=first, last=last, leads=safe(leads))


COMES_BACK = say("At the end of this turn, the trashed cards go back to the player you're deciding for.")
REACT_TO = {
    "attacked": say("In this game, {cards} can react to an Attack."),
    "gain": say("In this game, {cards} can react to a gain."),
    "would gain": say("In this game, {cards} can react to a gain."),
    "discard": say("In this game, {cards} can react to a discard."),
    "turn start": say("In this game, {cards} can react to the start of a turn."),
}
"""Which Reactions of a game answer a moment, whether or not anyone has them."""
REACT_NOW = say("In this game, {cards} can react here.")
ALL_ASKED = say("I ask everyone who might have one, so no one can tell who does.")


def reactions_asked(moment: str, cards: Sequence[str]) -> str:
    """Say which Reactions of this game a question can be about, in the same words to everyone, whatever they have."""
    return " ".join([*([REACT_TO.get(moment, REACT_NOW).format(cards=listed(cards))] if cards else []), ALL_ASKED])


WAITS = say("### Why your turn waits")


def waits(cards: Sequence[str], *, chosen: bool, by_table: bool) -> str:
    """Say why someone's turn waits for others' answers. `chosen`: by the table (`by_table`), or else by the player."""
    if by_table and chosen:
        return say("At this table, attackers wait for responses.")
    if chosen:
        return say("You've chosen to wait for responses.")
    if not cards:
        return say("What others choose could affect the rest of your turn, so the rules make you wait.")
    return say(
        "What others choose for {cards} could affect the rest of your turn, so the rules make you wait.", cards=listed(cards)
    )


OWED = say("The turn goes on; you can answer at any time.")


def without_reaction(prompt: str) -> str:
    return say("Without a Reaction: {prompt}", prompt=safe(prompt))


# someone's turn


def turn_title(owner: str | None, number: int) -> str:
    """Return the heading; `owner` is the player whose turn the reader plays, if it isn't their own."""
    return f"### {turn(owner, number)}"


def moves_title(owner: str | None) -> str:
    return say("### What {name} can do now", name=safe(owner)) if owner else say("### What you can do now")


PHASES = {
    "action": say("**Action phase.** Each Action card you play uses one of your Actions. Then you play Treasures and buy."),
    "buy": say("**Buy phase.** Your Treasures are played first. Then each card or Event you buy uses one Buy."),
}


def playing(name: str, effect: str, *, idle: bool) -> str:
    """Explain playing a card; `idle`: with this hand it would do nothing."""
    if idle:
        return say("**Play {card}**: does nothing with this hand. {effect}", card=name, effect=effect)
    return say("**Play {card}**: {effect}", card=name, effect=effect)


def treasures(coins: int | None, potions: int, left: Sequence[str]) -> str:
    """Explain playing all Treasures: `coins` are what there is to spend then, if certain; `left` are the Treasures that stay in
    hand."""
    if coins is None and potions:
        gives = say("you then have {potions}, and coins that depend on their effects", potions=potions_in_words(potions))
    elif coins is None:
        gives = say("the coins you get depend on their effects")
    else:
        gives = say("you then have {money}", money=money(coins, potions))
    told = say("**Play all Treasures**: {gives}.", gives=gives)
    return say("{told} {cards} would stay in hand.", told=told, cards=listed(left)) if left else told


def no_more_actions(left: int) -> str:
    if not left:
        return say("**Buy phase**: on to your Treasures and buying.")
    return say_many(
        "**Buy phase**: on to your Treasures and buying, with {count} Action unused.",
        "**Buy phase**: on to your Treasures and buying, with {count} Actions unused.",
        left,
    )


def before_buying(*, actions: bool, treasures: bool, paid: int, coins: int) -> str:
    """Return what a buy does first, and the money left after that."""
    told = [*([say("ends your Actions")] if actions else []), *([say("plays your Treasures")] if treasures else [])]
    told += [say("pays {count} debt", count=paid)] if paid else []
    return say("**Buying** first {steps}: you then have ${coins}.", steps=listed(told), coins=coins)


def left(buys: int) -> str:
    """Return how many Buys are left."""
    return text.buys(buys) if buys else say("no Buys")


def buying(names: Sequence[str], cost: str, coins: int, buys: int, owing: int, *, hindered: bool, more: bool) -> str:
    """Return what is left after a buy of any of these cards, which all cost the same; `owing`: their debt, which leaves the buyer
    `hindered` unless someone else takes it; `more`: the cards do something when bought or gained."""
    told = [
        say(
            "**Buy {cards}** ({cost}): leaves ${coins} and {buys}.",
            cards=" / ".join(names),
            cost=cost,
            coins=coins,
            buys=left(buys),
        )
    ]
    if owing and hindered:
        told.append(say("You take {count} debt, and can't buy more until it's paid.", count=owing))
    elif owing:
        told.append(say("You take {count} debt.", count=owing))
    return " ".join([*told, *([say("It also has a when-buy or when-gain effect.")] if more else [])])


def event(name: str, cost: str, effect: str, coins: int, buys: int) -> str:
    """Explain an Event; `coins` and `buys` are what is left after paying, before its effect."""
    told = say("**{card}** ({cost}): leaves ${coins} and {buys}.", card=name, cost=cost, coins=coins, buys=left(buys))
    return f"{told} {effect}"


def ends_the_game(name: str) -> str:
    """Say that the last card of a pile ends the game."""
    return say("Buying the last {card} ends the game after this turn.", card=name)


def paying(number: int, coins: int, left: int) -> str:
    """Explain paying all the debt that the coins allow."""
    if left:
        return say(
            "**Pay {count} debt**: leaves ${coins}, and {left} debt to pay before you can buy.",
            count=number,
            coins=coins,
            left=left,
        )
    return say("**Pay {count} debt**: leaves ${coins}. Then you can buy again.", count=number, coins=coins)


def end(actions: int, buys: int, coins: int) -> str:
    """Warn about what is lost by ending the turn now."""
    lost = [*([text.actions(actions)] if actions else []), *([text.buys(buys)] if buys else [])]
    lost += [f"${coins}"] if coins else []
    told = say("**End turn**: Clean-up, then the next turn starts.")
    return say("{told} {lost} would go unused.", told=told, lost=listed(lost)) if lost else told
