"""The general rules as terms that can be looked up, in our own words.

Each says which rules (R1–R67, docs/rules.md) it tells of. Which cards a term concerns is not written down but found: by
type, by cost, or by what their texts mention.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.card import PILES, Card, Text, Type


class Term(NamedTuple):
    """A word of the rules. `also`: what else people call it. `types`, `mentions` (a pattern in a card's text) and `where` say
    which cards it concerns: those for which any of them holds."""

    name: str
    text: Text
    rules: tuple[int, ...]
    related: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()
    mentions: str = ""
    where: Callable[[Card], bool] | None = None


def in_mixed_pile(card: Card) -> bool:
    """Whether `card` shares a pile with others."""
    return any(card is other for pile in PILES.values() for other, _, _ in pile.cards)


def plays_again(card: Card) -> bool:
    """Whether `card` plays another one more than once."""
    texts = [card.text] if isinstance(card.text, str) else card.text.values()
    return any("twice" in text for text in texts)


TERMS: tuple[Term, ...] = (
    # set-up
    Term(
        "Set-up",
        "Everyone starts with 7 Coppers and 3 Estates, shuffled, and draws 5 of them. On the table are the basic piles (Copper, "
        "Silver, Gold, Estate, Duchy, Province, Curse), ten Kingdom piles, and whatever those bring along.",
        (1, 2, 3),
        related=("Supply", "Kingdom", "Pile sizes", "Starting player"),
        also=("Setup", "Starting deck", "Basic cards"),
    ),
    Term(
        "Supply",
        "All piles from which cards are bought and gained: the basic piles and the ten Kingdom piles, and the Potion pile when it "
        "is needed. Only the top card of a pile can be had. How many are left is public.",
        (2, 13, 19, 34),
        related=("Kingdom", "Empty piles", "Pile sizes", "Gain", "Buy"),
        also=("Piles", "Stock"),
    ),
    Term(
        "Kingdom",
        "The ten piles that make each game another one: a recommended set, drawn at random, or chosen in any way you agree on. "
        "Events and Landmarks come on top of the ten.",
        (2, 4, 6),
        related=("Supply", "Event", "Landmark", "Recommended set"),
        also=("Kingdom cards", "Kingdom piles", "Ten piles"),
    ),
    Term(
        "Recommended set",
        "A kingdom that a rule book proposes, for instance for one's first game. It is made for one edition of the base game.",
        (4,),
        related=("Kingdom",),
        also=("First game",),
    ),
    Term(
        "Pile sizes",
        "Kingdom piles have 10 cards; Victory piles 8 with two players and 12 with more. Province: 8, 12, 12, 15, 18 for 2 to 6 "
        "players; Curse: 10 for each player but one. Copper, Silver and Gold: 60, 40, 30 together with the starting Coppers, "
        "twice that for five or six players.",
        (3, 53),
        related=("Supply", "Five or six players", "Empty piles"),
        also=("Pile size", "How many cards"),
    ),
    Term(
        "Five or six players",
        "Two sets of basic cards are used, so there is more Copper, Silver and Gold, and more Provinces and Curses. The game ends "
        "when four piles are empty, not three.",
        (3, 65),
        related=("Pile sizes", "Game end"),
        also=("Six players", "5-6 players"),
    ),
    Term(
        "Starting player",
        {
            1: "Drawn by lot in a first game. In the next game of the same people, whoever won goes last, so the player to their "
            "left begins; after a tie it is drawn among those who did not win.",
            2: "Drawn by lot in a first game. In the next game of the same people, whoever won goes last, so the player to their "
            "left begins; after a tie it is drawn among all.",
        },
        (5,),
        related=("Turn order", "Tie-break", "Set-up"),
        also=("Who begins", "First player", "Start player"),
    ),
    # turn
    Term(
        "Turn",
        "Action phase, Buy phase, Clean-up. Each turn starts with 1 Action, 1 Buy and no money; what is left over of these at its "
        "end is lost.",
        (8,),
        related=("Action phase", "Buy phase", "Clean-up", "Turn order", "Extra turn"),
        also=("Phase", "Phases", "ABC"),
    ),
    Term(
        "Turn order",
        "Play goes to the left. Where one effect hits several players, they take it in turn order, beginning with whose turn it "
        "is (for “each other player”: to their left).",
        (5, 32),
        related=("Turn", "Same time", "Starting player"),
        also=("Clockwise", "To the left"),
    ),
    Term(
        "Action phase",
        "For each Action you have, you may play one Action card from your hand. You need not, even if you could. Once you go on "
        "to the Buy phase, what is left of your Actions is of no use.",
        (8, 9),
        related=("+ Actions", "Play", "Buy phase", "Action card"),
        also=("Action",),
    ),
    Term(
        "Action card",
        "A card played in the Action phase, for one Action each, unless something else plays it for you.",
        (9, 38),
        related=("Action phase", "Play", "Type"),
        types=(Type.ACTION,),
    ),
    Term(
        "+ Actions",
        "You may play that many more Action cards this turn. They count up at once, but wait until the card being played is "
        "completely done.",
        (9, 11),
        related=("Action phase", "Play"),
        also=("Plus Actions", "Villages", "Terminal"),
        mentions=r"\+\d+ Action",
    ),
    Term(
        "+ Cards",
        "Draw that many now, before you go on with the card's text. It is not up to you whether you do.",
        (11, 16),
        related=("Draw", "Shuffle"),
        also=("Plus Cards", "+ Card"),
        mentions=r"\+\d+ Card",
    ),
    Term(
        "+ Buys",
        "You may buy that many more cards or Events in your Buy phase, all from the same money.",
        (11, 13),
        related=("Buy", "Buy phase"),
        also=("Plus Buys", "+ Buy"),
        mentions=r"\+\d+ Buy",
    ),
    Term(
        "+ Coins",
        "That much more to spend this turn. It is only counted: you get no Treasure card for it.",
        (11, 13),
        related=("Treasure", "Buy phase", "Costs"),
        also=("Plus coins", "+$", "Coins", "Money"),
        mentions=r"\+\$",
    ),
    Term(
        "Play",
        "Say which card, move it in front of you, and follow its text from top to bottom; what the text says of another "
        "time, such as gaining or scoring, works only then. Playing a card through another card costs no Action. A card that "
        "can't be moved into play is followed all the same.",
        (10, 30),
        related=("In play", "Playing again", "Action phase", "Do as much as you can"),
        also=("Playing a card", "Dividing line"),
        mentions=r"\b[Pp]lay (it|an|a)\b|\bplays? (it|an|a)\b",
    ),
    Term(
        "Buy phase",
        {
            1: "First play as many Treasures from your hand as you like, in any order; then buy, one card or Event for each Buy, "
            "as long as your money lasts.",
            2: "First play as many Treasures from your hand as you like, in any order; then buy, one card or Event for each Buy, "
            "as long as your money lasts. After the first buy no more Treasures can be played.",
        },
        (12, 13, 54),
        related=("Buy", "Treasure", "+ Buys", "Clean-up", "Event", "Back to the Action phase"),
        also=("Buying",),
    ),
    Term(
        "Buy",
        "Choose the top card of a Supply pile, pay its cost, and gain it. It takes one Buy, even at cost 0. You can't buy from "
        "the trash, nor a covered card, nor anything while you have debt.",
        (13, 27),
        related=("Gain", "Buy phase", "Costs", "Debt", "+ Buys"),
        also=("Purchase",),
        mentions=r"\bbuy\b|\bbought\b",
    ),
    Term(
        "Treasure",
        "A card that brings money when you play it in your Buy phase. It stays in play until Clean-up, and comes back with the "
        "next shuffle.",
        (12, 21),
        related=("Buy phase", "+ Coins", "Potion"),
        also=("Treasures", "Treasure card"),
        types=(Type.TREASURE,),
        mentions=r"\bTreasures?\b",
    ),
    Term(
        "Clean-up",
        "Discard everything you have in play (except Durations that are not done) and your whole hand, in any order, then draw 5 "
        "cards. What happens on discarding a card from play happens now. Then the turn is over.",
        (14, 45, 65),
        related=("Discard", "Duration", "Between turns", "Game end", "Turn"),
        also=("Cleanup", "Clean-up phase", "End of turn"),
        mentions=r"[Cc]lean-up|discard this from play",
    ),
    Term(
        "Between turns",
        "After a turn is completely over and before the next begins. Nobody is possessed then.",
        (58, 61),
        related=("Clean-up", "Extra turn", "Possession"),
        mentions=r"[Aa]fter (this|the|that) turn|between turns",
    ),
    Term(
        "Back to the Action phase",
        "Some cards send you from your Buy phase back to your Action phase. Later you get a whole new Buy phase, with Treasures "
        "again. What happens at the start of a turn is not repeated.",
        (48, 49),
        related=("Action phase", "Buy phase"),
        mentions=r"return to your Action phase|back to your Action phase",
    ),
    # deck
    Term(
        "Shuffle",
        {
            1: "When something needs more cards from your deck than are there, take those, shuffle your discard pile into a new "
            "deck, and take the rest. Never before it is needed.",
            2: "When something needs more cards from your deck than are there, shuffle your discard pile, put it under the deck, "
            "and go on. If it is still too few, do it with those there are. Never before it is needed.",
        },
        (16, 17),
        related=("Draw", "Discard", "Set aside", "Reveal"),
        also=("Shuffling", "Reshuffle", "Empty deck"),
        mentions=r"\bshuffl",
    ),
    Term(
        "Draw",
        "Take the top card of your deck into your hand; nobody else sees it. If the deck is empty, shuffle first.",
        (11, 16),
        related=("Shuffle", "+ Cards", "Onto the deck"),
        also=("Drawing",),
        mentions=r"\b[Dd]raws?\b|\+\d+ Card",
    ),
    Term(
        "Discard",
        "Put a card onto your discard pile, face up, from your hand unless something else is said. When several go at once, only "
        "the last one need be seen; nobody may look through a discard pile unless a card says so.",
        (14, 19, 35, 39),
        related=("Clean-up", "Shuffle", "Trash", "Public and hidden"),
        also=("Discard pile", "Discarding"),
        mentions=r"\b[Dd]iscard",
    ),
    Term(
        "Onto the deck",
        "A card put onto your deck is the next one you draw; onto an empty deck, it is the whole deck.",
        (18, 34),
        related=("Draw", "Gain"),
        also=("Topdeck", "Top of the deck"),
        mentions=r"onto (your|their|its owner's) deck|back on top|on your deck",
    ),
    Term(
        "Public and hidden",
        {
            1: "Everyone may see what is in play, the Supply with its numbers, the trash, set-aside cards, all tokens, and the "
            "top of each discard pile. You may count your own deck. Hands, decks and the rest of the discard piles are hidden, "
            "also one's own.",
            2: "Everyone may see what is in play, the Supply with its numbers, the trash, set-aside cards, all tokens, the top of "
            "each discard pile, and how many cards are in each hand. You may count your own deck. The rest is hidden.",
        },
        (19,),
        related=("Reveal", "Look at", "Set aside", "Discard"),
        also=("Hidden", "Secret", "What may I see", "Hand size"),
    ),
    # what cards say
    Term(
        "Gain",
        "Take a card and put it onto your discard pile; it comes from the Supply and is not played, unless something else is "
        "said. With no such card left you gain nothing. A card gained to another place goes straight there. Buying is one way of "
        "gaining.",
        (13, 34),
        related=("Buy", "Supply", "Would gain", "Up to"),
        also=("Gaining",),
        mentions=r"\b[Gg]ain",
    ),
    Term(
        "Would gain",
        "What replaces a gain comes before it: the card is then gained elsewhere or by somebody else, or not at all.",
        (34, 63),
        related=("Gain", "Possession"),
        mentions=r"would gain",
    ),
    Term(
        "Trash",
        "Put a card into the trash, which is public. It is no longer yours, and does not go back to the Supply.",
        (19, 35),
        related=("Discard", "Gain"),
        also=("Trashing", "Trash pile"),
        mentions=r"\b[Tt]rash",
    ),
    Term(
        "Reveal",
        "Show a card to everyone; then it goes back to where it was, unless something else is said. Revealed cards are not part "
        "of a shuffle that comes meanwhile.",
        (17, 19),
        related=("Look at", "Shuffle", "Public and hidden"),
        also=("Revealing", "Show"),
        mentions=r"\b[Rr]eveal",
    ),
    Term(
        "Look at",
        "Only you see it; then it goes back to where it was, unless something else is said.",
        (17, 19),
        related=("Reveal", "Public and hidden"),
        also=("Look", "Looking"),
        mentions=r"\b[Ll]ook(ing)? (at|through)",
    ),
    Term(
        "Set aside",
        "Put a card beside your play area, face up unless something else is said. It is not in play, and what set it aside says "
        "when it moves on. It is yours at the end.",
        (17, 36, 66),
        related=("In play", "Duration", "Shuffle", "Public and hidden"),
        also=("Setting aside", "Set-aside cards"),
        mentions=r"\b[Ss]et(s|ting)? (\w+ ){0,8}aside\b",
    ),
    Term(
        "In play",
        "A played card is in play until it leaves, mostly in Clean-up. Cards in hands, decks, discard piles, the Supply or the "
        "trash, and cards set aside, are not.",
        (37, 45),
        related=("Play", "Set aside", "Clean-up", "Duration"),
        also=("Play area", "While in play"),
        mentions=r"\bin play\b",
    ),
    Term(
        "Copy",
        "A card of the same name. The two different cards of a split pile are no copies of each other.",
        (38,),
        related=("Split pile", "Type"),
        also=("Same name", "Copies"),
        mentions=r"\bcop(y|ies) of\b",
    ),
    Term(
        "Type",
        "What stands on a card's bottom line: Action, Treasure, Victory, Curse, Attack, Reaction, Duration and so on. A card with "
        "several types is all of them, always.",
        (38, 42),
        related=("Action card", "Treasure", "Victory", "Curse", "Attack", "Reaction", "Duration"),
        also=("Types", "Card types"),
    ),
    Term(
        "Victory",
        "Cards that are worth points at the end. Most of them do nothing before that, but fill your hand.",
        (38, 66),
        related=("Scoring", "VP tokens", "Curse"),
        also=("Victory card", "VP", "Points"),
        types=(Type.VICTORY,),
        mentions=r"\bVictory\b",
    ),
    Term(
        "Curse",
        "Worth -1 point. Its pile has 10 for each player but one, and is in every game. When it is empty, nobody can be given one "
        "any more: they run out in turn order.",
        (3, 32, 66),
        related=("Scoring", "Attack", "Victory"),
        also=("Curses", "Cursing"),
        types=(Type.CURSE,),
        mentions=r"\bCurses?\b",
    ),
    Term(
        "Do as much as you can",
        "You do whatever of a card's text is possible, in its order. That something is impossible doesn't stop you from playing "
        "the card or from doing the rest.",
        (30,),
        related=("If you do", "Choose one", "May", "Play"),
        also=("Impossible", "Can't"),
    ),
    Term(
        "May",
        {
            1: "What you may do is up to you; everything else must be done as far as it can be. In the first edition some cards "
            "must be carried out that the second makes optional.",
            2: "What you may do is up to you; everything else must be done as far as it can be.",
        },
        (30,),
        related=("Do as much as you can", "If you do"),
        also=("Optional", "Mandatory", "Must"),
        mentions=r"\bmay\b|\bany number\b|\bchoose to\b",
    ),
    Term(
        "Choose one",
        "Any of the choices will do, also one that you can't carry out.",
        (31,),
        related=("Do as much as you can",),
        also=("Choice", "Choose"),
        mentions=r"\b[Cc]hoose (one|two)\b",
    ),
    Term(
        "If you do",
        "What follows happens only if the part before it was really done.",
        (31,),
        related=("Do as much as you can", "May"),
        also=("If you did", "Condition"),
        mentions=r"\b[Ii]f (you|they) did(n.t)?\b",
    ),
    Term(
        "Up to",
        "“Up to a cost” is true if the card's cost is no greater in coins, in Potions and in debt. A plain number of coins "
        "therefore allows no card with a Potion or debt in its cost. Your own coins never raise the limit.",
        (13, 22, 25),
        related=("Costs", "Gain", "Potion", "Debt"),
        also=("Costing up to",),
        mentions=r"\bup to \$|cost(s|ing)? (exactly|up to|from)",
    ),
    Term(
        "Same time",
        "When several things of yours happen at the same time, you choose their order, whether you must do them or may. Things of "
        "different players go in turn order.",
        (32, 33),
        related=("Turn order", "Reaction", "Start of your turn"),
        also=("Simultaneous", "Order of effects", "Triggers"),
    ),
    Term(
        "Start of your turn",
        "Before you do anything else in a turn. If several things happen then, you choose their order. Coming back to the Action "
        "phase later does not start a turn.",
        (33, 48),
        related=("Duration", "Same time", "Back to the Action phase"),
        mentions=r"\bstart of (your|each of your|their)",
    ),
    # attacks
    Term(
        "Attack",
        "An Action that harms the other players. Whoever has a Reaction to it may use that first, before anything on the card is "
        "done. Only cards with this type count, however unfriendly others are.",
        (32, 40, 41, 42),
        related=("Reaction", "Unaffected", "Turn order", "Curse"),
        also=("Attacks", "Attack card"),
        types=(Type.ATTACK,),
        mentions=r"\bAttack\b",
    ),
    Term(
        "Reaction",
        "A card that can be used at another time than by playing it; it says when. When an Attack is played, each other player in "
        "turn order may use as many as they like, one at a time, before the Attack does anything.",
        (33, 40),
        related=("Attack", "Unaffected", "Same time"),
        also=("Reactions", "Reaction card", "Blue cards"),
        types=(Type.REACTION,),
    ),
    Term(
        "Unaffected",
        "This one play of the Attack passes you by. It still does what it does for its player and to everybody else; played once "
        "more, it can be answered once more.",
        (41,),
        related=("Attack", "Reaction", "Playing again"),
        also=("Immune", "Protection"),
        mentions=r"\bunaffected\b",
        where=lambda card: card.immunity,
    ),
    # cards that stay, cards that play cards
    Term(
        "Duration",
        "A card that does something on a later turn, too. It stays in play until the Clean-up of the last turn in which it does "
        "something, and so does a card that played it more than once. With nothing left to do it is discarded at once in Clean-up.",
        (44, 45, 46),
        related=("In play", "Clean-up", "Start of your turn", "Playing again"),
        also=("Durations", "Orange cards"),
        types=(Type.DURATION,),
        mentions=r"\bDurations?\b",
    ),
    Term(
        "Playing again",
        "Play the card, finish it completely, then play it again; between the two comes nothing but what the card itself plays. "
        "No Action is used for either. There is one piece of cardboard, so what counts cards in play counts one. On another card "
        "of this kind: two cards, each played twice.",
        (45, 47, 60),
        related=("Play", "Duration", "Lose track", "Unaffected"),
        also=("Throne Room effects", "Throne", "Play twice", "Twice"),
        where=plays_again,
    ),
    Term(
        "Lose track",
        "An effect moves a card only if the card is where the effect expects it: a played card in play, a gained one where it was "
        "gained to. Covered on a deck, or moved away (even if it came back), it is not found any more; the rest of the effect "
        "goes on. Playing a card again needs no move.",
        (10, 59, 60),
        related=("Playing again", "In play", "Do as much as you can"),
        also=("Stop moving", "Losing track", "Lost track"),
    ),
    # costs
    Term(
        "Costs",
        "A cost has up to three parts: coins, Potions, debt. One cost is at most another if it is so in each part, and more if it "
        "is more in one and not less in any; so two costs may be neither. “Same cost” means all three parts.",
        (22, 23, 24, 25, 26, 29),
        related=("Up to", "Potion", "Debt", "Cost changes"),
        also=("Cost", "Price", "Comparing costs"),
        mentions=r"\bcosts?\b|\bcosting\b",
    ),
    Term(
        "Cost changes",
        "What makes cards cheaper or dearer changes only the coin part, never below 0, and for every card wherever it is. Events "
        "are not touched by it.",
        (23, 29),
        related=("Costs", "Event"),
        also=("Cheaper", "Cost reduction"),
        mentions=r"costs? \$\d+ (less|more)",
    ),
    Term(
        "Potion",
        "Money of its own kind: for each Potion in a cost you need one Potion played. Its pile of 16 is in the Supply only if "
        "something there has a Potion in its cost.",
        (20, 21, 22, 23),
        related=("Costs", "Treasure", "Supply"),
        also=("Potions", "Potion pile"),
        mentions=r"\bPotions?\b",
        where=lambda card: bool(card.cost.potion or card.potions),
    ),
    Term(
        "Debt",
        "Buying something with debt in its cost gives you that many debt tokens. Until they are paid off, a coin each, you can't "
        "buy anything. Paying needs no Buy: in your Buy phase, after your Treasures, before and after buys. Gaining such a card "
        "in another way is free of it, and debt never counts in the score.",
        (22, 27, 28),
        related=("Costs", "Buy", "Possession"),
        also=("Debt tokens", "Pay debt"),
        mentions=r"\bdebt\b|\d+D\b",
        where=lambda card: bool(card.cost.debt),
    ),
    # piles and things beside the cards
    Term(
        "Empty piles",
        "A Supply pile is empty when no card at all is left in it: of a split pile, neither half. Every Supply pile counts, "
        "Curses and Potions too.",
        (20, 52, 65),
        related=("Game end", "Supply", "Split pile", "Pile sizes"),
        also=("Empty pile", "Pile empty", "Three piles"),
        mentions=r"\bempty\b",
    ),
    Term(
        "Split pile",
        "A Kingdom pile of two cards, five of the cheaper one over five of the other. Only the top card can be had; the covered "
        "one may be read. As a whole the pile is of the cost and types of its randomizer. A card that comes back goes on top.",
        (50, 51, 52),
        related=("Supply", "Empty piles", "Copy", "Castles"),
        also=("Split piles", "Mixed pile"),
        where=in_mixed_pile,
    ),
    Term(
        "Castles",
        "One pile of eight different cards, cheapest on top: one of each with two players, twelve cards in all with more.",
        (53,),
        related=("Split pile", "Victory", "Pile sizes"),
        also=("Castle",),
        types=(Type.CASTLE,),
        mentions=r"\bCastles?\b",
    ),
    Term(
        "Gathering",
        "Cards that put VP tokens on their own pile for somebody to fetch.",
        (56,),
        related=("VP tokens",),
        types=(Type.GATHERING,),
        mentions=r"\bGathering\b",
    ),
    Term(
        "VP tokens",
        "Points that you keep, for all to see, 1 each at the end. There are always enough. Tokens put on a pile come from the "
        "stock, not from a player.",
        (56, 66),
        related=("Scoring", "Landmark", "Gathering"),
        also=("Victory tokens", "VP token", "Point tokens"),
        mentions=r"\+\d+ VP|\bVP (from|on|onto|moves?|per player|each)\b|\b(add|take|put) \d+ VP",
        where=lambda card: bool(card.vp_tokens),
    ),
    Term(
        "Event",
        "Something to buy instead of a card, with one Buy, as often as Buys and money last. It is no card: it can't be gained, "
        "and neither triggers what happens on buying a card nor gets cheaper.",
        (6, 54),
        related=("Buy", "Buy phase", "Landmark", "Kingdom"),
        also=("Events",),
        types=(Type.EVENT,),
        mentions=r"\bEvents?\b",
    ),
    Term(
        "Landmark",
        "Changes what gives points, for all players alike. Some hold VP tokens, 6 per player at the start, until these run out; "
        "others score at the end, and may take points away, even below zero.",
        (6, 7, 55),
        related=("VP tokens", "Scoring", "Event", "Kingdom"),
        also=("Landmarks",),
        types=(Type.LANDMARK,),
        mentions=r"\bLandmarks?\b",
    ),
    # turns beyond one's own
    Term(
        "Extra turn",
        "It comes when the present turn is completely over, and doesn't count for breaking ties. Once the game has ended, there "
        "is none.",
        (61, 62),
        related=("Possession", "Between turns", "Tie-break", "Turn"),
        also=("Extra turns", "Another turn"),
        mentions=r"extra turn|another turn|takes? a turn",
    ),
    Term(
        "Possession",
        "The player to your left takes a real turn in which you decide everything and see what they may see. Cards they would "
        "gain you gain instead, to your discard pile, debt too; cards of theirs that are trashed come back to them at the end of "
        "the turn. “You” on a card is still that player.",
        (43, 61, 62, 63, 64),
        related=("Extra turn", "Would gain", "Between turns", "Debt"),
        also=("Possessed", "Possession turn"),
        mentions=r"player to your left takes|possess",
    ),
    # the end
    Term(
        "Game end",
        "Checked at the end of each turn: the game is over if the Province pile is empty, or any three Supply piles are (four "
        "with five or six players).",
        (14, 65),
        related=("Empty piles", "Scoring", "Five or six players", "Tie-break"),
        also=("End of the game", "Game over", "Ending", "Last turn"),
    ),
    Term(
        "Scoring",
        "All your cards count, wherever they are: hand, deck, discard pile, in play, set aside. Then come VP tokens and "
        "Landmarks. A Curse is -1, and a score may be below zero.",
        (55, 56, 66),
        related=("Victory", "Curse", "VP tokens", "Landmark", "Tie-break"),
        also=("Score", "Points at the end", "Winning"),
        mentions=r"\bWorth\b",
    ),
    Term(
        "Tie-break",
        "Of several with the most points, whoever had fewer turns wins; if that is the same too, they share the win. Extra turns "
        "don't count.",
        (61, 67),
        related=("Scoring", "Extra turn", "Starting player", "Game end"),
        also=("Tie", "Tiebreaker", "Draw game"),
    ),
)
"""All of them, in the order in which one would explain the game."""
