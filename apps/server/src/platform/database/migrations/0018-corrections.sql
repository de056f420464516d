-- Corrections of answers by staff, beside the answers, which never change. Only added to: a later correction of a field replaces
-- the one before it, and a withdrawal is a row, too.

create table claim_corrections (
  -- Chosen by the browser, so that a correction that is sent again is not made twice.
  id uuid primary key,
  claim_id bigint not null references claims,
  -- 1, 2, 3 … within the claim, in the order in which they were made.
  position integer not null check (position > 0),
  at timestamptz not null,
  staff_id uuid not null references staff,
  field text not null check (length(field) <= 200),
  -- Normalized as the form says; empty: no answer. Null: a withdrawal, or purged.
  value text check (length(value) <= 100000),
  -- Where the correction comes from; null for a withdrawal.
  source text check (source ~ '^[a-z-]+$'),
  -- A document of the claim that shows it.
  document_id uuid,
  -- What else shows it, or why a correction is withdrawn. Null: purged.
  note text check (length(note) <= 2000),
  -- The correction that this row withdraws.
  withdraws uuid unique references claim_corrections,
  check ((withdraws is null) = (source is not null)),
  check (withdraws is null or (value is null and document_id is null)),
  -- Evidence is a document or a note.
  check (document_id is not null or note <> ''),
  unique (claim_id, position)
);
create index claim_corrections_of_claim on claim_corrections (claim_id, field, position);

create trigger claim_corrections_append_only before update or delete on claim_corrections
  for each row execute function keep_until_purge('corrections are only ever added to', 'value', 'note');
create trigger claim_corrections_never_emptied before truncate on claim_corrections
  for each statement execute function refuse_change('corrections are only ever added to');
create trigger claim_corrections_not_after_purge before insert on claim_corrections
  for each row execute function refuse_addition_to_purged();
