-- One try of the status check, decided and recorded under locks that nobody waits for: several nodes never allow more
-- than one would. What it cannot decide for sure, it does not look up. Locks are those of takeTurns in postgres.ts.
create function enquiry_try(
  tried_passport text, tried_birth_date text, tried_nationality text,
  tried_bucket text, tried_hash text, tried_address text, tried_site text, tried_network text, tried_at text,
  window_from text, day_from text, month_from text,
  window_max integer, day_max integer, month_max integer,
  address_max integer, site_max integer, network_max integer
) returns table (outcome text, application_sequence integer) language plpgsql volatile rows 1 as $$
declare
  unit text;
  of_window integer;
  of_day integer;
  of_month integer;
begin
  outcome := 'undecided';
  foreach unit in array array[tried_bucket, tried_address, tried_site, tried_network] loop
    if unit <> '' and not pg_try_advisory_xact_lock(('x' || left(unit, 16))::bit(64)::bigint) then
      return next;
      return;
    end if;
  end loop;
  select count(case when at > window_from then 1 end), count(case when at > day_from then 1 end), count(*)
    into of_window, of_day, of_month
    from enquiry_miss where bucket = tried_bucket and at > month_from;
  if of_window >= window_max or of_day >= day_max or of_month >= month_max
    or (tried_address <> '' and
      (select count(*) from enquiry_miss where address = tried_address and at > window_from) >= address_max)
    or (tried_site <> '' and
      (select count(*) from enquiry_miss where address = tried_site and at > window_from) >= site_max)
    or (tried_network <> '' and
      (select count(*) from enquiry_miss where address = tried_network and at > window_from) >= network_max)
  then
    return next;
    return;
  end if;
  select sequence into application_sequence from application
    where passport_key = tried_passport and birth_date = tried_birth_date and nationality_key = tried_nationality
      and deleted_at is null;
  if found then
    outcome := 'found';
    return next;
    return;
  end if;
  insert into enquiry_miss (at, bucket, passport, address)
    values (tried_at, tried_bucket, tried_hash, nullif(tried_address, ''));
  if tried_site <> '' then
    insert into enquiry_miss (at, bucket, passport, address)
      values (tried_at, '', tried_hash, tried_site), (tried_at, '', tried_hash, tried_network);
  end if;
  outcome := 'missed';
  return next;
end
$$;
