-- A record that is held can be neither deleted nor erased; all three are null for one that is not.
alter table application add column held_at text;

alter table application add column held_by text;

alter table application add column held_reason text;
