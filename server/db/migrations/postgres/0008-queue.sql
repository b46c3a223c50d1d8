-- The member of staff who works on the record; null for nobody.
alter table application add column assigned_to text collate "C" references account (id);

create index application_assigned on application (assigned_to, sequence) where deleted_at is null;

create index application_assigned_status on application (assigned_to, status, sequence) where deleted_at is null;

-- Records that lack at least one of their papers: a text that is put together with null is null.
create index application_missing on application (sequence, assigned_to)
  where deleted_at is null and (job_letter || lmia || visa || visa_form || work_permit || air_ticket) is null;

create index application_missing_status on application (status, sequence, assigned_to)
  where deleted_at is null and (job_letter || lmia || visa || visa_form || work_permit || air_ticket) is null;

-- How many live records of each status, with all their papers and with some missing, each member of staff has; '' is
-- nobody.
create table work_tally (
  assigned_to text collate "C" not null,
  status text collate "C" not null,
  is_missing integer not null,
  count integer not null,
  primary key (assigned_to, status, is_missing)
) with (fillfactor = 50);

-- The triggers must leave in the table above what this view computes from the records.
create view live_work as
  select coalesce(assigned_to, '') as assigned_to, status,
    ((job_letter || lmia || visa || visa_form || work_permit || air_ticket) is null)::integer as is_missing, count(*)::integer as count
  from application where deleted_at is null group by 1, 2, 3;

insert into work_tally (assigned_to, status, is_missing, count)
  select assigned_to, status, is_missing, count from live_work;

create function work_added() returns trigger language plpgsql as $$
begin
  insert into work_tally as total (assigned_to, status, is_missing, count)
    select coalesce(assigned_to, ''), status, ((job_letter || lmia || visa || visa_form || work_permit || air_ticket) is null)::integer, count(*)
    from new_rows where deleted_at is null group by 1, 2, 3 order by 1, 2, 3
    on conflict (assigned_to, status, is_missing) do update set count = total.count + excluded.count;
  return null;
end $$;

create function work_changed() returns trigger language plpgsql as $$
begin
  insert into work_tally as total (assigned_to, status, is_missing, count)
    select assigned_to, status, is_missing, sum(change)
    from (
      select coalesce(assigned_to, '') as assigned_to, status, ((job_letter || lmia || visa || visa_form || work_permit || air_ticket) is null)::integer as is_missing, -1 as change
      from old_rows where deleted_at is null
      union all
      select coalesce(assigned_to, ''), status, ((job_letter || lmia || visa || visa_form || work_permit || air_ticket) is null)::integer, 1
      from new_rows where deleted_at is null
    ) as versions
    group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict (assigned_to, status, is_missing) do update set count = total.count + excluded.count;
  return null;
end $$;

create trigger application_work_added after insert on application
  referencing new table as new_rows for each statement execute function work_added();

create trigger application_work_changed after update on application
  referencing old table as old_rows new table as new_rows for each statement execute function work_changed();

-- What staff note about a record, apart from decisions.
create table note (
  sequence integer generated always as identity primary key,
  id text collate "C" not null unique,
  application_id text collate "C" not null references application (id) on delete cascade,
  at text collate "C" not null,
  text text collate "C" not null,
  account_id text collate "C",
  account_name text collate "C"
);

create index note_application on note (application_id, sequence);
