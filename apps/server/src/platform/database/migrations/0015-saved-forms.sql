-- Unfinished forms that claimants save to finish later. Only the e-mailed link has what decrypts them: `id` is a hash of its
-- code, and `encrypted` holds everything else. Rows are deleted when they expire, are replaced, or are filed from the same tab.
create table saved_forms (
  id bytea primary key,
  encrypted bytea not null,
  expires_at timestamptz not null
);
create index saved_forms_by_expiry on saved_forms (expires_at);
