"""Most of the texts that people see: the panels of some games, all pages of rules, and refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain

from cogs import text
from cogs.commands.kingdom import KingdomChoice, WrongRequest, proposals, requested
from cogs.panels import (
    board,
    cards,
    consent,
    following,
    hand,
    history,
    late,
    leaving,
    likes,
    lobby,
    log,
    notes,
    open_seats,
    places,
    recap,
    rules,
    score,
    settings,
    stats,
    turn_lines,
    why,
)
from cogs.panels import table as tables_panels
from cogs.panels.blocks import Attachment, Button, ForAll, ForOne, Id, Menu, PeopleMenu, Row, Text
from cogs.panels.history import GameSearch, Listed
from cogs.panels.rules import Page
from cogs.panels.settings import Layers
from cogs.text import ahead as text_ahead
from cogs.text import history as text_history
from cogs.text import proposals as text_proposals
from cogs.text import setup as text_setup
from engine import Game, KingdomRequest, MatchKind, all_cards, all_terms, recommended_sets
from engine.card import CARDS, Type
from engine.cards.recommended import EXPANSIONS, FLAG_CARDS
from engine.mechanisms import LANDSCAPES, TOKENS
from engine.piles import PILES
from engine.view import Result
from storage.lateness import Lateness, LateVote, Pace
from storage.models import Newcomer, Proposal
from storage.records import WHOLE
from tables import AutoAnswers, Person, TableView
from tables.auto_answers import DEFAULTS
from tables.errors import ParseError
from tables.history import (
    Figures,
    FinishedGame,
    GameRecord,
    HeadToHead,
    Rating,
    RatingChange,
    SeatRecord,
    Skill,
    Statistics,
    Subject,
    Uncounted,
    subject_of,
)
from tables.models import GamesFile, PersonSettings, UndoCost
from tests.cogs import test_panels
from tests.storage.test_records import game as played_game

PEOPLE = ("Άδα", "Βίων", "Κλειώ", "Δίων", "Εύα", "Ζωή")
"""Names in other alphabets."""
FINGERPRINT = "c" * 16
"""The part of the seed's fingerprint shown in `test_panels`."""
GAMES, STEPS = 4, 60
NOW = datetime(2026, 1, 1, tzinfo=UTC)
OWN = ("Kingdom", "Seneschal", "SHA", "Discord", "Long enough.", "!Witch or Militia")
"""Names of tools, and words as people type them."""
REQUESTS = (
    "Wich, !Atack",
    "2 Events, 1 Landmark, 0 Events",
    "Witch, !Attack, Delve, Wedding, Tax",
    "5 Alchemy, 6 Empires",
    "!Dominion, !Alchemy, !Empires",
    "3 Empires with Moat, !Witch and Militia",
    "Allies, Intrigue, Kourtier, Copper, 2 Moat, !2 Moat, 11 Attack, 3-2 Attack, 1E, 2E, Moat or, , xyzzy",
    "2E, Woodcutter",
    "1 Event, Delve, Wedding",
    "!Events, Delve",
    "Frist Game",
    "Last kingdom",
    "Saved: xyzzy",
    "Deck Top, Moat",
)


def names() -> list[str]:
    """Return what is never translated: names of cards, types, tokens and sets; what people type; a fingerprint."""
    recommended = [name for each in recommended_sets() for name in (each.name, each.title)]
    for each in recommended_sets():
        for part in (each.kingdom, *each.landscapes.values()):
            recommended += chain.from_iterable(part.values())
    recommended += chain.from_iterable(cards for _, cards in FLAG_CARDS.values())
    sets = {*EXPANSIONS, *(card.set for card in CARDS.values())}
    tokens = [name for name, token in TOKENS.items() if not token.field]
    return [*CARDS, *PILES, *Type, *LANDSCAPES, *tokens, *sets, *recommended, *OWN, FINGERPRINT]


def words_of(shown: ForAll | ForOne) -> Iterator[str]:
    """Yield the words of one panel."""
    for block in shown.panel.blocks:
        match block:
            case Text(content):
                yield content
            case Row(items):
                yield from (item.label for item in items)
            case Menu(placeholder=placeholder, choices=choices):
                yield placeholder
                yield from chain.from_iterable((choice.label, choice.description) for choice in choices)
            case PeopleMenu(placeholder=placeholder):
                yield placeholder
            case Attachment(alt=alt):
                yield alt


