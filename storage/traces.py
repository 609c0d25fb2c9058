"""Where people's data are stored: what each column of the database may say about a person."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Traces:
    """What a database table says about people, by its columns.

    * `owner`: the id of the only person that a row is about. The row goes with that person's data; of what is kept of
      finished games (`played` and so on), only the id goes.
    * `told`: what a person's file says of their rows, as it is stored.
    * `people`: where other people's rows may name a person, by id or by name: removed when they want that.
    * `others`: what says nothing about a person, or what they may not know: seeds, others' cards, how often something happened.
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
        people=("host", "offer", "result", "invited", "vetoes", "asked", "gathering"),
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
    "played": Traces("player", ("seat", "place", "won", "fair", "points", "turns"), (), ("table_id", "ended", "hidden")),
    "gone": Traces(others=("table_id", "seat", "player")),
    "games_with": Traces(others=("card", "ended", "table_id")),
    "shares": Traces("player", ("table_id",)),
    "tallies": Traces("subject", ("kind", "item", "hidden", "games", "won", "fair", "points", "turns")),
    "ratings": Traces("player", ("scope", "mu", "sigma", "games")),
    "rating_changes": Traces("player", ("scope", "ended", "mu_before", "sigma_before", "mu", "sigma"), (), ("table_id",)),
    "quarantine": Traces(people=("key", "data", "reason"), others=("id", "source", "table_id", "at")),
}
"""Every column of the schema. A new one must be added here, or a test fails."""
OWNED = {source: traces.owner for source, traces in TRACES.items() if traces.owner}
AT_TABLES = tuple(source for source in OWNED if "table_id" in TRACES[source].others)
"""Whose rows belong to a person and to a table."""

MENTIONING = " UNION ".join(
    (
        "SELECT id FROM tables WHERE host = ?1 OR offer LIKE ?2 OR invited LIKE ?2 OR vetoes LIKE ?2 OR asked LIKE ?2"
        " OR gathering LIKE ?2",
        "SELECT table_id FROM seats WHERE person = ?1 OR taken_over LIKE ?2",
        *(f"SELECT table_id FROM {source} WHERE {OWNED[source]} = ?1" for source in AT_TABLES),
    )
)
"""Finds the tables that might say something about a person, by their id and `digits_of` it."""


def digits_of(person: int) -> str:
    """Return what is LIKE a text in which a person's id might be."""
    return f"%{person}%"
