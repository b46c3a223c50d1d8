-- About how many bytes the import and its rows take.
alter table import_run add column stored_bytes integer not null default 0;

update import_run set stored_bytes = 16384 + coalesce(
  (select sum(200 + coalesce(octet_length(cells), 0) + octet_length(faults)) from import_row where run_id = import_run.id),
  0
);
