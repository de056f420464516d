import { withClient } from '@redress/server/platform/database/pool';
import { setTimeout as pause } from 'node:timers/promises';
import { check, type Evidence, type Finding } from './check.ts';
import { type FaultEnvironment, openEnvironment } from './environment/environment.ts';
import { secretKey, type SharedParts } from './environment/shared-parts.ts';
import type { Fault } from './fault.ts';
import { startLoad } from './load/load.ts';

export interface RunResult {
  readonly fault: string;
  readonly claimsAnswered: number;
  /** Counts claims that were sent completely at least once, and never answered. */
  readonly claimsUnanswered: number;
  readonly documentsAnswered: number;
  /** Requests that were sent again show that the fault had an effect. */
  readonly repeats: number;
  readonly findings: readonly Finding[];
  /** The number of acknowledged claims that a control lost. */
  readonly lostByControl: number;
  /**
   * The time from the end of the fault to the next answered claim. Undefined when none was
   * answered.
   */
  readonly recoveredAfterMilliseconds: number | undefined;
}

interface RunOptions {
  readonly fault: Fault;
  /** Runs count from 0. */
  readonly run: number;
  /** The folder must not exist yet. */
  readonly folder: string;
  readonly parts: SharedParts;
  readonly arrivalsPerSecond?: number;
  /** Claimants file for this long before the fault, and after it. */
  readonly calmMilliseconds?: number;
  /** Gets the environment as soon as it exists, so that an interrupted test can shut it down. */
  readonly onOpen?: (environment: Promise<FaultEnvironment>) => void;
  readonly onStop?: (environment: Promise<FaultEnvironment>) => void;
}

/** The limit allows for a busy machine. Later answers never come. */
const answersWithinMilliseconds = 3 * 60_000;
/** Claimants of a control may wait for the end of an upload that was lost. */
const lostAfterMilliseconds = 20_000;

/** Builds an environment, loads it, breaks it, waits until it is idle and checks it. */
export async function runFault(options: RunOptions): Promise<RunResult> {
  const { fault, folder, parts } = options;
  const opening = openEnvironment({ folder, parts, ...fault.environment });
  options.onOpen?.(opening);
  const environment = await opening;
  let isIntact = false;
  try {
    const { result } = await breakAndRecover(environment, options);
    isIntact = result.findings.length === 0;
    return result;
  } finally {
    await environment.stop({ keepFolder: !isIntact });
    options.onStop?.(opening);
  }
}

/** Breaks and checks an existing environment, which stays. */
export async function breakAndRecover(
  environment: FaultEnvironment,
  options: Omit<RunOptions, 'folder' | 'parts'>,
): Promise<{ readonly result: RunResult; readonly evidence: Evidence }> {
  const { fault, run } = options;
  const calm = options.calmMilliseconds ?? 3_000;
  const findings: Finding[] = [];
  const { proxy, servers } = environment;
  const addresses = proxy ? [proxy.address] : servers.map(({ address }) => address);
  const load = startLoad(addresses, options.arrivalsPerSecond ?? 8, proxy?.certificate);
  // The moment of the fault varies.
  await pause(calm + Math.random() * 500);
  // A server that cannot start again is a finding.
  await fault.inject(environment, load, run).catch((error: unknown) => findings.push(notRecovered(messageOf(error))));
  const overAt = performance.now();
  await pause(calm);
  if (!(await load.finish(fault.isControl ? lostAfterMilliseconds : answersWithinMilliseconds)))
    findings.push(notRecovered('claimants waited longer than three minutes for an answer'));
  const { sent } = load.context;
  const answeredAt = sent.claims.flatMap(({ answered }) => (answered ? [answered.at] : []));
  const evidence = async (): Promise<Evidence> => ({
    sent,
    received: environment.mail.received(),
    host: new URL(addresses[0] ?? '').hostname.replace('127.0.0.1', 'localhost'),
    secretKey,
    connectionString: await environment.connectionString(),
    documents: environment.documents,
  });
  try {
    findings.push(...(await waitUntilIdle(environment)));
    findings.push(...(await check(await evidence())));
  } catch (error) {
    findings.push(notRecovered(`the environment did not become idle: ${messageOf(error)}`));
  }
  const answeredAfter = answeredAt.filter((at) => at > overAt);
  const result = {
    fault: fault.name,
    claimsAnswered: answeredAt.length,
    claimsUnanswered: sent.claims.filter(({ answered, isSent }) => isSent && !answered).length,
    documentsAnswered: sent.claims.flatMap(({ documents }) => documents).filter(({ isAnswered }) => isAnswered).length,
    repeats: sent.repeated.length,
    findings: fault.isControl ? findingsOfControl(findings) : findings,
    lostByControl: fault.isControl ? countLost(findings) : 0,
    recoveredAfterMilliseconds: answeredAfter.length === 0 ? undefined : Math.min(...answeredAfter) - overAt,
  };
  return { result, evidence: await evidence() };
}

