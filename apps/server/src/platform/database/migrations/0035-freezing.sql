-- Comparing and freezing allocations of a million claims reads no more than it needs.

-- With the cents, two scenarios are compared from the index alone. A million lines at once are soon vacuumed, without which
-- PostgreSQL reads the table, too.
alter table allocation_lines drop constraint allocation_lines_pkey;
alter table allocation_lines add primary key (allocation_id, claim) include (cents);
alter table allocation_lines set
  (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_freeze_min_age = 0);

-- Changes that keep an allocation from being frozen. The condition is that of
-- apps/server/src/console/allocations/read-eligible-claims.ts.
create index claim_history_of_status on claim_history (id)
  where kind in ('claim-decided', 'decision-undone', 'decision-released', 'decision-declined', 'status-changed')
    and coalesce(details->>'to', '') <> 'final';
-- Letters whose claimants may still dispute the decision.
create index letters_to_dispute on letters (due_on) where status in ('sent', 'mailed');
