-- A table may limit how long a move takes: when a seat's limit passes, and how long an AI plays for its person then.

ALTER TABLE seats ADD COLUMN due TEXT;
ALTER TABLE seats ADD COLUMN stand_in TEXT;
CREATE INDEX seats_due ON seats (due) WHERE due IS NOT NULL;
