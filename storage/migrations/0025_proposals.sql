-- What all players are asked to agree to is a proposal everywhere: the table's, and the one that a note says was declined.

ALTER TABLE tables RENAME COLUMN offer TO proposal;
UPDATE notes SET says = json_remove(json_set(says, '$.proposal', json_extract(says, '$.offer')), '$.offer')
WHERE CASE WHEN json_valid(says) THEN json_type(says, '$.offer') END IS NOT NULL;
