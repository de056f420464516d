-- Duplicate and machine-made claims: the signals, links and scores that a job derives from what was observed at filing, and what
-- people found out.

-- A sample of the counted rows of purchases in a data file, by which the files of claims are compared: the smallest hashes of drug,
-- day, state and amount, in order, and how often each row occurs. Without names.
create table row_sketches (
  document_id uuid primary key references claim_documents,
  claim_id bigint not null references claims,
  hashes bigint[] not null,
  counts integer[] not null,
  -- It has all rows of the file.
  whole boolean not null,
  check (cardinality(hashes) between 1 and 1024 and cardinality(counts) = cardinality(hashes))
);
create index row_sketches_of_claim on row_sketches (claim_id);

-- What claims have in common, as hashes of a kind and a normalized value: a mailbox, a phone number, an address. A value that more
-- than 200 claims share has a row in `claim_key_hubs`, and is only counted from then on.
create table claim_keys (
  key bigint not null,
  claim_id bigint not null references claims,
  -- What group signals need without reading the claim: hashes of its names, and its time or another small value.
  brief bigint not null
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index claim_keys_by_key on claim_keys (key, claim_id) include (brief);
-- Keys are added in batches of claims, so that a few pages tell where those of a claim are.
create index claim_keys_of_claim on claim_keys using brin (claim_id) with (pages_per_range = 16);

create table claim_key_hubs (
  key bigint primary key,
  kind text not null,
  claims integer not null check (claims > 0),
  -- What its first 200 claims have in common, as block-summary.ts computes it.
  summary jsonb not null
) with (fillfactor = 70);

-- How many claims have a word as a first or last name, by hash: equal rare names say more than equal common ones.
create table name_frequencies (
  name bigint primary key,
  claims integer not null
) with (fillfactor = 80);

-- What is usual: counts of claims by form, and of what they have in common with many.
create table integrity_counts (
  form_id text not null,
  -- Such as `claims`, or `email-pattern`.
  kind text not null,
  value text not null,
  claims bigint not null,
  primary key (form_id, kind, value)
) with (fillfactor = 70);

-- What the job writes below refers to claims without foreign keys: claims are never deleted, and to lock the claim of each row
-- takes longer than the row itself.

-- Pairs of claims that have something in common, from the newer to the older. A strong link joins clusters.
create table claim_links (
  claim_id bigint not null,
  other_id bigint not null,
  -- Bits, as in console/integrity/link-kinds.ts.
  kinds integer not null check (kinds <> 0),
  -- By which both may be of one person.
  decibans double precision not null,
  strong boolean not null,
  primary key (claim_id, other_id),
  check (other_id < claim_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index claim_links_of_other on claim_links (other_id, claim_id);

-- Claims that strong links connect.
create table claim_clusters (
  id bigint generated always as identity primary key,
  case_id text not null,
  size integer not null check (size >= 0),
  changed_at timestamptz not null
) with (fillfactor = 80);
create index claim_clusters_by_size on claim_clusters (case_id, size desc, id);
create table claim_cluster_members (
  claim_id bigint primary key,
  cluster_id bigint not null references claim_clusters
) with (fillfactor = 90);
create index claim_cluster_members_of_cluster on claim_cluster_members (cluster_id, claim_id);

-- What speaks for or against a claim, with the numbers of its evidence text. Never a name.
create table claim_signals (
  claim_id bigint not null,
  signal text not null,
  level text not null,
  -- Multiplies the level's weight.
  strength double precision not null,
  -- Decibans, before caps.
  points double precision not null,
  arguments jsonb not null,
  primary key (claim_id, signal)
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create table claim_scores (
  claim_id bigint primary key,
  case_id text not null,
  -- Decibans. 0: as likely as not.
  duplicate double precision not null,
  machine double precision not null,
  -- The score has reached its threshold. Mirrored by the last entry `claim-scored` of the claim's history.
  duplicate_reached boolean not null,
  machine_reached boolean not null,
  catalog integer not null,
  scored_at timestamptz not null,
  -- One in a hundred claims that no score queued, drawn by chance, to learn what scores miss.
  sampled boolean not null
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index claim_scores_sampled on claim_scores (case_id, claim_id) where sampled;
create index claim_scores_machine on claim_scores (case_id, machine desc, claim_id) where machine_reached;
create index claim_scores_duplicate on claim_scores (case_id, duplicate desc, claim_id) where duplicate_reached;

-- Claims that have to be scored again, because of others.
create table claim_scores_due (
  claim_id bigint primary key
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- What a person found out about a claim. A row never changes.
create table claim_verdicts (
  id bigint generated always as identity primary key,
  -- Chosen by the browser, so that a verdict that is sent again is not added twice.
  request_id uuid not null,
  claim_id bigint not null references claims,
  verdict text not null check (verdict in ('genuine', 'duplicate', 'machine', 'unclear')),
  reason text not null check (length(reason) <= 2000),
  at timestamptz not null,
  staff_id uuid not null references staff,
  -- The cluster that was looked at as a whole.
  cluster_id bigint,
  cluster_size integer,
  -- A second reviewer looked at the same claim.
  second boolean not null,
  -- The chance with which the claim came to be looked at: 1, or less for a claim of a random sample.
  probability double precision not null check (probability > 0 and probability <= 1),
  -- What was known of the claim: signals with level and strength, and scores.
  evidence jsonb not null,
  unique (request_id, claim_id),
  -- Nobody is their own second reviewer.
  constraint claim_verdicts_once_each unique (claim_id, staff_id)
);
create index claim_verdicts_of_claim on claim_verdicts (claim_id, id);
create index claim_verdicts_of_cluster on claim_verdicts (cluster_id) where cluster_id is not null;

create trigger claim_verdicts_append_only before update or delete on claim_verdicts
  for each row execute function keep_until_purge('verdicts are only ever added to', 'reason');
create trigger claim_verdicts_never_emptied before truncate on claim_verdicts
  for each statement execute function refuse_change('verdicts are only ever added to');

-- Places that many claimants share, such as a nursing home, and people who help many: what their claims have in common says nothing.
create table neutral_marks (
  id uuid primary key,
  case_id text not null,
  kind text not null check (kind in ('shared-place', 'known-helper')),
  -- The claim by which it was found.
  claim_id bigint not null references claims,
  -- Of `claim_keys`.
  keys bigint[] not null check (cardinality(keys) > 0),
  reason text not null check (length(reason) between 1 and 2000),
  at timestamptz not null,
  staff_id uuid not null references staff,
  withdrawn_at timestamptz,
  withdrawn_by uuid references staff,
  check (num_nonnulls(withdrawn_at, withdrawn_by) in (0, 2))
);
create index neutral_marks_of_case on neutral_marks (case_id, at);
create index neutral_marks_of_claim on neutral_marks (claim_id);

-- One row: how far the job is.
create table integrity_progress (
  id smallint primary key check (id = 1),
  -- Of the catalog of keys and signals. A newer release stores all keys anew, and scores all claims again.
  catalog integer not null,
  -- All entries of `claim_history` up to this ID were looked at.
  last_entry bigint not null,
  -- Of the claims that have scores, those up to this ID have keys of this catalog; null: all have. None is scored before.
  keyed_to bigint,
  -- Claims up to this ID are scored, again if there is a newer catalog or mark; null: all are.
  rescored_to bigint,
  -- When all clusters were last computed anew and compared.
  compared_at timestamptz not null default 'epoch',
  -- Forms, with the deadline after which their claims were linked once more.
  relinked text[] not null default '{}'
);
insert into integrity_progress (id, catalog, last_entry) values (1, 0, 0);

-- Verdicts on clusters as a whole: somebody reviews a sample without seeing scores, and a second person agrees to the verdict on the
-- rest, which a job records claim by claim.
create table cluster_verdicts (
  -- Chosen by the browser, so that a sample is drawn once.
  id uuid primary key,
  -- The cluster may be joined to a larger one later.
  cluster_id bigint not null,
  case_id text not null,
  staff_id uuid not null references staff,
  started_at timestamptz not null,
  -- The members without a verdict, and those of the sample, which the seed decides.
  seed text not null,
  claim_ids bigint[] not null,
  sample_ids bigint[] not null check (cardinality(sample_ids) > 0),
  state text not null default 'sample' check (state in ('sample', 'asked', 'approved', 'recorded', 'declined')),
  verdict text check (verdict in ('genuine', 'duplicate', 'machine')),
  approval_id uuid references approvals,
  -- Claims up to this ID have the verdict, or had another one meanwhile.
  recorded_to bigint not null default 0,
  recorded integer not null default 0,
  check ((state = 'sample') = (verdict is null)),
  check ((state = 'sample') = (approval_id is null))
);
create index cluster_verdicts_of_cluster on cluster_verdicts (cluster_id, started_at);
create index cluster_verdicts_to_record on cluster_verdicts (started_at) where state = 'approved';
-- Until it is decided, one verdict on a cluster at a time for each person, to whom the scores of its sample are hidden.
create unique index cluster_verdicts_begun on cluster_verdicts (staff_id, cluster_id) where state = 'sample';

create function keep_cluster_verdict() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.cluster_id, new.case_id, new.staff_id, new.started_at, new.seed, new.claim_ids, new.sample_ids)
      is not distinct from (old.id, old.cluster_id, old.case_id, old.staff_id, old.started_at, old.seed, old.claim_ids, old.sample_ids)
    and (old.verdict is null or (new.verdict, new.approval_id) is not distinct from (old.verdict, old.approval_id))
  then
    return new;
  end if;
  raise exception 'a verdict on a cluster keeps its sample and claims';
end
$$;
create trigger cluster_verdicts_stay before update or delete on cluster_verdicts
  for each row execute function keep_cluster_verdict();

insert into periodic_jobs (name, due_at) values ('integrity', 'epoch'), ('integrity-nightly', 'epoch');
