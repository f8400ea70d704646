-- A plate is the same however it is written: stored as shared/features/cars.ts (plateOf) writes it. One that is nothing but signs stays.
alter table cars drop constraint cars_plate_key;
--> statement-breakpoint
-- Two cars of one plate are one that was entered twice. The first active one keeps it; the others, to which appointments may refer, stay as inactive with a
-- number behind the plate, as QCC4D08-2.
with plain as (
  select id, status, plate, coalesce(
    nullif(upper(regexp_replace(normalize(plate, nfkc) collate "und-x-icu", '[^[:alnum:]]', '', 'g')), ''), plate
  ) as one from cars
), numbered as (
  select id, one, row_number() over (partition by one order by status, id) as n from plain
)
update cars set
  plate = case n when 1 then one else one || '-' || n end,
  status = case n when 1 then status else 'I' end,
  version = version + 1
from numbered
where cars.id = numbered.id and (n > 1 or plate <> one);
--> statement-breakpoint
alter table cars add constraint cars_plate_key unique (plate);
