import { proveClaim } from '@redress/server/seals/prove-claim';
import { rootByPath } from '@redress/server/seals/merkle-tree';
import { sealHistory, startSealing } from '@redress/server/seals/start-sealing';
import { verifyClaims } from '@redress/server/operations/verify/verify-claims';
import { openDatabase } from '@redress/server/database/pool';
import { createLog } from '@redress/server/logging/log';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, logInBrowser } from '../setup/browser.ts';
import { editRows } from '../setup/test-database.ts';
import { keys, memberOf, startTestServer, type TestServer } from '../setup/test-server.ts';

let server: TestServer;
let browser: Browser;
let database: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  server = await startTestServer();
  database = openDatabase(server.connectionString, () => {});
  browser = await logInBrowser(server.app, memberOf(0));
});
afterAll(async () => {
  await database.close();
  await server.close();
});

const context = () => ({ database: database.database, keys, now: () => server.now });
const file = async () => (await browser.fileClaim()).body.claimNumber;
const count = async (where: string) =>
  Number((await server.query<{ count: string }>(`select count(*) from claim_history where ${where}`))[0]?.count);

async function findIssues(): Promise<string[]> {
  const store = { location: { kind: 'folder', folder: server.documentFolder } } as const;
  const messages: string[] = [];
  for await (const { message } of verifyClaims({ ...context(), store }).issues) messages.push(message);
  return messages;
}

test('all unsealed entries are sealed under one root, and none twice', async () => {
  expect(await sealHistory(context())).toEqual([]);
  await file();
  await file();
  const [first, ...more] = await sealHistory(context());
  expect([first?.position, first?.entries, more.length]).toEqual([1, 2, 0]);
  expect(await sealHistory(context())).toEqual([]);
  await file();
  const [second] = await sealHistory(context());
  expect([second?.position, second?.entries]).toEqual([2, 1]);
  expect(second?.previousRoot).toEqual(first?.root);
  expect(await count('seal is null')).toBe(0);
  expect(await findIssues()).toEqual([]);
});

