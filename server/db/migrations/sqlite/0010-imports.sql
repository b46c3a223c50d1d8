-- A spreadsheet that is brought in. headings and columns are JSON arrays; last_row is the number of the last row that the
-- present step has dealt with. The node that has the lease works on it.
create table import_run (
  id text primary key,
  account_id text not null,
  account_name text not null,
  file_name text not null,
  form text not null,
  state text not null,
  heading_row integer not null,
  headings text not null,
  columns text not null,
  date_order text,
  row_count integer not null,
  last_row integer not null default 0,
  done_count integer not null default 0,
  fit_count integer not null default 0,
  refused_count integer not null default 0,
  imported_count integer not null default 0,
  taken_back_count integer not null default 0,
  kept_count integer not null default 0,
  created_at text not null,
  changed_at text not null,
  lease_owner text,
  lease_until text
) strict, without rowid;

create index import_run_created on import_run (created_at);

-- cells is a JSON array of texts, null once a record holds them; faults are by position what is wrong with a cell,
-- problems what the check found. passport and email are keyed hashes.
create table import_row (
  run_id text not null references import_run (id) on delete cascade,
  number integer not null,
  state text not null,
  passport text,
  email text,
  cells text,
  faults text not null,
  problems text not null,
  primary key (run_id, number)
) strict, without rowid;

create index import_row_state on import_row (run_id, state, number);

create index import_row_passport on import_row (passport) where passport is not null;

create index import_row_email on import_row (run_id, email) where email is not null;

-- Which record a row became, until the import is taken back.
create table import_record (
  application_id text primary key,
  run_id text not null references import_run (id) on delete cascade,
  number integer not null
) strict, without rowid;

create index import_record_run on import_record (run_id, number);
