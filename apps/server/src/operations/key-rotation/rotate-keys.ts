import pg from 'pg';
import type { Keys } from '../../keys/keys.ts';
import { closeFormerSecrets, findOutdatedProcesses, retireFormerSecrets } from './former-secrets.ts';
import { resealMembers, resealTaxIds } from './reseal.ts';

export interface RotationReport {
  /** Encrypted anew in this run. */
  readonly taxIds: number;
  readonly members: number;
  /** Claims and class members (Notice ID hidden) of which something can be opened with none of the given secrets. */
  readonly unreadable: number;
  /** Whether everything is under the present secret now, and can never again be under another. */
  readonly complete: boolean;
}

export interface RotationOptions {
  readonly connectionString: string;
  readonly keys: Keys;
  readonly onProgress?: (done: number) => void;
  /** Ends the run after the batch at hand: a later one goes on. */
  readonly signal?: AbortSignal;
  readonly batchRows?: number;
}

/** Some processes still make things with a former secret. */
export class OutdatedProcessesError extends Error {
  override readonly name = 'OutdatedProcessesError';
}

/**
 * Encrypts everything anew that stands under a former secret, in batches while the website runs. It may be broken off and run again at any
 * time. At its end the former secrets are closed: the database refuses what a forgotten process would still write with them; then what came in
 * meanwhile is done too, and it is counted that nothing is left.
 * @throws OutdatedProcessesError nothing was changed
 */
export async function rotateKeys(options: RotationOptions): Promise<RotationReport> {
  const { connectionString, keys } = options;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, application_name: 'keys:rotate' });
  await client.connect();
  try {
    // They would find nobody who logs in any more.
    const outdated = await findOutdatedProcesses(client, keys.version);
    if (outdated > 0) throw new OutdatedProcessesError(String(outdated));
    let done = 0;
    const count = (rows: number) => options.onProgress?.((done += rows));
    const batches = {
      client,
      keys,
      count,
      rows: options.batchRows ?? 1_000,
      ...(options.signal ? { signal: options.signal } : {}),
    };
    const first = await resealAll(batches);
    if (first.unreadable > 0) return { ...first, complete: false };
    await closeFormerSecrets(client, keys.version);
    const second = await resealAll(batches);
    const total = {
      taxIds: first.taxIds + second.taxIds,
      members: first.members + second.members,
      unreadable: second.unreadable,
    };
    return { ...total, complete: total.unreadable === 0 && (await retireFormerSecrets(client, keys.version)) };
  } finally {
    await client.end();
  }
}

async function resealAll(batches: Parameters<typeof resealTaxIds>[0]): Promise<Omit<RotationReport, 'complete'>> {
  const members = await resealMembers(batches);
  const taxIds = await resealTaxIds(batches);
  return { taxIds: taxIds.changed, members: members.changed, unreadable: members.unreadable + taxIds.unreadable };
}
