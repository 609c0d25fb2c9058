-- SQLite's functions on JSON, for tests that look behind the bot's back.
CREATE FUNCTION json_keys(path text) RETURNS text[] LANGUAGE sql AS
    $$ SELECT string_to_array(replace(replace(ltrim(path, '$.'), '[', '.'), ']', ''), '.') $$;
CREATE FUNCTION json_extract(document text, path text) RETURNS text LANGUAGE sql AS
    $$ SELECT document::jsonb #>> json_keys(path) $$;
CREATE FUNCTION json_set(document text, path text, value json) RETURNS text LANGUAGE sql AS
    $$ SELECT jsonb_set(document::jsonb, json_keys(path), value::jsonb) $$;
CREATE FUNCTION json_set(document text, path text, value text) RETURNS text LANGUAGE sql AS
    $$ SELECT jsonb_set(document::jsonb, json_keys(path), to_jsonb(value)) $$;
CREATE FUNCTION json_set(document text, path text, value integer) RETURNS text LANGUAGE sql AS
    $$ SELECT jsonb_set(document::jsonb, json_keys(path), to_jsonb(value)) $$;
