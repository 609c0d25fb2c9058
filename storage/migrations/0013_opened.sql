-- An index to find how many tables someone has recently opened, without going through all actions.

CREATE INDEX tables_opened ON actions (person, at) WHERE what = 'new';
