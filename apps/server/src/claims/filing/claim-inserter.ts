import type pg from 'pg';
import { isDatabaseTimeout, isRolledBack } from '../../platform/database/database-errors.ts';
import { recordQuery } from '../../platform/traces/record-query.ts';
import { type ClaimRow, insertStatement } from './insert-claims.ts';

/** Claims per statement. More would make each claim wait longer without saving anything. */
const maxBatch = 64;
/** Characters of JSON per statement: a payor's claim can have hundreds of rows. */
const maxBatchLength = 1_000_000;
/** Concurrent statements of each process. */
const maxStatements = 2;
/** Maximum concurrent retries of claims from a failed statement. */
const maxRetries = 4;

interface Waiting {
  readonly row: ClaimRow;
  readonly resolve: (isInserted: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Inserts a claim. False when its idempotency key or captcha was used before. */
export type InsertClaim = (row: ClaimRow) => Promise<boolean>;

/**
 * Batches the claims that arrive while others are being written into one statement; a single claim
 * is sent at once. When a statement fails, each of its claims is retried once, alone, so that one
 * bad claim does not fail the others. After a lost connection, only claims with an idempotency key
 * are retried, because the key detects that the first attempt succeeded.
 */
export function claimInserter(pool: Pick<pg.Pool, 'query'>): InsertClaim {
  let waiting: Waiting[] = [];
  let statements = 0;

  /** Returns the error of a failed statement, whose claims still wait. */
  async function insert(batch: readonly Waiting[]): Promise<unknown> {
    const began = performance.now();
    let hasFailed = true;
    try {
      const { rows } = await pool.query<{ number: string }>({
        name: 'insert-claims',
        text: insertStatement,
        values: [`[${batch.map(({ row }) => row.json).join(',')}]`],
      });
      const inserted = new Set(rows.map(({ number }) => number));
      for (const { row, resolve } of batch) resolve(inserted.has(row.number));
      hasFailed = false;
      return undefined;
    } catch (error) {
      return error;
    } finally {
      recordQuery(insertStatement, performance.now() - began, hasFailed);
    }
  }

  async function insertOrRetry(batch: readonly Waiting[]): Promise<void> {
    const error = await insert(batch);
    if (error === undefined) return;
    const mayRetry = ({ row }: Waiting) =>
      isRolledBack(error) ? batch.length > 1 : row.idempotencyKey !== null && !isDatabaseTimeout(error);
    for (const { reject } of batch.filter((claim) => !mayRetry(claim))) reject(error);
    const left = batch.filter(mayRetry);
    let timeouts = 0;
    const retry = async () => {
      for (let claim = left.shift(); claim; claim = left.shift()) {
        // One stuck claim takes one of the retries; when all are stuck, the database is.
        const failure = timeouts < maxRetries ? await insert([claim]) : error;
        if (failure === undefined) continue;
        if (isDatabaseTimeout(failure)) timeouts += 1;
        claim.reject(failure);
      }
    };
    await Promise.all(Array.from({ length: maxRetries }, retry));
  }

  function send(): void {
    while (statements < maxStatements && waiting.length > 0) {
      const batch = takeBatch();
      statements += 1;
      void insertOrRetry(batch).finally(() => {
        statements -= 1;
        send();
      });
    }
  }

  /**
   * Takes the oldest claims, at most one per captcha, because the first one inserted uses it up.
   */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const captchas = new Set<string>();
    let length = 0;
    for (const claim of waiting) {
      const { json, captcha } = claim.row;
      const isFull = batch.length === maxBatch || (batch.length > 0 && length + json.length > maxBatchLength);
      if (isFull || (captcha !== null && captchas.has(captcha))) {
        left.push(claim);
        continue;
      }
      batch.push(claim);
      length += json.length;
      if (captcha !== null) captchas.add(captcha);
    }
    waiting = left;
    // The trigger of `claims` locks Notice IDs, and equal keys and captchas wait for each other. In
    // the same order, two statements cannot deadlock.
    return batch.sort((a, b) => compare(orderOf(a.row), orderOf(b.row)));
  }

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject });
      send();
    });
}

const orderOf = ({ noticeId, idempotencyKey, captcha }: ClaimRow) => `${noticeId} ${idempotencyKey} ${captcha}`;

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
