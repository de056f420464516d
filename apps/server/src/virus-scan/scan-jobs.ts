import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { addEntry } from '../claims/claim-history.ts';
import type { Database } from '../database/pool.ts';
import type { LeasedWork } from '../jobs/leased-work.ts';
import { WorkStoppedError } from '../jobs/leased-work.ts';
import type { UploadStore } from '../storage/upload-store.ts';
import { lockClaim } from '../uploads/record-upload.ts';
import { nextByClaim, recently } from '../jobs/next-by-claim.ts';
import type { ClamdAddress, Patience, ScanVerdict } from './clamd.ts';
import { scanBytes, ScannerAwayError } from './clamd.ts';
import type { ScannerWatch } from './scanner-watch.ts';

export interface ScanRoom {
  readonly database: Database;
  readonly store: Pick<UploadStore, 'read'>;
  readonly clamd: ClamdAddress;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
  readonly patience?: Patience;
}

const longestPauseSeconds = 5 * 60;

/**
 * Scanning documents as work that any process takes up. It is never given up: a document that gets no verdict stays in quarantine and is tried again,
 * with growing pauses. While the scanner is away nothing is taken, and no attempt counts.
 */
export function scanWork(context: ScanRoom, watch: ScannerWatch): LeasedWork {
  const { database, clamd, now, log } = context;

  async function findHeld(id: string, holder: string) {
    return database
      .selectFrom('claim_documents')
      .innerJoin('claims', 'claims.id', 'claim_documents.claim_id')
      .select(['claims.id', 'claims.number', 'claim_documents.storage_key', 'claim_documents.size'])
      .where('claim_documents.id', '=', id)
      .where('claim_documents.status', '=', 'stored')
      .where('scan', '=', 'waiting')
      .where('scan_leased_by', '=', holder)
      .executeTakeFirst();
  }
  type Held = NonNullable<Awaited<ReturnType<typeof findHeld>>>;

  async function scan({ size, storage_key: key }: Held, signal: AbortSignal): Promise<ScanVerdict> {
    if (Number(size) > clamd.largest) return { outcome: 'too-large' };
    const bytes = await context.store.read(key);
    try {
      return await scanBytes(clamd, bytes, signal, context.patience);
    } finally {
      bytes.destroy();
    }
  }

  /** The verdict, and that it is there, in the claim's history: both or neither, and only once. */
  async function record(id: string, holder: string, claim: Held, verdict: ScanVerdict): Promise<void> {
    const status = verdict.outcome === 'too-large' ? 'unscanned-too-large' : verdict.outcome;
    const finding = verdict.outcome === 'infected' ? verdict.finding : undefined;
    await database.transaction().execute(async (transaction) => {
      await lockClaim(transaction, claim);
      const at = now();
      const recorded = await transaction
        .updateTable('claim_documents')
        .set({
          scan: status,
          scanned_at: at,
          scan_finding: finding ?? null,
          scan_leased_by: null,
          scan_leased_until: null,
        })
        .where('id', '=', id)
        .where('status', '=', 'stored')
        .where('scan', '=', 'waiting')
        .where('scan_leased_by', '=', holder)
        .executeTakeFirst();
      if (recorded.numUpdatedRows === 0n) return;
      // Nobody reads it any more.
      if (status === 'infected')
        await transaction
          .updateTable('data_checks')
          .set({ outcome: 'failed', finished_at: at, leased_by: null, leased_until: null })
          .where('document_id', '=', id)
          .where('finished_at', 'is', null)
          .execute();
      await addEntry(transaction, claim, at, {
        kind: 'document-scanned',
        details: { documentId: id, outcome: status, ...(finding === undefined ? {} : { finding }) },
      });
    });
    if (status !== 'clean') log.warn({ documentId: id, outcome: status, finding }, 'a document needs a look');
  }

  return {
    name: 'scanning documents',
    async take(lease, at) {
      if (!(await watch.isThere())) return undefined;
      const { rows } = await sql<{ id: string }>`
        update claim_documents
        set scan_leased_by = ${lease.holder}, scan_leased_until = ${lease.until}, scan_attempts = scan_attempts + 1
        where id = ${nextByClaim({
          table: 'claim_documents',
          id: 'id',
          since: 'stored_at',
          waits: sql`each.scan = 'waiting' and each.status = 'stored'
            and (each.scan_leased_until is null or each.scan_leased_until <= ${at})`,
          isTaken: sql`other.scanned_at > ${recently(at)} or other.scan_leased_until > ${at}`,
        })}
        returning id`.execute(database);
      return rows[0]?.id;
    },
    async renew(id, { holder, until }) {
      const renewed = await database
        .updateTable('claim_documents')
        .set({ scan_leased_until: until })
        .where('id', '=', id)
        .where('scan_leased_by', '=', holder)
        .where('scan', '=', 'waiting')
        .executeTakeFirst();
      return renewed.numUpdatedRows > 0n;
    },
    async carryOut(id, holder, signal) {
      const held = await findHeld(id, holder);
      if (!held) return;
      await record(id, holder, held, await scan(held, signal));
    },
    async release(id, holder, error) {
      // Neither says anything about the document.
      const isNoAttempt = error instanceof WorkStoppedError || error instanceof ScannerAwayError;
      if (error instanceof ScannerAwayError) watch.isAway();
      const rested = sql<Date>`${now()}::timestamptz + least(2 ^ least(scan_attempts, 16), ${longestPauseSeconds}) * interval '1 second'`;
      await database
        .updateTable('claim_documents')
        .set((set) => ({
          scan_leased_by: null,
          ...(isNoAttempt
            ? { scan_leased_until: null, scan_attempts: set('scan_attempts', '-', 1) }
            : { scan_leased_until: rested }),
        }))
        .where('id', '=', id)
        .where('scan_leased_by', '=', holder)
        .execute();
    },
  };
}
