import { formatAction } from '@redress/contract/no-script-form';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, goodAnswers } from '../../setup/browser.ts';
import { agentAnswers, classMembersOf, companyAnswers, individualAnswers } from '../../setup/sample-claims.ts';
import { type NoScriptSite, startNoScriptSite } from '../../setup/no-script-site.ts';
import { claimNumberIn, keyIn, NoScriptBrowser } from '../../setup/no-script-browser.ts';
import { memberOf } from '../../setup/test-server.ts';

/** Claim number prefixes of both cases. */
const beforeEachDeadline = new Date('2025-03-01T12:00:00Z');
let site: NoScriptSite;
beforeAll(async () => {
  site = await startNoScriptSite({ members: 20 });
  site.server.now = beforeEachDeadline;
});
afterAll(() => site.close());

let members = 0;
/**
 * A browser without script, logged in through the login page with the IDs of a new class member.
 */
async function openBrowser({ login = true } = {}): Promise<NoScriptBrowser> {
  const browser = new NoScriptBrowser(site.server.app);
  if (login) {
    const answer = await browser.postForm('/consumer-login', { ...memberOf(members++) });
    expect([answer.status, answer.headers['location']]).toEqual([303, '/consumera-instructions']);
  }
  return browser;
}
const claimOf = async (answer: Answer) => {
  const number = claimNumberIn(answer.headers['location']);
  const [claim] = await site.server.query<Record<string, unknown>>('select * from claims where number = $1', [number]);
  return claim;
};
const countClaims = async () =>
  (await site.server.query<{ count: number }>('select count(*)::integer from claims'))[0]?.count;
const rendered = () => site.pageRenderer.last;

const referencePrefixOf: Readonly<Record<string, string>> = {
  consumer: '11416REF',
  tpp: '11415REF',
  individual: '11416REF',
};

describe.each([
  ['en', ''],
  ['es', '/es'],
])('in %s', (language, prefix) => {
  test.each([
    ['consumer', '/consumera-claimants', '/consumer-complete', goodAnswers],
    ['tpp', '/tpp-claimants', '/tpp-complete', companyAnswers],
    ['tpp', '/tpp-claimants', '/tpp-complete', agentAnswers],
    ['individual', '/consumerb-claimants', '/consumer-complete', individualAnswers],
  ])(
    'the %s form is filed by a post to its own page, and leads to the completion page',
    async (form, path, complete, answers) => {
      const browser = await openBrowser({ login: form === 'consumer' });
      const key = randomUUID();

      const wrong = await browser.postForm(prefix + path, { ...answers, zip: '12' }, { key });
      expect([wrong.status, wrong.headers['cache-control']]).toEqual([422, 'no-store']);
      expect(wrong.text).toContain(`<title>Error: ${prefix.slice(1)}`);
      expect(keyIn(wrong)).toBe(key);
      expect(rendered()).toMatchObject({ path: prefix + path, filing: 'open', form: { documents: [] } });
      expect(rendered().form?.answers).toEqual({ ...answers, zip: '12' });
      expect(rendered().form?.errors.map(({ field }) => field)).toEqual(['zip']);
      const inEnglish = 'US zip Code with format 99999 or 99999-9999 alone are accepted';
      expect(rendered().form?.errors[0]?.message === inEnglish).toBe(language === 'en');

      const filed = await browser.postForm(prefix + path, answers, { key });
      expect([filed.status, filed.headers['cache-control']]).toEqual([303, 'no-store']);
      expect(filed.headers['location']).toMatch(new RegExp(`^${prefix}${complete}\\?filed=[\\w-]+$`));
      const claim = await claimOf(filed);
      expect(claim).toMatchObject({
        form_id: form,
        language,
        without_script: true,
        suspected_machine: false,
        late: false,
      });
      const [observed] = await site.server.query(
        'select * from claim_observations where claim_id = (select id from claims where number = $1)',
        [claim?.['number']],
      );
      // Only the request says something: nothing was measured in the page.
      expect(observed).toMatchObject({
        without_script: true,
        visible_seconds: null,
        fields_typed: null,
        draft_restored: null,
        automated: null,
        lacks_client_hints: true,
        address_hash: expect.any(Buffer),
      });
      const [entry] = await site.server.query<{ details: Record<string, unknown> }>(
        'select details from claim_history where claim_id = $1',
        [claim?.['id']],
      );
      expect(entry?.details).toMatchObject({ withoutScript: true });

      const page = await browser.send('GET', String(filed.headers['location']));
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(rendered()).toEqual({
        path: prefix + complete,
        complete: {
          status: expect.objectContaining({ reference: `${referencePrefixOf[form]}${String(claim?.['number'])}` }),
          claimNumber: claim?.['number'],
          dateCreated: site.server.now.toISOString(),
          formId: form,
          receiptToken: expect.any(String),
          late: false,
          documents: 0,
        },
      });
      expect(page.text).toContain(String(claim?.['number']));
      const filedAt = site.server.now;
      site.server.now = new Date(filedAt.getTime() + 60_000);
      const later = await browser.send('GET', String(filed.headers['location']));
      site.server.now = filedAt;
      expect(rendered()).toEqual({ path: prefix + complete, complete: { code: expect.any(String) } });
      expect(later.text).not.toContain(String(claim?.['number']));
    },
  );
});

