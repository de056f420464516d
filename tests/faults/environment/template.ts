import { settlement } from '@redress/content/settlement';
import { startLocalDatabase } from '@redress/server/database/local-database';
import { deriveKeys } from '@redress/server/keys/keys';
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../setup/run-command.ts';

export const secretKey = 'only for fault tests, 32 characters or more';
export const keys = deriveKeys(secretKey);
/** Enough that two claims under one Notice ID are hardly ever in flight at once. */
const memberCount = 500;
export const memberOf = (index: number) => ({
  noticeId: String(400_000_000 + (index % memberCount)),
  uniqueId: `FT${String(index % memberCount).padStart(6, '0')}`,
});

/**
 * A database with invented class members, after a clean PostgreSQL shutdown: each environment gets
 * a copy.
 * @param folder must not exist
 * @param release the checkout whose tables it has; absent: this one
 */
export async function makeTemplate(folder: string, release?: string): Promise<void> {
  const postgres = await startLocalDatabase(folder);
  try {
    const members = `${folder}.csv`;
    await writeFile(members, describeMembers());
    const { code, err } = await runCommand('members-import', [members], {
      release,
      environment: { DATABASE_URL: postgres.connectionString, SECRET_KEY: secretKey, DATA_DIR: `${folder}.data` },
    });
    if (code !== 0) throw new Error(`The class members were not imported: ${err}`);
  } finally {
    await postgres.stop();
  }
  // Each copy finds a free port.
  await rm(join(folder, 'port'));
}

function describeMembers(): string {
  const form = settlement.claimForms.find(({ login }) => login === 'required');
  const rows = Array.from({ length: memberCount }, (_, index) => {
    const { noticeId, uniqueId } = memberOf(index);
    return `${noticeId},${uniqueId},Jane,Doe,1 Main Street,Phoenix,Arizona,85001,${form?.caseId}`;
  });
  return ['notice_id,unique_id,first_name,last_name,street,city,state,zip,case', ...rows].join('\n');
}

/** With owners and modes: PostgreSQL's user keeps its files. */
export function copyTemplate(template: string, to: string): void {
  execFileSync('cp', ['-a', `${template}/.`, to]);
}
