-- What happened to every record, entry by entry, and the seals that show that no entry was changed.

-- Counts the entries of `claim_history`, `record_history` and `access_log`: seals cover all three in one order.
create sequence claim_history_id;

-- What happened to everything that is not a claim.
create table record_history (
  id bigint not null default nextval('claim_history_id') unique,
  -- What the record is, such as `staff` or `export`, and its ID.
  record_kind text not null check (record_kind ~ '^[a-z-]+$'),
  record_id text not null check (record_id <> ''),
  position integer not null check (position > 0),
  at timestamptz not null,
  kind text not null,
  -- Without personal data.
  details jsonb not null,
  previous_hash bytea check (length(previous_hash) = 32),
  -- Covers the entry before it, too.
  hash bytea not null check (length(hash) = 32),
  primary key (record_kind, record_id, position),
  check ((position = 1) = (previous_hash is null))
-- By default, autovacuum waits until a fifth of a table is new. In tables that only grow, rows are frozen in the first vacuum, a few
-- percent at a time, so that no later one has to read and write all of the table at once.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0);

create trigger record_history_append_only before update or delete on record_history
  for each row execute function refuse_change('the history of a record is only ever added to');
create trigger record_history_never_emptied before truncate on record_history
  for each statement execute function refuse_change('the history of a record is only ever added to');

-- Each seal covers entries that none before it covers, and the seal before it: so whoever holds one root holds all that was sealed by then.
create table history_seals (
  position bigint primary key check (position > 0),
  sealed_at timestamptz not null,
  -- How many entries it covers: all above the last one of the seal before it, up to its own last one.
  entries integer not null check (entries > 0),
  last_entry bigint not null unique,
  -- Merkle tree over their hashes (RFC 6962), in the order of their IDs.
  tree_root bytea not null check (length(tree_root) = 32),
  previous_root bytea check (length(previous_root) = 32),
  -- Hash over all of the above.
  root bytea not null check (length(root) = 32),
  -- Keyed hash of the root, so that nobody can make a seal who has the database alone.
  signature bytea not null check (length(signature) = 32),
  key_version smallint not null,
  check ((position = 1) = (previous_root is null))
) with (autovacuum_freeze_min_age = 0);

-- With another key it may be signed anew.
create trigger history_seals_stay
  before delete or update of position, sealed_at, entries, tree_root, previous_root, root, last_entry on history_seals
  for each row execute function refuse_change('a seal is neither changed nor removed');
create trigger history_seals_never_emptied before truncate on history_seals
  for each statement execute function refuse_change('a seal is neither changed nor removed');

-- One row: the newest seal. Without it, nothing in the database would show that the newest seal was deleted.
create table newest_seal (
  position bigint primary key references history_seals
);
create unique index newest_seal_one_row on newest_seal ((true));

insert into periodic_jobs (name, due_at) values ('seal', 'epoch');
