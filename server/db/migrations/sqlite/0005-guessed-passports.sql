-- Records whose passport was tried wrongly so often that it cannot be tried again before a moment.
create table guessed_application (
  application_id text not null primary key references application (id) on delete cascade,
  misses integer not null,
  since text not null,
  blocked_until text not null
) strict;

create index guessed_application_until on guessed_application (blocked_until, application_id);
