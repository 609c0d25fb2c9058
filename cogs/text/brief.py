"""Effects that are too long for a menu, in short: what a card is for, in a line below its name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.catalogue import say

BESIDE = 91
"""So many letters an effect has in a menu: Discord allows a hundred, and the number of cards left may come first."""

BRIEF: Mapping[str, str] = {
    # Dominion
    "Adventurer": say("Reveal cards until you find 2 Treasures, and draw those."),
    "Bandit": say("Gain a Gold. Of their top 2 cards, opponents trash a Treasure other than Copper."),
    "Bureaucrat": say("Gain a Silver onto your deck. Opponents topdeck a Victory card from their hands."),
    "Harbinger": say("+1 Card, +1 Action. You may topdeck a card from your discard pile."),
    "Library": say("Draw to 7 cards in hand, skipping any Actions you don't want."),
    "Mine": say("Trash a Treasure from your hand for one costing up to $3 more, into your hand."),
    "Sentry": say("+1 Card, +1 Action. Trash, discard or put back each of your top 2 cards."),
    "Spy": say("+1 Card, +1 Action. You choose for each player's top card: back or discarded."),
    "Thief": say("Of their top 2 cards, opponents trash a Treasure you choose; you may gain it."),
    # Intrigue
    "Bridge": say("+1 Buy, +$1. All cards cost $1 less this turn."),
    "Courtier": say("Reveal a card. Per type it has, one of: +1 Action; +1 Buy; +$3; a Gold."),
    "Diplomat": say("+2 Cards, and +2 Actions with at most 5 in hand. Against Attacks: draw 2, discard 3."),
    "Ironworks": say("Gain a card costing up to $4. Action: +1 Action; Treasure: +$1; Victory: +1 Card."),
    "Masquerade": say("+2 Cards. Everyone passes a card to the left. Then you may trash one."),
    "Minion": say("+1 Action. +$2; or a new hand of 4 cards for you and opponents with 5 or more."),
    "Patrol": say("+3 Cards. Of your next 4, draw Victory cards and Curses; put back the rest."),
    "Replace": say("Trash a card for one costing up to $2 more. A Victory card gives opponents a Curse."),
    "Saboteur": say("Opponents trash their next card costing $3 or more, and may gain one $2 cheaper."),
    "Scout": say("+1 Action. Of your top 4 cards, draw the Victory cards; put back the rest."),
    "Secret Chamber": say("Discard cards for +$1 each. Against Attacks: draw 2, then topdeck 2."),
    "Swindler": say("+$2. Opponents trash their top card, and gain one of its cost that you choose."),
    "Tribute": say("The player to your left discards 2 cards; their types bring Actions, $ or Cards."),
    "Upgrade": say("+1 Card, +1 Action. Trash a card for one costing exactly $1 more."),
    "Wishing Well": say("+1 Card, +1 Action. Name a card; draw your top card if that's it."),
    # Alchemy
    "Alchemist": say("+2 Cards, +1 Action. With a Potion in play, it may go back onto your deck."),
    "Apothecary": say("+1 Card, +1 Action. Of your top 4, draw Coppers and Potions; put back the rest."),
    "Apprentice": say("+1 Action. Trash a card: +1 Card per $1 of its cost, and 2 for a Potion."),
    "Golem": say("Find your next 2 Actions that aren't Golems, and play both."),
    "Herbalist": say("+1 Buy, +$1. A Treasure in play may go back onto your deck at Clean-up."),
    "Possession": say("The player to your left takes an extra turn; you decide, and gain what they would."),
    "Scrying Pool": say("+1 Action. Keep or discard all top cards; then draw until it's no Action."),
    "Transmute": say("Trash a card: an Action gives a Duchy, a Treasure a Transmute, a Victory card a Gold."),
    # Empires
    "Annex": say("Shuffle all but up to 5 cards of your discard pile into your deck. Gain a Duchy."),
    "Aqueduct": say("Gained Silvers and Golds put VP here; gaining a Victory card takes all of it."),
    "Archive": say("+1 Action. Set your top 3 cards aside: one for now, one for each of 2 later turns."),
    "Arena": say("When your Buy phase starts, you may discard an Action for 2 VP."),
    "Basilica": say("Buying a card with at least $2 left gives 2 VP."),
    "Bustling Village": say("+1 Card, +3 Actions. You may take a Settlers from your discard pile."),
    "Catapult": say("+$1. Trash a card. If it costs $3 or more: Curses. If it's a Treasure: discard to 3."),
    "Chariot Race": say("+1 Action. Draw a card; if it costs more than the left player's: +$1, +1 VP."),
    "Charm": say("+1 Buy and +$2; or your next buy also brings another card of the same cost."),
    "Colonnade": say("Buying an Action you have a copy of in play gives 2 VP."),
    "Crown": say("Play an Action twice in your Action phase, or a Treasure in your Buy phase."),
    "Defiled Shrine": say("Gained Actions put VP from their piles here; buying a Curse takes all of it."),
    "Donate": say("After this turn, trash any cards from your hand, deck and discard pile."),
    "Encampment": say("+2 Cards, +2 Actions. It returns to its pile unless you reveal a Gold or Plunder."),
    "Enchantress": say("+2 Cards next turn. Until then, opponents' first Action is only +1 Card, +1 Action."),
    "Engineer": say("Gain a card costing up to $4. Trash this for a second one, if you like."),
    "Farmers' Market": say("+1 Buy. 1 VP onto its pile, then +$1 per VP there; from 4 VP, take them instead."),
    "Fortune": say("+1 Buy. Doubles your $ once a turn. Brings a Gold per Gladiator in play."),
    "Gladiator": say("+$2. Reveal a card; +$1 if the player to your left can't match it."),
    "Grand Castle": say("Worth 5 VP. When gained: +1 VP per Victory card in your hand and in play."),
    "Haunted Castle": say("Worth 2 VP. Gained on your turn: a Gold, and opponents topdeck 2 of 5 or more cards."),
    "Labyrinth": say("Your second gain in a turn of yours gives 2 VP."),
    "Legionary": say("+$3. If you reveal a Gold, opponents discard to 2 cards, then draw one."),
    "Mountain Pass": say("After the first Province, everyone bids once, in debt, for 8 VP."),
    "Obelisk": say("2 VP for each card you have from one Action pile, chosen at random."),
    "Overlord": say("Play this as an Action from the Supply costing up to $5."),
    "Rocks": say("+$1. When you gain or trash this, you gain a Silver."),
    "Sacrifice": say("Trash a card. Action: +2 Cards, +2 Actions; Treasure: +$2; Victory: +2 VP."),
    "Settlers": say("+1 Card, +1 Action. You may take a Copper from your discard pile."),
    "Tax": say("Put 2 debt on a Supply pile. Buying a card brings the debt on its pile."),
    "Temple": say("+1 VP. Trash 1 to 3 different cards; 1 VP onto the pile. Gaining this takes them."),
    "Villa": say("+2 Actions, +1 Buy, +$1. Gained: into your hand, and back to your Action phase."),
    "Wild Hunt": say("+3 Cards, and 1 VP onto its pile; or gain an Estate and take that VP."),
    # Seaside
    "Ambassador": say("Return up to 2 copies of a card to its pile. Then opponents gain one each."),
    "Blockade": say("Gain a card costing up to $4, for next turn. Until then, copies bring opponents Curses."),
    "Corsair": say("+$2. +1 Card next turn; until then, opponents trash their first Silver or Gold played."),
    "Embargo": say("+$2. Trash this to mark a pile: buying from it gives a Curse."),
    "Explorer": say("Gain a Silver into your hand, or a Gold if you reveal a Province."),
    "Ghost Ship": say("+2 Cards. Opponents topdeck cards down to 3 in hand."),
    "Haven": say("+1 Card, +1 Action. Set a card from your hand aside for your next turn."),
    "Lighthouse": say("+1 Action, +$1, and +$1 next turn. Until then, Attacks don't affect you."),
    "Monkey": say("Until your next turn: +1 Card per gain of the player to your right. Then +1 Card."),
    "Native Village": say("+2 Actions. Put your top card onto your mat, or take all cards from it."),
    "Navigator": say("+$2. Discard your top 5 cards, or put them back in any order."),
    "Outpost": say("Take an extra turn after this one, with 3 cards in hand."),
    "Pirate": say("Next turn, gain a Treasure up to $6 into your hand. Playable when one is gained."),
    "Pirate Ship": say("+$1 per Coin token; or opponents trash one Treasure each, for a Coin token."),
    "Sailor": say("+1 Action. Play a Duration you gain this turn. Next turn: +$2, you may trash a card."),
    "Sea Chart": say("+1 Card, +1 Action. Reveal your top card; draw it if you have a copy in play."),
    "Sea Witch": say("+2 Cards. Opponents gain a Curse. Next turn: draw 2 cards, then discard 2."),
    "Smugglers": say("Gain a copy of a card up to $6 that the player to your right just gained."),
    "Tactician": say("Discard your hand. Next turn: +5 Cards, +1 Action, +1 Buy."),
    "Treasure Map": say("Trash 2 Treasure Maps to gain 4 Golds onto your deck."),
    "Treasury": say("+1 Card, +1 Action, +$1. Without a new Victory card, it may go back onto your deck."),
}
"""What cards with a longer effect do, in one or two sentences."""
SENTENCE = re.compile(r"(?<=[.)]) (?=[A-Z+])| · ")


def brief(name: str, effect: str, room: int = BESIDE) -> str:
    """Return a card's effect in so many letters: in full, or in short, or as many of its sentences as fit."""
    return effect if len(effect) <= room else sentences(BRIEF.get(name, effect), room)


def sentences(words: str, room: int) -> str:
    """Return as many whole sentences as fit; an ellipsis stands for the rest."""
    if len(words) <= room:
        return words
    ends = [each.start() for each in SENTENCE.finditer(words) if each.start() + 2 <= room]
    return f"{words[: ends[-1]]} …" if ends else ""
