-- Class members up to this Notice ID were derived by the rules of `version`; null when all were.
alter table claim_search_progress add column members_to text;
