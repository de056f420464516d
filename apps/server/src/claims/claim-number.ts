import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import { keyedHash } from '../keys/keys.ts';

/** Nine digits are shuffled; the tenth is the Luhn check digit. */
const capacity = 1_000_000_000;
const halfBits = 15;
const halfMask = 0x7fff;
const rounds = 6;
/** As the sequence `claim_number_blocks` steps. */
const blockSize = 50;

/**
 * The claim number of a serial (0 to 999,999,999): ten digits as a string. Different serials never give the same number, and the order
 * does not show. It is a name for a claim, never a proof of who may see it.
 */
export function claimNumberOf(serial: number, key: Buffer): string {
  if (!Number.isInteger(serial) || serial < 0 || serial >= capacity) throw new RangeError('No claim numbers are left');
  let shuffled = serial;
  // The Feistel network shuffles 2^30 values; a value beyond nine digits is sent through again until it fits.
  do shuffled = feistel(shuffled, key, forward);
  while (shuffled >= capacity);
  const digits = shuffled.toString().padStart(9, '0');
  return digits + luhnCheckDigit(digits);
}

/** The serial behind a claim number, or undefined when its check digit is wrong. */
export function serialOf(claimNumber: string, key: Buffer): number | undefined {
  if (!/^\d{10}$/.test(claimNumber) || luhnCheckDigit(claimNumber.slice(0, 9)) !== claimNumber.at(9)) return undefined;
  let serial = Number(claimNumber.slice(0, 9));
  do serial = feistel(serial, key, backward);
  while (serial >= capacity);
  return serial;
}

const forward = Array.from({ length: rounds }, (_, round) => round);
const backward = forward.toReversed();

function feistel(value: number, key: Buffer, order: readonly number[]): number {
  let left = value >>> halfBits;
  let right = value & halfMask;
  for (const round of order) [left, right] = [right, left ^ mix(right, round, key)];
  // The last swap is undone, so that the same network with its rounds reversed is its own inverse.
  return (right << halfBits) | left;
}

function mix(half: number, round: number, key: Buffer): number {
  return keyedHash(key, `${round}:${half}`).readUInt16BE() & halfMask;
}

function luhnCheckDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return ((10 - (sum % 10)) % 10).toString();
}

export type TakeClaimNumber = () => Promise<string>;

/**
 * Gives one new claim number after the other. Serials come from the database in blocks; what is left of a block when the process ends is
 * never used, which costs nothing.
 */
export function claimNumberSource(database: Database, key: Buffer): TakeClaimNumber {
  let next = 0;
  let end = 0;
  let refill: Promise<void> | undefined;
  const takeBlock = async () => {
    const { rows } = await sql<{ start: string }>`select nextval('claim_number_blocks') as start`.execute(database);
    next = Number(rows[0]?.start);
    end = next + blockSize;
  };
  return async () => {
    while (next >= end) {
      refill ??= takeBlock().finally(() => (refill = undefined));
      await refill;
    }
    const serial = next;
    next += 1;
    return claimNumberOf(serial, key);
  };
}
