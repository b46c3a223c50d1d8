-- What a record is found by besides its passport, a JSON array of texts that are each searched by their beginning; the
-- first letter says of what (server/applications/search-keys.ts). Null until the product has computed it.
alter table application add column search_keys text;

create index application_unkeyed on application (sequence) where search_keys is null;

-- The search keys of the live records.
create table application_key (
  key text not null,
  sequence integer not null,
  primary key (key, sequence)
) strict, without rowid;

-- The triggers must leave in the table above what this view computes.
create view live_key as
  select entry.value as key, application.sequence as sequence
  from application cross join json_each(application.search_keys) as entry
  where application.deleted_at is null and application.search_keys is not null;

create trigger application_keyed after insert on application
  when new.deleted_at is null and new.search_keys is not null
begin
  insert into application_key (key, sequence) select value, new.sequence from json_each(new.search_keys);
end;

create trigger application_rekeyed after update of search_keys, deleted_at on application
  when old.search_keys is not new.search_keys or (old.deleted_at is null) <> (new.deleted_at is null)
begin
  delete from application_key
    where old.deleted_at is null and sequence = old.sequence and key in (select value from json_each(old.search_keys));
  insert into application_key (key, sequence)
    select value, new.sequence from json_each(new.search_keys) where new.deleted_at is null;
end;
