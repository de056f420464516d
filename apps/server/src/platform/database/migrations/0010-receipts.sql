-- Receipts by e-mail: written together with their claim, so that none that is owed can be forgotten.

create table receipt_outbox (
  id bigint generated always as identity primary key,
  claim_id bigint not null references claims,
  kind text not null check (kind in ('receipt')),
  created_at timestamptz not null,
  -- Not before: a little later when documents are on their way, or when the last attempt failed.
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text,
  done_at timestamptz,
  -- `refused`: the mail server says for good that there is no such address.
  outcome text check (outcome in ('sent', 'refused')),
  check ((done_at is null) = (outcome is null))
-- Each row changes several times within minutes of its claim, and never after that.
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index receipt_outbox_of_claim on receipt_outbox (claim_id);
create index receipt_outbox_due on receipt_outbox (due_at) where done_at is null;
create index receipt_outbox_undone on receipt_outbox (created_at) where done_at is null;
create index receipt_outbox_done on receipt_outbox (done_at) where done_at is not null;
