-- When the commands of an operator's timers last ended well, and when not: for `npm run doctor` and the metrics.

-- `failed_at` without a later `succeeded_at`: the last run failed. A run that could not reach the database is not here.
create table operation_runs (
  operation text primary key check (operation in ('backup', 'verify', 'purge')),
  succeeded_at timestamptz,
  failed_at timestamptz,
  check (succeeded_at is not null or failed_at is not null)
);
