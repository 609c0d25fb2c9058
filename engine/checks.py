"""Invariants of every game at every moment, checked by fuzzing. `always` looks at the current game. The others try something on a
copy: saving, swapping hidden cards, answering illegally, undoing, stopping. Each raises Violation, whose sentence says what is
wrong.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from engine.core import Core
from engine.decision import Ask
from engine.errors import EngineError
from engine.game import Game, digest
from engine.mechanisms import TOKENS, ZONES, Zone
from engine.save import Save, Snapshot
from engine.visibility import sees

if TYPE_CHECKING:
    from engine.log import LogEntry, LogLine
    from engine.piles import Copy
    from engine.player import Player


class Violation(Exception):
    """An invariant that doesn't hold."""


def demand(holds: bool, fault: str) -> None:
    """Raise Violation unless `holds`."""
    if not holds:
        raise Violation(fault)


def alike(one: str, two: str, fault: str) -> None:
    """Raise Violation if two texts differ, showing where."""
    if one != two:
        at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        raise Violation(f"{fault}: …{one[max(0, at - 60) : at + 40]}… or …{two[max(0, at - 60) : at + 40]}…")


# at every moment


def always(core: Core, totals: dict[str, int]) -> None:
    """Check that each copy is in exactly one zone, that none appears or disappears, that nothing is negative, and that the open
    decisions can be answered."""
    stacks = [pile.stack for pile in core.piles.values() if pile.stack is not None]
    zones = [*(zone for player in core.players for zone in player.zones()), core.trash, *stacks]
    copies = [copy for zone in zones for copy in zone]
    demand(len(set(map(id, copies))) == len(copies), "a copy is in two places")
    counts = Counter([copy.printed.name for copy in copies])
    for pile in core.piles.values():
        if pile.stack is None:
            counts[pile.card.name] += pile.count
        demand(pile.count >= 0 and (pile.stack is None or pile.count == len(pile.stack)), f"{pile} miscounts")
    if counts != totals:
        wrong = {name: (counts[name], totals.get(name, 0)) for name in counts | totals if counts[name] != totals.get(name, 0)}
        raise Violation(f"copies (there are, should be): {wrong}")
    for player in core.players:
        numbers = (player.actions, player.buys, player.coins, player.potions, *(player.token(name) for name in TOKENS))
        demand(min(numbers) >= 0, f"{player} has less than nothing: {numbers}")
        aside = set(map(id, player.aside))
        demand(all(id(copy) in aside for effect in player.later for copy in effect.cards), "what is set aside is elsewhere")
    demand((core.phase == "over") != bool(unanswered(core)), "a game waits for someone until it is over")


def unanswered(core: Core) -> list[Ask[Any]]:
    """Return the open decisions without an answer."""
    return [ask for ask in core.decisions() if ask.answer is None]


def answerable(ask: Ask[Any]) -> None:
    """Check that an open decision offers enough options, each id once, and accepts its preselected answer and the one for resigned
    players. (A decision that allows only an empty answer is still asked if skipping it would reveal that.)"""
    choices = ask.choices()
    ids = [choice.id for choice in choices]
    demand(len(set(ids)) == len(ids), f"an id is offered twice: {ids}")
    demand(all(choice.count > 0 for choice in choices), f"an option can't be chosen: {choices}")
    if ask.follow is not None:
        answerable(ask.follow)
    offered = sum(choice.count for choice in choices)
    demand(0 <= ask.minimum <= ask.maximum <= offered, f"{ask.prompt}: {offered} offered, {ask.minimum} to {ask.maximum} asked")
    if ask.preselected:
        ask.check(ask.preselected)
    ask.check(ask.least())
    demand(not ask.player.game.players[ask.decider].resigned, "a decision waits for someone who resigned")


# what to compare


