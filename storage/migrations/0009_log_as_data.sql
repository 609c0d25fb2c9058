-- The log, notes, offers and why a table is paused are kept as data, and put into words when they are read. Lines keep their text
-- as `wording`, and so do notes that say more than is known as data.

UPDATE log SET line = json_object(
    'public', json_patch(
        json_remove(
            line, '$.text', '$.private',
            CASE WHEN json_extract(line, '$.kind') IN ('discard', 'trash') THEN '$.amount' ELSE '$.text' END,
            CASE WHEN json_extract(line, '$.kind') = 'reveal' THEN '$.card' ELSE '$.text' END,
            CASE WHEN EXISTS (SELECT 1 FROM json_each(line, '$.private')) THEN '$.cards' ELSE '$.text' END
        ),
        json_object(
            'wording', json_extract(line, '$.text'),
            'count', CASE WHEN json_extract(line, '$.kind') IN ('discard', 'trash') THEN json_extract(line, '$.amount')
                WHEN json_extract(line, '$.kind') = 'reveal' AND json_extract(line, '$.card') IS NOT NULL THEN 1 END,
            'cards', CASE WHEN json_extract(line, '$.kind') = 'reveal' AND json_extract(line, '$.card') IS NOT NULL
                THEN json_array(json_extract(line, '$.card'))
                WHEN EXISTS (SELECT 1 FROM json_each(line, '$.private')) THEN NULL
                ELSE json(json_extract(line, '$.cards')) END
        )
    ),
    'knows', (SELECT json_group_array(CAST(key AS INTEGER)) FROM json_each(line, '$.private')),
    'cards', CASE WHEN EXISTS (SELECT 1 FROM json_each(line, '$.private'))
        THEN json(coalesce(json_extract(line, '$.cards'), '[]')) END,
    'wording', coalesce((SELECT value FROM json_each(line, '$.private') LIMIT 1), '')
) WHERE CASE WHEN json_valid(line) THEN json_extract(line, '$.text') END IS NOT NULL;

ALTER TABLE notes RENAME COLUMN text TO wording;
ALTER TABLE notes ADD COLUMN says TEXT;
UPDATE notes SET did = CASE WHEN json_extract(did, '$.owner') IS NULL THEN did ELSE json_set(did, '$.owner', (
    SELECT number FROM seats WHERE seats.table_id = notes.table_id AND seats.name = json_extract(did, '$.owner')
)) END WHERE json_valid(did);
UPDATE notes SET wording = '' WHERE CASE WHEN json_valid(did) THEN json_extract(did, '$.what') END IN ('treasures', 'end', 'reveal', 'no-reaction', 'plan-begins', 'plan-through');

UPDATE tables SET offer = json_remove(
    json_set(
        offer,
        '$.rounds', CASE WHEN json_extract(offer, '$.reason') LIKE 'Nobody has gained anything for %'
            THEN CAST(substr(json_extract(offer, '$.reason'), 32) AS INTEGER) ELSE 0 END,
        '$.waited', CASE WHEN json_extract(offer, '$.reason') LIKE '%The game has waited for %' THEN 3 END
    ),
    '$.reason'
) WHERE json_valid(offer);
UPDATE tables SET offer = json_set(
    offer,
    '$.loss.done', (
        SELECT json_group_array(json_array(
            json_object('kind', 'worded', 'wording', json_extract(value, '$[0]')), json_extract(value, '$[1]')
        )) FROM json_each(offer, '$.loss.done')
    ),
    '$.loss.shown', (
        SELECT json_group_array(json_array(
            json_object('kind', 'worded', 'wording', json_extract(value, '$[0]')), json_extract(value, '$[1]')
        )) FROM json_each(offer, '$.loss.shown')
    )
) WHERE CASE WHEN json_valid(offer) THEN json_type(offer, '$.loss') END = 'object';
UPDATE tables SET trouble = CASE
    WHEN trouble LIKE 'This game''s record is missing%' THEN 'no-record'
    WHEN trouble LIKE '%go another way%' THEN 'other-way'
    WHEN trouble LIKE 'No turn of this game%' THEN 'no-turn'
    WHEN trouble LIKE '%record can''t be read%' THEN 'broken-record'
    ELSE 'unreadable'
END WHERE trouble IS NOT NULL;
