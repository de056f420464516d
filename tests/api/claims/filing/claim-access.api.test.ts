import { claimAccess } from '@redress/server/claims/filing/claim-access';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, expectProblem } from '../../../setup/browser.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { claimNumberIn, NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { companyAnswers, fileTpp } from '../../../setup/sample-claims.ts';
import { beforeDeadline, keys, memberOf } from '../../../setup/test-server.ts';

const site = useNoScriptSite();
/** The tab that filed, and another one of the same browser. */
let filer: NoScriptBrowser;
let freshTab: NoScriptBrowser;
let claimNumber: string;
let token: string;

beforeEach(async () => {
  site.server.now = beforeDeadline;
  filer = new NoScriptBrowser(site.server.app);
  await filer.session();
  const filed = await fileTpp(filer, { ...companyAnswers, contactName: 'María García López' });
  claimNumber = filed.body.claimNumber;
  token = filed.body.receiptToken ?? '';
  freshTab = new NoScriptBrowser(site.server.app);
  for (const [name, value] of filer.cookies) freshTab.cookies.set(name, value);
});

const view = () => site.pageRenderer.last.receipt;
const laterBy = (minutes: number) => {
  site.server.now = new Date(beforeDeadline.getTime() + minutes * 60_000);
};

describe('a fresh tab of the browser that filed', () => {
  test('reads nothing of the claim with the cookie alone, and may still add documents', async () => {
    expect(freshTab.cookies.has(`redress-claim-${claimNumber}`)).toBe(true);
    for (const path of ['receipt.pdf', 'data-checks', 'documents', `documents/${'0'.repeat(32)}`])
      expectProblem(await freshTab.send('GET', `/api/claims/${claimNumber}/${path}`), 403, 'not-your-claim');
    const send = (name: string) =>
      freshTab.upload(claimNumber, [{ name: `${name}.txt`, bytes: Buffer.from(name) }], 'TppClaimants');
    expect((await send('a')).status).toBe(200);
    // Also a copied cookie, which no browser deletes, ends after thirty days.
    laterBy(30 * 24 * 60 - 1);
    expect((await send('b')).status).toBe(200);
    laterBy(30 * 24 * 60);
    expectProblem(await send('c'), 403, 'not-your-claim');
  });
});

