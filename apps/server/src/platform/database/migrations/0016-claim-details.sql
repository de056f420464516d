-- What staff write about a claim: notes, and calls with claimants. Both are only ever added to, and go with a purge.

create table notes (
  -- Chosen by the browser, so that a note that is sent again is not added twice.
  id uuid primary key,
  claim_id bigint not null references claims,
  at timestamptz not null,
  staff_id uuid not null references staff,
  text text not null check (length(text) between 1 and 10000)
);
create index notes_of_claim on notes (claim_id, at);

create table calls (
  id uuid primary key,
  claim_id bigint not null references claims,
  at timestamptz not null,
  staff_id uuid not null references staff,
  topic text not null check (topic ~ '^[a-z-]+$'),
  -- Often empty: the topic says it all.
  text text not null check (length(text) <= 10000)
);
create index calls_of_claim on calls (claim_id, at);

create trigger notes_append_only before update or delete on notes
  for each row execute function keep_until_purge('notes and calls are only ever added to');
create trigger calls_append_only before update or delete on calls
  for each row execute function keep_until_purge('notes and calls are only ever added to');
create trigger notes_never_emptied before truncate on notes
  for each statement execute function refuse_change('notes and calls are only ever added to');
create trigger calls_never_emptied before truncate on calls
  for each statement execute function refuse_change('notes and calls are only ever added to');

-- As for documents: nothing comes to a purged claim, and a purge that is under way is waited for.
create trigger notes_not_after_purge before insert on notes for each row execute function refuse_addition_to_purged();
create trigger calls_not_after_purge before insert on calls for each row execute function refuse_addition_to_purged();
