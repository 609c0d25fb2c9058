-- People who aren't listed have an index, and saved kingdoms no longer tell the likes and bans they were drawn for.

CREATE INDEX unlisted ON settings (person) WHERE settings LIKE '%"listed":false%';

UPDATE kingdoms SET kingdom = json_remove(
    kingdom, '$.kingdom.request.like', '$.kingdom.request.unwelcome', '$.kingdom.seed'
)
WHERE json_valid(kingdom)
AND (json_extract(kingdom, '$.kingdom.request.like') IS NOT NULL OR json_extract(kingdom, '$.kingdom.request.unwelcome') IS NOT NULL);
