"""Where people's data are stored: what each column in the database might say about a person."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Traces:
    """What the columns of a database table say about people.

    * `owner`: the id of the only person that a row is about. The row is deleted with that person's data, except that rows about
      finished games (`played` and so on) only lose the id.
    * `told`: what a person's file includes from their rows, as stored.
    * `people`: where other people's rows might name a person, by id or by name: removed along with the person's data.
    * `others`: columns that say nothing about a person, or what they may not know: seeds, others' cards, how often something
      happened.
    """

    owner: str = ""
    told: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


SEAT = (
    *("number", "name", "ai", "resigned", "waiting_since", "held", "hints", "due", "stand_in", "ends", "away"),
    *("lateness", "open", "absent", "ring"),
)
STATE = (
    "options",
    "version",
    "commitment",
    "quiet_refused",
    "trouble",
    "broken",
    "before",
    "waits",
    "lost",
    "due",
    "nudge",
    "unsettled",
    "shown",
)

TRACES: dict[str, Traces] = {
    "tables": Traces(
        told=("id", "guild", "channel", "thread", "phase", "created", "started", "ended"),
        people=("host", "proposal", "result", "invited", "vetoes", "asked", "gathering"),
        others=STATE,
    ),
    "seats": Traces(told=SEAT, people=("person", "name", "taken_over"), others=("table_id", "call")),
    "games": Traces(people=("setup",), others=("table_id", "seed")),
    "snapshots": Traces(others=("table_id", "entries", "snapshot")),
    "entries": Traces(told=("at", "made_by"), people=("entry",), others=("table_id", "number")),
    "log": Traces(people=("line",), others=("table_id", "number", "turn")),
    "notes": Traces("person", ("turn", "seat", "did", "says", "wording"), ("says", "wording"), ("id", "table_id", "after")),
    "standing": Traces("person", ("standing",), (), ("table_id",)),
    "plans": Traces("person", ("plan",), (), ("table_id",)),
    "followers": Traces("person", ("table_id",)),
    "calls": Traces("person", ("seat", "at", "done"), (), ("table_id", "version", "decision")),
    "messages": Traces("audience", ("channel", "message"), (), ("table_id", "purpose", "shows", "pings", "final")),
    "settings": Traces("person", ("settings",)),
    "people": Traces("person", ("due", "reminder"), (), ("missed", "changes")),
    "actions": Traces("person", ("id", "table_id", "what", "at")),
    "invitations": Traces("person", ("guest", "at"), ("guest",)),
    "kingdoms": Traces(told=("guild", "kingdom"), people=("kingdom",), others=("key",)),
    "records": Traces(others=("table_id", "guild", "ended", "kingdom", "private", "hidden", "counts", "rated", "record")),
    "unrecorded": Traces(others=("table_id", "replay")),
    "played": Traces("player", ("seat", "place", "won", "fair", "points", "turns"), (), ("table_id", "guild", "ended", "hidden")),
    "gone": Traces(others=("table_id", "seat", "player")),
    "games_with": Traces(others=("card", "hidden", "ended", "table_id")),
    "shares": Traces("player", ("table_id",)),
    "tallies": Traces("subject", ("kind", "item", "hidden", "games", "won", "fair", "points", "turns"), ("item",)),
    "ratings": Traces("player", ("scope", "mu", "sigma", "games")),
    "rating_changes": Traces("player", ("scope", "ended", "mu_before", "sigma_before", "mu", "sigma"), (), ("table_id", "number")),
    "quarantine": Traces(people=("key", "data", "reason"), others=("id", "source", "table_id", "at")),
}
"""Every column of the schema. A new one must be added here, or a test fails."""
OWNED = {source: traces.owner for source, traces in TRACES.items() if traces.owner}
AT_TABLES = tuple(source for source in OWNED if "table_id" in TRACES[source].others)
"""Database tables with rows for a person at a table."""


def own_key(source: str) -> str:
    """Return the name of the value (in `of_person`) that the owner's column of a table has: the id, or the id as text."""
    return "player" if OWNED[source] in ("player", "subject") else "person"


MENTIONING = " UNION ".join(
    (
        "SELECT id FROM tables WHERE host = :person OR proposal LIKE :digits OR invited LIKE :digits OR vetoes LIKE :digits"
        " OR asked LIKE :digits OR gathering LIKE :digits",
        "SELECT table_id FROM seats WHERE person = :person OR taken_over LIKE :digits",
        *(f"SELECT table_id FROM {source} WHERE {OWNED[source]} = :{own_key(source)}" for source in AT_TABLES),
    )
)
"""Finds the tables that might say something about a person: see `of_person`."""


def of_person(person: int) -> dict[str, object]:
    """Return the values for finding rows about a person: the id, their key as a player, and a LIKE pattern for text that might
    contain the id."""
    return {"person": person, "player": str(person), "digits": f"%{person}%"}
