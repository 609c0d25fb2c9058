-- Which hints a seat's player is done with in their first game. NULL: it isn't their first game.

ALTER TABLE seats ADD COLUMN hints TEXT;
