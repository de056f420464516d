-- Tables of ten million claims: entries are sealed without being written again, a claim's rows are found by its ID, and
-- autovacuum keeps up with tables that only grow.

-- In the order in which filing locks them, so that a server that still runs waits instead of deadlocking.
lock table claims, claim_documents, outbox, claim_history, history_seals in access exclusive mode;

-- Counts the entries. A seal covers all entries above the last one of the seal before it, up to its own last one.
-- Null for entries that an earlier release sealed: these name their seal instead.
create sequence claim_history_id;
alter table claim_history add column id bigint;
alter sequence claim_history_id owned by claim_history.id;

drop trigger claim_history_sealed_once on claim_history;
drop trigger claim_history_append_only on claim_history;
update claim_history set id = nextval('claim_history_id') where seal is null;
-- Sealing changes no entry any more, so every change is refused.
create trigger claim_history_append_only before update or delete on claim_history
  for each row execute function refuse_change_of_history();
alter table claim_history
  alter column id set default nextval('claim_history_id'),
  add constraint claim_history_sealed_by_one_rule check (num_nonnulls(id, seal) = 1);

drop index claim_history_by_seal;
create index claim_history_by_seal on claim_history (seal, claim_id, position) where seal is not null;
create unique index claim_history_by_id on claim_history (id) where id is not null;

-- Part of the seal's root. Null in seals of earlier releases.
alter table history_seals add column last_entry bigint unique;
drop trigger history_seals_stay on history_seals;
create trigger history_seals_stay
  before delete or update of position, sealed_at, entries, tree_root, previous_root, root, last_entry on history_seals
  for each row execute function refuse_change_of_seals();

-- One row: the newest seal. Without it, nothing in the database would show that the newest seal was deleted.
create table newest_seal (
  position bigint primary key references history_seals
);
create unique index newest_seal_one_row on newest_seal ((true));
insert into newest_seal select max(position) from history_seals having max(position) is not null;

create index outbox_of_claim on outbox (claim_id);
create index claim_documents_of_claim on claim_documents (claim_id);

-- By default, autovacuum waits until a fifth of a table is new. In tables that only grow, rows are frozen in the first
-- vacuum, a few percent at a time, so that no later one has to read and write all of the table at once.
alter table claims set (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0
);
alter table claim_history set (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0
);
alter table claim_tax_ids set (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0
);
alter table history_seals set (autovacuum_freeze_min_age = 0);
-- Rows live for minutes: as many are deleted as are added, whatever the size of the table was at its peak.
alter table captcha_used set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
-- Counted up in place, so each page keeps room for new versions of its rows.
alter table limit_counters set (
  fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000
);
-- Each row changes several times within minutes of its claim, and never after that.
alter table outbox set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
