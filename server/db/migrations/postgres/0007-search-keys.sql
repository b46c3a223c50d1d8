-- What a record is found by besides its passport, a JSON array of texts that are each searched by their beginning; the
-- first letter says of what (server/applications/search-keys.ts). Null until the product has computed it.
alter table application add column search_keys text collate "C";

create index application_unkeyed on application (sequence) where search_keys is null;

-- The search keys of the live records.
create table application_key (
  key text collate "C" not null,
  sequence integer not null,
  primary key (key, sequence)
);

-- The triggers must leave in the table above what this view computes.
create view live_key as
  select entry.value as key, application.sequence
  from application cross join json_array_elements_text(application.search_keys::json) as entry (value)
  where application.deleted_at is null and application.search_keys is not null;

create function application_keys_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null then
    delete from application_key
      where sequence = old.sequence and key = any (array(select json_array_elements_text(old.search_keys::json)));
  end if;
  if new.deleted_at is null then
    insert into application_key (key, sequence)
      select value, new.sequence from json_array_elements_text(new.search_keys::json) as entry (value);
  end if;
  return null;
end $$;

create trigger application_keyed after insert on application for each row
  when (new.deleted_at is null and new.search_keys is not null) execute function application_keys_changed();

-- Not called for the other changes, such as a decision.
create trigger application_rekeyed after update on application for each row
  when (old.search_keys is distinct from new.search_keys or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function application_keys_changed();
