-- Since when the bot can't show a table in its place, who has asked about a seat and when, and who can read a table's own log lines.

ALTER TABLE tables ADD COLUMN lost TEXT;
ALTER TABLE tables ADD COLUMN asked TEXT NOT NULL DEFAULT '{}';

-- Lines of a seat that changed hands (its name isn't the one that the game started with) might belong to an earlier
-- player: no one reads them any more.
ALTER TABLE notes ADD COLUMN person INTEGER;
UPDATE notes SET person = (
    SELECT seats.person FROM seats JOIN games ON games.table_id = seats.table_id
    WHERE seats.table_id = notes.table_id AND seats.number = notes.seat
    AND seats.name = CASE WHEN json_valid(games.setup) THEN json_extract(games.setup, '$.players[' || seats.number || ']') END
);
