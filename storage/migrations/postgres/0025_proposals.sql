-- What all players are asked to agree to is a proposal everywhere: the table's, and the one that a note says was declined.

ALTER TABLE tables RENAME COLUMN offer TO proposal;
UPDATE notes SET says = (json_of(says)::jsonb - 'offer' || jsonb_build_object('proposal', json_of(says) -> 'offer'))::text
WHERE CASE WHEN json_typeof(json_of(says)) = 'object' THEN json_of(says) -> 'offer' IS NOT NULL END;
