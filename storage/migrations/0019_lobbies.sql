-- Who has invited whom lately, and how a table gathers its players.

CREATE TABLE invitations (
    person INTEGER NOT NULL,
    guest  INTEGER NOT NULL,
    at     TEXT NOT NULL,
    PRIMARY KEY (person, guest, at)
) WITHOUT ROWID;
CREATE INDEX invitations_by_time ON invitations (at);

ALTER TABLE tables ADD COLUMN gathering TEXT;
