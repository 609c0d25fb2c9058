-- What people have set and done, who follows a table, the kingdoms that servers saved, and when to remind people.

-- name: settings(person)
SELECT * FROM settings WHERE person = :person

-- name: set_settings(person, settings)!
INSERT INTO settings (person, settings) VALUES (:person, :settings) ON CONFLICT (person) DO UPDATE SET settings = excluded.settings

-- name: action(id)
SELECT id, person, table_id AS "table", what, at FROM actions WHERE id = :id

-- name: add_action(id, person, table, what, at)!
INSERT INTO actions (id, person, table_id, what, at) VALUES (:id, :person, :table, :what, :at) ON CONFLICT (id) DO NOTHING

-- name: opened(person, since)
SELECT at FROM actions WHERE what = 'new' AND person = :person AND at > :since

-- name: invited(person, guest, since)
SELECT at FROM invitations WHERE person = :person AND guest = :guest AND at > :since

-- name: add_invitations*!
INSERT INTO invitations (person, guest, at) VALUES (:person, :guest, :at) ON CONFLICT (person, guest, at) DO NOTHING

-- name: followers(id)
SELECT * FROM followers WHERE table_id = :id ORDER BY person

-- name: follow(id, person)!
INSERT INTO followers (table_id, person) VALUES (:id, :person) ON CONFLICT (table_id, person) DO NOTHING

-- name: unfollow(id, person)!
DELETE FROM followers WHERE table_id = :id AND person = :person

-- name: kingdoms(guild)
SELECT * FROM kingdoms WHERE guild = :guild ORDER BY key

-- name: kingdoms_with(text)
SELECT * FROM kingdoms WHERE kingdom LIKE :text ORDER BY guild, key

-- name: set_kingdom(guild, key, kingdom)!
INSERT INTO kingdoms (guild, key, kingdom) VALUES (:guild, :key, :kingdom)
ON CONFLICT (guild, key) DO UPDATE SET kingdom = excluded.kingdom

-- name: drop_kingdom(guild, key)!
DELETE FROM kingdoms WHERE guild = :guild AND key = :key

-- name: next_person_due(after)
SELECT min(due) AS due FROM people WHERE due > :after

-- name: people_due(at)
SELECT person FROM people WHERE due <= :at ORDER BY due, person

-- name: reminder(person)
SELECT * FROM people WHERE person = :person

-- name: reminded()
SELECT * FROM people WHERE reminder IS NOT NULL

-- name: looked(person, changes, due, missed, reminder)!
UPDATE people SET due = :due, missed = :missed, reminder = coalesce(:reminder, reminder)
WHERE person = :person AND changes = :changes

-- name: look*!
INSERT INTO people (person, due, missed) VALUES (:person, :due, :missed) ON CONFLICT (person) DO UPDATE SET
    due = CASE WHEN people.due < excluded.due THEN people.due ELSE excluded.due END,
    missed = people.missed OR excluded.missed,
    changes = people.changes + 1
