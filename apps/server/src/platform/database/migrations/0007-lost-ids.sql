-- Requests of people who lost the notice with their two IDs, the administrator's answers, and lists of letters for the mail house.

create table id_requests (
  id bigint generated always as identity primary key,
  -- SHA-256 of the page's key and the answers: the same form sent twice is one request.
  request_hash bytea not null unique check (length(request_hash) = 32),
  case_id text not null,
  requested_at timestamptz not null,
  language text not null,
  -- A field that no person sees was filled in.
  suspected_machine boolean not null,
  name text not null,
  street text not null,
  city text not null,
  state text not null,
  zip text not null,
  phone text,
  email text,
  -- `asked-for-more`: the person was asked for something and may still be answered.
  answer_state text not null default 'open' check (answer_state in ('open', 'asked-for-more', 'answered')),
  -- The last answer is a match, and the letter with the IDs is in no list for the mail house.
  letter_waits boolean not null default false,
  check (num_nonnulls(phone, email) > 0)
);
create index id_requests_by_answer on id_requests (case_id, answer_state, id);
create index id_requests_with_waiting_letter on id_requests (case_id, id) where letter_waits;

create table id_request_answers (
  request_id bigint not null references id_requests on delete cascade,
  -- Two people who answer at the same time collide here.
  position integer not null check (position > 0),
  answer text not null check (answer in ('matched', 'no-match', 'asked-for-more')),
  -- The class member who asked, until their data is deleted. Their letter goes to the address to which mail for them goes.
  notice_id text references class_members on delete set null,
  note text not null check (length(note) <= 2000),
  answered_by uuid not null references staff,
  answered_at timestamptz not null,
  primary key (request_id, position),
  check (answer = 'matched' or notice_id is null)
);
create index id_request_answers_of_member on id_request_answers (notice_id, request_id) where notice_id is not null;

create function refuse_change_of_id_request_answers() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from id_requests where id = old.request_id) then
      return old;
    end if;
  elsif new.notice_id is null
    and not exists (select from class_members where notice_id = old.notice_id)
    and (new.request_id, new.position, new.answer, new.note, new.answered_by, new.answered_at)
      is not distinct from (old.request_id, old.position, old.answer, old.note, old.answered_by, old.answered_at)
  then
    return new;
  end if;
  raise exception 'answers to requests for lost IDs are only ever added';
end
$$;
create trigger id_request_answers_append_only before update or delete on id_request_answers
  for each row execute function refuse_change_of_id_request_answers();

-- Lists of letters for the mail house. A list never changes: neither its rows nor the addresses that they name do.
create table id_letter_lists (
  id bigint generated always as identity primary key,
  case_id text not null,
  made_by uuid not null references staff,
  made_at timestamptz not null,
  letters integer not null check (letters > 0)
);
create table id_letters (
  list_id bigint not null references id_letter_lists,
  request_id bigint not null,
  position integer not null,
  -- Null: the imported one.
  address_id bigint references member_addresses on delete set null,
  primary key (request_id, position),
  foreign key (request_id, position) references id_request_answers on delete cascade
);
create index id_letters_of_list on id_letters (list_id, request_id);
create index id_letters_by_address on id_letters (address_id) where address_id is not null;
