"""What the bot says about refusals at a table: each in a sentence that says what to do instead."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

from cogs import text
from cogs.text import absence as text_absence
from cogs.text import what_if as text_what_if
from engine.catalogue import say, say_many
from engine.request_words import CHOOSE_FROM_LIST
from engine.words import row
from tables import TableError, errors, words
from tables.plan import StillToDo

R = TypeVar("R", bound=TableError)

PAUSED = say("This game is paused. {choices}", choices=words.CHOICES)


class Refused(TableError):
    """A refusal that the tables don't know about, as a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


class Unsaid(LookupError):
    """There is no text for a refusal."""


SENTENCES: dict[type[TableError], Callable[..., str]] = {}


def sentence(refusal: TableError) -> str:
    """Return a refusal as a sentence for the person who asked."""
    if isinstance(refusal, Refused | errors.ParseError):
        return refusal.sentence
    for kind in type(refusal).__mro__:
        if kind in SENTENCES:
            return SENTENCES[kind](refusal)
    raise Unsaid(type(refusal).__name__)


def says(kind: type[R]) -> Callable[[Callable[[R], str]], Callable[[R], str]]:
    """Register a function that words a kind of refusal."""

    def note(words: Callable[[R], str]) -> Callable[[R], str]:
        SENTENCES[kind] = words
        return words

    return note


def always(kind: type[TableError], sentence: str) -> None:
    """Register a sentence for a kind of refusal."""
    SENTENCES[kind] = lambda _: sentence


# who can do what

always(errors.InProgress, say("I'm already working on that. Give me a moment."))
always(errors.Closing, say("I'm restarting. Try again in a minute."))


@says(errors.NotSeated)
def not_seated(refusal: errors.NotSeated) -> str:
    return {
        "not-joined": say("You're not at this table. Press **Join** first."),
        "watching": say("You're not at this table. You can watch the game on the board."),
        "resigned": say("You've resigned, so it's up to the others now. You can watch the game on the board."),
        "asked-lately": (
            say("Someone recently asked for a seat here. Ask one of the players to propose you with `/game substitute`.")
        ),
    }[refusal.why]


@says(errors.NoOneToNudge)
def no_one_to_nudge(refusal: errors.NoOneToNudge) -> str:
    return say("The game is waiting for you.") if refusal.you else say("The game isn't waiting for anyone else.")


@says(errors.NudgedLately)
def nudged_lately(refusal: errors.NudgedLately) -> str:
    return say("This game has already been nudged. You can nudge it again {ago}.", ago=text.since(refusal.again))


@says(errors.NotHost)
def not_host(refusal: errors.NotHost) -> str:
    return {
        "host": only_host(refusal.host),
        "other-server": (
            say("A game stays on its server as long as it can be shown there. Use `/game move` in another channel on that server.")
        ),
        "for-others": say("You're not in this game, so you can ask for a seat only for yourself."),
    }[refusal.why]


def only_host(host: str | None) -> str:
    if host is None:
        return say("Only the host can do that. Ask them.")
    return say("Only {host}, the host, can do that. Ask them.", host=host)


@says(errors.Involved)
def involved(refusal: errors.Involved) -> str:
    if refusal.seat:
        return say("You can't take a seat without asking, even as a manager. Press **Propose** instead.")
    if refusal.unknown:
        return say("A player in this game deleted their data, so now only its players can change who plays.")
    return say(
        "You have or had a seat in this game, so you can't use a manager's powers over it. If you're still "
        "playing, make a proposal with `/game end` or `/game substitute`; otherwise, ask another manager."
    )


# tables and lobbies

always(errors.AlreadyStarted, say("The game has started. Open a new one with `/game new` when it's over."))
always(errors.NoVetoes, say("There are no vetoes at this table. Ask its host to allow them, or to swap the card."))
always(errors.NoSuchOption, say("That option isn't available. Reopen the settings and pick one that is."))


@says(errors.NoTable)
def no_table(refusal: errors.NoTable) -> str:
    if refusal.quarantined:
        return say("This table's record can't be read. The person who runs me can find it in quarantine.")
    return say("This table no longer exists. Open a new one with `/game new`.")


