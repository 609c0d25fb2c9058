-- Reading what is kept about finished games. Everyone can see a game unless it is hidden; those who played it always can.

-- name: seen_record(id, viewer)
SELECT * FROM records
WHERE table_id = :id
AND (NOT hidden OR EXISTS (SELECT 1 FROM played AS own WHERE own.table_id = records.table_id AND own.player = :viewer))

-- name: end_of(id)
SELECT ended FROM records WHERE table_id = :id

-- name: finished(player, opponent, viewer, card, kingdom, server)
SELECT subject, CAST(sum(games) AS bigint) AS games FROM tallies
WHERE subject IN (:player, :opponent, :viewer, :card, :kingdom, :server) AND kind = 'finished' GROUP BY subject

-- About how many games each player has finished on a server: those that don't count are few.
-- name: rated_on(server, player, opponent, viewer)
SELECT player, games FROM ratings WHERE scope = :server AND player IN (:player, :opponent, :viewer)

-- name: sums(subject, hidden)
SELECT
    kind, item, CAST(sum(games) AS bigint) AS games, CAST(sum(won) AS bigint) AS won, CAST(sum(fair) AS bigint) AS fair,
    CAST(sum(points) AS bigint) AS points, CAST(sum(turns) AS bigint) AS turns
FROM tallies WHERE subject = :subject AND kind IN ('finished', 'seats', 'having', 'against') AND (NOT hidden OR :hidden)
GROUP BY kind, item

-- name: openings(subject, hidden, most)
SELECT
    kind, item, CAST(sum(games) AS bigint) AS games, CAST(sum(won) AS bigint) AS won, CAST(sum(fair) AS bigint) AS fair,
    CAST(sum(points) AS bigint) AS points, CAST(sum(turns) AS bigint) AS turns
FROM tallies WHERE subject = :subject AND kind = 'opening' AND (NOT hidden OR :hidden)
GROUP BY kind, item ORDER BY 3 DESC, item LIMIT :most

-- name: versus(mine, theirs, hidden)
SELECT
    kind, item, CAST(sum(games) AS bigint) AS games, CAST(sum(won) AS bigint) AS won, CAST(sum(fair) AS bigint) AS fair,
    CAST(sum(points) AS bigint) AS points, CAST(sum(turns) AS bigint) AS turns
FROM tallies WHERE subject = :mine AND kind IN ('versus', 'ahead') AND item = :theirs AND (NOT hidden OR :hidden)
GROUP BY kind, item

-- The keys of AIs, and of people whose data were deleted, have a colon.
-- name: best_people(scope, most)
SELECT * FROM ratings WHERE scope = :scope AND player NOT LIKE '%:%'
AND NOT EXISTS (
    SELECT 1 FROM settings WHERE person = CASE WHEN player NOT LIKE '%:%' THEN CAST(player AS bigint) END
    AND settings LIKE '%"listed":false%'
)
ORDER BY mu - 3 * sigma DESC, player LIMIT :most

-- name: best_ais(scope, most)
SELECT * FROM ratings WHERE scope = :scope AND player LIKE 'ai:%' ORDER BY mu - 3 * sigma DESC, player LIMIT :most

-- name: rating(scope, player)
SELECT ratings.*, player NOT LIKE '%:%'
AND NOT EXISTS (
    SELECT 1 FROM settings WHERE person = CASE WHEN player NOT LIKE '%:%' THEN CAST(player AS bigint) END
    AND settings LIKE '%"listed":false%'
) AS ranked
FROM ratings WHERE scope = :scope AND player = :player

-- name: rank_of(scope, sure)
SELECT count(*) + 1 AS rank FROM ratings WHERE scope = :scope AND mu - 3 * sigma > :sure AND player NOT LIKE '%:%'
AND NOT EXISTS (
    SELECT 1 FROM settings WHERE person = CASE WHEN player NOT LIKE '%:%' THEN CAST(player AS bigint) END
    AND settings LIKE '%"listed":false%'
)

-- The name under which a player last played a game that everyone can see. As a join, PostgreSQL would read all of their games first.
-- name: name_of(player)
SELECT (SELECT name FROM seats WHERE seats.table_id = latest.table_id AND number = seat) AS name
FROM played AS latest WHERE player = :player AND hidden = FALSE AND place IS NOT NULL ORDER BY ended DESC, table_id DESC LIMIT 1

-- name: name_on(player, server)
SELECT (SELECT name FROM seats WHERE seats.table_id = latest.table_id AND number = seat) AS name
FROM played AS latest WHERE player = :player AND guild = :server AND hidden = FALSE AND place IS NOT NULL
ORDER BY ended DESC, table_id DESC LIMIT 1

-- A player's games are numbered, so that a page is found without those before it.
-- name: rating_changes(viewer, scope, player, skip, most)
SELECT
    changes.*, NOT hidden OR EXISTS (
        SELECT 1 FROM played AS own WHERE own.table_id = records.table_id AND own.player = :viewer
    ) AS seen
FROM (
    SELECT table_id FROM rating_changes WHERE player = :player AND scope = :scope
    AND number <= (SELECT games FROM ratings WHERE scope = :scope AND player = :player) - :skip
    ORDER BY number DESC LIMIT :most
) AS page CROSS JOIN rating_changes AS changes CROSS JOIN records
WHERE changes.table_id = page.table_id AND changes.scope = :scope AND changes.player = :player
AND records.table_id = page.table_id ORDER BY changes.number DESC

-- name: rating_course(scope, player, most)
SELECT mu, sigma FROM rating_changes WHERE player = :player AND scope = :scope ORDER BY number DESC LIMIT :most
