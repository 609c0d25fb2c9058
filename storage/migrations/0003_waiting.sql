-- Whether the turn waits until all that is owed is answered.

ALTER TABLE tables ADD COLUMN waits INTEGER;
