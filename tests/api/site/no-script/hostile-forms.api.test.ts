import { formatAction } from '@redress/contract/no-script-form';
import { openDatabase, type OpenedDatabase } from '@redress/server/platform/database/pool';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodAnswers, multipart } from '../../../setup/browser.ts';
import { agentAnswers, classMembersOf, companyAnswers, fileTpp, openForm } from '../../../setup/sample-claims.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { claimNumberIn, keyIn, NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { memberOf } from '../../../setup/test-server.ts';

const path = '/tpp-claimants';
const site = useNoScriptSite();
const open = () => new NoScriptBrowser(site.server.app);
const countClaims = async () => (await site.server.query('select id from claims')).length;
const rendered = () => site.pageRenderer.last.form;
const bodyOf = (head: string, boundary = 'b') =>
  Buffer.from(`--${boundary}\r\n${head}\r\n\r\n%PDF-1.7\nendobj\n%%EOF\r\n--${boundary}--\r\n`);
const nameless = 'Content-Disposition: form-data';
const bytesWithoutFileName = 'Content-Disposition: form-data; name="files"\r\nContent-Type: application/octet-stream';
/** Five times the limit of RFC 2046. */
const longBoundary = 'x'.repeat(350);

const withoutEmpty = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
const foreign = { headers: { origin: 'https://fake.example' } };

