-- Writing what is kept about finished games.

-- The kinds of lines in `storage.records.TOLD`.
-- name: told_lines(id, after, most)
SELECT * FROM log WHERE table_id = :id AND number > :after AND (
    line LIKE '%"kind":"turn"%' OR line LIKE '%"kind":"buy"%' OR line LIKE '%"kind":"gain"%' OR line LIKE '%"kind":"reveal"%'
    OR line LIKE '%"kind":"worded"%'
) ORDER BY number LIMIT :most

-- name: unrecorded(most)
SELECT * FROM unrecorded LIMIT :most

-- name: forget_unrecorded(id)!
DELETE FROM unrecorded WHERE table_id = :id

-- name: miss_record(id)!
INSERT INTO unrecorded (table_id)
SELECT id FROM tables WHERE id = :id AND NOT EXISTS (SELECT 1 FROM records WHERE table_id = :id) ON CONFLICT (table_id) DO NOTHING

-- name: miss_all_records()!
INSERT INTO unrecorded (table_id, replay) SELECT id, TRUE FROM tables WHERE phase = 'over' AND started IS NOT NULL AND NOT broken
ON CONFLICT (table_id) DO UPDATE SET replay = TRUE

-- name: record(id)
SELECT * FROM records WHERE table_id = :id

-- name: private_record(id)
SELECT * FROM records WHERE table_id = :id AND private

-- name: add_record(id, guild, ended, kingdom, private, hidden, counts, record)!
INSERT INTO records (table_id, guild, ended, kingdom, private, hidden, counts, record)
VALUES (:id, :guild, :ended, :kingdom, :private, :hidden, :counts, :record)

-- name: hide_record(id, hidden)!
UPDATE records SET hidden = :hidden WHERE table_id = :id

-- name: drop_record(id)!
DELETE FROM records WHERE table_id = :id

-- name: seats_of_record(id)
SELECT player, seat, place, name FROM played LEFT JOIN seats USING (table_id) WHERE table_id = :id AND seat = number

-- name: place_of(id)
SELECT coalesce(thread, channel) AS channel FROM tables WHERE id = :id

-- name: add_played*!
INSERT INTO played (table_id, guild, seat, player, ended, hidden, place, won, fair, points, turns)
VALUES (:id, :guild, :seat, :player, :ended, :hidden, :place, :won, :fair, :points, :turns)

-- name: hide_played(id, hidden)!
UPDATE played SET hidden = :hidden WHERE table_id = :id

-- name: drop_played(id)!
DELETE FROM played WHERE table_id = :id

-- name: add_cards*!
INSERT INTO games_with (card, hidden, ended, table_id) VALUES (:card, :hidden, :ended, :id)
ON CONFLICT (card, hidden, ended, table_id) DO NOTHING

-- name: drop_cards*!
DELETE FROM games_with WHERE card = :card AND hidden = :hidden AND ended = :ended AND table_id = :id

-- name: tally*!
INSERT INTO tallies (subject, kind, item, hidden, games, won, fair, points, turns)
VALUES (:subject, :kind, :item, :hidden, :games, :won, :fair, :points, :turns)
ON CONFLICT (subject, kind, item, hidden) DO UPDATE SET
    games = tallies.games + excluded.games, won = tallies.won + excluded.won, fair = tallies.fair + excluded.fair,
    points = tallies.points + excluded.points, turns = tallies.turns + excluded.turns

-- name: drop_empty_tallies*!
DELETE FROM tallies WHERE subject = :subject AND kind = :kind AND item = :item AND hidden = :hidden AND games <= 0

-- name: drop_versus(player)!
DELETE FROM tallies WHERE kind IN ('versus', 'ahead') AND item = :player

-- name: shares(id)
SELECT player FROM shares WHERE table_id = :id

-- name: share(id, player)!
INSERT INTO shares (table_id, player) VALUES (:id, :player) ON CONFLICT (table_id, player) DO NOTHING

