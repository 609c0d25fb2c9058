-- What each message shows, as a short hash of its panel (empty: unknown), instead of the version in which its table was shown. What
-- a message is for is now written in one way: its kind, then its numbers (cogs/messages/kinds.py). The message for each turn
-- becomes the log of that turn; the newest one of an unfinished game is its board.

DROP INDEX IF EXISTS messages_that_follow;
ALTER TABLE messages DROP COLUMN version;
ALTER TABLE messages ADD COLUMN shows TEXT NOT NULL DEFAULT '';

UPDATE messages SET purpose = 'board:1:' || substr(purpose, 2) WHERE message IN (
    SELECT message FROM (
        SELECT message, max(CAST(substr(purpose, 2) AS INTEGER)) FROM messages JOIN tables ON id = table_id
        WHERE purpose GLOB 't[0-9]*' AND phase <> 'over' GROUP BY table_id
    )
);
UPDATE messages SET purpose = 'log:' || substr(purpose, 2) || ':' || substr(purpose, 2), final = 1 WHERE purpose GLOB 't[0-9]*';
UPDATE messages SET final = 0 WHERE purpose GLOB 'board:1:*';

UPDATE messages SET purpose = 'invitation:' || since || ':' || upto FROM (
    SELECT message AS id, upto, lag(upto, 1, 0) OVER (PARTITION BY table_id, channel ORDER BY upto) AS since FROM (
        SELECT message, table_id, channel, CAST(substr(purpose, 7) AS INTEGER) AS upto FROM messages
        WHERE purpose GLOB 'guests[0-9]*'
    )
) WHERE message = id;

UPDATE messages SET purpose = 'hand:' || audience WHERE purpose = 'hand' AND audience IS NOT NULL;
UPDATE messages SET purpose = 'mention:' || substr(purpose, 5) WHERE purpose GLOB 'ping[0-9]*';
UPDATE messages SET purpose = 'end:' || substr(purpose, 4) WHERE purpose GLOB 'end[0-9]*';

-- The numbers of offers were written in base 36.
UPDATE messages SET purpose = CASE substr(purpose, 1, 3) WHEN 'ask' THEN 'question:' ELSE 'seated:' END || (
    WITH RECURSIVE digits (rest, value) AS (
        SELECT substr(messages.purpose, 4), 0
        UNION ALL
        SELECT substr(rest, 2), value * 36 + instr('0123456789abcdefghijklmnopqrstuvwxyz', substr(rest, 1, 1)) - 1
        FROM digits WHERE rest <> ''
    )
    SELECT value FROM digits WHERE rest = ''
) WHERE purpose GLOB 'ask[0-9a-z]*' OR purpose GLOB 'new[0-9a-z]*';