def panels() -> Iterator[str]:
    """Yield the words of a great many panels."""
    test_panels.NAMES = PEOPLE
    for shown in chain(pages(), auto_answers(), statistics(), *(played(2 + seed % 3, seed) for seed in range(GAMES))):
        yield from words_of(shown)


def pages() -> Iterator[ForAll]:
    """Yield all pages that can be looked up."""
    for facts in all_cards():
        yield rules.page(Page(MatchKind.CARD, facts.name), edition=1)
    for term in all_terms():
        yield rules.page(Page(MatchKind.TERM, term.name), edition=2)
    for name in {facts.set for facts in all_cards()}:
        yield rules.page(Page(MatchKind.SET, name), trail=("card:Moat",))
    for each in recommended_sets():
        yield rules.page(Page(MatchKind.RECOMMENDED, each.name))
    yield rules.page(Page(rules.SEARCH, "xyzzy"))


def auto_answers() -> Iterator[ForOne]:
    """Yield the panels of auto-answers, likes and bans."""
    for discards, react in (((), "always"), (("Curse", "Copper"), "ask"), (("Curse", "Victory"), "never")):
        answers = {"Vassal:play": "yes", "Moat:reveal": "no"}
        said = AutoAnswers(discards=discards, react=react, reactions={"Moat": "ask"}, answers=answers)
        held = Layers(DEFAULTS.model_copy(update=said.model_dump(exclude_none=True)))
        yield settings.settings(held, 100, table=None)
        yield settings.more(held, 100, table=None)
    yield settings.drawn("dark", 100, listed=False)
    yield settings.reaction("Moat", AutoAnswers(), 100, None)
    only = AutoAnswers(reactions={"Moat": "never", "Moat: Witch": "ask"})
    yield settings.reaction("Moat", only, 100, None)
    yield settings.more(Layers(DEFAULTS.model_copy(update=only.model_dump(exclude_none=True))), 100, table=None)
    yield likes.likes(PersonSettings(ban=("Witch", "Attack"), like=("Village",)), 100)


def statistics() -> Iterator[ForOne]:
    """Yield statistics and ratings."""
    won, lost = (Figures(games=9, won=won * WHOLE, fair=4 * WHOLE, points=300, turns=99) for won in (7, 1))
    openings = tuple(((card, "Silver"), won) for card in ("Moat", "Militia", "Witch", "Village", "Smithy", "Market"))
    sides = {"Moat": won, "Witch": lost}
    found = Statistics(finished=12, seats=won, openings=openings, having=sides, against=sides)
    nothing = Statistics(finished=0, seats=Figures(), openings=(), having={}, against={})
    ratings = [
        Rating(player=100 + number, name=PEOPLE[number], skill=Skill(25.0, sigma), games=9, rank=rank)
        for number, (sigma, rank) in enumerate(((8.0, 1), (5.0, 2), (3.0, None)))
    ]
    game = played_game(1, 100, 101)
    before, after = Skill(25.0, 8.0), Skill(26.0, 7.0)
    changes = [RatingChange(record=record, at=NOW, before=before, after=after) for record in (game, None)]
    for name in ("", PEOPLE[1]):
        for about in (Subject("person", 100), Subject("server", 7), Subject("kingdom", "k"), Subject("card", "Moat")):
            yield stats.cards(found, about, name, 100)
            yield stats.openings(found, about, name, 100)
        yield stats.versus(
            HeadToHead(games=9, ahead=5, behind=3, level=1, first=won, second=lost), (name, PEOPLE[2]), subject_of(102), 100
        )
        yield stats.versus(
            HeadToHead(games=0, ahead=0, behind=0, level=0, first=won, second=lost), (name, PEOPLE[2]), subject_of(102), 100
        )
    yield stats.cards(nothing, Subject("person", 100), "", 100)
    for rating in ratings:
        yield stats.player(found, rating, 100, rating.name, 101, server=7)
        yield stats.player(nothing, rating, 100, "", 100, server=0)
        for server in (0, 7):
            about_rating = stats.About(subject_of(100), server)
            yield stats.rating(rating, changes, about_rating, rating.name, 100, here=7, picture=None)
            yield stats.rating(rating, changes, about_rating, "", 100, here=7, picture=None)
    for each in (found, nothing):
        yield stats.card(each, found, "Moat", 100)
        yield stats.server(each, 100, 7)
        yield stats.kingdom(each, game.kingdom, Subject("kingdom", "k"), 100)
        yield stats.kingdom(each, None, Subject("kingdom", "k"), 100)
    ai = Rating(player="kingdom", name="", skill=after, games=3)
    yield stats.leaderboard(ratings[:2], ratings[2], [ai], 102, server=7, here=7)
    yield stats.leaderboard([], None, [], 102, server=0, here=7)


