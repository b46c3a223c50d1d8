-- The parts of a passport that no live record contains would still spell the passport of an erased one.
create trigger application_gram_unused after update of count on application_gram when new.count = 0
begin
  delete from application_gram where gram = new.gram;
end;

-- A sweep then removes what remains of these rows in the file.
insert into setting (name, value)
  select 'erased-remains', 'unused grams' where exists (select 1 from application_gram where count = 0)
  on conflict do nothing;

delete from application_gram where count = 0;
