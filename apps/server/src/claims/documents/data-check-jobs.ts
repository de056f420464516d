import { sql } from 'kysely';
import type { Settlement } from '@redress/contract/settlement';
import type { CheckedFile, ChosenTable, RowSketch } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import { addHistoryEntry, lockClaim } from '../history/claim-history.ts';
import type { ClaimsContext } from '../context.ts';
import type { ScanStatus } from './tables.ts';
import { storeSketch } from './row-sketches.ts';
import { updateHeldJob } from '../../platform/jobs/held-jobs.ts';
import { isHeldJob, jobLeases, LeaseLostError } from '../../platform/jobs/job-leases.ts';
import { type JobRunner, type JobRunnerOptions, type JobSource, startJobs } from '../../platform/jobs/job-runner.ts';
import { runInProcess } from '../../platform/jobs/task-process.ts';
import type { StoredFile } from '../../platform/storage/stored-file.ts';
import type { UploadStore } from '../../platform/storage/upload-store.ts';
import { totalReport } from './format-data-checks.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

/** The task of a process, as plain data. */
export interface CheckRequest {
  readonly file: StoredFile;
  readonly rules: DataRules;
  readonly chosen?: readonly ChosenTable[];
}

export interface CheckedUpload {
  readonly checked: CheckedFile;
  /** Used to compare the rows with those of other claims. */
  readonly sketch?: RowSketch;
}

interface ProcessOptions {
  readonly script?: URL;
  /** A check that takes longer is stuck, or would keep all others waiting. */
  readonly maxMilliseconds?: number;
  /** The default is several times the need of the largest known file. */
  readonly heapMegabytes?: number;
}

interface DataCheckOptions extends Pick<ClaimsContext, 'database' | 'keys' | 'now'> {
  readonly store: Pick<UploadStore, 'fileOf'>;
  readonly settlement: Pick<Settlement, 'dataRules'>;
  /** A virus scanner is configured: files wait until it has cleared them. */
  readonly isScanned?: boolean;
  readonly process?: ProcessOptions;
  /** Replaces the separate process; only for files that are known to be harmless. */
  readonly check?: (request: CheckRequest, signal: AbortSignal) => Promise<CheckedUpload>;
}
export type DataCheckWorkerOptions = DataCheckOptions & JobRunnerOptions;

/** The base time for a file of any size. Reading from a slow disk on a busy machine takes less. */
const minMilliseconds = 2 * 60 * 1_000;
/** The time added per megabyte, about ten times what a check needs. */
const millisecondsPerMegabyte = 500;

/** Files up to this size have about a hundred thousand rows and take seconds to check. */
const maxSmallBytes = 20 * 1024 * 1024;
/** A range includes files of more than `above` and up to `upTo` bytes. */
const anySize = { above: -1, upTo: Number.MAX_SAFE_INTEGER };
const sizeRanges = [
  { ...anySize, upTo: maxSmallBytes },
  { ...anySize, above: maxSmallBytes },
];
const scannedStatuses = ['clean', 'unscanned-too-large'] satisfies ScanStatus[];
const unscannedStatuses = ['waiting', ...scannedStatuses] satisfies ScanStatus[];

/** Checks one small and one large file at a time, so that small files never wait for large ones. */
export function startDataCheckWorker(options: DataCheckWorkerOptions): Pick<JobRunner, 'stop'> {
  const runners = sizeRanges.map((range) => startJobs(dataCheckJobs(options, range), options));
  return { stop: async () => void (await Promise.all(runners.map((runner) => runner.stop()))) };
}