-- name: unshare(id, player)!
DELETE FROM shares WHERE table_id = :id AND player = :player

-- name: next_to_rate(most)
SELECT table_id, guild, ended FROM records WHERE counts AND NOT rated ORDER BY ended, table_id LIMIT :most

-- name: rated(id)!
UPDATE records SET rated = TRUE WHERE table_id = :id

-- name: unrated(id)!
UPDATE records SET rated = FALSE WHERE table_id = :id

-- name: unrate_all()!
UPDATE records SET rated = FALSE WHERE rated

-- name: rated_since(ended, id, most)
SELECT table_id AS id FROM records WHERE counts AND rated AND (ended, table_id) >= (:ended, :id)
ORDER BY ended DESC, table_id DESC LIMIT :most

-- name: players_to_rate(id)
SELECT player, place FROM played WHERE table_id = :id AND place IS NOT NULL ORDER BY seat

-- name: skill(scope, player)
SELECT mu, sigma FROM ratings WHERE scope = :scope AND player = :player

-- name: rate*!
INSERT INTO ratings (scope, player, mu, sigma, games) VALUES (:scope, :player, :mu, :sigma, 1)
ON CONFLICT (scope, player) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = ratings.games + 1

-- name: add_rating_changes*!
INSERT INTO rating_changes (table_id, scope, player, number, ended, mu_before, sigma_before, mu, sigma)
VALUES (
    :id, :scope, :player, (SELECT games FROM ratings WHERE scope = :scope AND player = :player), :ended, :mu_before, :sigma_before,
    :mu, :sigma
)
ON CONFLICT (table_id, scope, player) DO UPDATE SET
    number = excluded.number, ended = excluded.ended, mu_before = excluded.mu_before, sigma_before = excluded.sigma_before,
    mu = excluded.mu, sigma = excluded.sigma

-- name: changes_by(id)
SELECT * FROM rating_changes WHERE table_id = :id

-- name: take_back_rating(scope, player, mu, sigma)!
UPDATE ratings SET mu = :mu, sigma = :sigma, games = games - 1 WHERE scope = :scope AND player = :player

-- name: drop_empty_rating(scope, player)!
DELETE FROM ratings WHERE scope = :scope AND player = :player AND games <= 0

-- name: drop_changes_by(id)!
DELETE FROM rating_changes WHERE table_id = :id

-- name: gone_from(id)
SELECT * FROM gone WHERE table_id = :id

-- name: number_at(id, person)
SELECT player FROM gone JOIN seats ON seats.table_id = gone.table_id AND number = seat
WHERE gone.table_id = :id AND person = :person

-- name: add_gone(player, person)!
INSERT INTO gone (table_id, seat, player)
SELECT table_id, number, :player FROM seats JOIN tables ON id = table_id WHERE person = :person AND phase = 'over'
ON CONFLICT (table_id, seat) DO NOTHING

-- name: drop_former(player)!
DELETE FROM played WHERE player = :player AND place IS NULL

-- name: renumber_played(player, number)!
UPDATE played SET player = :number WHERE player = :player AND NOT EXISTS (
    SELECT 1 FROM played AS other WHERE other.table_id = played.table_id AND other.seat = played.seat AND other.player = :number
)

-- name: renumber_shares(player, number)!
UPDATE shares SET player = :number WHERE player = :player
AND NOT EXISTS (SELECT 1 FROM shares AS other WHERE other.table_id = shares.table_id AND other.player = :number)

-- name: renumber_ratings(player, number)!
UPDATE ratings SET player = :number WHERE player = :player
AND NOT EXISTS (SELECT 1 FROM ratings AS other WHERE other.scope = ratings.scope AND other.player = :number)

-- name: renumber_changes(player, number)!
UPDATE rating_changes SET player = :number WHERE player = :player AND NOT EXISTS (
    SELECT 1 FROM rating_changes AS other
    WHERE other.table_id = rating_changes.table_id AND other.scope = rating_changes.scope AND other.player = :number
)
