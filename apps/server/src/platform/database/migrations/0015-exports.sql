-- Files that people asked for. A job writes each; cleanup deletes it after some days, and the row stays.
create table exports (
  id uuid primary key default gen_random_uuid(),
  -- Of the registry in console/exports/export-lists.ts.
  list text not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- The filters, as in the address of the list.
  query text not null,
  columns text[] not null,
  -- What the person might see when they asked: these cases, and contact details in these.
  cases text[] not null,
  contact_cases text[] not null,
  with_tax_ids boolean not null,
  reason text,
  requested_by uuid not null references staff,
  requested_at timestamptz not null,
  -- The newest row that belongs to it, as its list names it.
  up_to text not null,
  -- About how many rows there are; null when that was not known.
  expected_rows bigint,
  status text not null check (status in ('asking', 'waiting', 'done', 'failed', 'cancelled', 'refused', 'expired')),
  -- The request to a second person, for tax IDs only.
  approval_id uuid references approvals,
  -- Null: no second person was needed, or none decided yet.
  decided_by uuid references staff check (decided_by <> requested_by),
  -- The job: only `waiting` rows are jobs.
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text,
  -- Progress, then the result.
  row_count bigint not null default 0,
  byte_count bigint,
  sha256 bytea,
  -- The file is encrypted with a key that this version and the ID determine.
  key_version integer,
  nonce bytea,
  tag bytea,
  finished_at timestamptz,
  -- When the file was, or will be, deleted. Without one, cleanup has not made sure that there is no file.
  expires_at timestamptz,
  check (not with_tax_ids or (reason is not null and approval_id is not null)),
  -- Tax IDs never leave without a second person.
  check (not with_tax_ids or status not in ('waiting', 'done') or decided_by is not null),
  check (status <> 'done' or (sha256 is not null and key_version is not null and expires_at is not null))
);
create index exports_of_staff on exports (requested_by, requested_at);
create index exports_due on exports (due_at) where status = 'waiting';
create index exports_to_expire on exports (expires_at) where status = 'done';
create index exports_to_clear on exports (requested_at) where expires_at is null;
