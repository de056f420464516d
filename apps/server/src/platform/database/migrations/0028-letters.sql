-- Letters to claimants, by email or post, and the batches that a mail house prints.

create table letter_batches (
  id uuid primary key,
  case_id text not null,
  -- A case's batches are numbered, so that people can name them.
  number integer not null,
  made_at timestamptz not null,
  made_by uuid not null references staff,
  letters integer not null check (letters > 0),
  -- The ZIP file for the mail house. Null until the job has made it.
  sha256 bytea check (length(sha256) = 32),
  size bigint check (size > 0),
  pages integer check (pages >= letters),
  finished_at timestamptz,
  -- The file is encrypted with a key that this version and the ID determine. Null before there is one, and once it is deleted.
  key_version integer,
  nonce bytea,
  tag bytea,
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text,
  unique (case_id, number),
  check (num_nonnulls(sha256, size, pages, finished_at) in (0, 4)),
  check (num_nonnulls(key_version, nonce, tag) in (0, 3))
);
create index letter_batches_open on letter_batches (due_at) where sha256 is null;
create index letter_batches_with_file on letter_batches (finished_at) where nonce is not null;
create trigger letter_batches_stay before delete on letter_batches
  for each row execute function refuse_change('a batch of letters is not deleted');

create table letters (
  id uuid primary key default gen_random_uuid(),
  -- Printed on the letter: nine random characters of base 32 and a check character.
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{9}[0-9A-HJKMNP-TV-Z*~$=U]$'),
  claim_id bigint not null references claims,
  kind text not null check (kind ~ '^[a-z-]+$'),
  -- The decision that the letter is about.
  decision_id uuid references claim_decisions,
  template_version integer not null check (template_version > 0),
  language text not null check (language in ('en', 'es')),
  -- The merged text, frozen when the letter was queued. Emptied by a purge, like the recipient.
  content jsonb,
  channel text not null check (channel in ('email', 'post')),
  email text,
  -- The name and the lines of the postal address.
  address text[],
  status text not null check (status in ('queued', 'sent', 'in-batch', 'mailed', 'returned', 'bounced', 'cancelled', 'undeliverable')),
  queued_at timestamptz not null,
  -- Null: queued by itself, such as paper after a bounce.
  queued_by uuid references staff,
  batch_id uuid references letter_batches,
  -- Days of the court: on which it was sent or mailed, and until which the claimant can answer.
  mailed_on text collate "C" check (mailed_on ~ '^\d{4}-\d\d-\d\d$'),
  due_on text collate "C" check (due_on ~ '^\d{4}-\d\d-\d\d$'),
  -- Why it came back.
  returned_reason text check (returned_reason ~ '^[a-z-]+$'),
  -- The letter that came back and that this one repeats.
  replaces uuid references letters,
  -- Keyed hash of the code to sign in with, which only the letter names, and the end of its use.
  access_hash bytea check (length(access_hash) = 32),
  access_until timestamptz,
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text,
  check (replaces <> id),
  check ((access_hash is null) = (access_until is null)),
  check ((batch_id is not null) = (status = 'in-batch') or channel = 'post' and status in ('mailed', 'returned', 'undeliverable')),
  check (status not in ('sent', 'mailed', 'returned') or mailed_on is not null),
  check (due_on is null or mailed_on is not null),
  check ((returned_reason is not null) = (status = 'returned') or status = 'undeliverable')
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- One letter for each decision and kind, and one repetition of each.
create unique index letters_one_each on letters (decision_id, kind) where replaces is null and status <> 'cancelled';
create unique index letters_one_repetition on letters (replaces) where replaces is not null and status <> 'cancelled';
create index letters_of_claim on letters (claim_id, queued_at);
create index letters_by_time on letters (queued_at, id);
create index letters_by_status on letters (status, queued_at, id);
create index letters_to_send on letters (due_at) where status = 'queued' and channel = 'email';
create index letters_to_print on letters (queued_at) where status = 'queued' and channel = 'post';
create index letters_of_batch on letters (batch_id) where batch_id is not null;
create index letters_by_access on letters (access_hash) where access_hash is not null;

-- The table of packages/contract/src/letters.ts; a test compares them.
create function is_letter_transition(from_status text, to_status text) returns boolean language sql immutable as $$
  select to_status = any(case from_status
    when 'queued' then array['sent', 'in-batch', 'mailed', 'bounced', 'cancelled', 'undeliverable']
    when 'in-batch' then array['mailed']
    when 'sent' then array['bounced']
    when 'mailed' then array['returned']
    when 'returned' then array['undeliverable']
    when 'bounced' then array['undeliverable']
    else '{}'
  end)
$$;
create function keep_letters() returns trigger language plpgsql as $$
declare
  changing constant text[] := array['status', 'batch_id', 'mailed_on', 'due_on', 'returned_reason', 'due_at', 'leased_by', 'attempts', 'last_error'];
  emptied constant text[] := array['content', 'email', 'address', 'access_hash', 'access_until'];
begin
  if tg_op = 'DELETE' then
    raise exception 'a letter is not deleted';
  end if;
  if old.status <> new.status and not is_letter_transition(old.status, new.status) then
    raise exception 'a letter that is % cannot become %', old.status, new.status
      using errcode = 'check_violation', constraint = 'letters_transitions';
  end if;
  if to_jsonb(new) - changing = to_jsonb(old) - changing then
    return new;
  end if;
  if exists (select from claims where id = old.claim_id and status = 'purged')
    and to_jsonb(new) - changing - emptied = to_jsonb(old) - changing - emptied
    and num_nonnulls(new.content, new.email, new.address, new.access_hash) = 0
  then
    return new;
  end if;
  raise exception 'a letter keeps its content';
end
$$;
create trigger letters_keep before update or delete on letters for each row execute function keep_letters();
create trigger letters_never_emptied before truncate on letters
  for each statement execute function refuse_change('a letter is not deleted');
create trigger letters_not_after_purge before insert on letters
  for each row execute function refuse_addition_to_purged();

-- A deficiency has a last day only once its letter was mailed. Those found before this version never had a letter.
alter table claim_review
  drop constraint claim_review_check2,
  -- The kind of letter that the decision in force still needs.
  add column letter_due text check (letter_due in ('deficiency', 'approved', 'reduced', 'denied', 'dispute-decision'));
update claim_review set cure_due = null, letter_due = case status when 'deficient' then 'deficiency' else status end
  where status in ('deficient', 'approved', 'reduced', 'denied');
-- Here, because processes of the version before, which know no letters, run beside those of this one during an update.
create function need_letter() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    new.letter_due := case
      when new.status = 'deficient' then 'deficiency'
      when new.status = 'final' then old.letter_due
      when new.status not in ('approved', 'reduced', 'denied') then null
      when exists (select from disputes where claim_id = new.claim_id) then 'dispute-decision'
      else new.status
    end;
    if new.status = 'deficient' then
      new.cure_due := null;
    end if;
  end if;
  return new;
end
$$;
create trigger claim_review_needs_letter before update on claim_review for each row execute function need_letter();
create index claim_review_to_write_to on claim_review (case_id, letter_due, claim_id) where letter_due is not null;

insert into periodic_jobs (name, due_at) values ('letters', 'epoch');

-- Letters are queued like other actions on many claims.
alter table bulk_jobs
  drop constraint bulk_jobs_kind_check,
  add constraint bulk_jobs_kind_check check (kind in ('release', 'assign', 'approve', 'deficient', 'deny', 'reopen', 'letter'));

alter table staff_roles
  drop constraint staff_roles_role_check,
  add constraint staff_roles_role_check check (role in ('viewer', 'call-center', 'mailroom', 'reviewer', 'supervisor', 'finance', 'admin'));
