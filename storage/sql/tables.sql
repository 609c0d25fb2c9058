-- Tables, their seats and their games.

-- name: live_tables()
SELECT * FROM tables WHERE phase <> 'over' AND NOT broken ORDER BY created, id

-- name: live_tables_at(place)
SELECT * FROM tables WHERE phase <> 'over' AND NOT broken AND coalesce(thread, channel) = :place ORDER BY created, id

-- name: live_tables_of(person)
SELECT * FROM tables WHERE phase <> 'over' AND NOT broken AND id IN (SELECT table_id FROM seats WHERE person = :person)
ORDER BY created, id

-- name: live_tables_followed_by(person)
SELECT * FROM tables WHERE phase <> 'over' AND NOT broken AND id IN (SELECT table_id FROM followers WHERE person = :person)
ORDER BY created, id

-- name: open_in(guild)
SELECT id FROM tables WHERE phase = 'playing' AND phase <> 'over' AND NOT broken AND guild = :guild
AND id IN (SELECT table_id FROM seats WHERE open IS NOT NULL) ORDER BY created, id

-- Limited to a part: this is how Discord numbers a server's shard.
-- name: spots(first, last, of)
SELECT id, guild, channel, thread, lost, phase FROM tables WHERE phase <> 'over' AND NOT broken
AND (coalesce(guild, 0) >> 22) % :of BETWEEN :first AND :last ORDER BY created, id

-- name: spots_in_guild(guild)
SELECT id, guild, channel, thread, lost, phase FROM tables WHERE phase <> 'over' AND NOT broken AND guild = :guild
ORDER BY created, id

-- name: spots_in_channel(channel)
SELECT id, guild, channel, thread, lost, phase FROM tables WHERE phase <> 'over' AND NOT broken AND channel = :channel
ORDER BY created, id

-- name: spots_in_thread(thread)
SELECT id, guild, channel, thread, lost, phase FROM tables WHERE phase <> 'over' AND NOT broken
AND coalesce(thread, channel) = :thread ORDER BY created, id

-- name: table(id)
SELECT * FROM tables WHERE id = :id

-- name: finished_table(id)
SELECT * FROM tables WHERE id = :id AND phase = 'over'

-- name: seats(id)
SELECT * FROM seats WHERE table_id = :id ORDER BY number

-- name: glance(id)
SELECT version, seats.person, settings FROM tables LEFT JOIN seats ON table_id = id
LEFT JOIN settings ON settings.person = seats.person WHERE id = :id

-- name: has_seats(id)
SELECT 1 AS found FROM seats WHERE table_id = :id LIMIT 1

-- name: has_played(person)
SELECT 1 AS found FROM seats JOIN tables ON id = table_id WHERE person = :person AND started IS NOT NULL LIMIT 1

-- name: latest_at(place)
SELECT * FROM tables WHERE coalesce(thread, channel) = :place AND started IS NOT NULL AND phase = 'over' AND NOT broken
ORDER BY started DESC LIMIT 1

-- name: unsettled()
SELECT id FROM tables WHERE unsettled AND phase = 'playing' AND NOT broken ORDER BY created, id

-- name: unshown(first, last, of)
SELECT id FROM tables WHERE shown < version AND NOT broken
AND (coalesce(guild, 0) >> 22) % :of BETWEEN :first AND :last ORDER BY created, id

-- name: due(at, first, last, of)
SELECT id FROM tables WHERE due <= :at AND NOT broken
AND (coalesce(guild, 0) >> 22) % :of BETWEEN :first AND :last ORDER BY due, id

-- name: next_due(after, first, last, of)
SELECT id, due FROM tables WHERE due > :after AND NOT broken
AND (coalesce(guild, 0) >> 22) % :of BETWEEN :first AND :last ORDER BY due LIMIT 1

-- name: add_table!
INSERT INTO tables (
    id, guild, channel, thread, phase, version, host, options, created, started, ended, commitment, quiet_refused, proposal, trouble,
    result, invited, vetoes, before, waits, lost, due, asked, gathering, nudge, unsettled
) VALUES (
    :id, :guild, :channel, :thread, :phase, :version, :host, :options, :created, :started, :ended, :commitment, :quiet_refused,
    :proposal, :trouble, :result, :invited, :vetoes, :before, :waits, :lost, :due, :asked, :gathering, :nudge, :unsettled
)

-- name: change_table!
UPDATE tables SET
    guild = :guild, channel = :channel, thread = :thread, phase = :phase, version = :version, host = :host, options = :options,
    created = :created, started = :started, ended = :ended, commitment = :commitment, quiet_refused = :quiet_refused,
    proposal = :proposal, trouble = :trouble, result = :result, invited = :invited, vetoes = :vetoes, before = :before, waits = :waits, lost = :lost,
    due = :due, asked = :asked, gathering = :gathering, nudge = :nudge, unsettled = :unsettled
