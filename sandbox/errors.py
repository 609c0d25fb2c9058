"""Discord's refusals, with its own codes and bodies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .model import Json


class DiscordError(Exception):
    """A refusal in Discord's words: HTTP status, code, message, and for 50035 the tree of form errors."""

    def __init__(self, status: int, code: int, message: str, **extra: object) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.body: Json = {"message": message, "code": code, **extra}


class NotPossible(Exception):
    """A person tried something that a Discord client wouldn't allow; the message says why."""


def not_found() -> DiscordError:
    """Return the error for a route that doesn't exist."""
    return DiscordError(404, 0, "404: Not Found")


def unauthorized() -> DiscordError:
    return DiscordError(401, 0, "401: Unauthorized")


def unknown_channel() -> DiscordError:
    return DiscordError(404, 10003, "Unknown Channel")


def unknown_guild() -> DiscordError:
    return DiscordError(404, 10004, "Unknown Guild")


def unknown_member() -> DiscordError:
    return DiscordError(404, 10007, "Unknown Member")


def unknown_message() -> DiscordError:
    return DiscordError(404, 10008, "Unknown Message")


def unknown_user() -> DiscordError:
    return DiscordError(404, 10013, "Unknown User")


def unknown_webhook() -> DiscordError:
    return DiscordError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> DiscordError:
    return DiscordError(404, 10062, "Unknown interaction")


def unknown_command() -> DiscordError:
    return DiscordError(404, 10063, "Unknown application command")


def file_too_large() -> DiscordError:
    return DiscordError(413, 40005, "Request entity too large")


def already_acknowledged() -> DiscordError:
    return DiscordError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> DiscordError:
    return DiscordError(403, 50001, "Missing Access")


def not_the_author() -> DiscordError:
    return DiscordError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> DiscordError:
    return DiscordError(400, 50006, "Cannot send an empty message")


def dms_closed() -> DiscordError:
    return DiscordError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> DiscordError:
    return DiscordError(403, 50013, "Missing Permissions")


def not_in_this_channel() -> DiscordError:
    return DiscordError(400, 50024, "Cannot execute action on this channel type")


def token_expired() -> DiscordError:
    return DiscordError(401, 50027, "Invalid Webhook Token")


def archived() -> DiscordError:
    return DiscordError(400, 50083, "Thread is archived")


def not_json() -> DiscordError:
    return DiscordError(400, 50109, "The request body contains invalid JSON.")


def thread_exists() -> DiscordError:
    return DiscordError(400, 160004, "A thread has already been created for this message")


def thread_locked() -> DiscordError:
    return DiscordError(403, 160005, "This thread is locked")


def too_many_threads() -> DiscordError:
    return DiscordError(400, 160006, "Maximum number of active threads reached")


def no_mutual_guild() -> DiscordError:
    return DiscordError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def rate_limited(retry_after: float, *, everywhere: bool = False) -> DiscordError:
    """Return the error for a used-up bucket (or, if ``everywhere``, for the bot's 50 a second)."""
    words = "You are being rate limited."
    return DiscordError(429, 0, words, retry_after=round(retry_after, 3), **{"global": everywhere})


def old_edits(retry_after: float) -> DiscordError:
    """Return the error for too many edits of messages older than an hour."""
    words = "Maximum number of edits to messages older than 1 hour reached. Try again later."
    return DiscordError(429, 30046, words, retry_after=round(retry_after, 3), **{"global": False})


class Form:
    """Collects form errors at their places and raises them all as one 50035.

    >>> form = Form()
    >>> with form.at("components", 0):
    ...     form.error("BASE_TYPE_REQUIRED", "This field is required")
    >>> form.tree
    {'components': {'0': {'_errors': [{'code': 'BASE_TYPE_REQUIRED', 'message': 'This field is required'}]}}}
    """

    def __init__(self, *place: str | int) -> None:
        self.tree: Json = {}
        self._place: list[str] = [str(step) for step in place]

    @contextmanager
    def at(self, *steps: str | int) -> Iterator[None]:
        """Locate errors raised in the block at these steps below the current place."""
        self._place.extend(str(step) for step in steps)
        try:
            yield
        finally:
            del self._place[len(self._place) - len(steps) :]

    def error(self, code: str, message: str, *steps: str | int) -> None:
        """Note an error here, or ``steps`` below here."""
        node = self.tree
        for step in [*self._place, *map(str, steps)]:
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def required(self, *steps: str | int) -> None:
        self.error("BASE_TYPE_REQUIRED", "This field is required", *steps)

    def choice(self, allowed: object, *steps: str | int) -> None:
        self.error("BASE_TYPE_CHOICES", f"Value must be one of {allowed}.", *steps)

    def text(self, value: object, least: int, most: int, *steps: str | int) -> str:
        """Check a text's type and length, and return it, or "" if it isn't a text."""
        if not isinstance(value, str):
            self.error("STRING_TYPE_CONVERT", "Could not interpret the given value as string.", *steps)
            return ""
        if most < len(value):
            self.error("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.", *steps)
        elif len(value) < least:
            if value:
                self.error("BASE_TYPE_MIN_LENGTH", f"Must be {least} or more in length.", *steps)
            else:
                self.required(*steps)
        return value

    def number(self, value: object, least: int, most: int, *steps: str | int) -> int:
        """Check a whole number and its range, and return it."""
        if not isinstance(value, int) or isinstance(value, bool):
            self.error("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.', *steps)
            return least
        if value > most:
            self.error("NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.", *steps)
        elif value < least:
            self.error("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.", *steps)
        return value

    def items(self, value: object, least: int, most: int, *steps: str | int) -> list[Json]:
        """Check a list's length, and return its items."""
        if not isinstance(value, list):
            self.error("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType", *steps)
            return []
        if not least <= len(value) <= most:
            if least:
                self.error("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.", *steps)
            else:
                self.error("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.", *steps)
        return [item for item in value if isinstance(item, dict)]

    def done(self) -> None:
        """Raise the errors found, if any."""
        if self.tree:
            raise DiscordError(400, 50035, "Invalid Form Body", errors=self.tree)


def invalid(code: str, message: str, *steps: str | int) -> DiscordError:
    """Return a 50035 with a single error at a place."""
    form = Form(*steps)
    form.error(code, message)
    return DiscordError(400, 50035, "Invalid Form Body", errors=form.tree)
