import { noticeIdHeader } from '@redress/contract/http-headers';
import { createClaimNumberSource } from '@redress/server/claims/filing/claim-number';
import { findBrokenEntry, type HistoryEntry } from '@redress/server/platform/history/entries';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Browser, expectProblem, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { signInTab } from '../../../setup/console.ts';
import { changeReview } from '../../../setup/review.ts';
import { companyAnswers } from '../../../setup/sample-claims.ts';
import { beforeDeadline, type Member, memberOf, startTestServer, useTestServer } from '../../../setup/test-server.ts';

let browser: Browser;
const countClaims = async () =>
  Number((await server.query<{ count: string }>('select count(*) from claims'))[0]?.count);

const server = useTestServer({ members: 20 });
beforeEach(async () => {
  server.now = beforeDeadline;
  browser = await logInBrowser(server.app, memberOf(0));
});

describe('a filed claim', () => {
  test('is answered with its number and date, and stored as filed', async () => {
    const answer = await browser.fileClaim({ ...goodAnswers, documentsToFollow: 2, formVersion: 1 });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      claimNumber: expect.stringMatching(/^\d{10}$/),
      dateCreated: '2025-07-01T12:00:00.000Z',
      late: false,
      documentsDue: false,
      receiptToken: expect.any(String),
    });
    const [row] = await server.query('select * from claims where number = $1', [answer.body.claimNumber]);
    expect(row).toMatchObject({
      form_id: 'consumer',
      form_version: 1,
      case_id: 'brand-drug',
      notice_id: memberOf(0).noticeId,
      late: false,
      without_script: false,
      documents_expected: 2,
      name: 'Jane Doe',
      email: 'jane.doe@example.com',
      zip: '85001',
      state: 'Arizona',
      amount: '1250.5000',
      quantity: '24',
    });
    // The mask is removed, and the captcha is not an answer.
    expect(row?.['answers']).toEqual({ ...goodAnswers, phone1: '6025550100' });
    expect(JSON.stringify(row?.['summary'])).toContain('"$1,250.50"');
  });

  test('has a history of one verifiable entry', async () => {
    const { body } = await browser.fileClaim();
    const entries = await server.query<HistoryEntry & Record<string, unknown>>(
      'select position, at, kind, details, previous_hash, hash from claim_history join claims on claims.id = claim_id where number = $1',
      [body.claimNumber],
    );
    expect(entries.map(({ position, kind }) => [position, kind])).toEqual([[1, 'claim-filed']]);
    expect(JSON.stringify(entries)).not.toContain('Jane');
    expect(findBrokenEntry(body.claimNumber, entries)).toBeUndefined();
    const changed = entries.map((entry) => ({ ...entry, kind: 'claim-withdrawn' }));
    expect(findBrokenEntry(body.claimNumber, changed)).toBe(1);
  });

  test('is protected in every column, even one that a later migration adds', async () => {
    // PostgreSQL runs both statements in one transaction and rolls it back.
    const later = `alter table claims add column added_later text; update claims set added_later = 'x'`;
    await expect(server.query(later)).rejects.toThrow('keeps the answers');
    await expect(server.query('update claims set duplicate_notice = not duplicate_notice')).rejects.toThrow(
      'keeps the answers',
    );
    await expect(server.query('update claims set number = number')).resolves.toBeDefined();
  });

  test('is shown at the next login, before another is filed', async () => {
    const filed = await (await logInBrowser(server.app, memberOf(8))).fileClaim();
    const { body } = await new Browser(server.app).logIn(memberOf(8));
    expect(body).toEqual({
      noticeId: memberOf(8).noticeId,
      name: 'J••• D••',
      claim: { claimNumber: filed.body.claimNumber, dateCreated: filed.body.dateCreated },
    });
    // After its withdrawal, the claimant has to file again.
    const supervisor = await signInTab(server, 'supervisor');
    expect((await changeReview(supervisor, filed.body.claimNumber, 'withdraw')).status).toBe(200);
    expect((await new Browser(server.app).logIn(memberOf(8))).body).not.toHaveProperty('claim');
  });
});

