-- The parts of a passport that no live record contains would still spell the passport of an erased one.
create function delete_unused_gram() returns trigger language plpgsql as $$
begin
  delete from application_gram where gram = new.gram and count = 0;
  return null;
end $$;

create trigger application_gram_unused after update of count on application_gram
  for each row when (new.count = 0) execute function delete_unused_gram();

-- A sweep then removes what remains of these rows in the files.
insert into setting (name, value)
  select 'erased-remains', 'unused grams' where exists (select 1 from application_gram where count = 0)
  on conflict do nothing;

delete from application_gram where count = 0;
