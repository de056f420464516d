import { openDatabase } from '@redress/server/database/pool';
import { deriveKeys } from '@redress/server/keys/keys';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { openUploadStore } from '@redress/server/storage/upload-store';
import { runCommand } from '../../setup/run-command.ts';
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
  /** Of the website's public address. */
  readonly host: string;
  readonly secretKey: string;
}

/** Everything that is wrong once the server is idle. */
export async function check({ sent, received, host, secretKey, ...place }: Evidence): Promise<Finding[]> {
  const stored = await readStoredData(place);
  return [
    ...checkClaims(sent, stored, secretKey),
    ...checkDocuments(sent, stored),
    ...checkHistory(stored),
    ...checkReceipts(stored, received, host),
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
async function verify({ connectionString, documents }: Place, secretKey: string): Promise<Finding[]> {
  const found: Finding[] = [];
  const onIssue = (what: string) => found.push({ kind: 'unverified', what });
  // The test of the checker calls this often, and a process takes a second to start. The keys of an
  // object storage, however, are in the environment of a process.
  const unsealedEntries =
    documents.folder === undefined
      ? await verifyByCommand(
          { DATABASE_URL: connectionString, SECRET_KEY: secretKey, ...documents.environment },
          onIssue,
        )
      : await verifyFolder(connectionString, documents.folder, secretKey, onIssue);
  // A server seals all entries when it is stopped.
  if (unsealedEntries > 0) onIssue(`${unsealedEntries} entries of the history have no seal`);
  return found;
}

async function verifyFolder(
  connectionString: string,
  folder: string,
  secretKey: string,
  onIssue: (what: string) => void,
): Promise<number> {
  const { database, close } = openDatabase(connectionString, () => {});
  try {
    const store = await openUploadStore(folder);
    const context = { database, store, keys: deriveKeys(secretKey) };
    const counts = await verifyClaims(context, onIssue, { readDocuments: true });
    return counts.unsealedEntries;
  } finally {
    await close();
  }
}

async function verifyByCommand(
  environment: Readonly<Record<string, string>>,
  onIssue: (what: string) => void,
): Promise<number> {
  const { code, out, err } = await runCommand('claims-verify', ['--documents'], { environment });
  if (code !== 0) onIssue(`npm run claims:verify exited with ${code}: ${out} ${err}`);
  return Number(/Not sealed yet: (\d+)/.exec(out)?.[1] ?? 0);
}
