import { settlement } from '@redress/content/settlement';
import { fillSearchNow } from '@redress/server/console/search/fill-search';
import { compareClusters } from '@redress/server/console/integrity/compare-clusters';
import { workAtNight } from '@redress/server/console/integrity/nightly';
import { readClaimIntegrity } from '@redress/server/console/integrity/read-claim-integrity';
import { scoreNewClaimsNow } from '@redress/server/console/integrity/score-claims';
import { importMembers } from '@redress/server/console/members/import-members';
import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { signInTab } from '../../../setup/console.ts';
import { tellClaimant } from '../../../setup/letters.ts';
import { decide, undoDecision } from '../../../setup/review.ts';
import { fileIndividual, individualAnswers, openForm } from '../../../setup/sample-claims.ts';
import { beforeDeadline, keys, memberOf, type TestServer, useTestServer } from '../../../setup/test-server.ts';

const server = useTestServer();

const contextOf = ({ database, log, now }: TestServer) => ({ database, keys, settlement, now: () => now, log });
const score = () => scoreNewClaimsNow(contextOf(server));

/** Each test has its own house, and its own day: nothing links its claims to those of other tests. */
const surnames = [
  'Lindqvist',
  'Moreau',
  'Okafor',
  'Tanaka',
  'Kowalski',
  'Silva',
  'Haddad',
  'Petrov',
  'Novak',
  'Duarte',
];
let house = 0;
let surname = '';
beforeEach(() => {
  house += 1;
  surname = surnames[house - 1] ?? '';
  server.now = new Date(Date.UTC(2025, 4, house, 12));
});

const pdf = Buffer.from(`%PDF-1.7\nendobj\n%%EOF\n${'x'.repeat(500)}`);
const answersOf = (answers: Readonly<Record<string, string>>) => {
  const { noticeId: _noticeId, ...withoutNotice } = individualAnswers;
  const phone1 = `503 555-01${20 + house}`;
  const email = `zoe@${surname}.example.com`;
  const home = { name1: `Zoë ${surname}`, street1: `7 ${surname} Road`, zip: `972${20 + house}`, phone1, email };
  return { ...withoutNotice, ...home, ...answers };
};
/** Answers of a person who lives elsewhere. */
const strangers = () => ({
  name1: `Ada ${surname}sson`,
  street1: `1 Elm ${surname} St`,
  zip: `973${20 + house}`,
  phone1: '',
  email: `ada@${surname}sson.example.com`,
});

async function fileWithoutNotice(answers: Readonly<Record<string, string>>): Promise<string> {
  const { status, body } = await fileIndividual(await openForm(server.app), answersOf(answers));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.claimNumber;
}

const signalsOf = async (number: string) =>
  (
    await server.query<{ signal: string; level: string }>(
      `select signal, level from claim_signals join claims on claims.id = claim_id where number = $1 order by signal`,
      [number],
    )
  ).map(({ signal, level }) => `${signal}/${level}`);
const scoresOf = (...numbers: string[]) =>
  server.query(
    `select duplicate, duplicate_reached, machine_reached from claim_scores join claims on id = claim_id
     where number = any($1) order by claim_id`,
    [numbers],
  );
const idOf = async (number: string) =>
  (await server.query<{ id: string }>('select id from claims where number = $1', [number]))[0]?.id ?? '';

test('whoever files twice is found by the second claim, which gets its flag, an entry and evidence', async () => {
  const first = await fileWithoutNotice({});
  const second = await fileWithoutNotice({ name1: `Zoe ${surname}`, street1: `7 ${surname.toUpperCase()} RD` });
  await score();
  expect(await signalsOf(first)).not.toContain('same-person/address');
  expect(await signalsOf(second)).toContain('same-person/address');
  expect(await scoresOf(first, second)).toMatchObject([
    { duplicate_reached: false, machine_reached: false },
    { duplicate_reached: true, machine_reached: false },
  ]);
  const entries = await server.query<{ number: string; details: unknown }>(
    `select number, details from claim_history join claims on claims.id = claim_id
     where kind = 'claim-scored' and number = any($1)`,
    [[first, second]],
  );
  expect(entries).toMatchObject([{ number: second, details: { duplicateReached: true, machineReached: false } }]);
  await fillSearchNow(contextOf(server));
  expect(await server.query('select number from claim_search where duplicate')).toContainEqual({ number: second });
  const id = await idOf(second);
  const read = await readClaimIntegrity(server.database, contextOf(server), { id, caseId: 'savings-club' });
  expect(read).toMatchObject({
    scored: true,
    cluster: { size: 2 },
    links: [{ claim: first }],
    duplicate: { reached: true, prior: -20, signals: [{ signal: 'same-person', claims: [first] }] },
  });
  const [signal] = read.duplicate.signals;
  expect(read.duplicate.decibans).toBeCloseTo(-20 + (signal?.counted ?? 0), 5);
  expect(signal?.evidence).toBe(`Name and address match claim ${first}.`);
});

