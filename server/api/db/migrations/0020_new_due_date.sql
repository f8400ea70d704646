-- A note does not say when its amount is due: an account whose boleto is open may be given another due date after its note was sent.
create or replace function account_stays() returns trigger language plpgsql as $$
declare free text[] := array['note_status', 'slip_status', 'version'];
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
