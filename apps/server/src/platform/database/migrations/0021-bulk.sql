-- The release of a run, or an action on claims that somebody chose. Rows with the status `waiting` are jobs.
create table bulk_jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('release', 'assign', 'approve', 'deficient', 'reopen')),
  -- In alphabetical order: those of its claims.
  case_ids text[] not null check (cardinality(case_ids) > 0),
  run_id uuid references rule_runs,
  -- The filters by which claims were chosen, as in the address of the list, or the action that decided them. Both null: one by one.
  query text,
  claims_of uuid references bulk_jobs,
  assign_to uuid references staff,
  reasons text[] not null default '{}',
  claims integer not null check (claims > 0),
  -- Of the canonical list of claims and amounts. Of a release: the one of the run.
  sha256 bytea not null check (length(sha256) = 32),
  -- The last entry of claims' histories that was known when the claims were chosen. What came after it may speak against deciding them.
  as_of bigint not null,
  reason text not null check (length(reason) <= 1000),
  asked_by uuid not null references staff,
  asked_at timestamptz not null,
  -- The request to a second person.
  approval_id uuid references approvals,
  approved_by uuid references staff,
  -- The action whose failed claims this one tries again.
  retries uuid references bulk_jobs,
  status text not null check (status in ('asking', 'waiting', 'done', 'cancelled', 'refused', 'failed')),
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text,
  finished_at timestamptz,
  constraint bulk_jobs_two_people check (approved_by <> asked_by),
  constraint bulk_jobs_second_person check (status not in ('waiting', 'done', 'failed') or approved_by is not null
    or (kind <> 'release' and claims <= 100)),
  check ((kind = 'release') = (run_id is not null)),
  -- To nobody: back into the queue.
  check (kind = 'assign' or assign_to is null),
  check (kind <> 'reopen' or reason <> ''),
  check (query is null or claims_of is null),
  check ((kind = 'deficient') = (cardinality(reasons) > 0)),
  check (status <> 'asking' or approval_id is not null),
  check ((finished_at is null) = (status in ('asking', 'waiting')))
);
create index bulk_jobs_open on bulk_jobs (due_at) where status = 'waiting';
create index bulk_jobs_by_time on bulk_jobs (asked_at);
create unique index bulk_jobs_of_run on bulk_jobs (run_id) where status in ('asking', 'waiting', 'done') and retries is null;

-- The claims of an action, frozen when it was asked for, and what became of each.
create table bulk_job_claims (
  job_id uuid not null references bulk_jobs,
  claim_id bigint not null references claims,
  -- Null: not reached yet, or the action was cancelled before.
  outcome text check (outcome in ('done', 'skipped', 'failed')),
  -- Why it was skipped or failed: a code of console/bulk/outcome-reasons.ts.
  reason text,
  at timestamptz,
  -- The recognized amount that a second person agrees to. Null where only a person can say it, and for other actions.
  amount numeric(19, 4) check (amount >= 0),
  primary key (job_id, claim_id),
  check ((outcome is null) = (at is null)),
  check ((reason is not null) = (outcome is not null and outcome <> 'done'))
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index bulk_job_claims_waiting on bulk_job_claims (job_id, claim_id) where outcome is null;
create index bulk_job_claims_by_outcome on bulk_job_claims (job_id, outcome, claim_id) where outcome in ('skipped', 'failed');

create function keep_bulk_outcomes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome is null
    and (new.job_id, new.claim_id, new.amount) is not distinct from (old.job_id, old.claim_id, old.amount)
  then
    return new;
  end if;
  raise exception 'the claims of an action and their outcomes stay';
end
$$;
create trigger bulk_job_claims_stay before update or delete on bulk_job_claims
  for each row execute function keep_bulk_outcomes();
