-- What happened to everything that is not a claim, and who read what. Seals cover both together with the histories of claims:
-- the entries of all three tables take their IDs from one sequence, so a seal's range of IDs covers them in one order.

create table record_history (
  -- What the record is, such as `staff` or `export`, and its ID.
  record_kind text not null check (record_kind ~ '^[a-z-]+$'),
  record_id text not null check (record_id <> ''),
  position integer not null check (position > 0),
  at timestamptz not null,
  kind text not null,
  -- Without personal data.
  details jsonb not null,
  previous_hash bytea check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  id bigint not null default nextval('claim_history_id') unique,
  primary key (record_kind, record_id, position),
  check ((position = 1) = (previous_hash is null))
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0);

create function refuse_change_of_record_history() returns trigger language plpgsql as $$
begin
  raise exception 'the history of a record is only ever added to';
end
$$;
create trigger record_history_append_only before update or delete on record_history
  for each row execute function refuse_change_of_record_history();
create trigger record_history_never_emptied before truncate on record_history
  for each statement execute function refuse_change_of_record_history();

-- Who of the staff saw which data. No foreign keys: a row says what happened, whatever becomes of the account.
create table staff_reads (
  id bigint not null default nextval('claim_history_id'),
  at timestamptz not null,
  staff_id uuid not null,
  session_id uuid not null,
  -- `view`, `list`, `search`, `reveal`, `download` or `export`.
  what text not null,
  -- Such as `claim 8001583106`. A Notice ID is a keyed hash, because the log outlives the purge.
  subject text not null,
  reason text,
  -- What a list or a search showed, named in the same way.
  result_ids text[] not null,
  -- Keyed hash of the words that were searched for.
  search_hash bytea check (length(search_hash) = 32),
  -- Hash over all of the above except the ID, which the seal covers.
  hash bytea not null check (length(hash) = 32),
  primary key (id, at)
) partition by range (at);
-- The filters of the access log, each with the newest first.
create index staff_reads_by_staff on staff_reads (staff_id, id);
create index staff_reads_by_what on staff_reads (what, id);
create index staff_reads_by_search on staff_reads (search_hash, id) where search_hash is not null;
-- Everything that a read showed.
create index staff_reads_by_shown on staff_reads using gin (array_append(result_ids, subject));

create function refuse_change_of_reads() returns trigger language plpgsql as $$
begin
  raise exception 'the log of reads is only ever added to';
end
$$;
create trigger staff_reads_append_only before update or delete on staff_reads
  for each row execute function refuse_change_of_reads();
create trigger staff_reads_never_emptied before truncate on staff_reads
  for each statement execute function refuse_change_of_reads();

-- Takes the reads of months that have no partition, so that no read fails for want of one.
create table staff_reads_default partition of staff_reads default;
create trigger staff_reads_default_never_emptied before truncate on staff_reads_default
  for each statement execute function refuse_change_of_reads();

-- Seals cover all three tables. During an upgrade, processes of the release before would seal the claims alone; the server then
-- leaves sealing to the new processes.
create function refuse_seals_of_claims_alone() returns trigger language plpgsql as $$
begin
  if current_setting('redress.sealed', true) is distinct from 'all-tables' then
    raise exception 'a newer release seals the history now';
  end if;
  return new;
end
$$;
create trigger history_seals_cover_all_tables before insert on history_seals
  for each row execute function refuse_seals_of_claims_alone();

-- Makes the partition of a month (UTC), unless it exists or the default partition has reads of that month already.
create function create_read_partition(month date) returns void language plpgsql as $$
declare
  partition_name text := 'staff_reads_' || to_char(month, 'YYYY_MM');
  starts timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  ends timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
begin
  if to_regclass(partition_name) is not null
    or exists (select from staff_reads_default where at >= starts and at < ends) then
    return;
  end if;
  -- Attaching locks the default partition only, so reads are logged meanwhile. A new partition in one step would lock the table.
  execute format('create table %I (like staff_reads including all)', partition_name);
  execute format(
    'alter table %I set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0)',
    partition_name
  );
  execute format(
    'create trigger %I before truncate on %I for each statement execute function refuse_change_of_reads()',
    partition_name || '_never_emptied', partition_name
  );
  execute format('alter table staff_reads attach partition %I for values from (%L) to (%L)', partition_name, starts, ends);
end
$$;
-- The next three months. Not this one: reads that go to the default partition at this moment would be refused.
create function create_read_partitions(today timestamptz) returns void language plpgsql as $$
begin
  for ahead in 1..3 loop
    perform create_read_partition(((today at time zone 'UTC') + ahead * interval '1 month')::date);
  end loop;
end
$$;
select create_read_partition((now() at time zone 'UTC')::date);
select create_read_partitions(now());
insert into periodic_jobs (name, due_at) values ('read-partitions', 'epoch');
