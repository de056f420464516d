-- Claims, their tax IDs, and their history.

-- Each process takes numbers in blocks of 50, so that a claim costs no round trip for its number.
create sequence claim_number_blocks as bigint increment by 50 minvalue 0 start with 0 maxvalue 999999950 no cycle;

-- A purged claim keeps its number, its form, its dates, its marks and its hashes, and nothing of its claimant. Its idempotency key is a
-- random text: with it the same form is not taken for a new claim when it is sent again.
create table claims (
  id bigint generated always as identity primary key,
  number text not null constraint claims_number unique check (number ~ '^[0-9]{10}$'),
  form_id text not null,
  form_version integer not null,
  case_id text not null,
  language text not null,
  notice_id text,
  filed_at timestamptz not null,
  late boolean not null,
  status text not null default 'filed' check (status in ('filed', 'purged')),
  -- Another claim had been filed under this Notice ID: taken all the same, for staff to look at.
  duplicate_notice boolean not null default false,
  -- A field that no person sees was filled in: taken all the same, for a reviewer to look at.
  suspected_machine boolean not null default false,
  -- Neither a captcha nor a script stood behind the claim: taken all the same, for a reviewer to look at.
  without_script boolean not null default false,
  -- By the rules of the form and the answers, whether or not any were announced.
  documents_due boolean not null,
  -- How many were announced.
  documents_expected integer not null check (documents_expected >= 0),
  -- What staff search by, copied out of the answers.
  name text,
  email text,
  zip text,
  state text,
  amount numeric(19, 4),
  quantity bigint,
  -- As filed; never changed.
  answers jsonb not null,
  summary jsonb not null,
  idempotency_key text constraint claims_idempotency_key unique,
  answers_hash bytea not null,
  constraint claims_purged_hold_nothing check (
    status <> 'purged'
    or (answers = '{}' and summary = '[]'
      and num_nonnulls(notice_id, name, email, zip, state, amount, quantity) = 0)
  )
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
create index claims_by_notice on claims (notice_id, id) where notice_id is not null;
create index claims_with_documents_due on claims (id) where documents_due;

-- Two claims under one Notice ID at the same moment must not overlook each other: the lock makes the second wait for the first.
create function mark_duplicate_notice() returns trigger language plpgsql as $$
begin
  if new.notice_id is not null then
    perform pg_advisory_xact_lock(hashtextextended(new.notice_id, 11));
    new.duplicate_notice := exists (select 1 from claims where notice_id = new.notice_id and form_id = new.form_id);
  end if;
  return new;
end
$$;
create trigger claims_mark_duplicate_notice before insert on claims for each row execute function mark_duplicate_notice();

-- A filed claim keeps every column, including those that later migrations add. A column that may
-- change after filing must be listed in `changeable`; one that a purge empties, in `purged`.
create function keep_answers() returns trigger language plpgsql as $$
declare
  changeable constant text[] := array[]::text[];
  purged constant text[] := changeable
    || array['status', 'notice_id', 'name', 'email', 'zip', 'state', 'amount', 'quantity', 'answers', 'summary'];
begin
  if to_jsonb(new) - changeable = to_jsonb(old) - changeable then
    return new;
  end if;
  if old.status = 'filed' and new.status = 'purged' and to_jsonb(new) - purged = to_jsonb(old) - purged then
    return new;
  end if;
  raise exception 'a claim keeps the answers it was filed with';
end
$$;
create trigger claims_keep_answers before update on claims for each row execute function keep_answers();

-- Nothing comes to a purged claim. A purge that is under way is waited for.
create function refuse_addition_to_purged() returns trigger language plpgsql as $$
declare
  claim_status text;
begin
  select status into claim_status from claims where id = new.claim_id for share;
  if claim_status = 'purged' then
    raise exception 'the data of this claim has been deleted: it takes no documents';
  end if;
  return new;
end
$$;

-- For triggers on rows of a claim that never change, as the first argument says. A purge deletes the rows, or
-- empties the columns that further arguments name.
create function keep_until_purge() returns trigger language plpgsql as $$
declare
  emptied constant text[] := tg_argv[1:];
begin
  if exists (select from claims where id = old.claim_id and status = 'purged') then
    if tg_op = 'DELETE' and tg_nargs = 1 then
      return old;
    elsif tg_op = 'UPDATE' and to_jsonb(new) - emptied = to_jsonb(old) - emptied
      and not exists (select from unnest(emptied) as name where to_jsonb(new)->>name <> '')
    then
      return new;
    end if;
  end if;
  raise exception '%', tg_argv[0];
end
$$;

create table claim_tax_ids (
  claim_id bigint not null references claims,
  -- Where it stands among the answers: `tin`, or `classMembers.3.classMemberFEIN` with rows counted from 0.
  path text not null,
  -- AES-256-GCM, bound to the claim's number and the path: nonce, tag, digits.
  encrypted bytea not null check (length(encrypted) > 28),
  key_version smallint not null,
  -- Keyed hash of the digits, by which equal ones are found in all claims.
  lookup bytea not null check (length(lookup) = 32),
  primary key (claim_id, path)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
create index claim_tax_ids_by_lookup on claim_tax_ids (lookup);
create trigger claim_tax_ids_of_open_keys after insert on claim_tax_ids referencing new table as written
  for each statement execute function refuse_closed_key_of_tax_ids();

-- They are part of the answers: they may be encrypted anew with another key, but not moved. They go with their claim's answers, and not
-- without them.
create trigger claim_tax_ids_stay before update of claim_id, path on claim_tax_ids
  for each row execute function refuse_change('a claim keeps the answers it was filed with');
create trigger claim_tax_ids_never_emptied before truncate on claim_tax_ids
  for each statement execute function refuse_change('a claim keeps the answers it was filed with');
create trigger claim_tax_ids_go_with_their_claim before delete on claim_tax_ids
  for each row execute function keep_until_purge('a claim keeps the answers it was filed with');

-- What happened to a claim, without personal data. Each entry's hash covers the one before it.
create table claim_history (
  -- In order of insertion. A seal covers all entries above the last one of the seal before it, up to its own last one.
  id bigint not null default nextval('claim_history_id'),
  claim_id bigint not null references claims,
  position integer not null check (position > 0),
  at timestamptz not null,
  kind text not null,
  details jsonb not null,
  previous_hash bytea,
  hash bytea not null check (length(hash) = 32),
  primary key (claim_id, position),
  check ((position = 1) = (previous_hash is null))
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0);
alter sequence claim_history_id owned by claim_history.id;
create unique index claim_history_by_id on claim_history (id);
-- Quality samples are drawn from the decisions that took effect.
create index claim_history_of_effective on claim_history (id)
  where kind = 'decision-released' or kind = 'claim-decided' and details->>'outcome' = 'deficient';

create trigger claim_history_append_only before update or delete on claim_history
  for each row execute function refuse_change('the history of a claim is only ever added to');
create trigger claim_history_never_emptied before truncate on claim_history
  for each statement execute function refuse_change('the history of a claim is only ever added to');