test('a claim from a page with script is not marked', async () => {
  const browser = await openBrowser();
  await browser.session();
  const { body } = await browser.fileClaim();
  expect(await site.server.query('select without_script from claims where number = $1', [body.claimNumber])).toEqual([
    { without_script: false },
  ]);
});

test('a name that shows nothing and a signature of dots are refused without script too', async () => {
  const browser = await openBrowser();
  const count = await countClaims();
  const answers = { ...goodAnswers, name1: '\u3164\u034F', signature: '..' };
  expect((await browser.postForm('/consumera-claimants', answers)).status).toBe(422);
  expect(rendered().form?.errors.map(({ field, message }) => [field, message])).toEqual([
    ['name1', 'This field is required'],
    ['signature', 'Type at least one letter or number'],
  ]);
  expect(await countClaims()).toBe(count);
});

describe('a button that only goes on', () => {
  test('shows the page again with everything typed and without errors', async () => {
    const browser = await openBrowser({ login: false });
    const count = await countClaims();
    const typed = { optSectionRadio: 'Agent', zip: 'x', classMemberConfirmation: true };
    const answer = await browser.postForm('/tpp-claimants', typed, { action: formatAction({ name: 'continue' }) });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<title>tpp-claimants');
    expect(rendered().form).toEqual({ answers: typed, errors: [], documents: [] });
    expect(await countClaims()).toBe(count);
  });

  test('adds a row at the end, up to the form’s maximum', async () => {
    const browser = await openBrowser({ login: false });
    const action = formatAction({ name: 'add-row', field: 'classMembers' });
    await browser.postForm('/tpp-claimants', { classMembers: classMembersOf(2) }, { action });
    const blank = { classMemberName: '', classMemberFEIN: '' };
    expect(rendered().form?.answers).toEqual({ classMembers: [...classMembersOf(2), blank] });
    const full = await browser.postForm('/tpp-claimants', { classMembers: classMembersOf(2_000) }, { action });
    expect([full.status, rendered().form?.answers['classMembers']]).toEqual([200, classMembersOf(2_000)]);
  });

  test('removes the row that it names, and closes gaps', async () => {
    const browser = await openBrowser({ login: false });
    const more = [1, 4, 7].map((place) => [`classMembers.${place}.classMemberName`, `Plan ${place}`] as const);
    const action = formatAction({ name: 'remove-row', field: 'classMembers', row: 4 });
    await browser.postForm('/tpp-claimants', {}, { action, more });
    expect(rendered().form?.answers).toEqual({
      classMembers: [{ classMemberName: 'Plan 1' }, { classMemberName: 'Plan 7' }],
    });
  });
});

