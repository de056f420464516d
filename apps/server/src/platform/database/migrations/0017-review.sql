-- Deciding claims.

-- Each decision ever made, also those that were undone or declined. Mirrored by `claim-decided` in the claim's history.
create table claim_decisions (
  -- Chosen by the browser, so that a decision that is sent again is not made twice.
  id uuid primary key,
  claim_id bigint not null references claims,
  at timestamptz not null,
  staff_id uuid references staff,
  outcome text not null check (outcome in ('approve', 'reduce', 'deficient', 'deny')),
  reasons text[] not null,
  recognized_amount numeric(19, 4) check (recognized_amount >= 0),
  -- For colleagues. Deleted with the claim's personal data.
  note text not null check (length(note) <= 2000),
  source text not null check (source in ('reviewer', 'rule', 'bulk', 'expiry')),
  -- Of the rule's run or the bulk action.
  source_id uuid,
  check ((source = 'reviewer') = (source_id is null) or source = 'expiry'),
  check (source = 'expiry' or staff_id is not null)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index claim_decisions_of_claim on claim_decisions (claim_id, at);
create index claim_decisions_of_staff on claim_decisions (staff_id, at);
create index claim_decisions_of_source on claim_decisions (source_id) where source_id is not null;

-- A claim has a row only when somebody, or a rule, has touched it; until then, its status follows from what has arrived
-- (console/search/derive-rows.ts).
create table claim_review (
  claim_id bigint primary key references claims,
  case_id text not null,
  status text not null check (status in ('received', 'waiting-documents', 'ready', 'in-review', 'deficient', 'proposed', 'approved',
    'reduced', 'denied', 'disputed', 'withdrawn', 'void', 'final')),
  -- The decision in force; null before the first one, and after one was undone.
  decision_id uuid references claim_decisions,
  -- Reasons of the decision, as in content/.
  reasons text[] not null default '{}',
  recognized_amount numeric(19, 4) check (recognized_amount >= 0),
  pool text,
  -- A proposed decision takes effect then. Null: it waits for a second person, or took effect.
  release_at timestamptz,
  -- The request to a second person.
  approval_id uuid references approvals,
  assignee uuid references staff,
  -- Who decides the claim now. Nobody else can until then.
  leased_by uuid references staff,
  leased_until timestamptz,
  -- The court's day until which a deficiency can be cured.
  cure_due text collate "C" check (cure_due ~ '^\d{4}-\d\d-\d\d$'),
  -- Reopened after a decision: it comes before others.
  reopened boolean not null default false,
  -- A rule has queued the claim for people.
  queued_by_rule boolean not null default false,
  -- Counts changes of the status, so that nobody decides what they have not seen. 0: only leased or assigned so far.
  version integer not null default 0,
  check ((leased_by is null) = (leased_until is null)),
  check (release_at is null or status = 'proposed'),
  check (status <> 'deficient' or cure_due is not null)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index claim_review_to_release on claim_review (release_at) where release_at is not null;
create index claim_review_to_expire on claim_review (cure_due) where status = 'deficient';
create index claim_review_of_assignee on claim_review (assignee, claim_id) where assignee is not null;
create index claim_review_leased on claim_review (leased_by, leased_until) where leased_by is not null;
create index claim_review_lease_ends on claim_review (leased_until) where leased_until is not null;
create index claim_review_of_approval on claim_review (approval_id) where approval_id is not null;

-- The table of packages/contract/src/console/review.ts; a test compares them.
create function is_review_transition(from_status text, to_status text) returns boolean language sql immutable as $$
  select to_status = any(case from_status
    when 'received' then array['waiting-documents', 'ready', 'in-review', 'withdrawn', 'void']
    when 'waiting-documents' then array['received', 'ready', 'in-review', 'withdrawn', 'void']
    when 'ready' then array['received', 'waiting-documents', 'in-review', 'proposed', 'deficient', 'withdrawn', 'void']
    when 'in-review' then array['received', 'waiting-documents', 'ready', 'proposed', 'deficient', 'withdrawn', 'void']
    when 'deficient' then array['ready', 'proposed', 'in-review', 'withdrawn', 'void']
    when 'proposed' then array['approved', 'reduced', 'denied', 'in-review', 'withdrawn', 'void']
    when 'approved' then array['final', 'disputed', 'in-review', 'withdrawn', 'void']
    when 'reduced' then array['final', 'disputed', 'in-review', 'withdrawn', 'void']
    when 'denied' then array['final', 'disputed', 'in-review', 'withdrawn', 'void']
    when 'disputed' then array['in-review', 'withdrawn', 'void']
    when 'withdrawn' then array['in-review']
    when 'void' then array['in-review']
    else '{}'
  end)
$$;
create function refuse_other_transitions() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the review of a claim is not deleted' using errcode = 'check_violation', constraint = 'claim_review_stays';
  end if;
  if tg_op = 'INSERT' then
    if new.status not in ('received', 'waiting-documents', 'ready') then
      raise exception 'a review cannot begin as %', new.status
        using errcode = 'check_violation', constraint = 'claim_review_transitions';
    end if;
  elsif old.claim_id <> new.claim_id or old.case_id <> new.case_id then
    raise exception 'the review of a claim stays with it' using errcode = 'check_violation', constraint = 'claim_review_stays';
  elsif old.status <> new.status and not is_review_transition(old.status, new.status) then
    raise exception 'a claim that is % cannot become %', old.status, new.status
      using errcode = 'check_violation', constraint = 'claim_review_transitions';
  end if;
  return new;
end
$$;
create trigger claim_review_transitions before insert or update or delete on claim_review
  for each row execute function refuse_other_transitions();
create trigger claim_review_never_emptied before truncate on claim_review
  for each statement execute function refuse_change('the review of a claim is not deleted');

create trigger claim_decisions_append_only before update or delete on claim_decisions
  for each row execute function keep_until_purge('decisions are only ever added to', 'note');
create trigger claim_decisions_never_emptied before truncate on claim_decisions
  for each statement execute function refuse_change('decisions are only ever added to');
create trigger claim_decisions_not_after_purge before insert on claim_decisions
  for each row execute function refuse_addition_to_purged();

-- Who looks at a claim now. Lost in a crash on purpose.
create unlogged table claim_presence (
  claim_id bigint not null,
  staff_id uuid not null,
  seen_at timestamptz not null,
  primary key (claim_id, staff_id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index claim_presence_by_time on claim_presence (seen_at);

-- How far the job has followed the histories of claims, to see which documents have arrived.
create table review_progress (
  last_entry bigint not null,
  -- Claims whose change failed, to be tried again.
  failed_claims bigint[] not null default '{}'
);
create unique index review_progress_one on review_progress ((true));
insert into review_progress values (0);

insert into periodic_jobs (name, due_at) values ('review', 'epoch');
