import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { keyedHash } from '../../platform/keys/keys.ts';

/** Nine digits are shuffled; the tenth is the Luhn check digit. */
const capacity = 1_000_000_000;
const halfBits = 15;
const halfMask = 0x7fff;
const rounds = 6;
/** No half has this value, which is above `halfMask`. */
const unknown = 0xffff;
/** The increment of the database sequence `claim_number_blocks`. */
const blockSize = 50;

/**
 * Turns a serial (0 to 999,999,999) into a unique claim number of ten digits that reveals no order.
 * It identifies a claim and is no proof of permission to see it.
 */
export function claimNumberOf(serial: number, mixer: Mixer): string {
  if (!Number.isInteger(serial) || serial < 0 || serial >= capacity) throw new RangeError('No claim numbers are left');
  let shuffled = serial;
  // The Feistel network permutes 2^30 values; repeats it until the result has nine digits.
  do shuffled = feistel(shuffled, mixer);
  while (shuffled >= capacity);
  const digits = shuffled.toString().padStart(9, '0');
  return digits + luhnCheckDigit(digits);
}

/** The round function of the Feistel network. */
type Mixer = (round: number, half: number) => number;

/**
 * Caches its results: an HMAC for each round would take a twentieth of the time of filing a claim.
 */
export function createMixer(key: Buffer): Mixer {
  const known = new Uint16Array(rounds << halfBits).fill(unknown);
  return (round, half) => {
    const index = (round << halfBits) | half;
    if (known[index] === unknown) known[index] = keyedHash(key, `${round}:${half}`).readUInt16BE() & halfMask;
    return known[index] ?? 0;
  };
}

function feistel(value: number, mixer: Mixer): number {
  let left = value >>> halfBits;
  let right = value & halfMask;
  for (let round = 0; round < rounds; round += 1) [left, right] = [right, left ^ mixer(round, right)];
  return (right << halfBits) | left;
}

function luhnCheckDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return ((10 - (sum % 10)) % 10).toString();
}

/**
 * Creates a function that returns the next claim number and reserves serials in blocks. Serials
 * whose number begins with 0 are skipped, because spreadsheets drop the zero.
 */
export function createClaimNumberSource(database: Database, key: Buffer): () => Promise<string> {
  const mixer = createMixer(key);
  let next = 0;
  let end = 0;
  let refill: Promise<void> | undefined;
  const takeBlock = async () => {
    const { rows } = await sql<{ start: string }>`select nextval('claim_number_blocks') as start`.execute(database);
    next = Number(rows[0]?.start);
    end = next + blockSize;
  };
  return async () => {
    for (;;) {
      while (next >= end) {
        refill ??= takeBlock().finally(() => (refill = undefined));
        await refill;
      }
      const number = claimNumberOf(next, mixer);
      next += 1;
      if (!number.startsWith('0')) return number;
    }
  };
}
