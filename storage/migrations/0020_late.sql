-- What comes of a move that takes too long: a vote of the others, their last warning; and from when on a seat's holder needn't be asked
-- who takes it over. Games that wait under a limit work this out as the bot starts.

ALTER TABLE seats ADD COLUMN lateness TEXT;
ALTER TABLE seats ADD COLUMN absent TEXT;
UPDATE seats SET absent = strftime('%Y-%m-%dT%H:%M:%f+00:00', waiting_since, '+3 days') WHERE waiting_since IS NOT NULL;
UPDATE tables SET unsettled = 1 WHERE phase = 'playing' AND options LIKE '%"limit":%';
