-- What every feature builds on: keys, jobs, limits, and how the commands of operators ended.

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

-- For triggers on rows that never change. The argument says so.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%', tg_argv[0];
end
$$;

-- One runner for all background jobs. A job is leased by the process in `leased_by`, and no other process takes it before
-- `leased_until`, or before `due_at` in the tables that have it: the end of the lease, or of the pause after a failed attempt.
-- `infinity` there marks a dead letter: it failed too often, and waits for an operator (`npm run jobs`). `last_error` is the code of
-- what went wrong last, without personal data.

-- Work that one process at a time does again and again. The features add theirs.
create table periodic_jobs (
  name text primary key,
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text
);
insert into periodic_jobs (name, due_at) values ('cleanup', 'epoch');

-- Counts of attempts. Lost in a crash on purpose: they are cheap to write and not worth keeping. Counted up in place, so each page
-- keeps room for new versions of its rows.
create unlogged table limit_counters (
  key bytea not null,
  window_start timestamptz not null,
  hits integer not null,
  expires_at timestamptz not null,
  primary key (key, window_start)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index limit_counters_by_expiry on limit_counters (expires_at);

-- Readiness writes here, to see that a commit reaches the disk. It is one row, and nothing reads it.
create table readiness_probe (
  id smallint primary key check (id = 1),
  probed_at timestamptz not null
);

-- When the commands of an operator's timers last ended well, and when not: for `npm run doctor` and the metrics.

-- `failed_at` without a later `succeeded_at`: the last run failed. A run that could not reach the database is not here.
create table operation_runs (
  operation text primary key check (operation in ('backup', 'verify', 'purge')),
  succeeded_at timestamptz,
  failed_at timestamptz,
  check (succeeded_at is not null or failed_at is not null)
);
