-- A record's changes are counted: who sends the version that was read does not overwrite another's change.
alter table departments add column version integer not null default 1;
--> statement-breakpoint
alter table users add column version integer not null default 1;
--> statement-breakpoint
alter table cars add column version integer not null default 1;
--> statement-breakpoint
alter table regions add column version integer not null default 1;
--> statement-breakpoint
alter table activities add column version integer not null default 1;
--> statement-breakpoint
alter table appointments add column version integer not null default 1;
--> statement-breakpoint
alter table user_tasks add column version integer not null default 1;
--> statement-breakpoint
create extension if not exists btree_gist;
--> statement-breakpoint
-- An outing: those who go together share its number, and may share its car.
create sequence outings as integer;
--> statement-breakpoint
alter table appointments add column outing integer not null default nextval('outings');
--> statement-breakpoint
alter sequence outings owned by appointments.outing;
--> statement-breakpoint
-- What was entered before the database refused it counts as one outing for each car.
update appointments a set outing = -a.car_id
where a.status = 'A' and a.car_id is not null and exists (
  select from appointments b
  where b.car_id = a.car_id and b.id <> a.id and b.status = 'A'
    and tsrange(a.starts_at, a.ends_at) && tsrange(b.starts_at, b.ends_at)
);
--> statement-breakpoint
-- A car is in one place at a time.
alter table appointments add constraint appointments_one_car exclude using gist (
  car_id with =, tsrange(starts_at, ends_at) with &&, outing with <>
) where (status = 'A' and car_id is not null);
--> statement-breakpoint
-- What a day, a month or a filter shows, whatever lies before and after.
create index appointments_period on appointments using gist (tsrange(starts_at, ends_at, '[]'));
