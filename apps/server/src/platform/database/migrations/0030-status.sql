-- The status page: codes to sign in with, answers to deficiencies, and disputes.

-- A request for an emailed code, also for a number that no claim has: what comes back and when must not tell. Deleted after a day.
-- The code follows from the ID and a key.
create table status_codes (
  id uuid primary key,
  -- As typed.
  typed_number text not null check (typed_number ~ '^\d{10}$'),
  language text not null check (language in ('en', 'es')),
  requested_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  -- The email was sent, or there is no claim or address.
  done_at timestamptz,
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index status_codes_due on status_codes (due_at) where done_at is null;
create index status_codes_by_age on status_codes (requested_at);

-- What claimants answered to a deficiency, when they said that the answer is complete. Only added to.
create table deficiency_answers (
  id uuid primary key,
  claim_id bigint not null references claims,
  -- The deficiency.
  decision_id uuid not null references claim_decisions,
  -- 1, or more where the virus scanner refused a file of the answer before.
  position integer not null check (position > 0),
  at timestamptz not null,
  channel text not null check (channel ~ '^[a-z-]+$'),
  -- After the last day to answer.
  late boolean not null,
  -- One for each reason that was still open: its ID, a statement or null, and the documents. Null: purged.
  items jsonb,
  unique (decision_id, position)
);
create index deficiency_answers_of_claim on deficiency_answers (claim_id);
create trigger deficiency_answers_append_only before update or delete on deficiency_answers
  for each row execute function keep_until_purge('answers are only ever added to', 'items');
create trigger deficiency_answers_never_emptied before truncate on deficiency_answers
  for each statement execute function refuse_change('answers are only ever added to');
create trigger deficiency_answers_not_after_purge before insert on deficiency_answers
  for each row execute function refuse_addition_to_purged();

-- Claimants dispute a decision that took effect, once.
create table disputes (
  id uuid primary key,
  claim_id bigint not null references claims,
  decision_id uuid not null unique references claim_decisions,
  filed_at timestamptz not null,
  channel text not null check (channel ~ '^[a-z-]+$'),
  -- IDs of reasons of the decision, and `amount`.
  grounds text[] not null,
  -- Null: purged.
  statement text check (length(statement) <= 4000),
  documents uuid[] not null,
  -- After the last day to dispute. Kept, and shown.
  late boolean not null
);
create index disputes_of_claim on disputes (claim_id);
create trigger disputes_append_only before update or delete on disputes
  for each row execute function keep_until_purge('disputes are only ever added to', 'statement');
create trigger disputes_never_emptied before truncate on disputes
  for each statement execute function refuse_change('disputes are only ever added to');
create trigger disputes_not_after_purge before insert on disputes
  for each row execute function refuse_addition_to_purged();
