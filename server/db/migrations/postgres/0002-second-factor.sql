-- secret and pending_secret are sealed; the second is not in force before a code of it was entered.
create table totp (
  account_id text collate "C" primary key references account (id),
  secret text collate "C",
  pending_secret text collate "C"
);

-- The steps whose code was used. A row is inserted by the use that wins.
create table totp_step (
  account_id text collate "C" not null references account (id),
  step integer not null,
  primary key (account_id, step)
);

-- hash is the sealed SHA-256 of a code that was not used yet.
create table recovery_code (
  id text collate "C" primary key,
  account_id text collate "C" not null references account (id),
  hash text collate "C" not null
);

create index recovery_code_account on recovery_code (account_id);

-- public_key is sealed together with the account and the credential, so that a row of another account does not open.
create table passkey (
  id text collate "C" primary key,
  account_id text collate "C" not null references account (id),
  name text collate "C" not null,
  credential_id text collate "C" not null unique,
  public_key text collate "C" not null,
  counter bigint not null,
  transports text collate "C" not null,
  created_at text collate "C" not null,
  last_used_at text collate "C"
);

create index passkey_account on passkey (account_id, created_at);

-- Challenges that a passkey has answered, until they expire by themselves.
create table used_challenge (
  id text collate "C" primary key,
  expires_at text collate "C" not null
);

create index used_challenge_expiry on used_challenge (expires_at);
