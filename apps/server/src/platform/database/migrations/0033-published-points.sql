-- Scores are always the published points, or those of the settlement: weights are no longer fitted to the verdicts of a case.
alter table claim_signals drop column model, drop column version;
alter table claim_scores drop column model;
drop table integrity_models;
drop function keep_integrity_model;
-- How often each signal speaks for the claims of a week.
drop table signal_counts;
-- Whether there are enough verdicts on random samples to show percentages.
drop index claim_verdicts_of_samples;
