import { openDatabase } from '@redress/server/platform/database/pool';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { defaultLoginRules, type LoginRuleName } from '@redress/server/site/login/login-failure-rules';
import { clearFadedFailures, loginFailures } from '@redress/server/site/login/login-failures';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Browser, expectProblem, goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { solve } from '../../../setup/easy-captcha.ts';
import { challengeOf, levelOf, logInPatiently, logInWith } from '../../../setup/login-work.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { beforeDeadline, keys, type Member, memberOf } from '../../../setup/test-server.ts';

const site = useNoScriptSite({ overrides: { limits: defaultLimits } });
const owner = memberOf(0);
const wrong = { noticeId: owner.noticeId, uniqueId: 'WRONG123' };
/** IDs of no class member. */
const unknown = (number: number) => ({ noticeId: String(300_000_000 + number), uniqueId: 'WRONG123' });
/** An attempt from a unique address for each number. */
const from = (number: number, app = site.server.app) =>
  new Browser(app, `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`);

beforeEach(async () => {
  await site.server.query('delete from login_failures');
  site.server.now = beforeDeadline;
});

/** Writes failures of that many addresses to the counter of the Notice ID, as requests do. */
async function failFromAddresses(count: number, { noticeId }: Member = wrong) {
  const failures = loginFailures(site.server.database, defaultLoginRules, keys.limits);
  for (let number = 0; number < count; number += 1)
    await failures.add([{ rule: 'login-notice', subject: noticeId }], site.server.now);
}
/** A process in which these rules allow fewer failures. */
const buildStrict = (...limits: readonly (readonly [LoginRuleName, number])[]) => {
  const strict = limits.map(([name, failures]) => [name, { ...defaultLoginRules[name], failures }] as const);
  return site.server.buildAnother({ loginRules: { ...defaultLoginRules, ...Object.fromEntries(strict) } });
};

describe('a Notice ID', () => {
  test('requires no work at first, then more and more, up to a level that an old phone can do', async () => {
    const levels: unknown[] = [];
    for (let failures = 0; failures < 11; failures += 1) {
      const browser = from(failures);
      // In real time: earlier failures decay a little meanwhile.
      site.server.now = new Date(site.server.now.getTime() + 1_000);
      const answer = await browser.logIn(wrong);
      levels.push(answer.status === 200 ? 0 : levelOf(answer));
      if (answer.status === 429)
        expect((await logInWith(browser, wrong, await solve(challengeOf(answer)))).status).toBe(200);
    }
    // The rules say 5 at first, and twice as many for each level after the first.
    expect(levels).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2]);
    for (const [more, level] of [
      [10, 3],
      [20, 4],
      [200, 4],
    ] as const) {
      await failFromAddresses(more);
      expect(levelOf(await from(100 + more).logIn(wrong))).toBe(level);
    }
  });

  test('accepts its owner after one proof of work, however often strangers have failed in any process', async () => {
    const other = await site.server.buildAnother();
    for (let number = 0; number < 12; number += 1)
      await logInPatiently(from(number, number % 2 === 0 ? site.server.app : other), wrong);
    // Beyond where the count ends.
    await failFromAddresses(200);
    const { answer, asked } = await logInPatiently(new Browser(site.server.app, '198.51.100.7'), owner);
    expect([answer.status, answer.body.noticeId, asked]).toEqual([200, owner.noticeId, 1]);
    // Other people do no work because of it.
    expect((await logInPatiently(new Browser(site.server.app, '198.51.100.8'), memberOf(1))).asked).toBe(0);
    // A crash empties unlogged tables.
    const [kept] = await site.server.query(`select relpersistence from pg_class where relname = 'login_failures'`);
    expect(kept).toEqual({ relpersistence: 'p' });
  });

  test('is counted and answered the same whether or not it exists', async () => {
    const nobody = { noticeId: '299999999', uniqueId: 'WRONG123' };
    const seen: unknown[][] = [[], []];
    for (let number = 0; number < 12; number += 1)
      for (const [which, ids] of [wrong, nobody].entries()) {
        const answer = await from(number * 2 + which).logIn(ids);
        const { date: _date, 'set-cookie': cookies, ...headers } = answer.headers;
        const shape = answer.text
          .replaceAll(/"(nonce|salt|keyPrefix|keySignature|signature|notice|requestId)":"\w+"/g, '$1')
          .replace(/"expiresAt":\d+/, '');
        const cookieNames = String(cookies).replaceAll(/=[\w-]{24,}/g, '');
        seen[which]?.push([answer.status, headers, cookieNames, shape, answer.text.length]);
      }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toHaveLength(12);
  });

  test('is looked up by the same statements whether or not it exists', async () => {
    let statements: string[] = [];
    const note = (sql: string) => void statements.push(sql);
    const watched = openDatabase(site.server.connectionString, () => {}, 1, 'watched', note);
    onTestFinished(() => watched.close());
    const app = await site.server.buildAnother({ database: watched.database });
    const statementsOf = async (ids: Member, number: number) => {
      statements = [];
      await from(number, app).logIn(ids);
      return statements;
    };
    const asked = await statementsOf(wrong, 1);
    expect(asked.filter((sql) => sql.includes('class_members'))).toHaveLength(1);
    expect(await statementsOf(unknown(1), 2)).toEqual(asked);
  });

  test('concurrent attempts are all counted: five are looked up', async () => {
    // As many as the server works on at once.
    const answers = await Promise.all(Array.from({ length: 30 }, (_, number) => from(number).logIn(wrong)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(25);
  });
});