/** Checks received data files, each in a process, and stores the reports with their claims. */
export function dataCheckJobs(options: DataCheckOptions, { above, upTo } = anySize): JobSource {
  const { database, keys, now } = options;
  const scans = options.isScanned ? scannedStatuses : unscannedStatuses;
  const isReady = sql`exists (select from claim_documents upload where upload.id = job.document_id
    and size > ${above} and size <= ${upTo} and scan = any(${scans}))`;

  async function readHeld(id: string, holder: string) {
    return database
      .selectFrom('data_checks as job')
      .innerJoin('claims', 'claims.id', 'job.claim_id')
      .innerJoin('claim_documents', 'claim_documents.id', 'job.document_id')
      .select(['claims.id', 'claims.number', 'claims.form_id', 'job.chosen'])
      .select(['claim_documents.name', 'claim_documents.size', 'claim_documents.storage_key'])
      .where(isHeldJob('data-check', id, holder))
      .executeTakeFirstOrThrow(() => new LeaseLostError());
  }
  type HeldCheck = Awaited<ReturnType<typeof readHeld>>;

  async function check(held: HeldCheck, signal: AbortSignal): Promise<CheckedUpload> {
    const { name, form_id: formId, storage_key: key, chosen } = held;
    const rules = options.settlement.dataRules?.[formId];
    if (!rules) throw new Error(`The settlement has no rules for data files of the form ${formId}`);
    const file = await options.store.fileOf(key, { name, size: Number(held.size) });
    const request = { file, rules, ...(chosen && { chosen }) };
    return options.check?.(request, signal) ?? checkInProcess(request, signal, options.process);
  }

  /** Stores the result and its history entry in one transaction. */
  async function record(id: string, holder: string, claim: HeldCheck, result: CheckedUpload | 'failed'): Promise<void> {
    const checked = result === 'failed' ? result : result.checked;
    const outcome = checked === 'failed' ? checked : checked.outcome;
    await database.transaction().execute(async (transaction) => {
      await lockClaim(transaction, claim);
      const at = now();
      const job = { id, leased_by: holder };
      const report = checked === 'failed' ? null : storableJson(checked);
      const set = { outcome, report, finished_at: at, leased_by: null };
      const recorded = await updateHeldJob(transaction, 'data-check', job, set);
      if (result !== 'failed' && result.sketch) await storeSketch(transaction, id, claim.id, result.sketch);
      await addHistoryEntry(transaction, claim, at, {
        kind: 'data-checked',
        details: {
          documentId: id,
          outcome,
          ...(checked !== 'failed' && checked.outcome === 'checked' && totalReport(checked.report)),
        },
        rows: hashRow('data_checks', recorded, keys),
      });
    });
  }

  return {
    name: 'data-check',
    leases: jobLeases(database, 'data-check', isReady),
    concurrency: 1,
    // A full disk or a machine short of memory may recover.
    pauseSeconds: [5, 60],
    // A file that makes its check fail once will do so again.
    maxAttempts: 3,
    async run(id, holder, signal) {
      const held = await readHeld(id, holder);
      await record(id, holder, held, await check(held, signal));
      return 'done';
    },
    async giveUp(id, holder) {
      await record(id, holder, await readHeld(id, holder), 'failed');
    },
  };
}

/**
 * Checks a stored file in a separate process: a file that hangs the check or exhausts its memory
 * ends only that process.
 * @throws the reason of `signal`, or an error that contains nothing from the file
 */
async function checkInProcess(
  request: CheckRequest,
  signal: AbortSignal,
  {
    script = new URL('./check-process.ts', import.meta.url),
    maxMilliseconds = minMilliseconds + (request.file.size / 1e6) * millisecondsPerMegabyte,
    heapMegabytes = 512,
  }: ProcessOptions = {},
): Promise<CheckedUpload> {
  // With a larger space for new objects, a check of a million rows is no faster.
  const execArgv = [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=16'];
  try {
    return await runInProcess(script, request, signal, { execArgv, maxMilliseconds });
  } catch (error) {
    signal.throwIfAborted();
    throw new Error('The check failed, or took too long', { cause: error });
  }
}

/**
 * JSON that PostgreSQL accepts as `jsonb`: visible marks replace U+0000 and unpaired surrogates,
 * which hostile or damaged files contain.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\u0000', '\u2400') : part,
  );
}
