import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { canonicalJson } from './canonical-json.ts';

/** What can happen to a claim. Details hold no personal data. */
export type HistoryEvent =
  | {
      readonly kind: 'claim-filed';
      readonly details: {
        formId: string;
        formVersion: number;
        late: boolean;
        documentsDue: boolean;
        suspectedMachine: boolean;
        withoutScript: boolean;
        answersHash: string;
        /** Of what stands in the claim's row beside the answers. Claims that are older than it have none. */
        recordHash?: string;
        /** These too: what a purge leaves in the row, the key as a keyed hash. */
        caseId?: string;
        language?: string;
        documentsExpected?: number;
        duplicateNotice?: boolean;
        idempotencyKeyHash?: string;
      };
    }
  | {
      readonly kind: 'document-stored';
      readonly details: {
        documentId: string;
        /** As it was sent. */
        sha256: string;
        size: number;
        /** As it is kept, where that differs. */
        storedSha256?: string;
        type: string;
        pictureMetadata?: string;
        /** When its first byte came. */
        createdAt: string;
        /** Keyed: a file name can name a person. */
        namesHash: string;
        /** There when a check of it is owed: keyed, of how its tables are to be read. */
        chosenHash?: string;
      };
    }
  /** `finding`: what the virus scanner calls it. */
  | {
      readonly kind: 'document-scanned';
      readonly details: { documentId: string; outcome: string; finding?: string };
    }
  | {
      readonly kind: 'data-checked';
      /**
       * `rows`, `errors` and `amount` (decimal string) of what was read as data; `reportHash` is
       * keyed.
       */
      readonly details: {
        documentId: string;
        outcome: string;
        rows?: number;
        errors?: number;
        amount?: string;
        reportHash: string;
      };
    }
  | { readonly kind: 'receipt-sent'; readonly details: { messageId: string; attempts: number } }
  | { readonly kind: 'receipt-refused'; readonly details: { code: number } }
  /** Answers, tax IDs and documents were deleted, because the time for which personal data is kept was over. */
  | { readonly kind: 'claim-purged'; readonly details: { documents: number; taxIds: number } };

export interface HistoryEntry {
  readonly position: number;
  readonly at: Date;
  readonly kind: string;
  readonly details: Record<string, string | number | boolean>;
  readonly previous_hash: Buffer | null;
  readonly hash: Buffer;
}

/** The hash of an entry: SHA-256 over the claim's number, the entry and the hash of the entry before. */
export function hashEntry(claimNumber: string, entry: Omit<HistoryEntry, 'hash'>): Buffer {
  const { position, at, kind, details, previous_hash: previous } = entry;
  const text = canonicalJson([
    claimNumber,
    position,
    at.toISOString(),
    kind,
    details,
    previous?.toString('hex') ?? null,
  ]);
  return createHash('sha256').update(text).digest();
}

/** A claim's first entry. */
export function firstEntry(claimNumber: string, at: Date, event: HistoryEvent): HistoryEntry {
  return chain(claimNumber, at, event, undefined);
}

/** Adds an entry. The caller's transaction holds the lock on the claim's row, so that no other entry comes between. */
export async function addEntry(
  transaction: Kysely<Tables>,
  claim: { readonly id: string; readonly number: string },
  at: Date,
  event: HistoryEvent,
): Promise<void> {
  const last = await transaction
    .selectFrom('claim_history')
    .select(['position', 'hash'])
    .where('claim_id', '=', claim.id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = chain(claim.number, at, event, last);
  await transaction
    .insertInto('claim_history')
    .values({ claim_id: claim.id, ...entry, details: JSON.stringify(entry.details) })
    .execute();
}

/** The position of the first entry that does not follow from the one before it, or undefined when the whole history is sound. */
export function findBrokenEntry(claimNumber: string, entries: readonly HistoryEntry[]): number | undefined {
  let previous: Buffer | null = null;
  for (const [index, entry] of entries.entries()) {
    const follows = previous === null ? entry.previous_hash === null : (entry.previous_hash?.equals(previous) ?? false);
    if (entry.position !== index + 1 || !follows || !hashEntry(claimNumber, entry).equals(entry.hash)) return index + 1;
    previous = entry.hash;
  }
  return undefined;
}

function chain(
  claimNumber: string,
  at: Date,
  event: HistoryEvent,
  last: { readonly position: number; readonly hash: Buffer } | undefined,
): HistoryEntry {
  const entry = {
    position: (last?.position ?? 0) + 1,
    at,
    kind: event.kind,
    details: event.details,
    previous_hash: last?.hash ?? null,
  };
  return { ...entry, hash: hashEntry(claimNumber, entry) };
}
