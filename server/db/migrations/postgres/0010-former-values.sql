-- What edits have replaced, for as long as it can be brought back: JSON, { field: { from, to } }.
create table former_values (
  application_id text collate "C" not null references application (id) on delete cascade,
  version integer not null,
  at text collate "C" not null,
  account_name text collate "C",
  changes text collate "C" not null,
  primary key (application_id, version)
);

create index former_values_age on former_values (at);
