-- The claims report counts letters (`outcome` is the kind), deficiencies that were told or answered, and disputes.
alter table report_review_counts
  drop constraint report_review_counts_event_check,
  add constraint report_review_counts_event_check check (event in ('range', 'decision', 'verdict', 'letter', 'deficiency', 'dispute'));
