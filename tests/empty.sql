-- Ends what a killed bot has left, and deletes all rows.
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
DO $$
DECLARE
    one TEXT;
BEGIN
    ASSERT (SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'before_restore%') = 0;
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'seneschal' LOOP
        EXECUTE format('DELETE FROM %I', one);
    END LOOP;
    PERFORM setval(oid, 1, FALSE) FROM pg_class WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace;
END
$$