def everything(game: Game) -> tuple[object, ...]:
    """Return all of a game's state that an illegal answer could touch."""
    core = game.core
    zones = [[copy.card.name for copy in zone] for player in core.players for zone in player.zones()]
    asks = [(ask.id, ask.answer) for ask in core.decisions()]
    return digest(core), zones, asks, len(game.journal), len(game.log), view(game, core.current.controller)


def some_viewers(game: Game, chance: random.Random) -> tuple[int | None, ...]:
    """Return the viewers for this check: a spectator, the player on turn, and another seat."""
    return None, *dict.fromkeys((game.core.current.controller, chance.randrange(len(game.core.players))))


def view(game: Game, viewer: int | None) -> str:
    """Return exactly what one viewer sees."""
    return game.view(viewer).model_dump_json()


def unnumbered(game: Game, viewer: int | None) -> str:
    """Return one viewer's view without the decisions' numbers, since an undo uses new ones."""
    return re.sub(r'"id":\d+', "", view(game, viewer))


def lines(game: Game, viewer: int | None, start: int) -> list[str]:
    """Return the log from entry number `start` on, as `viewer` sees it."""
    return [repr(each.line(viewer)) for each in logged(game, start)]


def logged(game: Game, start: int) -> list[LogEntry]:
    """Return the log from entry number `start` on."""
    return [each for each in game.log if each.public.number >= start]


# on a copy


def reloaded(game: Game, chance: random.Random) -> Game:
    """Return the game restored from its save, with the questions and the log so far."""
    text = game.save().model_dump_json()
    again = Game.load(Save.model_validate_json(text))
    for viewer in some_viewers(game, chance):
        alike(view(again, viewer), view(game, viewer), "a loaded game shows something else")
    demand(digest(again.core) == digest(game.core), "a loaded game is another")
    demand(again.decisions == game.decisions, "a loaded game asks something else")
    demand(again.mark == game.mark, "a loaded game seems to have moved on")
    demand(again.save() == game.save(), "a loaded game is saved differently")
    return again


def same(game: Game, other: Game, chance: random.Random) -> None:
    """Check that two games that went the same way are in the same state."""
    demand(digest(game.core) == digest(other.core), "after the same answers a loaded game is another")
    for viewer in some_viewers(game, chance):
        alike(view(game, viewer), view(other, viewer), "after the same answers a loaded game shows something else")


def hides(game: Game, chance: random.Random) -> None:
    """Check that no view depends on what it must hide."""
    for viewer in some_viewers(game, chance):
        other = Game.load(game.save())
        for player in other.core.players:
            swap(player, viewer, chance)
        for pile in other.core.piles.values():
            if pile.stack is not None and not pile.in_order:
                below = pile.stack[:-1]
                chance.shuffle(below)
                pile.stack[:-1] = below
        alike(view(other, viewer), view(game, viewer), f"the view of seat {viewer} depends on what that seat can't see")


def hides_after(game: Game, ask: Ask[Any], ids: Sequence[str], chance: random.Random) -> None:
    """Check that later questions, and the log about them, don't depend on hidden cards unless something was revealed: the way the
    game goes must not give away a hand."""
    if ask.kind not in ("turn", "react"):
        return
    involved = {ask.decider, ask.player.seat, *engaged(game.core), *reacting(game)}
    viewer = chance.choice([None, ask.decider])
    first, second = Game.load(game.save()), Game.load(game.save())
    for player in second.core.players:
        if player.seat not in involved:
            swap(player, viewer, chance)
    start = first.core.logged
    seat = ask.decider
    for each in (first, second):
        each.answer(seat, ask.id, ids)
    told, told_too = lines(first, viewer, start), lines(second, viewer, start)
    differing = next((i for i, (one, two) in enumerate(zip(told, told_too, strict=False)) if one != two), None)
    if first.over or second.over:
        return
    if differing is None:
        demand(told == told_too, f"what goes on tells seat {viewer} what others hold: {told} or {told_too}")
        alike(view(first, viewer), view(second, viewer), f"what is asked tells seat {viewer} what others hold")
    else:
        shown = logged(first, start)[: differing + 1]
        demand(
            any(entry.public.kind in TELLING for entry in shown),
            f"the log tells seat {viewer} what others hold: {told}, {told_too}",
        )


