-- A first game shows hints: which of them a seat's player is done with. NULL: it isn't their first game.

ALTER TABLE seats ADD COLUMN hints TEXT;
