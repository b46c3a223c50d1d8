-- What an entry says beyond the names of fields, as JSON: what a decision decided, how often something was refused.
alter table audit add column detail text;

create index audit_at on audit (at, sequence);

create index audit_action on audit (action, sequence);
