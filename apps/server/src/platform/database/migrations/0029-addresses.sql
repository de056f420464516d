-- Postal and email addresses of claimants that came after the filing, beside the answers, which never change. Only added to.

create table claim_addresses (
  id uuid primary key default gen_random_uuid(),
  claim_id bigint not null references claims,
  at timestamptz not null,
  -- The newest one whose time has come is used. A claimant's change waits some days.
  used_from timestamptz not null check (used_from >= at),
  source text not null check (source in ('filed', 'ncoa', 'forwarding', 'skip-trace', 'claimant', 'call', 'letter')),
  -- Null: the claimant entered it.
  staff_id uuid references staff,
  -- The letter that came back, or whose address was updated.
  letter_id uuid references letters,
  -- As on the envelope: the name, and the lines below it. Emptied by a purge.
  lines text[] check (cardinality(lines) between 2 and 6)
);
create index claim_addresses_of_claim on claim_addresses (claim_id, used_from);
create trigger claim_addresses_append_only before update or delete on claim_addresses
  for each row execute function keep_until_purge('addresses are only ever added to', 'lines');
create trigger claim_addresses_never_emptied before truncate on claim_addresses
  for each statement execute function refuse_change('addresses are only ever added to');
create trigger claim_addresses_not_after_purge before insert on claim_addresses
  for each row execute function refuse_addition_to_purged();

create table claim_emails (
  id uuid primary key default gen_random_uuid(),
  claim_id bigint not null references claims,
  at timestamptz not null,
  used_from timestamptz not null check (used_from >= at),
  source text not null check (source in ('filed', 'claimant', 'call', 'letter')),
  staff_id uuid references staff,
  -- Emptied by a purge.
  email text check (length(email) between 3 and 320)
);
create index claim_emails_of_claim on claim_emails (claim_id, used_from);
create trigger claim_emails_append_only before update or delete on claim_emails
  for each row execute function keep_until_purge('addresses are only ever added to', 'email');
create trigger claim_emails_never_emptied before truncate on claim_emails
  for each statement execute function refuse_change('addresses are only ever added to');
create trigger claim_emails_not_after_purge before insert on claim_emails
  for each row execute function refuse_addition_to_purged();

-- Reports of mail servers that a program cannot read, or that name no letter of ours, for staff to look at. Deleted once
-- somebody has, or after some months.
create table bounce_reports (
  id uuid primary key default gen_random_uuid(),
  received_at timestamptz not null,
  -- Of the message, so that the same report is listed once.
  sha256 bytea not null unique check (length(sha256) = 32),
  -- The letter whose envelope sender it names, when a program cannot tell whether its delivery failed.
  letter_id uuid references letters,
  sender text not null,
  subject text not null,
  -- The beginning of its text.
  excerpt text not null check (length(excerpt) <= 4000)
);
create index bounce_reports_by_time on bounce_reports (received_at);

-- Letters without a confirmed day, and those that wait for another address.
create index letters_unconfirmed on letters (batch_id) where status = 'in-batch';
create index letters_that_came_back on letters (queued_at) where status in ('returned', 'bounced');

insert into periodic_jobs (name, due_at) values ('bounces', 'epoch');
