-- How often the key of the database had been replaced when the file was encrypted: files of an earlier one than the
-- present are encrypted again.
alter table file add column key_generation integer not null default 0;

create index file_key_generation on file (key_generation);
