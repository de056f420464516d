-- What each fund received, paid and owes, by double entry. All of it is only added to: a correction is a transaction that reverses another.

-- The orders of the court that entries rest on. They are public documents, without data of claimants.
create table court_orders (
  id uuid primary key default gen_random_uuid(),
  fund_id text not null,
  name text not null check (name <> ''),
  pdf bytea not null,
  sha256 bytea not null check (sha256 = sha256(pdf)),
  uploaded_by uuid not null references staff,
  uploaded_at timestamptz not null,
  unique (fund_id, sha256),
  unique (id, fund_id)
);

create table ledger_transactions (
  id uuid primary key,
  fund_id text not null,
  kind text not null check (kind ~ '^[a-z-]+$'),
  -- The court's day from which it counts.
  effective_on text collate "C" not null check (effective_on ~ '^\d{4}-\d\d-\d\d$'),
  -- What it records, such as `manual` and the approval's ID: a retry cannot record it twice.
  source_kind text not null check (source_kind ~ '^[a-z-]+$'),
  source_id text not null check (source_id <> ''),
  reverses uuid unique check (reverses <> id),
  -- The order that it rests on: its number in the docket, its day, and the document.
  docket text check (docket <> ''),
  ordered_on text collate "C" check (ordered_on ~ '^\d{4}-\d\d-\d\d$'),
  order_id uuid,
  -- How many entries it has, so that none is added later.
  entries integer not null check (entries >= 2),
  -- Null: no person entered it.
  entered_by uuid references staff,
  approval_id uuid references approvals,
  posted_at timestamptz not null,
  unique (id, fund_id),
  foreign key (reverses, fund_id) references ledger_transactions (id, fund_id),
  foreign key (order_id, fund_id) references court_orders (id, fund_id),
  constraint ledger_transactions_once unique (source_kind, source_id, kind),
  check ((kind = 'reversal') = (reverses is not null)),
  -- People enter these kinds, and no others. The list is `entryKinds` of packages/contract/src/console/funds.ts.
  constraint ledger_transactions_manual check ((source_kind = 'manual') = (kind in (
    'contribution', 'interest', 'fees', 'expenses', 'service-awards', 'administration', 'taxes', 'reserve', 'reversal'
  ))),
  check (num_nonnulls(docket, ordered_on, order_id) in (0, 3)),
  constraint ledger_transactions_ordered check (
    order_id is not null or kind not in ('fees', 'expenses', 'service-awards', 'administration', 'taxes', 'reserve')
  )
);
create index ledger_transactions_of_fund on ledger_transactions (fund_id, effective_on);
create index ledger_transactions_by_docket on ledger_transactions (fund_id, kind, docket) where docket is not null;

create table ledger_entries (
  transaction_id uuid not null references ledger_transactions,
  -- The list of packages/contract/src/console/funds.ts; a test compares them.
  account text not null constraint ledger_entries_account check (
    account ~ '^assets:cash:[a-z0-9-]{1,40}$' or account in (
      'assets:provider-float', 'assets:overpaid', 'assets:bank-differences',
      'liabilities:reserve', 'liabilities:payable', 'liabilities:outstanding:checks', 'liabilities:outstanding:ach',
      'liabilities:outstanding:digital', 'liabilities:tax-withheld',
      'income:contributions', 'income:interest',
      'expenses:fees', 'expenses:expenses', 'expenses:service-awards', 'expenses:administration', 'expenses:taxes',
      'equity:residual'
    )
  ),
  -- Debits are positive.
  cents bigint not null check (cents <> 0),
  primary key (transaction_id, account)
);

-- At the end of a database transaction, each ledger transaction has all its entries, they sum to zero, and a reversal is the exact opposite.
create function balance_ledger() returns trigger language plpgsql as $$
declare
  checked constant uuid := coalesce(to_jsonb(new)->>'transaction_id', to_jsonb(new)->>'id');