def teaches_nothing_freely(game: Game, ask: Ask[Any], ids: Sequence[str], chance: random.Random) -> None:
    """Check that the decider can't freely undo an answer that has taught them something they couldn't see before."""
    seat = ask.decider
    first, second = Game.load(game.save()), Game.load(game.save())
    start = first.core.logged
    first.answer(seat, ask.id, ids)
    if not first.undoable(seat):
        return
    involved = {ask.player.seat, *engaged(game.core)} if game.core.playing is not None else set[int]()
    for player in second.core.players:
        if player.seat not in involved:
            swap(player, seat, chance)
    second.answer(seat, ask.id, ids)
    told, told_too = lines(first, seat, start), lines(second, seat, start)
    demand(told == told_too, f"seat {seat} can undo freely what tells it something: {told} or {told_too}")
    alike(unnumbered(first, seat), unnumbered(second, seat), f"seat {seat} can undo freely what shows it something")


def hides_own_hand(game: Game, ask: Ask[Any], ids: Sequence[str], chance: random.Random) -> None:
    """Check that what others see of a turn doesn't depend on the hidden cards of the player on turn, beyond what that player shows:
    play the same turn with another hand, deck and discard pile, as far as possible, up to the answer `ids` to `ask`."""
    core = game.core
    seat, start = core.current.seat, game.snapshots[-1] if game.snapshots else None
    answers = game.save().entries
    if ask.kind != "turn" or start is None or ask.decider != seat or any(entry.kind != "answer" for entry in answers):
        return
    named = {id.partition(":")[2] or id for entry in answers for id in entry.ids} | {id.partition(":")[2] for id in ids}
    twin = Game.load(Save(setup=game.setup, seed=game.seed.hex(), snapshot=dealt_again(start, seat, named, chance), entries=()))
    own = Game.load(Save(setup=game.setup, seed=game.seed.hex(), snapshot=start, entries=()))
    if own.core.current.controller != seat:
        return  # the latest snapshot is of an earlier turn, in which someone else saw this hand
    if any(line.public.kind in TELLING for each in (own, twin) for line in each.log if line.public.turn == game.turn):
        return  # the rules show cards at the start of the turn
    viewer = chance.choice([None, *(player.seat for player in core.players if player.seat != seat)])
    tops = [each.core.players[seat].discard_pile[-1:] for each in (own, twin)]
    for entry in [*answers, None]:
        decider, given = (entry.seat, entry.ids) if entry is not None else (ask.decider, ids)
        asked = [next((open for open in unanswered(each.core) if open.decider == decider), None) for each in (own, twin)]
        from_line = own.core.logged
        if None in asked or len({(each.kind, each.purpose) for each in asked if each is not None}) > 1:
            return  # the other hand leads to a different question, or an answer was changed
        for each, question in zip((own, twin), asked, strict=True):
            try:
                assert question is not None
                each.answer(question.decider, question.id, given)
            except EngineError:
                return  # the other hand can't play this turn
        uneven = len({asked_again(each, question) is None for each, question in zip((own, twin), asked, strict=True)}) > 1
        if uneven:
            for each, question in zip((own, twin), asked, strict=True):
                decline(each, question)
        new = [entry.public for each in (own, twin) for entry in logged(each, from_line)]
        if SHOWING & {*given} or own.over or twin.over or any(map(shows, new)):
            return  # from here on the rules let everyone see the difference
        if any(uncovered(each.core.players[seat].discard_pile, top) for each, top in zip((own, twin), tops, strict=True)):
            return  # the same goes for the card below the one that was on top
        told, told_too = (lines(each, viewer, from_line) for each in (own, twin))
        demand(told == told_too, f"the log tells seat {viewer} what the one on turn holds: {told}, {told_too}")
        alike(unnumbered(own, viewer), unnumbered(twin, viewer), f"what seat {viewer} sees depends on the hand of the one on turn")
        if uneven:
            return  # the answers so far are to questions that only one of the hands led to


