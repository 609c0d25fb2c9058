-- Statements in PostgreSQL's own dialect. `json_of` is from the schema: null for anything that isn't JSON.

-- name: moves(id)
SELECT CAST(json_of(entry) ->> 'seat' AS bigint) AS seat, made_by = 'ai' AS by_ai, count(*) AS made, max(number) AS last
FROM entries WHERE table_id = :id GROUP BY 1, 2

-- name: latest_in_own_thread(place)
SELECT * FROM tables WHERE channel = :place AND json_of(options) ->> 'own_thread' = 'true'
AND started IS NOT NULL AND phase = 'over' AND NOT broken ORDER BY started DESC LIMIT 1

-- name: remind(person, number, reminder)!
UPDATE people SET reminder = :reminder WHERE person = :person AND CAST(json_of(reminder) ->> 'number' AS bigint) = :number

-- name: doubt_times(now, soon)!
UPDATE people SET due = :soon WHERE reminder IS NOT NULL AND json_of(reminder) ->> 'at' > :now

-- name: strays()
SELECT '' AS source, '' AS parent, 0 AS size WHERE FALSE
