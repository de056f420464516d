import type { NewPassword, NewTotp } from '@redress/contract/console/sign-in';
import { sql } from 'kysely';
import { randomBytes, randomUUID } from 'node:crypto';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import {
  decryptText,
  decryptTotpSecret,
  encryptText,
  encryptTotpSecret,
} from '../../platform/keys/encrypted-fields.ts';
import { acceptedKeys } from '../../platform/keys/keys.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { findPasswordProblem } from './password-rules.ts';
import { isRecoveryCode, spendRecoveryCode } from './recovery-codes.ts';
import { base32, findStep, totpAddress } from './totp.ts';

type PasswordContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>;

/** The length of the output of HMAC-SHA-1 (RFC 4226, section 4). */
const secretBytes = 20;
/** The time to install an app and scan the code. */
const pendingMs = 60 * 60_000;

/**
 * A secret for an authenticator app. The browser keeps it encrypted until the first code.
 * @param boundTo the link or account that it is for
 */
export function createTotp({ keys, now, settlement }: PasswordContext, boundTo: string, email: string): NewTotp {
  const secret = randomBytes(secretBytes);
  const text = `${now().getTime() + pendingMs} ${secret.toString('hex')}`;
  return {
    secret: base32(secret),
    address: totpAddress(secret, email, settlement.site.name),
    pending: encryptText(text, keys['staff-secrets'], `new totp ${boundTo}`).toString('base64url'),
  };
}

/** A password that passed the checks, and the secret of an app that showed a code. */
interface CheckedPassword {
  readonly hash: string;
  readonly secret: Buffer;
  readonly step: number;
}

/** @throws ProblemError `invalid-answers` for the password or the code */
export async function checkNewPassword(
  context: PasswordContext,
  { password, pending, code }: NewPassword,
  boundTo: string,
  person: { readonly name: string; readonly email: string },
): Promise<CheckedPassword> {
  const problem = findPasswordProblem(password, person);
  const secret = readPending(context, pending, boundTo);
  const step = secret && findStep(secret, readCode(code), context.now());
  const errors = [
    ...(problem === undefined ? [] : [{ field: 'password', rule: 'password', message: problem }]),
    ...(step === undefined ? [{ field: 'code', rule: 'code', message: wrongCode }] : []),
  ];
  if (errors.length > 0 || !secret || step === undefined) throw new ProblemError('invalid-answers', { errors });
  return { hash: await hashPassword(password), secret, step };
}

const wrongCode =
  'This isn’t the app’s current code. Check that your phone’s clock is correct, and enter the newest code.';

function readPending({ keys, now }: PasswordContext, pending: string, boundTo: string): Buffer | undefined {
  for (const key of acceptedKeys(keys, 'staff-secrets')) {
    try {
      const text = decryptText(Buffer.from(pending, 'base64url'), key, `new totp ${boundTo}`);
      const [expires = '', secret = ''] = text.split(' ');
      return Number(expires) > now().getTime() ? Buffer.from(secret, 'hex') : undefined;
    } catch {
      // The secret was encrypted with another key or for another account.
    }
  }
  return undefined;
}

/** Sets or replaces the password of a person. */
export async function storePassword(
  { database, keys, now }: PasswordContext,
  staffId: string,
  { hash, secret, step }: CheckedPassword,
): Promise<void> {
  // Deletes and inserts instead of updating, because the database checks the key only in new rows.
  await database.deleteFrom('staff_passwords').where('staff_id', '=', staffId).execute();
  await database
    .insertInto('staff_passwords')
    .values({
      staff_id: staffId,
      hash,
      ...encryptTotpSecret(staffId, secret, keys),
      totp_last_step: String(step),
      created_at: now(),
    })
    .execute();
}

/**
 * Whether a person has a password.
 * @param hash asks about this password only
 */
export async function hasPassword(database: Database, staffId: string, hash?: string): Promise<boolean> {
  const stored = await database
    .selectFrom('staff_passwords')
    .select('hash')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  return stored !== undefined && (hash === undefined || stored.hash === hash);
}

/** With the right password but this many wrong codes, the sender is guessing. */
export const maxWrongCodes = 20;

