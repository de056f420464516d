import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Finding } from './check/finding.ts';
import type { FaultEnvironment } from './environment/environment.ts';

/** Everything that maintenance removes is old enough by then, and every retry is due. */
const laterMilliseconds = 8 * 24 * 60 * 60 * 1_000;
const maxWaitMilliseconds = 2 * 60_000;

/**
 * Lets days pass: stops the servers as an operator would, and starts one of them with its clock
 * days ahead, so that it removes abandoned data and sends what is due. Failure to become idle is a
 * finding. Afterward only the database runs.
 */
export async function waitUntilIdle(environment: FaultEnvironment): Promise<Finding[]> {
  const [server] = environment.servers;
  const findings: Finding[] = [];
  for (const stopped of environment.servers) {
    const how = stopped.pid() === undefined ? 0 : await stopped.stop();
    if (how !== 0) findings.push({ kind: 'not-recovered', what: `a server did not stop cleanly: ${how}` });
  }
  await environment.setClock(laterMilliseconds);
  await server.start();
  const pending = await waitForIdleDatabase(environment, await environment.connectionString());
  if (pending !== '') findings.push({ kind: 'not-idle', what: `after two minutes there are still ${pending}` });
  const how = await server.stop();
  if (how !== 0) findings.push({ kind: 'not-recovered', what: `the idle server did not stop cleanly: ${how}` });
  await environment.startDatabase();
  return findings;
}

async function waitForIdleDatabase(environment: FaultEnvironment, connectionString: string): Promise<string> {
  const giveUpAt = performance.now() + maxWaitMilliseconds;
  for (;;) {
    const pending = await listPendingWork(environment, connectionString);
    if (pending === '' || performance.now() > giveUpAt) return pending;
    await pause(200);
  }
}

async function listPendingWork(environment: FaultEnvironment, connectionString: string): Promise<string> {
  const counts = await withClient(connectionString, (client) =>
    client.query<Record<string, string>>(`select
      (select count(*) from outbox where done_at is null) as receipts,
      (select count(*) from claim_documents where status <> 'stored') as "arriving documents",
      (select count(*) from uploads where status in ('arriving', 'complete')) as uploads,
      (select count(*) from data_checks where finished_at is null) as checks,
      (select count(*) from staged_documents) as "staged documents"
      ${environment.scanner ? `, (select count(*) from claim_documents where scan <> 'clean') as "documents in quarantine"` : ''}`),
  );
  const pieces = (await environment.documents.listPieces()).length;
  return Object.entries({ ...counts.rows[0], pieces: String(pieces) })
    .filter(([, count]) => count !== '0')
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
