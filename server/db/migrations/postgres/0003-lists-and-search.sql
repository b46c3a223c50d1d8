-- Pages deep in the list by two sizes of runs, and contained text by suffixes and grams: no list walks or counts what it does not show.
-- A million records take longer than a request may.
set local statement_timeout = 0;

drop trigger application_added on application;

drop trigger application_decided on application;

drop function application_changed();

drop index application_search;

drop table application_tally;

drop index application_short_search;

-- Covers the list in the order of arrival, and the walk for a text that many passports contain.
create index application_walk on application (sequence, passport_key, deleted_at) where deleted_at is null;

-- How many live records of each status lie in each run of so many sequence numbers (size 0: in all).
create table application_tally (
  size integer not null,
  run integer not null,
  status text collate "C" not null,
  count integer not null,
  primary key (size, run, status)
);

-- How many live records have this text of one to three characters in their passport key. Pages with room keep the
-- versions of a counter where it stands.
create table application_gram (
  gram text collate "C" primary key,
  count integer not null
) with (fillfactor = 50);

-- What follows each place of a live record's passport key, three characters or more, cut at 16: a contained text begins one.
create table application_suffix (
  suffix text collate "C" not null,
  sequence integer not null,
  primary key (suffix, sequence)
);

-- The tables above must say what these views read from the records themselves.
create view live_tally as
  select 0 as size, 0 as run, status, count(*)::integer as count from application where deleted_at is null group by status
  union all
  select 1024, sequence / 1024, status, count(*) from application where deleted_at is null group by sequence / 1024, status
  union all
  select 32768, sequence / 32768, status, count(*) from application where deleted_at is null group by sequence / 32768, status;

-- One row for each record that has the gram.
create view live_gram as
  select substr(passport_key, place, size) as gram
  from application, generate_series(1, 3) as size, generate_series(1, length(passport_key) + 1 - size) as place
  where deleted_at is null and strpos(passport_key, substr(passport_key, place, size)) = place;

create view live_suffix as
  select substr(passport_key, place, 16) as suffix, sequence
  from application, generate_series(1, length(passport_key) - 2) as place
  where deleted_at is null and strpos(passport_key, substr(passport_key, place, 16)) = place;

insert into application_tally (size, run, status, count) select size, run, status, count from live_tally;

insert into application_gram (gram, count) select gram, count(*) from live_gram group by gram;

insert into application_suffix (suffix, sequence) select suffix, sequence from live_suffix order by suffix, sequence;

-- A record that is live, and is to be counted (change 1) or counted no more (-1).
create type live_change as (sequence integer, status text, arrival_month text, passport_key text, change integer);

-- Once for all records of a statement: a counter's versions within one transaction stay, and each would be walked over.
-- Counters are locked in one order, so that two changes at once never wait for each other in a circle.
create function count_live(changes live_change[]) returns void language plpgsql as $$
declare
  texts live_change[];
  one live_change;
begin
  if cardinality(changes) = 0 then return; end if;
  insert into application_tally as kept (size, run, status, count)
    select size, case size when 0 then 0 else sequence / size end as run, status, sum(change)
    from unnest(changes), unnest(array[0, 1024, 32768]) as size
    group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict (size, run, status) do update set count = kept.count + excluded.count;
  insert into application_month as kept (month, count)
    select arrival_month, sum(change) from unnest(changes)
    group by arrival_month having sum(change) <> 0 order by arrival_month
    on conflict (month) do update set count = kept.count + excluded.count;
  texts := array(
    select row(sequence, null, null, passport_key, sum(change))::live_change from unnest(changes)
    group by sequence, passport_key having sum(change) <> 0 order by sequence, sum(change)
  );
  insert into application_gram as kept (gram, count)
    select substr(passport_key, place, size), sum(change)
    from unnest(texts), generate_series(1, 3) as size, generate_series(1, length(passport_key) + 1 - size) as place
    where strpos(passport_key, substr(passport_key, place, size)) = place
    group by 1 having sum(change) <> 0 order by 1
    on conflict (gram) do update set count = kept.count + excluded.count;
  foreach one in array texts loop
    if one.change = -1 then
      delete from application_suffix where sequence = one.sequence and suffix = any (array(
        select substr(one.passport_key, place, 16) from generate_series(1, length(one.passport_key) - 2) as place
      ));
    else
      insert into application_suffix (suffix, sequence)
        select substr(one.passport_key, place, 16), one.sequence
        from generate_series(1, length(one.passport_key) - 2) as place
        where strpos(one.passport_key, substr(one.passport_key, place, 16)) = place;
    end if;
  end loop;
end $$;

create function applications_added() returns trigger language plpgsql as $$
begin
  perform count_live(array(
    select row(sequence, status, arrival_month, passport_key, 1)::live_change from came where deleted_at is null
  ));
  return null;
end $$;

create function applications_changed() returns trigger language plpgsql as $$
begin
  perform count_live(array(
    select row(sequence, status, arrival_month, passport_key, sum(change))::live_change
    from (
      select sequence, status, arrival_month, passport_key, -1 as change from gone where deleted_at is null
      union all
      select sequence, status, arrival_month, passport_key, 1 from came where deleted_at is null
    ) as versions
    group by sequence, status, arrival_month, passport_key having sum(change) <> 0
  ));
  return null;
end $$;

create trigger application_added after insert on application
  referencing new table as came for each statement execute function applications_added();

create trigger application_changed after update on application
  referencing old table as gone new table as came for each statement execute function applications_changed();
