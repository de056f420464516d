-- Class members, the imports of their lists, and their corrected addresses.

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
-- Lists by case, state and ZIP in the order of Notice IDs.
create index class_members_by_case on class_members (case_id, notice_id);
create index class_members_by_state on class_members (case_id, state, notice_id);
create index class_members_by_zip on class_members (case_id, left(zip, 5), notice_id);

-- Nothing is encrypted with a secret that was replaced.
create function refuse_closed_key_of_members() returns trigger language plpgsql as $$
begin
  if exists (
    select from secret_keys
    where closed_at is not null and version in (select get_byte(unique_id_encrypted, 0) from written)
  ) then
    raise exception 'this secret was replaced: the process must be started again with the new one' using errcode = '55P03';
  end if;
  return null;
end
$$;
create trigger class_members_of_open_keys after insert on class_members referencing new table as written
  for each statement execute function refuse_closed_key_of_members();

create trigger class_members_keep_import
  before update of notice_id, case_id, first_name, last_name, street, city, state, zip, imported_at on class_members
  for each row execute function refuse_change('the imported data of a class member never changes: add an address');

-- Other addresses than the imported one, which never changes. The one that was confirmed last is current.
create table member_addresses (
  id bigint generated always as identity primary key,
  notice_id text not null references class_members on delete cascade,
  street text not null,
  city text not null,
  state text not null,
  zip text not null,
  source text not null check (source in ('returned-mail', 'call', 'letter', 'email', 'id-request')),
  reason text not null check (length(reason) between 1 and 2000),
  entered_at timestamptz not null,
  -- Somebody who may only ask: another person decides. Null when the person who entered it may correct addresses.
  asked_by uuid references staff,
  decision text check (decision in ('confirmed', 'declined')),
  decided_by uuid references staff,
  decided_at timestamptz,
  decision_reason text,
  check (num_nonnulls(decision, decided_by, decided_at) in (0, 3)),
  check (asked_by is not null or decision = 'confirmed'),
  constraint member_addresses_two_people check (asked_by <> decided_by)
);
create index member_addresses_of_member on member_addresses (notice_id, id);
create index member_addresses_waiting on member_addresses (id) where decision is null;

create function refuse_change_of_member_addresses() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Addresses go with their class member, when the time to keep them is over.
    if not exists (select from class_members where notice_id = old.notice_id) then
      return old;
    end if;
  elsif old.decision is null
    and (new.id, new.notice_id, new.street, new.city, new.state, new.zip, new.source, new.reason, new.entered_at, new.asked_by)
      is not distinct from
        (old.id, old.notice_id, old.street, old.city, old.state, old.zip, old.source, old.reason, old.entered_at, old.asked_by)
  then
    return new;
  end if;
  raise exception 'addresses of class members are only ever added, and decided once';
end
$$;
create trigger member_addresses_append_only before update or delete on member_addresses
  for each row execute function refuse_change_of_member_addresses();

-- Where mail to a class member goes.
create view member_mailing_addresses as
  select member.notice_id, member.case_id, member.first_name, member.last_name, latest.id as address_id,
    case when latest.id is null then member.street else latest.street end as street,
    case when latest.id is null then member.city else latest.city end as city,
    case when latest.id is null then member.state else latest.state end as state,
    case when latest.id is null then member.zip else latest.zip end as zip
  from class_members member
  left join lateral (
    select id, street, city, state, zip from member_addresses
    where member_addresses.notice_id = member.notice_id and decision = 'confirmed'
    order by decided_at desc, id desc limit 1
  ) latest on true;

create table member_imports (
  id uuid primary key,
  -- As the person named it.
  file_name text not null,
  -- Bytes.
  size bigint not null check (size > 0),
  skip_bad boolean not null,
  -- The cases for which the person may import. A row of another case is bad.
  case_ids text[] not null check (cardinality(case_ids) > 0),
  started_by uuid not null references staff,
  created_at timestamptz not null,
  -- `arriving`: bytes of the file are missing. `stored`: the class members are committed, and the import's entry in the
  -- history is due. `refused`: nothing was imported, because of bad rows or of `problem`.
  status text not null default 'arriving'
    check (status in ('arriving', 'waiting', 'stored', 'done', 'refused', 'cancelled')),
  bytes_read bigint not null default 0,
  rows_read bigint not null default 0,
  bad_rows bigint not null default 0,
  imported bigint not null default 0,
  -- Rows with a ZIP code that had lost its first zero, and with a state that was not written in full.
  zips_repaired bigint not null default 0,
  states_repaired bigint not null default 0,
  -- Cells that had lost what a spreadsheet wrote around text, such as ="…" or an apostrophe.
  cells_repaired bigint not null default 0,
  -- Of the file.
  sha256 bytea check (length(sha256) = 32),
  few_unique_ids double precision,
  problem text,
  finished_at timestamptz,
  cancelled_by uuid references staff,
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text,
  check (status not in ('stored', 'done') or (imported > 0 and sha256 is not null))
);
create index member_imports_open on member_imports (due_at) where status in ('waiting', 'stored');
create index member_imports_arriving on member_imports (created_at) where status = 'arriving';
create index member_imports_newest on member_imports (created_at, id);

-- The first bad rows of an import, for a month. They may hold what is in the column of Notice IDs, and nothing else of the file.
create table member_import_bad_rows (
  import_id uuid not null references member_imports on delete cascade,
  line bigint not null,
  reason text not null,
  notice_id text
);
create index member_import_bad_rows_by_line on member_import_bad_rows (import_id, line);
