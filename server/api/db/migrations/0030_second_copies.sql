-- An issued document may be replaced by another one of the same account. It is kept as it was. A second copy of a boleto has a due date of its own, and
-- asks for a fine and interest besides what is still owed.
alter table emissions
  add column replaces_id integer unique references emissions,
  add column voided_as text check (voided_as in ('replaced')),
  add column due_on date,
  add column fine_cents bigint not null default 0 check (fine_cents >= 0),
  add column interest_cents bigint not null default 0 check (interest_cents >= 0),
  drop constraint emissions_account_id_document_key;
--> statement-breakpoint
-- While a document that replaces another one is not issued, the other one stays valid.
create unique index emissions_one on emissions (account_id, document) where voided_as is null and (replaces_id is null or state = 'issued');
--> statement-breakpoint
-- For the documents of an account, whichever is valid.
create index emissions_of on emissions (account_id);
--> statement-breakpoint
-- The due date of a second copy changes when its bank says so.
create or replace function emission_stays() returns trigger language plpgsql as $$
declare free text[] := array['voided_as'] || case when old.due_on is null or new.due_on is null then '{}'::text[] else array['due_on'] end;
begin
  if old.state = 'issued' and (tg_op = 'DELETE' or old.voided_as is not null or to_jsonb(new) - free <> to_jsonb(old) - free) then
    raise exception 'an issued document is kept as it is' using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
--> statement-breakpoint
alter table mails drop constraint mails_kind_check, add constraint mails_kind_check check (kind in ('D', 'R', 'C'));
--> statement-breakpoint
-- A client is asked to pay an account at most once a day.
create table collections (
  account_id integer not null references accounts,
  on_day date not null,
  user_id integer not null references users,
  at timestamptz not null default now(),
  primary key (account_id, on_day)
);
--> statement-breakpoint
-- For the earlier months in which documents are still open.
create index accounts_note_open on accounts (month, centre_id) where note_status = 1 and issuer_id is not null;
--> statement-breakpoint
create index accounts_slip_open on accounts (month, centre_id) where slip_status = 1 and issuer_id is not null;
