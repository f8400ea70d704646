-- Of a boleto, whoever issued it as they were then: it is printed for years. Of one that was issued before, as they are.
alter table emissions add column issuer jsonb;
--> statement-breakpoint
-- Who asked for it; null: it goes with what is issued.
alter table mails add column user_id integer references users;
--> statement-breakpoint
-- What a load found: accounts, and lines that it refused, of which problems names the first.
alter table data_loads add column loaded integer, add column refused integer, add column ended_at timestamptz;
--> statement-breakpoint
-- What was deleted before anything of it was issued: a load of its month does not bring it back.
create table removed_accounts (
  issuer_id integer not null references issuers,
  reference integer not null,
  instalment smallint not null,
  primary key (issuer_id, reference, instalment)
);
--> statement-breakpoint
-- What was marked and not begun, which is looked for again and again.
create index emissions_waiting on emissions (due_at) where state = 'waiting';
