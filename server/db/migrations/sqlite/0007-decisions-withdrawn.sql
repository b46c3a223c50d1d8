-- What the applicant is told of a decision, and who took one back.
alter table decision add column reason text;

alter table decision add column withdrawn_at text;

alter table decision add column withdrawn_by text;

alter table decision add column withdrawn_reason text;
