-- 1 while the password is one that somebody else has given: it opens nothing but the way to another.
alter table account add column password_change_needed integer not null default 0 check (password_change_needed in (0, 1));