describe('the page that a form is submitted to', () => {
  const none = { origin: '', 'sec-fetch-site': '' };

  test('by another website comes back with what was typed, another key, and files nothing', async () => {
    const browser = open();
    await browser.postForm('/consumer-login', { ...memberOf(0) });
    const count = await countClaims();
    const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 endobj %%EOF forged') }];
    for (const sent of [
      { origin: 'https://fake.example', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://localhost:4300', 'sec-fetch-site': 'same-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      // Older browsers send no Sec-Fetch-Site, and some no origin.
      { ...none, origin: 'https://fake.example' },
      { ...none, origin: 'http://localhost:4301' },
      { ...none, origin: 'null' },
      { ...none, origin: 'localhost:4300' },
      { ...none, referer: 'https://fake.example/a' },
      none,
    ]) {
      const key = randomUUID();
      const typed = Object.entries({ formKey: key, ...goodAnswers, classMemberConfirmation: 'on' });
      const { body, contentType } = multipart(typed, files);
      const headers = { host: 'localhost:4300', 'content-type': contentType, ...withoutEmpty(sent) };
      const answer = await browser.send('POST', '/consumera-claimants', { headers, body });
      expect([sent, answer.status, answer.headers['cache-control']]).toEqual([sent, 403, 'no-store']);
      expect(rendered()).toMatchObject({ answers: goodAnswers, notice: { name: 'not-ours' }, documents: [] });
      expect(keyIn(answer)).not.toBe(key);
    }
    expect(await countClaims()).toBe(count);
    expect(await site.server.query('select id from staged_documents')).toEqual([]);
  });

  test('by a page of ours is shown, also by older browsers and through another host', async () => {
    for (const headers of [
      { ...none, origin: 'http://claims.example', host: 'claims.example' },
      { ...none, origin: 'http://localhost:4300', host: '10.0.0.1:8080' },
      { ...none, referer: 'http://localhost:4300/tpp-claimants' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      // A page that is sent again.
      { 'sec-fetch-site': 'none' },
    ]) {
      const answer = await open().postForm(path, {}, { headers: withoutEmpty(headers), action: 'continue' });
      expect([headers, answer.status]).toEqual([headers, 200]);
    }
  });

  test('of a website served over https is never one over http', async () => {
    const secure = new NoScriptBrowser(
      await site.server.buildAnother({ publicUrl: new URL('https://claims.example') }),
    );
    const { contentType, body } = multipart([['do', 'continue']]);
    for (const [status, sent] of [
      [200, { origin: 'https://claims.example' }],
      [200, { origin: 'https://claims.example', host: '10.0.0.1:8080' }],
      [403, { origin: 'http://claims.example' }],
      [403, { referer: 'http://claims.example/tpp-claimants' }],
      [403, { origin: 'http://claims.example', host: '10.0.0.1:8080' }],
    ] as const) {
      const headers = { host: 'claims.example', 'content-type': contentType, ...sent };
      expect([sent, (await secure.send('POST', path, { headers, body })).status]).toEqual([sent, status]);
    }
  });

  test('is not the login of another website', async () => {
    const browser = open();
    const answer = await browser.postForm('/consumer-login', { ...memberOf(0) }, foreign);
    expect([answer.status, site.pageRenderer.last.login?.notice]).toEqual([403, { name: 'not-ours' }]);
    expect(browser.cookies.size).toBe(0);
  });
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

  test('too many or too large fields, or more files than any form takes, are refused, and nothing of it is shown', async () => {
    const many = (count: number, size: number) =>
      Array.from({ length: count }, (_, index) => [`f${index}`, 'x'.repeat(size)] as const);
    for (const more of [many(10_000, 1), [['name1', 'x'.repeat(1_000_000)] as const], many(60, 90_000)]) {
      const answer = await open().postForm(path, companyAnswers, { more });
      expect([answer.status, rendered()]).toMatchObject([413, { answers: {}, notice: { name: 'too-large' } }]);
    }
    const files = Array.from({ length: 60 }, (_, index) => ({
      name: `${index}.pdf`,
      bytes: Buffer.from('%PDF-1.7\nendobj\n%%EOF'),
    }));
    expect((await open().postForm(path, {}, { files })).status).toBe(413);
  });

  test('a row with a high index adds one row, and not those before it', async () => {
    const more = [['classMembers.999999999.classMemberName', 'Far Plan'] as const];
    const answer = await open().postForm(path, {}, { action: 'continue', more });
    expect([answer.status, rendered()?.answers]).toEqual([200, { classMembers: [{ classMemberName: 'Far Plan' }] }]);
  });

  test('unknown buttons do nothing', async () => {
    for (const action of [
      'remove-row classMembers x',
      'remove-row',
      'add-row __proto__',
      'add-row zip',
      "remove-document ' or 1=1",
      'remove-document',
    ]) {
      const answer = await open().postForm(path, { zip: '85001' }, { action });
      expect([action, answer.status, rendered()?.answers]).toEqual([action, 200, { zip: '85001' }]);
    }
  });

  test('typed text is shown as text, and never as markup', async () => {
    const typed = `</div><!--/island--><script>alert(1)</script> one-time-key-of-this-form-page $& $'`;
    const answer = await open().postForm(path, { otherNames: typed }, { action: 'continue' });
    expect(rendered()?.answers).toEqual({ otherNames: typed });
    expect(answer.text).toContain("one-time-key-of-this-form-page $&amp; $'");
    expect(answer.text.endsWith('<!--/island--><footer></footer>')).toBe(true);
  });

  test('another content type, an incomplete body or a boundary that is too long is refused', async () => {
    const { body, contentType } = multipart([['name1', 'x']]);
    for (const [type, sent, status] of [
      ['application/x-www-form-urlencoded', 'a=b', 415],
      ['application/json', '{}', 415],
      [contentType, body.subarray(0, -30), 400],
      ['multipart/form-data', 'x', 400],
      [`multipart/form-data; boundary=${longBoundary}`, bodyOf(nameless, longBoundary), 400],
    ] as const)
      expect([type, (await open().postBody(path, Buffer.from(sent), type)).status]).toEqual([type, status]);
  });

  test('parts without a name, and files without one, are ignored by the page and refused as documents of a claim', async () => {
    for (const head of [nameless, bytesWithoutFileName]) {
      const answer = await open().postBody(path, bodyOf(head), 'multipart/form-data; boundary=b');
      expect([head, answer.status]).toEqual([head, 422]);
      expect(rendered()).toMatchObject({ answers: {}, documents: [] });
    }
    const browser = await openForm(site.server.app);
    const { claimNumber } = (await fileTpp(browser, companyAnswers)).body;
    const send = async (body: Buffer, boundary: string) => {
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
      const url = `/api/TppClaimants/SubmitDocuments?claimnumber=${claimNumber}`;
      return (await browser.send('POST', url, { headers, body })).status;
    };
    expect(await send(bodyOf(nameless), 'b')).toBe(422);
    expect(await send(bodyOf(nameless, longBoundary), longBoundary)).toBe(400);
    // Its bytes are complete, and a client that sends no name still means to keep them.
    expect(await send(bodyOf(bytesWithoutFileName), 'b')).not.toBe(500);
  });
});

describe('limits', () => {
  /** A browser with its own address. One of its limits is lower than usual. */
  const openLimited = async (limit: keyof typeof defaultLimits, attempts: number, address: string) => {
    const limits = { ...defaultLimits, [limit]: { attempts, seconds: 600 } };
    return new NoScriptBrowser(await site.server.buildAnother({ limits }), address);
  };

  test.each([
    ['of posts, though they file nothing', 'form-post-address', 'continue', '203.0.113.1'],
    ['of claims', 'claim-address', 'submit', '203.0.113.2'],
    ['of claims that nothing proves', 'unproven-claim-address', 'submit', '203.0.113.3'],
  ] as const)('%s: the page says how long to wait, with all that was typed', async (_which, limit, name, address) => {
    const browser = await openLimited(limit, 2, address);
    const post = () => browser.postForm(path, companyAnswers, { action: formatAction({ name }) });
    const [one, two, three] = [await post(), await post(), await post()];
    expect([one.status < 400, two.status < 400, three.status]).toEqual([true, true, 429]);
    expect(Number(three.headers['retry-after'])).toBeLessThanOrEqual(600);
    expect(rendered()).toMatchObject({ answers: companyAnswers, notice: { name: 'too-many', minutes: 10 } });
  });

  test('a large form is rendered again neither for an address that posts too often nor for another website', async () => {
    const browser = await openLimited('form-post-address', 2, '203.0.113.4');
    const large = { ...agentAnswers, classMembers: classMembersOf(2_000) };
    const post = (more = {}) => browser.postForm(path, large, { action: formatAction({ name: 'continue' }), ...more });
    const shown = () => Object.keys(rendered()?.answers ?? {}).length;
    expect([(await post(foreign)).status, shown()]).toEqual([413, 0]);
    expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
    expect(shown()).toBeGreaterThan(10);
    expect([(await post()).status, shown()]).toEqual([413, 0]);
  });

  test('a claim of a form with a login counts as unproven, because it needed no captcha', async () => {
    const browser = await openLimited('unproven-claim-address', 1, '203.0.113.5');
    await browser.postForm('/consumer-login', { ...memberOf(0) });
    const post = () => browser.postForm('/consumera-claimants', goodAnswers);
    expect([(await post()).status, (await post()).status]).toEqual([303, 429]);
  });

  test('of documents before a claim', async () => {
    const browser = await openLimited('staged-document-address', 1, '203.0.113.6');
    const files = ['a', 'b'].map((name) => ({
      name: `${name}.pdf`,
      bytes: Buffer.from(`%PDF-1.7 endobj %%EOF ${name}`),
    }));
    const answer = await browser.postForm(path, companyAnswers, { files });
    expect([answer.status, rendered()?.notice?.name]).toEqual([429, 'too-many']);
    expect(rendered()?.errors.map(({ message }) => message.split(':')[0])).toEqual(['b.pdf', 'a.pdf']);
  });
});

describe('while the database is down', () => {
  let away: OpenedDatabase;
  beforeAll(() => {
    away = openDatabase('postgresql://nobody@127.0.0.1:9/none', () => {});
  });
  afterAll(() => away?.close());
  const openAway = async () => {
    const { database, pool } = away;
    return new NoScriptBrowser(await site.server.buildAnother({ database, pool, limits: defaultLimits }));
  };

  test('the page comes back with everything typed, and files when it is up again', async () => {
    const browser = await openAway();
    const key = randomUUID();
    const files = [{ name: 'a.pdf', bytes: Buffer.from('%PDF-1.7\nendobj\n%%EOF') }];
    const answer = await browser.postForm(path, companyAnswers, { key, files });
    expect([answer.status, keyIn(answer)]).toEqual([503, key]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(rendered()).toMatchObject({ answers: companyAnswers, notice: { name: 'unavailable' } });
    expect(rendered()?.errors).toMatchObject([{ field: 'files', rule: 'document' }]);
    const login = await browser.postForm('/es/consumer-login', { ...memberOf(0) });
    expect([login.status, site.pageRenderer.last.login?.answers]).toEqual([503, memberOf(0)]);
    expect((await open().postForm(path, companyAnswers, { key })).status).toBe(303);
  });

  test('the completion page shows the number to whoever follows the redirect, and to no other', async () => {
    const browser = open();
    const filed = await browser.postForm(`/es${path}`, companyAnswers);
    const location = String(filed.headers['location']);
    const page = await (await openAway()).send('GET', location);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(site.pageRenderer.last).toEqual({
      path: '/es/tpp-complete',
      complete: { claimNumber: claimNumberIn(location), receiptToken: expect.any(String) },
    });
    const elsewhere = await browser.send('GET', '/es/tpp-complete');
    expect([elsewhere.status, elsewhere.text.includes('as built')]).toEqual([200, true]);
  });
});
