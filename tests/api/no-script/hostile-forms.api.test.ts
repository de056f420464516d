import { formatAction } from '@redress/contract/no-script-form';
import { openDatabase } from '@redress/server/database/pool';
import { defaultLimits } from '@redress/server/http/rate-limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodAnswers } from '../../setup/browser.ts';
import { agentAnswers, classMembersOf, companyAnswers } from '../../setup/sample-claims.ts';
import { type NoScriptSite, startNoScriptSite } from '../../setup/no-script-site.ts';
import { claimNumberIn, keyIn, multipart, NoScriptBrowser } from '../../setup/no-script-browser.ts';
import { memberOf } from '../../setup/test-server.ts';

const path = '/tpp-claimants';
let site: NoScriptSite;
beforeAll(async () => {
  site = await startNoScriptSite();
});
afterAll(() => site.close());
const open = () => new NoScriptBrowser(site.server.app);
const countClaims = async (of = site) => (await of.server.query('select id from claims')).length;
const rendered = () => site.pageRenderer.last.form;

describe('the page that a form is submitted to', () => {
  const none = { origin: '', 'sec-fetch-site': '' };
  test.each([
    ['another website', { origin: 'https://fake.example', 'sec-fetch-site': 'cross-site' }],
    ['another website, by an older browser', { ...none, origin: 'https://fake.example' }],
    ['another port', { ...none, origin: 'http://localhost:4301' }],
    ['a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['a neighbouring host that pretends', { origin: 'http://localhost:4300', 'sec-fetch-site': 'same-site' }],
    ['a page without an address', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a page without an address, by an older browser', { ...none, origin: 'null' }],
    ['another website, by a browser that says no origin', { ...none, referer: 'https://fake.example/a' }],
    ['an address that is none', { ...none, origin: 'localhost:4300' }],
    ['nowhere', none],
  ])('%s: the page comes back with what was typed, another key, and files nothing', async (_where, headers) => {
    const browser = open();
    await browser.postForm('/consumer-login', { ...memberOf(0) });
    const count = await countClaims();
    const key = randomUUID();
    const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 forged') }];
    const answer = await postWith(browser, headers, key, files);
    expect([answer.status, answer.headers['cache-control']]).toEqual([403, 'no-store']);
    expect(rendered()).toMatchObject({ answers: goodAnswers, notice: { name: 'not-ours' }, documents: [] });
    expect(keyIn(answer)).not.toBe(key);
    expect(await countClaims()).toBe(count);
    expect(await site.server.query('select id from staged_documents')).toEqual([]);
  });

  test.each([
    ['our host', { ...none, origin: 'http://claims.example', host: 'claims.example' }],
    ['the address that people use', { ...none, origin: 'http://localhost:4300', host: '10.0.0.1:8080' }],
    ['our host, by a browser that says no origin', { ...none, referer: 'http://localhost:4300/tpp-claimants' }],
    ['our page, by a browser that hides its address', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['a page that is sent again', { 'sec-fetch-site': 'none' }],
  ])('%s: it is ours', async (_where, headers) => {
    const answer = await open().postForm(path, {}, { headers: withoutEmpty(headers), action: 'continue' });
    expect(answer.status).toBe(200);
  });

  test('a website served over https has no pages over http', async () => {
    const secure = new NoScriptBrowser(
      await site.server.buildAnother({ publicUrl: new URL('https://claims.example') }),
    );
    const statusFrom = async (headers: object) => {
      const sent = { host: 'claims.example', origin: '', 'sec-fetch-site': '', ...headers };
      const { contentType, body } = multipart([['do', 'continue']]);
      const answer = await secure.send('POST', path, {
        headers: { 'content-type': contentType, ...withoutEmpty(sent) },
        body,
      });
      return answer.status;
    };
    expect(await statusFrom({ origin: 'https://claims.example' })).toBe(200);
    expect(await statusFrom({ origin: 'https://claims.example', host: '10.0.0.1:8080' })).toBe(200);
    expect(await statusFrom({ origin: 'http://claims.example' })).toBe(403);
    expect(await statusFrom({ referer: 'http://claims.example/tpp-claimants' })).toBe(403);
    expect(await statusFrom({ origin: 'http://claims.example', host: '10.0.0.1:8080' })).toBe(403);
  });

  test('another website cannot log anybody in', async () => {
    const browser = open();
    const answer = await browser.postForm(
      '/consumer-login',
      { ...memberOf(0) },
      { headers: { origin: 'https://fake.example' } },
    );
    expect([answer.status, site.pageRenderer.last.login?.notice]).toEqual([403, { name: 'not-ours' }]);
    expect(browser.cookies.size).toBe(0);
  });

  const withoutEmpty = (headers: object) =>
    Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const postWith = (
    browser: NoScriptBrowser,
    headers: object,
    key: string,
    files: { name: string; bytes: Buffer }[],
  ) => {
    const { body, contentType } = multipart(
      [
        ['formKey', key],
        ...Object.entries(goodAnswers).map(([name, value]) => [name, value === true ? 'on' : String(value)] as const),
      ],
      files,
    );
    return browser.send('POST', '/consumera-claimants', {
      headers: { host: 'localhost:4300', 'content-type': contentType, ...withoutEmpty(headers) },
      body,
    });
  };
});

describe('input that our pages never send', () => {
  test('inherited property names and unknown field names are ignored', async () => {
    const more = [
      '__proto__',
      'constructor',
      'toString',
      'classMembers.__proto__.x',
      'classMembers.0.__proto__',
      'other',
      'toString.1.x',
    ];
    const answer = await open().postForm(path, companyAnswers, { more: more.map((name) => [name, 'x'] as const) });
    expect(answer.status).toBe(303);
    expect(Object.prototype).not.toHaveProperty('x');
  });

  test('documents that cannot have been listed are ignored', async () => {
    const more = [
      ['kept.', ''],
      ['kept.x', 'x'],
      ['kept.y', '-1 a.pdf'],
      ['kept.z', '12 '],
    ] as const;
    expect((await open().postForm(path, companyAnswers, { more })).status).toBe(303);
    const forged = [['kept.x', `1 ../../<b>\u202e.pdf`]] as const;
    expect((await open().postForm(path, companyAnswers, { more: forged })).status).toBe(422);
    expect(rendered()?.errors.map(({ message }) => message)).toEqual([expect.stringMatching(/^<b>\.pdf is no longer/)]);
  });

  test.each([
    ['10,000 fields', () => Array.from({ length: 10_000 }, (_, index) => [`f${index}`, 'x'] as const)],
    ['a field of 1 MB', () => [['name1', 'x'.repeat(1_000_000)] as const]],
    ['many long fields', () => Array.from({ length: 60 }, (_, index) => [`f${index}`, 'x'.repeat(90_000)] as const)],
  ])('%s: too large, and nothing of it is shown', async (_what, fields) => {
    const answer = await open().postForm(path, companyAnswers, { more: fields() });
    expect([answer.status, rendered()]).toMatchObject([413, { answers: {}, notice: { name: 'too-large' } }]);
  });

  test('more files than any form accepts are too many at once', async () => {
    const files = Array.from({ length: 60 }, (_, index) => ({ name: `${index}.pdf`, bytes: Buffer.from('%PDF-1.7') }));
    expect((await open().postForm(path, {}, { files })).status).toBe(413);
  });

  test('a row with a high index adds one row, and not those before it', async () => {
    const more = [['classMembers.999999999.classMemberName', 'Far Plan'] as const];
    const answer = await open().postForm(path, {}, { action: 'continue', more });
    expect([answer.status, rendered()?.answers]).toEqual([200, { classMembers: [{ classMemberName: 'Far Plan' }] }]);
  });

  test.each([
    'remove-row classMembers x',
    'remove-row',
    'add-row __proto__',
    'add-row zip',
    "remove-document ' or 1=1",
    'remove-document',
  ])('the button "%s" does nothing', async (action) => {
    const answer = await open().postForm(path, { zip: '85001' }, { action });
    expect([answer.status, rendered()?.answers]).toEqual([200, { zip: '85001' }]);
  });

  test('typed text is shown as text, and never as markup', async () => {
    const typed = `</div><!--/island--><script>alert(1)</script> one-time-key-of-this-form-page $& $\``;
    const answer = await open().postForm(path, { otherNames: typed }, { action: 'continue' });
    expect(rendered()?.answers).toEqual({ otherNames: typed });
    expect(answer.text).toContain('one-time-key-of-this-form-page $&amp; $`');
    expect(answer.text.endsWith('<!--/island--><footer></footer>')).toBe(true);
  });

  test('another content type, or an incomplete body, is refused', async () => {
    const form = 'application/x-www-form-urlencoded';
    expect((await open().postBody(path, Buffer.from('a=b'), form)).status).toBe(415);
    expect((await open().postBody(path, Buffer.from('{}'), 'application/json')).status).toBe(415);
    const { body, contentType } = multipart([['name1', 'x']]);
    expect((await open().postBody(path, body.subarray(0, -30), contentType)).status).toBe(400);
    expect((await open().postBody(path, Buffer.from('x'), 'multipart/form-data')).status).toBeLessThan(500);
  });
});

describe('limits', () => {
  test.each([
    ['of posts, though they file nothing', 'form-post-address', 'continue', 429],
    ['of claims', 'claim-address', 'submit', 429],
    ['of claims that nothing proves', 'unproven-claim-address', 'submit', 429],
  ] as const)('%s: the page says how long to wait, with all that was typed', async (_which, limit, name, status) => {
    const strict = await startNoScriptSite({
      overrides: { limits: { ...defaultLimits, [limit]: { attempts: 2, seconds: 600 } } },
    });
    try {
      const browser = new NoScriptBrowser(strict.server.app);
      const post = () => browser.postForm(path, companyAnswers, { action: formatAction({ name }) });
      const [one, two, three] = [await post(), await post(), await post()];
      expect([one.status < 400, two.status < 400, three.status]).toEqual([true, true, status]);
      expect(Number(three.headers['retry-after'])).toBeLessThanOrEqual(600);
      expect(strict.pageRenderer.last.form).toMatchObject({
        answers: companyAnswers,
        notice: { name: 'too-many', minutes: 10 },
      });
    } finally {
      await strict.close();
    }
  });

  test('a large form is rendered again neither for an address that posts too often nor for another website', async () => {
    const strict = await startNoScriptSite({
      overrides: { limits: { ...defaultLimits, 'form-post-address': { attempts: 2, seconds: 600 } } },
    });
    try {
      const browser = new NoScriptBrowser(strict.server.app);
      const large = { ...agentAnswers, classMembers: classMembersOf(2_000) };
      const post = (headers = {}) =>
        browser.postForm(path, large, { action: formatAction({ name: 'continue' }), headers });
      const shown = () => Object.keys(strict.pageRenderer.last.form?.answers ?? {}).length;
      expect([(await post({ origin: 'https://fake.example' })).status, shown()]).toEqual([413, 0]);
      expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
      expect(shown()).toBeGreaterThan(10);
      expect([(await post()).status, shown()]).toEqual([413, 0]);
    } finally {
      await strict.close();
    }
  });

  test('a claim of a form with a login counts as unproven, because it needed no captcha', async () => {
    const strict = await startNoScriptSite({
      overrides: { limits: { ...defaultLimits, 'unproven-claim-address': { attempts: 1, seconds: 600 } } },
    });
    try {
      const browser = new NoScriptBrowser(strict.server.app);
      await browser.postForm('/consumer-login', { ...memberOf(0) });
      const post = () => browser.postForm('/consumera-claimants', goodAnswers);
      expect([(await post()).status, (await post()).status]).toEqual([303, 429]);
    } finally {
      await strict.close();
    }
  });

  test('of documents before a claim', async () => {
    const rule = { attempts: 1, seconds: 600 };
    const limits = { ...defaultLimits, 'staged-document-address': rule };
    const strict = await startNoScriptSite({ overrides: { limits } });
    try {
      const browser = new NoScriptBrowser(strict.server.app);
      const files = ['a', 'b'].map((name) => ({ name: `${name}.pdf`, bytes: Buffer.from(`%PDF-1.7 ${name}`) }));
      const answer = await browser.postForm(path, companyAnswers, { files });
      expect([answer.status, strict.pageRenderer.last.form?.notice?.name]).toEqual([429, 'too-many']);
      expect(strict.pageRenderer.last.form?.errors.map(({ message }) => message.split(':')[0])).toEqual([
        'b.pdf',
        'a.pdf',
      ]);
    } finally {
      await strict.close();
    }
  });
});

test('while the database is down the page comes back with everything typed, and files when it is up again', async () => {
  const { database, pool, close } = openDatabase('postgresql://nobody@127.0.0.1:9/none', () => {});
  const away = await startNoScriptSite({
    connectionString: site.server.connectionString,
    overrides: { database, pool, limits: defaultLimits },
  });
  try {
    const browser = new NoScriptBrowser(away.server.app);
    const key = randomUUID();
    const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') }];
    const answer = await browser.postForm(path, companyAnswers, { key, files });
    expect([answer.status, keyIn(answer)]).toEqual([503, key]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(away.pageRenderer.last.form).toMatchObject({ answers: companyAnswers, notice: { name: 'unavailable' } });
    expect(away.pageRenderer.last.form?.errors).toMatchObject([{ field: 'files', rule: 'document' }]);
    const login = await browser.postForm('/es/consumer-login', { ...memberOf(0) });
    expect([login.status, away.pageRenderer.last.login?.answers]).toEqual([503, memberOf(0)]);
    expect((await open().postForm(path, companyAnswers, { key })).status).toBe(303);
  } finally {
    await away.close();
    await close();
  }
});

test.each(['', '/es'])(
  'while the database is down the completion page at %s shows the number to whoever follows the redirect, and to no other',
  async (prefix) => {
    const browser = open();
    const filed = await browser.postForm(prefix + path, companyAnswers);
    const location = String(filed.headers['location']);
    const { database, pool, close } = openDatabase('postgresql://nobody@127.0.0.1:9/none', () => {});
    try {
      const app = await site.server.buildAnother({ database, pool });
      const reader = new NoScriptBrowser(app);
      const page = await reader.send('GET', location);
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(page.headers['content-type']).toMatch(/^text\/html/);
      expect(site.pageRenderer.last).toEqual({
        path: `${prefix}/tpp-complete`,
        complete: { claimNumber: claimNumberIn(location), receiptToken: expect.any(String) },
      });
      const elsewhere = await browser.send('GET', `${prefix}/tpp-complete`);
      expect([elsewhere.status, elsewhere.text.includes('as built')]).toEqual([200, true]);
    } finally {
      await close();
    }
  },
);
