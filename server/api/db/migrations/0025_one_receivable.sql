-- A receivable and an account are one row. An account has what its NFS-e and boleto need; a receivable that was invoiced elsewhere has none of it, and
-- is known by the name of its document.
alter table accounts disable trigger user;
--> statement-breakpoint
alter table accounts
  add column company_id integer references companies,
  -- The client in the register, if it is known.
  add column client_id integer references clients,
  -- The document of a receivable that was invoiced elsewhere, such as 'NFS-e 8310'.
  add column paper text,
  -- The amount that came in so far, and the day of the latest receipt.
  add column received_cents bigint not null default 0,
  add column received_on date,
  alter column issuer_id drop not null,
  alter column reference drop not null,
  alter column instalment drop not null,
  alter column name set default '',
  alter column service_code set default '',
  alter column service set default '',
  alter column description set default '',
  alter column iss_rate set default 0,
  alter column iss_withheld set default false;
--> statement-breakpoint
update accounts set company_id = issuers.company_id from issuers where issuers.id = accounts.issuer_id;
--> statement-breakpoint
alter table accounts
  alter column company_id set not null,
  -- What the client pays: the amount without the ISS, if the client withholds it. Half a cent of ISS is rounded to the even cent.
  add column owed_cents bigint not null generated always as (
    cents - case when not iss_withheld then 0
      when mod(cents * iss_rate / 100, 1) = 0.5 then (2 * round(cents * iss_rate / 200))::bigint
      else round(cents * iss_rate / 100)::bigint end
  ) stored,
  add constraint accounts_invoiced check (num_nulls(issuer_id, reference, instalment) = case when paper is null then 0 else 3 end),
  add constraint accounts_received check (received_cents between 0 and cents and (received_cents = 0) = (received_on is null)),
  add constraint accounts_company_id_paper_key unique (company_id, paper);
--> statement-breakpoint
insert into accounts (company_id, centre_id, client_id, paper, month, due_on, cents, received_cents, received_on, version)
select company_id, centre_id, client_id, document, date_trunc('month', due_on), due_on, cents, received_cents, received_on, version
from receivables order by id;
--> statement-breakpoint
alter table accounts enable trigger user;
--> statement-breakpoint
drop table receivables;
--> statement-breakpoint
-- A month by company and centre, of this index alone.
create index accounts_due on accounts (due_on) include (company_id, centre_id, owed_cents, received_cents);
--> statement-breakpoint
-- What is open, whenever it is due.
create index accounts_open on accounts (id) include (owed_cents, received_cents) where received_cents < owed_cents;
--> statement-breakpoint
-- An account belongs to the company of its issuer.
create function account_company() returns trigger language plpgsql as $$
begin
  new.company_id := (select company_id from issuers where id = new.issuer_id);
  return new;
end $$;
--> statement-breakpoint
create trigger belongs before insert on accounts for each row when (new.issuer_id is not null) execute function account_company();
--> statement-breakpoint
-- What a person receives for an account does not change what was sent. The generated column is not yet computed before an update.
create or replace function account_stays() returns trigger language plpgsql as $$
declare free text[] := array['note_status', 'slip_status', 'client_id', 'received_cents', 'received_on', 'owed_cents', 'version'];
begin
  if old.slip_status = 1 and not exists (
    select from emissions where account_id = old.id and document = 'B' and emissions.state in ('waiting', 'queued')
  ) then
    free := free || array['due_on'];
  end if;
  if to_jsonb(new) - free <> to_jsonb(old) - free and (old.note_status > 1 or old.slip_status > 1
    or exists (select from emissions where account_id = old.id and emissions.state in ('waiting', 'queued'))) then
    raise exception 'an account that was sent is kept as it is' using errcode = 'check_violation', constraint = 'accounts_sent';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- An account of an income statement that sums what is receivable from this source.
alter table dre_accounts add column centre_id integer references cost_centres;
--> statement-breakpoint
create unique index dre_accounts_one_centre on dre_accounts (dre, centre_id);