/** A run that failed to start does not end the round, and counts as a failure. */
export function brokenRun(fault: Fault, error: unknown): RunResult {
  return {
    fault: fault.name,
    claimsAnswered: 0,
    claimsUnanswered: 0,
    documentsAnswered: 0,
    repeats: 0,
    lostByControl: 0,
    findings: [notRecovered(`the run could not be made: ${messageOf(error)}`)],
    recoveredAfterMilliseconds: undefined,
  };
}

/** A control fails when it loses nothing. Its other findings follow from its losses. */
function findingsOfControl(findings: readonly Finding[]): Finding[] {
  return countLost(findings) > 0 ? [] : [{ kind: 'nothing-lost', what: 'the control lost no acknowledged claim' }];
}

const countLost = (findings: readonly Finding[]) => findings.filter(({ kind }) => kind === 'claim-lost').length;

function notRecovered(what: string): Finding {
  return { kind: 'not-recovered', what };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** After this time, maintenance removes abandoned data, and every retry is due. */
const laterMilliseconds = 8 * 24 * 60 * 60 * 1_000;
const maxWaitMilliseconds = 2 * 60_000;

/**
 * Lets days pass: stops the servers as an operator would, and starts one of them with its clock
 * days ahead, so that it removes abandoned data and sends the due emails. Failure to become idle is
 * a finding. Afterward only the database runs.
 */
async function waitUntilIdle(environment: FaultEnvironment): Promise<Finding[]> {
  const [server] = environment.servers;
  const findings: Finding[] = [];
  for (const stopped of environment.servers) {
    const how = stopped.pid() === undefined ? 0 : await stopped.stop();
    if (how !== 0) findings.push(notRecovered(`a server did not stop cleanly: ${how}`));
  }
  await environment.setClock(laterMilliseconds);
  await server.start();
  const connectionString = await environment.connectionString();
  const giveUpAt = performance.now() + maxWaitMilliseconds;
  let pending = await listPendingWork(environment, connectionString);
  while (pending !== '' && performance.now() < giveUpAt) {
    await pause(200);
    pending = await listPendingWork(environment, connectionString);
  }
  if (pending !== '') findings.push({ kind: 'not-idle', what: `after two minutes there are still ${pending}` });
  const how = await server.stop();
  if (how !== 0) findings.push(notRecovered(`the idle server did not stop cleanly: ${how}`));
  await environment.startDatabase();
  return findings;
}

async function listPendingWork(environment: FaultEnvironment, connectionString: string): Promise<string> {
  const counts = await withClient(connectionString, (client) =>
    client.query<Record<string, string>>(`select
      (select count(*) from receipt_outbox where done_at is null) as receipts,
      (select count(*) from claim_documents where status <> 'stored') as "arriving documents",
      (select count(*) from uploads where status in ('arriving', 'complete')) as uploads,
      (select count(*) from data_checks where finished_at is null) as checks,
      (select count(*) from staged_documents) as "staged documents"`),
  );
  const pieces = (await environment.documents.listPieces()).length;
  return Object.entries({ ...counts.rows[0], pieces: String(pieces) })
    .filter(([, count]) => count !== '0')
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
