-- What the applicant is told of a decision, and who took one back.
alter table decision add column reason text collate "C";

alter table decision add column withdrawn_at text collate "C";

alter table decision add column withdrawn_by text collate "C";

alter table decision add column withdrawn_reason text collate "C";
