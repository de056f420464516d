-- Which secrets the data was written with, so that the secret can be changed, and a wrong one is refused before it spoils anything.

create table secret_keys (
  -- Stored with everything that is encrypted; one byte in `class_members`.
  version smallint primary key check (version between 1 and 255),
  -- Tells nothing of the secret: one that is given is known again by it.
  fingerprint bytea not null constraint secret_keys_once unique check (length(fingerprint) = 16),
  begun_at timestamptz not null default now(),
  -- From then on nothing is encrypted with it: all processes have a newer one.
  closed_at timestamptz,
  -- Nothing is left that was encrypted with it.
  retired_at timestamptz,
  check (retired_at is null or closed_at is not null)
);

-- The keys of a version that outlive its secret, because what was made with them never changes: answers' hashes, seals, claim numbers.
create table kept_keys (
  version smallint not null references secret_keys,
  -- The version of the secret that they are encrypted with.
  sealed_with smallint not null references secret_keys,
  sealed bytea not null check (length(sealed) > 28),
  primary key (version, sealed_with)
);

-- A process that was forgotten when the others got the new secret must not write what nobody can read later: it is told "not now".
create function refuse_closed_key_of_tax_ids() returns trigger language plpgsql as $$
begin
  if exists (select from secret_keys where closed_at is not null and version in (select key_version from written)) then
    raise exception 'this secret was replaced: the process must be started again with the new one' using errcode = '55P03';
  end if;
  return null;
end
$$;
create trigger claim_tax_ids_of_open_keys after insert on claim_tax_ids referencing new table as written
  for each statement execute function refuse_closed_key_of_tax_ids();

create function refuse_closed_key_of_members() returns trigger language plpgsql as $$
begin
  if exists (
    select from secret_keys
    where closed_at is not null and version in (select get_byte(unique_id_encrypted, 0) from written)
  ) then
    raise exception 'this secret was replaced: the process must be started again with the new one' using errcode = '55P03';
  end if;
  return null;
end
$$;
create trigger class_members_of_open_keys after insert on class_members referencing new table as written
  for each statement execute function refuse_closed_key_of_members();
