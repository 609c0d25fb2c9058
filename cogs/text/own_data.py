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
        say("- Your settings are deleted."),
        say("- You leave your lobbies."),
        say("- In ongoing games, an AI takes over your seat. Someone else can take it from the AI."),
        say("- Games with no other people end."),
        say("- In finished games, your name becomes your seat number, such as “Player 2”."),
        say("- Messages in channels stay as they are."),
        say("This can't be undone."),
    ]
)
DELETE_ALL = say("Delete everything")
DELETED = say("Your data has been deleted. If you play again, you'll start fresh.")


def left_out(games: int) -> str:
    return say_many(
        "-# To keep the file small, I left out {count} old game, or your moves in it.",
        "-# To keep the file small, I left out {count} old games, or your moves in them.",
        games,
    )
