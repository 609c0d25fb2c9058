"""Reading a plan for a player's next turn from what they write; `tables.plan` says how plans are written. Pure."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from engine import card_facts
from engine.randomizers import CLOSE_ENOUGH, folded
from engine.request_words import too_long
from engine.spelling import LONGEST_TEXT, MOST_FAULTS, near
from engine.view import View
from storage.personal import PlanPurchase, PlanStep, TurnPlan
from tables import words
from tables.errors import ErrorSpan, ParseError

JOINT = re.compile(r"[,;\n]|[.!](?=\s|$)|\s(?:or|(?P<both>and))\s|\s(?=(?:then|else|otherwise)\s)", re.IGNORECASE)
"""What separates two parts."""
EITHER = re.compile(r"[,;\s]*\b(?:or|else|otherwise)\b", re.IGNORECASE)
"""What comes after a part that has an alternative."""
LINK = re.compile(r"(?:or|(?P<both>and|then)|(?P<last>else|otherwise))\s+", re.IGNORECASE)
"""How a part starts if it says how it relates to those before it."""
PLAY = re.compile(r"play\s+", re.IGNORECASE)
DRAWN = re.compile(r"(?<!\s)\s+\(?(?:if|when|once)\s+(?:drawn|possible|(?:i|it|you)\b.*)$", re.IGNORECASE)
"""How a play ends if it waits for its card."""
HELD = re.compile(
    r"(?<!\s)\s+\(?(?:if|when|once)\s+(?:drawn|i\s+(?:have|hold|draw|get)\s+(?:it|one)|it(?:\s+is|'s)\s+drawn)\)?$", re.IGNORECASE
)
"""What marks an Action as one to play, even without "play": things to buy needn't be in hand."""
PAY = re.compile(r"pay( (off )?(my )?debt)?", re.IGNORECASE)
TREASURES = re.compile(r"(play )?(all )?(my )?(treasures|money)", re.IGNORECASE)
END = re.compile(r"end( (the|my))?( turn)?", re.IGNORECASE)
MONEY = re.compile(r"\$?\s*(?P<coins>\d+)\s*\$?(?P<potions>p*)(?![a-z])(?:\s*(?:coins?\b|money\b|or more\b|\+))*")
WITH = re.compile(r"(?:if|with|for|at|when)\s+(?:(?:i|there)\s+\w+\s+)?(?:at least\s+)?")
MONEY_FIRST = re.compile(rf"(?:{WITH.pattern})?{MONEY.pattern}\s*[:=>-]*\s*", re.IGNORECASE)
MONEY_LAST = re.compile(rf"(?<!\s)\s+\(?{WITH.pattern}{MONEY.pattern}\s*\)?$", re.IGNORECASE)
POSSIBLE = re.compile(
    r"(?<!\s)\s+\(?(?:if|when)\s+(?:(?:it is |it's )?(?:possible|affordable|available)|i can\b.*|there\b.*)$", re.IGNORECASE
)
FILLER = re.compile(
    r"(?:(?:i |i'll |to |try |please |also |first |finally |buy |get |gain |take |a |an |the |one )\s*)+", re.IGNORECASE
)
NOTHING = ("nothing", "none")


class PlanError(ParseError):
    """A plan can't be understood."""


def read_plan(text: str, view: View, seat: int) -> TurnPlan:
    """Return the plan that `text` means in this game, for the hand that `seat` has now. Raise PlanError."""
    if len(text) > LONGEST_TEXT:
        raise PlanError(too_long(LONGEST_TEXT), text[:LONGEST_TEXT])
    hand = view.players[seat].hand or ()
    reader = Reader(text, names_in(view, seat), Counter({each.name: each.count for each in hand}), example(view, seat))
    return TurnPlan(text=text.strip(), steps=tuple(reader.steps()), hand=hand, come=view.players[seat].coming)


def names_in(view: View, seat: int) -> dict[str, str]:
    """Return what a plan can name, by the words for it."""
    names = [card for pile in view.piles for card in (*pile.cards, *([] if pile.cards else [pile.name]))]
    names += [each.name for each in view.landscapes if each.cost is not None]
    names += [each.name for each in view.players[seat].hand or ()]
    return {folded(name): name for name in names}


def example(view: View, seat: int) -> str:
    """Return a plan that could be written in this game, with an Action of this hand if there is one."""
    hand = [each.name for each in view.players[seat].hand or ()]
    plays = [words.example_play(name) for name in hand if "Action" in card_facts(name).types][:1]
    basic = [pile for pile in view.piles if pile.kind == "basic" and pile.cost.coins and not pile.cost.potion]
    dearest = sorted(basic, key=lambda pile: -pile.cost.coins)[:2]
    cheap = [pile for pile in basic if "Treasure" in card_facts(pile.name).types and pile not in dearest]
    buys = [words.example_buy(pile.name, pile.cost.coins) for pile in dearest]
    buys += [words.example_else(pile.name) for pile in sorted(cheap, key=lambda pile: pile.cost.coins)[:1]]
    return ", ".join([*plays, *buys])


class PlanPart(NamedTuple):
    """A part of the text between two separators, and its position; `both`: it is in addition to the part before, not instead of it;
    `either`: the next part is instead of it."""

    text: str
    start: int
    both: bool
    either: bool = False


def parts(text: str) -> list[PlanPart]:
    """Return what a plan says, one after the other."""
    found, start, both = [], 0, False
    for joint in (*JOINT.finditer(text), None):
        written = text[start : joint.start() if joint else len(text)]
        if written.strip():
            either = joint is not None and EITHER.match(text, joint.start()) is not None
            found.append(PlanPart(written.strip(), start + written.index(written.strip()), both, either))
        if joint:
            start, both = joint.end(), joint["both"] is not None
    return found


