-- Saved kingdoms no longer hold the likes and bans that they were drawn for, nor the seed from which those could be worked out.

UPDATE kingdoms SET kingdom = json_remove(
    kingdom, '$.kingdom.request.like', '$.kingdom.request.unwelcome', '$.kingdom.seed'
)
WHERE json_valid(kingdom)
AND (json_extract(kingdom, '$.kingdom.request.like') IS NOT NULL OR json_extract(kingdom, '$.kingdom.request.unwelcome') IS NOT NULL);
