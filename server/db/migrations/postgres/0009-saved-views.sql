-- Filter, order, columns and size of a page of the list under a name that all staff share. name_key is the name as it is
-- compared; query and columns are as they are on the wire, and never hold a search text.
create table saved_view (
  id text collate "C" primary key,
  name text collate "C" not null,
  name_key text collate "C" not null unique,
  query text collate "C" not null,
  columns text collate "C" not null,
  account_id text collate "C" not null references account (id),
  created_at text collate "C" not null
);