describe('sending twice', () => {
  test('the same form sent twenty times at once is one claim, and each response leads to it', async () => {
    const browser = await openBrowser();
    const key = randomUUID();
    const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 twenty times') }];
    const before = (await countClaims()) ?? 0;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.postForm('/consumera-claimants', goodAnswers, { key, files })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(answers.map(({ headers }) => claimNumberIn(headers['location']))).size).toBe(1);
    expect(await countClaims()).toBe(before + 1);
    const [first] = answers;
    const claim = first && (await claimOf(first));
    expect(await site.server.query('select name from claim_documents where claim_id = $1', [claim?.['id']])).toEqual([
      { name: 'a.pdf' },
    ]);
    expect(await site.server.query('select id from staged_documents where form_key = $1', [key])).toEqual([]);
  });

  test('from the page in the other language it is the same claim', async () => {
    const browser = await openBrowser({ login: false });
    const key = randomUUID();
    const first = await browser.postForm('/tpp-claimants', companyAnswers, { key });
    const second = await browser.postForm('/es/tpp-claimants', companyAnswers, { key });
    expect((await claimOf(second))?.['number']).toBe((await claimOf(first))?.['number']);
    expect(second.headers['location']).toMatch(/^\/es\/tpp-complete/);
  });

  test('different answers under the same key need confirmation: the first claim is kept, or the answers are filed as another claim once, however often the button is pressed', async () => {
    const browser = await openBrowser({ login: false });
    const key = randomUUID();
    const first = await claimOf(await browser.postForm('/tpp-claimants', companyAnswers, { key }));
    const others = { ...companyAnswers, zip: '02110' };
    const conflict = await browser.postForm('/tpp-claimants', others, { key });
    expect([conflict.status, keyIn(conflict)]).toEqual([409, key]);
    expect(rendered().form).toMatchObject({ errors: [], conflict: { claimNumber: first?.['number'] } });
    const kept = await browser.postForm('/tpp-claimants', others, {
      key,
      action: formatAction({ name: 'keep-claim' }),
    });
    expect([kept.status, (await claimOf(kept))?.['number']]).toEqual([303, first?.['number']]);
    const action = formatAction({ name: 'file-another' });
    const [one, two] = await Promise.all([
      browser.postForm('/tpp-claimants', others, { key, action }),
      browser.postForm('/tpp-claimants', others, { key, action }),
    ]);
    const another = await claimOf(one);
    expect([one.status, (await claimOf(two))?.['number']]).toEqual([303, another?.['number']]);
    expect(another).toMatchObject({ zip: '02110' });
    expect(another?.['number']).not.toBe(first?.['number']);
  });

  test('a malformed key is replaced', async () => {
    const browser = await openBrowser({ login: false });
    const answer = await browser.postForm('/tpp-claimants', {}, { key: "' or 1=1 --" });
    expect(answer.status).toBe(422);
    expect(keyIn(answer)).toMatch(/^[0-9a-v]{26}$/);
  });
});

