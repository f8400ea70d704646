-- Projects and service controls each have words of their own for what they are at. One table still, because both are known by its ids.
alter table statuses add column kind text not null default 'project' check (kind in ('project', 'service'));
--> statement-breakpoint
update statuses set kind = 'service' where description in ('Aguardando início', 'Em execução', 'Concluído');
