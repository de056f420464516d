-- Documents that came by mail or email and that staff added, notes and calls about class members, and denials prepared together.

alter table claim_documents
  -- Who added it, how and on which day of the court it came, and why it is added. Null: the claimant uploaded it.
  add column added_by uuid references staff,
  add column source text check (source in ('mail', 'email', 'in-person')),
  add column received_on text check (received_on ~ '^\d{4}-\d\d-\d\d$'),
  add column added_reason text check (length(added_reason) between 1 and 500),
  add check (num_nonnulls(added_by, source, received_on, added_reason) in (0, 4));

-- What staff write about a class member: notes, and calls, which have a topic. Only ever added to, and gone with the class member.
create table member_notes (
  -- Chosen by the browser, so that a note that is sent again is not added twice.
  id uuid primary key,
  notice_id text not null references class_members on delete cascade,
  at timestamptz not null,
  staff_id uuid not null references staff,
  topic text check (topic ~ '^[a-z-]+$'),
  -- Of a call often empty: the topic says it all.
  text text not null check (length(text) <= 10000),
  check (topic is not null or text <> '')
);
create index member_notes_of_member on member_notes (notice_id, at);
create function keep_until_member_purge() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from class_members where notice_id = old.notice_id) then
    return old;
  end if;
  raise exception 'notes and calls are only ever added to';
end
$$;
create trigger member_notes_append_only before update or delete on member_notes
  for each row execute function keep_until_member_purge();

alter table bulk_jobs
  drop constraint bulk_jobs_kind_check,
  add constraint bulk_jobs_kind_check check (kind in ('release', 'assign', 'approve', 'deficient', 'deny', 'reopen')),
  drop constraint bulk_jobs_check4,
  add constraint bulk_jobs_reasons check ((kind in ('deficient', 'deny')) = (cardinality(reasons) > 0));