describe('work', () => {
  async function askedBrowser() {
    await failFromAddresses(5);
    const browser = new Browser(site.server.app, '198.51.100.7');
    return { browser, challenge: challengeOf(await browser.logIn(owner)) };
  }

  test('is valid for one attempt only, in any process', async () => {
    const { browser, challenge } = await askedBrowser();
    const work = await solve(challenge);
    expect((await logInWith(browser, wrong, work)).status).toBe(200);
    expectProblem(await logInWith(browser, owner, work), 429, 'work-required');
    const other = await site.server.buildAnother();
    expectProblem(await logInWith(new Browser(other, '198.51.100.7'), owner, work), 429, 'work-required');
  });

  test('is valid for one Notice ID only', async () => {
    const { challenge } = await askedBrowser();
    await failFromAddresses(5, memberOf(1));
    const work = await solve(challenge);
    expectProblem(await logInWith(from(500), memberOf(1), work), 429, 'work-required');
    // The failed check did not use up the work.
    expect((await logInWith(from(501), owner, work)).text).not.toBe('');
  });

  test('expires after five minutes', async () => {
    const before = Date.now() / 1_000;
    const { challenge } = await askedBrowser();
    const expiresAt = Number(challenge.parameters.expiresAt);
    expect(expiresAt).toBeGreaterThan(before + 299);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() / 1_000 + 300);
  });

  test('with another expiry, level, Notice ID or solution than the signed one is invalid', async () => {
    const { browser, challenge } = await askedBrowser();
    const solution = await solveChallenge({ challenge, deriveKey });
    const { parameters } = challenge;
    const longer = { ...parameters, expiresAt: Number(parameters.expiresAt) + 600 };
    const higher = { ...parameters, data: { ...parameters.data, level: 4 } };
    const forged = [
      { challenge: { ...challenge, parameters: longer }, solution },
      { challenge: { ...challenge, parameters: higher }, solution },
      { challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } },
      { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
      {},
      'x'.repeat(5_000),
    ];
    for (const one of forged) {
      const token = typeof one === 'string' ? one : Buffer.from(JSON.stringify(one)).toString('base64');
      expectProblem(await logInWith(browser, owner, token), 429, 'work-required');
    }
  });

  test('of a captcha is invalid for the login, and vice versa', async () => {
    const { browser, challenge } = await askedBrowser();
    expectProblem(await logInWith(browser, owner, await browser.solveCaptcha()), 429, 'work-required');
    const claimant = await logInBrowser(site.server.app, memberOf(2), '198.51.100.9');
    const { status, body } = await claimant.post({ ...goodAnswers, googleRecaptchaToken: await solve(challenge) });
    expect([status, body.code]).toEqual([422, 'invalid-answers']);
  });

  test('counts if the required level rose by one meanwhile, but not by two', async () => {
    const { browser, challenge } = await askedBrowser();
    await failFromAddresses(10);
    const early = challengeOf(await from(901).logIn(owner));
    expect(early.parameters.data?.['level']).toBe(2);
    expect((await logInWith(browser, wrong, await solve(challenge))).status).toBe(200);
    await failFromAddresses(50);
    const refused = await logInWith(browser, owner, await solve(early));
    expect(levelOf(refused)).toBe(4);
    expect((await logInWith(browser, owner, await solve(challengeOf(refused)))).text).not.toBe('');
  });
});

