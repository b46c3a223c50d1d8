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
  role text not null,
  created_at text not null,
  updated_at text not null,
  deleted_at text,
  -- 1 while somebody else has set the password: it only allows choosing another.
  password_change_needed integer not null default 0 check (password_change_needed in (0, 1))
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
  -- When it last proved whose it is: by signing in, or by the password once more.
  confirmed_at text not null,
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

-- Sequence numbers are assigned in commit order, so they order arrivals and name a moment.
create table application (
  sequence integer primary key,
  id text not null unique,
  surname text not null,
  given_name text not null,
  surname_key text not null,
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
  status text not null,
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

create index application_surname on application (surname_key, given_name_key) where deleted_at is null;

create index application_status on application (status, sequence) where deleted_at is null;

create index application_arrival on application (status, created_at, sequence, deleted_at) where deleted_at is null;

create index application_created on application (created_at, sequence, deleted_at) where deleted_at is null;

-- Covers the list in order of arrival, and the walk for a text that many passports contain.
create index application_walk on application (sequence, passport_key, deleted_at) where deleted_at is null;

create index application_collect on application (visa_collect_date, sequence) where deleted_at is null and visa_collect_date is not null;

create index application_deleted on application (deleted_at, sequence) where deleted_at is not null;

-- Between which sequence numbers a record was deleted; to_sequence is null until it is restored.
create table application_absence (
  application_id text not null references application (id) on delete cascade,
  application_sequence integer not null,
  from_sequence integer not null,
  to_sequence integer,
  primary key (application_id, from_sequence)
) strict, without rowid;

create index application_absence_from on application_absence (from_sequence);

create index application_absence_to on application_absence (to_sequence);

-- Triggers keep the next tables, so that no list counts what it does not show.

-- How many live records of each status are in each run of that many sequence numbers (size 0: of all).
create table application_tally (
  size integer not null,
  run integer not null,
  status text not null,
  count integer not null,
  primary key (size, run, status)
) strict, without rowid;

create table application_month (
  month text primary key,
  count integer not null
) strict, without rowid;

-- How many live records have this text of one to three characters in their passport key.
create table application_gram (
  gram text primary key,
  count integer not null
) strict, without rowid;

-- The passport key of each live record from each of its positions on, three to sixteen characters: a contained text
-- begins one of them.
create table application_suffix (
  suffix text not null,
  sequence integer not null,
  primary key (suffix, sequence)
) strict, without rowid;

-- The numbers from 1 up to more than the length of the longest passport key.
create table passport_position (
  position integer primary key
) strict;

insert into passport_position (position)
  with recursive each (position) as (select 1 union all select position + 1 from each where position < 2000)
  select position from each;

-- The triggers must leave in the tables above what these views compute from the records.
create view live_tally as
  select 0 as size, 0 as run, status, count(*) as count from application where deleted_at is null group by status
  union all
  select 1024, sequence / 1024, status, count(*) from application where deleted_at is null group by sequence / 1024, status
  union all
  select 32768, sequence / 32768, status, count(*) from application where deleted_at is null group by sequence / 32768, status;

-- One row for each record that has the gram.
create view live_gram as
  select substr(passport_key, position, size) as gram
  from application cross join (select 1 as size union all select 2 union all select 3) cross join passport_position
  where deleted_at is null and position <= length(passport_key) + 1 - size
    and instr(passport_key, substr(passport_key, position, size)) = position;

create view live_suffix as
  select substr(passport_key, position, 16) as suffix, sequence
  from application cross join passport_position
  where deleted_at is null and position <= length(passport_key) - 2
    and instr(passport_key, substr(passport_key, position, 16)) = position;

-- A row inserted into one of these two views is added to the tallies, or with a change of -1 subtracted from them.
create view counted_status as select 0 as sequence, '' as status, 0 as change;

create view counted_passport as select 0 as sequence, '' as passport_key, 0 as change;

create trigger status_counted instead of insert on counted_status
begin
  insert into application_tally (size, run, status, count)
    values (0, 0, new.status, new.change),
      (1024, new.sequence / 1024, new.status, new.change),
      (32768, new.sequence / 32768, new.status, new.change)
    on conflict (size, run, status) do update set count = count + excluded.count;
end;

create trigger passport_counted instead of insert on counted_passport
begin
  insert into application_gram (gram, count)
    select substr(new.passport_key, position, size), new.change
    from (select 1 as size union all select 2 union all select 3) cross join passport_position
    where position <= length(new.passport_key) + 1 - size
      and instr(new.passport_key, substr(new.passport_key, position, size)) = position
    on conflict (gram) do update set count = count + excluded.count;
  insert into application_suffix (suffix, sequence)
    select substr(new.passport_key, position, 16), new.sequence
    from passport_position
    where new.change = 1 and position <= length(new.passport_key) - 2
      and instr(new.passport_key, substr(new.passport_key, position, 16)) = position;
  delete from application_suffix
    where new.change = -1 and sequence = new.sequence and suffix in (
      select substr(new.passport_key, position, 16) from passport_position where position <= length(new.passport_key) - 2
    );
end;

create trigger application_added after insert on application when new.deleted_at is null
begin
  insert into counted_status (sequence, status, change) values (new.sequence, new.status, 1);
  insert into application_month (month, count) values (new.arrival_month, 1)
    on conflict (month) do update set count = count + 1;
  insert into counted_passport (sequence, passport_key, change) values (new.sequence, new.passport_key, 1);
end;

create trigger application_left after update of deleted_at on application
  when old.deleted_at is null and new.deleted_at is not null
begin
  insert into counted_status (sequence, status, change) values (old.sequence, old.status, -1);
  update application_month set count = count - 1 where month = old.arrival_month;
  insert into counted_passport (sequence, passport_key, change) values (old.sequence, old.passport_key, -1);
end;

create trigger application_returned after update of deleted_at on application
  when old.deleted_at is not null and new.deleted_at is null
begin
  insert into counted_status (sequence, status, change) values (new.sequence, new.status, 1);
  insert into application_month (month, count) values (new.arrival_month, 1)
    on conflict (month) do update set count = count + 1;
  insert into counted_passport (sequence, passport_key, change) values (new.sequence, new.passport_key, 1);
end;

create trigger application_decided after update of status on application
  when old.status <> new.status and old.deleted_at is null and new.deleted_at is null
begin
  insert into counted_status (sequence, status, change) values (old.sequence, old.status, -1), (new.sequence, new.status, 1);
end;

create trigger application_renumbered after update of passport_key on application
  when old.passport_key <> new.passport_key and old.deleted_at is null and new.deleted_at is null
begin
  insert into counted_passport (sequence, passport_key, change)
    values (old.sequence, old.passport_key, -1), (new.sequence, new.passport_key, 1);
end;

-- What edits have replaced, for as long as it can be brought back; changes is JSON, { field: { from, to } }.
create table former_values (
  application_id text not null references application (id) on delete cascade,
  version integer not null,
  at text not null,
  account_name text,
  changes text not null,
  primary key (application_id, version)
) strict, without rowid;

create index former_values_age on former_values (at);

create table decision (
  sequence integer primary key,
  application_id text not null references application (id) on delete cascade,
  at text not null,
  status text not null,
  visa_collect_date text,
  visa_approve_date text,
  note text,
  account_id text,
  account_name text,
  -- What the applicant is told; the note is for the staff alone.
  reason text,
  withdrawn_at text,
  withdrawn_by text,
  withdrawn_reason text
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

-- Status checks that found nothing. Passports, browsers and addresses are kept as keyed hashes only. A bucket is a
-- passport, or a passport together with a browser that found it before, whose misses count against no address.
create table enquiry_miss (
  sequence integer primary key,
  at text not null,
  bucket text not null,
  passport text not null,
  address text
) strict;

create index enquiry_miss_bucket on enquiry_miss (bucket, at);

create index enquiry_miss_address on enquiry_miss (address, at, passport) where address is not null;

-- Applications whose passport was tried wrongly so often that it was blocked until a moment.
create table guessed_application (
  application_id text not null primary key references application (id) on delete cascade,
  misses integer not null,
  since text not null,
  spent_at text not null,
  blocked_until text not null
) strict;

create index guessed_application_spent on guessed_application (spent_at, application_id);

-- Which address has seen which record, gathered for some tenths of a second. It earns the address more tries, and it
-- is the access record.
create table enquiry_find (
  sequence integer primary key,
  at text not null,
  address text not null,
  passport text not null,
  application_id text not null,
  times integer not null
) strict;

create index enquiry_find_address on enquiry_find (address, at);

-- Grants that were ended before their time.
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
  fields text not null,
  -- JSON: what a decision decided, how often something was refused.
  detail text
) strict;

create index audit_actor on audit (actor_id, sequence);

create index audit_record on audit (record, sequence);

create index audit_at on audit (at, sequence);

create index audit_action on audit (action, sequence);
