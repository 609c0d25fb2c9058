-- Recent invitations, and how a table gathers its players.

CREATE TABLE invitations (
    person INTEGER NOT NULL,
    guest  INTEGER NOT NULL,
    at     TEXT NOT NULL,
    PRIMARY KEY (person, guest, at)
) WITHOUT ROWID;
CREATE INDEX invitations_by_time ON invitations (at);

ALTER TABLE tables ADD COLUMN gathering TEXT;

-- What is kept only for a while is found without going through all tables and messages.

CREATE INDEX lobbies_that_closed ON tables (ended) WHERE started IS NULL;
CREATE INDEX messages_to_people ON messages (table_id) WHERE audience IS NOT NULL;

UPDATE tables SET due = strftime('%Y-%m-%dT%H:%M:%S', substr(created, 1, 19), '+6 days') || substr(created, 20) WHERE phase = 'lobby';
