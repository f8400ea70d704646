-- Of what was sent: another thing under the same key is not answered as the first. What is without one is a day old at most.
delete from answered;
--> statement-breakpoint
alter table answered add column digest text not null;
