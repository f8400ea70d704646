-- Sums of finished time per year, like time_months, so that the report of all years reads a twelfth of the rows.
create table time_years (like time_months including all);
--> statement-breakpoint
alter table time_years rename column month to year;
--> statement-breakpoint
select note_changes_of('time_years');
--> statement-breakpoint
-- Writers wait until this is committed, so that the triggers miss no entry.
lock table time_entries in share row exclusive mode;
--> statement-breakpoint
-- `changed`: the new entries with sign 1, the old ones with -1.
create or replace function sum_months() returns trigger language plpgsql as $$
declare
  unit text;
begin
  -- The sum of the year is locked first, so that two transactions of one person wait for each other there and hold no month meanwhile.
  foreach unit in array array['year', 'month'] loop
    execute format($sums$
      insert into %I as stored
      select date_trunc(%L, started_at)::date, user_id,
        coalesce(activity_id, 0), coalesce(category_id, 0), coalesce(module_id, 0), coalesce(tag_id, 0),
        sum(sign * extract(epoch from ended_at - started_at))
      from (%s) as changed
      where ended_at is not null
      group by 1, 2, 3, 4, 5, 6
      having sum(sign * extract(epoch from ended_at - started_at)) <> 0
      -- Two transactions that write at once lock the same sums in the same order.
      order by 1, 2, 3, 4, 5, 6
      on conflict on constraint %I do update set seconds = stored.seconds + excluded.seconds
    $sums$, 'time_' || unit || 's', unit, tg_argv[0], 'time_' || unit || 's_pkey');
  end loop;
  return null;
end
$$;
--> statement-breakpoint
alter function sum_months() rename to sum_times;
--> statement-breakpoint
insert into time_years
select date_trunc('year', month)::date, user_id, activity_id, category_id, module_id, tag_id, sum(seconds)
from time_months
group by 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
-- Has every column of a person's list, so the list never reads the table. Without them, PostgreSQL read the entries of everybody in the list's
-- period, because it took that for cheaper.
create index time_entries_of_person on time_entries (user_id, started_at, id)
  include (activity_id, category_id, module_id, tag_id, description, ended_at, origin);
--> statement-breakpoint
drop index time_entries_user_id_started_at_idx;
--> statement-breakpoint
-- Has the order of the report, whose entries would otherwise be sorted.
create index time_entries_in_order on time_entries (started_at, id);
--> statement-breakpoint
drop index time_entries_period;