test('a household is no duplicate, and its shared phone says nothing', async () => {
  const household = [`Zoë ${surname}`, `Ada ${surname}`, `Per ${surname}`, 'Ida Novak', 'Max Novak', 'Uma Patel'];
  const numbers: string[] = [];
  for (const [index, name1] of household.entries())
    numbers.push(await fileWithoutNotice({ name1, email: `p${index}@example.com` }));
  await score();
  for (const number of numbers) expect(await signalsOf(number)).toEqual([]);
  expect(await scoresOf(...numbers)).toMatchObject(numbers.map(() => ({ duplicate_reached: false })));
});

test('five names with one phone at five addresses are told, also to the claims that came first', async () => {
  const numbers: string[] = [];
  for (const [index, first] of ['Zoë Vance', 'Ada Morel', 'Per Obi', 'Ida Nowak', 'Max Tan'].entries()) {
    const address = { street1: `${index + 1} Elm Street`, zip: `9710${index + 1}`, email: `p${index}@example.com` };
    numbers.push(await fileWithoutNotice({ name1: first, ...address }));
    if (index === 1) await score();
  }
  await score();
  for (const number of numbers) expect(await signalsOf(number)).toContain('shared-phone/five');
  expect(await server.query('select * from claim_scores_due')).toEqual([]);
});

test('a login by the own notice speaks for a claim; a second one by the same notice is a duplicate', async () => {
  const first = await logInBrowser(server.app, memberOf(0));
  const owner = (await first.fileClaim({ ...goodAnswers, name1: 'Jane Doe' })).body.claimNumber;
  const second = await logInBrowser(server.app, memberOf(0));
  const other = (await second.fileClaim({ ...goodAnswers, name1: `Zoë ${surname}` })).body.claimNumber;
  await score();
  expect(await signalsOf(owner)).toEqual(['own-notice/login']);
  expect(await signalsOf(other)).toEqual(expect.arrayContaining(['other-name/mismatch', 'same-notice/login']));
  // 18 for the notice and 5 for the name, from −20.
  expect(await scoresOf(other)).toMatchObject([{ duplicate: 3 }]);
});

test('a file that comes with two claims is told of the later one, whenever it comes', async () => {
  const [one, two] = [await openForm(server.app), await openForm(server.app)];
  const first = (await fileIndividual(one, answersOf({}))).body.claimNumber;
  const second = (await fileIndividual(two, answersOf(strangers()))).body.claimNumber;
  await score();
  expect(await signalsOf(second)).not.toContain('same-document/file');
  await one.upload(first, [{ name: 'a.pdf', bytes: pdf }], 'IndividualClaimants');
  await two.upload(second, [{ name: 'b.pdf', bytes: pdf }], 'IndividualClaimants');
  await score();
  expect(await signalsOf(second)).toContain('same-document/file');
});

