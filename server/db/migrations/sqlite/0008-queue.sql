-- The member of staff who works on the record; null for nobody.
alter table application add column assigned_to text references account (id);

create index application_assigned on application (assigned_to, sequence, deleted_at) where deleted_at is null;

create index application_assigned_status on application (assigned_to, status, sequence, deleted_at) where deleted_at is null;

-- Records that lack at least one of their papers: a text that is put together with null is null.
create index application_missing on application (sequence, assigned_to, deleted_at, job_letter, lmia, visa, visa_form, work_permit, air_ticket)
  where deleted_at is null and (job_letter || lmia || visa || visa_form || work_permit || air_ticket) is null;

create index application_missing_status on application (status, sequence, assigned_to, deleted_at, job_letter, lmia, visa, visa_form, work_permit, air_ticket)
  where deleted_at is null and (job_letter || lmia || visa || visa_form || work_permit || air_ticket) is null;

-- How many live records of each status, with all their papers and with some missing, each member of staff has; '' is
-- nobody.
create table work_tally (
  assigned_to text not null,
  status text not null,
  is_missing integer not null,
  count integer not null,
  primary key (assigned_to, status, is_missing)
) strict, without rowid;

-- The triggers must leave in the table above what this view computes from the records.
create view live_work as
  select coalesce(assigned_to, '') as assigned_to, status,
    ((job_letter || lmia || visa || visa_form || work_permit || air_ticket) is null) as is_missing, count(*) as count
  from application where deleted_at is null group by 1, 2, 3;

insert into work_tally (assigned_to, status, is_missing, count)
  select assigned_to, status, is_missing, count from live_work;

create trigger application_work_added after insert on application when new.deleted_at is null
begin
  insert into work_tally (assigned_to, status, is_missing, count)
    values (coalesce(new.assigned_to, ''), new.status, (new.job_letter || new.lmia || new.visa || new.visa_form || new.work_permit || new.air_ticket) is null, 1)
    on conflict (assigned_to, status, is_missing) do update set count = count + 1;
end;

create trigger application_work_changed
  after update of deleted_at, status, assigned_to, job_letter, lmia, visa, visa_form, work_permit, air_ticket on application
  when old.deleted_at is not new.deleted_at or old.status <> new.status or old.assigned_to is not new.assigned_to
    or ((old.job_letter || old.lmia || old.visa || old.visa_form || old.work_permit || old.air_ticket) is null) <> ((new.job_letter || new.lmia || new.visa || new.visa_form || new.work_permit || new.air_ticket) is null)
begin
  update work_tally set count = count - 1
    where old.deleted_at is null and assigned_to = coalesce(old.assigned_to, '') and status = old.status
      and is_missing = ((old.job_letter || old.lmia || old.visa || old.visa_form || old.work_permit || old.air_ticket) is null);
  insert into work_tally (assigned_to, status, is_missing, count)
    select coalesce(new.assigned_to, ''), new.status, (new.job_letter || new.lmia || new.visa || new.visa_form || new.work_permit || new.air_ticket) is null, 1 where new.deleted_at is null
    on conflict (assigned_to, status, is_missing) do update set count = count + 1;
end;

-- What staff note about a record, apart from decisions.
create table note (
  sequence integer primary key,
  id text not null unique,
  application_id text not null references application (id) on delete cascade,
  at text not null,
  text text not null,
  account_id text,
  account_name text
) strict;

create index note_application on note (application_id, sequence);
