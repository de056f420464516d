import { openDatabase } from '@redress/server/database/pool';
import type { Measured } from './measure.ts';
import { measure } from './measure.ts';
import type { RecordedClaim } from './recorded-claims.ts';
import { renew } from './recorded-claims.ts';

/** As the server takes them (`claim_number_blocks`). */
const blockSize = 50;
const capacity = 1_000_000_000;
/** Shares no divisor with the capacity, so that each serial gives another number. */
const stride = 618_033_989;

/**
 * The server's own statements by `pg` alone, through a pool like the server's: no HTTP, no cookies,
 * no parsing of answers, no captcha. The statements are recorded before; here only the values that
 * must differ are made anew.
 */
export async function measureBareSql(
  connectionString: string,
  recorded: readonly RecordedClaim[],
  time: { readonly clients: number; readonly warmUpSeconds: number; readonly seconds: number },
): Promise<Measured & { readonly firstFailure?: string }> {
  let firstFailure: string | undefined;
  const { pool } = openDatabase(connectionString, () => {});
  const takeSerial = serialSource(async () => {
    const { rows } = await pool.query<{ start: string }>("select nextval('claim_number_blocks') as start");
    return Number(rows[0]?.start);
  });
  let next = 0;
  try {
    const measured = await measure(async () => {
      const claim = recorded[next % recorded.length];
      next += 1;
      if (claim === undefined) return 'nothing-left';
      try {
        const serial = await takeSerial();
        // Scattered as the server's numbers are: neighbours in an index would be cheaper.
        const number = ((serial * stride) % capacity).toString().padStart(10, '0');
        for (const { text, values } of renew(claim, number)) await pool.query(text, [...values]);
        return 'filed';
      } catch (error) {
        firstFailure ??= error instanceof Error ? error.message : String(error);
        return 'failed';
      }
    }, time);
    return { ...measured, ...(firstFailure === undefined ? {} : { firstFailure }) };
  } finally {
    // The pool itself: Kysely, which was never used here, would leave it open.
    await pool.end();
  }
}

/** One serial after the other, out of blocks. */
function serialSource(takeBlock: () => Promise<number>): () => Promise<number> {
  let serial = 0;
  let end = 0;
  let refill: Promise<void> | undefined;
  const refillFrom = async () => {
    serial = await takeBlock();
    end = serial + blockSize;
  };
  return async () => {
    while (serial >= end) {
      refill ??= refillFrom().finally(() => (refill = undefined));
      await refill;
    }
    serial += 1;
    return serial - 1;
  };
}