def asked_again(game: Game, question: Ask[Any] | None) -> Ask[Any] | None:
    """Return the same question about another card, if it's asked again and can be declined: only its player sees how often."""
    for ask in unanswered(game.core):
        if question is not None and (ask.decider, ask.kind, ask.purpose) == (question.decider, question.kind, question.purpose):
            return ask if "no" in {choice.id for choice in ask.choices()} else None
    return None


def decline(game: Game, question: Ask[Any] | None) -> None:
    """Decline a question each time it's asked again."""
    while (again := asked_again(game, question)) is not None:
        game.answer(again.decider, again.id, ["no"])


def uncovered(pile: Sequence[Copy], top: Sequence[Copy]) -> bool:
    """Return whether the card on `top` of a discard pile has left it, so that others see the one below."""
    return bool(pile) and not {*map(id, top)} <= {*map(id, pile)}


def dealt_again(start: Snapshot, seat: int, keep: Collection[str], chance: random.Random) -> Snapshot:
    """Return the start of a turn with a seat's hand, deck and discard pile below the top mixed, except for one copy in hand of each
    card to `keep`."""
    players = [dict(player) for player in start.state["players"]]
    mine = players[seat]
    hand, rest = [], list(mine["hand"])
    for name in keep:
        if name in rest:
            rest.remove(name)
            hand.append(name)
    below, top = mine["discard_pile"][:-1], mine["discard_pile"][-1:]
    pool = [*mine["deck"], *rest, *below]
    chance.shuffle(pool)
    size = len(mine["hand"]) - len(hand)
    mine["hand"], pool = [*hand, *pool[:size]], pool[size:]
    mine["discard_pile"], mine["deck"] = [*pool[: len(below)], *top], pool[len(below) :]
    return start.model_copy(update={"state": start.state | {"players": players}})


SHOWING = frozenset({"treasures", "end"})
"""Moves that show part of a player's hand: all Treasures in it, and in Clean-up the top card of the discard."""
TELLING = frozenset({"reveal", "discard", "trash", "aside", "over"})
"""Kinds of log lines in which the rules make something public."""


def shows(line: LogLine) -> bool:
    """Return whether the rules make something public there: moving a card can show the only other one in hand."""
    return line.kind in TELLING or (line.kind == "put" and bool(line.cards))


def engaged(core: Core) -> set[int]:
    """Return the seats with cards that an unfinished question or effect is about, or that a possessor will soon see (R63)."""
    seats = {ask.player.seat for ask in core.decisions()}
    seats |= {extra.seat for extra in core.extra_turns if extra.possessor is not None}
    play = core.playing
    while play is not None:
        seats |= {play.player.seat, *play.prepared}
        play = play.cause
    return seats


def reacting(game: Game) -> set[int]:
    """Return the seats that have chosen a Reaction this turn: its turn might still come."""
    chosen = (entry for entry in game.save().entries if entry.ids and entry.ids[0].startswith("react:"))
    return {entry.seat for entry in chosen if entry.seat is not None}


def unseen(player: Player, viewer: int | None) -> list[list[Copy]]:
    """Return the parts of a player's zones that `viewer` can't see, according to the zones' declarations; the top of a discard pile
    can always be seen. (Whether cards set aside can be seen depends on what they are for.)"""
    own = viewer in (player.seat, player.controller)
    zones = [zone for zone in ZONES.values() if not sees(zone, own=own) and zone not in (Zone.DECK, Zone.DISCARD)]
    return [player.deck, player.discard_pile, *(player.zone(zone) for zone in zones if zone.field or zone in player.mats)]


