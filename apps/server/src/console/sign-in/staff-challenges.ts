import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ConsoleContext } from '../context.ts';
import { acceptedKeys, keyedHash } from '../../platform/keys/keys.ts';

/** Long enough to find a security key in a bag. */
const lifetimeMs = 5 * 60_000;

const nonceBytes = 16;
const timeBytes = 6;
const hashBytes = 32;
const signedBytes = nonceBytes + timeBytes + hashBytes;

/** What a challenge is good for. */
export interface ChallengeUse {
  readonly purpose: 'sign-in' | 'new-passkey' | 'approve';
  /** Who may answer it: a session, an account or a link. Empty for a sign-in. */
  readonly boundTo: string;
  /** What the answer agrees to. Its hash is part of the challenge, so that a passkey signs it. */
  readonly covers?: string;
}

type ChallengeContext = Pick<ConsoleContext, 'database' | 'keys' | 'now'>;

/**
 * Creates a challenge for a passkey: nonce, expiry, SHA-256 of what it covers, and a keyed hash of
 * these and its use. Nothing is stored until it is answered, so strangers cannot fill the database.
 */
export function createStaffChallenge({ keys, now }: ChallengeContext, use: ChallengeUse): Buffer<ArrayBuffer> {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(now().getTime() + lifetimeMs, 0, timeBytes);
  const signed = Buffer.concat([randomBytes(nonceBytes), time, hash('sha256', use.covers ?? '', 'buffer')]);
  return Buffer.concat([signed, sign(keys['staff-challenges'], signed, use)]);
}

/** Accepts each challenge once. The answer's signature must be verified, too. */
export async function spendStaffChallenge(
  { database, keys, now }: ChallengeContext,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== signedBytes + hashBytes) return false;
  const signed = bytes.subarray(0, signedBytes);
  const isOurs = acceptedKeys(keys, 'staff-challenges').some((key) =>
    timingSafeEqual(bytes.subarray(signedBytes), sign(key, signed, use)),
  );
  const expiresAt = new Date(bytes.readUIntBE(nonceBytes, timeBytes));
  if (!isOurs || expiresAt < now()) return false;
  if (!signed.subarray(nonceBytes + timeBytes).equals(hash('sha256', use.covers ?? '', 'buffer'))) return false;
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('captcha_used')
    .values({ challenge: bytes.subarray(0, nonceBytes), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function sign(key: Buffer, signed: Buffer, { purpose, boundTo }: ChallengeUse): Buffer {
  return keyedHash(key, `${purpose} ${boundTo} ${signed.toString('hex')}`);
}
