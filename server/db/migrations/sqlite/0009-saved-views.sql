-- Filter, order, columns and size of a page of the list under a name that all staff share. name_key is the name as it is
-- compared; query and columns are as they are on the wire, and never hold a search text.
create table saved_view (
  id text primary key,
  name text not null,
  name_key text not null unique,
  query text not null,
  columns text not null,
  account_id text not null references account (id),
  created_at text not null
) strict, without rowid;
