import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { addHistoryEntry, lockClaim } from '../claims/claim-history.ts';
import type { Database } from '../database/pool.ts';
import { claimLeases } from '../jobs/claim-leases.ts';
import {
  type JobSource,
  type JobWorker,
  type JobWorkerOptions,
  WorkerStoppedError,
  startJobWorker,
} from '../jobs/job-worker.ts';
import type { UploadStore } from '../storage/upload-store.ts';
import { type ClamdAddress, type ScanResult, pingScanner, scanBytes, ScannerUnreachableError } from './clamd.ts';

interface ScanOptions extends Pick<JobWorkerOptions, 'now' | 'log'> {
  readonly database: Database;
  readonly store: Pick<UploadStore, 'read'>;
  readonly clamd: ClamdAddress;
  /** Called after each scan: work that waited for it can continue. */
  readonly onScanned?: () => void;
}
export interface ScanWorkerOptions extends ScanOptions, Omit<JobWorkerOptions, 'source' | 'concurrency'> {
  /** How long to wait before asking an unreachable scanner again. */
  readonly retryMilliseconds?: number;
}

/** Scans uploads, which stay in quarantine until they are found clean. */
export interface ScanWorker extends JobWorker {
  /** Rejects when the scanner does not answer. */
  probe(): Promise<void>;
}

/** A daemon has ten threads by default, and other programs may use it too. */
const concurrentScans = 3;
const defaultRetryMilliseconds = 2_000;

export function startScanWorker(options: ScanWorkerOptions): ScanWorker {
  const { clamd, log, retryMilliseconds = defaultRetryMilliseconds } = options;
  const probe = () => pingScanner(clamd);
  const source = scanJobs(options, trackScanner(probe, log, retryMilliseconds));
  return { ...startJobWorker({ ...options, source, concurrency: concurrentScans }), probe };
}

/**
 * The scans of received uploads. An upload without a result stays in quarantine and is retried with
 * growing pauses, without end. While the scanner is unreachable, nothing is taken and no attempt
 * counts.
 */
export function scanJobs(options: ScanOptions, scanner: ReturnType<typeof trackScanner>): JobSource {
  const { database, clamd, now, log } = options;
  const leases = claimLeases(database, {
    table: 'claim_documents',
    id: 'id',
    since: 'stored_at',
    finishedAt: 'scanned_at',
    columnPrefix: 'scan_',
    isOpen: sql`job.scan = 'waiting' and job.status = 'stored'`,
  });

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
  type HeldUpload = NonNullable<Awaited<ReturnType<typeof findHeld>>>;

  async function scan({ size, storage_key: key }: HeldUpload, signal: AbortSignal): Promise<ScanResult> {
    if (Number(size) > clamd.maxBytes) return { outcome: 'too-large' };
    const bytes = await options.store.read(key);
    try {
      return await scanBytes(clamd, bytes, signal);
    } finally {
      bytes.destroy();
    }
  }

  /** Stores the result and its history entry in one transaction, unless another process has. */
  async function record(id: string, holder: string, claim: HeldUpload, result: ScanResult): Promise<void> {
    const status = result.outcome === 'too-large' ? 'unscanned-too-large' : result.outcome;
    const finding = result.outcome === 'infected' ? result.finding : undefined;
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
      // An infected data file is not checked.
      if (status === 'infected')
        await transaction
          .updateTable('data_checks')
          .set({ outcome: 'failed', finished_at: at, leased_by: null, leased_until: null })
          .where('document_id', '=', id)
          .where('finished_at', 'is', null)
          .execute();
      await addHistoryEntry(transaction, claim, at, {
        kind: 'document-scanned',
        details: { documentId: id, outcome: status, ...(finding === undefined ? {} : { finding }) },
      });
    });
    if (status !== 'clean') log.warn({ documentId: id, outcome: status, finding }, 'an upload failed its virus scan');
  }

  return {
    name: 'scanning documents',
    leaseNext: async (lease, at) => ((await scanner.isReachable()) ? leases.leaseNext(lease, at) : undefined),
    renew: leases.renew,
    async run(id, holder, signal) {
      const held = await findHeld(id, holder);
      if (held) await record(id, holder, held, await scan(held, signal));
      options.onScanned?.();
    },
    async release(id, holder, error) {
      const isUnreachable = error instanceof ScannerUnreachableError;
      if (isUnreachable) scanner.setUnreachable();
      if (isUnreachable || error instanceof WorkerStoppedError) await leases.giveBack(id, holder);
      else await leases.postpone(id, holder, now());
    },
  };
}

/** Tracks whether the scanner answers. Logs each change once. */
function trackScanner(ping: () => Promise<void>, log: FastifyBaseLogger, retryMilliseconds: number) {
  let state: 'unknown' | 'reachable' | 'unreachable' = 'unknown';
  let nextPingAt = 0;
  const setUnreachable = (error?: unknown) => {
    if (state !== 'unreachable')
      log.warn(error === undefined ? {} : { err: error }, 'the virus scanner cannot be reached; uploads wait for it');
    state = 'unreachable';
    nextPingAt = performance.now() + retryMilliseconds;
  };
  return {
    /** Pings a scanner that was unreachable, at most every few seconds. */
    async isReachable(): Promise<boolean> {
      if (state === 'reachable') return true;
      if (performance.now() < nextPingAt) return false;
      nextPingAt = performance.now() + retryMilliseconds;
      try {
        await ping();
      } catch (error) {
        setUnreachable(error);
        return false;
      }
      if (state === 'unreachable') log.info('the virus scanner is back');
      state = 'reachable';
      return true;
    },
    setUnreachable: () => setUnreachable(),
  };
}
