-- No statement of this release or of the one before uses these indexes. Nothing filters or sorts by
-- their columns, or the conditions of the statements are not those of the index.
drop index member_search_by_name;
drop index claim_scores_machine;
drop index claim_scores_duplicate;
drop index claim_verdicts_of_cluster;
drop index ledger_transactions_by_docket;
drop index report_runs_by_time;
drop index member_imports_open;
