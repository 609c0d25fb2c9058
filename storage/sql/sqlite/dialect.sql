-- Statements in SQLite's own dialect.

-- name: moves(id)
SELECT json_extract(entry, '$.seat') AS seat, made_by = 'ai' AS by_ai, count(*) AS made, max(number) AS last
FROM entries WHERE table_id = :id AND json_valid(entry) GROUP BY 1, 2

-- name: latest_in_own_thread(place)
SELECT * FROM tables WHERE channel = :place AND CASE WHEN json_valid(options) THEN json_extract(options, '$.own_thread') END
AND started IS NOT NULL AND phase = 'over' AND NOT broken ORDER BY started DESC LIMIT 1

-- name: remind(person, number, reminder)!
UPDATE people SET reminder = :reminder
WHERE person = :person AND json_valid(reminder) AND json_extract(reminder, '$.number') = :number

-- name: doubt_times(now, soon)!
UPDATE people SET due = :soon
WHERE reminder IS NOT NULL AND json_valid(reminder) AND json_extract(reminder, '$.at') > :now

-- name: strays()
SELECT "table" AS source, parent, count(*) AS size FROM pragma_foreign_key_check GROUP BY 1, 2
