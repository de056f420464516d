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
