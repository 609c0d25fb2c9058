-- When to send a seat's ping, who last nudged a table, and when to check whether to remind a person of their games: `missed`
-- says that they are reminded in any case, `changes` counts how often this was set, and `reminder` is the last one.

ALTER TABLE seats ADD COLUMN ring TEXT;
ALTER TABLE tables ADD COLUMN nudge TEXT;
CREATE TABLE people (
    person INTEGER PRIMARY KEY,
    due TEXT,
    missed INTEGER NOT NULL DEFAULT 0,
    changes INTEGER NOT NULL DEFAULT 0,
    reminder TEXT
);
CREATE INDEX people_due ON people (due) WHERE due IS NOT NULL;
CREATE INDEX people_reminded ON people (person) WHERE reminder IS NOT NULL;
UPDATE seats SET ring = strftime('%Y-%m-%dT%H:%M:%S', substr(waiting_since, 1, 19), '+10 minutes') || substr(waiting_since, 20)
    WHERE waiting_since IS NOT NULL AND call IS NULL AND person IS NOT NULL;
INSERT INTO people (person, due)
    SELECT DISTINCT person, '0001-01-01T00:00:00+00:00' FROM seats JOIN tables ON id = table_id
    WHERE person IS NOT NULL AND phase = 'playing';