test('a seal follows the decision record: SHA-256 over position, time, entries, tree and the previous root', async () => {
  const [row] = await server.query<{ root: Buffer; tree_root: Buffer; previous_root: Buffer; sealed_at: Date }>(
    'select * from history_seals where position = 2',
  );
  const [entry] = await server.query<{ hash: Buffer }>('select hash from claim_history where seal = 2');
  const tree = createHash('sha256')
    .update(Buffer.concat([Buffer.of(0), entry?.hash ?? Buffer.of()]))
    .digest('hex');
  expect(row?.tree_root.toString('hex')).toBe(tree);
  const text = `[2,"${row?.sealed_at.toISOString()}",1,"${tree}","${row?.previous_root.toString('hex')}"]`;
  expect(row?.root.toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
});

test('several processes that seal concurrently make one chain', async () => {
  await Promise.all(Array.from({ length: 6 }, file));
  await Promise.all(Array.from({ length: 5 }, () => sealHistory(context())));
  await sealHistory(context());
  expect(await count('seal is null')).toBe(0);
  expect(await findIssues()).toEqual([]);
});

test('an entry of a transaction that ends after the seal is covered by the next one', async () => {
  await sealHistory(context());
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query('begin');
  // An entry whose claim started earlier than others but committed after them.
  const number = await file();
  await sealHistory(context());
  const { rows } = await client.query<{ id: string }>('select id from claims where number = $1', [number]);
  await client.query(
    `insert into claim_history (claim_id, position, at, kind, details, previous_hash, hash)
     select claim_id, 2, at, 'late', '{}', hash, sha256('late') from claim_history where claim_id = $1`,
    [rows[0]?.id],
  );
  await file();
  const [between] = await sealHistory(context());
  expect(between?.entries).toBe(1);
  await client.query('commit');
  await client.end();
  const [after] = await sealHistory(context());
  expect(after?.entries).toBe(1);
  expect(await count(`kind = 'late' and seal = ${after?.position}`)).toBe(1);
  await editRows(server.connectionString, `delete from claim_history where kind = 'late'`);
  await editRows(server.connectionString, `delete from history_seals where position = ${after?.position}`);
  expect(await findIssues()).toEqual([]);
});

test('more entries than fit one seal get several', async () => {
  await sealHistory(context());
  const [before] = await server.query<{ seals: string }>('select count(*) as seals from history_seals');
  const number = await file();
  await server.query(
    `insert into claim_history (claim_id, position, at, kind, details, previous_hash, hash)
     select claim_id, n, at, 'many', '{}', hash, sha256(n::text::bytea) from claim_history, generate_series(2, 12000) n
     where claim_id = (select id from claims where number = $1)`,
    [number],
  );
  const seals = await sealHistory(context());
  expect(seals.map(({ entries }) => entries)).toEqual([5_000, 5_000, 2_000]);
  // The chain of these entries is broken, but the sealed entries exist.
  expect(await findIssues()).toEqual([expect.stringContaining(`Claim ${number} has a broken history: entry 2`)]);
  await editRows(server.connectionString, `delete from claim_history where kind = 'many' or seal > ${before?.seals}`);
  await editRows(server.connectionString, `delete from history_seals where position > ${before?.seals}`);
  await editRows(server.connectionString, `delete from claims where number = '${number}'`);
  await editRows(server.connectionString, `delete from outbox where claim_id not in (select id from claims)`);
  expect(await findIssues()).toEqual([]);
});

test('nobody can change a seal, an entry or its assignment to a seal', async () => {
  await file();
  const refused = [
    ['update claim_history set seal = 1 where seal = 2', 'only ever added to'],
    ['update claim_history set seal = null where seal = 1', 'only ever added to'],
    [`update claim_history set seal = 1, kind = 'x' where seal is null`, 'only ever added to'],
    [`update claim_history set seal = 1, details = '{}' where seal is null`, 'only ever added to'],
    ['update claim_history set seal = 1000000 where seal is null', 'violates foreign key'],
    ['update history_seals set entries = entries + 1', 'neither changed nor removed'],
    ['delete from history_seals', 'neither changed nor removed'],
    ['truncate history_seals cascade', /only ever added to|neither changed nor removed/],
  ] as const;
  for (const [sql, message] of refused) await expect(server.query(sql)).rejects.toThrow(message);
});

test('a claim is proven by its entries, and each entry by its path to the root of its seal', async () => {
  const number = await file();
  await browser.upload(number, [{ name: 'one.pdf', bytes: Buffer.from(`%PDF-1.7\n${'x'.repeat(500)}`) }]);
  await Promise.all(Array.from({ length: 4 }, file));
  await sealHistory(context());
  const proof = await proveClaim(context(), number);
  expect(proof?.faults).toEqual([]);
  expect(proof?.entries.map(({ kind }) => kind)).toEqual(['claim-filed', 'document-stored']);
  for (const { hash, covered } of proof?.entries ?? []) {
    const { index = -1, seal, path = [] } = covered ?? {};
    expect(rootByPath(hash, index, seal?.entries ?? 0, path)).toEqual(seal?.treeRoot);
  }
  expect(proof?.head?.position).toBe(
    Number((await server.query('select max(position) from history_seals'))[0]?.['max']),
  );
  expect(await proveClaim(context(), '0000000000')).toBeUndefined();

  await file();
  const open = await file();
  const unsealed = await proveClaim(context(), open);
  expect([unsealed?.faults, unsealed?.entries[0]?.covered]).toEqual([[], undefined]);

  // The entries decide what is printed of the claim, whatever its row says.
  await editRows(
    server.connectionString,
    `update claims set filed_at = filed_at - interval '1 day', status = 'purged', answers = '{}', summary = '[]', notice_id = null,
       name = null, email = null, zip = null, state = null, amount = null, quantity = null where number = '${number}'`,
  );
  expect(await proveClaim(context(), number)).toMatchObject({ filedAt: proof?.filedAt, status: 'filed' });

  // Removes a neighbor under the same seal: the seal no longer covers the claim.
  await editRows(
    server.connectionString,
    `delete from claim_history where seal = ${proof?.head?.position} and kind = 'claim-filed'
     and claim_id <> (select id from claims where number = '${number}')`,
  );
  expect((await proveClaim(context(), number))?.faults).toContainEqual(
    expect.stringMatching(/does not match the existing entries/),
  );
});

test('sealing continues by itself, even after a fault, and the remaining entries are sealed at the end', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const now = { fails: true };
  const failing = {
    ...context(),
    now() {
      if (now.fails) throw new Error('no clock');
      return server.now;
    },
  };
  await file();
  const stop = startSealing({ ...failing, log }, 20);
  await expect.poll(() => lines.filter((line) => line.includes('could not be sealed')).length).toBeGreaterThan(1);
  now.fails = false;
  await expect.poll(() => count('seal is null')).toBe(0);
  const head = (
    await server.query<{ root: Buffer }>('select root from history_seals order by position desc limit 1')
  )[0];
  expect(lines.join('\n')).toContain(head?.root.toString('hex'));
  await stop();
  await file();
  const stopAgain = startSealing({ ...context(), log }, 60_000);
  await file();
  await stopAgain();
  expect(await count('seal is null')).toBe(0);
});
