import type { ClaimList, ListedClaim } from '@redress/contract/console/claim-list';
import type { SavedView, SavedViews } from '@redress/contract/console/saved-views';
import { countMatching, pageQuery } from '@redress/server/console/claim-list/read-claims';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readsOf } from '../../../setup/read-history.ts';
import { type ConsoleTab, signInTab } from '../../../setup/console.ts';
import { insertListedClaims, type InventedClaim, inventClaims } from '../../../setup/listed-claims.ts';
import { startTestServer, useTestServer } from '../../../setup/test-server.ts';

const claims = inventClaims(400);
let reviewer: ConsoleTab;
const server = useTestServer();
beforeAll(async () => {
  await insertListedClaims(server.connectionString, claims);
  reviewer = await signInTab(server, 'reviewer');
});

const numbersOf = (rows: readonly { readonly number: string }[]) => rows.map(({ number }) => number);
const list = async (tab: ConsoleTab, query: string) => (await tab.get<ClaimList>(`/claims?${query}`)).body;

/** Every page, forward, and then back to the first one. */
async function readAll(tab: ConsoleTab, query: string, between: () => Promise<unknown> = async () => {}) {
  const pages: ClaimList[] = [await list(tab, query)];
  for (let page = pages[0]; page?.next !== undefined; page = pages.at(-1)) {
    await between();
    pages.push(await list(tab, `${query}&after=${page.next}`));
  }
  return pages;
}

test.each<[query: string, matches: (claim: InventedClaim) => boolean]>([
  ['', () => true],
  ['case=savings-club', ({ caseId }) => caseId === 'savings-club'],
  ['form=tpp', ({ formId }) => formId === 'tpp'],
  ['form=tpp&form=individual', ({ formId }) => formId !== 'consumer'],
  ['filed-from=2025-05-20', ({ filedDay }) => filedDay >= '2025-05-20'],
  ['filed-to=2025-05-20', ({ filedDay }) => filedDay <= '2025-05-20'],
  ['filed-from=2025-05-20&filed-to=2025-05-20', ({ filedDay }) => filedDay === '2025-05-20'],
  ['state=New+York', ({ state }) => state === 'New York'],
  ["state=O'Brien's+Land&state=Ohio", ({ state }) => state === "O'Brien's Land" || state === 'Ohio'],
  ['language=es', ({ language }) => language === 'es'],
  ['amount-from=100', ({ amount }) => amount !== null && Number(amount) >= 100],
  ['amount-to=99.95', ({ amount }) => amount !== null && Number(amount) <= 99.95],
  [
    'amount-from=100&amount-to=200.5&state=Ohio',
    ({ amount, state }) => amount !== null && Number(amount) >= 100 && Number(amount) <= 200.5 && state === 'Ohio',
  ],
  ['status=waiting-documents', ({ status }) => status === 'waiting-documents'],
  ['late=yes', ({ flags }) => flags.includes('late')],
  ['late=no', ({ flags }) => !flags.includes('late')],
  ['duplicate=yes', ({ flags }) => flags.includes('duplicate')],
  ['machine=yes', ({ flags }) => flags.includes('machine')],
  ['documents-missing=yes', ({ flags }) => flags.includes('documents-missing')],
  ['data-errors=yes', ({ flags }) => flags.includes('data-errors')],
  ['channel=no-script', ({ withoutScript }) => withoutScript],
  ['channel=script', ({ withoutScript }) => !withoutScript],
  [
    'late=yes&machine=no&language=en&form=consumer&form=tpp',
    ({ flags, language, formId }) =>
      flags.includes('late') && !flags.includes('machine') && language === 'en' && formId !== 'individual',
  ],
])('the filter %s finds its claims and counts them', async (query, matches) => {
  const expected = claims.filter(matches);
  expect(expected.length).toBeGreaterThan(0);
  const pages = await readAll(reviewer, query);
  expect(pages.flatMap((page) => numbersOf(page.claims)).toSorted()).toEqual(numbersOf(expected).toSorted());
  for (const { count, ignored } of pages)
    expect([count, ignored]).toEqual([{ value: expected.length, isExact: true }, []]);
});

