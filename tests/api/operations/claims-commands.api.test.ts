import { sealHistory } from '@redress/server/platform/history/start-sealing';
import { beforeAll, expect, test, vi } from 'vitest';
import { goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { callCommand } from '../../setup/call-command.ts';
import { editRows } from '../../setup/test-database.ts';
import { keys, memberOf, secret, useTestServer } from '../../setup/test-server.ts';

let claimNumber: string;

const server = useTestServer();
beforeAll(async () => {
  const browser = await logInBrowser(server.app, memberOf(0));
  claimNumber = (await browser.fileClaim(goodAnswers)).body.claimNumber;
  await browser.upload(claimNumber, [
    { name: 'Jane.pdf', bytes: Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n${'x'.repeat(500)}`) },
  ]);
  await sealHistory({ database: server.database, keys, now: () => server.now });
});

const run = (command: 'claims-verify' | 'purge', ...args: readonly string[]) =>
  callCommand(command, args, {
    DATA_DIR: server.uploadPath,
    DATABASE_URL: server.connectionString,
    DOCUMENTS_URL: server.documentFolder,
    SECRET_KEY: secret,
  });

/** Years ahead, when everything may be deleted. */
async function purgeIn2033(...args: readonly string[]) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2033-01-01T00:00:00Z') });
  try {
    return await run('purge', ...args);
  } finally {
    vi.useRealTimers();
  }
}

/** Lists the operations that succeeded or failed since the runs were last forgotten. */
async function forgetRuns() {
  const ended = 'succeeded_at is not null as succeeded, failed_at is not null as failed';
  return server.query(`with gone as (delete from operation_runs returning *) select operation, ${ended} from gone`);
}

test('claims:verify counts what it verified, and reports an issue with exit code 1 and without names', async () => {
  const intact = await run('claims-verify', '--documents');
  expect(intact).toMatchObject({ code: 0, err: '' });
  // Nothing else, such as a library's warning, precedes the result.
  expect(intact.out).toMatch(/^\s*Claims: 1 \(0 purged\)\./);
  expect(intact.out).toContain('History: 2 entries of claims, 0 of other records. Access log: 0.');
  expect(intact.out).toContain('No faults found.');
  expect(await forgetRuns()).toEqual([{ operation: 'verify', succeeded: true, failed: false }]);
  await editRows(server.connectionString, `update claims set answers = answers || '{"name1": "Jane Roe"}'`);
  const wrong = await run('claims-verify');
  expect(wrong.code).toBe(1);
  expect(wrong.out).toContain(`Claim ${claimNumber} has different answers or tax IDs than it was filed with.`);
  expect(wrong.out).not.toMatch(/Jane|Doe|Roe/);
  await editRows(server.connectionString, `update claims set answers = answers || '{"name1": "Jane Doe"}'`);
  // A fault may be in a document, whose bytes this does not read.
  expect(await run('claims-verify')).toMatchObject({ code: 0 });
  expect(await forgetRuns()).toEqual([{ operation: 'verify', succeeded: false, failed: true }]);
});

test('claims:verify --claim prints a claim’s history and its seals, as JSON too', async () => {
  const [seal] = await server.query<{ root: Buffer }>('select root from history_seals');
  const result = await run('claims-verify', '--claim', claimNumber);
  expect(result.code).toBe(0);
  expect(result.out).toContain(`Claim ${claimNumber}, filed 2025-07-01T12:00:00.000Z`);
  expect(result.out).toMatch(/2\. .* document-stored \{/);
  expect(result.out).toContain(`root ${seal?.root.toString('hex')}`);
  expect(result.out).toContain('The history is intact, and its seals hold.');
  const program = await run('claims-verify', '--claim', claimNumber, '--json');
  expect(JSON.parse(program.out)).toMatchObject({
    claimNumber,
    faults: [],
    entries: [
      { position: 1, covered: { index: 0, path: [expect.stringMatching(/^[0-9a-f]{64}$/)] } },
      { position: 2, covered: { index: 1, seal: { root: seal?.root.toString('hex') } } },
    ],
  });
  const none = await run('claims-verify', '--claim', '0000000000');
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('There is no claim 0000000000.')]);
  // Only a run over all claims counts as a verification.
  expect(await forgetRuns()).toEqual([]);
});

test('purge without --yes only prints its plan, and deletes nothing that is not due', async () => {
  const dry = await purgeIn2033();
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toContain('Case brand-drug: kept until 2032-07-17 (7 years after 2025-07-17)');
  expect(dry.out).toContain('To delete: the data of 1 claims, with 1 documents');
  expect(dry.out).toContain('Nothing was changed.');
  expect(await forgetRuns()).toEqual([]);
  const early = await run('purge', '--yes');
  expect(early).toMatchObject({ code: 0 });
  expect(early.out).toContain('Nothing to delete.');
  expect(await forgetRuns()).toEqual([{ operation: 'purge', succeeded: true, failed: false }]);
  expect(await server.query('select status from claims')).toEqual([{ status: 'filed' }]);
});

test('purge --yes deletes what is due, seals its history entries, and leaves no issues', async () => {
  const done = await purgeIn2033('--yes');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain(
    'Case brand-drug: 1 claims were purged, and 3 class members and 0 requests for lost IDs deleted.',
  );
  expect(await server.listStored()).toEqual([]);
  expect(await server.query('select status, name from claims')).toEqual([{ status: 'purged', name: null }]);
  // As a purge leaves it that was stopped after its last claim.
  await server.query("insert into name_words (word, sound) values ('lindqvist', '')");
  const again = await purgeIn2033('--yes');
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toContain('Nothing to delete.');
  expect(await server.query('select word from name_words')).toEqual([]);
  const verified = await run('claims-verify');
  expect(verified).toMatchObject({ code: 0, err: '' });
  expect(verified.out).toContain('Claims: 1 (1 purged).');
  // The entries of the claim and of the deleted class members.
  expect(verified.out).toContain('Seals: 2, over 4 entries and reads. Not sealed yet: 0.');
  expect((await run('claims-verify', '--claim', claimNumber)).out).toContain('purged since');
});
