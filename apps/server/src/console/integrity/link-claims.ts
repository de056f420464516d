import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Block, BlockMember } from './block-summary.ts';
import type { KeyKind } from './blocking-keys.ts';
import type { ClaimFeatures } from './claim-features.ts';
import { compareClaims, type Comparison, type NameShares } from './compare-claims.ts';
import { bitOf, countWays, isStrong, linkKindOf } from './link-kinds.ts';

/** A pair of claims, from the one with the higher ID. */
export interface Link {
  readonly claimId: string;
  readonly otherId: string;
  readonly kinds: number;
  readonly decibans: number;
  readonly strong: boolean;
}

/** Another claim, with the keys that both have in common. */
export interface Candidate {
  readonly claimId: string;
  readonly shared: Set<KeyKind>;
}

/** Blocks in which two claims may be one person's, and the size above which names must be equal. */
const pairKinds: ReadonlySet<KeyKind> = new Set<KeyKind>([
  'notice',
  'answers',
  'tax-id',
  'document',
  'mailbox',
  'phone',
  'address',
  'building',
  'family',
  'surname-zip',
  'name-state',
  'data-rows',
]);
const smallBlock = 8;
/** In blocks up to this size, names of people in one house may be misspelled. */
const smallHouseBlock = 24;
/** In blocks up to this size, every claim may vary the name. */
const smallContactBlock = 16;
const smallSizes: ReadonlyMap<KeyKind, number> = new Map([
  ...(['mailbox', 'phone', 'family', 'surname-zip'] as const).map((kind) => [kind, smallContactBlock] as const),
  ...(['address', 'building'] as const).map((kind) => [kind, smallHouseBlock] as const),
]);
/** A name that more claims of a state share finds too many strangers. */
const maxNameBlock = 40;
const maxCandidates = 60;

/**
 * Finds other claims that may be from the same claimant: in blocks where names are alike, or in
 * small blocks. Those with most in common come first.
 */
export function findCandidates(claim: ClaimFeatures, blocks: readonly Block[]): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const { kind, members } of blocks) {
    if (!pairKinds.has(kind)) continue;
    const isByName = kind === 'surname-zip' || kind === 'name-state';
    if (isByName && members.length > maxNameBlock) continue;
    const own = members.find(({ claimId }) => claimId === claim.id);
    const isSmall = members.length <= (smallSizes.get(kind) ?? smallBlock);
    for (const member of members) {
      if (member.claimId === claim.id) continue;
      if (!isSmall && !isWorthComparing(own, member, kind)) continue;
      const known = candidates.get(member.claimId);
      if (known) known.shared.add(kind);
      else candidates.set(member.claimId, { claimId: member.claimId, shared: new Set([kind]) });
    }
  }
  const sorted = [...candidates.values()].sort(
    (a, b) => b.shared.size - a.shared.size || Number(a.claimId) - Number(b.claimId),
  );
  return sorted.slice(0, maxCandidates);
}

const alwaysCompared: ReadonlySet<KeyKind> = new Set<KeyKind>(['notice', 'answers', 'tax-id', 'document', 'data-rows']);

/**
 * Equal documents, answers, rows or IDs are always compared; for values that households share, a
 * first name has to agree.
 */
function isWorthComparing(own: BlockMember | undefined, other: BlockMember, kind: KeyKind): boolean {
  if (alwaysCompared.has(kind) || !own) return true;
  const sameSurname = own.surname === other.surname;
  return kind === 'building' || kind === 'surname-zip'
    ? sameSurname && own.given === other.given
    : sameSurname || own.given === other.given;
}

/** The things that a claim shares with each other claim of its blocks, as bits of link kinds. */
export function sharedKinds(claim: ClaimFeatures, blocks: readonly Block[]): Map<string, number> {
  const shared = new Map<string, number>();
  for (const { kind, members } of blocks) {
    const link = linkKindOf(kind);
    if (link === undefined) continue;
    // Numbers that only begin alike are not a link, unless they were counted up.
    if (kind === 'phone-run') continue;
    const bit = bitOf(link);
    for (const { claimId } of members) if (claimId !== claim.id) shared.set(claimId, (shared.get(claimId) ?? 0) | bit);
  }
  return shared;
}

