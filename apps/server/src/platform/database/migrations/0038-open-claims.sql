-- Claims that nobody has decided, among a million that are. The condition is that of
-- apps/server/src/console/allocations/open-claims.ts.
create index claim_review_undecided on claim_review (case_id)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'proposed', 'deficient');
