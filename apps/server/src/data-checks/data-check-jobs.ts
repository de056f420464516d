import { sql } from 'kysely';
import type { Settlement } from '@redress/contract/manifest';
import type { CheckedFile } from '@redress/datafiles/report';
import { addEntry } from '../claims/claim-history.ts';
import { digestOf, hashCheckPart } from '../claims/record-hash.ts';
import type { Database } from '../database/pool.ts';
import type { ScanStatus } from '../database/tables.ts';
import type { LeasedWork } from '../jobs/leased-work.ts';
import { WorkStoppedError } from '../jobs/leased-work.ts';
import type { Keys } from '../keys/keys.ts';
import type { UploadStore } from '../storage/upload-store.ts';
import { nextByClaim, recently } from '../jobs/next-by-claim.ts';
import { lockClaim } from '../uploads/record-upload.ts';
import type { ThreadOptions } from './check-in-worker.ts';
import { checkInThread } from './check-in-worker.ts';
import { storableJson } from './storable-json.ts';
import { sumUp } from './summarize-report.ts';

export interface DataCheckRoom {
  readonly database: Database;
  readonly keys: Pick<Keys, 'answers'>;
  readonly store: Pick<UploadStore, 'location'>;
  readonly settlement: Pick<Settlement, 'dataRules'>;
  readonly now: () => Date;
  /** A virus scanner is configured: files wait for it. */
  readonly isScanned?: boolean;
}

const outOfQuarantine = ['clean', 'unscanned-too-large'] satisfies ScanStatus[];
const notInfected = ['waiting', ...outOfQuarantine] satisfies ScanStatus[];

/** Which files are taken up, by their bytes: small files do not wait behind large ones. */
export interface Lane {
  readonly above?: number;
  readonly upTo?: number;
}

/** A file that brings its check down does so again: after so many attempts it is given up. */
const mostAttempts = 3;
/** After the first failed attempt and the second, and then behind all others that wait: time for a disk that is full or a machine that is short of memory. */
const retryMilliseconds = [5_000, 60_000];

/**
 * The checks of data files that were received: each is done in a thread, and its report is stored with the claim. Whatever happens to a
 * check, its document stays.
 */
export function dataCheckWork(context: DataCheckRoom, lane: Lane = {}, threadOptions: ThreadOptions = {}): LeasedWork {
  const { database, keys, now } = context;

  async function findHeld(id: string, holder: string) {
    return database
      .selectFrom('data_checks')
      .innerJoin('claims', 'claims.id', 'data_checks.claim_id')
      .innerJoin('claim_documents', 'claim_documents.id', 'data_checks.document_id')
      .select(['claims.id', 'claims.number', 'claims.form_id', 'data_checks.chosen', 'data_checks.attempts'])
      .select(['claim_documents.name', 'claim_documents.size', 'claim_documents.storage_key'])
      .where('document_id', '=', id)
      .where('data_checks.leased_by', '=', holder)
      .where('data_checks.finished_at', 'is', null)
      .executeTakeFirst();
  }
  type Held = NonNullable<Awaited<ReturnType<typeof findHeld>>>;

  async function check(held: Held, signal: AbortSignal): Promise<CheckedFile> {
    const rules = context.settlement.dataRules?.[held.form_id];
    if (!rules) throw new Error(`The settlement has no rules for data files of the form ${held.form_id}`);
    const { name, storage_key: key, chosen } = held;
    const file = { location: context.store.location, key, name, size: Number(held.size) };
    return checkInThread({ file, rules, ...(chosen === null ? {} : { chosen }) }, signal, threadOptions);
  }

  /** The result, and that it is there, in the claim's history: both or neither, and only once. */
  async function record(id: string, holder: string, claim: Held, checked: CheckedFile | 'failed'): Promise<void> {
    const outcome = checked === 'failed' ? checked : checked.outcome;
    await database.transaction().execute(async (transaction) => {
      await lockClaim(transaction, claim);
      const at = now();
      const recorded = await transaction
        .updateTable('data_checks')
        .set({
          outcome,
          report: checked === 'failed' ? null : storableJson(checked),
          finished_at: at,
          leased_by: null,
          leased_until: null,
        })
        .where('document_id', '=', id)
        .where('leased_by', '=', holder)
        .where('finished_at', 'is', null)
        .returning(digestOf('report').as('digest'))
        .executeTakeFirst();
      if (!recorded) return;
      const sum = checked !== 'failed' && checked.outcome === 'checked' ? sumUp(checked.report) : undefined;
      const details = sum && {
        rows: sum.rows,
        errors: sum.errors,
        ...(sum.amount === undefined ? {} : { amount: sum.amount }),
      };
      await addEntry(transaction, claim, at, {
        kind: 'data-checked',
        details: {
          documentId: id,
          outcome,
          ...details,
          reportHash: hashCheckPart('report', id, recorded.digest, keys.answers).toString('hex'),
        },
      });
    });
  }

  return {
    name: 'data-check',
    async take(lease, at) {
      const { above = -1, upTo = Number.MAX_SAFE_INTEGER } = lane;
      const { rows } = await sql<{ document_id: string }>`
        update data_checks set leased_by = ${lease.holder}, leased_until = ${lease.until}, attempts = attempts + 1
        where document_id = ${nextByClaim({
          table: 'data_checks',
          id: 'document_id',
          since: 'created_at',
          waits: sql`each.finished_at is null and (each.leased_until is null or each.leased_until <= ${at})
            and exists (select from claim_documents document where document.id = each.document_id
              and size > ${above} and size <= ${upTo} and scan = any(${context.isScanned ? outOfQuarantine : notInfected}))`,
          isTaken: sql`other.finished_at > ${recently(at)} or other.leased_until > ${at}`,
          first: sql`each.attempts`,
        })}
        returning document_id`.execute(database);
      return rows[0]?.document_id;
    },
    async renew(id, lease) {
      const renewed = await database
        .updateTable('data_checks')
        .set({ leased_until: lease.until })
        .where('document_id', '=', id)
        .where('leased_by', '=', lease.holder)
        .where('finished_at', 'is', null)
        .executeTakeFirst();
      return renewed.numUpdatedRows > 0n;
    },
    async carryOut(id, holder, signal) {
      const held = await findHeld(id, holder);
      if (!held) return;
      // The process died in each of the attempts before.
      if (held.attempts > mostAttempts) return record(id, holder, held, 'failed');
      await record(id, holder, held, await check(held, signal));
    },
    async release(id, holder, error) {
      const held = await findHeld(id, holder);
      if (!held) return;
      const { attempts } = held;
      const isStopped = error instanceof WorkStoppedError;
      if (!isStopped && attempts >= mostAttempts) return record(id, holder, held, 'failed');
      const again = new Date(now().getTime() + (retryMilliseconds[attempts - 1] ?? 0));
      await database
        .updateTable('data_checks')
        .set({
          leased_by: null,
          ...(isStopped ? { leased_until: null, attempts: attempts - 1 } : { leased_until: again }),
        })
        .where('document_id', '=', id)
        .where('leased_by', '=', holder)
        .execute();
    },
  };
}
