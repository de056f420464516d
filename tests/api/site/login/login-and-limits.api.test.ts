import { settlement } from '@redress/content/settlement';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Browser, expectProblem } from '../../../setup/browser.ts';
import { beforeDeadline, memberOf, startTestServer, useTestServer } from '../../../setup/test-server.ts';

const limits = {
  ...defaultLimits,
  'captcha-address': { attempts: 5, seconds: 600 },
  'claim-address': { attempts: 2, seconds: 600 },
};

const server = useTestServer({ overrides: { limits } });
beforeEach(async () => {
  await server.query('delete from limit_counters');
});

describe('the login', () => {
  test('accepts both IDs, with the Unique ID in lower case or surrounded by spaces too', async () => {
    const { noticeId, uniqueId } = memberOf(0);
    const { status, body } = await new Browser(server.app).logIn({
      noticeId: ` ${noticeId}`,
      uniqueId: `${uniqueId.toLowerCase()} `,
    });
    expect([status, body]).toEqual([200, { noticeId, name: 'J••• D••' }]);
  });

  test('answers 200 with an empty body for wrong, malformed or missing IDs, and logs nobody in', async () => {
    for (const [noticeId, uniqueId] of [
      [memberOf(1).noticeId, memberOf(0).uniqueId],
      ['', memberOf(0).uniqueId],
      ['20000000', memberOf(0).uniqueId],
      ['abcdefghi', 'ABCDEFGH'],
      ["' or 1=1 -", "' or 1=1"],
    ] as const) {
      const browser = new Browser(server.app);
      const { status, text } = await browser.logIn({ noticeId, uniqueId });
      expect([noticeId, status, text]).toEqual([noticeId, 200, '']);
      expect([...browser.cookies.keys()]).toEqual(['redress-browser', 'XSRF-TOKEN']);
    }
    const { status, text } = await new Browser(server.app).send('GET', '/api/login/creds/');
    expect([status, text]).toEqual([200, '']);
  });

  test('sets a cookie that scripts cannot read; over https it is bound to the host', async () => {
    const { headers } = await new Browser(server.app).logIn(memberOf(0));
    expect(String(headers['set-cookie'])).toMatch(/redress-login=[^;]+; Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax/);
    const secure = await server.buildAnother({ publicUrl: new URL('https://claims.example.com') });
    const browser = new Browser(secure);
    const cookies = String((await browser.logIn(memberOf(0))).headers['set-cookie']);
    expect(cookies).toMatch(/__Host-redress-login=[^;]+; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(cookies).toMatch(/__Host-redress-browser=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(cookies).toMatch(/XSRF-TOKEN=[^;]+; Path=\/; Secure; SameSite=Lax/);
    expect((await browser.session()).body.login).not.toBeNull();
  });

  test('a login in constant use ends a day after the IDs were entered, and entering them again starts another day', async () => {
    onTestFinished(() => void (server.now = beforeDeadline));
    const browser = new Browser(server.app);
    /** The rest of the login, this many minutes later. */
    const secondsLeft = async (minutes: number) => {
      server.now = new Date(server.now.getTime() + minutes * 60_000);
      return (await browser.send('GET', '/api/session')).body.login?.secondsLeft;
    };
    await browser.logIn(memberOf(0));
    expect(await secondsLeft(110)).toBe(2 * 3_600);
    await browser.logIn(memberOf(0));
    for (let hour = 1; hour <= 22; hour += 1) expect(await secondsLeft(60)).toBe(2 * 3_600);
    expect(await secondsLeft(90)).toBe(30 * 60);
    expect(await secondsLeft(30)).toBeUndefined();
  });
});

test('a settlement whose forms require no login has no route for it', async () => {
  const { login: _login, ...rest } = settlement;
  const claimForms = settlement.claimForms.filter((form) => form.login === 'none');
  const withoutLogin = await startTestServer({
    connectionString: server.connectionString,
    change: () => ({ ...rest, claimForms }),
  });
  try {
    const browser = new Browser(withoutLogin.app);
    expectProblem(await browser.logIn(memberOf(0)), 404, 'not-found');
    expect((await browser.session()).body.login).toBeNull();
    const { paths } = (await browser.send('GET', '/api/openapi.json')).body;
    expect(Object.keys(paths)).toContain('/api/session');
    expect(Object.keys(paths)).not.toContain('/api/login/creds/');
  } finally {
    await withoutLogin.close();
  }
});

describe('limits', () => {
  test('apply to claims too, and store no address in the database', async () => {
    const browser = new Browser(server.app, '203.0.113.9');
    await browser.session();
    expectProblem(await browser.post({}), 401, 'login-required');
    expectProblem(await browser.post({}), 401, 'login-required');
    expectProblem(await browser.post({}), 429, 'too-many-requests');
    expect(JSON.stringify(await server.query("select encode(key, 'escape') as key from limit_counters"))).not.toContain(
      '203.0',
    );
  });

  test('on claims are counted before the body is read', async () => {
    const browser = new Browser(server.app, '203.0.113.10');
    await browser.session();
    // Unreadable requests count too.
    expectProblem(await browser.postText('{'), 400, 'bad-json');
    expectProblem(await browser.postText('{'), 400, 'bad-json');
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const answer = await browser.postText('{"name1":"Jane"}');
      expect(parse.mock.calls.filter(([text]) => text === '{"name1":"Jane"}')).toEqual([]);
      expectProblem(answer, 429, 'too-many-requests');
    } finally {
      parse.mockRestore();
    }
  });

  test('trust a forwarded address only from a trusted load balancer', async () => {
    const behind = await server.buildAnother({ trustProxy: ['10.0.0.0/8'] });
    const ask = (address: string, forwarded: string) =>
      new Browser(behind, address).send('GET', '/api/captcha/challenge', { headers: { 'x-forwarded-for': forwarded } });
    for (let count = 0; count < 6; count += 1) expect((await ask('10.0.0.1', `192.0.2.${count}`)).status).toBe(200);
    for (let count = 0; count < 5; count += 1) expect((await ask('192.0.2.100', `192.0.2.${count}`)).status).toBe(200);
    expect((await ask('192.0.2.100', '192.0.2.200')).status).toBe(429);
  });
});

test('a login attempt leaves the Unique ID neither in the clear nor as a plain hash in the database', async () => {
  const [row] = await server.query<{ unique_id_encrypted: Buffer }>(
    'select lookup_hash, unique_id_encrypted from class_members where notice_id = $1',
    [memberOf(0).noticeId],
  );
  expect(JSON.stringify(row)).not.toContain('TEST');
  expect(row?.unique_id_encrypted.includes(memberOf(0).uniqueId)).toBe(false);
});
