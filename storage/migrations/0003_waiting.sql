-- Whether the turn waits until all owed choices are made.

ALTER TABLE tables ADD COLUMN waits INTEGER;