def played(players: int, seed: int) -> Iterator[ForAll | ForOne]:
    """Yield a game's panels, from the lobby to the score."""
    for count, (table, game) in enumerate(test_panels.states(players, seed, STEPS)):
        for seat in range(players):
            view, told = game.view(seat), [entry.line(seat) for entry in game.log]
            lately = recap.lately(told, seat, table.seats)
            yield hand.hand(table, view, 100 + seat, undo=("buy:Moat",), lately=lately)
            if (decision := hand.to_answer(view, seat)) is not None:
                yield why.why(table, view, decision, 100 + seat)
                yield why.outcomes(table, view, decision, 100 + seat)
        if count % 20 == 0 or game.over:
            yield from around(table, game)
    yield score.score(table)
    yield score.decks(table, 100)
    yield score.more(table, 100, picture=True)


def finished(table: TableView, result: Result) -> Iterator[ForOne]:
    """Yield lists of finished games, pages about one, and files."""
    seats = tuple(
        SeatRecord(
            seat=each.seat, person=100 + each.seat, name=each.name, place=each.rank, points=each.points, turns=each.turns_taken
        )
        for each in result.scores
    )
    about = {"id": "g0", "server": 7, "channel": 70, "private": True, "started": NOW, "ended": NOW, "ending": result.ending}
    record = GameRecord(**about, turns=9, kingdom=table.options.kingdom, sets=(), seats=seats)
    asked = GameSearch(player="big-money", opponent=5, card="Moat", kingdom="x", server=True)
    yield history.games(asked, Listed([record] * 5, newer=True, older=True), 100, 7, export=True)
    yield history.games(GameSearch(100), Listed([], newer=False, older=False), 100, 7, export=True)
    yield history.games(GameSearch(101), Listed([], newer=False, older=False), 100, 7, export=True)
    whys: tuple[Uncounted | None, ...] = (None, "substitute", "stand-in", "stopped", "short", "unknown")
    for number, uncounted in enumerate(whys):
        one = record.model_copy(update={"uncounted": uncounted})
        game = FinishedGame(one, table, sharing=range(100, 100 + number), players=len(seats))
        yield history.game(game, 100, 8 - number, GameSearch(100))
    for server in (False, True):
        yield history.export(GamesFile(content=b"", games=3, older=2, files=1), 100, server=server)


