-- The people who work for the claims administrator, what each may do, and their sessions in the console.

create table staff (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  email text not null check (email = lower(email) and length(email) between 3 and 320),
  created_at timestamptz not null,
  -- Null until the person has followed their link and set up a way to sign in.
  activated_at timestamptz,
  -- Accounts are disabled and never deleted: histories name them.
  disabled_at timestamptz,
  -- Counts the changes by admins, who must not overwrite each other's.
  version integer not null default 1
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
  -- The second person, as soon as there is a second admin.
  approved_by uuid references staff check (approved_by <> staff_id and approved_by <> granted_by),
  primary key (staff_id, case_id, role),
  -- Staff work in several cases, so their accounts belong to none.
  constraint staff_roles_admin_of_all check (role <> 'admin' or case_id = '*')
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

-- Links that let somebody set up a way to sign in, each once: the first person, and people who were invited.
create table staff_links (
  -- SHA-256 of the token in the link.
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique default gen_random_uuid(),
  -- Null: the first person of the installation, whose account does not exist yet.
  staff_id uuid references staff,
  created_at timestamptz not null,
  -- Null: the operator.
  created_by uuid references staff,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Replaced by a newer link, or withdrawn by an admin.
  withdrawn_at timestamptz
);
create index staff_links_of_staff on staff_links (staff_id);

create table staff_passkeys (
  -- The credential ID that the authenticator chose.
  id bytea primary key check (length(id) between 1 and 1023),
  staff_id uuid not null references staff,
  name text not null check (length(name) between 1 and 100),
  -- COSE
  public_key bytea not null,
  -- Authenticators that count report a higher number each time. Passkeys that are synchronized report 0.
  counter bigint not null,
  transports text[] not null,
  -- Kept by a password manager, on several devices.
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_of_staff on staff_passkeys (staff_id);

-- A password, which never signs anybody in alone: a code of an authenticator app or a recovery code is due, too.
create table staff_passwords (
  staff_id uuid primary key references staff,
  -- Argon2id in the PHC format.
  hash text not null,
  totp_secret_encrypted bytea not null,
  key_version smallint not null,
  -- The 30 seconds of the last accepted code: each code counts once.
  totp_last_step bigint not null,
  -- Wrong codes with the right password since the last sign-in: after some, the password stops working.
  wrong_codes integer not null default 0,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create trigger staff_passwords_of_open_keys after insert on staff_passwords referencing new table as written
  for each statement execute function refuse_closed_key_of_tax_ids();

create table staff_recovery_codes (
  -- SHA-256 of the code.
  code_hash bytea primary key check (length(code_hash) = 32),
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  used_at timestamptz
);
create index staff_recovery_codes_of_staff on staff_recovery_codes (staff_id);

-- Accounts at the organization's identity provider. The e-mail address is for display: it identifies nobody.
create table staff_identities (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  staff_id uuid not null references staff,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (issuer, subject)
);
create index staff_identities_of_staff on staff_identities (staff_id);