@says(errors.TableThere)
def table_there(refusal: errors.TableThere) -> str:
    if refusal.about is not None and refusal.about.options.what_if is not None:
        return text_what_if.ONE_ALREADY
    if refusal.where == "thread":
        return say("Another game is going on in this table's own thread. Finish it first, or turn off **Own thread**.")
    if refusal.where == "moved":
        return say("There's already a game here. Play in a thread, or in another channel.")
    if refusal.phase == "lobby":
        return say(
            "There's already an open table here. Join it, press **Kingdom…** there for other cards, close it with `/game end`, or "
            "play in a thread."
        )
    return say("There's already a game here. Finish or end it first, or play in a thread.")


@says(errors.NotStarted)
def not_started(refusal: errors.NotStarted) -> str:
    if refusal.move:
        return say("This game hasn't started. Close the table with `/game end`, and open one where you want it with `/game new`.")
    return say("The game hasn't started. The host starts it with **Start**.")


@says(errors.NotInvited)
def not_invited(refusal: errors.NotInvited) -> str:
    if refusal.playing:
        return say("This table is private. Ask one of the players to propose you with `/game substitute`.")
    return say("Only people who are invited can join this table. Ask someone at the table, or open your own with `/game new`.")


@says(errors.AlreadySeated)
def already_seated(refusal: errors.AlreadySeated) -> str:
    if refusal.name is not None:
        return say("{name} is already in this game. Choose someone else.", name=refusal.name)
    if refusal.playing:
        return say("You already have a seat in this game.")
    return say("You already have a seat. The host starts the game with **Start**.")


@says(errors.TableFull)
def table_full(refusal: errors.TableFull) -> str:
    if refusal.seated is not None:
        return say("{seated} people are already seated. Remove someone first, or allow more seats.", seated=refusal.seated)
    return say("All {seats} seats are taken. Ask the host to make room, or open your own table.", seats=refusal.seats)


@says(errors.NoSuchSeat)
def no_such_seat(refusal: errors.NoSuchSeat) -> str:
    return {
        "empty": say("That seat is empty already."),
        "own": say("That's your own seat. Press **Leave** to give it up, or close the table with `/game end`."),
        "no-one-plays": say("No one plays in that seat any more. Choose another."),
    }[refusal.why]


@says(errors.SeatClosed)
def seat_closed(refusal: errors.SeatClosed) -> str:
    if refusal.taken is not None:
        return say("{name} has already taken this seat. See `/games` for other open seats.", name=text.safe(refusal.taken))
    return say("This seat isn't open any more. See `/games` for other open seats.")


@says(errors.KnowsHand)
def knows_hand(refusal: errors.KnowsHand) -> str:
    name = text.safe(refusal.name)
    if refusal.who is not None:
        who = text.safe(refusal.who)
        return say("{who} has had {name}'s seat in this game and seen its cards. Choose someone else.", who=who, name=name)
    return say("You've had {name}'s seat in this game and seen its cards. You can return only to that one.", name=name)


@says(errors.TooFewPlayers)
def too_few_players(refusal: errors.TooFewPlayers) -> str:
    if refusal.last_person:
        return say("An AI can't take over for the last human player. End the game instead.")
    return say("A game needs at least two players. Wait for someone to join, or add an AI.")


@says(errors.UnknownStyle)
def unknown_style(refusal: errors.UnknownStyle) -> str:
    return say("There's no AI style called {style}. Choose one of: {styles}.", style=refusal.style, styles=row(refusal.styles))


# kingdoms, likes and bans

always(errors.NoSuchKingdom, say("No kingdom by that name is saved here. {advice}", advice=CHOOSE_FROM_LIST))


@says(errors.UnknownCard)
def unknown_card(refusal: errors.UnknownCard) -> str:
    return say("There's no card called {name} here. {advice}", name=refusal.name, advice=CHOOSE_FROM_LIST)


@says(errors.BadKingdom)
def bad_kingdom(refusal: errors.BadKingdom) -> str:
    return refusal.reason or say("A kingdom has ten different cards; you gave {count}.", count=refusal.cards)


@says(errors.VetoUsed)
def veto_used(refusal: errors.VetoUsed) -> str:
    return vetoed_already(refusal.card)


def vetoed_already(card: str) -> str:
    return say("You've already vetoed {card}. Each player has one veto.", card=card)


