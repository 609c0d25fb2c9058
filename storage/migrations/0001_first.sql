-- Tables and their games. What is looked up has a column; what is only ever read whole is JSON of its model
-- (storage/store.py, engine/save.py, engine/view.py). Times are ISO 8601 in UTC, Discord's ids are integers.

CREATE TABLE tables (
    id          TEXT PRIMARY KEY,
    guild       INTEGER,
    channel     INTEGER NOT NULL,
    thread      INTEGER,
    phase       TEXT NOT NULL,
    version     INTEGER NOT NULL,
    host        INTEGER NOT NULL,
    options     TEXT NOT NULL,
    created     TEXT NOT NULL,
    started     TEXT,
    ended       TEXT,
    commitment  TEXT,
    quiet_refused INTEGER NOT NULL,
    offer       TEXT,
    trouble     TEXT,
    result      TEXT,
    broken      INTEGER NOT NULL DEFAULT 0  -- its row doesn't fit the model: left alone, a copy is in quarantine
);
CREATE UNIQUE INDEX one_table_at_a_place ON tables (coalesce(thread, channel)) WHERE phase <> 'over' AND NOT broken;

CREATE TABLE seats (
    table_id      TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    number        INTEGER NOT NULL,
    name          TEXT NOT NULL,
    person        INTEGER,
    ai            TEXT,
    resigned      INTEGER NOT NULL,
    waiting_since TEXT,
    call          INTEGER,
    held          INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX one_seat_per_person ON seats (person, table_id) WHERE person IS NOT NULL;

CREATE TABLE games (
    table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    setup    TEXT NOT NULL,
    seed     TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE snapshots (
    table_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    entries  INTEGER NOT NULL,
    snapshot TEXT NOT NULL,
    PRIMARY KEY (table_id, entries)
);

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    entry    TEXT NOT NULL,
    at       TEXT NOT NULL,
    made_by  TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    number   INTEGER NOT NULL,
    turn     INTEGER NOT NULL,
    line     TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

-- The table's own lines in one seat's log.
CREATE TABLE notes (
    id       INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    after    INTEGER NOT NULL,
    turn     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    text     TEXT NOT NULL
);
CREATE INDEX notes_of_a_table ON notes (table_id, after);

CREATE TABLE standing (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    standing TEXT NOT NULL,
    PRIMARY KEY (table_id, person)
) WITHOUT ROWID;

CREATE TABLE settings (
    person   INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
);

-- Who has been, or should be, pinged because a decision waits for them.
CREATE TABLE calls (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    version  INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    person   INTEGER NOT NULL,
    decision INTEGER NOT NULL,
    at       TEXT NOT NULL,
    done     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, version, seat)
) WITHOUT ROWID;
CREATE INDEX calls_to_make ON calls (at) WHERE NOT done;

CREATE TABLE messages (
    message  INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    purpose  TEXT NOT NULL,
    channel  INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    audience INTEGER,
    pings    INTEGER,
    final    INTEGER NOT NULL
);
CREATE INDEX messages_of_a_table ON messages (table_id);
CREATE INDEX messages_that_follow ON messages (table_id, version) WHERE NOT final;

CREATE TABLE actions (
    id       TEXT PRIMARY KEY,
    person   INTEGER NOT NULL,
    table_id TEXT REFERENCES tables ON DELETE CASCADE,
    what     TEXT NOT NULL,
    at       TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX actions_by_time ON actions (at);

CREATE TABLE quarantine (
    id       INTEGER PRIMARY KEY,
    source   TEXT NOT NULL,
    key      TEXT NOT NULL,
    table_id TEXT,
    data     TEXT NOT NULL,
    reason   TEXT NOT NULL,
    at       TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    UNIQUE (source, key, data)
);
