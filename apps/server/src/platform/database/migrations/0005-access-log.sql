-- Who of the staff saw which data. No foreign keys: a row says what happened, whatever becomes of the account.
create table access_log (
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
create index access_log_by_staff on access_log (staff_id, id);
create index access_log_by_what on access_log (what, id);
create index access_log_by_search on access_log (search_hash, id) where search_hash is not null;
-- Everything that a read showed.
create index access_log_by_shown on access_log using gin (array_append(result_ids, subject));

create trigger access_log_append_only before update or delete on access_log
  for each row execute function refuse_change('the access log is only ever added to');
create trigger access_log_never_emptied before truncate on access_log
  for each statement execute function refuse_change('the access log is only ever added to');

-- Takes the reads of months that have no partition, so that no read fails for want of one.
create table access_log_default partition of access_log default;
create trigger access_log_default_never_emptied before truncate on access_log_default
  for each statement execute function refuse_change('the access log is only ever added to');

-- Makes the partition of a month (UTC), unless it exists or the default partition has reads of that month already.
create function create_access_log_partition(month date) returns void language plpgsql as $$
declare
  partition_name text := 'access_log_' || to_char(month, 'YYYY_MM');
  starts timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  ends timestamptz := (date_trunc('month', month::timestamp) + interval '1 month') at time zone 'UTC';
begin
  if to_regclass(partition_name) is not null
    or exists (select from access_log_default where at >= starts and at < ends) then
    return;
  end if;
  -- Attaching locks the default partition only, so reads are logged meanwhile. A new partition in one step would lock the table.
  execute format('create table %I (like access_log including all)', partition_name);
  execute format(
    'alter table %I set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0)',
    partition_name
  );
  execute format(
    'create trigger %I before truncate on %I for each statement execute function refuse_change(%L)',
    partition_name || '_never_emptied', partition_name, 'the access log is only ever added to'
  );
  execute format('alter table access_log attach partition %I for values from (%L) to (%L)', partition_name, starts, ends);
end
$$;
-- The next three months. Not this one: reads that go to the default partition at this moment would be refused.
create function create_access_log_partitions(today timestamptz) returns void language plpgsql as $$
begin
  for ahead in 1..3 loop
    perform create_access_log_partition(((today at time zone 'UTC') + ahead * interval '1 month')::date);
  end loop;
end
$$;
select create_access_log_partition((now() at time zone 'UTC')::date);
select create_access_log_partitions(now());

insert into periodic_jobs (name, due_at) values ('read-partitions', 'epoch');
