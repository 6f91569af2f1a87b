-- What the running house may do, set anew after every migration. It works on rows and never on the shape of a
-- table; where a trigger makes a table append only, it may not even try to change or delete.
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.oid::regclass AS name,
           EXISTS (SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
                   WHERE t.tgrelid = c.oid AND p.proname = 'refuse_change') AS append_only
    FROM pg_class c
    -- Partitions are reached through their parent alone.
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> 'schema_migration'
  LOOP
    EXECUTE format('REVOKE ALL ON %s FROM lotus_app', found.name);
    -- Triggers of the owner, or its migrations, write these: the house reads them.
    IF found.name::text IN ('audit_link', 'audit_head', 'operator_role_before', 'credential_before', 'credential_window') THEN
      EXECUTE format('GRANT SELECT ON %s TO lotus_app', found.name);
      CONTINUE;
    END IF;
    EXECUTE format('GRANT SELECT, INSERT ON %s TO lotus_app', found.name);
    IF NOT found.append_only THEN
      EXECUTE format('GRANT UPDATE, DELETE ON %s TO lotus_app', found.name);
    END IF;
  END LOOP;
  -- Months are opened while the house runs, and only by this function.
  IF to_regprocedure('ensure_month_partitions(text, timestamptz, int)') IS NOT NULL THEN
    ALTER FUNCTION ensure_month_partitions(text, timestamptz, int)
      SECURITY DEFINER SET search_path = public, pg_temp;
    REVOKE EXECUTE ON FUNCTION ensure_month_partitions(text, timestamptz, int) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION ensure_month_partitions(text, timestamptz, int) TO lotus_app;
  END IF;
END $$;
GRANT USAGE ON SCHEMA public TO lotus_app;
GRANT SELECT ON schema_migration TO lotus_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO lotus_app;