TOO_MANY = {
    "kingdoms": say("{most} kingdoms are saved here already. Delete one first."),
    "tables": say("You're at {most} tables, the most I allow. Finish or leave one first."),
    "guests": say("At most {most} people can be invited to a table. Others can press **Join** in its lobby."),
    "followed": say("You follow {most} games, the most I allow. Stop following one first: see `/games`."),
    "followers": say("{most} people follow this game, the most I allow."),
    "bans": say("You can ban at most {most}; you listed {given}. Remove some."),
    "likes": say("You can like at most {most}; you listed {given}. Remove some."),
}


@says(errors.TooMany)
def too_many(refusal: errors.TooMany) -> str:
    if refusal.what in TOO_MANY:
        return TOO_MANY[refusal.what].format(most=refusal.most, given=refusal.given)
    again = f"<t:{math.ceil(refusal.again.timestamp())}:R>" if refusal.again is not None else ""
    return quota(refusal, again)


def quota(refusal: errors.TooMany, again: str) -> str:
    """Say how many a person, or a server, can have or do at most, and when they can have or do another (`again`)."""
    match refusal.what:
        case "lobbies":
            return say_many(
                "You host {count} table that hasn't started, the most I allow. Start or close it first.",
                "You host {count} tables that haven't started, the most I allow. Start or close one first.",
                refusal.most,
            )
        case "server-lobbies":
            return say_many(
                "This server has {count} table that hasn't started, the most I allow. Join it, or try again once it starts.",
                "This server has {count} tables that haven't started, the most I allow. Join one, or try again once one starts.",
                refusal.most,
            )
        case "opened":
            return say_many(
                "You've opened {count} table in a day, the most I allow. Join someone else's. You can open another {again}.",
                "You've opened {count} tables in a day, the most I allow. Join someone else's. You can open another {again}.",
                refusal.most,
                again=again,
            )
        case "invitations":
            return say_many(
                "You can invite the same person only {count} time a day. Choose someone else, or invite {who} again {again}.",
                "You can invite the same person only {count} times a day. Choose someone else, or invite {who} again {again}.",
                refusal.most,
                who=f"<@{refusal.who}>",
                again=again,
            )
        case "files":
            return say("I've just made your file. You can get a new one {again}.", again=again)
    return say_many(
        "You can show everyone {count} page a minute here. Show another {again}.",
        "You can show everyone {count} pages a minute here. Show another {again}.",
        refusal.most,
        again=again,
    )


@says(errors.BadName)
def bad_name(refusal: errors.BadName) -> str:
    return say("Kingdom names are 1–{longest} characters. Choose another.", longest=refusal.longest)


@says(errors.NameTaken)
def name_taken(refusal: errors.NameTaken) -> str:
    if refusal.delete:
        return say("Someone else saved {name}. They can delete it, and so can anyone with Manage Server.", name=refusal.name)
    return say("Someone else saved {name}. Choose another name, or ask a server manager.", name=refusal.name)


# playing

always(errors.MustWait, say("At this table, the turn waits until everyone has responded. I'll ping you then."))
always(errors.TurnOver, say("Your turn is over."))
always(errors.AskedFirst, say("Make this choice first."))
always(errors.YourTurn, say("It's your turn: just play. You draw your next hand at its end."))
always(errors.NotPaused, say("This game isn't paused. Just play on."))
always(errors.NotShown, say("You can't look at this game. It's private, or it was deleted."))
always(errors.NotReplayable, say("This version of me can't replay this game."))


@says(errors.TooLong)
def too_long(refusal: errors.TooLong) -> str:
    if refusal.what == "turns":
        return say("This game has more than {most:,} turns, too many for me to replay.", most=refusal.most)
    return say("This game has more than {most:,} moves, too many for me to replay.", most=refusal.most)


@says(errors.Illegal)
def illegal(refusal: errors.Illegal) -> str:
    return refusal.reason


@says(errors.GameOver)
def game_over(refusal: errors.GameOver) -> str:
    return {
        "over": say("The game is over. Open a new one with `/game new`."),
        "closed": say("This table is closed. Open a new one with `/game new`."),
        "again": say("The game is already over. Open a new one with `/game new`."),
        "now": say("The game is over."),
    }[refusal.why]