test('claims of a person, and claims of nobody, are found by assignee', async () => {
  const { person } = await signInTab(server, 'reviewer');
  const [own, others] = [numbersOf(claims.slice(0, 3)), numbersOf(claims.slice(3))];
  const term = `assignee:${person.id}`;
  await server.query(
    'update claim_search set assignee = $1, terms = terms || array_to_tsvector(array[$2]) where number = any($3)',
    [person.id, term, own],
  );
  onTestFinished(async () => {
    await server.query('update claim_search set assignee = null, terms = ts_delete(terms, $1) where assignee = $2', [
      term,
      person.id,
    ]);
  });
  const searches: Readonly<Record<string, string[]>> = {
    [`assignee=${person.id}`]: own,
    'assignee=none': others,
    [`assignee=none&assignee=${person.id}`]: [...own, ...others],
  };
  for (const [query, expected] of Object.entries(searches)) {
    const pages = await readAll(reviewer, query);
    expect(pages.flatMap((page) => numbersOf(page.claims)).toSorted()).toEqual(expected.toSorted());
  }
});

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));
const plain = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const orders: Readonly<Record<string, (one: InventedClaim, other: InventedClaim) => number>> = {
  filed: (one, other) => byText(one.filedAt, other.filedAt),
  number: (one, other) => byText(one.number, other.number),
  name: (one, other) => byText(plain(one.name), plain(other.name)),
  amount: (one, other) => Number(one.amount ?? -1) - Number(other.amount ?? -1),
};

test.each(Object.entries(orders))(
  'sorted by %s, both ways and page by page, each claim is there once',
  async (sort, compare) => {
    const ascending = claims.toSorted((one, other) => compare(one, other) || one.id - other.id);
    for (const [order, expected] of [
      [sort, ascending],
      [`-${sort}`, ascending.toReversed()],
    ] as const) {
      const pages = await readAll(reviewer, `sort=${order}`);
      expect(pages.map((page) => page.claims.length)).toEqual([50, 50, 50, 50, 50, 50, 50, 50]);
      expect(pages.flatMap((page) => numbersOf(page.claims))).toEqual(numbersOf(expected));
      let back = pages.at(-1);
      for (const page of pages.slice(0, -1).toReversed()) {
        back = await list(reviewer, `sort=${order}&before=${back?.previous}`);
        expect(numbersOf(back.claims)).toEqual(numbersOf(page.claims));
      }
      expect([pages[0]?.previous, pages.at(-1)?.next, back?.previous]).toEqual([undefined, undefined, undefined]);
    }
  },
);

test('the statement finds the same rows in the same order in cases with many claims and with few', async () => {
  const { database } = server;
  const scope = { filters: { late: 'no' }, cases: ['brand-drug', 'savings-club'], limit: 60 } as const;
  const { cases } = await countMatching(database, scope);
  const isLarge = (large: readonly string[]) =>
    cases.map((each) => (large.includes(each.caseId) ? { ...each, claims: 20_000 } : each));
  for (const sort of ['filed', 'number', 'name', 'amount'] as const)
    for (const isDescending of [true, false]) {
      const read = async (value: number, large: readonly string[]) => {
        const matching = { value, isExact: true, cases: isLarge(large) };
        return numbersOf((await pageQuery({ ...scope, sort, isDescending }, matching).execute(database)).rows);
      };
      const few = await read(300, []);
      expect(few).toHaveLength(60);
      expect(await read(40_000, scope.cases)).toEqual(few);
      expect(await read(20_000, ['brand-drug'])).toEqual(few);
    }
  // A case without the form is not searched: it may have millions of claims.
  const ofForm = await countMatching(database, { ...scope, filters: { form: ['tpp'] } });
  expect(ofForm.cases.map(({ caseId }) => caseId)).toEqual(['brand-drug']);
});

