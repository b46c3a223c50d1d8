-- When the super admin suspended the account: until it is resumed, nobody can sign in to it.
alter table account add column suspended_at text;

-- The rights that were taken from the account, as JSON.
alter table account add column rights_taken text not null default '[]';
