-- Rules that approve or queue claims, and their runs. None of these tables holds personal data of claimants.

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
create trigger rule_versions_stay before update or delete on rule_versions
  for each row execute function refuse_change('a version of a rule never changes');
create trigger rule_versions_never_emptied before truncate on rule_versions
  for each statement execute function refuse_change('a version of a rule never changes');

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
  for each statement execute function refuse_change('what a run of a rule has found never changes');
