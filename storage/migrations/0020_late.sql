-- What is done about a move that takes too long: the others' vote, the last warning; and from when on a seat can be given away
-- without asking its holder. Games that wait under a limit work this out at the next start.

ALTER TABLE seats ADD COLUMN lateness TEXT;
ALTER TABLE seats ADD COLUMN absent TEXT;
UPDATE seats SET absent = strftime('%Y-%m-%dT%H:%M:%f+00:00', waiting_since, '+3 days') WHERE waiting_since IS NOT NULL;
UPDATE tables SET unsettled = 1 WHERE phase = 'playing' AND options LIKE '%"limit":%';
