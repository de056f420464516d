import { deriveKeys } from '@redress/server/platform/keys/keys';
import { openDatabase } from '@redress/server/platform/database/pool';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailLetter } from '../setup/status-page.ts';
import { decideAsColleague, fileClaim, ownAnswers, releaseDecision } from './console-claims.ts';
import { query } from './filed-claims.ts';
import { expect } from './members.ts';

/** A payor's claim with a deficiency of two parts, whose letter was mailed today. */
export async function fileDeficient(): Promise<string> {
  const number = await fileClaim([], ownAnswers());
  await decideAsColleague(number, { outcome: 'deficient', reasons: ['documents-missing', 'authority-missing'] });
  const { database, close } = openDatabase(process.env['E2E_DATABASE_URL'] ?? '', () => {});
  try {
    const keysOf = deriveKeys(process.env['E2E_SECRET_KEY'] ?? '');
    await mailLetter({ database, query, now: new Date() }, number, 'deficiency', { keysOf });
  } finally {
    await close();
  }
  return number;
}

/** A payor's claim whose denial is in force. */
export async function fileDenied(): Promise<string> {
  const number = await fileClaim([], ownAnswers());
  await decideAsColleague(number, { outcome: 'deny', reasons: ['no-qualifying-purchase'] });
  await releaseDecision(number);
  return number;
}

/** The code that was emailed last for a claim, in English or Spanish. */
export async function readStatusCode(number: string): Promise<string> {
  const done = 'select id from status_codes where typed_number = $1 and done_at is not null';
  await expect.poll(() => query(done, [number]), { intervals: [100] }).toHaveLength(1);
  const [row] = await query<{ id: string }>(done, [number]);
  const folder = process.env['E2E_MAIL_FOLDER'] ?? '';
  const findMail = async () => (await readdir(folder)).find((file) => file.endsWith(`${row?.id}.eml`));
  await expect.poll(findMail).toBeDefined();
  const name = (await findMail()) ?? '';
  return /(?:Code|digo): (\d{6})/.exec(await readFile(join(folder, name), 'latin1'))?.[1] ?? '';
}
