import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { type Block, hasPassedStep } from './block-summary.ts';
import type { ClaimFeatures } from './claim-features.ts';
import type { Comparison } from './compare-claims.ts';
import { findSignals, type Partner, type SignalContext } from './find-signals.ts';
import { bitOf, countWays } from './link-kinds.ts';
import {
  type Candidate,
  chooseLinks,
  compareAll,
  findCandidates,
  type Link,
  sharedKinds,
  writeLinks,
} from './link-claims.ts';
import { anyOf, type IntegrityContext, loadClaims } from './load-claims.ts';
import { readMembers } from './read-mailed-members.ts';
import { scoreClaim, thresholdsOf } from './score-claim.ts';
import { publishedWeights } from './signal-catalog.ts';
import { joinClusters, listMembers, readClusters } from './store-clusters.ts';
import { claimKeys, storeKeys } from './store-keys.ts';
import { countClaims, countNames, readNameShares, readUsual } from './baseline-rates.ts';
import { type ScoredClaim, writeScores } from './write-scores.ts';

/** Maximum members of a grown block or cluster that are scored again. */
const maxAgain = 200;

/**
 * Scores new claims and rescores old ones: stores their keys, compares them with the others in
 * their blocks, links and clusters them, and writes signals and scores. Other claims whose signals
 * may have changed are queued for scoring.
 */
export async function scoreBatch(
  transaction: Kysely<Tables>,
  context: Pick<IntegrityContext, 'settlement' | 'keys' | 'now'>,
  claimIds: readonly string[],
): Promise<void> {
  const loaded = await loadClaims(transaction, context, claimIds);
  const claims = [...loaded.values()].sort((a, b) => Number(a.id) - Number(b.id));
  if (claims.length === 0) return;
  const scoredBefore = new Set(
    (
      await transaction.selectFrom('claim_scores').select('claim_id').where('claim_id', '=', anyOf(claimIds)).execute()
    ).map(({ claim_id: id }) => id),
  );
  const newClaims = claims.filter(({ id }) => !scoredBefore.has(id));
  const keysOf = new Map(claims.map((claim) => [claim.id, claimKeys(claim)]));
  const { blocks, grown } = await storeKeys(
    transaction,
    [...keysOf.values()].flat(),
    new Set(newClaims.map(({ id }) => id)),
  );
  if (newClaims.length > 0) {
    await countClaims(transaction, newClaims);
    await countNames(transaction, newClaims);
  }
  const neutral = await readNeutralKeys(transaction);
  const blocksOf = new Map(
    claims.map(({ id }) => [
      id,
      (keysOf.get(id) ?? []).flatMap(({ key }) => (neutral.has(key) ? [] : (blocks.get(key) ?? []))),
    ]),
  );
  const candidatesOf = new Map(claims.map((claim) => [claim.id, findCandidates(claim, blocksOf.get(claim.id) ?? [])]));
  const missing = new Set(
    [...candidatesOf.values()].flat().flatMap(({ claimId }) => (loaded.has(claimId) ? [] : [claimId])),
  );
  const all = new Map([...loaded, ...(await loadClaims(transaction, context, [...missing]))]);
  const shares = await readNameShares(transaction, [...all.values()]);
  const comparisonsOf = new Map(
    claims.map((claim) => [
      claim.id,
      compareAll(claim, candidatesOf.get(claim.id) ?? [], all, shares, blocksOf.get(claim.id) ?? []),
    ]),
  );
  const { clusters, linksOf } = await linkClaims(transaction, context, claims, blocksOf, comparisonsOf);
  const usualOf = await readUsual(transaction, claims);
  const memberOf = await readMembers(transaction, claims);
  const fraudulent = await readFraudulent(transaction, context.settlement, [...blocksOf.values()].flat());
  const sentProof = await readSentProof(transaction, claims);
  const weights = publishedWeights(context.settlement.integrity?.weights);
  const thresholds = thresholdsOf(context.settlement);
  const at = context.now();
  const scored = claims.map((claim): ScoredClaim => {
    const ownBlocks = blocksOf.get(claim.id) ?? [];
    const cluster = clusters.clusterOf.get(claim.id);
    const inPattern = ownBlocks.find(({ kind }) => kind === 'email-pattern')?.claims ?? 1;
    const signalContext: SignalContext = {
      claim,
      blocks: ownBlocks,
      partners: partnersOf(claim, candidatesOf.get(claim.id) ?? [], comparisonsOf.get(claim.id) ?? new Map(), all),
      clusterSize: cluster === undefined ? 1 : (clusters.sizes.get(cluster) ?? 1),
      linkKinds: countWays(linksOf.get(claim.id) ?? 0),
      member: memberOf(claim),
      usual: usualOf(claim, inPattern),
      fraudulentContacts: countFraudulent(claim, ownBlocks, fraudulent),
      sentProof: sentProof.has(claim.id),
    };
    return { claim, scores: scoreClaim(findSignals(signalContext), weights, thresholds) };
  });
  await markAffected(
    transaction,
    new Set(claims.map(({ id }) => id)),
    new Set(newClaims.map(({ id }) => id)),
    grown,
    clusters.grown,
    linksOf,
    all,
    comparisonsOf,
  );
  await transaction.deleteFrom('claim_scores_due').where('claim_id', '=', anyOf(claimIds)).execute();
  await writeScores(transaction, scored, at);
}

