-- What is kept about finished games: a record of each (storage/records.py), with what it is found by; and the statistics and
-- ratings that follow from the records. A player is a person by id, `ai:` and a style, or `gone:` and a random number in place of a
-- deleted id. `ended` is when the game ended, repeated wherever rows are listed by it. Games that have already ended get their
-- records as the bot runs.

CREATE TABLE records (
    table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    guild    INTEGER,
    ended    TEXT NOT NULL,
    kingdom  TEXT NOT NULL,
    private  INTEGER NOT NULL,
    hidden   INTEGER NOT NULL,  -- private, and not shared by all who played
    counts   INTEGER NOT NULL,
    rated    INTEGER NOT NULL DEFAULT 0,
    record   TEXT NOT NULL
);
CREATE INDEX records_by_end ON records (ended, table_id, hidden);
CREATE INDEX records_by_guild ON records (guild, ended, table_id, hidden);
CREATE INDEX records_by_kingdom ON records (kingdom, ended, table_id, hidden);
CREATE INDEX records_to_rate ON records (ended, table_id) WHERE counts AND NOT rated;

CREATE TABLE unrecorded (
    table_id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
    replay   INTEGER NOT NULL DEFAULT 0  -- by the journal, whatever the log says
) WITHOUT ROWID;
INSERT INTO unrecorded (table_id) SELECT id FROM tables WHERE phase = 'over' AND started IS NOT NULL AND NOT broken;

CREATE TABLE played (
    table_id TEXT NOT NULL REFERENCES records ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    player   TEXT NOT NULL,
    ended    TEXT NOT NULL,
    hidden   INTEGER NOT NULL,
    place    INTEGER,  -- none, nor what follows: someone took the seat over
    won      INTEGER,  -- none: the game doesn't count
    fair     INTEGER,
    points   INTEGER,
    turns    INTEGER,
    PRIMARY KEY (table_id, seat, player)
) WITHOUT ROWID;
CREATE INDEX played_by ON played (player, ended, table_id, hidden);

CREATE TABLE gone (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    player   TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;

CREATE TABLE games_with (
    card     TEXT NOT NULL,
    ended    TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (card, ended, table_id)
) WITHOUT ROWID;

CREATE TABLE shares (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    player   TEXT NOT NULL,
    PRIMARY KEY (table_id, player)
) WITHOUT ROWID;
CREATE INDEX shared_by ON shares (player);

CREATE TABLE tallies (
    subject TEXT NOT NULL,
    kind    TEXT NOT NULL,
    item    TEXT NOT NULL,
    hidden  INTEGER NOT NULL,
    games   INTEGER NOT NULL,
    won     INTEGER NOT NULL,
    fair    INTEGER NOT NULL,
    points  INTEGER NOT NULL,
    turns   INTEGER NOT NULL,
    PRIMARY KEY (subject, kind, item, hidden)
) WITHOUT ROWID;

CREATE TABLE ratings (
    scope  INTEGER NOT NULL,  -- a server; 0: all games
    player TEXT NOT NULL,
    mu     REAL NOT NULL,
    sigma  REAL NOT NULL,
    games  INTEGER NOT NULL,
    PRIMARY KEY (scope, player)
) WITHOUT ROWID;
CREATE INDEX ratings_of ON ratings (player);
CREATE INDEX leaderboard ON ratings (scope, mu - 3 * sigma);

CREATE TABLE rating_changes (
    table_id TEXT NOT NULL REFERENCES records ON DELETE CASCADE,
    scope    INTEGER NOT NULL,
    player   TEXT NOT NULL,
    ended    TEXT NOT NULL,
    mu_before    REAL NOT NULL,
    sigma_before REAL NOT NULL,
    mu       REAL NOT NULL,
    sigma    REAL NOT NULL,
    PRIMARY KEY (table_id, scope, player)
) WITHOUT ROWID;
CREATE INDEX changes_of ON rating_changes (player, scope, ended, table_id);
