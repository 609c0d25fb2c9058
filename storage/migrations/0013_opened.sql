-- How many tables someone has opened lately: no look at that goes through all actions.

CREATE INDEX tables_opened ON actions (person, at) WHERE what = 'new';
