-- Whatever is shown of finished games costs the same, however many there are. Lists don't go through games that their reader can't
-- see, nor those that a player played on other servers. A page of a rating's changes is found by their numbers, oldest first. How two
-- players compare is a sum: "versus" has a player's figures against another one, "ahead" how often they finished ahead.

DROP INDEX records_by_end;
DROP INDEX records_by_guild;
DROP INDEX records_by_kingdom;
CREATE INDEX records_by_end ON records (hidden, ended, table_id);
CREATE INDEX records_by_guild ON records (guild, hidden, ended, table_id);
CREATE INDEX records_by_kingdom ON records (kingdom, hidden, ended, table_id);

DROP INDEX played_by;
ALTER TABLE played ADD COLUMN guild INTEGER;
UPDATE played SET guild = (SELECT guild FROM records WHERE records.table_id = played.table_id);
CREATE INDEX played_by ON played (player, hidden, ended, table_id);
CREATE INDEX played_in ON played (player, guild, hidden, ended, table_id);

CREATE TABLE new_games_with (
    card     TEXT NOT NULL,
    hidden   INTEGER NOT NULL,
    ended    TEXT NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (card, hidden, ended, table_id)
) WITHOUT ROWID;
INSERT INTO new_games_with (card, hidden, ended, table_id)
SELECT card, records.hidden, games_with.ended, table_id FROM games_with JOIN records USING (table_id);
DROP TABLE games_with;
ALTER TABLE new_games_with RENAME TO games_with;

DROP INDEX changes_of;
ALTER TABLE rating_changes ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE rating_changes SET number = numbered.number FROM (
    SELECT table_id, scope, player, row_number() OVER (PARTITION BY player, scope ORDER BY ended, table_id) AS number
    FROM rating_changes
) AS numbered
WHERE rating_changes.table_id = numbered.table_id AND rating_changes.scope = numbered.scope
AND rating_changes.player = numbered.player;
CREATE INDEX changes_of ON rating_changes (player, scope, number, mu, sigma);

INSERT INTO tallies (subject, kind, item, hidden, games, won, fair, points, turns)
SELECT
    mine.player, 'versus', theirs.player, mine.hidden, count(*), sum(mine.won), sum(mine.fair), sum(mine.points), sum(mine.turns)
FROM played AS mine JOIN played AS theirs ON theirs.table_id = mine.table_id AND theirs.player <> mine.player
WHERE mine.won IS NOT NULL AND theirs.won IS NOT NULL AND mine.player NOT LIKE 'gone:%' AND theirs.player NOT LIKE 'gone:%'
GROUP BY mine.player, theirs.player, mine.hidden;
INSERT INTO tallies (subject, kind, item, hidden, games, won, fair, points, turns)
SELECT mine.player, 'ahead', theirs.player, mine.hidden, count(*), 0, 0, 0, 0
FROM played AS mine JOIN played AS theirs ON theirs.table_id = mine.table_id AND theirs.player <> mine.player
WHERE mine.won IS NOT NULL AND theirs.won IS NOT NULL AND mine.player NOT LIKE 'gone:%' AND theirs.player NOT LIKE 'gone:%'
AND mine.place < theirs.place
GROUP BY mine.player, theirs.player, mine.hidden;
CREATE INDEX tallies_with ON tallies (item) WHERE kind IN ('versus', 'ahead');
