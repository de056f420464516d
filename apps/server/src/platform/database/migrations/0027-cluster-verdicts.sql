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

-- Whether percentages can be shown is asked with every claim that somebody opens.
create index claim_verdicts_of_samples on claim_verdicts (claim_id) where probability < 1;
