-- Since when the bot can't get to where a table stands, who has asked about a seat and when, and whose a table's own log lines are.

ALTER TABLE tables ADD COLUMN lost TEXT;
ALTER TABLE tables ADD COLUMN asked TEXT NOT NULL DEFAULT '{}';

-- Lines of a seat that changed hands (its name isn't the one that the game began with) may be of whoever was there before:
-- nobody reads them any more.
ALTER TABLE notes ADD COLUMN person INTEGER;
UPDATE notes SET person = (
    SELECT seats.person FROM seats JOIN games ON games.table_id = seats.table_id
    WHERE seats.table_id = notes.table_id AND seats.number = notes.seat
    AND seats.name = CASE WHEN json_valid(games.setup) THEN json_extract(games.setup, '$.players[' || seats.number || ']') END
);
