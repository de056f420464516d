-- One runner for all background jobs. A job is leased by the process in `leased_by`, and no other process takes it before
-- `leased_until`, or before `due_at` in the tables that have it: the end of the lease, or of the pause after a failed attempt.
-- `infinity` there marks a dead letter: it failed too often, and waits for an operator (`npm run jobs`).

lock table claim_documents, data_checks, uploads, outbox in access exclusive mode;

-- Earlier releases tried without end. What failed often under them gets all its attempts anew.
update outbox set attempts = 0 where done_at is null and attempts > 0;
update uploads set attempts = 0 where status = 'complete' and attempts > 0;
update claim_documents set scan_attempts = 0 where scan = 'waiting' and scan_attempts > 0;

alter table outbox add column leased_by uuid;
create index outbox_due on outbox (due_at) where done_at is null;
-- `queued_at` is no longer used: rows that an earlier release had queued elsewhere are due again.
drop index outbox_to_queue;

-- As in `outbox`: the code of what went wrong last, without personal data.
alter table uploads add column last_error text;
alter table claim_documents add column scan_last_error text;
alter table data_checks add column last_error text;

-- Work that one process at a time does again and again.
create table periodic_jobs (
  name text primary key,
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text
);
insert into periodic_jobs (name, due_at) values ('seal', 'epoch'), ('cleanup', 'epoch');
