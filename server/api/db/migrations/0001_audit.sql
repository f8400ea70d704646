-- What was changed: by whom, when, in which call, what it was before and after. Written by the database in the transaction of the change.
create table audit_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- Null: the system itself.
  user_id integer,
  call text,
  relation text not null,
  record_id integer,
  before jsonb,
  after jsonb,
  check (before is not null or after is not null)
);
--> statement-breakpoint
create index on audit_changes (relation, record_id, id);
--> statement-breakpoint
create index on audit_changes (at);
--> statement-breakpoint
-- Who looked up where others are, their hours or commissions. One row for each person, call and input in an hour: the wall asks every minute.
create table audit_reads (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id integer not null,
  call text not null,
  about text not null check (about in ('whereabouts', 'hours', 'commissions')),
  input jsonb not null
);
--> statement-breakpoint
create unique index on audit_reads (user_id, call, md5(input::text), date_trunc('hour', at at time zone 'UTC'));
--> statement-breakpoint
create index on audit_reads (at);
--> statement-breakpoint
create function only_added_to() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - tg_argv[0]::interval then
      return old;
    end if;
  end if;
  raise exception '% is only added to', tg_table_name;
end
$$;
--> statement-breakpoint
create trigger only_added_to before update or delete on audit_changes for each row execute function only_added_to('5 years');
--> statement-breakpoint
create trigger only_added_to before update or delete on audit_reads for each row execute function only_added_to('1 year');
--> statement-breakpoint
create trigger only_added_to_whole before truncate on audit_changes for each statement execute function only_added_to();
--> statement-breakpoint
create trigger only_added_to_whole before truncate on audit_reads for each statement execute function only_added_to();
--> statement-breakpoint
create function audit_change() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
begin
  -- What fills a new company is nobody's change.
  if before = after or current_setting('csnoteweb.audit', true) = 'off' then
    return null;
  end if;
  -- Of a password only that it changed.
  if before ->> 'password_hash' is distinct from after ->> 'password_hash' and after is not null then
    after := after || '{"password_changed": true}';
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
create trigger audit after insert or update or delete on departments for each row execute function audit_change('id');
--> statement-breakpoint
create trigger audit after insert or update or delete on users for each row execute function audit_change('id');
--> statement-breakpoint
create trigger audit after insert or update or delete on user_menus for each row execute function audit_change('user_id');
--> statement-breakpoint
create trigger audit after insert or update or delete on clients for each row execute function audit_change('id');
--> statement-breakpoint
create trigger audit after insert or update or delete on cars for each row execute function audit_change('id');
--> statement-breakpoint
create trigger audit after insert or update or delete on regions for each row execute function audit_change('id');
--> statement-breakpoint
create trigger audit after insert or update or delete on activities for each row execute function audit_change('id');
--> statement-breakpoint
create trigger audit after insert or update or delete on appointments for each row execute function audit_change('id');
--> statement-breakpoint
create trigger audit after insert or update or delete on track_activities for each row execute function audit_change('id');
--> statement-breakpoint
create trigger audit after insert or update or delete on time_entries for each row execute function audit_change('id');
--> statement-breakpoint
create trigger audit after insert or update or delete on user_tasks for each row execute function audit_change('id');
