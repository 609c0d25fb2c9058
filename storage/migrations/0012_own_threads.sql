-- An index to find a channel's latest game, perhaps in a thread of its own, without going through all tables.

CREATE INDEX games_in_own_threads ON tables (channel, started)
    WHERE CASE WHEN json_valid(options) THEN json_extract(options, '$.own_thread') END;
