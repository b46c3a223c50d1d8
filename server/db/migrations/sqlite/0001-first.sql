-- Times are ISO 8601 in UTC, dates YYYY-MM-DD, ids 24 lower-case hex characters, flags 0 or 1.

create table setting (
  name text primary key,
  value text not null
) strict, without rowid;

create table counter (
  name text primary key,
  value integer not null
) strict, without rowid;

insert into counter (name, value) values ('application', 0), ('slide', 0);

create table account (
  id text primary key,
  name text not null,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('super-admin', 'admin')),
  created_at text not null,
  updated_at text not null,
  deleted_at text
) strict, without rowid;

create unique index account_email on account (email) where deleted_at is null;

create unique index account_super_admin on account (role) where role = 'super-admin' and deleted_at is null;

-- id is the SHA-256 of the cookie's secret; handle is what the API shows.
create table session (
  id text primary key,
  handle text not null unique,
  account_id text not null references account (id),
  device text not null,
  created_at text not null,
  last_seen_at text not null,
  expires_at text not null
) strict, without rowid;

create index session_account on session (account_id, created_at);

create index session_expiry on session (expires_at);

-- subject is a keyed hash of an e-mail, or of an e-mail with a known device.
create table sign_in_failure (
  subject text primary key,
  failures integer not null,
  locked_until text not null,
  last_at text not null
) strict, without rowid;

create index sign_in_failure_last on sign_in_failure (last_at);

-- sequence numbers are given out in commit order, so they order arrivals and name a moment.
create table application (
  sequence integer primary key,
  id text not null unique,
  surname text not null,
  given_name text not null,
  given_name_key text not null,
  sex text not null,
  birth_date text not null,
  birth_city text not null,
  nationality text not null,
  nationality_key text not null,
  identification text not null,
  national_id text not null,
  company text not null,
  duty_duration text not null,
  job_title text not null,
  salary text not null,
  passport text not null,
  passport_key text not null,
  issued_country text not null,
  phone text not null,
  email text not null,
  is_admin integer not null default 0,
  status text not null check (status in ('Pending', 'Approved', 'Rejected')),
  visa_collect_date text,
  visa_approve_date text,
  photo text,
  job_letter text,
  lmia text,
  visa text,
  visa_form text,
  work_permit text,
  air_ticket text,
  version integer not null,
  created_at text not null,
  arrival_month text not null,
  updated_at text not null,
  deleted_at text
) strict;

create unique index application_passport_key on application (passport_key) where deleted_at is null;

create unique index application_email on application (email) where deleted_at is null;

create index application_enquiry on application (passport_key, birth_date, nationality_key) where deleted_at is null;

create index application_given_name on application (given_name_key, sequence) where deleted_at is null;

create index application_status on application (status, sequence) where deleted_at is null;

create index application_arrival on application (status, created_at, sequence, deleted_at) where deleted_at is null;

create index application_created on application (created_at, sequence, deleted_at) where deleted_at is null;

-- Covers the walk for one or two characters.
create index application_short_search on application (passport_key, sequence, deleted_at) where deleted_at is null;

create index application_collect on application (visa_collect_date, sequence) where deleted_at is null and visa_collect_date is not null;

create index application_deleted on application (deleted_at, sequence) where deleted_at is not null;

-- When a record was away between deletion and restoring, in sequence numbers.
create table application_absence (
  application_id text not null references application (id) on delete cascade,
  application_sequence integer not null,
  from_sequence integer not null,
  to_sequence integer,
  primary key (application_id, from_sequence)
) strict, without rowid;

create index application_absence_from on application_absence (from_sequence);

create index application_absence_to on application_absence (to_sequence);

-- How many live records lie in each run of 1,024 sequence numbers (bucket -1: in all), and in each month.
create table application_tally (
  bucket integer not null,
  status text not null,
  count integer not null,
  primary key (bucket, status)
) strict, without rowid;

create table application_month (
  month text primary key,
  count integer not null
) strict, without rowid;

