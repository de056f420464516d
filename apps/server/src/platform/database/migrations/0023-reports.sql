-- Reports for counsel and the court. Each counts what the history says up to a seal, and is kept as it was made. None of these
-- tables holds personal data of claimants.

-- Only added to: a report that was handed to a court must not change.
create table reports (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('claims')),
  -- In alphabetical order.
  case_ids text[] not null check (cardinality(case_ids) > 0),
  -- The court's days, both included. Null: from or until any day.
  first_day text collate "C" check (first_day ~ '^\d{4}-\d\d-\d\d$'),
  last_day text collate "C" check (last_day ~ '^\d{4}-\d\d-\d\d$'),
  seal bigint not null references history_seals,
  -- Of the definitions of the figures. New definitions make new reports.
  query_version integer not null,
  -- All that the report shows.
  content jsonb not null,
  claims bigint not null,
  pdf bytea not null,
  pdf_sha256 bytea not null check (pdf_sha256 = sha256(pdf)),
  workbook bytea not null,
  workbook_sha256 bytea not null check (workbook_sha256 = sha256(workbook)),
  asked_by uuid not null references staff,
  asked_at timestamptz not null,
  constraint reports_once unique nulls not distinct (kind, case_ids, first_day, last_day, seal, query_version)
);
create trigger reports_stay before update or delete on reports
  for each row execute function refuse_change('a report is kept as it was made');
create trigger reports_never_emptied before truncate on reports
  for each statement execute function refuse_change('a report is kept as it was made');

-- Each run computes a report. Rows without `finished_at` are jobs.
create table report_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('claims')),
  case_ids text[] not null check (cardinality(case_ids) > 0),
  first_day text collate "C" check (first_day ~ '^\d{4}-\d\d-\d\d$'),
  last_day text collate "C" check (last_day ~ '^\d{4}-\d\d-\d\d$'),
  seal bigint not null references history_seals,
  query_version integer not null,
  asked_by uuid not null references staff,
  asked_at timestamptz not null,
  -- Claims are counted in order of their IDs: up to `counted_to` so far, up to `last_claim` in the end.
  counted_to bigint not null default 0,
  last_claim bigint not null,
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text,
  finished_at timestamptz,
  -- `identical` and `different`: from a report that was there.
  outcome text check (outcome in ('created', 'identical', 'different', 'cancelled', 'too-long', 'failed')),
  report_id uuid references reports,
  -- What is different: titles of figures, `PDF`, `Spreadsheet`.
  differences text[] not null default '{}',
  check ((finished_at is null) = (outcome is null)),
  check ((report_id is not null) = (outcome is not null and outcome in ('created', 'identical', 'different')))
);
create index report_runs_open on report_runs (due_at) where finished_at is null;
create index report_runs_by_time on report_runs (asked_at);
create index report_runs_of_report on report_runs (report_id, finished_at);

-- What an unfinished run has counted so far, shaped like `claim_counts`. Deleted when the run has finished.
create table report_counts (
  run_id bigint not null references report_runs,
  case_id text not null,
  form_id text not null,
  filed_day text collate "C" not null,
  state text not null,
  language text not null,
  status text not null,
  without_script boolean not null,
  late boolean not null,
  duplicate boolean not null,
  machine boolean not null,
  documents_due boolean not null,
  documents_missing boolean not null,
  data_checked boolean not null,
  data_errors boolean not null,
  claims bigint not null,
  with_amount bigint not null,
  amount numeric(24, 4) not null,
  primary key (run_id, case_id, form_id, filed_day, state, language, status, without_script, late, duplicate, machine,
    documents_due, documents_missing, data_checked, data_errors)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- What an unfinished run has counted so far. Deleted when the run has finished.
create table report_review_counts (
  run_id bigint not null references report_runs,
  form_id text not null,
  event text not null check (event in ('decision', 'verdict')),
  -- Of a decision, or the verdict.
  outcome text not null,
  -- IDs, separated by spaces; empty without one.
  reasons text not null,
  -- An account; empty for an expired deficiency.
  decided_by text not null,
  source text not null,
  -- What became of a decision: `in-force`, `undone`, `declined`, `cured`, `expired`, `replaced`, `reopened`, `overturned`, `closed`.
  fate text not null,
  -- It took effect.
  released boolean not null,
  entries bigint not null,
  amount numeric(24, 4) not null,
  primary key (run_id, form_id, event, outcome, reasons, decided_by, source, fate, released)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
