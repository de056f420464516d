import { type Kysely, sql } from 'kysely';
import type { BlockSummary } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { type Block, type BlockMember, maxBlockSize, summarizeBlock } from './block-summary.ts';
import {
  type BlockingKey,
  blockingKeysOf,
  dataRowKeysOf,
  documentKeyOf,
  isLate,
  type KeyKind,
  unpackBrief,
} from './blocking-keys.ts';
import type { ClaimFeatures } from './claim-features.ts';

/** A claim's key that may have to be stored. */
export interface ClaimKey extends BlockingKey {
  readonly claimId: string;
}

/** All keys of a claim, including those of its files. */
export function claimKeys(claim: ClaimFeatures): ClaimKey[] {
  const keys = [
    ...blockingKeysOf(claim),
    ...claim.documents.map((sha256) => documentKeyOf(claim, sha256)),
    ...dataRowKeysOf(claim),
  ];
  return keys.map((key) => ({ ...key, claimId: claim.id }));
}

export interface StoredBlocks {
  /** Current blocks by key. */
  readonly blocks: ReadonlyMap<string, Block>;
  /** Blocks that new claims joined, with their number of claims before that. */
  readonly grown: readonly { readonly block: Block; readonly before: number }[];
}

interface OpenBlock {
  readonly kind: KeyKind;
  readonly key: string;
  members: BlockMember[];
  readonly ids: Set<string>;
  hub?: { claims: number; readonly summary: BlockSummary };
  added: number;
}

/** Maximum members that are read of a hub. */
const hubMembers = 3;

/**
 * Reads the blocks of claims, and adds the keys that are new. Keys of a hub are only counted.
 * @param counted claims whose keys were never stored: a hub counts each of its claims once
 */
export async function storeKeys(
  transaction: Kysely<Tables>,
  keys: readonly ClaimKey[],
  counted: ReadonlySet<string>,
): Promise<StoredBlocks> {
  const open = await readBlocks(transaction, keys);
  const rows: ClaimKey[] = [];
  for (const each of keys) {
    const block = open.get(each.key);
    if (!block || block.ids.has(each.claimId)) continue;
    if (block.hub) {
      if (!counted.has(each.claimId) && !isLate(each.kind)) continue;
      block.hub.claims += 1;
    } else {
      rows.push(each);
      block.members.push({ claimId: each.claimId, ...unpackBrief(each.brief) });
      if (block.members.length === maxBlockSize)
        block.hub = { claims: maxBlockSize, summary: summarizeBlock(block.kind, sortMembers(block.members)) };
    }
    block.ids.add(each.claimId);
    block.added += 1;
  }
  await insertKeys(transaction, rows);
  const hubs = [...open.values()].filter(({ hub, added }) => hub && added > 0);
  await writeHubs(transaction, hubs);
  const blocks = new Map<string, Block>();
  const grown: { block: Block; before: number }[] = [];
  for (const { kind, key, members, hub, added } of open.values()) {
    const sorted = sortMembers(members);
    const claims = hub?.claims ?? members.length;
    if (claims < 2) continue;
    const block = { kind, key, claims, members: sorted, summary: hub?.summary ?? summarizeBlock(kind, sorted) };
    blocks.set(key, block);
    if (added > 0) grown.push({ block, before: claims - added });
  }
  return { blocks, grown };
}

const sortMembers = (members: readonly BlockMember[]): BlockMember[] =>
  members.toSorted((a, b) => Number(a.claimId) - Number(b.claimId));

async function readBlocks(transaction: Kysely<Tables>, keys: readonly ClaimKey[]): Promise<Map<string, OpenBlock>> {
  const open = new Map<string, OpenBlock>();
  for (const { kind, key } of keys)
    if (!open.has(key)) open.set(key, { kind, key, members: [], ids: new Set(), added: 0 });
  const all = [...open.keys()];
  const hubs = await transaction
    .selectFrom('claim_key_hubs')
    .select(['key', 'claims', 'summary'])
    .where('key', '=', sql<string>`any(${all}::bigint[])`)
    .execute();
  for (const { key, claims, summary } of hubs) {
    const block = open.get(key);
    if (block) block.hub = { claims, summary };
  }
  const limits = all.map((key) => (open.get(key)?.hub ? hubMembers : maxBlockSize));
  // Read as text, which takes a fraction of the time of arrays.
  const { rows } = await sql<{ key: string; members: string }>`
    select wanted.key, found.members
    from unnest(${all}::bigint[], ${limits}::int[]) as wanted (key, members)
    cross join lateral (
      select string_agg(claim_id || ' ' || brief, ' ') as members
      from (select claim_id, brief from claim_keys where key = wanted.key order by claim_id limit wanted.members) as first
    ) as found
    where found.members is not null`.execute(transaction);
  for (const { key, members } of rows) {
    const block = open.get(key);
    if (!block) continue;
    const parts = members.split(' ');
    for (let at = 0; at + 1 < parts.length; at += 2) {
      const claimId = parts[at] ?? '';
      block.ids.add(claimId);
      block.members.push({ claimId, ...unpackBrief(parts[at + 1] ?? '0') });
    }
  }
  return open;
}

async function insertKeys(transaction: Kysely<Tables>, rows: readonly ClaimKey[]): Promise<void> {
  if (rows.length === 0) return;
  // Sorted, so that each page of the index is visited once.
  await sql`
    insert into claim_keys (key, claim_id, brief)
    select * from unnest(
      ${rows.map(({ key }) => key)}::bigint[], ${rows.map(({ claimId }) => claimId)}::bigint[], ${rows.map(({ brief }) => brief)}::bigint[]
    ) as new (key, claim_id, brief)
    order by key, claim_id`.execute(transaction);
}

async function writeHubs(transaction: Kysely<Tables>, hubs: readonly OpenBlock[]): Promise<void> {
  if (hubs.length === 0) return;
  const rows = hubs.map(({ key, kind, hub }) => ({ key, kind, claims: hub?.claims, summary: hub?.summary }));
  await sql`
    insert into claim_key_hubs (key, kind, claims, summary)
    select key, kind, claims, summary
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as hub (key bigint, kind text, claims int, summary jsonb)
    order by key
    on conflict (key) do update set claims = excluded.claims`.execute(transaction);
}
