-- What each claim of a fund would be paid, or is paid. A scenario pays nobody; freezing it needs two people.

create table allocations (
  -- Chosen by the browser, so that a request that is sent again computes nothing twice.
  id uuid primary key,
  fund_id text not null,
  case_id text not null,
  plan_version integer not null check (plan_version > 0),
  name text not null check (name <> ''),
  -- Claims count as of this seal, and the ledger as of this day of the court.
  seal bigint not null references history_seals,
  as_of text collate "C" not null check (as_of ~ '^\d{4}-\d\d-\d\d$'),
  -- Other limits than the plan's, by pool.
  limits jsonb not null,
  -- The frozen allocation that it adds to, and the pool whose claims it pays.
  supplements uuid references allocations,
  pool text,
  status text not null check (status in ('draft', 'computed', 'asked', 'frozen', 'declined', 'superseded')),
  created_by uuid not null references staff,
  created_at timestamptz not null,
  -- Why it could not be computed: code, field and remedy.
  problem jsonb,
  engine integer,
  -- The SHA-256 covers the parameters and the lines; see packages/allocation/src/canonical.ts.
  parameters text,
  net_cents bigint check (net_cents >= 0),
  -- What a supplement takes out of the reserve, because the claims are not disputed any more.
  released_cents bigint check (released_cents >= 0),
  sha256 bytea check (length(sha256) = 32),
  -- Of claim numbers and outcomes, in the order of claim numbers.
  outcomes_sha256 bytea check (length(outcomes_sha256) = 32),
  -- Figures, counted once, so that a screen need not read a million lines.
  summary jsonb,
  computed_at timestamptz,
  approval_id uuid references approvals,
  asked_by uuid references staff,
  asked_at timestamptz,
  approved_by uuid references staff,
  frozen_at timestamptz,
  -- All its claims are final.
  finalized_at timestamptz,
  -- Claims up to this ID are final.
  finalized_to bigint not null default 0,
  due_at timestamptz not null,
  leased_by uuid,
  attempts integer not null default 0,
  last_error text,
  check (supplements <> id),
  check ((supplements is null) = (pool is null)),
  check ((status = 'draft') = (sha256 is null)),
  check (num_nonnulls(engine, parameters, net_cents, sha256, outcomes_sha256, summary, computed_at) in (0, 7)),
  check (released_cents is null or supplements is not null),
  check (problem is null or status = 'draft'),
  check (status not in ('asked', 'frozen', 'declined') or num_nonnulls(approval_id, asked_by, asked_at) = 3),
  check ((status = 'frozen') = (num_nonnulls(approved_by, frozen_at) = 2)),
  check (finalized_at is null or frozen_at is not null),
  constraint allocations_two_people check (approved_by <> asked_by)
);
create index allocations_of_fund on allocations (fund_id, created_at);
create index allocations_open on allocations (due_at)
  where status = 'draft' and problem is null or status = 'frozen' and finalized_at is null;
-- Two people who freeze two scenarios at once: the second is refused.
create unique index allocations_one_frozen on allocations (fund_id) where status = 'frozen' and supplements is null;
create unique index allocations_of_approval on allocations (approval_id);

-- No foreign keys: a trigger checks the allocation once for many lines, and the SHA-256 proves the claim numbers.
create table allocation_lines (
  allocation_id uuid not null,
  claim text collate "C" not null,
  pool text not null,
  -- Ten-thousandths of a dollar.
  weight numeric not null check (weight >= 0 and scale(weight) = 0),
  -- Cents.
  floor bigint not null check (floor >= 0),
  cap bigint check (cap >= floor),
  cents bigint not null check (cents >= 0 and cents <= cap),
  outcome text not null check (outcome in ('paid', 'capped', 'below-minimum', 'reserved', 'zero')),
  check (outcome not in ('below-minimum', 'zero') or cents = 0),
  primary key (allocation_id, claim)
);

-- The table of packages/contract/src/console/allocations.ts; a test compares them.
create function is_allocation_transition(from_status text, to_status text) returns boolean language sql immutable as $$
  select to_status = any(case from_status
    when 'draft' then array['computed']
    when 'computed' then array['asked', 'superseded']
    when 'asked' then array['computed', 'frozen', 'declined']
    else '{}'
  end)
$$;
create function keep_allocations() returns trigger language plpgsql as $$
declare
  job constant text[] := array['due_at', 'leased_by', 'attempts', 'last_error', 'finalized_to', 'finalized_at'];
  request constant text[] := array['status', 'approval_id', 'asked_by', 'asked_at', 'approved_by', 'frozen_at'];
begin
  if tg_op = 'DELETE' then
    raise exception 'an allocation is not deleted' using errcode = 'check_violation', constraint = 'allocations_stay';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then
      raise exception 'an allocation begins as a draft' using errcode = 'check_violation', constraint = 'allocations_transitions';
    end if;
    return new;
  end if;
  if old.status <> new.status and not is_allocation_transition(old.status, new.status) then
    raise exception 'an allocation that is % cannot become %', old.status, new.status
      using errcode = 'check_violation', constraint = 'allocations_transitions';
  end if;
  if old.status <> 'draft' and to_jsonb(new) - job - request <> to_jsonb(old) - job - request
    or old.status = new.status and old.status <> 'draft' and to_jsonb(new) - job <> to_jsonb(old) - job
    or old.finalized_at is not null and to_jsonb(new) <> to_jsonb(old)
  then
    raise exception 'a computed allocation keeps its content' using errcode = 'check_violation', constraint = 'allocations_stay';
  end if;
  -- A finance person asked for exactly this, and another one or a supervisor approved it.
  if new.status = 'frozen' and old.status <> 'frozen' and not exists (
    select from approvals
    where id = new.approval_id and kind = 'allocation' and decision = 'approved' and case_id = new.case_id
      and details->>'id' = new.id::text and details->>'sha256' = encode(new.sha256, 'hex')
      and asked_by = new.asked_by and decided_by = new.approved_by and decided_by <> asked_by
      and exists (
        select from staff_roles
        where staff_id = asked_by and role = 'finance' and staff_roles.case_id in (approvals.case_id, '*')
      )
      and exists (
        select from staff_roles
        where staff_id = decided_by and role in ('finance', 'supervisor') and staff_roles.case_id in (approvals.case_id, '*')
      )
  ) then
    raise exception 'freezing an allocation needs the approval of a second person'
      using errcode = 'check_violation', constraint = 'allocations_two_people';
  end if;
  return new;
end
$$;
create trigger allocations_keep before insert or update or delete on allocations
  for each row execute function keep_allocations();
create trigger allocations_never_emptied before truncate on allocations
  for each statement execute function refuse_change('an allocation is not deleted');

create function add_to_draft() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct allocation_id from added) as line
    where not exists (select from allocations where id = allocation_id and status = 'draft')
  ) then
    raise exception 'only a draft gets lines' using errcode = 'check_violation', constraint = 'allocation_lines_of_draft';
  end if;
  return null;
end
$$;
create trigger allocation_lines_of_draft after insert on allocation_lines referencing new table as added
  for each statement execute function add_to_draft();
create trigger allocation_lines_stay before update or delete on allocation_lines
  for each row execute function refuse_change('the lines of an allocation never change');
create trigger allocation_lines_never_emptied before truncate on allocation_lines
  for each statement execute function refuse_change('the lines of an allocation never change');

create index approvals_of_reserve on approvals ((details->>'fundId')) where kind = 'reserve-claims';