def swap(player: Player, viewer: int | None, chance: random.Random) -> None:
    """Mix a player's copies that `viewer` can't see. Sizes stay the same, and so does what the discard pile shows: in Clean-up,
    others see the card below the hand. The player has seen the card below one that they gain, and sees it again if the gained card
    moves on."""
    pile, turn = player.discard_pile, player.game.turn
    under = [place for place, copy in enumerate(pile) if copy in turn.hand]
    shown = {len(pile) - 1, max((place for place in range(len(pile)) if place not in under), default=-1)}
    if player.seat == viewer:
        shown.add(len(pile) - 2)
    places = [
        (zone, place) for zone in unseen(player, viewer) for place in range(len(zone)) if zone is not pile or place not in shown
    ]
    pool = [zone[place] for zone, place in places]
    chance.shuffle(pool)
    for (zone, place), copy in zip(places, pool, strict=True):
        zone[place] = copy
    if under:
        turn.hand = [pile[place] for place in under]


def refuses(game: Game, chance: random.Random) -> None:
    """Check that illegal answers are rejected with a reason and change nothing."""
    before = everything(game)
    for ask in game.core.decisions():
        ids = [choice.id for choice in ask.choices()]
        legal = chance.sample(ids, min(len(ids), max(1, ask.minimum)))
        wrong_seat = chance.choice([seat for seat in range(-1, len(game.core.players)) if seat != ask.decider])
        tries: list[tuple[int, int, list[str]]] = [
            (ask.decider, ask.id, [*legal[1:], "no such thing"]),
            (ask.decider, ask.id, [id for choice in ask.choices() for id in [choice.id] * (choice.count + 1)] or ["no"]),
            (ask.decider, ask.id, (ids[:1] or ["no"]) * (ask.maximum + 1)),
            (wrong_seat, ask.id, legal),
            (ask.decider, ask.id + game.core.asked, legal),
            (ask.decider, 0, legal),
        ]
        if ask.minimum:
            tries.append((ask.decider, ask.id, [] if ask.follow is None or ask.follow.minimum else ["no", "no"]))
        for seat, decision, answer in tries:
            try:
                game.answer(seat, decision, answer)
            except EngineError as error:
                demand(bool(error.reason), "an answer is refused without a reason")
            else:
                raise Violation(f"an illegal answer was accepted: {answer} to {ask.prompt} by seat {seat}, decision {decision}")
    demand(everything(game) == before, "an illegal answer changed something")


def takes_back(game: Game, chance: random.Random, totals: dict[str, int]) -> None:
    """Check that undoing answers and giving them again leads to the same state, and that undoing past a shuffle leaves a sound
    game."""
    for seat in range(len(game.core.players)):
        if free := game.undoable(seat):
            copy = Game.load(game.save())
            count = chance.choice([count for count in range(1, free + 1) if game.answers[-count].seat == seat])
            again = [entry for entry in copy.journal if entry.kind == "answer"][-count:]
            copy.undo(count, seat)
            for entry in again:
                ask = next((ask for ask in unanswered(copy.core) if ask.fingerprint() == entry.asked), None)
                if ask is None:
                    raise Violation(f"after an undo, the question answered by {entry.ids} is no longer asked")
                copy.answer(ask.decider, ask.id, entry.ids)
            for viewer in some_viewers(game, chance):
                alike(unnumbered(game, viewer), unnumbered(copy, viewer), "answers taken back and given again lead elsewhere")
    copy = Game.load(game.save())
    before = everything(copy)
    try:
        copy.undo(chance.randint(1, 8), 0)
    except EngineError:
        demand(everything(copy) == before, "a refused undo changed something")
        return
    always(copy.core, totals)
    reloaded(copy, chance)


def stops(game: Game, totals: dict[str, int], chance: random.Random, end: Callable[[Game], None]) -> None:
    """Check that at any moment the game can be ended, or a seat can resign, and that the game is then sound and scored."""
    copy = Game.load(game.save())
    end(copy)
    always(copy.core, totals)
    if copy.over:
        result = copy.result
        demand(result is not None and bool(result.winners), "no one wins a game that is over")
    reloaded(copy, chance)
