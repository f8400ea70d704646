-- Of a boleto, whoever issued it as they were then: it is printed for years. Of one that was issued before, as they are.
alter table emissions add column issuer jsonb;
--> statement-breakpoint
-- Who asked for it; null: it goes with what is issued.
alter table mails add column user_id integer references users;
