-- Imports of class members whose file names its columns otherwise, and imports that are taken back.

-- The import that added a class member. Null: an import by the operator's command, or before 1.1.0.
alter table class_members add column import_id uuid;
create index class_members_by_import on class_members (import_id) where import_id is not null;
create trigger class_members_keep_import_id before update of import_id on class_members
  for each row execute function refuse_change('the imported data of a class member never changes: add an address');

alter table member_imports
  -- The header of each column in the file, and the case of all rows if it has no column for it. Null: the template's columns.
  add column mapping jsonb,
  -- Who took the import back, and when; how many class members that removed. `removing`: a job is about to remove them.
  add column removal_asked_by uuid references staff,
  add column removed_at timestamptz,
  add column removed bigint,
  drop constraint member_imports_status_check,
  add constraint member_imports_status_check
    check (status in ('arriving', 'waiting', 'stored', 'done', 'removing', 'removed', 'refused', 'cancelled'));
