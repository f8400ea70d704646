-- Second factors and calendar addresses are audited without their secrets. What an app or a passkey counts at each sign-in is no change; the use of
-- a recovery code is one.
create or replace function audit_change() returns trigger language plpgsql as $$
declare
  secrets text[] := '{password_hash,secret,hash,public_key}';
  counts text[] := case when tg_table_name = 'recovery_codes' then '{version}' else '{version,last_step,counter,used_at}' end;
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  whole jsonb := before;
begin
  -- What fills a new company is nobody's change, and what only counts is none.
  if before - counts = after - counts or current_setting('csnoteweb.audit', true) = 'off' then
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
    before - secrets,
    after - secrets
  );
  return null;
end
$$;
--> statement-breakpoint
create trigger audit after insert or update or delete on authenticator_apps for each row execute function audit_change('user_id');
--> statement-breakpoint
create trigger audit after insert or update or delete on passkeys for each row execute function audit_change('id', 'user_id', 'name');
--> statement-breakpoint
create trigger audit after insert or update or delete on recovery_codes for each row execute function audit_change('user_id');
--> statement-breakpoint
create trigger audit after insert or update or delete on calendar_addresses for each row execute function audit_change('user_id');
