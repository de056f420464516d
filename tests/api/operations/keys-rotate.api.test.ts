import type { AccessLog } from '@redress/contract/console/access-log';
import { decryptTotpSecret, decryptUniqueId, encryptTotpSecret } from '@redress/server/platform/keys/encrypted-fields';
import { openDatabase } from '@redress/server/platform/database/pool';
import { applicationNameOf, deriveKeys, type Keys } from '@redress/server/platform/keys/keys';
import { readRotationState, rotateKeys } from '@redress/server/operations/key-rotation/rotate-keys';
import { openKeyRing } from '@redress/server/platform/keys/key-ring';
import { StartError } from '@redress/server/platform/errors/start-error';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findIssues } from '../../setup/find-issues.ts';
import { ConsoleTab, createPerson } from '../../setup/console.ts';
import { startReadingRoute } from '../../setup/staff-reads.ts';
import { Browser, expectProblem, goodAnswers, logInBrowser } from '../../setup/browser.ts';
import { agentAnswers, companyAnswers, fileTpp, openForm } from '../../setup/sample-claims.ts';
import { memberOf, secret as first, startTestServer, type TestServer } from '../../setup/test-server.ts';
import { findTaxId, readAnswers } from '../../setup/stored-answers.ts';

const second = 'the second secret of the tests, 32 characters';
const third = 'the third secret of the tests, 32 characters!';

let server: TestServer;
beforeEach(async () => {
  // Each test has its own history of secrets.
  server = await startTestServer({ members: 5 });
  return () => server.close();
});

const ring = (current: string, ...others: string[]): Promise<Keys> =>
  openKeyRing(server.connectionString, { current, others });
const rotate = (keys: Keys, more: Partial<Parameters<typeof rotateKeys>[0]> = {}) =>
  rotateKeys({ connectionString: server.connectionString, keys, ...more });