test('claims that arrive while somebody pages are announced, and move none of the others', async () => {
  const other = await startTestServer();
  onTestFinished(() => other.close());
  await insertListedClaims(other.connectionString, inventClaims(120));
  const tab = await signInTab(other, 'supervisor');
  const { newest } = await list(tab, '');
  let next = 1_000;
  const pages = await readAll(tab, '', async () => {
    await insertListedClaims(other.connectionString, inventClaims(7, next));
    next += 7;
  });
  expect(pages.flatMap((page) => numbersOf(page.claims)).toSorted()).toEqual(numbersOf(inventClaims(120)).toSorted());
  const newer = async (filter: string) => (await tab.get(`/claims/newer?${filter}than=${newest}`)).body;
  expect(await newer('')).toEqual({ count: 14 });
  const ofForm = inventClaims(14, 1_000).filter(({ formId }) => formId === 'tpp').length;
  expect(await newer('form=tpp&')).toEqual({ count: ofForm });
  // The number of the newest claim would tell how many there are in all cases.
  const [highest] = await other.query<{ id: string }>('select max(id) as id from claims');
  const ofCase = await signInTab(other, { role: 'reviewer', caseId: 'savings-club' });
  const mark = (await list(ofCase, '')).newest;
  expect(mark).not.toMatch(/^\d*$/);
  expect((await ofCase.get(`/claims/newer?than=${mark}`)).body).toEqual({ count: 0 });
  for (const than of [newest, highest?.id, '', '0'])
    expect([than, (await ofCase.get(`/claims/newer?than=${than}`)).status]).toEqual([than, 400]);
});

test('a cursor of another person, list or order, or one that was changed, leads to the first page and says so', async () => {
  const first = await list(reviewer, '');
  const cursor = first.next ?? '';
  const other = await signInTab(server, 'reviewer');
  const changed = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const [tab, query] of [
    [other, `after=${cursor}`],
    [reviewer, `after=${changed}`],
    [reviewer, `before=${cursor.slice(1)}`],
    [reviewer, `sort=filed&after=${cursor}`],
    [reviewer, `late=yes&after=${cursor}`],
  ] as const) {
    const page = await list(tab, query);
    const { claims: expected } = await list(tab, query.replace(/(after|before)=.*/, ''));
    expect([page.notices, numbersOf(page.claims)]).toEqual([['cursor-refused'], numbersOf(expected)]);
  }
  // Other columns are the same list.
  const columns = await list(reviewer, `column=state&after=${cursor}`);
  expect(columns.notices).toEqual([]);
  // A cursor holds a name when names are the order.
  const byName = await list(reviewer, 'sort=name');
  expect(Buffer.from(byName.next ?? '', 'base64url').toString('latin1')).not.toMatch(/person|garcia|avila/i);
});

test('what means nothing in an address is ignored and named', async () => {
  const { body } = await reviewer.get<ClaimList>(
    `/claims?late=perhaps&filed-from=2025-02-31&amount-to=1e9&form=unknown&wat=1&after=%00&state=${'x'.repeat(200)}&sort=ssn&status=received`,
  );
  expect(body.count.value).toBe(claims.filter(({ status }) => status === 'received').length);
  expect(body.ignored.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
    'late invalid',
    'filed-from invalid',
    'amount-to invalid',
    'form invalid',
    'wat unknown',
    'after invalid',
    'state invalid',
    'sort invalid',
  ]);
});

test('hostile values of filters find nothing and break nothing', async () => {
  for (const value of ["'", "\\'", "a' | 'b", '%', '‮abc', '🙂', "'); drop table claims; --", ':*', '!x', '&'])
    expect((await list(reviewer, `state=${encodeURIComponent(value)}`)).count).toEqual({ value: 0, isExact: true });
});

test('somebody with one case sees nothing of another, whatever the address says', async () => {
  const tab = await signInTab(server, { role: 'reviewer', caseId: 'savings-club' });
  const pages = await readAll(tab, '');
  const own = claims.filter(({ caseId }) => caseId === 'savings-club');
  expect(pages.flatMap((page) => numbersOf(page.claims)).toSorted()).toEqual(numbersOf(own).toSorted());
  const foreign = await list(tab, 'case=brand-drug&form=consumer');
  expect([foreign.count.value, foreign.ignored.map(({ name }) => name)]).toEqual([own.length, ['case', 'form']]);
  const { body: options } = await tab.get('/claims/options');
  expect(options).toMatchObject({
    states: [...new Set(own.map(({ state }) => state))].filter((state) => state !== '').toSorted(),
    reasons: expect.arrayContaining([{ id: 'not-documented', label: 'Part of the amount is not documented' }]),
    reviewers: expect.arrayContaining([{ id: tab.person.id, name: expect.any(String) }]),
  });
  const elsewhere = await signInTab(server, { role: 'reviewer', caseId: 'brand-drug' });
  expect(JSON.stringify((await tab.get('/claims/options')).body)).not.toContain(elsewhere.person.id);
});

