-- Why the authority refused a cancellation.
alter table cancellations add column refusal text;
--> statement-breakpoint
create index cancellations_of on cancellations (account_id);
--> statement-breakpoint
-- For the other accounts of a customer.
create index accounts_document on accounts (document) where issuer_id is not null;
--> statement-breakpoint
-- The messages that wait are applied file by file, in the order of their lines.
drop index return_lines_due;
--> statement-breakpoint
create index return_lines_due on return_lines (return_id, id) where applied_at is null;
--> statement-breakpoint
alter table accounts disable trigger user;
--> statement-breakpoint
-- The customer of an account is the only active client of the same name.
update accounts a set client_id = c.id
  from (select lower(name) as name, min(id) as id from clients where status = 'A' group by 1 having count(*) = 1) c
  where a.issuer_id is not null and a.client_id is null and lower(a.name) = c.name;
--> statement-breakpoint
alter table accounts enable trigger user;
