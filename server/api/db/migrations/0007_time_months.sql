-- The finished time of a month, by person and all that an entry is told apart by: what sums of long periods are made of. Kept by the database
-- itself, whoever writes entries. What is not told has 0.
create table time_months (
  month date not null,
  user_id integer not null,
  activity_id integer not null,
  category_id integer not null,
  module_id integer not null,
  tag_id integer not null,
  seconds bigint not null,
  primary key (month, user_id, activity_id, category_id, module_id, tag_id)
);
--> statement-breakpoint
-- `changed`: the entries, those that are there now with the sign 1, those that were there with -1.
create function sum_months() returns trigger language plpgsql as $$
begin
  execute format($sums$
    insert into time_months as stored
    select date_trunc('month', started_at)::date, user_id,
      coalesce(activity_id, 0), coalesce(category_id, 0), coalesce(module_id, 0), coalesce(tag_id, 0),
      sum(sign * extract(epoch from ended_at - started_at))
    from (%s) as changed
    where ended_at is not null
    group by 1, 2, 3, 4, 5, 6
    having sum(sign * extract(epoch from ended_at - started_at)) <> 0
    -- Two that write at once take the same sums in the same order.
    order by 1, 2, 3, 4, 5, 6
    on conflict (month, user_id, activity_id, category_id, module_id, tag_id) do update set seconds = stored.seconds + excluded.seconds
  $sums$, tg_argv[0]);
  return null;
end
$$;
--> statement-breakpoint
create trigger months_added after insert on time_entries referencing new table as added
  for each statement execute function sum_months('select 1 as sign, * from added');
--> statement-breakpoint
create trigger months_changed after update on time_entries referencing new table as added old table as removed
  for each statement execute function sum_months('select 1 as sign, * from added union all select -1, * from removed');
--> statement-breakpoint
create trigger months_removed after delete on time_entries referencing old table as removed
  for each statement execute function sum_months('select -1 as sign, * from removed');
--> statement-breakpoint
-- The triggers hold off whoever writes until this is committed.
insert into time_months
select date_trunc('month', started_at)::date, user_id,
  coalesce(activity_id, 0), coalesce(category_id, 0), coalesce(module_id, 0), coalesce(tag_id, 0),
  sum(extract(epoch from ended_at - started_at))
from time_entries
where ended_at is not null
group by 1, 2, 3, 4, 5, 6;
