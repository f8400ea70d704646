-- Appointments that were created together as a repetition share the number of their series.
alter table appointments add column series integer;
--> statement-breakpoint
create sequence appointment_series as integer;
--> statement-breakpoint
alter sequence appointment_series owned by appointments.series;
--> statement-breakpoint
create index appointments_series on appointments (series, user_id, starts_at) where series is not null;
