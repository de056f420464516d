-- Quarantine, what was changed about a document on its way in, and room.

alter table claim_documents
  -- `waiting`: for the virus scanner, where one is configured; without one a document stays so and is used all the same.
  -- `unscanned-too-large`: larger than the scanner takes, for staff to look at. Never called clean.
  add column scan text not null default 'waiting' check (scan in ('waiting', 'clean', 'infected', 'unscanned-too-large')),
  add column scanned_at timestamptz,
  -- What the scanner calls it.
  add column scan_finding text,
  add column scan_leased_by uuid,
  add column scan_leased_until timestamptz,
  add column scan_attempts integer not null default 0,
  -- `sha256` is that of the bytes that were sent; this is that of the bytes that are kept, where these differ.
  add column stored_sha256 bytea check (length(stored_sha256) = 32),
  -- Of a picture: whether it told where and how it was taken. `not-understood`: kept as it came, for staff to know.
  add column picture_metadata text check (picture_metadata in ('none', 'removed', 'not-understood')),
  -- As its sender called it, where that name did not say what it is.
  add column given_name text,
  add check ((scan = 'waiting') = (scanned_at is null)),
  add check ((scan = 'infected') = (scan_finding is not null)),
  add check (stored_sha256 is null or picture_metadata = 'removed');
create index claim_documents_to_scan on claim_documents (stored_at) where scan = 'waiting' and status = 'stored';
create index claim_documents_to_review on claim_documents (stored_at)
  where scan in ('infected', 'unscanned-too-large') or picture_metadata = 'not-understood';

alter table staged_documents
  add column stored_sha256 bytea check (length(stored_sha256) = 32),
  add column picture_metadata text check (picture_metadata in ('none', 'removed', 'not-understood')),
  add column given_name text;

-- What somebody has to look at: documents that are not to be opened, and those that nobody could look into.
create view documents_to_review as
  select claim_documents.id, claims.number, claim_documents.name, type, size, scan, scan_finding, picture_metadata, stored_at
  from claim_documents join claims on claims.id = claim_id
  where claim_documents.status = 'stored'
    and (scan in ('infected', 'unscanned-too-large') or picture_metadata = 'not-understood');
