import { hash, randomBytes } from 'node:crypto';
import type { ConsoleContext } from '../context.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { base32 } from './totp.ts';

const codeCount = 10;
/** 80 bits cannot be guessed, so a plain hash is enough. */
const codeBytes = 10;

type CodeContext = Pick<ConsoleContext, 'database' | 'now'>;

/** Replaces the recovery codes of a person. Returns the new ones, which are shown once. */
export async function makeRecoveryCodes({ database, now }: CodeContext, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => base32(randomBytes(codeBytes)).toLowerCase());
  const at = now();
  await database.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute();
  await database
    .insertInto('staff_recovery_codes')
    .values(codes.map((code) => ({ code_hash: hashCode(code), staff_id: staffId, created_at: at, used_at: null })))
    .execute();
  const event = { kind: 'recovery-codes-made', details: { count: codeCount } } as const;
  await addRecordEntry(database, { kind: 'staff', id: staffId }, at, event);
  return codes.map((code) => code.replaceAll(/.{4}(?!$)/g, '$&-'));
}

/** Whether a person has this code, unused or used. */
export async function isRecoveryCode(
  { database }: Pick<CodeContext, 'database'>,
  staffId: string,
  code: string,
  { isUsed = false }: { readonly isUsed?: boolean } = {},
): Promise<boolean> {
  const found = await database
    .selectFrom('staff_recovery_codes')
    .select('staff_id')
    .where('code_hash', '=', hashCode(code))
    .where('staff_id', '=', staffId)
    .where('used_at', isUsed ? 'is not' : 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** False if the code was used meanwhile. */
export async function spendRecoveryCode(
  { database, now }: CodeContext,
  staffId: string,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('staff_recovery_codes')
    .set({ used_at: now() })
    .where('code_hash', '=', hashCode(code))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ignores spaces, hyphens and capital letters. */
function hashCode(code: string): Buffer {
  return hash('sha256', code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''), 'buffer');
}
