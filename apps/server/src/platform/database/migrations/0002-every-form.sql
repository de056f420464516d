-- Claims of every form: tax IDs that nobody can read, documents that are due, marks for a reviewer.

create table claim_tax_ids (
  claim_id bigint not null references claims,
  -- Where it stands among the answers: `tin`, or `classMembers.3.classMemberFEIN` with rows counted from 0.
  path text not null,
  -- AES-256-GCM, bound to the claim's number and the path: nonce, tag, digits.
  encrypted bytea not null check (length(encrypted) > 28),
  key_version smallint not null,
  -- Keyed hash of the digits, by which equal ones are found in all claims.
  lookup bytea not null check (length(lookup) = 32),
  primary key (claim_id, path)
);
create index claim_tax_ids_by_lookup on claim_tax_ids (lookup);

-- They are part of the answers: they may be encrypted anew with another key, but neither moved nor removed.
create trigger claim_tax_ids_stay before delete or update of claim_id, path on claim_tax_ids
  for each row execute function refuse_change_of_answers();
create trigger claim_tax_ids_never_emptied before truncate on claim_tax_ids
  for each statement execute function refuse_change_of_answers();

alter table claims
  -- By the rules of the form and the answers, whether or not any were announced.
  add column documents_due boolean not null default false,
  -- A field that no person sees was filled in: taken all the same, for a reviewer to look at.
  add column suspected_machine boolean not null default false;
-- For the claims that were there. From now on each says it.
alter table claims alter column documents_due drop default;

drop trigger claims_keep_answers on claims;
create trigger claims_keep_answers before update of number, form_id, form_version, notice_id, filed_at, documents_due, answers, summary, answers_hash
  on claims for each row execute function refuse_change_of_answers();

-- Documents are due, and none has come. How many were announced is told too: announced ones may still be on their way.
create index claims_with_documents_due on claims (id) where documents_due;
create view claims_missing_documents as
  select id, number, form_id, case_id, filed_at, documents_expected
  from claims
  where documents_due
    and not exists (select from claim_documents where claim_id = claims.id and claim_documents.status = 'stored');