test('claim numbers begin with 1 to 9, because spreadsheets drop a leading zero, and none repeats', async () => {
  const next = createClaimNumberSource(server.database, Buffer.alloc(32, 7));
  const numbers = await Promise.all(Array.from({ length: 300 }, next));
  expect(numbers.filter((number) => !/^[1-9]\d{9}$/.test(number))).toEqual([]);
  expect(new Set(numbers).size).toBe(300);
});

describe('the deadline, July 17, 2025 in New York', () => {
  test.each([
    ['2025-07-18T03:59:59Z', false, 'open'],
    ['2025-07-18T04:00:00Z', true, 'late'],
  ])('at %s a claim is accepted with late: %s', async (moment, late, state) => {
    server.now = new Date(moment);
    const fresh = await logInBrowser(server.app, memberOf(1));
    expect((await fresh.session()).body.filings).toMatchObject({ consumer: state });
    const answer = await fresh.fileClaim();
    expect([answer.status, answer.body.late]).toEqual([201, late]);
    expect(await server.query('select late from claims where number = $1', [answer.body.claimNumber])).toEqual([
      { late },
    ]);
  });

  test('a form that closes answers 410 from then on, and still answers retries of an earlier claim', async () => {
    const closing = await startTestServer({
      connectionString: server.connectionString,
      change: (given) => ({
        ...given,
        claimForms: given.claimForms.map((form) => ({ ...form, afterDeadline: 'close' as const })),
      }),
    });
    try {
      const key = randomUUID();
      const before = await logInBrowser(closing.app, memberOf(0));
      const first = await before.fileClaim(goodAnswers, key);
      closing.now = new Date('2025-07-18T04:00:00Z');
      const after = await logInBrowser(closing.app, memberOf(1));
      expect((await after.session()).body.filings).toMatchObject({ consumer: 'closed' });
      expectProblem(await after.fileClaim(), 410, 'filing-closed');
      const again = await before.fileClaim(goodAnswers, key);
      expect([again.status, again.body]).toEqual([201, { ...first.body, receiptToken: expect.any(String) }]);
    } finally {
      await closing.close();
    }
  });
});

describe('an idempotency key', () => {
  test('returns the first response again for the same answers, in any order, spelled differently, with another captcha', async () => {
    const key = randomUUID();
    const first = await browser.fileClaim(goodAnswers, key);
    const before = await countClaims();
    const turned = {
      ...Object.fromEntries(Object.entries(goodAnswers).toReversed()),
      name1: '  Jane Doe ',
      phone1: '602.555.0100',
    };
    const again = await browser.fileClaim(turned, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await countClaims()).toBe(before);
  });

  test('needs no login or captcha on a retry, and grants the right to add documents again', async () => {
    const key = randomUUID();
    const first = await browser.fileClaim(goodAnswers, key);
    const stranger = new Browser(server.app);
    await stranger.session();
    const again = await stranger.post(goodAnswers, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    const uploaded = await stranger.upload(first.body.claimNumber, [
      { name: 'receipt.txt', bytes: Buffer.from('paid 12 dollars') },
    ]);
    expect(uploaded.status).toBe(200);
  });

  test('answers 409 with the claim when the answers differ or are missing', async () => {
    const key = randomUUID();
    const first = await browser.fileClaim(goodAnswers, key);
    const { claimNumber, dateCreated } = first.body;
    for (const other of [{ ...goodAnswers, city: 'Tucson' }, { ...goodAnswers, zip: '8500' }, {}]) {
      const problem = expectProblem(await browser.fileClaim(other, key), 409, 'key-used-for-other-answers');
      expect(problem.claim).toEqual({ claimNumber, dateCreated });
    }
    // A key belongs to its form, too.
    const ofAnotherForm = await browser.post(companyAnswers, key, 'TppClaimants');
    expectProblem(ofAnotherForm, 409, 'key-used-for-other-answers');
  });

  test('sent many times at once, with one captcha, files once', async () => {
    const key = randomUUID();
    const before = await countClaims();
    const token = await browser.solveCaptcha();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => browser.post({ ...goodAnswers, googleRecaptchaToken: token }, key)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.claimNumber)).size).toBe(1);
    expect(await countClaims()).toBe(before + 1);
  });

  test('is optional: without one, each request files a claim', async () => {
    const before = await countClaims();
    for (let times = 0; times < 2; times += 1) {
      const answer = await browser.post({ ...goodAnswers, googleRecaptchaToken: await browser.solveCaptcha() });
      expect(answer.status).toBe(201);
    }
    expect(await countClaims()).toBe(before + 2);
  });
});

