-- Reading what is kept about finished games. Everyone can see a game unless it is hidden; those who played it always can.

-- name: seen_record(id, viewer)
SELECT * FROM records
WHERE table_id = :id AND (NOT hidden OR table_id IN (SELECT table_id FROM played AS own WHERE own.player = :viewer))

-- name: end_of(id)
SELECT ended FROM records WHERE table_id = :id

-- name: finished(subject)
SELECT CAST(sum(games) AS bigint) AS games FROM tallies WHERE subject = :subject AND kind = 'finished'

-- name: sums(subject, openings, hidden, most)
SELECT
    kind, item, CAST(sum(games) AS bigint) AS games, CAST(sum(won) AS bigint) AS won, CAST(sum(fair) AS bigint) AS fair,
    CAST(sum(points) AS bigint) AS points, CAST(sum(turns) AS bigint) AS turns
FROM tallies WHERE subject = :subject AND (kind = 'opening') = :openings AND (NOT hidden OR :hidden)
GROUP BY kind, item ORDER BY 3 DESC, item LIMIT :most

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

-- The name under which a player played last, among the games of a scope that count and that everyone can see. For a join,
-- PostgreSQL would first read all games of the player.
-- name: name_of(scope, player)
SELECT name FROM (
    SELECT ended, table_id, (
        SELECT seats.name FROM played JOIN seats ON seats.table_id = played.table_id AND seats.number = played.seat
        WHERE played.table_id = changes.table_id AND played.player = changes.player AND played.place IS NOT NULL AND NOT played.hidden
    ) AS name
    FROM rating_changes AS changes WHERE player = :player AND scope = :scope
) AS games
WHERE name IS NOT NULL ORDER BY ended DESC, table_id DESC LIMIT 1

-- The page comes first, from the index alone: what precedes it is only skipped.
-- name: rating_changes(viewer, scope, player, skip, most)
SELECT
    changes.*, (NOT hidden OR records.table_id IN (SELECT table_id FROM played AS own WHERE own.player = :viewer)) AS seen
FROM (
    SELECT table_id FROM rating_changes WHERE player = :player AND scope = :scope
    ORDER BY ended DESC, table_id DESC LIMIT :most OFFSET :skip
) AS page CROSS JOIN rating_changes AS changes CROSS JOIN records
WHERE changes.table_id = page.table_id AND changes.scope = :scope AND changes.player = :player
AND records.table_id = page.table_id ORDER BY changes.ended DESC, changes.table_id DESC

-- name: rating_course(scope, player, most)
SELECT mu, sigma FROM rating_changes WHERE player = :player AND scope = :scope ORDER BY ended DESC, table_id DESC LIMIT :most

-- The opponent is looked up in each game of the player: for a comparison with a value, PostgreSQL would read all games of both.
-- name: head_to_head(viewer, mine, theirs, own)
SELECT
    count(*) AS games,
    sum(CASE WHEN mine.place < theirs.place THEN 1 ELSE 0 END) AS ahead,
    sum(CASE WHEN mine.place > theirs.place THEN 1 ELSE 0 END) AS behind,
    sum(CASE WHEN mine.place = theirs.place THEN 1 ELSE 0 END) AS level,
    sum(mine.won) AS mine_won, sum(mine.fair) AS mine_fair, sum(mine.points) AS mine_points, sum(mine.turns) AS mine_turns,
    sum(theirs.won) AS theirs_won, sum(theirs.fair) AS theirs_fair, sum(theirs.points) AS theirs_points,
    sum(theirs.turns) AS theirs_turns
FROM played AS mine CROSS JOIN played AS theirs
WHERE mine.player = :mine AND mine.won IS NOT NULL AND theirs.table_id = mine.table_id AND theirs.player = CASE WHEN mine.player = :mine THEN :theirs END
AND theirs.won IS NOT NULL AND mine.seat <> theirs.seat
AND (:own OR NOT mine.hidden OR mine.table_id IN (SELECT table_id FROM played AS own WHERE own.player = :viewer))
