-- Rules that approve or queue claims, their runs, and actions on many claims. None of these tables holds personal data of claimants.

create table rules (
  id uuid primary key default gen_random_uuid(),
  -- A rule is about the claims of one case.
  case_id text not null,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null,
  created_by uuid not null references staff
);
create unique index rules_by_name on rules (case_id, lower(name));

-- A version never changes. The newest one of a rule counts.
create table rule_versions (
  rule_id uuid not null references rules,
  version integer not null check (version > 0),
  outcome text not null check (outcome in ('approve', 'queue')),
  -- As in packages/contract/src/console/rules.ts.
  conditions jsonb not null,
  -- Of the canonical JSON of outcome and conditions.
  sha256 bytea not null check (length(sha256) = 32),
  at timestamptz not null,
  staff_id uuid not null references staff,
  primary key (rule_id, version)
);
create function keep_rule_versions() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a rule never changes';
end
$$;
create trigger rule_versions_stay before update or delete on rule_versions
  for each row execute function keep_rule_versions();
create trigger rule_versions_never_emptied before truncate on rule_versions
  for each statement execute function keep_rule_versions();

-- Each dry run computes which claims meet a rule, as of a seal. Rows with the status `waiting` are jobs.
create table rule_runs (
  id uuid primary key default gen_random_uuid(),
  -- In which order they were asked for.
  position bigint generated always as identity unique,
  rule_id uuid not null,
  version integer not null,
  seal bigint not null references history_seals,
  -- By which the sample is drawn.
  seed text not null,
  -- SHA-256 of what else decides the result: how conditions are evaluated, and the rules for recognized amounts in content/.
  evaluation bytea not null check (length(evaluation) = 32),
  asked_by uuid not null references staff,
  asked_at timestamptz not null,
  -- Computed again from the parameters of this run, to compare the results.
  repeats uuid references rule_runs,
  -- Claims are looked at in order of their IDs: up to `looked_to` so far, up to `last_claim` in the end.
  looked_to bigint not null default 0,
  last_claim bigint not null,
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text,
  status text not null default 'waiting' check (status in ('waiting', 'done', 'cancelled', 'failed')),
  finished_at timestamptz,
  -- Of the canonical list of claims, and of the scores that were read for it.
  sha256 bytea check (length(sha256) = 32),
  scores_sha256 bytea check (length(scores_sha256) = 32),
  -- Counts, sums, the sample, the difference from the run before.
  result jsonb,
  is_identical boolean,
  foreign key (rule_id, version) references rule_versions,
  check ((finished_at is null) = (status = 'waiting')),
  check ((status = 'done') = (num_nonnulls(sha256, scores_sha256, result) = 3)),
  check ((is_identical is not null) = (status = 'done' and repeats is not null))
);
create index rule_runs_open on rule_runs (due_at) where status = 'waiting';
create index rule_runs_of_rule on rule_runs (rule_id, position);

-- The claims that meet a rule, frozen when the run is done.
create table rule_run_claims (
  run_id uuid not null references rule_runs,
  claim_id bigint not null references claims,
  outcome text not null check (outcome in ('approve', 'queue')),
  amount numeric(19, 4) check (amount >= 0),
  primary key (run_id, claim_id),
  check ((amount is not null) = (outcome = 'approve'))
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Scores and signals of the claims that meet all other conditions of a rule. They change when claims are scored again, so that a run
-- keeps what it has read.
create table rule_run_scores (
  run_id uuid not null references rule_runs,
  claim_id bigint not null references claims,
  duplicate double precision not null,
  machine double precision not null,
  signals text[] not null,
  primary key (run_id, claim_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- What a finished run has found stays. Cleanup may delete what a cancelled or compared one has.
create function keep_rule_runs() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'rule_runs' then
    if tg_op = 'UPDATE' and old.status = 'waiting'
      and (new.id, new.rule_id, new.version, new.seal, new.seed, new.evaluation, new.asked_by, new.asked_at, new.repeats, new.last_claim)
        is not distinct from
          (old.id, old.rule_id, old.version, old.seal, old.seed, old.evaluation, old.asked_by, old.asked_at, old.repeats, old.last_claim)
    then
      return new;
    end if;
  elsif tg_op = 'DELETE'
    and not exists (select from rule_runs where id = old.run_id and status in ('waiting', 'done') and repeats is null)
  then
    return old;
  end if;
  raise exception 'what a run of a rule has found never changes';
end
$$;
create trigger rule_runs_stay before update or delete on rule_runs
  for each row execute function keep_rule_runs();
create trigger rule_run_claims_stay before update or delete on rule_run_claims
  for each row execute function keep_rule_runs();
create trigger rule_run_scores_stay before update or delete on rule_run_scores
  for each row execute function keep_rule_runs();
create trigger rule_run_claims_never_emptied before truncate on rule_run_claims
  for each statement execute function keep_rule_versions();

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