/** A failed sign-in to an account with a password, whether the password was right or not. */
interface FailedSignIn {
  readonly isFailure: true;
  readonly staffId?: string;
  readonly isPasswordRight?: boolean;
}
interface VerifiedSignIn {
  readonly isFailure: false;
  readonly staffId: string;
  /** Includes the recovery code, if one replaced the app. */
  readonly used: { readonly method: 'password'; readonly hash: string; readonly recoveryCode?: string };
}

/**
 * Checks email address, password and code. Every failure takes the same steps and writes nothing,
 * so neither the answer nor its time reveals whether the account exists.
 */
export async function verifyPasswordSignIn(
  context: PasswordContext,
  { email, password, code }: { readonly email: string; readonly password: string; readonly code: string },
): Promise<VerifiedSignIn | FailedSignIn> {
  const { database, keys, now } = context;
  const stored = await database
    .selectFrom('staff_passwords')
    .innerJoin('staff', 'staff.id', 'staff_id')
    .select(['staff_id', 'hash', 'totp_secret_encrypted', 'key_version', 'totp_last_step', 'wrong_codes'])
    .where('email', '=', email)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const staffId = stored?.staff_id ?? randomUUID();
  const isPasswordRight = await verifyPassword(password, stored?.hash);
  const secret = stored ? decryptTotpSecret(staffId, stored, keys) : randomBytes(secretBytes);
  const step = findStep(secret, readCode(code), now(), Number(stored?.totp_last_step ?? 0));
  const isRecovery = await isRecoveryCode(context, staffId, code);
  if (!stored) return { isFailure: true };
  const isOpen = isPasswordRight && stored.wrong_codes < maxWrongCodes;
  if (isOpen && (await spendSecondFactor(context, staffId, { step, code: isRecovery ? code : undefined })))
    return {
      isFailure: false,
      staffId,
      used: { method: 'password', hash: stored.hash, ...(step === undefined && { recoveryCode: code }) },
    };
  return { isFailure: true, staffId, isPasswordRight };
}

/**
 * Records at most one failure an hour, and counts a wrong code with the right password. Strangers
 * cannot lock an account, because they do not know the password. Call it after the answer, whose
 * time would otherwise reveal that the account exists.
 */
export async function recordFailedSignIn(
  { database, now, log }: Pick<ConsoleContext, 'database' | 'now' | 'log'>,
  { staffId, isPasswordRight }: FailedSignIn,
): Promise<void> {
  if (staffId === undefined) return;
  const at = now();
  const record = { kind: 'staff', id: staffId } as const;
  await database.transaction().execute(async (transaction) => {
    const hourAgo = new Date(at.getTime() - 3_600_000);
    const recent = await transaction
      .selectFrom('record_history')
      .select('position')
      .where('record_kind', '=', record.kind)
      .where('record_id', '=', staffId)
      .where('kind', '=', 'sign-in-failed')
      .where('at', '>', hourAgo)
      .limit(1)
      .executeTakeFirst();
    if (!recent)
      await addRecordEntry(transaction, record, at, { kind: 'sign-in-failed', details: { method: 'password' } });
    if (isPasswordRight !== true) return;
    const counted = await transaction
      .updateTable('staff_passwords')
      .set({ wrong_codes: sql`wrong_codes + 1` })
      .where('staff_id', '=', staffId)
      .returning('wrong_codes')
      .executeTakeFirst();
    if (counted?.wrong_codes !== maxWrongCodes) return;
    log.warn({ staffId }, 'an account’s password is locked: a person who knows it is guessing codes');
    const details = { wrongCodes: maxWrongCodes };
    await addRecordEntry(transaction, record, at, { kind: 'password-locked', details });
  });
}

/** Each code counts once, even when two sign-ins use it at the same moment. */
async function spendSecondFactor(
  { database, now }: PasswordContext,
  staffId: string,
  { step, code }: { readonly step: number | undefined; readonly code: string | undefined },
): Promise<boolean> {
  if (step === undefined) return code !== undefined && spendRecoveryCode({ database, now }, staffId, code);
  const { numUpdatedRows } = await database
    .updateTable('staff_passwords')
    .set({ totp_last_step: String(step), last_used_at: now() })
    .where('staff_id', '=', staffId)
    .where('totp_last_step', '<', String(step))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Apps show codes in groups. */
const readCode = (code: string): string => code.replaceAll(/\s/g, '');
