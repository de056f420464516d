import { openDatabase } from '@redress/server/database/pool';
import { deriveKeys } from '@redress/server/keys/keys';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { openUploadStore } from '@redress/server/storage/upload-store';
import type { SentClaims } from '../load/sent-claims.ts';
import { checkClaims, checkHistory } from './check-claims.ts';
import { checkDocuments } from './check-documents.ts';
import { checkReceipts } from './check-receipts.ts';
import type { Finding } from './finding.ts';
import { type Place, readStoredData } from './stored-data.ts';

export interface Evidence extends Place {
  readonly sent: SentClaims;
  /** Recipients of the messages that the mail server accepted, by message ID. */
  readonly received: ReadonlyMap<string, readonly string[]>;
  readonly secretKey: string;
}

/** Everything that is wrong once the server is idle. */
export async function check({ sent, received, secretKey, ...place }: Evidence): Promise<Finding[]> {
  const stored = await readStoredData(place);
  return [
    ...checkClaims(sent, stored, secretKey),
    ...checkDocuments(sent, stored),
    ...checkHistory(stored),
    ...checkReceipts(stored, received),
    ...(await verify(place, secretKey)),
    ...sent.unexpectedResponses.map(({ request, status, text }): Finding => ({
      kind: 'unexpected-response',
      what: `${request} was answered ${status}: ${text}`,
    })),
  ];
}

/**
 * The result of the operator's check (`npm run claims:verify -- --documents`): histories, seals,
 * hashes, tax IDs, files, receipts.
 */
async function verify({ connectionString, documentFolder }: Place, secretKey: string): Promise<Finding[]> {
  const { database, close } = openDatabase(connectionString, () => {});
  try {
    const store = await openUploadStore(documentFolder);
    const found: Finding[] = [];
    const context = { database, store, keys: deriveKeys(secretKey) };
    const counts = await verifyClaims(context, (what) => found.push({ kind: 'unverified', what }), {
      readDocuments: true,
    });
    // A server seals all entries when it is stopped.
    if (counts.unsealedEntries > 0)
      found.push({ kind: 'unverified', what: `${counts.unsealedEntries} entries of the history have no seal` });
    return found;
  } finally {
    await close();
  }
}
