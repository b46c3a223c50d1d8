-- Times are ISO 8601 in UTC, dates YYYY-MM-DD, ids 24 lower-case hex characters, flags 0 or 1.

create extension if not exists pg_trgm;

create table setting (
  name text collate "C" primary key,
  value text collate "C" not null
);

create table counter (
  name text collate "C" primary key,
  value integer not null
);

insert into counter (name, value) values ('application', 0), ('slide', 0);

create table account (
  id text collate "C" primary key,
  name text collate "C" not null,
  email text collate "C" not null,
  password_hash text collate "C" not null,
  role text collate "C" not null check (role in ('super-admin', 'admin')),
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  deleted_at text collate "C"
);

create unique index account_email on account (email) where deleted_at is null;

create unique index account_super_admin on account (role) where role = 'super-admin' and deleted_at is null;

-- id is the SHA-256 of the cookie's secret; handle is what the API shows.
create table session (
  id text collate "C" primary key,
  handle text collate "C" not null unique,
  account_id text collate "C" not null references account (id),
  device text collate "C" not null,
  created_at text collate "C" not null,
  last_seen_at text collate "C" not null,
  expires_at text collate "C" not null
);

create index session_account on session (account_id, created_at);

create index session_expiry on session (expires_at);

-- subject is a keyed hash of an e-mail, or of an e-mail with a known device.
create table sign_in_failure (
  subject text collate "C" primary key,
  failures integer not null,
  locked_until text collate "C" not null,
  last_at text collate "C" not null
);

create index sign_in_failure_last on sign_in_failure (last_at);

-- sequence numbers are given out in commit order, so they order arrivals and name a moment.
create table application (
  sequence integer primary key,
  id text collate "C" not null unique,
  surname text collate "C" not null,
  given_name text collate "C" not null,
  given_name_key text collate "C" not null,
  sex text collate "C" not null,
  birth_date text collate "C" not null,
  birth_city text collate "C" not null,
  nationality text collate "C" not null,
  nationality_key text collate "C" not null,
  identification text collate "C" not null,
  national_id text collate "C" not null,
  company text collate "C" not null,
  duty_duration text collate "C" not null,
  job_title text collate "C" not null,
  salary text collate "C" not null,
  passport text collate "C" not null,
  passport_key text collate "C" not null,
  issued_country text collate "C" not null,
  phone text collate "C" not null,
  email text collate "C" not null,
  is_admin integer not null default 0,
  status text collate "C" not null check (status in ('Pending', 'Approved', 'Rejected')),
  visa_collect_date text collate "C",
  visa_approve_date text collate "C",
  photo text collate "C",
  job_letter text collate "C",
  lmia text collate "C",
  visa text collate "C",
  visa_form text collate "C",
  work_permit text collate "C",
  air_ticket text collate "C",
  version integer not null,
  created_at text collate "C" not null,
  arrival_month text collate "C" not null,
  updated_at text collate "C" not null,
  deleted_at text collate "C"
);

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
  application_id text collate "C" not null references application (id) on delete cascade,
  application_sequence integer not null,
  from_sequence integer not null,
  to_sequence integer,
  primary key (application_id, from_sequence)
);

create index application_absence_from on application_absence (from_sequence);

create index application_absence_to on application_absence (to_sequence);

-- How many live records lie in each run of 1,024 sequence numbers (bucket -1: in all), and in each month.
create table application_tally (
  bucket integer not null,
  status text collate "C" not null,
  count integer not null,
  primary key (bucket, status)
);

create table application_month (
  month text collate "C" primary key,
  count integer not null
);

create index application_search on application using gin (passport_key gin_trgm_ops) where deleted_at is null;

-- Counters are locked in one order, so that two changes at once never wait for each other in a circle.
create function application_changed() returns trigger language plpgsql as $$
declare
  left_live integer := 0;
  came_live integer := 0;
begin
  if tg_op = 'UPDATE' and old.deleted_at is null then left_live := -1; end if;
  if new.deleted_at is null then came_live := 1; end if;
  insert into application_tally as tally (bucket, status, count)
    select bucket, status, sum(change) from (
      select unnest(array[-1, new.sequence / 1024]) as bucket, new.status as status, came_live as change
      union all
      select unnest(array[-1, new.sequence / 1024]), case when tg_op = 'UPDATE' then old.status else new.status end, left_live
    ) as changes
    group by bucket, status having sum(change) <> 0 order by bucket, status
    on conflict (bucket, status) do update set count = tally.count + excluded.count;
  if left_live + came_live <> 0 then
    insert into application_month as months (month, count) values (new.arrival_month, left_live + came_live)
      on conflict (month) do update set count = months.count + excluded.count;
  end if;
  return null;
end $$;

create trigger application_added after insert on application
  for each row execute function application_changed();

create trigger application_decided after update of status, deleted_at on application
  for each row when (old.status <> new.status or old.deleted_at is distinct from new.deleted_at)
  execute function application_changed();

create table decision (
  sequence integer generated always as identity primary key,
  application_id text collate "C" not null references application (id) on delete cascade,
  at text collate "C" not null,
  status text collate "C" not null,
  visa_collect_date text collate "C",
  visa_approve_date text collate "C",
  note text collate "C",
  account_id text collate "C",
  account_name text collate "C"
);

create index decision_application on decision (application_id, sequence);

-- name is {id}.{extension}; thumbnails is a JSON array of { widthPx, sizeBytes, sha256 }.
create table file (
  id text collate "C" primary key,
  name text collate "C" not null,
  application_id text collate "C" references application (id),
  slide_id text collate "C",
  size_bytes integer not null,
  sha256 text collate "C" not null,
  width_px integer,
  height_px integer,
  thumbnails text collate "C" not null,
  created_at text collate "C" not null
);

create index file_application on file (application_id) where application_id is not null;

create index file_slide on file (slide_id) where slide_id is not null;

create table slide (
  id text collate "C" primary key,
  position integer not null,
  title text collate "C" not null,
  content text collate "C",
  title_bangla text collate "C",
  content_bangla text collate "C",
  image text collate "C" not null,
  published integer not null,
  shown_on_navbar integer not null,
  link text collate "C",
  created_at text collate "C" not null,
  updated_at text collate "C" not null
);

create index slide_position on slide (position);

-- Passports, browsers and addresses stand here as keyed hashes only. A bucket is a passport,
-- or a passport together with a browser that found it before; that one's misses count for no address.
create table enquiry_miss (
  sequence integer generated always as identity primary key,
  at text collate "C" not null,
  bucket text collate "C" not null,
  passport text collate "C" not null,
  address text collate "C"
);

create index enquiry_miss_bucket on enquiry_miss (bucket, at);

create index enquiry_miss_address on enquiry_miss (address, at, passport) where address is not null;

-- Who has seen which record: one row an hour. It earns the address more tries, and it is the access record.
create table enquiry_find (
  hour text collate "C" not null,
  address text collate "C" not null,
  passport text collate "C" not null,
  application_id text collate "C" not null,
  last_at text collate "C" not null,
  times integer not null,
  primary key (hour, address, passport, application_id)
);

create table enquiry_grant_ended (
  id text collate "C" primary key,
  expires_at text collate "C" not null
);

create index enquiry_grant_ended_expiry on enquiry_grant_ended (expires_at);

create table audit (
  sequence integer generated always as identity primary key,
  id text collate "C" not null unique,
  at text collate "C" not null,
  actor_id text collate "C",
  actor_name text collate "C",
  action text collate "C" not null,
  record text collate "C",
  fields text collate "C" not null
);

create index audit_actor on audit (actor_id, sequence);

create index audit_record on audit (record, sequence);