create virtual table application_search using fts5 (
  passport_key, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

create trigger application_added after insert on application when new.deleted_at is null
begin
  insert into application_tally (bucket, status, count)
    values (-1, new.status, 1), (new.sequence / 1024, new.status, 1)
    on conflict (bucket, status) do update set count = count + 1;
  insert into application_month (month, count) values (new.arrival_month, 1)
    on conflict (month) do update set count = count + 1;
  insert into application_search (rowid, passport_key) values (new.sequence, new.passport_key);
end;

create trigger application_left after update of deleted_at on application
  when old.deleted_at is null and new.deleted_at is not null
begin
  update application_tally set count = count - 1 where bucket in (-1, old.sequence / 1024) and status = old.status;
  update application_month set count = count - 1 where month = old.arrival_month;
  delete from application_search where rowid = old.sequence;
end;

create trigger application_returned after update of deleted_at on application
  when old.deleted_at is not null and new.deleted_at is null
begin
  insert into application_tally (bucket, status, count)
    values (-1, new.status, 1), (new.sequence / 1024, new.status, 1)
    on conflict (bucket, status) do update set count = count + 1;
  insert into application_month (month, count) values (new.arrival_month, 1)
    on conflict (month) do update set count = count + 1;
  insert into application_search (rowid, passport_key) values (new.sequence, new.passport_key);
end;

create trigger application_decided after update of status on application
  when old.status <> new.status and old.deleted_at is null and new.deleted_at is null
begin
  update application_tally set count = count - 1 where bucket in (-1, old.sequence / 1024) and status = old.status;
  insert into application_tally (bucket, status, count)
    values (-1, new.status, 1), (new.sequence / 1024, new.status, 1)
    on conflict (bucket, status) do update set count = count + 1;
end;

create trigger application_renumbered after update of passport_key on application
  when old.passport_key <> new.passport_key and old.deleted_at is null and new.deleted_at is null
begin
  delete from application_search where rowid = old.sequence;
  insert into application_search (rowid, passport_key) values (new.sequence, new.passport_key);
end;

create table decision (
  sequence integer primary key,
  application_id text not null references application (id) on delete cascade,
  at text not null,
  status text not null,
  visa_collect_date text,
  visa_approve_date text,
  note text,
  account_id text,
  account_name text
) strict;

create index decision_application on decision (application_id, sequence);

-- name is {id}.{extension}; thumbnails is a JSON array of { widthPx, sizeBytes, sha256 }.
create table file (
  id text primary key,
  name text not null,
  application_id text references application (id),
  slide_id text,
  size_bytes integer not null,
  sha256 text not null,
  width_px integer,
  height_px integer,
  thumbnails text not null,
  created_at text not null
) strict, without rowid;

create index file_application on file (application_id) where application_id is not null;

create index file_slide on file (slide_id) where slide_id is not null;

create table slide (
  id text primary key,
  position integer not null,
  title text not null,
  content text,
  title_bangla text,
  content_bangla text,
  image text not null,
  published integer not null,
  shown_on_navbar integer not null,
  link text,
  created_at text not null,
  updated_at text not null
) strict, without rowid;

create index slide_position on slide (position);

-- Passports, browsers and addresses stand here as keyed hashes only. A bucket is a passport,
-- or a passport together with a browser that found it before; that one's misses count for no address.
create table enquiry_miss (
  sequence integer primary key,
  at text not null,
  bucket text not null,
  passport text not null,
  address text
) strict;

create index enquiry_miss_bucket on enquiry_miss (bucket, at);

create index enquiry_miss_address on enquiry_miss (address, at, passport) where address is not null;

-- Who has seen which record: one row an hour. It earns the address more tries, and it is the access record.
create table enquiry_find (
  hour text not null,
  address text not null,
  passport text not null,
  application_id text not null,
  last_at text not null,
  times integer not null,
  primary key (hour, address, passport, application_id)
) strict, without rowid;

create table enquiry_grant_ended (
  id text primary key,
  expires_at text not null
) strict, without rowid;

create index enquiry_grant_ended_expiry on enquiry_grant_ended (expires_at);

create table audit (
  sequence integer primary key,
  id text not null unique,
  at text not null,
  actor_id text,
  actor_name text,
  action text not null,
  record text,
  fields text not null
) strict;

create index audit_actor on audit (actor_id, sequence);

create index audit_record on audit (record, sequence);
