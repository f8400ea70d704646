-- Of a change what differs, and what the record is known by: a long text beside it is not kept again each time.
create or replace function audit_change() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  whole jsonb := before;
begin
  -- What fills a new company is nobody's change, and a version that counts on is none.
  if before - 'version' = after - 'version' or current_setting('csnoteweb.audit', true) = 'off' then
    return null;
  end if;
  -- Of a password only that it changed.
  if before ->> 'password_hash' is distinct from after ->> 'password_hash' and after is not null then
    after := after || '{"password_changed": true}';
  end if;
  if tg_op = 'UPDATE' then
    before := (select jsonb_object_agg(key, value) from jsonb_each(before) where value is distinct from after -> key or key = any (tg_argv));
    after := (select jsonb_object_agg(key, value) from jsonb_each(after) where value is distinct from whole -> key or key = any (tg_argv));
  end if;
  insert into audit_changes (user_id, call, relation, record_id, before, after)
  values (
    nullif(current_setting('csnoteweb.user', true), '')::integer,
    nullif(current_setting('csnoteweb.call', true), ''),
    tg_table_name,
    (coalesce(after, before) ->> tg_argv[0])::integer,
    before - 'password_hash',
    after - 'password_hash'
  );
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger audit after insert or update or delete on project_steps
  for each row execute function audit_change('id', 'project_id', 'description');
--> statement-breakpoint
create or replace trigger audit after insert or update or delete on project_clients
  for each row execute function audit_change('id', 'project_id', 'client_id');
