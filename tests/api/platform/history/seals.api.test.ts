import { proveClaim } from '@redress/server/claims/history/prove-claim';
import { periodicJobs } from '@redress/server/platform/jobs/periodic-jobs';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { sealAndLog, sealHistory } from '@redress/server/platform/history/start-sealing';
import { createLog } from '@redress/server/platform/logging/log';
import { createHash } from 'node:crypto';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { findIssues } from '../../../setup/find-issues.ts';
import { type Browser, logInBrowser } from '../../../setup/browser.ts';
import { rootByPath } from './root-by-path.ts';
import { editRows } from '../../../setup/test-database.ts';
import { keys, memberOf, useTestServer } from '../../../setup/test-server.ts';

let browser: Browser;

const server = useTestServer();
beforeAll(async () => {
  browser = await logInBrowser(server.app, memberOf(0));
});

const context = () => ({ database: server.database, keys, now: () => server.now });
const file = async () => (await browser.fileClaim()).body.claimNumber;
const count = async (where: string) =>
  Number((await server.query<{ count: string }>(`select count(*) from claim_history where ${where}`))[0]?.count);
const countUnsealed = () => count('id > (select coalesce(max(last_entry), 0) from history_seals)');

/** Removes the newest seals and some entries, and seals the others again. */
async function removeSealsFrom(position: number, entries: string): Promise<void> {
  await editRows(server.connectionString, `delete from claim_history where ${entries}`);
  await editRows(server.connectionString, `delete from history_seals where position >= ${position}`);
  await editRows(server.connectionString, 'delete from newest_seal');
  await sealHistory(context());
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
  expect([second?.position, second?.entries, second?.previousRoot]).toEqual([2, 1, first?.root]);
  expect([await countUnsealed(), await findIssues(server)]).toEqual([0, []]);

  // The decision record: SHA-256 over position, time, entries, tree, the previous root and the last entry.
  const [row] = await server.query<
    Record<'root' | 'tree_root' | 'previous_root', Buffer> & { sealed_at: Date; last_entry: string }
  >('select * from history_seals where position = 2');
  const [entry] = await server.query<{ hash: Buffer }>('select hash from claim_history order by id desc limit 1');
  const tree = createHash('sha256')
    .update(Buffer.concat([Buffer.of(0), entry?.hash ?? Buffer.of()]))
    .digest('hex');
  expect(row?.tree_root.toString('hex')).toBe(tree);
  const text = `[2,"${row?.sealed_at.toISOString()}",1,"${tree}","${row?.previous_root.toString('hex')}",${row?.last_entry}]`;
  expect(row?.root.toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
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
  expect(await findIssues(server)).toEqual([expect.stringContaining(`Claim ${number} has a broken history: entry 2`)]);
  await removeSealsFrom(Number(before?.seals) + 1, `kind = 'many'`);
  expect(await findIssues(server)).toEqual([]);
});

test('a claim is proven by its entries, and each entry by its path to the root of its seal', async () => {
  const number = await file();
  await browser.upload(number, [
    { name: 'one.pdf', bytes: Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n${'x'.repeat(500)}`) },
  ]);
  await Promise.all(Array.from({ length: 4 }, file));
  await sealHistory(context());
  const proof = await proveClaim(context(), number);
  expect(proof?.faults).toEqual([]);
  expect(proof?.entries.map(({ kind }) => kind)).toEqual(['claim-filed', 'document-stored']);
  for (const { hash, covered } of proof?.entries ?? []) {
    const { index = -1, seal, path } = covered ?? {};
    const rows = await server.query<{ hash: Buffer }>(
      'select hash from claim_history where id > $1 and id <= $2 order by id',
      [seal?.previousLastEntry, seal?.lastEntry],
    );
    const hashes = rows.map((row) => row.hash);
    expect(hashes[index]).toEqual(hash);
    expect(rootByPath(hash, index, hashes.length, path ?? [])).toEqual(seal?.treeRoot);
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
    `delete from claim_history where id > ${proof?.head?.previousLastEntry} and id <= ${proof?.head?.lastEntry} and kind = 'claim-filed'
     and claim_id <> (select id from claims where number = '${number}')`,
  );
  expect((await proveClaim(context(), number))?.faults).toContainEqual(
    expect.stringMatching(/does not match the existing entries/),
  );
});

test('sealing continues by itself, even after a fault', async () => {
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
  const seal = () => sealAndLog({ ...failing, log });
  const { stop } = startJobs(periodicJobs({ database: server.database, now: () => new Date() }, { seal }, 0.02), {
    now: () => new Date(),
    log,
    pollMilliseconds: 20,
  });
  onTestFinished(stop);
  await expect.poll(() => lines.filter((line) => line.includes('no clock')).length).toBeGreaterThan(1);
  now.fails = false;
  await expect.poll(countUnsealed).toBe(0);
  const head = (
    await server.query<{ root: Buffer }>('select root from history_seals order by position desc limit 1')
  )[0];
  expect(lines.join('\n')).toContain(head?.root.toString('hex'));
});
