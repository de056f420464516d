-- What takes effect only when a second person agrees.
create table approvals (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- A case of the settlement, or '*' for what belongs to no case.
  case_id text not null,
  -- What exactly is asked for. It never changes, and its hash is what the second person signs.
  details jsonb not null,
  details_hash bytea not null check (length(details_hash) = 32),
  reason text not null check (length(reason) <= 1000),
  asked_by uuid not null references staff,
  asked_at timestamptz not null,
  decision text check (decision in ('approved', 'declined', 'withdrawn')),
  decided_at timestamptz,
  -- Null for a request that its author withdrew.
  decided_by uuid references staff,
  decision_reason text not null default '' check (length(decision_reason) <= 1000),
  -- The signed answer of the second person's passkey.
  evidence jsonb,
  constraint approvals_two_people check (decided_by <> asked_by),
  check ((decision is null) = (decided_at is null)),
  check ((decision in ('approved', 'declined')) = (decided_by is not null) or decision is null)
);
create index approvals_waiting on approvals (asked_at) where decision is null;
create index approvals_decided on approvals (decided_at) where decision is not null;