describe('the login', () => {
  test('within the form keeps everything typed, and the IDs sent with the form log in and file', async () => {
    const browser = await openBrowser({ login: false });
    const member = memberOf(members++);
    const key = randomUUID();
    const asked = await browser.postForm('/consumera-claimants', goodAnswers, { key });
    expect([asked.status, keyIn(asked)]).toEqual([401, key]);
    expect(rendered().form).toEqual({
      answers: goodAnswers,
      errors: [],
      documents: [],
      login: null,
      notice: { name: 'login-required', again: false },
    });
    const ids = (uniqueId: string) => [
      ['login.noticeId', member.noticeId] as const,
      ['login.uniqueId', uniqueId] as const,
    ];
    const unknown = await browser.postForm('/consumera-claimants', goodAnswers, { key, more: ids('ZZZZ9999') });
    expect([unknown.status, rendered().form?.notice, rendered().form?.login]).toEqual([
      401,
      { name: 'login-not-found' },
      null,
    ]);
    const filed = await browser.postForm('/consumera-claimants', goodAnswers, { key, more: ids(member.uniqueId) });
    expect(filed.status).toBe(303);
    expect(await claimOf(filed)).toMatchObject({ notice_id: member.noticeId });
    expect((await browser.session()).body.login).toMatchObject({ noticeId: member.noticeId });
  });

  test('page continues to the form, and reports missing IDs, unknown IDs and earlier claims', async () => {
    const browser = await openBrowser({ login: false });
    const member = memberOf(members++);
    const missing = await browser.postForm('/es/consumer-login', { noticeId: '12', uniqueId: member.uniqueId });
    expect([missing.status, rendered().path, rendered().login?.answers]).toEqual([
      422,
      '/es/consumer-login',
      { noticeId: '12', uniqueId: member.uniqueId },
    ]);
    expect(rendered().login?.errors.map(({ field }) => field)).toEqual(['noticeId']);
    const unknown = await browser.postForm('/consumer-login', { ...member, uniqueId: 'ZZZZ9999' });
    expect([unknown.status, rendered().login]).toEqual([
      200,
      { answers: {}, errors: [], notice: { name: 'login-not-found' } },
    ]);
    const found = await browser.postForm('/es/consumer-login', { ...member });
    expect([found.status, found.headers['location']]).toEqual([303, '/es/consumera-instructions']);
    const filed = await claimOf(await browser.postForm('/consumera-claimants', goodAnswers));
    const again = await browser.postForm('/consumer-login', { ...member });
    expect([again.status, rendered().login?.filed?.claimNumber]).toEqual([200, filed?.['number']]);
  });
});

describe('time', () => {
  test('late claims are accepted and marked; each page is the variant of its day', async () => {
    const browser = await openBrowser({ login: false });
    const before = site.server.now;
    site.server.now = new Date('2025-12-01T12:00:00Z');
    try {
      await browser.postForm('/tpp-claimants', {});
      expect(rendered().filing).toBe('late');
      expect(await claimOf(await browser.postForm('/tpp-claimants', companyAnswers))).toMatchObject({ late: true });
    } finally {
      site.server.now = before;
    }
  });

  test('a closed form accepts nothing and says so, but finds the claim that it filed before', async () => {
    const closing = await startNoScriptSite({
      change: (settlement) => ({
        ...settlement,
        claimForms: settlement.claimForms.map((form) => ({ ...form, afterDeadline: 'close' as const })),
      }),
    });
    try {
      const browser = new NoScriptBrowser(closing.server.app);
      const key = randomUUID();
      const filed = await browser.postForm('/tpp-claimants', companyAnswers, { key });
      closing.server.now = new Date('2025-12-01T12:00:00Z');
      for (const action of ['submit', 'continue', 'save-form', 'open-saved-form']) {
        const answer = await browser.postForm('/tpp-claimants', companyAnswers, { action });
        expect([answer.status, closing.pageRenderer.last.filing]).toEqual([410, 'closed']);
      }
      const again = await browser.postForm('/tpp-claimants', companyAnswers, { key });
      expect(claimNumberIn(again.headers['location'])).toBe(claimNumberIn(filed.headers['location']));
    } finally {
      await closing.close();
    }
  });

  test('an older published version of a form is still accepted, and an unknown one counts as the newest', async () => {
    const older = await startNoScriptSite();
    try {
      const browser = new NoScriptBrowser(older.server.app);
      for (const version of ['1', '2', '99'])
        expect((await browser.postForm('/tpp-claimants', companyAnswers, { version })).status).toBe(303);
      const versions = await older.server.query('select form_version from claims order by id');
      expect(versions).toEqual([{ form_version: 1 }, { form_version: 2 }, { form_version: 2 }]);
    } finally {
      await older.close();
    }
  });
});

test.each([
  ['homepage', '/consumerb-claimants', individualAnswers],
  ['website', '/tpp-claimants', companyAnswers],
])('a hidden field (%s) marks the claim and refuses nothing', async (name, path, answers) => {
  const browser = await openBrowser({ login: false });
  const filed = await browser.postForm(path, answers, { more: [[name, 'http://buy.example']] });
  expect(await claimOf(filed)).toMatchObject({ suspected_machine: true });
});