describe('the token of the tab that filed', () => {
  test('opens the receipt by a post, which leaves no address in the history and is not cached', async () => {
    const { status, headers, text } = await filer.postForm('/receipt', { reference: claimNumber, token });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/pdf', 'no-store']);
    expect(headers['content-disposition']).toBe(`attachment; filename="receipt-11415REF${claimNumber}.pdf"`);
    expect(text.startsWith('%PDF-1.7')).toBe(true);
  });

  test('ends after two hours: then the page asks for the name or ZIP code', async () => {
    laterBy(119);
    expect((await filer.send('GET', `/api/claims/${claimNumber}/data-checks`)).status).toBe(200);
    laterBy(120);
    expectProblem(await filer.send('GET', `/api/claims/${claimNumber}/receipt.pdf`), 403, 'not-your-claim');
    const answer = await filer.postForm('/receipt', { reference: claimNumber, token });
    expect(answer.status).toBe(200);
    expect(view()).toEqual({ reference: claimNumber, missing: [], notice: { name: 'expired' } });
  });

  test('gets a page with the reason when the receipt cannot be sent, never JSON', async () => {
    const limits = { ...defaultLimits, 'receipt-address': { attempts: 1, seconds: 600 } };
    const one = new NoScriptBrowser(await site.server.buildAnother({ limits }));
    const send = () => one.postForm('/receipt', { reference: claimNumber, token });
    expect((await send()).headers['content-type']).toBe('application/pdf');
    const waiting = await send();
    expect([waiting.status, waiting.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(view()).toEqual({ reference: claimNumber, missing: [], notice: { name: 'too-many', minutes: 10 } });
    await site.server.query(`alter table claims rename to claims_away`);
    const failed = await filer.postForm('/receipt', { reference: claimNumber, token });
    await site.server.query(`alter table claims_away rename to claims`);
    expect([failed.status, failed.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(view()?.notice).toEqual({ name: 'unavailable' });
  });

  test('opens only its own claim', async () => {
    const other = (await fileTpp(filer, { ...companyAnswers, zip: '02111' })).body;
    const headers = { 'receipt-token': other.receiptToken ?? '' };
    const foreign = await filer.send('GET', `/api/claims/${claimNumber}/receipt.pdf`, { headers });
    expectProblem(foreign, 403, 'not-your-claim');
    expect((await filer.send('GET', `/api/claims/${other.claimNumber}/receipt.pdf`)).status).toBe(200);
    for (const wrong of [other.receiptToken, '']) {
      expect((await filer.postForm('/receipt', { reference: claimNumber, token: wrong })).status).toBe(200);
      expect(view()).toEqual({ reference: claimNumber, missing: [], notice: { name: 'expired' } });
    }
  });

  test('is accepted by every process, also while the secret is being changed, and not after; none can be invented', () => {
    const next = deriveKeys('the next secret, which has 32 characters or more');
    const during = claimAccess({ ...next, others: [keys] });
    const code = claimAccess(keys).createCode(claimNumber, beforeDeadline);
    expect(during.isTokenOf(claimNumber, token, beforeDeadline)).toBe(true);
    expect(during.readCode(code, beforeDeadline)).toEqual({ claimNumber, isFresh: true });
    expect(claimAccess(next).isTokenOf(claimNumber, token, beforeDeadline)).toBe(false);
    expect(claimAccess(next).readCode(code, beforeDeadline)).toBeUndefined();
    for (const invented of ['', 'x', '9999999999.', `99999999999.${'A'.repeat(43)}`, '__proto__'])
      expect(claimAccess(keys).isTokenOf(claimNumber, invented, beforeDeadline)).toBe(false);
  });
});

describe('the reference number', () => {
  const ask = (fields: Readonly<Record<string, string>>, page = '/receipt', browser = freshTab) =>
    browser.postForm(page, fields);

  test('with a ZIP code or name opens the claim for a minute, in the language of the page, and then stands for itself', async () => {
    for (const [reference, proof] of [
      [`11415REF${claimNumber}`, 'LARKMOOR HEALTH PLAN'],
      [` 11415ref ${claimNumber} `, 'garcia'],
      [claimNumber, '53703'],
    ] as const) {
      const answer = await ask({ reference, proof }, '/es/receipt');
      expect([answer.status, answer.headers['cache-control']]).toEqual([303, 'no-store']);
      const location = String(answer.headers['location']);
      expect(location).toMatch(/^\/es\/tpp-complete\?filed=[\w-]+$/);
      expect(location).not.toContain(claimNumber);
      expect(claimNumberIn(location)).toBe(claimNumber);
      await freshTab.send('GET', location);
      expect(site.pageRenderer.last.complete).toMatchObject({ claimNumber, receiptToken: expect.any(String) });
    }
    const location = String((await ask({ reference: claimNumber, proof: '53703' })).headers['location']);
    laterBy(1);
    await freshTab.send('GET', location);
    const code = new URL(location, 'http://localhost').searchParams.get('filed') ?? '';
    expect(site.pageRenderer.last.complete).toEqual({ code });
    expect((await ask({ code, proof: 'Nobody' })).status).toBe(422);
    expect(view()).toEqual({ reference: '', code, missing: [], notice: { name: 'not-found' } });
    expect((await ask({ code, proof: '53703' })).status).toBe(303);
  });

  test('gets the same answer for an unknown claim and for a wrong name', async () => {
    const wrong = await ask({ reference: claimNumber, proof: 'Nobody' });
    const shown = view();
    const unknown = await ask({ reference: '1234567897', proof: 'Nobody' });
    expect([wrong.status, shown?.notice]).toEqual([422, { name: 'not-found' }]);
    expect([unknown.status, { ...view(), reference: claimNumber }]).toEqual([422, shown]);
    const { 'content-length': length, date } = unknown.headers;
    expect(unknown.headers).toEqual({ ...wrong.headers, 'content-length': length, date });
  });

  test('that is missing, or comes without a name, is asked for', async () => {
    expect([(await ask({})).status, view()?.missing]).toEqual([422, ['reference', 'proof']]);
    expect([(await ask({ reference: claimNumber })).status, view()?.missing]).toEqual([422, ['proof']]);
  });

  test('from another website is refused, and nothing is looked up', async () => {
    const headers = { origin: 'https://fake.example', 'sec-fetch-site': 'cross-site' };
    const answer = await freshTab.postForm('/receipt', { reference: claimNumber, proof: '53703' }, { headers });
    expect([answer.status, view()?.notice]).toEqual([403, { name: 'not-ours' }]);
  });
});

describe('guessing a name or ZIP code', () => {
  let limited: Awaited<ReturnType<typeof site.server.buildAnother>>;
  beforeAll(async () => {
    limited = await site.server.buildAnother({ limits: defaultLimits });
  });
  const from = (address: string) => new NoScriptBrowser(limited, address);
  const guess = async (browser: NoScriptBrowser, reference: string, proof: string) =>
    (await browser.postForm('/receipt', { reference, proof })).status;

  test('has to wait after five tries for one claim, even with the right name; another address does not', async () => {
    const one = from('192.0.2.1');
    for (let turn = 0; turn < 5; turn += 1) expect(await guess(one, claimNumber, `1234${turn}`)).toBe(422);
    const answer = await one.postForm('/receipt', { reference: claimNumber, proof: '53703' });
    expect(answer.status).toBe(429);
    expect(view()?.notice).toEqual({ name: 'too-many', minutes: expect.any(Number) });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await guess(from('192.0.2.2'), claimNumber, '53703')).toBe(303);
    laterBy(24 * 60);
    expect(await guess(one, claimNumber, '53703')).toBe(303);
  });

  test('counts for a claim across addresses, whether the claim exists or not', async () => {
    for (const reference of [claimNumber, '9876543219']) {
      const statuses: number[] = [];
      for (let turn = 0; turn < 21; turn += 1)
        statuses.push(await guess(from(`198.51.100.${turn}`), reference, 'Nobody'));
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429]);
      laterBy(24 * 60);
    }
  });

  test('counts simultaneous tries, and forgets those that were right', async () => {
    const one = from('203.0.113.7');
    const statuses = await Promise.all(Array.from({ length: 12 }, () => guess(one, claimNumber, 'Nobody')));
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(5);
    const two = from('203.0.113.8');
    for (let turn = 0; turn < 8; turn += 1) expect(await guess(two, claimNumber, '53703')).toBe(303);
  });
});

describe('the log-out page', () => {
  const logOut = (browser: NoScriptBrowser, action: string, headers: Record<string, string> = {}) =>
    browser.postForm('/log-out', {}, { more: [['do', action]], headers });
  const kept = (browser: Browser) => [...browser.cookies].filter(([, value]) => value !== '').map(([name]) => name);

  test('ends the login and keeps the claims', async () => {
    await filer.logIn(memberOf(0));
    expect((await filer.session()).body.login?.noticeId).toBe(memberOf(0).noticeId);
    const answer = await logOut(filer, 'log-out');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['clear-site-data']).toBeUndefined();
    expect(site.pageRenderer.last).toEqual({ path: '/log-out', logOut: 'logged-out' });
    expect((await filer.session()).body.login).toBeNull();
    expect(kept(filer)).toContain(`redress-claim-${claimNumber}`);
  });

  test('removes every cookie, and asks the browser to drop cached pages and storage', async () => {
    await filer.logIn(memberOf(1));
    const answer = await logOut(filer, 'remove');
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(site.pageRenderer.last.logOut).toBe('removed');
    expect(kept(filer)).toEqual([]);
    const upload = await filer.upload(claimNumber, [{ name: 'a.txt', bytes: Buffer.from('a') }], 'TppClaimants');
    expectProblem(upload, 403, 'bad-token');
  });

  test('removes every cookie even if its page cannot be rendered', async () => {
    const pageRenderer = { ...site.pageRenderer, logOut: () => Promise.reject(new Error('no renderer')) };
    const one = new NoScriptBrowser(await site.server.buildAnother({ pageRenderer }));
    await one.logIn(memberOf(3));
    const answer = await logOut(one, 'remove');
    expect(answer.status).toBe(303);
    expect(answer.headers).toMatchObject({ location: '/log-out', 'cache-control': 'no-store' });
    expect(kept(one)).toEqual([]);
  });

  test('does nothing for another website', async () => {
    await filer.logIn(memberOf(2));
    const foreign = { origin: 'https://fake.example', 'sec-fetch-site': 'cross-site' };
    expect((await logOut(filer, 'remove', foreign)).status).toBe(403);
    expect(site.pageRenderer.last.logOut).toBe('not-ours');
    expect((await filer.session()).body.login).not.toBeNull();
  });
});
