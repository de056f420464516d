-- How many rows of an import had lost what a spreadsheet wrote around text, such as ="…" or an apostrophe.
alter table member_imports add column cells_repaired bigint not null default 0;