/** At this many decibans, two claims are linked as one person's. */
const personDecibans = 8;
/** Weak links that are worth showing. */
const weakKinds = bitOf('phone') | bitOf('address');
/** Maximum links that are stored besides those that join clusters. */
const maxLinks = 8;

/**
 * Chooses the links of a claim to store: one to each cluster that a strong link reaches, and the
 * strongest others.
 * @param clusterOf returns the cluster of a claim, or the claim itself
 */
export function chooseLinks(
  claim: ClaimFeatures,
  shared: ReadonlyMap<string, number>,
  comparisons: ReadonlyMap<string, Comparison>,
  clusterOf: (claimId: string) => string,
): Link[] {
  const links: Link[] = [];
  for (const otherId of new Set([...shared.keys(), ...comparisons.keys()])) {
    const { decibans = -60, isLinkedByRows = false } = comparisons.get(otherId) ?? {};
    const compared = (decibans >= personDecibans ? bitOf('person') : 0) | (isLinkedByRows ? bitOf('data-rows') : 0);
    const kinds = (shared.get(otherId) ?? 0) | compared;
    if (kinds === 0) continue;
    const strong = isStrong(kinds);
    // Thousands share a domain or a network: such a link alone is counted, but not stored.
    if (!strong && (kinds & weakKinds) === 0) continue;
    const isNewer = Number(claim.id) > Number(otherId);
    const [claimId, other] = isNewer ? [claim.id, otherId] : [otherId, claim.id];
    links.push({ claimId, otherId: other, kinds, decibans, strong });
  }
  links.sort(
    (a, b) =>
      Number(b.strong) - Number(a.strong) ||
      countWays(b.kinds) - countWays(a.kinds) ||
      b.decibans - a.decibans ||
      Number(a.claimId) - Number(b.claimId) ||
      Number(a.otherId) - Number(b.otherId),
  );
  const reached = new Set<string>();
  return links.filter((link, index) => {
    const cluster = clusterOf(link.claimId === claim.id ? link.otherId : link.claimId);
    const joins = link.strong && !reached.has(cluster);
    if (link.strong) reached.add(cluster);
    return joins || index < maxLinks;
  });
}

export function compareAll(
  claim: ClaimFeatures,
  candidates: readonly Candidate[],
  loaded: ReadonlyMap<string, ClaimFeatures>,
  shares: NameShares,
  blocks: readonly Block[],
): Map<string, Comparison> {
  const claimsWith = (wanted: KeyKind) => blocks.find(({ kind }) => kind === wanted)?.claims ?? 1;
  const crowd = { house: claimsWith('building'), phone: claimsWith('phone'), mailbox: claimsWith('mailbox') };
  const comparisons = new Map<string, Comparison>();
  for (const { claimId } of candidates) {
    const other = loaded.get(claimId);
    if (other && other.formId === claim.formId) comparisons.set(claimId, compareClaims(claim, other, shares, crowd));
  }
  return comparisons;
}

/** Writes links. Existing links get the new values. */
export async function writeLinks(transaction: Kysely<Tables>, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const unique = new Map(links.map((link) => [`${link.claimId} ${link.otherId}`, link]));
  const rows = [...unique.values()].map(({ claimId, otherId, ...link }) => ({
    claim_id: claimId,
    other_id: otherId,
    ...link,
  }));
  await sql`
    insert into claim_links (claim_id, other_id, kinds, decibans, strong)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as link (claim_id bigint, other_id bigint, kinds int, decibans float8, strong boolean)
    order by claim_id, other_id
    on conflict (claim_id, other_id) do update
      set kinds = claim_links.kinds | excluded.kinds, decibans = excluded.decibans,
        strong = claim_links.strong or excluded.strong
      where (claim_links.kinds | excluded.kinds, claim_links.decibans) is distinct from (claim_links.kinds, excluded.decibans)`.execute(
    transaction,
  );
}