begin
  if not exists (
    select from ledger_transactions posted
    where id = checked
      and (entries, 0) = (select count(*), coalesce(sum(cents), 1) from ledger_entries where transaction_id = checked)
      and (
        reverses is null
        or entries = (
          select count(*) from ledger_entries one join ledger_entries other using (account)
          where one.transaction_id = checked and other.transaction_id = posted.reverses and one.cents = -other.cents
        ) and entries = (select reversed.entries from ledger_transactions reversed where id = posted.reverses)
      )
      -- What came in and what was ordered is entered by people: the amount that they approved, in the accounts of its kind.
      and case
        when source_kind <> 'manual' then not exists (
          select from ledger_entries where transaction_id = checked and account ~ '^(income|expenses):'
        )
        else reverses is not null or 2 = (
          select count(*)
          from ledger_entries join approvals on approvals.id = posted.approval_id,
            lateral (select (details->>'amount')::numeric * 100 as amount, 'assets:cash:' || (details->>'bank') as cash) as approved
          where transaction_id = checked and (account, cents) in (select account, amount * sign from (values
            (cash, case when posted.kind in ('contribution', 'interest') then 1 when posted.kind <> 'reserve' then -1 end),
            ('income:contributions', case posted.kind when 'contribution' then -1 end),
            ('income:interest', case posted.kind when 'interest' then -1 end),
            ('expenses:' || posted.kind, 1),
            ('liabilities:reserve', case posted.kind when 'reserve' then -1 end),
            ('equity:residual', case posted.kind when 'reserve' then 1 end)
          ) as entry (account, sign))
        )
      end
  ) then
    raise exception 'the entries of the transaction % do not sum to zero, or are not those that it names', checked
      using errcode = 'check_violation', constraint = 'ledger_balances';
  end if;
  return null;
end
$$;
create constraint trigger ledger_transactions_balance after insert on ledger_transactions
  deferrable initially deferred for each row execute function balance_ledger();
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function balance_ledger();

-- What people enter takes effect only when another finance person has approved exactly that.
create function require_two_finance_people() returns trigger language plpgsql as $$
begin
  if not exists (
    select from approvals
    where id = new.approval_id and id::text = new.source_id and kind = 'ledger-entry' and decision = 'approved'
      and details->>'id' = new.id::text and details->>'fundId' = new.fund_id
      and details->>'kind' = new.kind and details->>'effectiveOn' = new.effective_on
      and (details#>>'{order,id}', details#>>'{order,docket}', details#>>'{order,orderedOn}', details#>>'{reverses,id}')
        is not distinct from (new.order_id::text, new.docket, new.ordered_on, new.reverses::text)
      and asked_by = new.entered_by and decided_by <> asked_by
      and 2 = (
        select count(distinct staff_id) from staff_roles
        where role = 'finance' and staff_id in (asked_by, decided_by) and staff_roles.case_id in (approvals.case_id, '*')
      )
  ) then
    raise exception 'a manual entry needs the approval of another finance person'
      using errcode = 'check_violation', constraint = 'ledger_transactions_two_people';
  end if;
  return new;
end
$$;
create trigger ledger_transactions_two_people before insert on ledger_transactions
  for each row when (new.source_kind = 'manual') execute function require_two_finance_people();

create trigger court_orders_stay before update or delete on court_orders
  for each row execute function refuse_change('a court order is kept as it was uploaded');
create trigger court_orders_never_emptied before truncate on court_orders
  for each statement execute function refuse_change('a court order is kept as it was uploaded');
create trigger ledger_transactions_stay before update or delete on ledger_transactions
  for each row execute function refuse_change('the ledger is only ever added to');
create trigger ledger_transactions_never_emptied before truncate on ledger_transactions
  for each statement execute function refuse_change('the ledger is only ever added to');
create trigger ledger_entries_stay before update or delete on ledger_entries
  for each row execute function refuse_change('the ledger is only ever added to');
create trigger ledger_entries_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change('the ledger is only ever added to');

create index approvals_of_ledger on approvals ((details->>'fundId'), asked_at) where kind = 'ledger-entry';
