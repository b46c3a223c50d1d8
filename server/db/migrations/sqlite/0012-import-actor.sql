-- Who began the present step, who need not be whoever brought the file.
alter table import_run add column actor_id text not null default '';

alter table import_run add column actor_name text not null default '';

update import_run set actor_id = account_id, actor_name = account_name;