describe('an address', () => {
  test('must do work after failures with many Notice IDs; other addresses need not', async () => {
    const guess = (address: string, number: number) => new Browser(site.server.app, address).logIn(unknown(number));
    for (let number = 0; number < 30; number += 1) expect((await guess('192.0.2.1', number)).status).toBe(200);
    expect(levelOf(await guess('192.0.2.1', 30))).toBe(1);
    expect((await guess('192.0.2.2', 30)).status).toBe(200);
    // Other people at the address can log in by doing work.
    expect((await logInPatiently(new Browser(site.server.app, '192.0.2.1'), owner)).answer.text).not.toBe('');
  });

  test('counts in every process of the website, for a whole IPv6 household, and less for its /48', async () => {
    const build = () => buildStrict(['login-address', 4], ['login-network', 8]);
    const apps = [await build(), await build()] as const;
    const guess = (address: string, number: number) =>
      new Browser(number % 2 === 0 ? apps[0] : apps[1], address).logIn(unknown(number));
    for (let number = 0; number < 4; number += 1)
      expect((await guess(`2001:db8:1:2::${number}`, number)).status).toBe(200);
    expectProblem(await new Browser(apps[0], '2001:db8:1:2:ffff::1').logIn(owner), 429, 'work-required');
    expect((await new Browser(apps[0], '2001:db8:1:3::1').logIn(owner)).status).toBe(200);
    for (let number = 4; number < 8; number += 1)
      expect((await guess(`2001:db8:1:${number}::1`, number)).status).toBe(200);
    expectProblem(await guess('2001:db8:1:ffff::1', 8), 429, 'work-required');
    expect((await guess('2001:db8:2:ffff::1', 9)).status).toBe(200);
  });

  test('is not charged for successful logins, and a login does not clear the failures of others', async () => {
    const strict = await buildStrict(['login-address', 4]);
    const browser = new Browser(strict, '192.0.2.3');
    for (let number = 0; number < 3; number += 1) await browser.logIn(unknown(number));
    for (let count = 0; count < 6; count += 1) expect((await browser.logIn(memberOf(1))).status).toBe(200);
    expect((await browser.logIn(unknown(3))).status).toBe(200);
    expectProblem(await browser.logIn(unknown(4)), 429, 'work-required');
  });

  test('with many failures is not cleared by a person with a valid notice', async () => {
    const browser = new Browser(await buildStrict(['login-address', 1]), '192.0.2.4');
    for (let number = 0; number < 18; number += 1) await logInPatiently(browser, unknown(number));
    // Twice as many as the fourth level takes: 1, 2, 4, 8.
    const full = { failures: 16 };
    const count = () => site.server.query('select failures from login_failures where full_at = 16');
    expect(await count()).toEqual([full]);
    for (let times = 0; times < 3; times += 1) await logInPatiently(browser, memberOf(1));
    expect(await count()).toEqual([full]);
  });

  test('is not stored in readable form, and neither is a Notice ID', async () => {
    await new Browser(site.server.app, '203.0.113.9').logIn(wrong);
    const rows = JSON.stringify(await site.server.query("select encode(key, 'escape') as key from login_failures"));
    expect(rows).not.toContain('203.0');
    expect(rows).not.toContain(wrong.noticeId);
  });
});

