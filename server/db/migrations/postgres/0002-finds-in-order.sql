-- Finds in the order in which they come: by hour and address, each had landed on another page of the tree.
alter table enquiry_find rename to enquiry_find_by_hour;

alter index enquiry_find_pkey rename to enquiry_find_by_hour_pkey;

-- Who has seen which record, once for some tenths of a second. It earns the address more tries, and it is the access record.
create table enquiry_find (
  sequence bigint generated always as identity primary key,
  at text collate "C" not null,
  address text collate "C" not null,
  passport text collate "C" not null,
  application_id text collate "C" not null,
  times integer not null
);

insert into enquiry_find (at, address, passport, application_id, times)
select last_at, address, passport, application_id, times from enquiry_find_by_hour order by last_at;

drop table enquiry_find_by_hour;

create index enquiry_find_address on enquiry_find (address, at);
