-- What has to be done about a table at startup, so that no others are read then: `unsettled`, something follows automatically that
-- isn't committed yet; `shown`, the version that Discord shows (-1: unknown). And indexes by place, and by how long tables have
-- waited.

ALTER TABLE tables ADD COLUMN unsettled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN shown INTEGER NOT NULL DEFAULT -1;
UPDATE tables SET unsettled = 1 WHERE phase = 'playing';
UPDATE tables SET shown = version WHERE phase = 'over';

CREATE INDEX tables_to_settle ON tables (created, id) WHERE unsettled;
CREATE INDEX tables_to_show ON tables (created, id) WHERE shown < version;
CREATE INDEX live_in_a_guild ON tables (guild) WHERE phase <> 'over';
CREATE INDEX live_in_a_channel ON tables (channel) WHERE phase <> 'over';
CREATE INDEX seats_to_call ON seats (waiting_since) WHERE waiting_since IS NOT NULL AND call IS NULL AND person IS NOT NULL;