describe('who may file', () => {
  const postEmpty = (headers: Record<string, string>) =>
    browser.send('POST', '/api/ConsumerClaimants', {
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });

  test('nobody whose login is over two hours old, unless a session call renewed it', async () => {
    server.now = new Date(beforeDeadline.getTime() + 119 * 60_000);
    expect((await browser.session()).body.login).toEqual({
      noticeId: memberOf(0).noticeId,
      name: 'J••• D••',
      mailed: expect.objectContaining({ name1: 'J••• D••' }),
      secondsLeft: 7200,
    });
    server.now = new Date(beforeDeadline.getTime() + 238 * 60_000);
    expect((await browser.fileClaim()).status).toBe(201);
    server.now = new Date(beforeDeadline.getTime() + 240 * 60_000);
    expectProblem(await browser.fileClaim(), 401, 'login-required');
    expect((await browser.session()).body.login).toBeNull();
  });

  test('nobody with a login cookie that was changed', async () => {
    const [payload, signature] = (browser.cookies.get('redress-login') ?? '').split('.');
    const changed = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Record<string, unknown>;
    const forged = Buffer.from(JSON.stringify({ ...changed, noticeId: memberOf(1).noticeId })).toString('base64url');
    browser.cookies.set('redress-login', `${forged}.${signature}`);
    expectProblem(await browser.fileClaim(), 401, 'login-required');
    // One cookie's signature is not valid for another cookie.
    browser.cookies.set('redress-login', `${payload}.${signature}`);
    const { claimNumber } = (await browser.fileClaim()).body;
    browser.cookies.set('redress-login', browser.cookies.get(`redress-claim-${claimNumber}`) ?? '');
    expectProblem(await browser.fileClaim(), 401, 'login-required');
  });

  test('nobody in whose place another person has logged in since, in another tab', async () => {
    await browser.logIn(memberOf(1));
    const fileFor = async ({ noticeId }: Member) =>
      browser.send('POST', '/api/ConsumerClaimants', {
        headers: { 'content-type': 'application/json', [noticeIdHeader]: noticeId },
        body: JSON.stringify({ ...goodAnswers, googleRecaptchaToken: await browser.solveCaptcha() }),
      });
    expectProblem(await fileFor(memberOf(0)), 401, 'login-required');
    expect((await fileFor(memberOf(1))).status).toBe(201);
  });

  test('nobody without the page’s token: 403', async () => {
    const token = browser.cookies.get('XSRF-TOKEN') ?? '';
    expectProblem(await postEmpty({ 'x-xsrf-token': '' }), 403, 'bad-token');
    expectProblem(await postEmpty({ 'x-xsrf-token': `${token}x` }), 403, 'bad-token');
    // Cookie and header agree, but a neighboring host set both.
    const foreign = { 'x-xsrf-token': 'foreign.foreign', cookie: 'XSRF-TOKEN=foreign.foreign' };
    expectProblem(await postEmpty(foreign), 403, 'bad-token');
    expectProblem(await postEmpty({ 'x-xsrf-token': token }), 422, 'invalid-answers');
  });

  test('nobody with a token that another browser fetched: 403', async () => {
    const attacker = new Browser(server.app);
    await attacker.session();
    const own = browser.cookies.get('XSRF-TOKEN') ?? '';
    browser.cookies.set('XSRF-TOKEN', attacker.cookies.get('XSRF-TOKEN') ?? '');
    expectProblem(await browser.post({}), 403, 'bad-token');
    // The next call of the page's script fixes that.
    await browser.session();
    expect(browser.cookies.get('XSRF-TOKEN')).toBe(own);
    expectProblem(await browser.post({}), 422, 'invalid-answers');
  });

  test('no page of another website, even with the token: 403', async () => {
    for (const headers of [
      { origin: 'https://fake.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://evil.localhost:4300', 'sec-fetch-site': 'same-site' },
      // Older browsers send no Sec-Fetch-Site.
      { origin: 'https://fake.example' },
      { origin: 'null' },
      { origin: 'http://localhost:4301' },
    ] as Record<string, string>[]) {
      expectProblem(await postEmpty(headers), 403, 'bad-token');
      expectProblem(await browser.send('DELETE', '/api/session', { headers }), 403, 'bad-token');
    }
    const own = { origin: 'http://localhost:4300', 'sec-fetch-site': 'same-origin' };
    for (const headers of [{}, own]) expectProblem(await postEmpty(headers), 422, 'invalid-answers');
  });

  test('after the login was ended: no claim, but the documents of one that was filed', async () => {
    const { claimNumber } = (await browser.fileClaim()).body;
    expect((await browser.send('DELETE', '/api/session')).status).toBe(204);
    expect((await browser.session()).body.login).toBeNull();
    expectProblem(await browser.fileClaim(), 401, 'login-required');
    expect((await browser.upload(claimNumber, [{ name: 'a.txt', bytes: Buffer.from('a') }])).status).toBe(200);
  });
});

