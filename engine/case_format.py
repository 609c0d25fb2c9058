"""The format of rules cases, which tests/cases/README.md explains to authors."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, ValidationError, ValidationInfo, model_validator

from engine.card import CARDS
from engine.mechanisms import TOKENS, ZONES
from engine.piles import PILES
from engine.setup import first_game
from engine.view import MovePhase

SPECTATOR = "spectator"
HIDDEN = "hidden"


class CaseError(Exception):
    """A case that can't be run as written. Its text names the file, the case and the field."""


@dataclass(frozen=True, slots=True)
class Words:
    """A list as a case writes it: `Copper, 2 Estate`; `nothing`; `Gold, ...` where more may follow."""

    items: tuple[str, ...]
    more: bool = False

    def __str__(self) -> str:
        return listed(self.items) + (", ..." if self.more else "")


def listed(items: tuple[str, ...] | list[str]) -> str:
    """Return a list in a case's notation, keeping its order."""
    runs: list[tuple[str, int]] = []
    for item in items:
        if runs and runs[-1][0] == item:
            runs[-1] = (item, runs[-1][1] + 1)
        else:
            runs.append((item, 1))
    return ", ".join(item if count == 1 else f"{count} {item}" for item, count in runs) or "nothing"


def read_words(text: Any) -> Words:
    """Read a list in a case's notation."""
    if not isinstance(text, str):
        raise ValueError("write a list as one line: Copper, 2 Estate")
    items: list[str] = []
    parts = [part.strip() for part in text.split(",")]
    more = parts[-1] == "..."
    for part in parts[:-1] if more else parts:
        found = re.fullmatch(r"(?:(\d+) +)?(\S.*)", part)
        if found is None:
            raise ValueError(f"“{text}” has an empty place between commas (an empty list is: nothing)")
        items += [found[2]] * int(found[1] or 1)
    return Words(() if items == ["nothing"] else tuple(items), more)


def a_card(name: Any) -> str:
    """Check that `name` names a card."""
    if name in CARDS:
        return str(name)
    near = get_close_matches(str(name), CARDS, 1)
    raise ValueError(f"there is no card called {name}" + (f"; did you mean {near[0]}?" if near else ""))


def read_cards(text: Any) -> Words:
    """Read a list of cards, each of which must exist."""
    words = read_words(text)
    for name in words.items:
        a_card(name)
    return words


def a_pile(name: Any) -> str:
    """Check that `name` names a pile, or a landscape that can have tokens like one."""
    return str(name) if name in PILES else a_card(name)


def a_mat(name: Any) -> str:
    """Check that `name` names a mat."""
    if name in (mats := [zone for zone in ZONES.values() if not zone.field]):
        return str(name)
    raise ValueError(f"there is no mat called {name} (mats: {', '.join(mats)})")


def a_token(name: Any) -> str:
    """Check that `name` names a kind of token."""
    if name in TOKENS:
        return str(name)
    raise ValueError(f"there are no tokens called {name} (tokens: {', '.join(TOKENS)})")


def read_piles(text: Any) -> tuple[str, ...]:
    """Read a list of piles: of single cards, or mixed."""
    return tuple(map(a_pile, read_words(text).items))


def read_amount(text: Any) -> int | Words:
    """Read a pile's number of cards, or the cards themselves."""
    if isinstance(text, str) and text.isdecimal():
        return int(text)
    if isinstance(text, str) and not re.match("-|$", text):
        return read_cards(text)
    raise ValueError("say how many cards there are, or of a mixed pile which, from the top down")


def read_names(text: Any) -> tuple[str, ...]:
    """Read a list of players."""
    return read_words(text).items


def read_players(text: Any) -> tuple[str, ...]:
    """Read the list of players in the game."""
    players = read_names(text)
    if not 2 <= len(players) <= 6 or len(set(players)) < len(players):
        raise ValueError("two to six players, each with a name of their own")
    if small := [name for name in players if not name[0].isupper()]:
        raise ValueError(f"{small[0]} is not capitalized, as players must be: that tells them from fields")
    return players


def read_steps(value: Any) -> Any:
    """Read answers in one line, `treasures; buy Gold`, as a list."""
    return [each.strip() for each in value.split(";")] if isinstance(value, str) else value


CardName = Annotated[str, BeforeValidator(a_card)]
Cards = Annotated[Words, PlainValidator(read_cards)]
List = Annotated[Words, PlainValidator(read_words)]
Names = Annotated[tuple[str, ...], PlainValidator(read_names)]
Players = Annotated[tuple[str, ...], PlainValidator(read_players)]
PileName = Annotated[str, BeforeValidator(a_pile)]
Piles = Annotated[tuple[str, ...], PlainValidator(read_piles)]
Amount = Annotated[int | Words, PlainValidator(read_amount)]
Answers = Annotated[list[str], BeforeValidator(read_steps), Field(min_length=1)]
ZoneName = Annotated[str, BeforeValidator(a_mat)]
TokenName = Annotated[str, BeforeValidator(a_token)]
Count = Annotated[int, Field(ge=0)]
Edition = Annotated[Literal[1, 2], BeforeValidator(lambda text: int(text) if text in ("1", "2") else text)]


