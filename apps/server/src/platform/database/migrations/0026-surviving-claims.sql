-- The claim that counts in place of one that is denied as its duplicate. Null: the decision names none.

alter table claim_decisions add column surviving_claim_id bigint references claims, add check (surviving_claim_id <> claim_id);
create index claim_decisions_of_survivor on claim_decisions (surviving_claim_id) where surviving_claim_id is not null;

-- Of denials that are prepared together as duplicates of one claim.
alter table bulk_jobs add column surviving_claim_id bigint references claims;
