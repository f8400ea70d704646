-- The tables that each recent transaction changed. The API compares them with the snapshot of an earlier answer (server/api/tags.ts).
create table table_changes (
  relation text not null,
  xid xid8 not null,
  at timestamptz not null default now(),
  primary key (relation, xid)
);
--> statement-breakpoint
create function note_table_change() returns trigger language plpgsql as $$
begin
  -- The queues ask every few seconds for due jobs by an update that usually finds none, which is no change.
  if exists (select from changed) then
    insert into table_changes (relation, xid) values (tg_table_name, pg_current_xact_id()) on conflict do nothing;
  end if;
  return null;
end
$$;
--> statement-breakpoint
-- Gives a table the triggers that note its changes. A migration that creates a table calls it.
create function note_changes_of(relation text) returns void language plpgsql as $$
declare
  kind text;
begin
  foreach kind in array array['insert', 'update', 'delete'] loop
    execute format(
      'create trigger noted_%s after %1$s on %I referencing %s table as changed for each statement execute function note_table_change()',
      kind, relation, case kind when 'delete' then 'old' else 'new' end
    );
  end loop;
end
$$;
--> statement-breakpoint
-- The other tables hold secrets, what a call leaves behind, and the audit. No answer with a tag reads them.
select note_changes_of(tablename) from pg_tables
where schemaname = 'public' and tablename not in ('tokens', 'challenges', 'answered', 'audit_changes', 'audit_reads', 'table_changes');