class Model(BaseModel):
    """Base of the format's parts: field names are written with spaces, and unknown ones are rejected."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, alias_generator=lambda name: name.replace("_", " "), populate_by_name=False
    )


class WithSeats(Model):
    """Facts about players by name, beside other fields: players are capitalized, fields aren't."""

    @model_validator(mode="before")
    @classmethod
    def gather(cls, data: Any, info: ValidationInfo) -> Any:
        """Move the facts about players into `seats`."""
        if not isinstance(data, dict):
            return data
        names = {key: value for key, value in data.items() if key[:1].isupper()}
        known = (info.context or {}).get("players", ())
        if unknown := [name for name in names if name not in known]:
            raise ValueError(f"no one called {unknown[0]} plays here (players: {', '.join(known)})")
        rest = {key: value for key, value in data.items() if key not in names}
        return rest | {"seats": names} if names else rest


class SeatStart(Model):
    """What a player has at the start; nothing by default."""

    hand: Cards = Words(())
    deck: Cards = Words(())
    discard: Cards = Words(())
    in_play: Cards = Words(())
    set_aside: Cards = Words(())
    mats: dict[ZoneName, Cards] = {}
    vp: Count = 0
    debt: Count = 0
    tokens: dict[TokenName, Count] = {}
    turns: Count = 0


class Start(WithSeats):
    """The position that a case starts from."""

    dealt: bool = False
    turn: str | None = None
    phase: MovePhase | None = None
    actions: Count | None = None
    buys: Count | None = None
    coins: Count | None = None
    potions: Count | None = None
    supply: dict[PileName, Amount] = {}
    tokens: dict[PileName, dict[str, Count]] = {}
    trash: Cards = Words(())
    seats: dict[str, SeatStart] = {}

    @property
    def amid(self) -> bool:
        """Return whether the case starts in the middle of a turn."""
        return any(each is not None for each in (self.phase, self.actions, self.buys, self.coins, self.potions))


class AskFacts(Model):
    """Expected facts about a question."""

    to: str | None = None
    of: str | None = None
    or_to: str | None = None
    kind: str | None = None
    card: CardName | None = None
    because: Cards | None = None
    prompt: str | None = None
    options: List | None = None
    minimum: Count | None = None
    maximum: Count | None = None
    preselected: List | None = None
    owed: bool | None = None
    sealed: bool | None = None


def read_asks(value: Any) -> Any:
    """Read expected questions: `discard`, or its facts, or a list of these."""
    each = value if isinstance(value, list) else [value]
    return [{"to": one} if isinstance(one, str) else one for one in each]


Asks = Annotated[list[AskFacts], BeforeValidator(read_asks)]


class SeatFacts(Model):
    """Expected facts about a player."""

    hand: Cards | None = None
    deck: Cards | None = None
    discard: Cards | None = None
    in_play: Cards | None = None
    set_aside: Cards | None = None
    owns: Cards | None = None
    hand_size: Count | None = None
    deck_size: Count | None = None
    discard_size: Count | None = None
    discard_top: CardName | Literal["nothing"] | None = None
    mats: dict[ZoneName, Cards] = {}
    tokens: dict[TokenName, Count] = {}
    vp: Count | None = None
    debt: Count | None = None
    turns: Count | None = None
    resigned: bool | None = None
    points: int | None = None
    rank: int | None = None


class SeatSight(Model):
    """What someone should see about a player."""

    hand: Cards | Literal["hidden"] | None = None
    hand_size: Count | None = None
    deck_size: Count | Literal["hidden"] | None = None
    discard_top: CardName | Literal["nothing"] | None = None
    in_play: Cards | None = None
    set_aside: Cards | None = None
    mats: dict[ZoneName, Cards | Literal["hidden"]] = {}
    vp: Count | None = None
    debt: Count | None = None


class Sight(WithSeats):
    """What someone should see of the game; `holds` and `lacks` are about everything in it, including the log, except the piles."""

    seats: dict[str, SeatSight] = {}
    holds: List = Words(())
    lacks: List = Words(())
    phase: str | None = None
    possessor: str | None = None
    waiting_for: Names | None = None
    owing: Names | None = None
    answered: Names | None = None
    treasures_give: Count | None = None
    log: list[str] = []


class Facts(WithSeats):
    """Expected facts."""

    seats: dict[str, SeatFacts] = {}
    turn: str | None = None
    turn_number: Count | None = None
    phase: str | None = None
    actions: Count | None = None
    buys: Count | None = None
    coins: Count | None = None
    potions: Count | None = None
    supply: dict[PileName, Amount] = {}
    tokens: dict[PileName, dict[str, Count]] = {}
    costs: dict[CardName, str] = {}
    empty_piles: Count | None = None
    trash: Cards | None = None
    asked: dict[str, Asks] | None = None
    over: bool | None = None
    reason: str | None = None
    winners: Names | None = None
    log: list[str] = []
    sees: dict[str, Sight] = {}


