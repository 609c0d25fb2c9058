-- What a table's own line says, as data beside its words. Before, only the words said it, in one of two ways; which cards were
-- discarded, only they still say.

ALTER TABLE notes ADD COLUMN did TEXT;
UPDATE notes SET did = CASE
    WHEN text LIKE 'Your standing answer: reveal %.'
        THEN json_object('what', 'reveal', 'cards', json_array(substr(text, 30, length(text) - 30)))
    WHEN text LIKE 'Your standing answer revealed %.'
        THEN json_object('what', 'reveal', 'cards', json_array(substr(text, 31, length(text) - 31)))
    WHEN text LIKE 'Your standing answer% no Reaction.' THEN '{"what":"no-reaction"}'
    WHEN text LIKE 'Your standing answer: play%' OR text LIKE 'Your standing answer play%' THEN '{"what":"treasures"}'
    WHEN text LIKE 'Your standing answer: end%' OR text LIKE 'Your standing answer end%' THEN '{"what":"end"}'
    WHEN text LIKE 'Your standing answer: discard%' OR text LIKE 'Your standing answer discard%' THEN '{"what":"discard"}'
    WHEN text LIKE 'Your standing answer: any order%' OR text LIKE 'Your standing answer took%' THEN '{"what":"order"}'
    WHEN text LIKE 'Your standing answer: wait%' OR text LIKE 'Your standing answer wait%' THEN '{"what":"wait"}'
    WHEN text LIKE 'Your standing answer%' THEN '{"what":"choice"}'
    WHEN text = 'Your plan plays this turn.' THEN '{"what":"plan-begins"}'
    WHEN text IN ('That was your plan. It ends the turn.', 'Your plan is through, and ended the turn.')
        THEN '{"what":"plan-through"}'
END;
