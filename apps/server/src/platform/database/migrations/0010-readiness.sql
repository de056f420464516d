-- Readiness writes here, to see that a commit reaches the disk. It is one row, and nothing reads it.
create table readiness_probe (
  id smallint primary key check (id = 1),
  probed_at timestamptz not null
);
