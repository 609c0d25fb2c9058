-- What Discord shows, and pings.

-- name: messages(id)
SELECT table_id AS "table", purpose, channel, message, shows, audience, pings, final FROM messages
WHERE table_id = :id ORDER BY message

-- name: keep_message(table, purpose, channel, message, shows, audience, pings, final)!
INSERT INTO messages (table_id, purpose, channel, message, shows, audience, pings, final)
VALUES (:table, :purpose, :channel, :message, :shows, :audience, :pings, :final)
ON CONFLICT (message) DO UPDATE SET
    table_id = excluded.table_id, purpose = excluded.purpose, channel = excluded.channel, shows = excluded.shows,
    audience = excluded.audience, pings = excluded.pings, final = excluded.final

-- name: drop_message(message)!
DELETE FROM messages WHERE message = :message

-- name: doubt_what_shows(message)!
UPDATE tables SET shown = -1 WHERE id = (SELECT table_id FROM messages WHERE message = :message)

-- name: calls()
SELECT calls.table_id AS "table", version, seat, calls.person, decision, at FROM calls
JOIN seats ON seats.table_id = calls.table_id AND number = seat AND call = version
WHERE NOT done ORDER BY at, seat

-- name: calls_of(id)
SELECT calls.table_id AS "table", version, seat, calls.person, decision, at FROM calls
JOIN seats ON seats.table_id = calls.table_id AND number = seat AND call = version
WHERE NOT done AND calls.table_id = :id ORDER BY at, seat

-- name: add_calls*!
INSERT INTO calls (table_id, version, seat, person, decision, at) VALUES (:table, :version, :seat, :person, :decision, :at)

-- name: called(id, version, person)!
UPDATE calls SET done = TRUE WHERE table_id = :id AND version = :version AND person = coalesce(:person, person)
