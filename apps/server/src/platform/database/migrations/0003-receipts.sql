-- What follows a claim, such as its receipt by e-mail: written together with it, so that nothing that is owed can be forgotten.

create table outbox (
  id bigint generated always as identity primary key,
  claim_id bigint not null references claims,
  kind text not null check (kind in ('receipt')),
  created_at timestamptz not null,
  -- Not before: a little later when documents are on their way, or when the last attempt failed.
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- What went wrong last, as a code: no personal data.
  last_error text,
  -- When it was given to the job queue; empty again when it must be given once more.
  queued_at timestamptz,
  done_at timestamptz,
  -- `refused`: the mail server says for good that there is no such address.
  outcome text check (outcome in ('sent', 'refused')),
  check ((done_at is null) = (outcome is null))
);
create index outbox_to_queue on outbox (due_at) where queued_at is null and done_at is null;
create index outbox_undone on outbox (created_at) where done_at is null;
create index outbox_done on outbox (done_at) where done_at is not null;
