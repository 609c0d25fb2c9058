"""The part of the catalogue (see `text`) about refusals at a table: each in a sentence that says what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cogs import text
from engine.request_words import CHOOSE_FROM_LIST
from engine.words import counted
from tables import TableError, errors, words
from tables.command import StillToDo

R = TypeVar("R", bound=TableError)

PAUSED = "This table is frozen. " + words.CHOICES


class Refused(TableError):
    """A refusal that the tables know nothing of, in a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


class Unsaid(LookupError):
    """There are no words for a refusal."""


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
    """Register a function as the words for a kind of refusal."""

    def note(words: Callable[[R], str]) -> Callable[[R], str]:
        SENTENCES[kind] = words
        return words

    return note


def always(kind: type[TableError], sentence: str) -> None:
    """Register a sentence as the words for a kind of refusal."""
    SENTENCES[kind] = lambda _: sentence


# who can do what

always(errors.Closing, "The bot is being restarted. Try again in a minute.")


@says(errors.NotSeated)
def not_seated(refusal: errors.NotSeated) -> str:
    return {
        "not-joined": "You're not at this table. Press **Join** first.",
        "watching": "You're not at this table. You can watch it on the board.",
        "resigned": "You have resigned, so the others decide about the game now. You can watch it on the board.",
        "asked-lately": (
            "This table was asked for a seat not long ago, and isn't asked again so soon. Someone who plays here can propose you "
            "with /game substitute: ask them."
        ),
    }[refusal.why]


@says(errors.NotHost)
def not_host(refusal: errors.NotHost) -> str:
    return {
        "host": only_host(refusal.host),
        "other-server": (
            "A game stays on its server as long as it can be shown there. Use /game move in another channel of that server."
        ),
        "for-others": "You don't play in this game, so you can ask for a seat only for yourself.",
    }[refusal.why]


def only_host(host: str | None) -> str:
    if host is None:
        return "Only the host, who opened the table, can do that. Ask them."
    return f"Only {host}, who opened the table, can do that. Ask them."


@says(errors.Involved)
def involved(refusal: errors.Involved) -> str:
    if refusal.seat:
        return "You can't take a seat without asking, even as a manager. Press Ask the table instead."
    return (
        "You have or had a seat in this game, so you can't use a manager's powers over it. Propose it with /game end or "
        "/game substitute if you still play, or ask another manager."
    )


# tables and lobbies

always(errors.AlreadyStarted, "The game has started. Open a new one with /game new when it is over.")
always(errors.NoVetoes, "There are no vetoes at this table. Ask its host to allow them, or to swap the card.")
always(errors.NoSuchOption, "That option isn't available. Reopen the settings and pick one that is.")


@says(errors.NoTable)
def no_table(refusal: errors.NoTable) -> str:
    if refusal.quarantined:
        return "This table's record can't be read. The person who runs the bot can find it in quarantine."
    return "There is no such table any more. Open a new one with /game new."


@says(errors.TableThere)
def table_there(refusal: errors.TableThere) -> str:
    if refusal.where == "thread":
        return "Another game is going on in this table's own thread. Finish it first, or set Own thread to No."
    if refusal.where == "moved":
        return "A game is going on here already. Play in a thread, or in another channel."
    if refusal.phase == "lobby":
        return "A table is open here already. Take a seat there, close it with /game end, or play in a thread."
    return "A game is going on here already. Finish or end it first, or play in a thread."


@says(errors.NotStarted)
def not_started(refusal: errors.NotStarted) -> str:
    if refusal.move:
        return "This game hasn't started. Close the table with /game end, and open one where you want it with /game new."
    return "The game hasn't started. The host starts it with **Start**."


@says(errors.NotInvited)
def not_invited(refusal: errors.NotInvited) -> str:
    if refusal.playing:
        return "This table is private. Someone who plays here can propose you with /game substitute: ask them."
    return "Only those who are invited can sit here. Ask someone at the table, or open your own with /game new."


@says(errors.AlreadySeated)
def already_seated(refusal: errors.AlreadySeated) -> str:
    if refusal.name is not None:
        return f"{refusal.name} plays in this game already. Choose someone else."
    return "You already have a seat. The host starts the game with **Start**."


@says(errors.TableFull)
def table_full(refusal: errors.TableFull) -> str:
    if refusal.seated is not None:
        return f"{refusal.seated} are seated already. Remove someone first, or allow more seats."
    return f"All {refusal.seats} seats are taken. Ask the host for one, or open your own table."


@says(errors.NoSuchSeat)
def no_such_seat(refusal: errors.NoSuchSeat) -> str:
    return {
        "empty": "That seat is empty already.",
        "own": "That is your own seat. Use Leave to give it up, or end the table with /game end.",
        "no-one-plays": "No one plays in that seat any more. Choose another.",
    }[refusal.why]


@says(errors.TooFewPlayers)
def too_few_players(refusal: errors.TooFewPlayers) -> str:
    if refusal.last_person:
        return "An AI can't play for the only person. End the game instead."
    return "A game needs two players at least. Wait for someone to join, or add an AI."


@says(errors.UnknownStyle)
def unknown_style(refusal: errors.UnknownStyle) -> str:
    return f"No AI plays {refusal.style}. Choose one of: {', '.join(refusal.styles)}."


# kingdoms, likes and bans

always(errors.NoSuchKingdom, f"No kingdom of that name is saved here. {CHOOSE_FROM_LIST}")