/** Keys of shared places and known helpers: sharing them is not evidence. */
async function readNeutralKeys(transaction: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const marks = await transaction
    .selectFrom('neutral_marks')
    .select('keys')
    .where('withdrawn_at', 'is', null)
    .execute();
  return new Set(marks.flatMap(({ keys }) => keys));
}

/** Links the claims of a batch, in order of their IDs, and joins the clusters. */
async function linkClaims(
  transaction: Kysely<Tables>,
  { now }: Pick<IntegrityContext, 'now'>,
  claims: readonly ClaimFeatures[],
  blocksOf: ReadonlyMap<string, readonly Block[]>,
  comparisonsOf: ReadonlyMap<string, ReadonlyMap<string, Comparison>>,
) {
  const sharedOf = new Map(claims.map((claim) => [claim.id, sharedKinds(claim, blocksOf.get(claim.id) ?? [])]));
  const involved = new Set(claims.map(({ id }) => id));
  for (const shared of sharedOf.values()) for (const id of shared.keys()) involved.add(id);
  for (const comparisons of comparisonsOf.values()) for (const id of comparisons.keys()) involved.add(id);
  const before = await readClusters(transaction, [...involved]);
  const inBatch = new Set(claims.map(({ id }) => id));
  const links: Link[] = [];
  const linksOf = new Map<string, number>();
  const remember = (id: string, kinds: number) => linksOf.set(id, (linksOf.get(id) ?? 0) | kinds);
  for (const claim of claims) {
    const chosen = chooseLinks(
      claim,
      // Pairs within the batch are linked from the newer claim.
      new Map([...(sharedOf.get(claim.id) ?? [])].filter(([id]) => !inBatch.has(id) || Number(id) < Number(claim.id))),
      new Map(
        [...(comparisonsOf.get(claim.id) ?? [])].filter(([id]) => !inBatch.has(id) || Number(id) < Number(claim.id)),
      ),
      (id) => before.clusterOf.get(id) ?? id,
    );
    for (const link of chosen) {
      remember(link.claimId, link.kinds);
      remember(link.otherId, link.kinds);
    }
    links.push(...chosen);
  }
  await writeLinks(transaction, links);
  const caseIds = new Map(claims.map(({ id, caseId }) => [id, caseId]));
  const caseOfLink = new Map(
    links.flatMap(({ claimId, otherId }) => {
      const caseId = caseIds.get(claimId) ?? caseIds.get(otherId) ?? '';
      return [[claimId, caseId] as const, [otherId, caseId] as const];
    }),
  );
  const clusters = await joinClusters(transaction, before, links, {
    caseOf: (id) => caseOfLink.get(id) ?? '',
    at: now(),
  });
  return { clusters, linksOf };
}

function partnersOf(
  claim: ClaimFeatures,
  candidates: readonly Candidate[],
  comparisons: ReadonlyMap<string, Comparison>,
  all: ReadonlyMap<string, ClaimFeatures>,
): Partner[] {
  return candidates.flatMap(({ claimId, shared }): Partner[] => {
    const other = all.get(claimId);
    const comparison = comparisons.get(claimId);
    if (!other || !comparison) return [];
    const isEarlier = Number(other.id) < Number(claim.id);
    const { number, loggedIn, name, mailbox } = other;
    return [{ claimId, number, isEarlier, loggedIn, name, mailbox, shared, comparison }];
  });
}

/**
 * Members found fraudulent, by their last verdict or by decision, which make others in their blocks
 * suspicious.
 */