def around(table: TableView, game: Game) -> Iterator[ForAll | ForOne]:
    """Yield everything except the hands at one moment."""
    told = [entry.line(None) for entry in game.log]
    rows = turn_lines.rows(turn_lines.turn_lines(told, table.seats), table.seats)
    yield board.board(table, game.view(None), rows)
    yield log.past(rows)
    yield board.words(table, game.view(None), 100)
    yield board.on_hold(table.model_copy(update={"trouble": "other-way"}))
    yield log.page(table, told, log.Span(), 100)
    yield log.details(table, [line for line in told if line.turn == table.turn], table.turn, 0, log.Span(), 100)
    yield cards.page(table, 100)
    for phase in ("lobby", "playing", "frozen"):
        there = table.model_copy(update={"phase": phase, "started": None if phase == "lobby" else NOW})
        yield notes.games([there], 100)
        many = [there.model_copy(update={"id": f"g{number}"}) for number in range(23)]
        yield notes.games(many, 100, 1)
        yield notes.which(many, 101, "hand", 2)
        yield places.which(many, 100, 1)
    yield lobby.lobby(table)
    yield lobby.record(table)
    yield cards.about_kingdom(table, 100)
    yield lobby.more(table, 100, picture=True)
    yield lobby.in_words(table, 100)
    yield lobby.dm_closed(table, 100)
    yield tables_panels.invite(table, 100)
    yield tables_panels.invitation(table, [101])
    yield tables_panels.settings(table, 100)
    yield tables_panels.swap(table, 100)
    yield tables_panels.veto(table, 100)
    yield notes.games([table], 100, others=[Button(text_history.GAMES, Id("-", 0, "history"))])
    over = table.model_copy(update={"phase": "over", "ended": NOW, "result": game.result})
    if game.result is not None:
        yield from finished(over, game.result)
    yield notes.more(table, game.view(0), 100, askable=True, planned=True, closed=True)
    yield notes.ping(table, 100)
    yield leaving.sure_to_resign(table, 100)
    yield leaving.leaving(table, 100)
    known = [Person(id=105, name="Ζωή")]
    yield from (leaving.who_instead(table, 100, ai=True, here=here, known=known) for here in (False, True))
    yield notes.end_as_manager(table, 100)
    loss = UndoCost(to="turn", turn=3, seat=0, back_to=0, upto=1, moves={0: 2, 1: 1}, hidden=True)
    yield consent.losses(
        table, [loss, UndoCost(to="move", turn=3, seat=0, back_to=0, upto=1, moves={0: 1}, hidden=False)], ("buy:Moat",), 100
    )
    new = Newcomer(seat=1, name="Ζωή", person=105, willing=False)
    yield consent.substitute(table, new, [0], 100, asks=True, manages=True)
    yield from without_seat(table)
    for proposal in (
        Proposal(kind="replace", by=100, at=NOW, newcomer=new, waited=3),
        Proposal(kind="open", by=100, at=NOW, newcomer=Newcomer(seat=1, name=""), waited=3),
        Proposal(kind="end", by=None, at=NOW, rounds=5),
        Proposal(kind="undo", by=100, at=NOW, loss=loss),
        Proposal(kind="pace", by=100, at=NOW, pace=Pace(limit=90, late="vote")),
    ):
        proposed = table.model_copy(update={"proposal": proposal})
        if proposal.newcomer is not None:
            yield consent.call(proposed)
        yield hand.hand(proposed, game.view(0), 100)
    yield late.pace(table, 100, Pace(limit=60, late="newcomer"))
    votes = LateVote(at=NOW, votes={1: "end"})
    for lateness in (
        Lateness(passed=NOW, vote=votes),
        Lateness(vote=votes.model_copy(update={"decided": "end"})),
        Lateness(passed=NOW, warned=NOW, claim=NOW),
    ):
        seats = (table.seats[0].model_copy(update={"lateness": lateness, "open": NOW}), *table.seats[1:])
        yield late.vote(table.model_copy(update={"seats": seats}), votes.number)
        two = tuple(
            seat.model_copy(update={"resigned": seat.number > 1, "ai": None, "person": 100 + seat.number}) for seat in seats
        )
        options = table.options.model_copy(update={"limit": 60})
        there = table.model_copy(update={"seats": two, "options": options, "phase": "playing"})
        yield hand.hand(there, game.view(0), 100)
        yield hand.hand(there, game.view(1), 101)
        if (claim := late.claim(there, 101)) is not None:
            yield claim


def without_seat(table: TableView) -> Iterator[ForAll | ForOne]:
    """Yield what people without a seat read: those who take over an open seat, and those who follow a game."""
    seat = table.seats[1].model_copy(update={"open": NOW})
    opened = table.model_copy(update={"seats": (table.seats[0], seat, *table.seats[2:])})
    yield open_seats.proposing(table, 1, 100)
    yield open_seats.open_seat(opened, seat)
    yield open_seats.sure(opened, seat, 109)
    for tables in ([], [opened]):
        yield open_seats.open_seats(open_seats.page(tables, 0), 109)
        yield following.followed(tables, 109)
    yield following.confirmation(table, 109, follows=True, closed=True)
    yield following.confirmation(table, 109, follows=False)
    yield following.ended(table, 109)


def refusals() -> Iterator[str]:
    """Yield the answers to impossible requests, with the suggestions for them, and the suggestions while someone types."""
    for line in REQUESTS:
        try:
            requested(line, KingdomRequest(), KingdomChoice())
        except WrongRequest as error:
            yield from words_of(misread(error))
        yield from (each.label for each in proposals(line[:3], KingdomChoice()) if not each.label.startswith(line[:2]))
    yield from [text.GAME, text_ahead.PLAN_HELP, text_proposals.AGREE, text_setup.GAME_NEW]


def misread(error: ParseError) -> ForOne:
    return notes.misread(error.sentence, error, Id("-", 0, "renew"), Id("-", 0, "new"), 100)


if __name__ == "__main__":
    print(json.dumps([*panels(), *refusals()]))
