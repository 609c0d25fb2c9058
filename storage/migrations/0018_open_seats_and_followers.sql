-- Seats in games in progress that are offered to a new player, and people who follow a game that they don't play in.

ALTER TABLE seats ADD COLUMN open TEXT;
CREATE INDEX seats_open ON seats (table_id) WHERE open IS NOT NULL;

CREATE TABLE followers (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) WITHOUT ROWID;
CREATE INDEX followed_by ON followers (person);
