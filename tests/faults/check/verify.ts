import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { openDatabase } from '@redress/server/database/pool';
import { deriveKeys } from '@redress/server/keys/keys';
import type { Finding } from './finding.ts';
import type { Place } from './stored-data.ts';

/**
 * The result of the operator's check (`npm run claims:verify -- --documents`): histories, seals,
 * hashes, tax IDs, files, receipts.
 */
export async function verify({ connectionString, documentFolder }: Place, secretKey: string): Promise<Finding[]> {
  const { database, close } = openDatabase(connectionString, () => {});
  try {
    const store = { location: { kind: 'folder', folder: documentFolder } } as const;
    const { issues, counts } = verifyClaims({ database, store, keys: deriveKeys(secretKey) }, { readDocuments: true });
    const found: Finding[] = [];
    for await (const { message } of issues) found.push({ kind: 'unverified', what: message });
    // A server seals all entries when it is stopped.
    if (counts.unsealedEntries > 0)
      found.push({ kind: 'unverified', what: `${counts.unsealedEntries} entries of the history have no seal` });
    return found;
  } finally {
    await close();
  }
}
