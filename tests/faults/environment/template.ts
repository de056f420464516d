import { settlement } from '@redress/content/settlement';
import { importMembers } from '@redress/server/class-members/import-members';
import { startLocalDatabase } from '@redress/server/database/local-database';
import { migrate } from '@redress/server/database/migrate';
import { deriveKeys } from '@redress/server/keys/keys';
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

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
 */
export async function makeTemplate(folder: string): Promise<void> {
  const postgres = await startLocalDatabase(folder);
  try {
    const { connectionString } = postgres;
    await migrate(connectionString);
    const form = settlement.claimForms.find(({ login }) => login === 'required');
    const header = 'notice_id,unique_id,first_name,last_name,street,city,state,zip,case';
    const rows = Array.from({ length: memberCount }, (_, index) => {
      const { noticeId, uniqueId } = memberOf(index);
      return `${noticeId},${uniqueId},Jane,Doe,1 Main Street,Phoenix,Arizona,85001,${form?.caseId}`;
    });
    const cases = new Set(settlement.claimForms.map(({ caseId }) => caseId));
    await importMembers({ connectionString, keys, cases, csv: Readable.from([[header, ...rows].join('\n')]) });
  } finally {
    await postgres.stop();
  }
  // Each copy finds a free port.
  await rm(join(folder, 'port'));
}

/** With owners and modes: PostgreSQL's user keeps its files. */
export function copyTemplate(template: string, to: string): void {
  execFileSync('cp', ['-a', `${template}/.`, to]);
}
