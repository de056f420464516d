import { formatAction, noScriptFields } from '@redress/contract/no-script-form';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, goodAnswers } from '../../../setup/browser.ts';
import { agentAnswers, classMembersOf, companyAnswers, individualAnswers } from '../../../setup/sample-claims.ts';
import { startNoScriptSite, useNoScriptSite } from '../../../setup/no-script-site.ts';
import { claimNumberIn, keyIn, NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { memberOf } from '../../../setup/test-server.ts';

const beforeEachDeadline = new Date('2025-03-01T12:00:00Z');
const afterEachDeadline = new Date('2025-12-01T12:00:00Z');
const path = '/tpp-claimants';
const site = useNoScriptSite({ members: 20 });
beforeEach(() => {
  site.server.now = beforeEachDeadline;
});

let members = 0;
const open = () => new NoScriptBrowser(site.server.app);
/** A browser that logged in through the login page with the IDs of a new class member. */
async function openLoggedIn(): Promise<NoScriptBrowser> {
  const browser = open();
  const answer = await browser.postForm('/consumer-login', { ...memberOf(members++) });
  expect([answer.status, answer.headers['location']]).toEqual([303, '/consumera-instructions']);
  return browser;
}
const claimOf = async (answer: Answer) => {
  const number = claimNumberIn(answer.headers['location']);
  const [claim] = await site.server.query<Record<string, unknown>>('select * from claims where number = $1', [number]);
  return claim;
};
const numberOf = async (answer: Answer) => (await claimOf(answer))?.['number'];
const countClaims = async () =>
  (await site.server.query<{ count: number }>('select count(*)::integer from claims'))[0]?.count ?? 0;
const rendered = () => site.pageRenderer.last;

test.each([
  ['consumer', 'en', '', '/consumera-claimants', '/consumer-complete', '11416REF', goodAnswers],
  ['tpp', 'en', '', path, '/tpp-complete', '11415REF', companyAnswers],
  ['tpp', 'es', '/es', path, '/tpp-complete', '11415REF', agentAnswers],
  ['individual', 'es', '/es', '/consumerb-claimants', '/consumer-complete', '11416REF', individualAnswers],
] as const)(
  'the %s form in %s is filed by a post to its own page, and leads to the completion page',
  async (form, language, prefix, page, complete, referencePrefix, answers) => {
    const browser = form === 'consumer' ? await openLoggedIn() : open();
    const key = randomUUID();
    const wrong = await browser.postForm(prefix + page, { ...answers, zip: '12' }, { key });
    expect([wrong.status, wrong.headers['cache-control']]).toEqual([422, 'no-store']);
    expect(wrong.text).toContain(`<title>Error: ${prefix.slice(1)}`);
    expect(keyIn(wrong)).toBe(key);
    expect(rendered()).toMatchObject({ path: prefix + page, filing: 'open', form: { documents: [] } });
    expect(rendered().form?.answers).toEqual({ ...answers, zip: '12' });
    expect(rendered().form?.errors.map(({ field }) => field)).toEqual(['zip']);
    const inEnglish = 'US zip Code with format 99999 or 99999-9999 alone are accepted';
    expect(rendered().form?.errors[0]?.message === inEnglish).toBe(language === 'en');

    const filed = await browser.postForm(prefix + page, answers, { key });
    expect([filed.status, filed.headers['cache-control']]).toEqual([303, 'no-store']);
    const location = String(filed.headers['location']);
    expect(location).toMatch(new RegExp(`^${prefix}${complete}\\?filed=[\\w-]+$`));
    const claim = await claimOf(filed);
    const marks = { without_script: true, suspected_machine: false, late: false };
    expect(claim).toMatchObject({ form_id: form, language, ...marks });
    // Only the request says something: nothing was measured in the page.
    expect(
      await site.server.query('select * from claim_observations where claim_id = $1', [claim?.['id']]),
    ).toMatchObject([
      {
        without_script: true,
        visible_seconds: null,
        fields_typed: null,
        draft_restored: null,
        automated: null,
        lacks_client_hints: true,
        address_hash: expect.any(Buffer),
      },
    ]);
    expect(
      await site.server.query('select details from claim_history where claim_id = $1', [claim?.['id']]),
    ).toMatchObject([{ details: { withoutScript: true } }]);

    const shown = await browser.send('GET', location);
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store']);
    const number = String(claim?.['number']);
    expect(rendered()).toEqual({
      path: prefix + complete,
      complete: {
        status: expect.objectContaining({ reference: `${referencePrefix}${number}` }),
        claimNumber: number,
        dateCreated: site.server.now.toISOString(),
        formId: form,
        receiptToken: expect.any(String),
        late: false,
        documents: 0,
      },
    });
    expect(shown.text).toContain(number);
    site.server.now = new Date(beforeEachDeadline.getTime() + 60_000);
    const later = await browser.send('GET', location);
    expect(rendered()).toEqual({ path: prefix + complete, complete: { code: expect.any(String) } });
    expect(later.text).not.toContain(number);
  },
);

test('answers are read as a form with script reads them, and come back so', async () => {
  const typed = {
    ...individualAnswers,
    noticeId: 'Notice ID: 300 000 001',
    name1: 'Pat O\u2018Brien, Jr.',
    street1: '12\u201314 Elm\tSt',
    city: '\u2018Ewa Beach',
    zip: '96706 1234',
    phone1: '1-813-555-0133',
    email: 'Luis Moreno <luis@example.com>',
    signature: '',
  };
  const read = {
    noticeId: '300000001',
    name1: "Pat O'Brien Jr.",
    street1: '12-14 Elm St',
    city: "'Ewa Beach",
    zip: '96706-1234',
    email: 'luis@example.com',
  };
  expect((await open().postForm('/consumerb-claimants', typed)).status).toBe(422);
  expect(rendered().form?.errors.map(({ field }) => field)).toEqual(['signature']);
  expect(rendered().form?.answers).toMatchObject({ ...read, phone1: '813 555-0133' });
  const filed = await open().postForm('/consumerb-claimants', { ...typed, signature: 'Pat O\u00B4Brien' });
  expect(await claimOf(filed)).toMatchObject({ answers: { ...read, phone1: '8135550133', signature: "Pat O'Brien" } });
});

describe('a button that only goes on', () => {
  test('shows the page again with everything typed and without errors', async () => {
    const count = await countClaims();
    const typed = { optSectionRadio: 'Agent', zip: 'x', classMemberConfirmation: true };
    const answer = await open().postForm(path, typed, { action: formatAction({ name: 'continue' }) });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<title>tpp-claimants');
    expect(rendered().form).toEqual({ answers: typed, errors: [], documents: [] });
    expect(await countClaims()).toBe(count);
  });

  test('adds a row at the end, up to the form’s maximum', async () => {
    const action = formatAction({ name: 'add-row', field: 'classMembers' });
    await open().postForm(path, { classMembers: classMembersOf(2) }, { action });
    const blank = { classMemberName: '', classMemberFEIN: '' };
    expect(rendered().form?.answers).toEqual({ classMembers: [...classMembersOf(2), blank] });
    const full = await open().postForm(path, { classMembers: classMembersOf(2_000) }, { action });
    expect([full.status, rendered().form?.answers['classMembers']]).toEqual([200, classMembersOf(2_000)]);
  });

  test('removes the row that it names, and closes gaps', async () => {
    const more = [1, 4, 7].map((place) => [`classMembers.${place}.classMemberName`, `Plan ${place}`] as const);
    const action = formatAction({ name: 'remove-row', field: 'classMembers', row: 4 });
    await open().postForm(path, {}, { action, more });
    expect(rendered().form?.answers).toEqual({
      classMembers: [{ classMemberName: 'Plan 1' }, { classMemberName: 'Plan 7' }],
    });
  });
});

const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 endobj %%EOF ten times') }];
const documentsOf = (number: unknown) =>
  site.server.query(
    'select claim_documents.name from claim_documents join claims on claims.id = claim_id where number = $1',
    [number],
  );

describe('sending twice', () => {
  test('the same form sent ten times at once is one claim, and each response leads to it', async () => {
    const browser = await openLoggedIn();
    const key = randomUUID();
    const before = await countClaims();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.postForm('/consumera-claimants', goodAnswers, { key, files })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    const numbers = new Set(answers.map(({ headers }) => claimNumberIn(headers['location'])));
    expect([numbers.size, await countClaims()]).toEqual([1, before + 1]);
    expect(await documentsOf([...numbers][0])).toEqual([{ name: 'a.pdf' }]);
    expect(await site.server.query('select id from staged_documents where form_key = $1', [key])).toEqual([]);
  });

  test('from the page in the other language it is the same claim', async () => {
    const browser = open();
    const key = randomUUID();
    const first = await browser.postForm(path, companyAnswers, { key });
    const second = await browser.postForm(`/es${path}`, companyAnswers, { key });
    expect(await numberOf(second)).toBe(await numberOf(first));
    expect(second.headers['location']).toMatch(/^\/es\/tpp-complete/);
  });

  test('different answers under the same key need confirmation: the first claim is kept, or the answers are filed as another claim once, however often the button is pressed', async () => {
    const browser = open();
    const key = randomUUID();
    const first = await numberOf(await browser.postForm(path, companyAnswers, { key }));
    const others = { ...companyAnswers, zip: '02110' };
    const conflict = await browser.postForm(path, others, { key, files });
    expect([conflict.status, keyIn(conflict)]).toEqual([409, key]);
    expect(rendered().form).toMatchObject({ errors: [], conflict: { claimNumber: first } });
    const kept = await browser.postForm(path, others, { key, action: formatAction({ name: 'keep-claim' }) });
    expect([kept.status, await numberOf(kept)]).toEqual([303, first]);
    expect(await documentsOf(first)).toEqual([{ name: 'a.pdf' }]);
    const action = formatAction({ name: 'file-another' });
    const [one, two] = await Promise.all([1, 2].map(() => browser.postForm(path, others, { key, action })));
    const another = one && (await claimOf(one));
    expect(two && [two.status, await numberOf(two)]).toEqual([303, another?.['number']]);
    expect(another).toMatchObject({ zip: '02110' });
    expect(another?.['number']).not.toBe(first);
  });

  test('a malformed key is replaced', async () => {
    const answer = await open().postForm(path, {}, { key: "' or 1=1 --" });
    expect(answer.status).toBe(422);
    expect(keyIn(answer)).toMatch(/^[0-9a-v]{26}$/);
  });
});

describe('the login', () => {
  test('within the form keeps everything typed, and the IDs sent with the form log in and file', async () => {
    const browser = open();
    const member = memberOf(members++);
    const key = randomUUID();
    const asked = await browser.postForm('/consumera-claimants', goodAnswers, { key });
    expect([asked.status, keyIn(asked)]).toEqual([401, key]);
    const notice = { name: 'login-required', again: false };
    expect(rendered().form).toEqual({ answers: goodAnswers, errors: [], documents: [], login: null, notice });
    const fileWith = (uniqueId: string) => {
      const more = Object.entries({ 'login.noticeId': member.noticeId, 'login.uniqueId': uniqueId });
      return browser.postForm('/consumera-claimants', goodAnswers, { key, more });
    };
    expect((await fileWith('ZZZZ9999')).status).toBe(401);
    expect(rendered().form).toMatchObject({ notice: { name: 'login-not-found' }, login: null });
    const filed = await fileWith(member.uniqueId);
    expect(filed.status).toBe(303);
    expect(await claimOf(filed)).toMatchObject({ notice_id: member.noticeId });
    expect((await browser.session()).body.login).toMatchObject({ noticeId: member.noticeId });
  });

  test('of another notice since the form came back is asked for again, and nothing is filed', async () => {
    const browser = await openLoggedIn();
    const page = '/consumera-claimants';
    await browser.postForm(page, { ...goodAnswers, zip: '12' });
    const { noticeId = '' } = rendered().form?.login ?? {};
    const more = [[noScriptFields.loggedInAs, noticeId]] as const;
    const other = memberOf(members++);
    await browser.postForm('/consumer-login', { ...other });
    const before = await countClaims();
    for (const action of ['submit', 'fill-in', 'save-form']) {
      await browser.postForm(page, goodAnswers, { action, more });
      expect(rendered().form).toMatchObject({ answers: goodAnswers, login: null });
    }
    expect(await countClaims()).toBe(before);
    await browser.postForm('/consumer-login', { ...memberOf(members - 2) });
    expect(await claimOf(await browser.postForm(page, goodAnswers, { more }))).toMatchObject({ notice_id: noticeId });
  });

  test.each([
    [
      'spaces and hyphens',
      (id: string) => id.replace(/^(...)(...)/, '$1 $2 '),
      (id: string) => id.replace('TEST', 'test-'),
    ],
    ['labels', (id: string) => `Notice ID: ${id}.`, (id: string) => `Unique ID: ${id}`],
    ['a number sign', (id: string) => `#${id}`, (id: string) => ` ${id}\t`],
  ])('takes IDs with %s, on its page and in a form', async (_what, noticeIdOf, uniqueIdOf) => {
    const member = memberOf(members++);
    const ids = { noticeId: noticeIdOf(member.noticeId), uniqueId: uniqueIdOf(member.uniqueId) };
    expect((await open().postForm('/consumer-login', ids)).status).toBe(303);
    const more = Object.entries({ 'login.noticeId': ids.noticeId, 'login.uniqueId': ids.uniqueId });
    const filed = await open().postForm('/consumera-claimants', goodAnswers, { more });
    expect(await claimOf(filed)).toMatchObject({ notice_id: member.noticeId });
  });

  test('page continues to the form, and reports missing IDs, unknown IDs and earlier claims', async () => {
    const browser = open();
    const member = memberOf(members++);
    const typed = { noticeId: '12', uniqueId: member.uniqueId };
    expect((await browser.postForm('/es/consumer-login', typed)).status).toBe(422);
    expect(rendered()).toMatchObject({ path: '/es/consumer-login', login: { answers: typed } });
    expect(rendered().login?.errors.map(({ field }) => field)).toEqual(['noticeId']);
    expect((await browser.postForm('/consumer-login', { ...member, uniqueId: 'ZZZZ9999' })).status).toBe(200);
    const wrong = { noticeId: member.noticeId, uniqueId: 'ZZZZ9999' };
    expect(rendered().login).toEqual({ answers: {}, errors: [], notice: { name: 'login-not-found' }, typed: wrong });
    // The form can be filled in again with the typed answers.
    const more = [
      [noScriptFields.login.noticeId, wrong.noticeId],
      [noScriptFields.login.uniqueId, wrong.uniqueId],
    ] as const;
    expect((await browser.postForm('/consumer-login', {}, { more })).status).toBe(422);
    expect(rendered().login?.typed).toEqual(wrong);
    expect((await browser.postForm('/consumer-login', {}, { action: 'fill-in', more })).status).toBe(200);
    expect(rendered().login).toEqual({ answers: wrong, errors: [] });
    const found = await browser.postForm('/es/consumer-login', { ...member });
    expect([found.status, found.headers['location']]).toEqual([303, '/es/consumera-instructions']);
    const filed = await numberOf(await browser.postForm('/consumera-claimants', goodAnswers));
    const again = await browser.postForm('/consumer-login', { ...member });
    const { path: next, filed: told } = rendered();
    expect([again.status, next, told?.claimNumber]).toEqual([200, '/consumera-instructions', filed]);
  });
});

test('a button fills in what the notice says, masked, and the form is filed with it', async () => {
  const browser = await openLoggedIn();
  const page = '/consumera-claimants';
  const filledIn = await browser.postForm(page, { phone1: '6025550100' }, { action: 'fill-in' });
  const masked = { name1: 'J••• D••', street1: '• M••• S•••••', city: 'Phoenix', state: 'Arizona', zip: '•••••' };
  expect(filledIn.status).toBe(200);
  expect(rendered().form).toMatchObject({ answers: masked, login: { mailed: masked } });
  const claim = await claimOf(await browser.postForm(page, { ...goodAnswers, ...masked }));
  expect(claim?.['answers']).toMatchObject({ name1: 'Jane Doe', street1: '1 Main Street', zip: '85001' });
  expect((await open().postForm(page, {}, { action: 'fill-in' })).status).toBe(401);
});

describe('time', () => {
  test('late claims are accepted and marked; each page is the variant of its day', async () => {
    site.server.now = afterEachDeadline;
    await open().postForm(path, {});
    expect(rendered().filing).toBe('late');
    expect(await claimOf(await open().postForm(path, companyAnswers))).toMatchObject({ late: true });
  });

  test('a closed form accepts nothing and says so, but finds the claim that it filed before', async () => {
    const closing = await startNoScriptSite({
      connectionString: site.server.connectionString,
      change: (settlement) => ({
        ...settlement,
        claimForms: settlement.claimForms.map((form) => ({ ...form, afterDeadline: 'close' as const })),
      }),
    });
    try {
      const browser = new NoScriptBrowser(closing.server.app);
      const key = randomUUID();
      const filed = await browser.postForm(path, companyAnswers, { key });
      closing.server.now = afterEachDeadline;
      for (const action of ['submit', 'continue', 'save-form', 'open-saved-form']) {
        const answer = await browser.postForm(path, companyAnswers, { action });
        expect([answer.status, closing.pageRenderer.last.filing]).toEqual([410, 'closed']);
      }
      const again = await browser.postForm(path, companyAnswers, { key });
      expect(claimNumberIn(again.headers['location'])).toBe(claimNumberIn(filed.headers['location']));
    } finally {
      await closing.close();
    }
  });

  test('an older published version of a form is still accepted, and an unknown one counts as the newest', async () => {
    for (const [version, filedAs] of [
      ['1', 1],
      ['2', 2],
      ['99', 2],
    ] as const) {
      const filed = await open().postForm(path, companyAnswers, { version });
      expect(await claimOf(filed)).toMatchObject({ form_version: filedAs });
    }
  });
});

test('a hidden field marks the claim and refuses nothing', async () => {
  for (const [name, page, answers] of [
    ['homepage', '/consumerb-claimants', individualAnswers],
    ['website', path, companyAnswers],
  ] as const) {
    const filed = await open().postForm(page, answers, { more: [[name, 'http://buy.example']] });
    expect(await claimOf(filed)).toMatchObject({ suspected_machine: true });
  }
});
