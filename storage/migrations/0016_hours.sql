-- Only people's waking hours count towards a limit: when a seat's time is up, whatever happens then, and until when its person is
-- away. Games that wait under a limit work this out at the next start.

ALTER TABLE seats ADD COLUMN ends TEXT;
ALTER TABLE seats ADD COLUMN away TEXT;
CREATE INDEX seats_away ON seats (away) WHERE away IS NOT NULL;
UPDATE tables SET unsettled = 1 WHERE phase = 'playing' AND options LIKE '%"limit":%';