async function readFraudulent(
  transaction: Kysely<Tables>,
  { review }: IntegrityContext['settlement'],
  blocks: readonly Block[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(
    blocks.filter(({ kind }) => contactKinds.has(kind)).flatMap(({ members }) => members.map(({ claimId }) => claimId)),
  );
  if (ids.size === 0) return ids;
  const reasons = review.reasons.flatMap(({ id, isFraud }) => (isFraud === true ? [id] : []));
  const { rows } = await sql<{ claim_id: string }>`
    select claim_id from (
      select distinct on (claim_id) claim_id, verdict from claim_verdicts where claim_id = ${anyOf([...ids])}
      order by claim_id, id desc
    ) as last where verdict = 'machine'
    union
    select claim_id from claim_review
    where claim_id = ${anyOf([...ids])} and status in ('denied', 'final') and reasons && ${reasons}::text[]`.execute(
    transaction,
  );
  return new Set(rows.map(({ claim_id: id }) => id));
}

const contactKinds: ReadonlySet<string> = new Set(['phone', 'mailbox', 'browser']);

const countFraudulent = ({ id }: ClaimFeatures, blocks: readonly Block[], fraudulent: ReadonlySet<string>): number =>
  new Set(
    blocks
      .filter(({ kind }) => contactKinds.has(kind))
      .flatMap(({ members }) => members.map(({ claimId }) => claimId))
      .filter((claimId) => claimId !== id && fraudulent.has(claimId)),
  ).size;

/** Claims with a document that arrived after a letter about a deficiency asked for it. */
async function readSentProof(
  transaction: Kysely<Tables>,
  claims: readonly ClaimFeatures[],
): Promise<ReadonlySet<string>> {
  const ids = claims.filter(({ documents }) => documents.length > 0).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ claim_id: string }>`
    select distinct letter.claim_id from claim_history letter
    where letter.claim_id = ${anyOf(ids)} and letter.kind = 'letter-mailed' and letter.details->>'letter' = 'deficiency'
      and exists (
        select from claim_history document
        where document.claim_id = letter.claim_id and document.kind = 'document-stored' and document.position > letter.position
      )`.execute(transaction);
  return new Set(rows.map(({ claim_id: id }) => id));
}

/** Cluster sizes at which the `linked` signal of the members changes. */
const clusterSteps = [7, 20];

/** Queues claims outside the batch whose signals may have changed. */
async function markAffected(
  transaction: Kysely<Tables>,
  batch: ReadonlySet<string>,
  newIds: ReadonlySet<string>,
  grown: readonly { readonly block: Block; readonly before: number }[],
  clusters: readonly { readonly id: string; readonly before: number; readonly size: number }[],
  linksOf: ReadonlyMap<string, number>,
  all: ReadonlyMap<string, ClaimFeatures>,
  comparisonsOf: ReadonlyMap<string, ReadonlyMap<string, Comparison>>,
): Promise<void> {
  const due = new Set<string>();
  for (const { block, before } of grown) {
    // A hub says nothing new about its first claims. The file of an older claim may be checked
    // after that of a newer one, which repeats it.
    if (block.kind !== 'data-rows' && (unaffectedKinds.has(block.kind) || !hasPassedStep(before, block.claims)))
      continue;
    for (const { claimId } of block.members.slice(0, maxAgain)) due.add(claimId);
  }
  const passed = clusters.filter(({ before, size }) => clusterSteps.some((step) => before < step && step <= size));
  if (passed.length > 0)
    for (const id of await listMembers(
      transaction,
      passed.map(({ id: cluster }) => cluster),
      maxAgain,
    ))
      due.add(id);
  // A new claim with the same typed Notice ID also changes the signals of the older claim. Only new
  // claims trigger this: two rescored claims would queue each other endlessly.
  for (const [newer, comparisons] of comparisonsOf) {
    if (!newIds.has(newer)) continue;
    for (const id of comparisons.keys()) {
      const isLinkedByNotice = ((linksOf.get(id) ?? 0) & bitOf('notice')) !== 0;
      if (isLinkedByNotice && all.get(id)?.loggedIn === false) due.add(id);
    }
  }
  const outside = [...due].filter((id) => !batch.has(id));
  if (outside.length === 0) return;
  await sql`
    insert into claim_scores_due (claim_id) select id from unnest(${outside}::bigint[]) as id order by id
    on conflict do nothing`.execute(transaction);
}

/** Blocks whose size is not a signal. */
const unaffectedKinds: ReadonlySet<string> = new Set([
  'notice',
  'answers',
  'tax-id',
  'document',
  'surname-zip',
  'name-state',
]);
