-- Times are ISO 8601 in UTC, dates YYYY-MM-DD, ids 24 lower-case hex characters, flags 0 or 1.

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
  role text collate "C" not null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  deleted_at text collate "C",
  -- 1 while somebody else has set the password: it only allows choosing another.
  password_change_needed integer not null default 0 check (password_change_needed in (0, 1))
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
  -- When it last proved whose it is: by signing in, or by the password once more.
  confirmed_at text collate "C" not null,
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

-- Sequence numbers are assigned in commit order, so they order arrivals and name a moment.
create table application (
  sequence integer primary key,
  id text collate "C" not null unique,
  surname text collate "C" not null,
  given_name text collate "C" not null,
  surname_key text collate "C" not null,
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
  status text collate "C" not null,
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
  application_id text collate "C" not null references application (id) on delete cascade,
  application_sequence integer not null,
  from_sequence integer not null,
  to_sequence integer,
  primary key (application_id, from_sequence)
);

create index application_absence_from on application_absence (from_sequence);

create index application_absence_to on application_absence (to_sequence);

-- Triggers keep the next tables, so that no list counts what it does not show.

-- How many live records of each status are in each run of that many sequence numbers (size 0: of all).
create table application_tally (
  size integer not null,
  run integer not null,
  status text collate "C" not null,
  count integer not null,
  primary key (size, run, status)
);

create table application_month (
  month text collate "C" primary key,
  count integer not null
);

-- How many live records have this text of one to three characters in their passport key. Free space in each page lets
-- the versions of a counter stay in it.
create table application_gram (
  gram text collate "C" primary key,
  count integer not null
) with (fillfactor = 50);

-- The passport key of each live record from each of its positions on, three to sixteen characters: a contained text
-- begins one of them.
create table application_suffix (
  suffix text collate "C" not null,
  sequence integer not null,
  primary key (suffix, sequence)
);

-- The triggers must leave in the tables above what these views compute from the records.
create view live_tally as
  select 0 as size, 0 as run, status, count(*)::integer as count from application where deleted_at is null group by status
  union all
  select 1024, sequence / 1024, status, count(*) from application where deleted_at is null group by sequence / 1024, status
  union all
  select 32768, sequence / 32768, status, count(*) from application where deleted_at is null group by sequence / 32768, status;

-- One row for each record that has the gram.
create view live_gram as
  select substr(passport_key, start, size) as gram
  from application, generate_series(1, 3) as size, generate_series(1, length(passport_key) + 1 - size) as start
  where deleted_at is null and strpos(passport_key, substr(passport_key, start, size)) = start;

create view live_suffix as
  select substr(passport_key, start, 16) as suffix, sequence
  from application, generate_series(1, length(passport_key) - 2) as start
  where deleted_at is null and strpos(passport_key, substr(passport_key, start, 16)) = start;

-- A live record that is to be added to the tallies (change 1) or subtracted from them (-1).
create type live_change as (sequence integer, status text, arrival_month text, passport_key text, change integer);

-- Called once for all records of a statement, because a counter keeps each version that one transaction makes of it.
-- Counters are locked in one order, so that two changes at once never wait for each other in a circle.
create function count_live(changes live_change[]) returns void language plpgsql as $$
declare
  passports live_change[];
  changed live_change;
begin
  if cardinality(changes) = 0 then return; end if;
  insert into application_tally as total (size, run, status, count)
    select size, case size when 0 then 0 else sequence / size end as run, status, sum(change)
    from unnest(changes), unnest(array[0, 1024, 32768]) as size
    group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict (size, run, status) do update set count = total.count + excluded.count;
  insert into application_month as total (month, count)
    select arrival_month, sum(change) from unnest(changes)
    group by arrival_month having sum(change) <> 0 order by arrival_month
    on conflict (month) do update set count = total.count + excluded.count;
  passports := array(
    select row(sequence, null, null, passport_key, sum(change))::live_change from unnest(changes)
    group by sequence, passport_key having sum(change) <> 0 order by sequence, sum(change)
  );
  insert into application_gram as total (gram, count)
    select substr(passport_key, start, size), sum(change)
    from unnest(passports), generate_series(1, 3) as size, generate_series(1, length(passport_key) + 1 - size) as start
    where strpos(passport_key, substr(passport_key, start, size)) = start
    group by 1 having sum(change) <> 0 order by 1
    on conflict (gram) do update set count = total.count + excluded.count;
  foreach changed in array passports loop
    if changed.change = -1 then
      delete from application_suffix where sequence = changed.sequence and suffix = any (array(
        select substr(changed.passport_key, start, 16) from generate_series(1, length(changed.passport_key) - 2) as start
      ));
    else
      insert into application_suffix (suffix, sequence)
        select substr(changed.passport_key, start, 16), changed.sequence
        from generate_series(1, length(changed.passport_key) - 2) as start
        where strpos(changed.passport_key, substr(changed.passport_key, start, 16)) = start;
    end if;
  end loop;
end $$;

create function applications_added() returns trigger language plpgsql as $$
begin
  perform count_live(array(
    select row(sequence, status, arrival_month, passport_key, 1)::live_change from new_rows where deleted_at is null
  ));
  return null;
end $$;

create function applications_changed() returns trigger language plpgsql as $$
begin
  perform count_live(array(
    select row(sequence, status, arrival_month, passport_key, sum(change))::live_change
    from (
      select sequence, status, arrival_month, passport_key, -1 as change from old_rows where deleted_at is null
      union all
      select sequence, status, arrival_month, passport_key, 1 from new_rows where deleted_at is null
    ) as versions
    group by sequence, status, arrival_month, passport_key having sum(change) <> 0
  ));
  return null;
