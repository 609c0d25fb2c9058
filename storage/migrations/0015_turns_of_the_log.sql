-- Indexes to read a turn of a long game's log without going through all the game's lines and notes.

CREATE INDEX log_by_turn ON log (table_id, turn);
CREATE INDEX notes_by_turn ON notes (table_id, turn);
