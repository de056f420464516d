-- Documents of claims: uploads that come in pieces, quarantine, and the checks of data files.

create table claim_documents (
  id uuid primary key,
  claim_id bigint not null references claims,
  name text not null,
  -- As its sender called it, where that name did not say what it is.
  given_name text,
  storage_key text not null unique,
  -- `arriving` before the first byte, `stored` when the bytes are safe: so bytes without a row cannot exist.
  status text not null check (status in ('arriving', 'stored')),
  type text,
  size bigint,
  -- Of the bytes that were sent.
  sha256 bytea,
  -- Of the bytes that are kept, where these differ.
  stored_sha256 bytea check (length(stored_sha256) = 32),
  -- Of a picture: whether it told where and how it was taken. `not-understood`: kept as it came, for staff to know.
  picture_metadata text check (picture_metadata in ('none', 'removed', 'not-understood')),
  created_at timestamptz not null,
  stored_at timestamptz,
  -- `waiting`: for the virus scanner, where one is configured; without one a document stays so and is used all the same.
  -- `unscanned-too-large`: larger than the scanner takes, for staff to look at. Never called clean.
  scan text not null default 'waiting' check (scan in ('waiting', 'clean', 'infected', 'unscanned-too-large')),
  scanned_at timestamptz,
  -- What the scanner calls it.
  scan_finding text,
  scan_leased_by uuid,
  scan_leased_until timestamptz,
  scan_attempts integer not null default 0,
  scan_last_error text,
  check (status = 'arriving' or (type is not null and size > 0 and length(sha256) = 32 and stored_at is not null)),
  check ((scan = 'waiting') = (scanned_at is null)),
  check ((scan = 'infected') = (scan_finding is not null)),
  check (stored_sha256 is null or picture_metadata = 'removed')
);
create unique index claim_documents_once on claim_documents (claim_id, sha256) where status = 'stored';
create index claim_documents_of_claim on claim_documents (claim_id);
create index claim_documents_arriving on claim_documents (created_at) where status = 'arriving';
create index claim_documents_to_scan on claim_documents (stored_at) where scan = 'waiting' and status = 'stored';
create index claim_documents_to_review on claim_documents (stored_at)
  where scan in ('infected', 'unscanned-too-large') or picture_metadata = 'not-understood';
create trigger claim_documents_not_after_purge before insert on claim_documents
  for each row execute function refuse_addition_to_purged();

-- Documents are due, and none has come. How many were announced is told too: announced ones may still be on their way.
create view claims_missing_documents as
  select id, number, form_id, case_id, filed_at, documents_expected
  from claims
  where documents_due and status = 'filed'
    and not exists (select from claim_documents where claim_id = claims.id and claim_documents.status = 'stored');

-- What somebody has to look at: documents that are not to be opened, and those that nobody could look into.
create view documents_to_review as
  select claim_documents.id, claims.number, claim_documents.name, type, size, scan, scan_finding, picture_metadata, stored_at
  from claim_documents join claims on claims.id = claim_id
  where claim_documents.status = 'stored'
    and (scan in ('infected', 'unscanned-too-large') or picture_metadata = 'not-understood');

-- Documents that came with a form that is not filed yet, kept under the form's key until it is.
create table staged_documents (
  id uuid primary key,
  -- In the order in which they came.
  position bigint generated always as identity,
  -- Empty while the document arrives: its row is there before its first byte, so that bytes without a row cannot exist.
  form_key text,
  name text not null,
  given_name text,
  storage_key text not null unique,
  type text,
  size bigint,
  sha256 bytea,
  stored_sha256 bytea check (length(stored_sha256) = 32),
  picture_metadata text check (picture_metadata in ('none', 'removed', 'not-understood')),
  created_at timestamptz not null,
  check (form_key is null or (type is not null and size > 0 and length(sha256) = 32))
);
create unique index staged_documents_once on staged_documents (form_key, sha256) where form_key is not null;
create index staged_documents_by_age on staged_documents (created_at);

-- Files that come in pieces.
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
  -- Which process joins it, and until when that holds if nobody hears of it.
  leased_by uuid,
  leased_until timestamptz,
  attempts integer not null default 0,
  last_error text,
  check ((status in ('joined', 'refused')) = (finished_at is not null)),
  check ((finished_at is not null) = (result is not null))
);
create index uploads_of_claim on uploads (claim_id);
create index uploads_to_join on uploads (created_at) where status = 'complete';
create index uploads_unfinished on uploads (created_at) where status = 'arriving';
create trigger uploads_not_after_purge before insert on uploads
  for each row execute function refuse_addition_to_purged();

create table data_checks (
  document_id uuid primary key references claim_documents,
  claim_id bigint not null references claims,
  chosen jsonb,
  created_at timestamptz not null,
  -- `failed`: given up after several attempts. The document is kept all the same.
  outcome text check (outcome in ('checked', 'no-data', 'unreadable', 'failed')),
  -- Absent when it failed.
  report jsonb,
  finished_at timestamptz,
  leased_by uuid,
  leased_until timestamptz,
  attempts integer not null default 0,
  last_error text,
  check ((outcome is null) = (finished_at is null))
);
create index data_checks_of_claim on data_checks (claim_id);
create index data_checks_to_do on data_checks (created_at) where finished_at is null;
