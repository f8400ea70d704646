-- What shows that a movement was paid: a picture or a PDF, apart from the movements so that no list reads it. Who attached it, and when, the movement's audit says.
create table batch_receipts (
  movement_id integer primary key references batch_movements,
  content bytea not null
);
--> statement-breakpoint
-- Neither is made smaller by being packed once more.
alter table batch_receipts alter column content set storage external;
--> statement-breakpoint
alter table batch_movements
  -- The file's name, and what tells it from any other: the audit has them, not the file.
  add column receipt text,
  add column receipt_bytes integer,
  add column receipt_digest text,
  add constraint batch_movements_receipt check (num_nulls(receipt, receipt_bytes, receipt_digest) in (0, 3));