test('names are masked without the right to see them, and cannot be sorted by', async () => {
  const viewer = await signInTab(server, 'viewer');
  const { claims: rows } = await list(viewer, '');
  for (const { name } of rows) expect(name).toMatch(/^P••••• \p{Lu}•+ \d•?$/u);
  const sorted = await list(viewer, 'sort=name');
  expect([sorted.notices, numbersOf(sorted.claims)]).toEqual([['name-sort-refused'], numbersOf(rows)]);

  const both = await signInTab(
    server,
    { role: 'viewer', caseId: 'brand-drug' },
    { role: 'call-center', caseId: 'savings-club' },
  );
  const mixed: ListedClaim[] = (await list(both, '')).claims;
  for (const { caseId, name } of mixed) expect([caseId, name.includes('•')]).toEqual([caseId, caseId === 'brand-drug']);
  expect((await list(both, 'sort=name')).notices).toEqual(['name-sort-refused']);
  expect((await list(both, 'sort=name&case=savings-club')).notices).toEqual([]);
});

test('every page that somebody saw is in the access log', async () => {
  const tab = await signInTab(server, 'finance');
  const shown = (await list(tab, 'state=Ohio')).claims.map(({ number }) => `claim ${number}`);
  expect(await readsOf(server, tab)).toMatchObject([{ what: 'list', subject: 'claims', result_ids: shown }]);
});

// Saved views

const views = async (tab: ConsoleTab) => (await tab.get<SavedViews>('/saved-views')).body.views;

test('useful views of the team come with the product, and find what they are named for', async () => {
  const given = await views(await signInTab(server, 'viewer'));
  expect(given.map(({ name, isTeam, changedBy }) => [name, isTeam, changedBy])).toEqual([
    ['Data findings', true, null],
    ['Documents missing', true, null],
    ['Possible duplicate', true, null],
    ['Late', true, null],
    ['Suspected machine', true, null],
  ]);
  for (const { query } of given) {
    const { count, ignored } = await list(reviewer, query);
    const [flag = ''] = query.split('=');
    expect([ignored, count.value]).toEqual([
      [],
      claims.filter(({ flags }) => flags.some((each) => each === flag)).length,
    ]);
  }
});

test('one’s own view is saved, renamed, overwritten and deleted, and nobody else sees it', async () => {
  const tab = await signInTab(server, 'call-center');
  const colleague = await signInTab(server, 'call-center');
  const made = await tab.post<SavedView>('/saved-views', {
    name: '  Late in Ohio ',
    query: 'wat=1&state=Ohio&state=New+York&late=yes&after=abc&sort=-filed',
    isTeam: false,
  });
  // Unknown parts, the page and defaults are not kept, and the rest is in one order.
  const query = 'state=New%20York&state=Ohio&late=yes';
  expect([made.status, made.body.name, made.body.query]).toEqual([201, 'Late in Ohio', query]);
  const path = `/saved-views/${made.body.id}`;
  expect((await views(colleague)).some(({ id }) => id === made.body.id)).toBe(false);
  for (const answer of [
    await colleague.put(path, { name: 'Mine' }, { 'if-match': '"1"' }),
    await colleague.delete(path, { 'if-match': '"1"' }),
  ])
    expect(answer.body.code).toBe('not-found');
  const same = await tab.post('/saved-views', { name: 'LATE in Ohio', query: '', isTeam: false });
  expect([same.status, same.body.code]).toEqual([409, 'conflict']);

  const renamed = await tab.put<SavedView>(path, { name: 'Ohio' }, { 'if-match': '"1"' });
  expect([renamed.body.name, renamed.body.query, renamed.body.version]).toEqual(['Ohio', query, 2]);
  const stale = await tab.put(path, { query: 'late=no' }, { 'if-match': '"1"' });
  expect([stale.status, stale.body.code]).toEqual([412, 'changed-meanwhile']);
  const overwritten = await tab.put<SavedView>(path, { query: 'late=no' }, { 'if-match': '"2"' });
  expect([overwritten.body.query, overwritten.body.version]).toEqual(['late=no', 3]);
  expect((await tab.delete(path, { 'if-match': '"2"' })).status).toBe(412);
  expect((await tab.delete(path, { 'if-match': '"3"' })).status).toBe(204);
  expect((await tab.delete(path, { 'if-match': '"3"' })).status).toBe(404);
});

