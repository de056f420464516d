import { openDatabase } from '@redress/server/platform/database/pool';
import fc from 'fast-check';
import { type ApiDescription, readApiDescription } from './api-description.ts';
import { checkExchange } from './check-response.ts';
import { checkStoredClaims } from './check-stored-claims.ts';
import { openVisitors, type Visitors } from './clients.ts';
import { canary, describeRequest, type FuzzRequest } from './fuzz-request.ts';
import type { FuzzServer } from './fuzz-server.ts';
import { oneOf } from './hostile-values.ts';
import { exchange } from './http-exchange.ts';
import { allowedCalls, forbiddenCalls } from './requests/described-calls.ts';
import { mutatedClaims } from './requests/mutated-claims.ts';
import { noScriptForms } from './requests/no-script-forms.ts';
import { rawLines } from './requests/raw-requests.ts';
import { staticPaths } from './requests/static-paths.ts';
import { oddDocuments, oddPieces } from './requests/uploads.ts';

interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** No request starts after this many milliseconds. */
  readonly milliseconds?: number;
  readonly databaseUrl: string;
  /** By default, requests are of all kinds. */
  readonly kinds?: (api: ApiDescription) => fc.Arbitrary<FuzzRequest>;
  /** How many requests run concurrently. */
  readonly lanes?: number;
  /** How many claims' receipts are rendered at the end. */
  readonly maxReceipts?: number;
}
interface Fault {
  readonly what: string;
  /** This is the smallest request found that shows the fault. */
  readonly request?: string;
  times: number;
}
export interface FuzzReport {
  readonly sent: number;
  readonly seconds: number;
  readonly byKind: Readonly<Record<string, number>>;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly claims: number;
  /**
   * The longest time that the server's work blocked its event loop, in milliseconds of CPU time.
   */
  readonly blockedMilliseconds: number;
  readonly faults: readonly Fault[];
}

const defaultLanes = 4;
const defaultReceipts = 60;
/** An incomplete request is abandoned after this time. */
const shortSilenceMilliseconds = 300;
const maxSilenceMilliseconds = 60_000;
/** How many smaller requests are tried at most to show the same fault. */
const maxShrinkTries = 150;

/**
 * Sends requests of every kind to a running server, and returns all faults. The same seed gives the
 * same requests.
 */
export async function runFuzz(server: FuzzServer, options: FuzzOptions): Promise<FuzzReport> {
  const startedAt = performance.now();
  const visitors = await openVisitors(server.port);
  const api = readApiDescription(await (await fetch(`http://127.0.0.1:${server.port}/api/openapi.json`)).text());
  const tally = new Tally();
  const { lanes = defaultLanes } = options;
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => runLane({ server, options, visitors, api, tally, startedAt }, lane)),
  );
  const blockedMilliseconds = await server.maxBlock();
  const claims = await checkAtTheEnd(server, options, tally);
  return {
    sent: tally.sent,
    seconds: (performance.now() - startedAt) / 1_000,
    byKind: Object.fromEntries(tally.byKind),
    byStatus: Object.fromEntries([...tally.byStatus].toSorted(([a], [b]) => Number(a) - Number(b))),
    claims,
    blockedMilliseconds,
    faults: [...tally.faults.values()],
  };
}

interface Run {
  readonly server: FuzzServer;
  readonly options: FuzzOptions;
  readonly visitors: Visitors;
  readonly api: ApiDescription;
  readonly tally: Tally;
  readonly startedAt: number;
}

/** The same fault is reported once, with its smallest request. */
class Tally {
  sent = 0;
  readonly byKind = new Map<string, number>();
  readonly byStatus = new Map<string, number>();
  readonly faults = new Map<string, Fault>();

  note(what: string, request?: FuzzRequest): boolean {
    const known = this.faults.get(what);
    if (known) known.times += 1;
    else this.faults.set(what, { what, times: 1, ...(request && { request: describeRequest(request) }) });
    return known === undefined;
  }
  /** Records that a smaller request shows the fault, too. */
  shrink(what: string, request: FuzzRequest): void {
    const known = this.faults.get(what);
    if (known) this.faults.set(what, { ...known, request: describeRequest(request) });
  }
}

