import { Readable } from 'node:stream';
import { addHistoryEntry, lockClaim } from '../history/claim-history.ts';
import type { Database } from '../../platform/database/pool.ts';
import { updateHeldJob } from '../../platform/jobs/held-jobs.ts';
import { isHeldJob, jobLeases, LeaseLostError } from '../../platform/jobs/job-leases.ts';
import {
  fileJobAttempts,
  type JobRunner,
  type JobRunnerOptions,
  type JobSource,
  startJobs,
} from '../../platform/jobs/job-runner.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { UploadStore } from '../../platform/storage/upload-store.ts';
import { type ClamdAddress, type ScanResult, pingScanner, scanBytes, ScannerUnreachableError } from './clamd.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

interface ScanOptions extends Pick<JobRunnerOptions, 'now' | 'log'> {
  readonly database: Database;
  readonly store: Pick<UploadStore, 'read'>;
  readonly clamd: ClamdAddress;
  readonly keys: Pick<Keys, 'answers'>;
}
export type ScanWorkerOptions = ScanOptions & JobRunnerOptions;

/** Scans uploads, which stay in quarantine until they are found clean. */
export interface ScanWorker extends JobRunner {
  /** Rejects when the scanner does not answer. */
  probe(): Promise<void>;
  /** Scans a file whose sender waits. */
  scan(bytes: Buffer): Promise<ScanResult>;
}

/** The daemon's own `MaxScanTime`. */
const maxWaitMilliseconds = 120_000;

export function startScanWorker(options: ScanWorkerOptions): ScanWorker {
  const { clamd } = options;
  return {
    ...startJobs(scanJobs(options), options),
    probe: () => pingScanner(clamd),
    scan: async (bytes) =>
      bytes.length > clamd.maxBytes
        ? { outcome: 'unscanned-too-large' }
        : scanBytes(clamd, Readable.from([bytes]), AbortSignal.timeout(maxWaitMilliseconds)),
  };
}

/** Scans received uploads. An upload without a result stays in quarantine. */
export function scanJobs(options: ScanOptions): JobSource {
  const { database, clamd, keys, now, log } = options;

  async function readHeld(id: string, holder: string) {
    return database
      .selectFrom('claim_documents as job')
      .innerJoin('claims', 'claims.id', 'job.claim_id')
      .select(['claims.id', 'claims.number', 'job.storage_key', 'job.size'])
      .where(isHeldJob('scan', id, holder))
      .executeTakeFirstOrThrow(() => new LeaseLostError());
  }
  type HeldUpload = Awaited<ReturnType<typeof readHeld>>;

  async function scan({ size, storage_key: key }: HeldUpload, signal: AbortSignal): Promise<ScanResult> {
    if (Number(size) > clamd.maxBytes) return { outcome: 'unscanned-too-large' };
    // A file that crashes the scanner must count as an attempt; a scanner that is down must not.
    await pingScanner(clamd);
    const bytes = options.store.read(key);
    try {
      return await scanBytes(clamd, bytes, signal);
    } finally {
      bytes.destroy();
    }
  }

  /** Stores the result and its history entry in one transaction. */
  async function record(id: string, holder: string, claim: HeldUpload, result: ScanResult): Promise<void> {
    const { outcome, finding } = result;
    await database.transaction().execute(async (transaction) => {
      await lockClaim(transaction, claim);
      const at = now();
      const job = { id, leased_by: holder };
      const set = { scan: outcome, scanned_at: at, scan_finding: finding ?? null, scan_leased_by: null };
      const recorded = await updateHeldJob(transaction, 'scan', job, set);
      // An infected data file is not checked.
      const check =
        outcome === 'infected'
          ? await transaction
              .updateTable('data_checks')
              .set({ outcome: 'failed', finished_at: at, leased_by: null })
              .where('document_id', '=', id)
              .where('finished_at', 'is', null)
              .returningAll()
              .executeTakeFirst()
          : undefined;
      await addHistoryEntry(transaction, claim, at, {
        kind: 'document-scanned',
        details: { documentId: id, ...result },
        rows: { ...hashRow('claim_documents', recorded, keys), ...(check && hashRow('data_checks', check, keys)) },
      });
    });
    if (outcome !== 'clean') log.warn({ documentId: id, ...result }, 'an upload failed its virus scan');
  }

  return {
    name: 'scan',
    leases: jobLeases(database, 'scan'),
    // A daemon has ten threads by default, which other programs may also use.
    concurrency: 3,
    ...fileJobAttempts,
    async run(id, holder, signal) {
      try {
        const held = await readHeld(id, holder);
        await record(id, holder, held, await scan(held, signal));
        return 'done';
      } catch (error) {
        if (error instanceof ScannerUnreachableError) return { unavailable: error };
        throw error;
      }
    },
  };
}
