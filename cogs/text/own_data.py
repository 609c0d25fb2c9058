"""What the bot says about what it stores about a person."""

from __future__ import annotations

from engine.catalogue import say, say_many

MY_DATA = say("My data…")
TITLE = say("### Your data\nThe file holds everything that I store about you. Only you can see it.")
GET = say("Get the file")
DELETE = say("Delete…")
FILE = say("### Your data")
CONFIRM = "\n".join(
    [
        say("### Delete all your data?"),
        say("- I delete your settings now."),
        say("- You leave your lobbies."),
        say("- In running games, an AI gets your seat. Someone else can take it over."),
        say("- Games with no other people end."),
        say("- Finished games call you “Player 2”, by the number of your seat."),
        say("- Messages in channels stay as they are."),
        say("This can't be undone."),
    ]
)
DELETE_ALL = say("Delete everything")
DELETED = say("Your data has been deleted. If you play again, you're new here.")


def left_out(games: int) -> str:
    return say_many(
        "-# To stay small, it leaves out your moves in {count} old game, or the whole game.",
        "-# To stay small, it leaves out your moves in {count} old games, or the whole games.",
        games,
    )
