"""The general rules as terms that can be looked up, in our own words.

Each names the rules (R1–R67, docs/rules.md) that it explains. The cards that a term concerns aren't listed but found: by type, by
cost, or by a mention in their texts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.card import Card, Text, Type
from engine.mechanisms import EVENT, LANDMARK
from engine.piles import PILES


class Term(NamedTuple):
    """A word of the rules. `also`: what else people might type to find it; `asked`: the gist of questions that it answers, where
    these use other words. `types`, `mentions` (a pattern in a card's text) and `where` say which cards it concerns: a card that
    fits any of them."""

    name: str
    text: Text
    rules: tuple[int, ...]
    related: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    mentions: str = ""
    where: Callable[[Card], bool] | None = None


def in_mixed_pile(card: Card) -> bool:
    """Return whether `card` shares a pile with others."""
    return any(card is other for pile in PILES.values() for other, _, _ in pile.cards)


def plays_again(card: Card) -> bool:
    """Return whether `card` plays another one more than once."""
    texts = [card.text] if isinstance(card.text, str) else card.text.values()
    return any("twice" in text for text in texts)


TERMS: tuple[Term, ...] = (
    # setup
    Term(
        "Setup",
        "Each player shuffles 7 Coppers and 3 Estates into a deck and draws 5 cards. The table has the basic piles "
        "(Copper, Silver, Gold, Estate, Duchy, Province, Curse), ten Kingdom piles, and whatever those need.",
        (1, 2, 3),
        related=("Supply", "Kingdom", "Pile sizes", "First player"),
        also=("Set-up", "Starting deck", "Basic cards"),
        asked=("start with", "cards at the start"),
    ),
    Term(
        "Supply",
        "All the piles you can buy and gain cards from: the basic piles, the ten Kingdom piles, and the Potion pile"
        " when it's needed. Only the top card of a pile is available. Everyone may count what's left.",
        (2, 13, 19, 34),
        related=("Kingdom", "Empty piles", "Pile sizes", "Gain", "Buy"),
        also=("Piles", "Stock"),
    ),
    Term(
        "Kingdom",
        "The ten piles that make every game different: a recommended set, a random draw, or anything you agree on. "
        "Events and Landmarks don't count towards the ten.",
        (2, 4, 6),
        related=("Supply", "Event", "Landmark", "Recommended set"),
        also=("Kingdom cards", "Kingdom piles", "Ten piles"),
    ),
    Term(
        "Recommended set",
        "A kingdom suggested by a rule book, such as the one for your first game. It's made for one edition of the base game.",
        (4,),
        related=("Kingdom",),
        also=("First game",),
    ),
    Term(
        "Pile sizes",
        "Kingdom piles have 10 cards. Victory piles have 8 with two players, 12 with more. Provinces: 8, 12, 12, "
        "15, 18 for 2 to 6 players. Curses: 10 × (players − 1). Coppers, Silvers and Golds: 60, 40, 30 including "
        "the starting Coppers. With five or six players, these three double.",
        (3, 53),
        related=("Supply", "Five or six players", "Empty piles"),
        also=("Pile size", "How many cards"),
        asked=("how many in a pile", "how many Provinces", "how many Curses"),
    ),
    Term(
        "Five or six players",
        "You use two sets of basic cards, so there are more Coppers, Silvers, Golds, Provinces and Curses. The game"
        " ends when four piles are empty, not three.",
        (3, 65),
        related=("Pile sizes", "Game end"),
        also=("Six players", "5-6 players"),
        asked=("how many can play",),
    ),
    Term(
        "First player",
        {
            1: "Chosen at random in your first game. If the same players play again, the winner goes last, so the player to their "
            "left goes first. After a tie, the first player is chosen at random from those who didn't win.",
            2: "Chosen at random in your first game. If the same players play again, the winner goes last, so the player to their "
            "left goes first. After a tie, the first player is chosen at random from all players.",
        },
        (5,),
        related=("Turn order", "Tiebreaker", "Setup"),
        also=("Who begins", "Who goes first", "Starting player", "Start player"),
        asked=("who starts", "start the game"),
    ),
    # turn
    Term(
        "Turn",
        "Action phase, Buy phase, Clean-up. You start each turn with 1 Action, 1 Buy and no money. Whatever you "
        "don't use is lost at the end of the turn.",
        (8,),
        related=("Action phase", "Buy phase", "Clean-up", "Turn order", "Extra turn"),
        also=("Phase", "Phases", "ABC"),
        asked=(
            "carry over to the next turn",
            "keep money for the next turn",
            "keep unused Actions",
            "unused Buys",
            "save money",
            "skip a turn",
            "pass",
        ),
    ),
    Term(
        "Turn order",
        "Play goes to the left. An effect that hits several players hits them in turn order, starting with the "
        "player whose turn it is. “Each opponent” starts to that player's left.",
        (5, 32),
        related=("Turn", "Same time", "First player"),
        also=("Clockwise", "To the left"),
    ),
    Term(
        "Action phase",
        "You may play one Action card from your hand for each Action you have. You don't have to, even if you "
        "could. Once you move to your Buy phase, unused Actions are lost.",
        (8, 9),
        related=("+ Actions", "Play", "Buy phase", "Action card"),
        also=("Action",),
        asked=("must play an Action", "how many Actions", "Actions in the Buy phase", "play an Action after a Treasure"),
    ),
    Term(
        "Action card",
        "A card you play in your Action phase. Each play uses one Action, unless another card plays it for you.",
        (9, 38),
        related=("Action phase", "Play", "Type"),
        types=(Type.ACTION,),
    ),
    Term(
        "+ Actions",
        "You may play that many more Action cards this turn. You have them right away, but you finish the card "
        "you're playing first.",
        (9, 11),
        related=("Action phase", "Play"),
        also=("Plus Actions", "Villages", "Terminal"),
        asked=("+1 Action", "more than one Action", "several Actions"),
        mentions=r"\+\d+ Action",
    ),
    Term(
        "+ Cards",
        "Draw that many cards now, before you continue with the card. Drawing is mandatory.",
        (11, 16),
        related=("Draw", "Shuffle"),
        also=("Plus Cards", "+ Card"),
        asked=("must draw", "+1 Card"),
        mentions=r"\+\d+ Card",
    ),
    Term(
        "+ Buys",
        "You may buy that many more cards or Events in your Buy phase, sharing the same money.",
        (11, 13),
        related=("Buy", "Buy phase"),
        also=("Plus Buys", "+ Buy"),
        asked=("buy two cards", "more than one card", "several cards", "+1 Buy"),
        mentions=r"\+\d+ Buy",
    ),
    Term(
        "+ Coins",
        "You have that much more to spend this turn. It's only counted: you don't get a Treasure card for it.",
        (11, 13),
        related=("Treasure", "Buy phase", "Costs"),
        also=("Plus coins", "+$", "Coins", "Money"),
        mentions=r"\+\$",
    ),
    Term(
        "Play",
        "Announce the card, put it into play, and follow it from top to bottom. Text about another time, such as "
        "gaining or scoring, applies only then. Playing a card through another card uses no Action. If a card can't"
        " move into play, you follow it anyway.",
        (10, 30),
        related=("In play", "Playing again", "Action phase", "Do as much as you can"),
        also=("Playing a card", "Dividing line"),
        mentions=r"\b[Pp]lay (it|an|a)\b|\bplays? (it|an|a)\b",
    ),
    Term(
        "Buy phase",
        {
            1: "First play any number of Treasures from your hand, in any order. Then buy cards or Events, one per "
            "Buy, while you can afford them.",
            2: "First play any number of Treasures from your hand, in any order. Then buy cards or Events, one per "
            "Buy, while you can afford them. After your first buy you can't play more Treasures.",
        },
        (12, 13, 54),
        related=("Buy", "Treasure", "+ Buys", "Clean-up", "Event", "Back to the Action phase"),
        also=("Buying",),
        asked=(
            "Treasures first",
            "Treasures before Actions",
            "play all Treasures",
            "buy before Treasures",
            "Treasures after buying",
            "must buy",
            "skip buying",
        ),
    ),
    Term(
        "Buy",
        "Choose the top card of a Supply pile, pay its cost, and gain it. This uses one Buy, even if the card costs $0. You can't "
        "buy from the trash, buy a covered card, or buy anything while you have debt.",
        (13, 27),
        related=("Gain", "Buy phase", "Costs", "Debt", "+ Buys", "Overpay"),
        also=("Purchase",),
        asked=("buy something", "buy from the trash"),
        mentions=r"\bbuy\b|\bbought\b",
    ),
    Term(
        "Treasure",
        "A card that gives money when you play it in your Buy phase. It stays in play until Clean-up, and you'll "
        "draw it again after a shuffle.",
        (12, 21),
        related=("Buy phase", "+ Coins", "Potion"),
        also=("Treasures", "Treasure card"),
        asked=("Copper, Silver, Gold", "keep Treasures"),
        types=(Type.TREASURE,),
        mentions=r"\bTreasures?\b",
    ),
    Term(
        "Clean-up",
        "Discard everything you have in play, except Durations that aren't finished, and your whole hand, in any "
        "order. When-discard effects of cards from play resolve now. Then draw 5 cards, and your turn is over.",
        (14, 45, 65),
        related=("Discard", "Duration", "Between turns", "Game end", "Turn"),
        also=("Cleanup", "Clean-up phase", "End of turn"),
        asked=(
            "how many cards draw",
            "new hand",
            "Treasures not played",
            "unplayed cards",
            "keep cards in hand",
            "cards in play",
            "hand size",
        ),
        mentions=r"[Cc]lean-up|discard this from play",
    ),
    Term(
        "Between turns",
        "The time after a turn is completely over and before the next one starts. No one is possessed then.",
        (58, 61),
        related=("Clean-up", "Extra turn", "Possession"),
        mentions=r"[Aa]fter (this|the|that) turn|between turns",
    ),
    Term(
        "Back to the Action phase",
        "Some cards return you from your Buy phase to your Action phase. Later you get a whole new Buy phase, so "
        "you can play Treasures again. Start-of-turn effects don't repeat.",
        (48, 49),
        related=("Action phase", "Buy phase"),
        mentions=r"return to your Action phase|back to your Action phase",
    ),
    # deck
    Term(
        "Shuffle",
        {
            1: "If your deck has too few cards for what you're doing, take the ones it has. Then shuffle your discard pile into a "
            "new deck and take the rest. Never shuffle before you need to.",
            2: "If your deck has too few cards for what you're doing, shuffle your discard pile and put it under your "
            "deck. Then continue; if there still aren't enough, use what there is. Never shuffle before you need "
            "to.",
        },
        (16, 17),
        related=("Draw", "Discard", "Set aside", "Reveal"),
        also=("Shuffling", "Reshuffle", "Empty deck"),
        asked=("deck runs out", "no cards left", "need to shuffle"),
        mentions=r"\bshuffl",
    ),
    Term(
        "Draw",
        "Take the top card of your deck into your hand, unseen by anyone else. If your deck is empty, shuffle first.",
        (11, 16),
        related=("Shuffle", "+ Cards", "Onto the deck"),
        also=("Drawing",),
        mentions=r"\b[Dd]raws?\b|\+\d+ Card",
    ),
    Term(
        "Discard",
        "Put a card onto your discard pile, face up; it's from your hand unless the text says otherwise. If you "
        "discard several together, only the last needs to be seen. No one may look through a discard pile unless a "
        "card says so.",
        (14, 19, 35, 39),
        related=("Clean-up", "Shuffle", "Trash", "Public and hidden"),
        also=("Discard pile", "Discarding"),
        asked=("see the discard pile", "look through the discard pile"),
        mentions=r"\b[Dd]iscard",
    ),
    Term(
        "Onto the deck",
        "A card you put onto your deck is the next one you draw. If your deck was empty, that card is the whole deck.",
        (18, 34),
        related=("Draw", "Gain"),
        also=("Topdeck", "Top of the deck"),
        mentions=r"onto (your|their|its owner's) deck|back on top|on your deck",
    ),
    Term(
        "Public and hidden",
        {
            1: "Everyone may see cards in play, the Supply and its counts, the trash and set-aside cards. They may also see all"
            " tokens and the top of each discard pile. You may count your own deck. Hands, decks and the rest of the discard "
            "piles are hidden, even your own discard pile.",
            2: "Everyone may see cards in play, the Supply and its counts, the trash and set-aside cards. They may also see all"
            " tokens, the top of each discard pile, and how many cards each hand has. You may count your own deck. The rest is "
            "hidden.",
        },
        (19,),
        related=("Reveal", "Look at", "Set aside", "Discard"),
        also=("Hidden", "Secret", "What may I see", "Hand size"),
        asked=("others see", "see an opponent's hand", "cards left in the deck", "count the deck", "look at the deck"),
    ),
    # what cards say
    Term(
        "Gain",
        "Take a card and put it onto your discard pile. Unless the text says otherwise, it comes from the Supply, and you don't "
        "play it. If there's no such card left, you gain nothing. A card gained to another place goes straight there. Buying is "
        "one way to gain.",
        (13, 34),
        related=("Buy", "Supply", "Would gain", "Up to", "Exchange"),
        also=("Gaining",),
        asked=("where bought cards go", "difference between gain and buy"),
        mentions=r"\b[Gg]ain",
    ),
    Term(
        "Would gain",
        "An effect that replaces a gain comes before it. The card is then gained somewhere else, by another player, or not at all.",
        (34, 63),
        related=("Gain", "Possession"),
        mentions=r"would gain",
    ),
    Term(
        "Trash",
        "Put a card into the trash, which everyone may see. The card is no longer yours, and doesn't return to the Supply.",
        (19, 35),
        related=("Discard", "Gain"),
        also=("Trashing", "Trash pile"),
        asked=("get trashed cards back", "trash Coppers"),
        mentions=r"\b[Tt]rash",
    ),
    Term(
        "Reveal",
        "Show a card to everyone, then return it to where it was, unless the text says otherwise. If you shuffle in"
        " the meantime, revealed cards aren't shuffled in.",
        (17, 19),
        related=("Look at", "Shuffle", "Public and hidden"),
        also=("Revealing", "Show"),
        mentions=r"\b[Rr]eveal",
    ),
    Term(
        "Look at",
        "Only you see the card. Then it returns to where it was, unless the text says otherwise.",
        (17, 19),
        related=("Reveal", "Public and hidden"),
        also=("Look", "Looking"),
        mentions=r"\b[Ll]ook(ing)? (at|through)",
    ),
    Term(
        "Set aside",
        "Put a card beside your play area, face up unless the text says otherwise. It isn't in play. The effect "
        "that set it aside says when it moves. At the end of the game it's yours.",
        (17, 36, 66),
        related=("In play", "Duration", "Shuffle", "Public and hidden"),
        also=("Setting aside", "Set-aside cards"),
        mentions=r"\b[Ss]et(s|ting)? (\w+ ){0,8}aside\b",
    ),
    Term(
        "In play",
        "A card you play is in play until it leaves, usually in Clean-up. Cards in hands, decks, discard piles, the"
        " Supply or the trash aren't in play, nor are set-aside cards.",
        (37, 45),
        related=("Play", "Set aside", "Clean-up", "Duration"),
        also=("Play area", "While in play"),
        mentions=r"\bin play\b",
    ),
    Term(
        "Copy",
        "A card with the same name. The two different cards of a split pile aren't copies of each other.",
        (38,),
        related=("Split pile", "Type"),
        also=("Same name", "Copies"),
        mentions=r"\bcop(y|ies) of\b",
    ),
    Term(
        "Type",
        "The words at the bottom of a card: Action, Treasure, Victory, Curse, Attack, Reaction, Duration and so on."
        " A card with several types always has all of them.",
        (38, 42),
        related=("Action card", "Treasure", "Victory", "Curse", "Attack", "Reaction", "Duration"),
        also=("Types", "Card types"),
    ),
    Term(
        "Victory",
        "Cards that are worth VP at the end of the game. Most do nothing until then except clog your deck.",
        (38, 66),
        related=("Scoring", "VP tokens", "Curse"),
        also=("Victory card", "VP", "Points"),
        asked=("play a Victory card", "Victory cards do"),
        types=(Type.VICTORY,),
        mentions=r"\bVictory\b",
    ),
    Term(
        "Curse",
        "Worth -1 VP. The pile is in every game, with 10 × (players − 1) Curses. They're dealt out in turn order "
        "until they run out.",
        (3, 32, 66),
        related=("Scoring", "Attack", "Victory"),
        also=("Curses", "Cursing"),
        asked=("Curses count",),
        types=(Type.CURSE,),
        mentions=r"\bCurses?\b",
    ),
    Term(
        "Do as much as you can",
        "Follow as much of a card as possible, in order. You may play a card even if you can't follow all of it.",
        (30,),
        related=("If you did", "Choose one", "May", "Play"),
        also=("Impossible", "Can't"),
    ),
    Term(
        "May",
        {
            1: "Anything you “may” do is optional. You must do everything else, as far as possible. Some first-edition cards "
            "force you to do what the second edition makes optional.",
            2: "Anything you “may” do is optional. You must do everything else, as far as possible.",
        },
        (30,),
        related=("Do as much as you can", "If you did"),
        also=("Optional", "Mandatory", "Must"),
        mentions=r"\bmay\b|\bany number\b|\bchoose to\b",
    ),
    Term(
        "Choose one",
        "You may choose any option, even one you can't carry out.",
        (31,),
        related=("Do as much as you can",),
        also=("Choice", "Choose"),
        mentions=r"\b[Cc]hoose (one|two)\b",
    ),
    Term(
        "If you did",
        "The rest happens only if you really did the part before it.",
        (31,),
        related=("Do as much as you can", "May"),
        also=("If you do", "Condition"),
        mentions=r"\b[Ii]f (you|they) did(n.t)?\b",
    ),
    Term(
        "Up to",
        "A card is within a limit if its cost doesn't exceed it in coins, Potions or debt. So a limit in coins excludes "
        "cards with a Potion or debt in their cost. Your own coins never raise the limit.",
        (13, 22, 25),
        related=("Costs", "Gain", "Potion", "Debt"),
        also=("Costing up to",),
        mentions=r"\bup to \$|cost(s|ing)? (exactly|up to|from)",
    ),
    Term(
        "Same time",
        "If several of your effects happen at the same time, you choose their order, mandatory or not. Effects of "
        "different players resolve in turn order.",
        (32, 33),
        related=("Turn order", "Reaction", "Start of your turn"),
        also=("Simultaneous", "Order of effects", "Triggers"),
    ),
    Term(
        "Start of your turn",
        "Before you do anything else on your turn. If several effects happen then, you choose their order. "
        "Returning to your Action phase later doesn't start a turn.",
        (33, 48),
        related=("Duration", "Same time", "Back to the Action phase"),
        mentions=r"\bstart of (your|each of your|their)",
    ),
    # attacks
    Term(
        "Attack",
        "An Action that hurts the other players. Before it does anything, each of them may use Reactions to it. "
        "Only cards with this type are Attacks, however unfriendly other cards are.",
        (32, 40, 41, 42),
        related=("Reaction", "Unaffected", "Turn order", "Curse"),
        also=("Attacks", "Attack card"),
        asked=("Attack hits",),
        types=(Type.ATTACK,),
        mentions=r"\bAttack\b",
    ),
    Term(
        "Reaction",
        "A card with an effect you can use at a time stated on it, without playing it. When you play an Attack, "
        "your opponents go in turn order. Each may use any number of Reactions, one at a time, before the Attack "
        "does anything.",
        (33, 40),
        related=("Attack", "Unaffected", "Same time"),
        also=("Reactions", "Reaction card", "Blue cards"),
        asked=("react twice", "use two Reactions", "react with two"),
        types=(Type.REACTION,),
    ),
    Term(
        "Unaffected",
        "This one play of the Attack skips you. It still works for its player and against everyone else. If it's "
        "played again, you may react again.",
        (41,),
        related=("Attack", "Reaction", "Playing again"),
        also=("Immune", "Protection"),
        mentions=r"\bunaffected\b",
        where=lambda card: card.immunity,
    ),
    # cards that stay, cards that play cards
    Term(
        "Duration",
        "A card that also does something on a later turn. It stays in play until the Clean-up of the last turn on "
        "which it does something. So does a card that played it more than once. If it has nothing left to do, you "
        "discard it in this turn's Clean-up.",
        (44, 45, 46),
        related=("In play", "Clean-up", "Start of your turn", "Playing again"),
        also=("Durations", "Orange cards"),
        types=(Type.DURATION,),
        mentions=r"\bDurations?\b",
    ),
    Term(
        "Playing again",
        "Play the card, finish it, then play it again. Triggered effects resolve in between, but no other card is "
        "played unless the card itself plays one. Neither play uses an Action. There's still only one card in play,"
        " so it counts once. If it plays another card of its kind, you play two cards twice each. If it plays a Duration, it "
        "stays in play as long as the Duration does.",
        (45, 47, 60),
        related=("Play", "Duration", "Lose track", "Unaffected"),
        also=("Throne Room effects", "Throne", "Play twice", "Twice"),
        where=plays_again,
    ),
    Term(
        "Lose track",
        "An effect moves a card only if the card is where the effect expects it: a played card in play, a gained "
        "card where it was gained. If it's been covered on a deck, or has moved (even if it came back), it stays "
        "put. The rest of the effect still happens. Playing a card again doesn't require moving it.",
        (10, 59, 60),
        related=("Playing again", "In play", "Do as much as you can"),
        also=("Stop moving", "Losing track", "Lost track"),
    ),
    # costs
    Term(
        "Costs",
        "A cost has up to three parts: coins, Potions and debt. A card costs more than another if it costs more in "
        "one part and no less in any. It's possible that neither of two cards costs more than the other. "
        "“The same cost” means the same in all three parts.",
        (22, 23, 24, 25, 26, 29),
        related=("Up to", "Potion", "Debt", "Cost changes"),
        also=("Cost", "Price", "Comparing costs"),
        mentions=r"\bcosts?\b|\bcosting\b",
    ),
    Term(
        "Cost changes",
        "Cost changes affect only the coin part, and never take it below 0. They affect every card, wherever it is, but no Events.",
        (23, 29),
        related=("Costs", "Event"),
        also=("Cheaper", "Cost reduction"),
        asked=("cost reductions stack",),
        mentions=r"costs? \$\d+ (less|more)",
    ),
    Term(
        "Potion",
        "A separate kind of money. For each Potion in a cost, you need to have played one Potion. Its pile of 16 is"
        " in the Supply only if something there has a Potion in its cost.",
        (20, 21, 22, 23),
        related=("Costs", "Treasure", "Supply"),
        also=("Potions", "Potion pile"),
        mentions=r"\bPotions?\b",
        where=lambda card: bool(card.cost.potion or card.potions),
    ),
    Term(
        "Debt",
        "If you buy something with debt in its cost, you take that many debt tokens. While you have any, you can't "
        "buy anything. In your Buy phase, after your Treasures, pay $1 per token before or after buys; this uses no"
        " Buy. Gaining without buying gives no debt. Debt doesn't affect your score.",
        (22, 27, 28),
        related=("Costs", "Buy", "Possession"),
        also=("Debt tokens", "Pay debt"),
        mentions=r"\bdebt\b|\d+D\b",
        where=lambda card: bool(card.cost.debt),
    ),
    # piles and things beside the cards
    Term(
        "Empty piles",
        "A Supply pile is empty when no card is left in it: for a split pile, when both halves are gone. Every "
        "Supply pile counts, even Curses and Potions.",
        (20, 52, 65),
        related=("Game end", "Supply", "Split pile", "Pile sizes"),
        also=("Empty pile", "Pile empty", "Three piles"),
        mentions=r"\bempty\b",
    ),
    Term(
        "Split pile",
        "A Kingdom pile of two cards: five of the cheaper one on top of five of the other. Only the top card is "
        "available; anyone may read the covered one. The pile as a whole has the cost and types of its randomizer. "
        "A card returned to the pile goes on top.",
        (50, 51, 52),
        related=("Supply", "Empty piles", "Copy", "Castles"),
        also=("Split piles", "Mixed pile"),
        where=in_mixed_pile,
    ),
    Term(
        "Castles",
        "One pile of eight different cards, cheapest on top. With two players, there's one of each. With more, "
        "there are twelve cards: two each of Humble Castle, Small Castle, Opulent Castle and King's Castle, and one "
        "of each other Castle.",
        (53,),
        related=("Split pile", "Victory", "Pile sizes", "Prizes and Rewards"),
        also=("Castle",),
        types=(Type.CASTLE,),
        mentions=r"\bCastles?\b",
    ),
    Term(
        "Gathering",
        "Cards that put VP tokens on their own pile, for players to collect later.",
        (56,),
        related=("VP tokens",),
        types=(Type.GATHERING,),
        mentions=r"\bGathering\b",
    ),
    Term(
        "Prizes and Rewards",
        "Cards next to the Supply that only Tournament (Prizes) or Joust (Rewards) can gain from there. You can't buy them, and "
        "their piles don't count when empty. There's one copy of each Prize. Each Reward has one copy with two players, two with "
        "more.",
        (2, 52),
        related=("Supply", "Empty piles"),
        also=("Prize", "Prizes", "Reward", "Rewards"),
        types=(Type.PRIZE, Type.REWARD),
        mentions=r"\b(Prize|Reward)s?\b",
    ),
    Term(
        "VP tokens",
        "Tokens worth 1 VP each, which you keep where everyone can see them. They never run out. Tokens put on a "
        "pile are unused ones, not a player's.",
        (56, 66),
        related=("Scoring", "Landmark", "Gathering", "Coffers"),
        also=("Victory tokens", "VP token", "Point tokens"),
        mentions=r"\+\d+ VP|\bVP (from|on|onto|moves?|per player|each)\b|\b(add|take|put) \d+ VP",
        where=lambda card: bool(card.vp_tokens),
    ),
    Term(
        "Coffers",
        {
            1: "Tokens worth $1 each. Spend any number of them in your Buy phase, before you buy anything. Everyone can see how "
            "many you have. You keep the rest for later turns.",
            2: "Tokens worth $1 each. Spend any number of them at any time during your turn. Everyone can see how many you have. "
            "You keep the rest for later turns.",
        },
        (12,),
        related=("Buy phase", "VP tokens", "Overpay"),
        also=("Coin tokens", "Coffer"),
        mentions=r"\bCoffers\b",
    ),
    Term(
        "Overpay",
        {
            1: "When you buy a card that can be overpaid, you may pay more than it costs. The effect of overpaying comes before "
            "you gain the card. It never happens if you gain the card without buying it.",
            2: "When you buy a card that can be overpaid, you may pay more than it costs. The effect of overpaying comes once "
            "you've gained the card. It never happens if you gain the card without buying it.",
        },
        (13,),
        related=("Buy", "Coffers"),
        also=("Overpaying",),
        mentions=r"\boverpay\b",
    ),
    Term(
        "Exchange",
        "Put a card back onto its pile, and take the other card into your discard pile. Neither card is trashed or gained. An "
        "exchange happens only if you can do both.",
        (52,),
        related=("Gain", "Supply"),
        also=("Swap cards",),
        mentions=r"\bexchange\b",
    ),
    Term(
        "Event",
        "Something you can buy instead of a card, as often as you have Buys and money. It isn't a card: you can't "
        "gain it, it doesn't trigger when-buy effects, and its cost doesn't change.",
        (6, 54),
        related=("Buy", "Buy phase", "Landmark", "Kingdom"),
        also=("Events",),
        types=(EVENT,),
        mentions=r"\bEvents?\b",
    ),
    Term(
        "Landmark",
        "A Landmark changes how everyone scores. Some hold VP tokens, 6 per player at the start, until these run "
        "out. Others score at the end; they might cost you VP, even below zero.",
        (6, 7, 55),
        related=("VP tokens", "Scoring", "Event", "Kingdom"),
        also=("Landmarks",),
        types=(LANDMARK,),
        mentions=r"\bLandmarks?\b",
    ),
    # extra turns
    Term(
        "Extra turn",
        "An extra turn comes after the current turn is completely over, and doesn't count for the tiebreaker. No extra turn "
        "follows the end of the game.",
        (61, 62),
        related=("Possession", "Between turns", "Tiebreaker", "Turn"),
        also=("Extra turns", "Another turn"),
        mentions=r"extra turn|another turn|takes? a turn",
    ),
    Term(
        "Possession",
        "The player to your left takes an extra turn. You make every decision, and see what they may see. Cards "
        "they would gain, you gain instead, to your discard pile; debt goes to you too. Their VP tokens stay "
        "theirs, and their trashed cards return at the end of the turn. “You” on a card still means that player.",
        (43, 61, 62, 63, 64),
        related=("Extra turn", "Would gain", "Between turns", "Debt"),
        also=("Possessed", "Possession turn"),
        mentions=r"player to your left takes|possess",
    ),
    # the end
    Term(
        "Game end",
        "At the end of each turn, check: the game is over if the Province pile or any three Supply piles are empty "
        "(any four with five or six players). With Colonies, an empty Colony pile ends it, too.",
        (14, 65),
        related=("Empty piles", "Scoring", "Five or six players", "Tiebreaker"),
        also=("End of the game", "Game over", "Ending", "Last turn"),
        asked=("end the game", "game ends", "game over"),
    ),
    Term(
        "Scoring",
        "All your cards count, wherever they are: hand, deck, discard pile, in play, set aside. Add VP tokens and "
        "Landmarks. A Curse is worth -1 VP, and your score can be below zero.",
        (55, 56, 66),
        related=("Victory", "Curse", "VP tokens", "Landmark", "Tiebreaker"),
        also=("Score", "Points at the end", "Winning"),
        asked=("how to win", "who wins", "Victory points"),
        mentions=r"\bWorth\b",
    ),
    Term(
        "Tiebreaker",
        "If several players have the most VP, the one who took fewer turns wins. If they took the same number, they "
        "share the win. Extra turns don't count.",
        (61, 67),
        related=("Scoring", "Extra turn", "First player", "Game end"),
        also=("Tie", "Tie-break", "Draw game"),
        asked=("wins a tie",),
    ),
)
"""All of them, in the order of an explanation of the game."""
