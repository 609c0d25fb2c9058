-- A table can limit how long a move takes: when a seat's time is up, and how long an AI then plays for its person.

ALTER TABLE seats ADD COLUMN due TEXT;
ALTER TABLE seats ADD COLUMN stand_in TEXT;
CREATE INDEX seats_due ON seats (due) WHERE due IS NOT NULL;