WHERE id = :id AND version + 1 = :version

-- name: clear_seats(id)!
DELETE FROM seats WHERE table_id = :id

-- name: add_seats*!
INSERT INTO seats (
    table_id, number, name, person, ai, resigned, waiting_since, call, held, taken_over, hints, due, stand_in, ends, away, open,
    lateness, absent, ring
) VALUES (
    :table_id, :number, :name, :person, :ai, :resigned, :waiting_since, :call, :held, :taken_over, :hints, :due, :stand_in, :ends,
    :away, :open, :lateness, :absent, :ring
)

-- name: settle*!
UPDATE tables SET unsettled = FALSE WHERE id = :id AND version = :version

-- name: unsettle(person, but)!
UPDATE tables SET unsettled = TRUE
WHERE phase = 'playing' AND id IN (SELECT table_id FROM seats WHERE person = :person) AND id <> :but

-- name: show*!
UPDATE tables SET shown = version WHERE id = :id AND version = :version

-- name: show_as_it_is(id)!
UPDATE tables SET shown = version WHERE id = :id

-- name: delete_finished_table(id)!
DELETE FROM tables WHERE id = :id AND phase = 'over'

-- name: game(id)
SELECT * FROM games WHERE table_id = :id

-- name: add_game(id, setup, seed)!
INSERT INTO games (table_id, setup, seed) VALUES (:id, :setup, :seed)

-- name: change_setup(id, setup)!
UPDATE games SET setup = :setup WHERE table_id = :id

-- name: snapshots(id, below)
SELECT table_id, entries, snapshot FROM snapshots WHERE table_id = :id AND entries < :below ORDER BY entries DESC

-- name: add_snapshots*!
INSERT INTO snapshots (table_id, entries, snapshot) VALUES (:id, :entries, :snapshot)
ON CONFLICT (table_id, entries) DO UPDATE SET snapshot = excluded.snapshot

-- name: undo_snapshots(id, back_to)!
DELETE FROM snapshots WHERE table_id = :id AND entries > :back_to

-- name: drop_older_snapshots(id, kept)!
DELETE FROM snapshots WHERE table_id = :id AND entries <= (
    SELECT entries FROM snapshots WHERE table_id = :id ORDER BY entries DESC LIMIT 1 OFFSET :kept
)

-- name: extent_of_journal(id)
SELECT count(*) AS size, min(number) AS first, max(number) AS last FROM entries WHERE table_id = :id

-- name: journal(id, since, most)
SELECT * FROM entries WHERE table_id = :id AND number >= :since ORDER BY number LIMIT :most

-- name: add_entries*!
INSERT INTO entries (table_id, number, entry, at, made_by) VALUES (:id, :number, :entry, :at, :by)

-- name: log(id)
SELECT * FROM log WHERE table_id = :id ORDER BY number

-- name: notes(id)
SELECT * FROM notes WHERE table_id = :id ORDER BY after, id

-- The sign keeps SQLite from going through the whole log, which has its lines in that order.
-- name: log_of_turns(id, since, until, after, most)
SELECT * FROM log WHERE table_id = :id AND turn >= :since AND turn < :until AND +number > :after ORDER BY +number LIMIT :most

-- name: notes_of_turns(id, since, until)
SELECT * FROM notes WHERE table_id = :id AND turn >= :since AND turn < :until ORDER BY +after, id

-- name: cut_log(id, number)!
DELETE FROM log WHERE table_id = :id AND number >= :number

-- name: cut_notes(id, after)!
DELETE FROM notes WHERE table_id = :id AND after >= :after

-- name: cut_notes_of_seats*!
DELETE FROM notes WHERE table_id = :id AND after = :after AND seat = :seat

-- name: add_lines*!
INSERT INTO log (table_id, number, turn, line) VALUES (:id, :number, :turn, :line)

-- name: add_notes*!
INSERT INTO notes (table_id, after, turn, seat, person, did, says, wording)
VALUES (:id, :after, :turn, :seat, :person, :did, :says, :wording)

-- name: standing(id)
SELECT * FROM standing WHERE table_id = :id

-- name: standing_of(person)
SELECT * FROM standing WHERE person = :person
AND table_id IN (SELECT id FROM tables WHERE phase <> 'over' AND id IN (SELECT table_id FROM seats WHERE person = :person))

-- name: set_standing*!
INSERT INTO standing (table_id, person, standing) VALUES (:id, :person, :standing)
ON CONFLICT (table_id, person) DO UPDATE SET standing = excluded.standing

-- name: plans(id)
SELECT * FROM plans WHERE table_id = :id

-- name: set_plans*!
INSERT INTO plans (table_id, person, plan) VALUES (:id, :person, :plan)
ON CONFLICT (table_id, person) DO UPDATE SET plan = excluded.plan

-- name: drop_plans*!
DELETE FROM plans WHERE table_id = :id AND person = :person
