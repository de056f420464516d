-- What staff find claims and class members by. Everything here is derived from other tables by a background job
-- (console/search/), outside the transactions that file claims, and can be derived again at any time.

-- `pg_trgm` and `fuzzystrmatch` find names that are spelled differently. Both come with PostgreSQL and are trusted: the owner
-- of a database may create them.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists fuzzystrmatch;
exception when others then
  raise exception 'searching claims needs the PostgreSQL extensions pg_trgm and fuzzystrmatch (%). Let an administrator of the database run: create extension pg_trgm; create extension fuzzystrmatch;', sqlerrm;
end
$$;

create table member_search (
  notice_id text primary key references class_members on delete cascade,
  case_id text not null,
  name_norm text collate "C" not null,
  zip text not null,
  -- As in `claim_search`.
  terms tsvector not null
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02);
create index member_search_terms on member_search using gin (terms) with (gin_pending_list_limit = 1024);
create index member_search_by_name on member_search (case_id, name_norm, notice_id);

-- Class members whose row in `member_search` has to be derived again. Whoever changes a name or an address adds them here.
create table member_search_due (
  notice_id text primary key references class_members on delete cascade
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
create function mark_members_for_search() returns trigger language plpgsql as $$
begin
  insert into member_search_due select notice_id from written order by notice_id on conflict do nothing;
  return null;
end
$$;
create trigger class_members_are_searched after insert on class_members referencing new table as written
  for each statement execute function mark_members_for_search();

-- One row for each claim. A purged claim keeps its number, dates and flags, and no personal data.
create table claim_search (
  claim_id bigint primary key references claims,
  case_id text not null,
  form_id text not null,
  number text collate "C" not null,
  filed_at timestamptz not null,
  -- The court's day, as YYYY-MM-DD.
  filed_day text collate "C" not null check (filed_day ~ '^\d{4}-\d\d-\d\d$'),
  -- As shown; empty without one.
  name text not null,
  -- Its words without case, accents and punctuation.
  name_norm text collate "C" not null,
  -- As answered; empty without one.
  state text not null,
  zip text not null,
  language text not null,
  amount numeric(19, 4),
  without_script boolean not null,
  late boolean not null,
  duplicate boolean not null,
  machine boolean not null,
  documents_missing boolean not null,
  data_errors boolean not null,
  high_value boolean not null default false,
  queued_by_rule boolean not null default false,
  reopened boolean not null default false,
  status text not null check (status in ('received', 'waiting-documents', 'ready', 'in-review', 'deficient',
    'proposed', 'approved', 'reduced', 'denied', 'disputed', 'withdrawn', 'void', 'final', 'purged')),
  recognized_amount numeric(19, 4),
  assignee uuid,
  -- Of the decision.
  reasons text[] not null default '{}',
  -- Search terms such as `n:garcia`, `p:6175550100` and `z:02139`, and facets such as `form:consumer` and `flag:late`.
  terms tsvector not null
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02);
create index claim_search_terms on claim_search using gin (terms) with (gin_pending_list_limit = 1024);
-- The orders of lists, forward and backward.
create index claim_search_by_filing on claim_search (case_id, filed_at, claim_id);
create index claim_search_by_number on claim_search (case_id, number);
create index claim_search_by_name on claim_search (case_id, name_norm, claim_id);
-- Claims without an amount come before the others.
create index claim_search_by_amount on claim_search (case_id, (coalesce(amount, -1)), claim_id);

-- In the order of a queue: of all claims that can be reviewed, and of those with a reason to look closer. Without those that are
-- assigned to somebody, whom nobody else finds in a queue. With the amount, by which the few of a reason are sorted without reading
-- their rows.
create index claim_search_to_review on claim_search (case_id, form_id, filed_at, claim_id)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null;
create index claim_search_to_review_by_amount on claim_search (case_id, form_id, (coalesce(amount, -1)), claim_id)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null;
create index claim_search_to_review_unremarkable on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null
    and not (late or duplicate or machine or documents_missing or data_errors or high_value or queued_by_rule or reopened);
create index claim_search_to_review_late on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and late;
create index claim_search_to_review_duplicate on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and duplicate;
create index claim_search_to_review_machine on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and machine;
create index claim_search_to_review_documents_missing on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and documents_missing;
create index claim_search_to_review_data_errors on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and data_errors;
create index claim_search_to_review_high_value on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and high_value;
create index claim_search_to_review_queued_by_rule on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and queued_by_rule;
create index claim_search_to_review_reopened on claim_search (case_id, form_id, filed_at, claim_id) include (amount)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is null and reopened;
create index claim_search_assigned on claim_search (assignee, filed_at, claim_id) include (case_id)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is not null;
create index claim_search_assigned_by_amount on claim_search (assignee, (coalesce(amount, -1)), claim_id)
  where status in ('received', 'waiting-documents', 'ready', 'in-review', 'disputed') and assignee is not null;

-- Numbers of claims, changed in the transactions that change `claim_search`.
create table claim_counts (
  case_id text not null,
  form_id text not null,
  filed_day text collate "C" not null,
  state text not null,
  language text not null,
  status text not null,
  without_script boolean not null,
  late boolean not null,
  duplicate boolean not null,
  machine boolean not null,
  documents_missing boolean not null,
  data_errors boolean not null,
  high_value boolean not null default false,
  queued_by_rule boolean not null default false,
  reopened boolean not null default false,
  claims bigint not null,
  amount numeric(24, 4) not null,
  primary key (case_id, form_id, filed_day, state, language, status, without_script, late, duplicate, machine,
    documents_missing, data_errors, high_value, queued_by_rule, reopened)
) with (fillfactor = 70);

-- One row: how far the job is.
create table claim_search_progress (
  id smallint primary key check (id = 1),
  -- Of the rules by which rows are derived. A newer release derives all rows again.
  version integer not null,
  -- All entries of `claim_history` up to this ID are in `claim_search`.
  last_entry bigint not null,
  -- Claims up to this ID were derived by these rules; null when all were.
  derived_to bigint,
  -- Class members up to this Notice ID were derived by the rules of `version`; null when all were.
  members_to text
);
insert into claim_search_progress values (1, 0, 0, 0, null);

-- Every word of the names in both tables, for names that are spelled differently.
create table name_words (
  word text collate "C" primary key,
  -- How it sounds; empty for words that are not made of plain letters.
  sound text collate "C" not null
);
create index name_words_by_letters on name_words using gin (word gin_trgm_ops);
create index name_words_by_sound on name_words (sound) where sound <> '';

insert into periodic_jobs (name, due_at) values ('claim-search', 'epoch');
