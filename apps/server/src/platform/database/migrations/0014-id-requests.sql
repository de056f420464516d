-- Requests of people who lost the notice with their two IDs. The administrator answers them.

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
  check (num_nonnulls(phone, email) > 0)
);