test('only supervisors save views for the team, and of two at once one learns that the other was faster', async () => {
  const [one, other] = [await signInTab(server, 'supervisor'), await signInTab(server, 'supervisor')];
  const viewer = await signInTab(server, 'viewer');
  const view = { name: 'Spanish', query: 'language=es', isTeam: true };
  expect((await viewer.post('/saved-views', view)).body.code).toBe('not-permitted');
  const { body: made } = await one.post<SavedView>('/saved-views', view);
  expect((await views(viewer)).find(({ id }) => id === made.id)?.changedBy).toBe(one.person.name);
  const path = `/saved-views/${made.id}`;
  expect((await viewer.put(path, { name: 'x' }, { 'if-match': '"1"' })).body.code).toBe('not-permitted');
  const answers = await Promise.all(
    [one, other].map((tab, index) => tab.put(path, { query: `late=${['yes', 'no'][index]}` }, { 'if-match': '"1"' })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
  await one.delete(path, { 'if-match': '"2"' });
});

test('a team’s view is for its cases: others neither see nor change it', async () => {
  const one = await signInTab(server, { role: 'supervisor', caseId: 'brand-drug' });
  const other = await signInTab(server, { role: 'supervisor', caseId: 'savings-club' });
  const all = await signInTab(server, 'supervisor');
  const view = { name: 'Amounts', query: 'late=yes', isTeam: true };
  const { body: made } = await one.post<SavedView>('/saved-views', view);
  const path = `/saved-views/${made.id}`;
  expect((await views(other)).some(({ id }) => id === made.id)).toBe(false);
  expect((await other.put(path, { name: 'x' }, { 'if-match': '"1"' })).body.code).toBe('not-found');
  expect((await views(all)).some(({ id }) => id === made.id)).toBe(true);
  expect((await all.put(path, { name: 'Sums' }, { 'if-match': '"1"' })).status).toBe(200);
  // The name is free for the other team.
  const { body: others, status } = await other.post<SavedView>('/saved-views', { ...view, name: 'Sums' });
  expect(status).toBe(201);
  const given = (await views(one)).find(({ changedBy }) => changedBy === null);
  // The server allows exactly the changes that the console offers.
  expect(given?.mayChange).toBe(false);
  expect((await views(one)).find(({ id }) => id === made.id)?.mayChange).toBe(true);
  expect((await views(all)).every(({ mayChange }) => mayChange)).toBe(true);
  const answer = await one.delete(`/saved-views/${given?.id}`, { 'if-match': '"1"' });
  expect(answer.body.code).toBe('not-permitted');
  await one.delete(path, { 'if-match': '"2"' });
  await other.delete(`/saved-views/${others.id}`, { 'if-match': '"1"' });
});

test('views that are not readable are refused', async () => {
  for (const body of [
    {},
    { name: ' ', query: '', isTeam: false },
    { name: 'x'.repeat(81), query: '', isTeam: false },
    { name: 'x', query: 'y'.repeat(4_001), isTeam: false },
    { name: 'x', query: '', isTeam: false, staffId: '1' },
  ])
    expect((await reviewer.post('/saved-views', body)).status).toBe(400);
  // Control characters in a name are left out.
  expect((await reviewer.post('/saved-views', { name: '\0', query: '', isTeam: false })).status).toBe(400);
  const { body: made } = await reviewer.post<SavedView>('/saved-views', { name: 'O\0hio\n', query: '', isTeam: false });
  expect(made.name).toBe('O hio');
  await reviewer.delete(`/saved-views/${made.id}`, { 'if-match': '"1"' });
  const view = (await views(reviewer))[0];
  for (const headers of [{}, { 'if-match': '*' }, { 'if-match': '1' }])
    expect((await reviewer.put(`/saved-views/${view?.id}`, { name: 'x' }, headers)).status).toBe(400);
});
