-- The latest game of a channel may have been in a thread of its own: no look at that goes through all tables.

CREATE INDEX games_in_own_threads ON tables (channel, started)
    WHERE CASE WHEN json_valid(options) THEN json_extract(options, '$.own_thread') END;