class Step(Model):
    """One step: a player answers, some answers must be rejected or accepted, or facts are checked."""

    player: str | None = None
    answers: Answers = []
    refused: dict[str, Answers] | None = None
    allowed: dict[str, Answers] | None = None
    expect: Facts | None = None

    @model_validator(mode="before")
    @classmethod
    def one_thing(cls, data: Any, info: ValidationInfo) -> Any:
        """Read `Ada: play Militia` as a player's answer."""
        if not isinstance(data, dict) or len(data) != 1:
            raise ValueError("a step is one thing: `Ada: end turn`, or expect, refused or allowed")
        ((key, value),) = data.items()
        return {"player": key, "answers": value} if key[:1].isupper() else data

    def __str__(self) -> str:
        if self.player is not None:
            return f"{self.player}: {'; '.join(self.answers)}"
        return next(name for name in ("refused", "allowed", "expect") if getattr(self, name) is not None)


class Case(Model):
    """One rules case."""

    case: str = Field(min_length=1)
    rule: str | None = None
    edition: Edition = 2
    players: Players = ("Ada", "Ben")
    kingdom: Piles | None = None
    landscapes: Names = ()
    extras: dict[str, str] = {}
    optional: Names = ()
    start: Start = Start()
    shuffles: dict[str, list[Cards]] = {}
    then: list[Step] = []

    @model_validator(mode="after")
    def fits(self) -> Case:
        """Check what can only be checked on the whole case."""
        named = {*self.shuffles, *([self.start.turn] if self.start.turn else [])}
        for step in self.then:
            named |= {step.player} if step.player is not None else set()
            named |= {*(step.refused or ()), *(step.allowed or ())}
            if step.expect is not None:
                facts = step.expect
                named |= {*(facts.asked or ()), *(facts.winners or ()), *(set(facts.sees) - {SPECTATOR})}
                named |= {facts.turn} if facts.turn is not None else set()
        if strangers := sorted(named - set(self.players)):
            raise ValueError(f"no one called {strangers[0]} plays here (players: {', '.join(self.players)})")
        if self.start.dealt and (self.start.amid or self.start.seats):
            raise ValueError("start: a dealt game begins as the rules say; leave out what players have and whose phase it is")
        if not any(step.expect or step.refused or step.allowed for step in self.then):
            raise ValueError("then: nothing is expected, so nothing can differ")
        return self

    @property
    def piles(self) -> tuple[str, ...]:
        """Return the Kingdom: by default the one for a first game."""
        return self.kingdom if self.kingdom is not None else first_game(self.edition)


class Loader(yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader):  # type: ignore[misc]
    """YAML in which every scalar is a string (`Ben: no` isn't a boolean), and no key appears twice."""

    yaml_implicit_resolvers: dict[str, Any] = {}

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        """Make a mapping as usual, but reject a repeated key: YAML would silently drop the first."""
        for key, count in Counter(key.value for key, _ in node.value).items():
            if count > 1:
                raise yaml.constructor.ConstructorError(None, None, f"“{key}” is there twice", node.start_mark)
        return super().construct_mapping(node, deep)


def load(path: Path) -> list[Case]:
    """Return the cases of a file. Raises CaseError if any is invalid."""
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), Loader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise CaseError(f"{path}: {error}") from error
    if not isinstance(raw, list) or not raw:
        raise CaseError(f"{path}: a file of cases is a list: - case: …")
    cases = [_case(path, number, each) for number, each in enumerate(raw, 1)]
    for name, count in Counter(case.case for case in cases).items():
        if count > 1:
            raise CaseError(f"{path}: {count} cases are called “{name}”")
    return cases


def _case(path: Path, number: int, raw: Any) -> Case:
    name = raw.get("case") if isinstance(raw, dict) else None
    where = f"{path}: " + (f"case “{name}”" if name else f"case number {number}")
    try:
        players = read_names(raw["players"]) if isinstance(raw, dict) and "players" in raw else Case.model_fields["players"].default
        return Case.model_validate(raw, context={"players": players})
    except ValidationError as error:
        lines = [f"{where}: {_field(each['loc'])}{_words(each)}" for each in error.errors()]
        raise CaseError("\n".join(lines)) from error
    except ValueError as error:
        raise CaseError(f"{where}: players: {error}") from error


def _field(loc: tuple[str | int, ...]) -> str:
    """Return where something is in a case: `then, step 3, expect, Ada, hand: `."""
    parts: list[str] = []
    for part, before in zip(loc, (None, *loc), strict=False):
        if isinstance(part, int):
            parts.append(f"step {part + 1}" if before == "then" else f"number {part + 1}")
        elif part not in ("seats", "[key]") and not re.search(r"[\[(]", part):
            parts.append(part)
    return ", ".join(parts) + ": " if parts else ""


def _words(error: Any) -> str:
    """Return what is wrong, in words."""
    if error["type"] == "extra_forbidden":
        return "there is no such field"
    return str(error["msg"]).removeprefix("Value error, ")
