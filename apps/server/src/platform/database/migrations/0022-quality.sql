-- Quality: a random sample of decisions that took effect, each decided a second time by somebody who does not see the first
-- decision. The parameters decide the sample: drawn again, it has the same claims.
create table quality_samples (
  -- Chosen by the browser, so that a sample is drawn once.
  id uuid primary key,
  case_id text not null,
  form_id text,
  -- The court's days on which the decisions took effect.
  from_day text not null collate "C" check (from_day ~ '^\d{4}-\d\d-\d\d$'),
  to_day text not null collate "C" check (to_day ~ '^\d{4}-\d\d-\d\d$'),
  -- Only decisions of this reviewer, or of this run of a rule or bulk action.
  decided_by uuid references staff,
  source_id uuid,
  size integer not null check (size between 1 and 1000),
  seed text not null check (seed ~ '^[0-9a-f]{32}$'),
  -- Entries of claim_history after this one do not count.
  up_to_entry bigint not null,
  -- How many decisions it was drawn from.
  population integer not null check (population >= 0),
  made_by uuid not null references staff,
  made_at timestamptz not null
);
create index quality_samples_newest on quality_samples (made_at desc);

create table quality_reviews (
  sample_id uuid not null references quality_samples,
  -- The order in which it was drawn.
  position integer not null check (position > 0),
  claim_id bigint not null references claims,
  decision_id uuid not null references claim_decisions,
  -- Who made the first decision, and who approved it as the second person.
  first_decider uuid references staff,
  first_approver uuid references staff,
  reviewer uuid references staff,
  taken_at timestamptz,
  -- Who had the claim and gave it back. They may have seen the decision since, and never get it again.
  given_back_by uuid[] not null default '{}',
  outcome text check (outcome in ('approve', 'reduce', 'deficient', 'deny')),
  reasons text[] not null default '{}',
  recognized_amount numeric(19, 4) check (recognized_amount >= 0),
  note text not null default '' check (length(note) <= 2000),
  reviewed_at timestamptz,
  -- The outcome is the same, and the amount within a cent.
  agrees boolean,
  settled_by uuid references staff,
  verdict text check (verdict in ('upheld', 'overturned')),
  verdict_note text not null default '' check (length(verdict_note) <= 2000),
  settled_at timestamptz,
  primary key (sample_id, position),
  unique (sample_id, claim_id),
  check ((reviewer is null) = (taken_at is null)),
  check ((outcome is null) = (reviewed_at is null) and (outcome is null) = (agrees is null)),
  check (outcome is null or reviewer is not null),
  constraint quality_reviews_taken_once check (reviewer <> all (given_back_by)),
  check ((verdict is null) = (settled_by is null) and (verdict is null) = (settled_at is null)),
  check (verdict is null or not agrees),
  constraint quality_reviews_two_people check (reviewer <> first_decider and reviewer <> first_approver),
  constraint quality_reviews_three_people
    check (settled_by <> reviewer and settled_by <> first_decider and settled_by <> first_approver)
) with (fillfactor = 80);
create index quality_reviews_of_claim on quality_reviews (claim_id);
-- What somebody reviews without seeing the first decision.
create index quality_reviews_taken on quality_reviews (reviewer, claim_id) where outcome is null and reviewer is not null;

create trigger quality_samples_stay before update or delete on quality_samples
  for each row execute function refuse_change('samples of decisions and their reviews stay as they are');
create trigger quality_samples_never_emptied before truncate on quality_samples
  for each statement execute function refuse_change('samples of decisions and their reviews stay as they are');
create trigger quality_reviews_never_emptied before truncate on quality_reviews
  for each statement execute function refuse_change('samples of decisions and their reviews stay as they are');
create function keep_quality_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.sample_id, new.position, new.claim_id, new.decision_id, new.first_decider, new.first_approver)
      is not distinct from
        (old.sample_id, old.position, old.claim_id, old.decision_id, old.first_decider, old.first_approver)
    and new.given_back_by @> old.given_back_by
    -- Nobody's turn ends without a trace.
    and (old.reviewer is null or new.reviewer is not distinct from old.reviewer or old.reviewer = any (new.given_back_by))
    -- What is decided stays. Notes go with the claim's personal data.
    and (old.outcome is null
      or (new.reviewer, new.taken_at, new.outcome, new.reasons, new.recognized_amount, new.reviewed_at, new.agrees)
        is not distinct from
          (old.reviewer, old.taken_at, old.outcome, old.reasons, old.recognized_amount, old.reviewed_at, old.agrees))
    and (old.verdict is null
      or (new.settled_by, new.verdict, new.settled_at) is not distinct from (old.settled_by, old.verdict, old.settled_at))
    and (old.outcome is null or new.note = old.note
      or new.note = '' and exists (select from claims where id = old.claim_id and status = 'purged'))
    and (old.verdict is null or new.verdict_note = old.verdict_note
      or new.verdict_note = '' and exists (select from claims where id = old.claim_id and status = 'purged'))
  then
    return new;
  end if;
  raise exception 'samples of decisions and their reviews stay as they are'
    using errcode = 'check_violation', constraint = 'quality_stays';
end
$$;
create trigger quality_reviews_stay before update or delete on quality_reviews
  for each row execute function keep_quality_review();
