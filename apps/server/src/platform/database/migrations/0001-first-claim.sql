-- The first claim: class members, claims, their documents and history, and what keeps machines away.

create table class_members (
  notice_id text primary key check (notice_id ~ '^[0-9]{9}$'),
  case_id text not null,
  -- Keyed hash of Notice ID and Unique ID together: the only way in.
  lookup_hash bytea not null unique,
  -- The Unique ID again, encrypted, so that keys can be changed: key version, nonce, tag, text.
  unique_id_encrypted bytea not null,
  first_name text not null,
  last_name text not null,
  street text not null,
  city text not null,
  state text not null,
  zip text not null,
  imported_at timestamptz not null default now()
);

-- Each process takes numbers in blocks of 50, so that a claim costs no round trip for its number.
create sequence claim_number_blocks as bigint increment by 50 minvalue 0 start with 0 maxvalue 999999950 no cycle;

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
  status text not null default 'filed' check (status in ('filed')),
  -- Another claim had been filed under this Notice ID: taken all the same, for staff to look at.
  duplicate_notice boolean not null default false,
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
  answers_hash bytea not null
);
create index claims_by_notice on claims (notice_id, id) where notice_id is not null;

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

create function refuse_change_of_answers() returns trigger language plpgsql as $$
begin
  raise exception 'a claim keeps the answers it was filed with';
end
$$;
create trigger claims_keep_answers before update of number, form_id, form_version, notice_id, filed_at, answers, summary, answers_hash on claims
  for each row execute function refuse_change_of_answers();

create table claim_documents (
  id uuid primary key,
  claim_id bigint not null references claims,
  name text not null,
  storage_key text not null unique,
  -- `arriving` before the first byte, `stored` when the bytes are safe: so bytes without a row cannot exist.
  status text not null check (status in ('arriving', 'stored')),
  type text,
  size bigint,
  sha256 bytea,
  created_at timestamptz not null,
  stored_at timestamptz,
  check (status = 'arriving' or (type is not null and size > 0 and length(sha256) = 32 and stored_at is not null))
);
create unique index claim_documents_once on claim_documents (claim_id, sha256) where status = 'stored';
create index claim_documents_arriving on claim_documents (created_at) where status = 'arriving';

-- What happened to a claim, without personal data. Each entry's hash covers the one before it.
create table claim_history (
  claim_id bigint not null references claims,
  position integer not null check (position > 0),
  at timestamptz not null,
  kind text not null,
  details jsonb not null,
  previous_hash bytea,
  hash bytea not null check (length(hash) = 32),
  primary key (claim_id, position),
  check ((position = 1) = (previous_hash is null))
);
create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception 'the history of a claim is only ever added to';
end
$$;
create trigger claim_history_append_only before update or delete on claim_history
  for each row execute function refuse_change_of_history();
create trigger claim_history_never_emptied before truncate on claim_history
  for each statement execute function refuse_change_of_history();

create table captcha_used (
  challenge bytea constraint captcha_used_once primary key,
  expires_at timestamptz not null
);
create index captcha_used_by_expiry on captcha_used (expires_at);

-- Counts of attempts. Lost in a crash on purpose: they are cheap to write and not worth keeping.
create unlogged table limit_counters (
  key bytea not null,
  window_start timestamptz not null,
  hits integer not null,
  expires_at timestamptz not null,
  primary key (key, window_start)
);
create index limit_counters_by_expiry on limit_counters (expires_at);