describe('the captcha', () => {
  const errorsWith = async (googleRecaptchaToken: unknown) =>
    expectProblem(await browser.post({ ...goodAnswers, googleRecaptchaToken }), 422, 'invalid-answers').errors;
  const invalid = [
    { field: 'googleRecaptchaToken', rule: 'captcha', message: expect.stringContaining('check the box again') },
  ];

  test('is required, with the message of the specification, and refused when it is no solution', async () => {
    const required = [{ field: 'googleRecaptchaToken', rule: 'required', message: 'This field is required' }];
    for (const missing of [undefined, '', null]) expect(await errorsWith(missing)).toEqual(required);
    for (const wrong of ['not-asked', 'x', Buffer.from('{}').toString('base64'), 'A'.repeat(100_000)])
      expect(await errorsWith(wrong)).toEqual(invalid);
  });

  test('counts once, also when its token is written differently', async () => {
    const token = await browser.solveCaptcha();
    expect((await browser.post({ ...goodAnswers, googleRecaptchaToken: token }, randomUUID())).status).toBe(201);
    expect(await errorsWith(token)).toEqual(invalid);
    const payload = JSON.parse(Buffer.from(token, 'base64').toString()) as { solution: { time?: number } };
    payload.solution.time = 1;
    expect(await errorsWith(Buffer.from(JSON.stringify(payload)).toString('base64url'))).toEqual(invalid);
  });

  test('is not used up by a claim that has errors', async () => {
    const googleRecaptchaToken = await browser.solveCaptcha();
    expectProblem(await browser.post({ ...goodAnswers, zip: '1', googleRecaptchaToken }), 422, 'invalid-answers');
    expect((await browser.post({ ...goodAnswers, googleRecaptchaToken })).status).toBe(201);
  });

  test('is invalid when it was made easier, or after twenty minutes', async () => {
    const token = await browser.solveCaptcha();
    const payload = JSON.parse(Buffer.from(token, 'base64').toString()) as {
      challenge: { parameters: { expiresAt: number } };
    };
    payload.challenge.parameters.expiresAt += 3_600;
    expect(await errorsWith(Buffer.from(JSON.stringify(payload)).toString('base64'))).toEqual(invalid);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 + 2_000 });
    try {
      expect(await errorsWith(token)).toEqual(invalid);
    } finally {
      vi.useRealTimers();
    }
    expect((await browser.post({ ...goodAnswers, googleRecaptchaToken: token })).status).toBe(201);
  });
});