end $$;

create trigger application_added after insert on application
  referencing new table as new_rows for each statement execute function applications_added();

create trigger application_changed after update on application
  referencing old table as old_rows new table as new_rows for each statement execute function applications_changed();

-- What edits have replaced, for as long as it can be brought back; changes is JSON, { field: { from, to } }.
create table former_values (
  application_id text collate "C" not null references application (id) on delete cascade,
  version integer not null,
  at text collate "C" not null,
  account_name text collate "C",
  changes text collate "C" not null,
  primary key (application_id, version)
);

create index former_values_age on former_values (at);

create table decision (
  sequence integer generated always as identity primary key,
  application_id text collate "C" not null references application (id) on delete cascade,
  at text collate "C" not null,
  status text collate "C" not null,
  visa_collect_date text collate "C",
  visa_approve_date text collate "C",
  note text collate "C",
  account_id text collate "C",
  account_name text collate "C",
  -- What the applicant is told; the note is for the staff alone.
  reason text collate "C",
  withdrawn_at text collate "C",
  withdrawn_by text collate "C",
  withdrawn_reason text collate "C"
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

-- Status checks that found nothing. Passports, browsers and addresses are kept as keyed hashes only. A bucket is a
-- passport, or a passport together with a browser that found it before, whose misses count against no address.
create table enquiry_miss (
  sequence integer generated always as identity primary key,
  at text collate "C" not null,
  bucket text collate "C" not null,
  passport text collate "C" not null,
  address text collate "C"
);

create index enquiry_miss_bucket on enquiry_miss (bucket, at);

create index enquiry_miss_address on enquiry_miss (address, at, passport) where address is not null;

-- Applications whose passport was tried wrongly so often that it was blocked until a moment.
create table guessed_application (
  application_id text collate "C" primary key references application (id) on delete cascade,
  misses integer not null,
  since text collate "C" not null,
  spent_at text collate "C" not null,
  blocked_until text collate "C" not null
);

create index guessed_application_spent on guessed_application (spent_at, application_id);

-- Which address has seen which record, gathered for some tenths of a second. It earns the address more tries, and it
-- is the access record.
create table enquiry_find (
  sequence bigint generated always as identity primary key,
  at text collate "C" not null,
  address text collate "C" not null,
  passport text collate "C" not null,
  application_id text collate "C" not null,
  times integer not null
);

create index enquiry_find_address on enquiry_find (address, at);

-- Grants that were ended before their time.
create table enquiry_grant_ended (
  id text collate "C" primary key,
  expires_at text collate "C" not null
);

create index enquiry_grant_ended_expiry on enquiry_grant_ended (expires_at);

-- One status check, decided and recorded under locks that are not waited for, so that several nodes never allow more
-- tries than one node would. Without all its locks it decides nothing; they are the locks of lockKeys in postgres.ts.
create function enquiry_try(
  tried_passport text, tried_birth_date text, tried_nationality text,
  tried_bucket text, tried_hash text, tried_address text, tried_site text, tried_network text, tried_at text,
  window_from text, day_from text, month_from text,
  window_max integer, day_max integer, month_max integer,
  address_max integer, site_max integer, network_max integer
) returns table (outcome text, application_sequence integer) language plpgsql volatile rows 1 as $$
declare
  unit text;
  of_window integer;
  of_day integer;
  of_month integer;
begin
  outcome := 'undecided';
  foreach unit in array array[tried_bucket, tried_address, tried_site, tried_network] loop
    if unit <> '' and not pg_try_advisory_xact_lock(('x' || left(unit, 16))::bit(64)::bigint) then
      return next;
      return;
    end if;
  end loop;
  select count(case when at > window_from then 1 end), count(case when at > day_from then 1 end), count(*)
    into of_window, of_day, of_month
    from enquiry_miss where bucket = tried_bucket and at > month_from;
  if of_window >= window_max or of_day >= day_max or of_month >= month_max
    or (tried_address <> '' and
      (select count(*) from enquiry_miss where address = tried_address and at > window_from) >= address_max)
    or (tried_site <> '' and
      (select count(*) from enquiry_miss where address = tried_site and at > window_from) >= site_max)
    or (tried_network <> '' and
      (select count(*) from enquiry_miss where address = tried_network and at > window_from) >= network_max)
  then
    return next;
    return;
  end if;
  select sequence into application_sequence from application
    where passport_key = tried_passport and birth_date = tried_birth_date and nationality_key = tried_nationality
      and deleted_at is null;
  if found then
    outcome := 'found';
    return next;
    return;
  end if;
  insert into enquiry_miss (at, bucket, passport, address)
    values (tried_at, tried_bucket, tried_hash, nullif(tried_address, ''));
  if tried_site <> '' then
    insert into enquiry_miss (at, bucket, passport, address)
      values (tried_at, '', tried_hash, tried_site), (tried_at, '', tried_hash, tried_network);
  end if;
  outcome := 'missed';
  return next;
end
$$;

create table audit (
  sequence integer generated always as identity primary key,
  id text collate "C" not null unique,
  at text collate "C" not null,
  actor_id text collate "C",
  actor_name text collate "C",
  action text collate "C" not null,
  record text collate "C",
  fields text collate "C" not null,
  -- JSON: what a decision decided, how often something was refused.
  detail text collate "C"
);

create index audit_actor on audit (actor_id, sequence);

create index audit_record on audit (record, sequence);

create index audit_at on audit (at, sequence);

create index audit_action on audit (action, sequence);