test('proof speaks for a claim only after a letter has asked for it', async () => {
  const browser = await openForm(server.app);
  const number = (await fileIndividual(browser, answersOf({}))).body.claimNumber;
  const send = (name: string) =>
    browser.upload(number, [{ name, bytes: Buffer.concat([pdf, Buffer.from(name)]) }], 'IndividualClaimants');
  const reviewer = await signInTab(server, 'reviewer');
  const deficient = { outcome: 'deficient', reasons: ['documents-unreadable'] } as const;
  const { body } = await decide(reviewer, number, deficient);
  expect((await undoDecision(reviewer, number, body.decision?.id)).status).toBeLessThan(300);
  await send('a.pdf');
  await score();
  expect(await signalsOf(number)).not.toContain('proof-sent/after-letter');
  expect((await decide(reviewer, number, deficient)).status).toBeLessThan(300);
  await tellClaimant(server, number);
  await send('b.pdf');
  await score();
  expect(await signalsOf(number)).toContain('proof-sent/after-letter');
});

test('a Notice ID that is imported after its claim was scored is no longer unknown, nor one that differs in a digit', async () => {
  const importMember = (noticeId: string) =>
    importMembers({
      connectionString: server.connectionString,
      keys,
      cases: new Set(['savings-club']),
      csv: Readable.from([
        'notice_id,unique_id,first_name,last_name,street,city,state,zip,case\n',
        `${noticeId},AAAA1111,Zoë,${surname},7 Road,Portland,Oregon,97201,savings-club\n`,
      ]),
    });
  await importMember('400000001');
  const number = await fileWithoutNotice({ noticeId: '487654321' });
  const near = await fileWithoutNotice({ ...strangers(), noticeId: '487654322' });
  await score();
  for (const each of [number, near]) expect(await signalsOf(each)).toContain('unknown-notice/never-mailed');
  await importMember('487654321');
  await score();
  for (const each of [number, near]) expect(await signalsOf(each)).not.toContain('unknown-notice/never-mailed');
});

/** Clusters by their members: IDs differ. */
const allClusters =
  'select array_agg(claim_id order by claim_id) as members from claim_cluster_members group by cluster_id order by 1';

test('at night, clusters that differ from their links are found and repaired', async () => {
  await fileWithoutNotice({});
  const second = await idOf(await fileWithoutNotice({ street1: `7 ${surname} Rd` }));
  const third = await idOf(await fileWithoutNotice(strangers()));
  await score();
  expect(await compareClusters(contextOf(server))).toBe(0);
  const before = await server.query(allClusters);
  await server.query('delete from claim_cluster_members where claim_id = $1', [second]);
  await server.query(
    `with wrong as (insert into claim_clusters (case_id, size, changed_at) values ('savings-club', 1, now()) returning id)
     insert into claim_cluster_members select $1, id from wrong`,
    [third],
  );
  expect(await compareClusters(contextOf(server))).toBeGreaterThan(0);
  expect(await server.query(allClusters)).toEqual(before);
  expect(await compareClusters(contextOf(server))).toBe(0);
});

test('after the deadline, all claims are linked once more, and only once', async () => {
  server.now = beforeDeadline;
  await fileWithoutNotice({});
  await score();
  const rescored = () => server.query('select rescored_to from integrity_progress');
  await workAtNight(contextOf(server));
  expect(await rescored()).toEqual([{ rescored_to: '0' }]);
  await score();
  expect(await rescored()).toEqual([{ rescored_to: null }]);
  await workAtNight(contextOf(server));
  expect(await rescored()).toEqual([{ rescored_to: null }]);
});

test('at night, all claims are scored and flagged again if the settlement has other thresholds', async () => {
  const number = await fileWithoutNotice({ street1: '7 Asdfgh Road' });
  const consumer = await logInBrowser(server.app, memberOf(0));
  const ofAmount = (await consumer.fileClaim()).body.claimNumber;
  await fillSearchNow(contextOf(server));
  const { integrity, review } = settlement;
  const lower = {
    ...settlement,
    integrity: { ...integrity, thresholds: { machine: -20 } },
    review: { ...review, highValueFrom: 1_000 },
  };
  for (const [used, isReached] of [
    [settlement, false],
    [lower, true],
    [settlement, false],
  ] as const) {
    const context = { ...contextOf(server), settlement: used };
    await workAtNight(context);
    await scoreNewClaimsNow(context);
    expect(await scoresOf(number)).toMatchObject([{ machine_reached: isReached }]);
    const flags = 'select high_value from claim_search where number = $1';
    expect(await server.query(flags, [ofAmount])).toEqual([{ high_value: isReached }]);
  }
});