class Reader:
    """Reads one plan, part by part. `names`: what it can name, `hand`: the cards held and not yet played, `example`: a plan that
    could be written here."""

    def __init__(self, text: str, names: dict[str, str], hand: Counter[str], example: str) -> None:
        self.text = text
        self.names = names
        self.hand = hand
        self.example = example
        self.found: list[PlanStep] = []
        self.purchases: list[PlanPurchase] = []
        self.money: re.Match[str] | None = None
        self.wrong: list[PlanError] = []

    def steps(self) -> list[PlanStep]:
        said = parts(self.text)
        if not said:
            raise PlanError(words.empty_plan(self.example), self.text, ErrorSpan(0, len(self.text)))
        try:
            for part in said:
                self.part(*part)
            if self.money is not None:
                raise self.error(words.buy_what(self.example), said[-1].text, said[-1].start)
        except PlanError as error:
            self.wrong.append(error)
        if self.wrong:
            raise PlanError.together(self.wrong)
        self.close()
        return self.found

    def close(self) -> None:
        """Complete a buy."""
        if self.purchases:
            self.found.append(PlanStep(buy=tuple(self.purchases)))
            self.purchases = []

    def part(self, written: str, start: int, both: bool, either: bool) -> None:
        """Read the text between two separators."""
        link, last = LINK.match(written), False
        if link:
            both, last = both or link["both"] is not None, link["last"] is not None
            written, start = written[link.end() :], start + link.end()
        before = self.found[-1] if self.found and not self.purchases else None
        played = PLAY.match(written)
        if TREASURES.fullmatch(written):
            return
        first = not self.purchases and (before is None or before.play is not None)
        if played or (first and not either and self.plays(written)) or self.is_held(written):
            at = played.end() if played else 0
            self.play(written[at:], start + at, written, start)
        elif PAY.fullmatch(written):
            self.close()
            self.found.append(PlanStep(pay=True))
        elif END.fullmatch(written):
            if not self.purchases and not (before and before.buy):
                self.purchases.append(PlanPurchase(card=None, last=True))
            self.close()
        else:
            if both and self.money is None:
                self.close()
            self.purchase(written, start, last, link)

    def plays(self, written: str) -> bool:
        """Return whether this names an Action in hand, without the word "buy"."""
        name = self.names.get(folded(DRAWN.sub("", written)))
        return name is not None and name in self.hand and "Action" in card_facts(name).types

    def is_held(self, written: str) -> bool:
        """Return whether this names an Action "if I have it"."""
        name = self.names.get(folded(HELD.sub("", written))) if HELD.search(written) else None
        return name is not None and "Action" in card_facts(name).types

    def play(self, name: str, start: int, written: str, whole: int) -> None:
        """Read a play."""
        if self.purchases or any(step.buy or step.pay for step in self.found):
            raise self.error(words.PLAYS_FIRST, written, whole)
        waits = DRAWN.search(name)
        card = self.name(name[: waits.start()] if waits else name, start)
        self.found.append(PlanStep(play=card, if_drawn=waits is not None or not self.hand[card]))
        self.hand[card] -= self.hand[card] > 0

    def purchase(self, written: str, start: int, last: bool, link: re.Match[str] | None) -> None:
        """Read something to buy, or the money on which the next buy depends."""
        if last and not self.purchases:
            begin = start - (len(link[0]) if link else 0)
            raise self.error(words.else_without_purchase(self.example), self.text[begin : start + len(written)], begin)
        name, at = written, start
        money, self.money = self.money, None
        for _ in range(2):  # "buy with $6 a Gold", "if I have $6 buy Gold"
            for begins in (FILLER, MONEY_FIRST):
                if found := begins.match(name):
                    money = found if begins is MONEY_FIRST else money
                    name, at = name[found.end() :], at + found.end()
        for ends in (POSSIBLE, MONEY_LAST):
            if (found := ends.search(name)) and found.start():
                money = found if ends is MONEY_LAST else money
                name = name[: found.start()]
        if not name and money is not None:
            self.money = money
            return
        card = None if folded(name) in NOTHING else self.name(name, at)
        coins, potions = (int(money["coins"]), len(money["potions"])) if money is not None else (None, 0)
        self.purchases.append(PlanPurchase(card=card, coins=coins, potions=potions, last=last))
        if last:
            self.close()

    def name(self, written: str, start: int) -> str:
        """Return the card that a name means, or the beginning of only one card's name. Note an unknown name and return it
        unchanged, since what comes after it might be wrong as well."""
        key = folded(written)
        if key in self.names:
            return self.names[key]
        begun = sorted({name for each, name in self.names.items() if key and each.startswith(key)})
        if len(begun) == 1:
            return begun[0]
        likely = begun[:5] or [self.names[each] for each in near(key, self.names.keys(), 1, CLOSE_ENOUGH)]
        sentence = words.which_is_meant(likely) if begun else words.no_such_card(written.strip(), [*likely, None][0], self.example)
        error = self.error(sentence, written, start, *likely)
        if len(self.wrong) + 1 >= MOST_FAULTS:
            raise error
        self.wrong.append(error)
        return written

    def error(self, sentence: str, written: str, start: int, *meant: str) -> PlanError:
        """Return an error about these words, which might mean one of these names."""
        return PlanError(sentence, self.text, ErrorSpan(start, start + max(1, len(written)), meant))