@says(errors.StillPlaying)
def still_playing(refusal: errors.StillPlaying) -> str:
    if refusal.why == "seed":
        return say("The seed reveals what's hidden, so you get the file after the game.")
    if refusal.why == "replay":
        return say("A replay shows all hands, so you get it after the game.")
    return say("This game isn't over. Finish it first.")


@says(errors.TablePaused)
def table_paused(refusal: errors.TablePaused) -> str:
    if refusal.trouble is not None:
        return words.TROUBLE[refusal.trouble]
    return PAUSED if refusal.shown else say("This game ended before I was updated, and can't be shown any more.")


@says(errors.NotYourDecision)
def not_your_decision(refusal: errors.NotYourDecision) -> str:
    return (
        say("Someone else has to choose first.") if refusal.name is None else say("That's for {name} to decide.", name=refusal.name)
    )


@says(errors.MovedOn)
def moved_on(refusal: errors.MovedOn) -> str:
    return {
        "gone": text.MOVED_ON,
        "answered": say("That's already been answered. Here's how the game stands now."),
        "undo": say("The game has moved on. Look again at what would be lost."),
    }[refusal.why]


def turn_continues(left: StillToDo) -> str:
    """Say why the turn isn't over yet after the last buy, unless the line about that says so: back in the Action phase."""
    if left.phase == "action":
        return ""
    if left.debt:
        return say("Pay debt with the money you have left, then end your turn.")
    if left.buys:
        return say_many("You have {count} Buy left.", "You have {count} Buys left.", left.buys)
    return say("You can still do more.")


# undo and consent


@says(errors.NothingToUndo)
def nothing_to_undo(refusal: errors.NothingToUndo) -> str:
    if refusal.reason:
        return refusal.reason
    if refusal.elsewhere:
        return say("The game can't go back there. Choose another point.")
    if refusal.most:
        return say_many("You can undo at most {count} move.", "You can undo at most {count} moves.", refusal.most)
    told = say("You can't undo that: since your last move, something hidden has been revealed or someone else has acted.")
    if refusal.off_turn:
        told = say("You can't undo that: once you've responded, the game goes on.")
    return say("{refusal} Press **More…**, then **Ask to undo…**.", refusal=told) if refusal.askable else told


NO_PROPOSAL = {
    "agree": say("There's nothing to agree to now. Just play on."),
    "decline": say("There's nothing to decline now. Just play on."),
}
OTHER_PROPOSAL = {
    "end": say("That proposal no longer stands. Someone now wants to end the game. Look again."),
    "undo": say("That proposal no longer stands. Someone now wants to undo something. Look again."),
    "replace": say("That proposal no longer stands. Someone now wants a new player in a seat. Look again."),
    "open": say("That proposal no longer stands. Someone now wants to open a seat. Look again."),
    "pace": say("That proposal no longer stands. Someone now wants to change the pace. Look again."),
}


@says(errors.NoProposal)
def no_proposal(refusal: errors.NoProposal) -> str:
    return OTHER_PROPOSAL[refusal.instead] if refusal.instead is not None else NO_PROPOSAL[refusal.to]


@says(errors.ProposalThere)
def proposal_there(refusal: errors.ProposalThere) -> str:
    return PROPOSAL_THERE[refusal.there]


PROPOSAL_THERE = {
    "end": say("Someone wants to end the game. Agree or decline first."),
    "undo": say("Someone wants to undo something. Agree or decline first."),
    "replace": say("Someone wants a new player in a seat. Agree or decline first."),
    "open": say("Someone wants to open a seat. Agree or decline first."),
    "pace": say("Someone wants to change the pace. Agree or decline first."),
}


# moves that take too long


@says(errors.CannotVote)
def cannot_vote(refusal: errors.CannotVote) -> str:
    return {
        "over": say("This vote is over."),
        "own": say("This vote is about your move. Make it, and the vote ends."),
        "late": say("Your own time is up. Make your move first."),
    }[refusal.why]


@says(errors.NoClaim)
def no_claim(refusal: errors.NoClaim) -> str:
    if refusal.at is not None:
        return say("It's too early. You can claim the win from {time}.", time=text_absence.moment(refusal.at))
    return say("You can't claim the win: the game isn't waiting for the other player, or hasn't waited long enough.")
