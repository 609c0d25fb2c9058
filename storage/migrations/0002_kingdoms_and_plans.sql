-- Who can join a private table, who vetoed what, and which game this one follows; plans for next turns, and kingdoms
-- that servers save.

ALTER TABLE tables ADD COLUMN invited TEXT NOT NULL DEFAULT '[]';
ALTER TABLE tables ADD COLUMN vetoes TEXT NOT NULL DEFAULT '{}';
ALTER TABLE tables ADD COLUMN before TEXT;
CREATE INDEX games_at_a_place ON tables (coalesce(thread, channel), started);

CREATE TABLE plans (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    plan     TEXT NOT NULL,
    PRIMARY KEY (table_id, person)
) WITHOUT ROWID;

CREATE TABLE kingdoms (
    guild   INTEGER NOT NULL,
    key     TEXT NOT NULL,
    kingdom TEXT NOT NULL,
    PRIMARY KEY (guild, key)
) WITHOUT ROWID;
