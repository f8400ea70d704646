-- What a closing found on the card and in cash: it stays as it was, whatever is entered later on its day. Closings from before this column have none.
alter table batch_movements
  add column closed_card bigint,
  add column closed_cash bigint,
  add constraint batch_movements_closed check (num_nulls(closed_card, closed_cash) = 2 or (operator = 'F' and num_nulls(closed_card, closed_cash) = 0));
