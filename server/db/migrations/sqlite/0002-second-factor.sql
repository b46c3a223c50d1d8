-- secret and pending_secret are sealed; the second is not in force before a code of it was entered.
create table totp (
  account_id text primary key references account (id),
  secret text,
  pending_secret text
) strict, without rowid;

-- The steps whose code was used. A row is inserted by the use that wins.
create table totp_step (
  account_id text not null references account (id),
  step integer not null,
  primary key (account_id, step)
) strict, without rowid;

-- hash is the sealed SHA-256 of a code that was not used yet.
create table recovery_code (
  id text primary key,
  account_id text not null references account (id),
  hash text not null
) strict, without rowid;

create index recovery_code_account on recovery_code (account_id);

-- public_key is sealed together with the account and the credential, so that a row of another account does not open.
create table passkey (
  id text primary key,
  account_id text not null references account (id),
  name text not null,
  credential_id text not null unique,
  public_key text not null,
  counter integer not null,
  transports text not null,
  created_at text not null,
  last_used_at text
) strict, without rowid;

create index passkey_account on passkey (account_id, created_at);

-- Challenges that a passkey has answered, until they expire by themselves.
create table used_challenge (
  id text primary key,
  expires_at text not null
) strict, without rowid;

create index used_challenge_expiry on used_challenge (expires_at);
