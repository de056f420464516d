-- How many rows of an import had a ZIP code that had lost its first zero, or a state that was not written in full.
alter table member_imports
  add column zips_repaired bigint not null default 0,
  add column states_repaired bigint not null default 0;
