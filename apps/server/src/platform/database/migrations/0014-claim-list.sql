-- Lists that staff save.

-- The address of a list under a name: of one person, or of the team.
create table saved_views (
  id uuid primary key default gen_random_uuid(),
  list text not null,
  -- Null: of the team.
  staff_id uuid references staff,
  -- Of a team: the cases for which it works, in order. Null: every case, or one person's view.
  case_ids text[] check (case_ids is null or (staff_id is null and cardinality(case_ids) > 0)),
  name text not null check (name ~ '\S' and length(name) <= 80),
  -- As in the address, without the page.
  query text not null check (length(query) <= 4000),
  -- Counts changes, so that nobody overwrites one that they have not seen.
  version integer not null default 1,
  changed_at timestamptz not null,
  -- Null: comes with the product.
  changed_by uuid references staff
);
-- Among the views that one person sees, a name of their own may equal one of the team.
create unique index saved_views_by_name on saved_views (list, coalesce(staff_id::text, ''), coalesce(case_ids, '{}'), lower(name));

insert into saved_views (list, name, query, changed_at) values
  ('claims', 'Late', 'late=yes', 'epoch'),
  ('claims', 'Documents missing', 'documents-missing=yes', 'epoch'),
  ('claims', 'Data errors', 'data-errors=yes', 'epoch'),
  ('claims', 'Suspected machine', 'machine=yes', 'epoch'),
  ('claims', 'Duplicate Notice IDs', 'duplicate=yes', 'epoch');
