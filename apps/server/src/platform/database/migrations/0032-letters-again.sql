-- The files in which the scanner found a virus, of a letter that asks for them again: there is one letter about each file.
alter table letters add column documents uuid[];

-- The kind of letter that an action queues. Null in actions from before this version.
alter table bulk_jobs add column letter text check (kind = 'letter' or letter is null);

-- The claims report counts letters, answers and disputes by week (`outcome` is its Monday).
alter table report_review_counts
  drop constraint report_review_counts_event_check,
  add constraint report_review_counts_event_check
    check (event in ('range', 'decision', 'verdict', 'letter', 'letter-week', 'deficiency', 'dispute'));
