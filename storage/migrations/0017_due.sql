-- When something is next due at a table: a ping ten minutes late, the end of a limit, someone's return.

ALTER TABLE tables ADD COLUMN due TEXT;
UPDATE tables SET due = (
    SELECT min(at) FROM (
        SELECT due AS at FROM seats WHERE table_id = tables.id
        UNION SELECT away FROM seats WHERE table_id = tables.id AND away NOT LIKE '9999%'
        UNION SELECT strftime('%Y-%m-%dT%H:%M:%S', substr(waiting_since, 1, 19), '+10 minutes') || substr(waiting_since, 20)
            FROM seats WHERE table_id = tables.id AND call IS NULL AND person IS NOT NULL
    )
) WHERE phase = 'playing';
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
DROP INDEX seats_due;
DROP INDEX seats_away;
DROP INDEX seats_to_call;
