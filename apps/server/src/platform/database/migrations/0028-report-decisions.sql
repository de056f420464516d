-- What reports count of reviews: decisions and verdicts, each by the claim that it is about.

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
