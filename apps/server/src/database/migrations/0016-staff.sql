-- The people who work for the claims administrator, what each may do, and their sessions in the console.
create table staff (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  created_at timestamptz not null,
  -- Accounts are disabled and never deleted: histories name them.
  disabled_at timestamptz
);
create unique index staff_by_email on staff (email);

create table staff_roles (
  staff_id uuid not null references staff,
  -- A case of the settlement, or '*' for every case.
  case_id text not null,
  role text not null check (role in ('viewer', 'call-center', 'reviewer', 'supervisor', 'finance', 'admin')),
  granted_at timestamptz not null,
  -- Null: granted by the operator, on the machine of the server.
  granted_by uuid references staff check (granted_by <> staff_id),
  primary key (staff_id, case_id, role)
);

-- Nobody both decides and pays the claims of one case.
create function separate_duties() returns trigger language plpgsql as $$
begin
  -- Two grants at the same moment must not overlook each other.
  perform from staff where id = new.staff_id for update;
  if exists (
    select from staff_roles
    where staff_id = new.staff_id
      and (case_id = new.case_id or '*' in (case_id, new.case_id))
      and (
        (new.role = 'finance' and role in ('reviewer', 'supervisor'))
        or (new.role in ('reviewer', 'supervisor') and role = 'finance')
      )
  ) then
    raise exception 'nobody holds finance together with reviewer or supervisor in one case'
      using errcode = 'check_violation', constraint = 'staff_roles_separate_duties';
  end if;
  return new;
end
$$;
create trigger staff_roles_separate_duties before insert or update on staff_roles
  for each row execute function separate_duties();

create table staff_sessions (
  -- SHA-256 of the token in the cookie.
  token_hash bytea primary key check (length(token_hash) = 32),
  -- Names the session in lists and logs.
  id uuid not null unique default gen_random_uuid(),
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  -- Written once a minute at most.
  last_used_at timestamptz not null,
  -- When the person last proved who they are.
  authenticated_at timestamptz not null,
  method text not null,
  user_agent text not null check (length(user_agent) <= 500),
  ended_at timestamptz
);
create index staff_sessions_of_staff on staff_sessions (staff_id, created_at);
