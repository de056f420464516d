import { openDatabase } from '@redress/server/database/pool';
import { measure, type Measured } from './measure.ts';
import { type RecordedClaim, renew } from './recorded-claims.ts';

/** The server's block size (`claim_number_blocks`). */
const blockSize = 50;
const capacity = 1_000_000_000;
/** Shares no divisor with the capacity, so each serial gives a different number. */
const stride = 618_033_989;

/**
 * The server's own statements through `pg` alone, with a pool like the server's: no HTTP, cookies,
 * parsing of answers or captcha. The statements were recorded beforehand; only unique values are
 * generated here.
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
        // Scattered like the server's numbers: adjacent index entries would be cheaper.
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
    // End the pool itself: Kysely was never used here and would leave it open.
    await pool.end();
  }
}

/** Consecutive serials, taken in blocks. */
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