@says(errors.UnknownCard)
def unknown_card(refusal: errors.UnknownCard) -> str:
    return f"There is no card called {refusal.name} here. {CHOOSE_FROM_LIST}"


@says(errors.BadKingdom)
def bad_kingdom(refusal: errors.BadKingdom) -> str:
    return refusal.reason or f"A kingdom is ten different cards; that was {refusal.cards}."


@says(errors.VetoUsed)
def veto_used(refusal: errors.VetoUsed) -> str:
    return vetoed_already(refusal.card)


def vetoed_already(card: str) -> str:
    return f"You have vetoed {card} already, and each player has one veto."


@says(errors.TooMany)
def too_many(refusal: errors.TooMany) -> str:
    if refusal.what == "kingdoms":
        return f"{refusal.most} kingdoms are saved here already. Forget one first."
    if refusal.what == "tables":
        return f"You're at {refusal.most} tables, which is as many as I keep for one person. Finish or leave one first."
    if refusal.what == "guests":
        return f"A table invites {refusal.most} people at most. Others can join by the button on the table itself."
    verb = {"bans": "ban", "likes": "like"}[refusal.what]
    return f"You can {verb} {refusal.most} at most; that was {refusal.given}. Take some away."


@says(errors.BadName)
def bad_name(refusal: errors.BadName) -> str:
    return f"Kingdom names are 1–{refusal.longest} characters. Choose another."


@says(errors.NameTaken)
def name_taken(refusal: errors.NameTaken) -> str:
    if refusal.delete:
        return f"Someone else saved {refusal.name}. They can delete it, and so can anyone with Manage Server."
    return f"Someone else saved {refusal.name}. Choose another name, or ask a server manager."


# playing

always(errors.MustWait, "At this table a turn goes on only when all have answered. I tell you when they have.")
always(errors.TurnOver, "Your turn is over.")
always(errors.YourTurn, "It is your turn: just play. Your next hand is dealt at its end.")
always(errors.NotPaused, "This table isn't frozen: just go on.")
always(errors.NotReplayable, "This game can't be played again by the present version of the bot.")


@says(errors.Illegal)
def illegal(refusal: errors.Illegal) -> str:
    return refusal.reason


@says(errors.GameOver)
def game_over(refusal: errors.GameOver) -> str:
    return {
        "over": "The game is over. Open a new one with /game new.",
        "closed": "This table is closed. Open a new one with /game new.",
        "again": "It is over already. Open a new one with /game new.",
        "now": "The game is over.",
    }[refusal.why]


@says(errors.StillPlaying)
def still_playing(refusal: errors.StillPlaying) -> str:
    return {
        "rematch": "This game isn't over. Finish it first, then ask for another one.",
        "seed": "The seed tells what is hidden, so the file is there once the game is over.",
    }[refusal.why]


@says(errors.TablePaused)
def table_paused(refusal: errors.TablePaused) -> str:
    if refusal.trouble is not None:
        return words.TROUBLE[refusal.trouble]
    return PAUSED if refusal.shown else "This game ended before the bot was changed, and can't be shown any more."


@says(errors.NotYourDecision)
def not_your_decision(refusal: errors.NotYourDecision) -> str:
    return "Someone else has to answer first." if refusal.name is None else f"That is for {refusal.name} to decide."


@says(errors.AskedFirst)
def asked_first(refusal: errors.AskedFirst) -> str:
    return f"Something is asked first: {words.whole(refusal.question)}"


@says(errors.MovedOn)
def moved_on(refusal: errors.MovedOn) -> str:
    return {
        "gone": text.MOVED_ON,
        "answered": "That has been answered, and the game went on. Here is how it stands now.",
        "undo": "The game has moved on. Look again at what would be lost.",
    }[refusal.why]


def turn_continues(left: StillToDo) -> str:
    """Say what the last buy was, and why the turn isn't over yet."""
    if left.phase == "action":
        return f"Bought {left.bought}. You are in your Action phase again."
    if left.debt:
        return f"Bought {left.bought}. You have money left to pay debt with; then end your turn."
    if left.buys:
        return f"Bought {left.bought}. You have {counted(left.buys, 'Buy')} left."
    return f"Bought {left.bought}. You can still do something."


# undo and consent


@says(errors.NothingToUndo)
def nothing_to_undo(refusal: errors.NothingToUndo) -> str:
    if refusal.reason:
        return refusal.reason
    if refusal.elsewhere:
        return "The game can't go back there. Choose another point."
    if refusal.most:
        return f"You can take back {counted(refusal.most, 'move')} at most."
    return "Nothing can be taken back: since your last move something hidden came out, or someone else has acted."


@says(errors.NoOffer)
def no_offer(refusal: errors.NoOffer) -> str:
    if refusal.instead is not None:
        return f"That proposal no longer stands. Someone now wants {WANTS[refusal.instead]}. Look again."
    return {
        "agree": "There is nothing to agree to now. Just play on.",
        "decline": "There is nothing to decline now. Just play on.",
    }[refusal.to]


@says(errors.OfferThere)
def offer_there(refusal: errors.OfferThere) -> str:
    return f"Someone wants {WANTS[refusal.there]}. Agree or decline first."


WANTS = {"end": "to end the game", "undo": "to undo something", "replace": "a new player in a seat"}
"""What is proposed already; a part of these."""
