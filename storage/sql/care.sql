-- Looking after a database: rows that don't fit, what is kept only for a while, people's data.

-- name: quarantine(source, key, table, data, reason)!
INSERT INTO quarantine (source, key, table_id, data, reason) VALUES (:source, :key, :table, :data, :reason) ON CONFLICT DO NOTHING

-- name: quarantined()
SELECT id, source, key, table_id AS "table", data, reason, at FROM quarantine ORDER BY id

-- name: blank_quarantine(id, key, reason)!
UPDATE quarantine SET key = :key, reason = :reason, data = '' WHERE id = :id

-- name: drop_same_quarantine(id, source, key)!
DELETE FROM quarantine WHERE source = :source AND key = :key AND data = '' AND id <> :id

-- name: all_tables()
SELECT * FROM tables

-- name: all_settings()
SELECT person FROM settings

-- name: all_guilds()
SELECT DISTINCT guild FROM kingdoms

-- name: all_actions()
SELECT id FROM actions

-- name: all_people()
SELECT person FROM people

-- name: all_records()
SELECT * FROM records

-- name: clear_actions(before, most)!
DELETE FROM actions WHERE id IN (SELECT id FROM actions WHERE at < :before LIMIT :most)

-- name: clear_invitations(before, most)!
DELETE FROM invitations
WHERE (person, guest, at) IN (SELECT person, guest, at FROM invitations WHERE at < :before LIMIT :most)

-- name: clear_pings(before, most)!
DELETE FROM calls WHERE (table_id, version, seat) IN (
    SELECT table_id, version, seat FROM calls WHERE at < :before AND (
        done OR NOT EXISTS (SELECT 1 FROM seats WHERE seats.table_id = calls.table_id AND number = seat AND call = version)
    ) LIMIT :most
)

-- Only rows that were deleted from their tables: see `storage.rows.DELETED`.
-- name: clear_quarantine(before, most)!
DELETE FROM quarantine WHERE id IN (
    SELECT id FROM quarantine WHERE at < :before AND source IN (
        'snapshots', 'log', 'notes', 'standing', 'plans', 'followers', 'kingdoms', 'settings', 'calls', 'messages', 'actions',
        'people', 'records', 'quarantine'
    ) LIMIT :most
)

-- name: clear_lobbies(before, most)!
DELETE FROM tables WHERE id IN (
    SELECT id FROM tables
    WHERE ended < :before AND started IS NULL AND phase = 'over' AND shown >= version AND NOT broken LIMIT :most
)

-- name: clear_hands(before, most)!
DELETE FROM messages WHERE message IN (
    SELECT message FROM messages WHERE audience IS NOT NULL
    AND table_id IN (SELECT id FROM tables WHERE phase = 'over' AND ended < :before AND shown >= version) LIMIT :most
)

-- name: seated(person)
SELECT table_id AS id FROM seats WHERE person = :person

-- name: seats_held_by(id, person)
SELECT number FROM seats WHERE table_id = :id AND person = :person AND number IN (0, 1, 2, 3, 4, 5)

-- name: forget_guest(person)!
DELETE FROM invitations WHERE guest = :person

-- name: forget_seats(person, nobody)!
UPDATE seats SET person = NULL, taken_over = NULL, name = :nobody WHERE person = :person

-- name: blank_table(id, host)!
UPDATE tables SET proposal = NULL, result = NULL, invited = '{}', vetoes = '{}', asked = '{}', gathering = NULL, host = :host
WHERE id = :id

-- name: blank_seats(id, person, digits, nobody)!
UPDATE seats SET person = nullif(person, :person), taken_over = NULL, name = :nobody
WHERE table_id = :id AND (person = :person OR taken_over LIKE :digits)

-- name: drop_notes(id)!
DELETE FROM notes WHERE table_id = :id
