-- What was answered to whoever makes something: asked again with the same key, because the answer was lost, it is not made twice. Kept for a day.
create table answered (
  user_id integer not null,
  call text not null,
  key text not null,
  reply jsonb,
  at timestamptz not null default now(),
  primary key (user_id, call, key)
);
--> statement-breakpoint
create index on answered (at);