const pdf = (text: string) => Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n% ${text}\n`.padEnd(500, 'x'));

const faultsWith = (keys: Keys) => findIssues({ ...server, keys });

/** The same browser, with its cookies and token, at another server process. */
function moveTo(app: TestServer['app'], browser: Browser): Browser {
  const moved = new Browser(app, browser.address);
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
  return moved;
}

test('a claimant who is filing does not notice a change of the secret', async () => {
  const before = await server.buildAnother({ keys: await ring(first) });
  const filer = await logInBrowser(before, memberOf(0));
  const key = randomUUID();
  const filed = await filer.fileClaim(goodAnswers, key);
  expect(filed.status).toBe(201);
  const late = await logInBrowser(before, memberOf(1));
  const solved = await late.solveCaptcha();

  const after = await server.buildAnother({ keys: await ring(second, first) });
  const again = moveTo(after, filer);
  // The same request again, as after a lost response: its captcha is used already.
  const repeated = await again.post({ ...goodAnswers, googleRecaptchaToken: 'used' }, key);
  expect([repeated.status, repeated.body.claimNumber]).toEqual([201, filed.body.claimNumber]);
  expectProblem(await again.post({ ...goodAnswers, zip: '85002' }, key), 409, 'key-used-for-other-answers');
  const stored = await moveTo(after, filer).upload(filed.body.claimNumber, [{ name: 'a.pdf', bytes: pdf('a') }]);
  expect([stored.status, stored.body.files[0]?.stored]).toEqual([200, true]);
  // The token, the login and the solved challenge come from the first process.
  const finished = await moveTo(after, late).post({ ...goodAnswers, googleRecaptchaToken: solved }, randomUUID());
  expect(finished.status).toBe(201);
  // Logins of the new process are valid without the old secret.
  const third = await logInBrowser(after, memberOf(2));
  const alone = await server.buildAnother({ keys: await rotateAway() });
  expect((await moveTo(alone, third).session()).body.login?.noticeId).toBe(memberOf(2).noticeId);
  expect((await moveTo(alone, late).session()).body.login).toBeNull();

  async function rotateAway(): Promise<Keys> {
    expect(await rotate(await ring(second, first))).toMatchObject({ complete: true });
    return ring(second);
  }
});

test('after a change of the secret everything decrypts with the new one, and nothing with the previous one', async () => {
  const key = randomUUID();
  const before = await server.buildAnother({ keys: await ring(first) });
  const browser = await openForm(before);
  const company = (await fileTpp(browser, companyAnswers, key)).body.claimNumber;
  const agent = (await fileTpp(browser, agentAnswers)).body.claimNumber;
  await browser.upload(agent, [{ name: 'Maria.csv', bytes: Buffer.from('a,b\n1,2\n') }], 'TppClaimants');

  const secret = Buffer.from('12345678901234567890');
  const { id } = await server.database
    .insertInto('staff')
    .values({ name: 'Ada', email: 'ada@example.com', created_at: server.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const encrypted = encryptTotpSecret(id, secret, await ring(first));
  await server.database
    .insertInto('staff_passwords')
    .values({ staff_id: id, hash: '', ...encrypted, totp_last_step: '0', created_at: server.now })
    .execute();

  const both = await ring(second, first);
  expect(both.version).toBe(2);
  // While both are known, equal tax IDs are found under either.
  const changing = await server.buildAnother({ keys: both });
  const other = (await fileTpp(await openForm(changing), companyAnswers)).body.claimNumber;
  expect(await findTaxId(server.database, both, companyAnswers.tin)).toEqual([
    { claimNumber: company, path: 'tin' },
    { claimNumber: other, path: 'tin' },
  ]);
  // The company's two and the agent's three. The third claim is under the new secret already.
  expect(await rotate(both)).toEqual({ taxIds: 5, uniqueIds: 5, staffSecrets: 1, unreadable: 0, complete: true });

  const alone = await ring(second);
  const password = await server.database.selectFrom('staff_passwords').selectAll().executeTakeFirstOrThrow();
  expect(decryptTotpSecret(id, password, alone)).toEqual(secret);
  const expected = { ...companyAnswers, filerType: 'Company', phone1: '6085550142' };
  expect(await readAnswers(server.database, alone, company)).toMatchObject(expected);
  expect(await readAnswers(server.database, alone, agent)).toMatchObject({ classMembers: agentAnswers.classMembers });
  expect(await findTaxId(server.database, alone, companyAnswers.tin)).toHaveLength(2);
  // Keyed hashes in history entries stay, and so does the key that made them.
  expect(await faultsWith(alone)).toEqual([]);
  const app = await server.buildAnother({ keys: alone });
  for (const index of [0, 1, 2, 3, 4]) await logInBrowser(app, memberOf(index));
  const repeated = await fileTpp(await openForm(app), companyAnswers, key);
  expect([repeated.status, repeated.body.claimNumber]).toEqual([201, company]);
  expectProblem(
    await fileTpp(await openForm(app), { ...companyAnswers, tin: '918273640' }, key),
    409,
    'key-used-for-other-answers',
  );

  const former = deriveKeys(first);
  const claiming = deriveKeys(first, 2);
  await expect(readAnswers(server.database, former, company)).rejects.toThrow('a key of unknown version 2');
  await expect(readAnswers(server.database, claiming, company)).rejects.toThrow('cannot be decrypted');
  expect(await findTaxId(server.database, former, companyAnswers.tin)).toEqual([]);
  const members = await server.query<{ notice_id: string; unique_id_encrypted: Buffer }>('select * from class_members');
  for (const { notice_id: noticeId, unique_id_encrypted: encrypted } of members)
    expect(() => decryptUniqueId(noticeId, encrypted, claiming)).toThrow('authenticate');
  const old = await server.buildAnother({ keys: former });
  const stranger = await openForm(old);
  expect((await stranger.logIn(memberOf(0))).text).toBe('');
});

test('claims filed during a key rotation keep their tax IDs and get unique numbers', async () => {
  const before = await openForm(await server.buildAnother({ keys: await ring(first) }));
  const tins = Array.from({ length: 16 }, (_, index) => String(300_000_000 + index));
  for (const tin of tins.slice(0, 8)) await fileTpp(before, { ...companyAnswers, tin });
  const both = await ring(second, first);
  const during = await openForm(await server.buildAnother({ keys: both }));
  const [report] = await Promise.all([
    rotate(both, { batchRows: 3 }),
    ...tins.slice(8, 12).map((tin) => fileTpp(before, { ...companyAnswers, tin })),
    ...tins.slice(12).map((tin) => fileTpp(during, { ...companyAnswers, tin })),
  ]);
  expect(report).toMatchObject({ complete: true, unreadable: 0 });
  const alone = await ring(second);
  const claims = await server.query<{ number: string; key_version: number }>(
    "select number, key_version from claims join claim_tax_ids on claim_id = id where path = 'tin' order by id",
  );
  expect(new Set(claims.map(({ number }) => number)).size).toBe(claims.length);
  expect(claims.every(({ key_version: version }) => version === 2)).toBe(true);
  const kept = await Promise.all(claims.map(({ number }) => readAnswers(server.database, alone, number)));
  // A process with the previous secret may have been refused, but every accepted claim is there.
  const found = new Set(kept.map((answers) => answers?.['tin']));
  expect(found.size).toBe(claims.length);
  expect([...tins.slice(0, 8), ...tins.slice(12)].filter((tin) => !found.has(tin))).toEqual([]);
});

test('nothing changes while a server process has only the previous secret, which is refused after the rotation', async () => {
  const forgotten = await openForm(await server.buildAnother({ keys: await ring(first) }));
  const serving = openDatabase(server.connectionString, () => {}, 1, applicationNameOf(await ring(first)));
  const both = await ring(second, first);
  try {
    await serving.database.selectFrom('claims').select('id').execute();
    await expect(rotate(both)).rejects.toThrow('still uses only the previous key');
    expect(await server.query('select from class_members where get_byte(unique_id_encrypted, 0) <> 1')).toEqual([]);
  } finally {
    await serving.close();
  }
  await expect.poll(() => rotate(both).catch(() => undefined)).toMatchObject({ complete: true });
  expectProblem(await fileTpp(forgotten, companyAnswers), 503, 'unavailable');
  expect(await server.query('select from claims')).toEqual([]);
});

test('an interrupted rotation continues, and until then both secrets are required', async () => {
  await openForm(await server.buildAnother({ keys: await ring(first) })).then((form) => fileTpp(form, agentAnswers));
  const both = await ring(second, first);
  const broken = rotate(both, {
    batchRows: 1,
    onProgress(done) {
      if (done > 2) throw new Error('interrupted');
    },
  });
  await expect(broken).rejects.toThrow('interrupted');
  const versions = await server.query<{ version: number }>(
    'select distinct get_byte(unique_id_encrypted, 0) as version from class_members order by 1',
  );
  expect(versions).toEqual([{ version: 1 }, { version: 2 }]);
  const half = await server.buildAnother({ keys: both });
  for (const index of [0, 1, 2, 3, 4]) await logInBrowser(half, memberOf(index));

  await expect(ring(second)).rejects.toThrow(
    'Set SECRET_KEY to the newest key and SECRET_KEY_PREVIOUS to the former one',
  );
  await expect(ring(first)).rejects.toThrow(StartError);
  expect(await rotate(both)).toMatchObject({ complete: true });
  expect(await rotate(both)).toEqual({ taxIds: 0, uniqueIds: 0, staffSecrets: 0, unreadable: 0, complete: true });
  await expect(ring(first)).rejects.toThrow(StartError);
  expect((await ring(second)).version).toBe(2);
});

test('the previous secret is kept until the last code has expired that a letter shows because of it', async () => {
  const form = await openForm(await server.buildAnother({ keys: await ring(first) }));
  const { claimNumber } = (await fileTpp(form, companyAnswers)).body;
  const queueLetter = async (code: string, queued: string) => {
    const [letter] = await server.query<{ until: Date }>(
      `insert into letters (code, claim_id, kind, template_version, language, channel, status, queued_at, due_at, access_hash, access_until)
       select $1::text, id, 'approved', 1, 'en', 'post', 'queued', now() + $2::interval, now(), sha256($1::text::bytea),
         now() + $2::interval + interval '90 days'
       from claims where number = $3 returning access_until as until`,
      [code, queued, claimNumber],
    );
    return letter?.until;
  };
  const until = await queueLetter('0000000001', '-1 day');
  const changed = await ring(second, first);
  expect(await rotate(changed)).toMatchObject({ complete: true });
  await queueLetter('0000000002', '1 day');
  expect(await readRotationState(server.database, changed)).toEqual({ inProgress: false, previousUntil: until });
});

test('a secret can be changed repeatedly: what was filed and looked up under the first is found under the last', async () => {
  const key = randomUUID();
  const filed = await fileTpp(
    await openForm(await server.buildAnother({ keys: await ring(first) })),
    companyAnswers,
    key,
  );
  const numbers = (keys: Keys) => keys['claim-numbers'].toString('hex');
  const atFirst = numbers(await ring(first));
  const readUnder = async (keys: Keys, searchWords: string) => {
    const route = await startReadingRoute(server, server.database, keys);
    const reviewer = await createPerson(server.connectionString, ['reviewer'], server.now);
    await route.read(reviewer, { what: 'search', subject: 'search', searchWords, resultIds: ['200000001'] });
    await route.close();
  };
  await readUnder(await ring(first), 'Garcia');
  const both = await ring(second, first);
  await readUnder(both, 'garcia');
  expect(await rotate(both)).toMatchObject({ complete: true });
  await readUnder(await ring(second), 'Ortiz');
  expect(await rotate(await ring(third, second))).toMatchObject({ complete: true });
  const alone = await ring(third);
  await readUnder(alone, 'GARCIA');

  expect([alone.version, alone.retained.map(({ version }) => version)]).toEqual([3, [1, 2]]);
  // Claim numbers continue in the same order, so that none repeats.
  expect(numbers(alone)).toBe(atFirst);
  const app = await server.buildAnother({ keys: alone });
  const repeated = await fileTpp(await openForm(app), companyAnswers, key);
  expect([repeated.status, repeated.body.claimNumber]).toEqual([201, filed.body.claimNumber]);
  const admin = await createPerson(server.connectionString, ['admin'], server.now);
  const tab = new ConsoleTab(app, admin.token);
  const search = async (q: string) =>
    (await tab.post<AccessLog>('/access-log/search', { what: 'search', q })).body.reads.length;
  expect([await search('garcia'), await search('ortiz'), await search('gar')]).toEqual([3, 1, 0]);
  expect([await search('200000001'), await search('200000002')]).toEqual([4, 0]);
  expect(await faultsWith(alone)).toEqual([]);
});

test('a wrong secret is refused before it does damage, but the next one may be configured before any process uses it', async () => {
  const wrong = 'not a secret of this data, but long enough';
  const announced = await ring(first, second);
  expect(announced.version).toBe(1);
  await expect(ring(wrong)).rejects.toThrow('SECRET_KEY is not the key that this data was written with');
  for (const attempt of [() => ring(wrong), () => ring(second, wrong)]) {
    await expect(attempt()).rejects.toThrow('SECRET_KEY is not the key');
    await expect(attempt()).rejects.not.toThrow(wrong);
  }
  expect(await server.query('select version from secret_keys')).toEqual([{ version: 1 }]);
  const both = await ring(second, first);
  expect(both.version).toBe(2);
  const filed = await fileTpp(await openForm(await server.buildAnother({ keys: both })), companyAnswers);
  const read = await readAnswers(server.database, announced, filed.body.claimNumber);
  expect(read).toMatchObject({ tin: companyAnswers.tin });
  expect(await rotate(both)).toMatchObject({ uniqueIds: 5, complete: true });
});

test('the previous secret is not forgotten when values remain that it does not decrypt', async () => {
  await ring(first);
  await server.query(
    'update class_members set unique_id_encrypted = set_byte(unique_id_encrypted, 20, 255 - get_byte(unique_id_encrypted, 20)) where notice_id = $1',
    [memberOf(3).noticeId],
  );
  const both = await ring(second, first);
  expect(await rotate(both)).toEqual({ taxIds: 0, uniqueIds: 4, staffSecrets: 0, unreadable: 1, complete: false });
  await expect(ring(second)).rejects.toThrow(StartError);
});
