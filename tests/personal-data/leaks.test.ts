import { withClient } from '@redress/server/platform/database/pool';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';
import type { Exchange } from './record-exchanges.ts';
import { findPersonalData } from './find-personal-data.ts';
import { readPersonalValues } from './read-personal-values.ts';
import { readPublicTexts } from './read-public-texts.ts';
import { useFolder } from '../setup/folders.ts';

let database: TestDatabase;
const folder = useFolder();
const secret = 'only for tests, 32 characters long';

beforeAll(async () => {
  database = await createTestDatabase('migrated');
});
afterAll(async () => {
  await database?.drop();
});

interface Leak {
  readonly server?: string;
  readonly database?: string;
  readonly exchange?: Partial<Exchange>;
}

const clean: Exchange = { url: '/notice', referer: 'http://localhost/', location: '', problem: '' };
const problem = (detail: string, more: object = {}) => JSON.stringify({ type: 'about:blank', detail, ...more });

async function look(leak: Leak): Promise<string[]> {
  const traces = {
    serverLog: join(folder, 'server.log'),
    databaseLog: join(folder, 'postgres.log'),
    exchanges: join(folder, 'exchanges.jsonl'),
    connectionString: database.url,
  };
  const exchanges = [
    { ...clean, problem: problem('Nothing is here.') },
    { ...clean, ...leak.exchange },
  ];
  await writeFile(traces.serverLog, `{"msg":"request","route":"/*"}\n${leak.server ?? ''}`);
  await writeFile(traces.databaseLog, `LOG: ready\n${leak.database ?? ''}`);
  await writeFile(traces.exchanges, exchanges.map((exchange) => JSON.stringify(exchange)).join('\n'));
  const values = [
    ...(await readPersonalValues(database.url, secret)),
    { kind: 'claim number', value: '8001583106' },
    { kind: 'phone', value: '(602) 555-0100' },
    // Too short to identify a person.
    { kind: 'state', value: 'AZ' },
    { kind: 'file name', value: 'bills of José.pdf' },
  ];
  return findPersonalData(values, await readPublicTexts(traces));
}

// The first people of content/demonstration/demo/class-members.csv.
test.each<[what: string, leak: Leak, found: string[]]>([
  ['nothing', {}, []],
  ['a street in a log line', { server: '{"err":"12 Larkmoor Lane"}' }, ['street in the log of the server']],
  ['a street in capitals, twice', { server: '12 LARKMOOR LANE 12 Larkmoor Lane' }, ['street in the log of the server']],
  ['a value that begins with a sign', { server: 'phone=(602) 555-0100' }, ['phone in the log of the server']],
  ['parts of other words and numbers', { server: 'AZ: Núñezson, 12 Larkmoor Laneway, 1100000002 ms, 100000002a' }, []],
  ['a statement', { database: "STATEMENT: values ('José Núñez')" }, ['name in the log of the database']],
  ['an ID in a query', { exchange: { url: '/consumer-login?uniqueId=DEMO0002' } }, ['Unique ID in an address']],
  ['an encoded name', { exchange: { url: '/search?q=Jos%C3%A9+N%C3%BA%C3%B1ez' } }, ['name in an address']],
  ['an ID in a redirect', { exchange: { location: '/next/100000002' } }, ['Notice ID in an address']],
  ['a referrer', { exchange: { referer: 'http://localhost/?n=100000002' } }, ['Notice ID in a referrer']],
  ['an error that quotes', { exchange: { problem: problem('No Núñez here') } }, ['name in an error message']],
  ['a claim number in a path of ours', { exchange: { url: '/api/claims/8001583106/receipt.pdf' } }, []],
  ['a claim number elsewhere', { exchange: { url: '/notice/8001583106' } }, ['claim number in an address']],
  [
    'a claim number in a log line',
    { server: '"GET /api/claims/8001583106"' },
    ['claim number in the log of the server'],
  ],
  [
    'what only the claimant sees',
    {
      exchange: {
        problem: problem('StoredData.', { claim: { claimNumber: '8001583106' }, files: ['bills of José.pdf'] }),
      },
    },
    [],
  ],
])('%s', async (_what, leak, found) => {
  const reported = await look(leak);
  expect(reported).toEqual(expect.arrayContaining(found));
  // A full name also reports the last name, but no other place.
  const places = found.map((line) => line.replace(/^.* in /, ' in '));
  expect(reported.filter((line) => !places.some((place) => line.endsWith(place)))).toEqual([]);
});

test('a value in the error of a job is found', async () => {
  await withClient(database.url, (client) => client.query("update periodic_jobs set last_error = '7 Foxglen Court'"));
  expect(await look({})).toEqual(['street in the errors of jobs']);
});
