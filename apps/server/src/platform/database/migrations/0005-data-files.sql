-- Files that come in pieces, and the checks of data files.

create table uploads (
  id uuid primary key,
  claim_id bigint not null references claims,
  name text not null,
  size bigint not null check (size > 0),
  -- How the filer says that its tables are to be read.
  chosen jsonb,
  created_at timestamptz not null,
  -- `complete`: all bytes are there. `joined`: a document of the claim, or one that the claim has already. `refused`: nothing is kept.
  status text not null default 'arriving' check (status in ('arriving', 'complete', 'joined', 'refused')),
  -- What the browser is told of it.
  result jsonb,
  finished_at timestamptz,
  -- One request at a time may write to it. Another that wants to asks for it: a browser comes back before its broken line is noticed.
  locked_by uuid,
  locked_until timestamptz,
  release_wanted boolean not null default false,
  -- Which process joins it, and until when that holds if nobody hears of it.
  leased_by uuid,
  leased_until timestamptz,
  attempts integer not null default 0,
  check ((status in ('joined', 'refused')) = (finished_at is not null)),
  check ((finished_at is not null) = (result is not null))
);
create index uploads_of_claim on uploads (claim_id);
create index uploads_to_join on uploads (created_at) where status = 'complete';
create index uploads_unfinished on uploads (created_at) where status = 'arriving';

create table data_checks (
  document_id uuid primary key references claim_documents,
  claim_id bigint not null references claims,
  chosen jsonb,
  created_at timestamptz not null,
  leased_by uuid,
  leased_until timestamptz,
  attempts integer not null default 0,
  -- `failed`: given up after several attempts. The document is kept all the same.
  outcome text check (outcome in ('checked', 'no-data', 'unreadable', 'failed')),
  -- Absent when it failed.
  report jsonb,
  finished_at timestamptz,
  check ((outcome is null) = (finished_at is null))
);
create index data_checks_of_claim on data_checks (claim_id);
create index data_checks_to_do on data_checks (created_at) where finished_at is null;
