-- Seals over the history of all claims, and the removal of personal data when its time has come.

-- Each seal covers entries that none before it covers, and the seal before it: so whoever holds one root holds all that was sealed by then.
create table history_seals (
  position bigint primary key check (position > 0),
  sealed_at timestamptz not null,
  -- How many entries it covers.
  entries integer not null check (entries > 0),
  -- Merkle tree over their hashes (RFC 6962), in the order of claim and position.
  tree_root bytea not null check (length(tree_root) = 32),
  previous_root bytea check (length(previous_root) = 32),
  -- Hash over all of the above.
  root bytea not null check (length(root) = 32),
  -- Keyed hash of the root, so that nobody can make a seal who has the database alone.
  signature bytea not null check (length(signature) = 32),
  key_version smallint not null,
  check ((position = 1) = (previous_root is null))
);
create function refuse_change_of_seals() returns trigger language plpgsql as $$
begin
  raise exception 'a seal is neither changed nor removed';
end
$$;
-- With another key it may be signed anew.
create trigger history_seals_stay before delete or update of position, sealed_at, entries, tree_root, previous_root, root on history_seals
  for each row execute function refuse_change_of_seals();
create trigger history_seals_never_emptied before truncate on history_seals
  for each statement execute function refuse_change_of_seals();

-- Empty until a seal covers the entry.
alter table claim_history add column seal bigint references history_seals;
-- Finds what waits for a seal, and what a seal covers.
create index claim_history_by_seal on claim_history (seal, claim_id, position);

drop trigger claim_history_append_only on claim_history;
create trigger claim_history_append_only before delete on claim_history
  for each row execute function refuse_change_of_history();
-- An entry is sealed once. Nothing else of it changes.
create trigger claim_history_sealed_once before update on claim_history
  for each row
  when (
    old.seal is not null or new.seal is null
    or (new.claim_id, new.position, new.at, new.kind, new.details, new.previous_hash, new.hash)
      is distinct from (old.claim_id, old.position, old.at, old.kind, old.details, old.previous_hash, old.hash)
  )
  execute function refuse_change_of_history();

-- A purged claim keeps its number, its form, its dates, its marks and its hashes, and nothing of its claimant. Its idempotency key is a
-- random text: with it the same form is not taken for a new claim when it is sent again.
alter table claims drop constraint claims_status_check;
alter table claims
  add constraint claims_status_check check (status in ('filed', 'purged')),
  add constraint claims_purged_hold_nothing check (
    status <> 'purged'
    or (answers = '{}' and summary = '[]'
      and num_nonnulls(notice_id, name, email, zip, state, amount, quantity) = 0)
  );

create function keep_answers() returns trigger language plpgsql as $$
begin
  if old.status = 'filed' and new.status = 'purged'
    and (new.id, new.number, new.form_id, new.form_version, new.case_id, new.language, new.filed_at, new.late, new.duplicate_notice,
        new.documents_expected, new.documents_due, new.suspected_machine, new.without_script, new.idempotency_key, new.answers_hash)
      is not distinct from
        (old.id, old.number, old.form_id, old.form_version, old.case_id, old.language, old.filed_at, old.late, old.duplicate_notice,
        old.documents_expected, old.documents_due, old.suspected_machine, old.without_script, old.idempotency_key, old.answers_hash)
  then
    return new;
  end if;
  raise exception 'a claim keeps the answers it was filed with';
end
$$;
drop trigger claims_keep_answers on claims;
create trigger claims_keep_answers
  before update of status, number, form_id, form_version, case_id, language, notice_id, filed_at, late, documents_due, without_script,
    name, email, zip, state, amount, quantity, answers, summary, answers_hash
  on claims for each row execute function keep_answers();

-- Its tax IDs go with its answers, and not without them.
create function keep_tax_ids() returns trigger language plpgsql as $$
begin
  if exists (select from claims where id = old.claim_id and status = 'purged') then
    return old;
  end if;
  raise exception 'a claim keeps the answers it was filed with';
end
$$;
drop trigger claim_tax_ids_stay on claim_tax_ids;
create trigger claim_tax_ids_stay before update of claim_id, path on claim_tax_ids
  for each row execute function refuse_change_of_answers();
create trigger claim_tax_ids_go_with_their_claim before delete on claim_tax_ids
  for each row execute function keep_tax_ids();

-- Nothing comes to a purged claim. A purge that is under way is waited for.
create function refuse_addition_to_purged() returns trigger language plpgsql as $$
declare
  claim_status text;
begin
  select status into claim_status from claims where id = new.claim_id for share;
  if claim_status = 'purged' then
    raise exception 'the data of this claim has been deleted: it takes no documents';
  end if;
  return new;
end
$$;
create trigger claim_documents_not_after_purge before insert on claim_documents
  for each row execute function refuse_addition_to_purged();
create trigger uploads_not_after_purge before insert on uploads
  for each row execute function refuse_addition_to_purged();

create or replace view claims_missing_documents as
  select id, number, form_id, case_id, filed_at, documents_expected
  from claims
  where documents_due and status = 'filed'
    and not exists (select from claim_documents where claim_id = claims.id and claim_documents.status = 'stored');
