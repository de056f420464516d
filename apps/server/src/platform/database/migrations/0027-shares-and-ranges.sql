-- Waiting claims that a supervisor distributes among reviewers by percent, and ranges in the claims report.

alter table bulk_jobs
  -- Who gets how many percent, and how many claims that is. Null: the action gives all claims to one person or to none.
  add column shares jsonb,
  add constraint bulk_jobs_shares check (shares is null or (kind = 'assign' and assign_to is null));

alter table bulk_job_claims
  -- Who gets the claim. Null: nothing changes, or the action gives all claims to one person or to none.
  add column assign_to uuid references staff;

create or replace function keep_bulk_outcomes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome is null
    and (new.job_id, new.claim_id, new.amount, new.assign_to) is not distinct from (old.job_id, old.claim_id, old.amount, old.assign_to)
  then
    return new;
  end if;
  raise exception 'the claims of an action and their outcomes stay';
end
$$;

-- `range`: how many claims name a range instead of an amount; the outcome is the answer that names it.
alter table report_review_counts
  drop constraint report_review_counts_event_check,
  add constraint report_review_counts_event_check check (event in ('range', 'decision', 'verdict'));
