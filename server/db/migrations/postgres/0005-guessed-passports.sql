-- Records whose passport was tried wrongly so often that it cannot be tried again before a moment.
create table guessed_application (
  application_id text collate "C" primary key references application (id) on delete cascade,
  misses integer not null,
  since text collate "C" not null,
  blocked_until text collate "C" not null
);

create index guessed_application_until on guessed_application (blocked_until, application_id);
