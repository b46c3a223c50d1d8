-- Pages deep in the list by two sizes of runs, and contained text by suffixes and grams: no list walks or counts what it does not show.
drop trigger application_added;

drop trigger application_left;

drop trigger application_returned;

drop trigger application_decided;

drop trigger application_renumbered;

drop table application_search;

drop table application_tally;

drop index application_short_search;

-- Covers the list in the order of arrival, and the walk for a text that many passports contain.
create index application_walk on application (sequence, passport_key, deleted_at) where deleted_at is null;

-- How many live records of each status lie in each run of so many sequence numbers (size 0: in all).
create table application_tally (
  size integer not null,
  run integer not null,
  status text not null,
  count integer not null,
  primary key (size, run, status)
) strict, without rowid;

-- How many live records have this text of one to three characters in their passport key.
create table application_gram (
  gram text primary key,
  count integer not null
) strict, without rowid;

-- What follows each place of a live record's passport key, three characters or more, cut at 16: a contained text begins one.
create table application_suffix (
  suffix text not null,
  sequence integer not null,
  primary key (suffix, sequence)
) strict, without rowid;

-- More places than the longest passport key has.
create table place (
  place integer primary key
) strict;

insert into place (place)
  with recursive each (place) as (select 1 union all select place + 1 from each where place < 2000) select place from each;

-- The tables above must say what these views read from the records themselves.
create view live_tally as
  select 0 as size, 0 as run, status, count(*) as count from application where deleted_at is null group by status
  union all
  select 1024, sequence / 1024, status, count(*) from application where deleted_at is null group by sequence / 1024, status
  union all
  select 32768, sequence / 32768, status, count(*) from application where deleted_at is null group by sequence / 32768, status;

-- One row for each record that has the gram.
create view live_gram as
  select substr(passport_key, place, size) as gram
  from application cross join (select 1 as size union all select 2 union all select 3) cross join place
  where deleted_at is null and place <= length(passport_key) + 1 - size
    and instr(passport_key, substr(passport_key, place, size)) = place;

create view live_suffix as
  select substr(passport_key, place, 16) as suffix, sequence
  from application cross join place
  where deleted_at is null and place <= length(passport_key) - 2
    and instr(passport_key, substr(passport_key, place, 16)) = place;

insert into application_tally (size, run, status, count) select size, run, status, count from live_tally;

insert into application_gram (gram, count)
  select gram, 1 from live_gram where true on conflict (gram) do update set count = count + 1;

insert into application_suffix (suffix, sequence) select suffix, sequence from live_suffix order by suffix, sequence;

-- What is inserted into these two views is added to the tallies, or with a change of -1 taken from them.
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
    select substr(new.passport_key, place, size), new.change
    from (select 1 as size union all select 2 union all select 3) cross join place
    where place <= length(new.passport_key) + 1 - size
      and instr(new.passport_key, substr(new.passport_key, place, size)) = place
    on conflict (gram) do update set count = count + excluded.count;
  insert into application_suffix (suffix, sequence)
    select substr(new.passport_key, place, 16), new.sequence
    from place
    where new.change = 1 and place <= length(new.passport_key) - 2
      and instr(new.passport_key, substr(new.passport_key, place, 16)) = place;
  delete from application_suffix
    where new.change = -1 and sequence = new.sequence
      and suffix in (select substr(new.passport_key, place, 16) from place where place <= length(new.passport_key) - 2);
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
