-- What keeps machines away from the website, and forms that are saved to finish later.

create table captcha_used (
  challenge bytea constraint captcha_used_once primary key,
  expires_at timestamptz not null
-- Rows live for minutes: as many are deleted as are added, whatever the size of the table was at its peak.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
create index captcha_used_by_expiry on captcha_used (expires_at);

-- Failed logins: what a Notice ID, an address, a network and everybody together have against them.

-- Logged, other than limit_counters: whoever can bring the database down must not win new tries by it. Counts fade instead of ending with a
-- window; one row for each subject, which is a keyed hash.
create table login_failures (
  key bytea primary key,
  -- As many as there were at `at`; from then on half of them in each half-life. Rows that have faded are cleared away.
  failures double precision not null,
  at timestamptz not null,
  half_life_seconds double precision not null check (half_life_seconds > 0),
  -- More is not counted.
  full_at double precision not null
)
-- No index but the key, and room in each page: a row that is counted up stays where it is.
with (fillfactor = 60);

-- Unfinished forms that claimants save to finish later. Only the e-mailed link has what decrypts them: `id` is a hash of its
-- code, and `encrypted` holds everything else. Rows are deleted when they expire, are replaced, or are filed from the same tab.
create table saved_forms (
  id bytea primary key,
  encrypted bytea not null,
  expires_at timestamptz not null
);
create index saved_forms_by_expiry on saved_forms (expires_at);
