-- Deciding claims. A claim has a row only when somebody, or a rule, has touched it; until then, its status follows from what has
-- arrived (console/search/derive-rows.ts).

create table claim_review (
  claim_id bigint primary key references claims,
  case_id text not null,
  status text not null check (status in ('received', 'waiting-documents', 'ready', 'in-review', 'deficient', 'proposed', 'approved',
    'reduced', 'denied', 'disputed', 'withdrawn', 'void', 'final')),
  -- The decision in force; null before the first one, and after one was undone.
  decision_id uuid,
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
create function refuse_emptying_of_reviews() returns trigger language plpgsql as $$
begin
  raise exception 'the review of a claim is not deleted';
end
$$;
create trigger claim_review_never_emptied before truncate on claim_review
  for each statement execute function refuse_emptying_of_reviews();

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
alter table claim_review add foreign key (decision_id) references claim_decisions;

create function keep_decisions() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.note = '' and exists (select from claims where id = old.claim_id and status = 'purged')
    and (new.id, new.claim_id, new.at, new.staff_id, new.outcome, new.reasons, new.recognized_amount, new.source, new.source_id)
      is not distinct from
        (old.id, old.claim_id, old.at, old.staff_id, old.outcome, old.reasons, old.recognized_amount, old.source, old.source_id)
  then
    return new;
  end if;
  raise exception 'decisions are only ever added to';
end
$$;
create trigger claim_decisions_append_only before update or delete on claim_decisions
  for each row execute function keep_decisions();
create trigger claim_decisions_never_emptied before truncate on claim_decisions
  for each statement execute function refuse_emptying_of_reviews();
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

-- What lists of claims show and find of a review.
alter table claim_search drop constraint claim_search_status_check;
alter table claim_search
  add constraint claim_search_status_check check (status in ('received', 'waiting-documents', 'ready', 'in-review', 'deficient',
    'proposed', 'approved', 'reduced', 'denied', 'disputed', 'withdrawn', 'void', 'final', 'purged')),
  add column high_value boolean not null default false,
  add column queued_by_rule boolean not null default false,
  add column reopened boolean not null default false,
  add column recognized_amount numeric(19, 4),
  add column assignee uuid,
  add column reasons text[] not null default '{}';
-- In the order of a queue: of all claims that can be reviewed, and of those with a reason to look closer. Without those that are
-- assigned to somebody, whom nobody else finds in a queue. With the amount, by which the few of a reason are sorted without reading
-- their rows.
create index claim_search_to_review on claim_search (case_id, form_id, filed_at, claim_id)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null;
create index claim_search_to_review_by_amount on claim_search (case_id, form_id, (coalesce(amount, -1)), claim_id)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null;
create index claim_search_to_review_unremarkable on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null
    and not (late or duplicate or machine or documents_missing or data_errors or high_value or queued_by_rule or reopened);
create index claim_search_to_review_late on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and late;
create index claim_search_to_review_duplicate on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and duplicate;
create index claim_search_to_review_machine on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and machine;
create index claim_search_to_review_documents_missing on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and documents_missing;
create index claim_search_to_review_data_errors on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and data_errors;
create index claim_search_to_review_high_value on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and high_value;
create index claim_search_to_review_queued_by_rule on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and queued_by_rule;
create index claim_search_to_review_reopened on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and reopened;
create index claim_search_assigned on claim_search (assignee, filed_at, claim_id) include (case_id)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is not null;
create index claim_search_assigned_by_amount on claim_search (assignee, (coalesce(amount, -1)), claim_id)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is not null;

-- Rows and counts are derived again, with the new columns.
delete from claim_counts;
alter table claim_counts
  add column high_value boolean not null default false,
  add column queued_by_rule boolean not null default false,
  add column reopened boolean not null default false,
  drop constraint claim_counts_pkey,
  add primary key (case_id, form_id, filed_day, state, language, status, without_script, late, duplicate, machine,
    documents_missing, data_errors, high_value, queued_by_rule, reopened);
insert into claim_counts (case_id, form_id, filed_day, state, language, status, without_script, late, duplicate, machine,
    documents_missing, data_errors, claims, amount)
  select case_id, form_id, filed_day, state, language, status, without_script, late, duplicate, machine,
    documents_missing, data_errors, count(*), coalesce(sum(amount), 0)
  from claim_search
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;

-- How far the job has followed the histories of claims, to see which documents have arrived.
create table review_progress (last_entry bigint not null);
create unique index review_progress_one on review_progress ((true));
insert into review_progress select coalesce(max(id), 0) from claim_history;

insert into periodic_jobs (name, due_at) values ('review', 'epoch');
