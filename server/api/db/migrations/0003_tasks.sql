-- The newest tasks of a person, open or closed.
create index on user_tasks (user_id, status, id);