test('very many failures overall require a little work from everyone, and lock nobody out', async () => {
  const strict = await buildStrict(['login-overall', 3]);
  for (let number = 0; number < 20; number += 1) await logInPatiently(from(number, strict), unknown(number));
  const browser = new Browser(strict, '198.51.100.7');
  expect(levelOf(await browser.logIn(owner))).toBe(2);
  expect((await logInPatiently(browser, owner)).answer.text).not.toBe('');
});

test('malformed IDs are not an attempt: nothing is counted or required', async () => {
  for (let count = 0; count < 8; count += 1)
    expect((await from(1).logIn({ noticeId: '12345', uniqueId: 'x' })).status).toBe(200);
  expect(await site.server.query('select from login_failures')).toEqual([]);
});

test('maintenance removes decayed failures, and keeps those that still count', async () => {
  await failFromAddresses(1);
  await failFromAddresses(20, unknown(1));
  const clear = (hours: number) =>
    clearFadedFailures(site.server.database, new Date(beforeDeadline.getTime() + hours * 3_600_000));
  const counts = async () => {
    const rows = await site.server.query('select failures from login_failures order by failures');
    return rows.map(({ failures }) => failures);
  };
  await clear(1);
  expect(await counts()).toEqual([1, 20]);
  await clear(7);
  expect(await counts()).toEqual([20]);
  // After 5.3 half-lives of six hours, 20 failures count as less than half a failure.
  await clear(31);
  expect(await counts()).toEqual([20]);
  await clear(33);
  expect(await counts()).toEqual([]);
});

describe('without script', () => {
  const post = (browser: NoScriptBrowser, ids: Member) => browser.postForm('/consumer-login', { ...ids });

  test('a Notice ID that strangers tried ten times accepts its owner without any wait', async () => {
    await failFromAddresses(10);
    for (let number = 0; number < 10; number += 1)
      await post(new NoScriptBrowser(site.server.app, `10.9.0.${number}`), wrong);
    const answer = await post(new NoScriptBrowser(site.server.app, '198.51.100.7'), owner);
    expect([answer.status, answer.headers['location']]).toEqual([303, '/consumera-instructions']);
  });

  test('an address must wait after five failures with one Notice ID, sees how long, and can try others', async () => {
    const browser = new NoScriptBrowser(site.server.app, '198.51.100.7');
    for (let count = 0; count < 5; count += 1) expect((await post(browser, wrong)).status).toBe(200);
    const refused = await post(browser, owner);
    expect(refused.status).toBe(429);
    const minutes = Math.ceil(Number(refused.headers['retry-after']) / 60);
    const text = { en: expect.stringMatching(`wait ${minutes} minutes.* turn on JavaScript`), es: expect.anything() };
    expect(site.pageRenderer.last.login?.notice).toMatchObject({ name: 'login-wait', text });
    expect((await post(browser, memberOf(1))).status).toBe(303);
    site.server.now = new Date(beforeDeadline.getTime() + Number(refused.headers['retry-after']) * 1_000);
    expect((await post(browser, owner)).status).toBe(303);
  });

  test('an address must wait after twenty failures with many Notice IDs; with script the same person can do work instead', async () => {
    const browser = new NoScriptBrowser(site.server.app, '198.51.100.7');
    for (let number = 0; number < 20; number += 1) expect((await post(browser, unknown(number))).status).toBe(200);
    expect((await post(browser, owner)).status).toBe(429);
    expect((await logInPatiently(new Browser(site.server.app, '198.51.100.7'), owner)).answer.text).not.toBe('');
  });

  test('IDs within a claim form have the same limits, and the page returns everything typed', async () => {
    const browser = new NoScriptBrowser(site.server.app, '198.51.100.7');
    const more = Object.entries({ 'login.noticeId': wrong.noticeId, 'login.uniqueId': wrong.uniqueId });
    const file = () => browser.postForm('/consumera-claimants', goodAnswers, { more });
    for (let count = 0; count < 5; count += 1) expect((await file()).status).toBe(401);
    expect((await file()).status).toBe(429);
    expect(site.pageRenderer.last.form).toMatchObject({
      answers: { name1: goodAnswers['name1'] },
      notice: { name: 'login-wait' },
    });
  });
});