async function runLane(run: Run, lane: number): Promise<void> {
  const { server, options, api, tally, startedAt } = run;
  const kinds = (options.kinds ?? everyKind)(api);
  let left = Math.ceil(options.requests / (options.lanes ?? defaultLanes));
  for (let round = 0; left > 0; round += 1) {
    let shrinking: { readonly what: string; tries: number } | undefined;
    const isOver = () =>
      server.ended() !== undefined ||
      (options.milliseconds !== undefined && performance.now() - startedAt > options.milliseconds);
    const property = fc.asyncProperty(kinds, async (request) => {
      if (isOver() || (shrinking && (shrinking.tries += 1) > maxShrinkTries)) return;
      const faults = await tryRequest(run, request);
      if (shrinking) {
        if (!faults.includes(shrinking.what)) return;
        tally.shrink(shrinking.what, request);
        throw new Error(shrinking.what);
      }
      const newFaults = faults.filter((what) => tally.note(what, request));
      const [what] = newFaults;
      if (what === undefined) return;
      shrinking = { what, tries: 0 };
      throw new Error(what);
    });
    const { numRuns } = await fc.check(property, {
      seed: options.seed + lane * 1_000_003 + round * 7_919,
      numRuns: left,
      // No requests are generated after the time limit.
      ...(options.milliseconds !== undefined && {
        interruptAfterTimeLimit: Math.max(0, options.milliseconds - (performance.now() - startedAt)),
      }),
    });
    left -= Math.max(1, numRuns);
    if (isOver()) return;
  }
}

async function tryRequest({ server, visitors, api, tally }: Run, request: FuzzRequest): Promise<string[]> {
  const result = await exchange(server.port, await visitors.write(request), {
    isHead: request.method === 'HEAD',
    maxSilenceMilliseconds: request.isUnfinished ? shortSilenceMilliseconds : maxSilenceMilliseconds,
  });
  tally.sent += 1;
  tally.byKind.set(request.kind, (tally.byKind.get(request.kind) ?? 0) + 1);
  for (const { status } of result.answers)
    tally.byStatus.set(String(status), (tally.byStatus.get(String(status)) ?? 0) + 1);
  const ended = server.ended();
  return [...checkExchange(request, result, api), ...(ended === undefined ? [] : [`the server has ended (${ended})`])];
}

async function checkAtTheEnd(server: FuzzServer, options: FuzzOptions, tally: Tally): Promise<number> {
  const ended = server.ended();
  if (ended !== undefined) tally.note(`the server has ended (${ended})`);
  for (const file of await server.listStrayFiles()) tally.note(`a file outside of the store: ${file}`);
  const log = await server.readLog();
  const lines = log.split('\n');
  const telling = lines.find((line) => line.includes(canary));
  if (telling !== undefined) tally.note(`the log shows what was sent: ${telling.slice(0, 300)}`);
  const strange = lines.find((line) => line !== '' && !line.startsWith('{'));
  if (strange !== undefined) tally.note(`a line that is no log line: ${strange.slice(0, 300)}`);
  for (const line of lines.filter((each) => /"level":(?:50|60)/.test(each)).slice(0, 5))
    tally.note(`an error in the log: ${line.slice(0, 1_500)}`);
  const { database, close } = openDatabase(options.databaseUrl, () => {});
  const { count, faults } = await checkStoredClaims(database, options.maxReceipts ?? defaultReceipts);
  await close();
  for (const fault of faults.slice(0, 20)) tally.note(fault);
  return count;
}

function everyKind(api: ApiDescription): fc.Arbitrary<FuzzRequest> {
  return oneOf(
    [4, allowedCalls(api)],
    [5, forbiddenCalls(api)],
    [5, mutatedClaims],
    [3, rawLines],
    [3, oddDocuments],
    [3, oddPieces],
    [3, noScriptForms],
    [2, staticPaths],
  );
}
