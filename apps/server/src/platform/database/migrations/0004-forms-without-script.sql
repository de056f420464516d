-- Forms that a browser posts by itself, without the page's script.

-- Neither a captcha nor a script stood behind the claim: taken all the same, for a reviewer to look at.
alter table claims add column without_script boolean not null default false;

drop trigger claims_keep_answers on claims;
create trigger claims_keep_answers
  before update of number, form_id, form_version, notice_id, filed_at, documents_due, without_script, answers, summary, answers_hash
  on claims for each row execute function refuse_change_of_answers();

-- Documents that came with a form that is not filed yet, kept under the form's key until it is.
create table staged_documents (
  id uuid primary key,
  -- In the order in which they came.
  position bigint generated always as identity,
  -- Empty while the document arrives: its row is there before its first byte, so that bytes without a row cannot exist.
  form_key text,
  name text not null,
  storage_key text not null unique,
  type text,
  size bigint,
  sha256 bytea,
  created_at timestamptz not null,
  check (form_key is null or (type is not null and size > 0 and length(sha256) = 32))
);
create unique index staged_documents_once on staged_documents (form_key, sha256) where form_key is not null;
create index staged_documents_by_age on staged_documents (created_at);
