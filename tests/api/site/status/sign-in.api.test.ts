import { settlement } from '@redress/content/settlement';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { startJobs } from '@redress/server/platform/jobs/job-runner';
import { createSmtpMailer } from '@redress/server/platform/mail/mailers';
import { emailCodeJobs } from '@redress/server/site/status/email-codes';
import { statusFields } from '@redress/contract/status-page';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { goodAnswers, logInBrowser } from '../../../setup/browser.ts';
import { signInTab } from '../../../setup/console.ts';
import { correctAnswer, decide } from '../../../setup/review.ts';
import { returnLetterOf, tellClaimant } from '../../../setup/letters.ts';
import { deficient } from '../../../setup/postal-letters.ts';
import { startMailServer } from '../../../setup/mail-server.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { mailLetter, StatusBrowser } from '../../../setup/status-page.ts';
import { beforeDeadline, keys, memberOf, pass } from '../../../setup/test-server.ts';

const site = useNoScriptSite({ members: 13 });
beforeEach(() => {
  site.server.now = beforeDeadline;
});
const minute = 60;

async function fileClaim(index: number, answers = {}): Promise<string> {
  const browser = await logInBrowser(site.server.app, memberOf(index));
  const { status, body } = await browser.fileClaim({ ...goodAnswers, ...answers });
  expect(status).toBe(201);
  return body.claimNumber;
}

const notFound = { name: 'sign-in', notice: { name: 'not-found' } };

describe('both IDs of the notice', () => {
  test('open the claim, in both languages', async () => {
    const number = await fileClaim(0);
    for (const path of ['/status', '/es/status']) {
      const browser = new StatusBrowser(site, { path });
      const { status, headers } = await browser.signIn('ids', { ...memberOf(0) });
      expect([status, headers['location'], headers['cache-control']]).toEqual([303, `${path}/claim`, 'no-store']);
      const page = await browser.get();
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(browser.claimView()).toMatchObject({ reference: expect.stringContaining(number), state: 'in-review' });
      expect(site.pageRenderer.last.path).toBe(path);
    }
  });

  test('have the same answer if they are wrong, unknown, or of a class member who has not filed', async () => {
    await fileClaim(1);
    const pages = [];
    for (const ids of [
      { ...memberOf(1), uniqueId: 'WRONG001' },
      memberOf(2),
      memberOf(900),
      { noticeId: '1', uniqueId: '2' },
    ]) {
      const browser = new StatusBrowser(site);
      const { status, headers, text } = await browser.signIn('ids', { ...ids });
      expect(browser.signInView()).toMatchObject({ ...notFound, typed: ids });
      expect(headers['set-cookie']).toBeUndefined();
      pages.push([status, text.replaceAll(ids.noticeId, '').replaceAll(ids.uniqueId, '')]);
    }
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
  });
});

describe('a letter code and a ZIP code', () => {
  test('open the claim for 90 days, as people type them, with the ZIP code of the claim or of the letter', async () => {
    const number = await fileClaim(3);
    const { code } = await mailLetter(site.server, number, 'answer-received');
    for (const [letterCode, zip] of [
      [code, '85001'],
      [` ${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase(), '85281'],
      [code, '85281-0001'],
    ] as const) {
      const browser = new StatusBrowser(site);
      expect((await browser.signIn('letter', { letterCode, zip })).status).toBe(303);
      expect((await browser.view()).reference).toContain(number);
    }
    for (const typed of [
      { letterCode: code, zip: '85002' },
      { letterCode: code, zip: '' },
      { letterCode: 'AAAAAAAA', zip: '85001' },
      { letterCode: 'U', zip: '85001' },
    ]) {
      const browser = new StatusBrowser(site);
      expect((await browser.signIn('letter', typed)).headers['set-cookie']).toBeUndefined();
      expect(browser.signInView()).toMatchObject(typed.zip === '' ? { missing: ['zip'] } : notFound);
    }
    pass(site.server, 90 * 24 * 60 * minute);
    const browser = new StatusBrowser(site);
    await browser.signIn('letter', { letterCode: code, zip: '85001' });
    expect(browser.signInView()).toMatchObject(notFound);
  });

  test('cannot be guessed: after twenty wrong ones an address waits, and others do not', async () => {
    const number = await fileClaim(4);
    const { code } = await mailLetter(site.server, number, 'answer-received');
    const app = await site.server.buildAnother({ limits: defaultLimits, siteFolder: site.site.folder });
    const guesser = new StatusBrowser(site, { app, address: '198.51.100.7' });
    const statuses = [];
    for (let guess = 0; guess < 100; guess += 1)
      statuses.push((await guesser.signIn('letter', { letterCode: `AAAA${1000 + guess}`, zip: '85001' })).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20);
    expect(statuses.at(-1)).toBe(429);
    expect((await guesser.signIn('letter', { letterCode: code, zip: '85001' })).status).toBe(429);
    expect(guesser.signInView().notice).toMatchObject({ name: 'too-many' });
    const owner = new StatusBrowser(site, { app, address: '203.0.113.9' });
    expect((await owner.signIn('letter', { letterCode: code, zip: '85001' })).status).toBe(303);
  });

  test('cannot be guessed from many addresses of one network, after eighty wrong ones', async () => {
    const app = await site.server.buildAnother({ limits: defaultLimits, siteFolder: site.site.folder });
    const statuses = [];
    for (let guess = 0; guess < 100; guess += 1) {
      const guesser = new StatusBrowser(site, { app, address: `2001:db8:7:${guess}::1` });
      statuses.push((await guesser.signIn('letter', { letterCode: `AAAA${1000 + guess}`, zip: '85001' })).status);
    }
    expect(statuses).toEqual([...Array(80).fill(200), ...Array(20).fill(429)]);
  });
});

describe('an emailed code', () => {
  /** Asks for a code. Returns the ID of the request, and the email if there was one. */
  async function askFor(browser: StatusBrowser, reference: string) {
    const answer = await browser.signIn('code', { reference });
    const { codeRequest = '' } = browser.signInView();
    const mail = await startMailServer();
    const { database, log, clock } = site.server;
    const from = { name: '', address: 'no-reply@example.com' };
    const context = { database, keys, settlement, publicUrl: new URL('http://localhost:4300'), now: clock, from };
    const jobs = startJobs(emailCodeJobs({ ...context, mailer: createSmtpMailer(mail.url) }), { now: clock, log });
    onTestFinished(async () => {
      await jobs.stop();
      await mail.stop();
    });
    const isOpen = 'select from status_codes where done_at is null';
    await expect.poll(() => site.server.query(isOpen)).toEqual([]);
    const [received] = mail.received;
    return { answer, codeRequest, received, code: /Code: (\d{6})/.exec(received?.raw ?? '')?.[1] ?? '' };
  }
  const enter = (browser: StatusBrowser, codeRequest: string, emailCode: string) =>
    browser.signIn('enter-code', { [statusFields.codeRequest]: codeRequest, emailCode });

  test('opens the claim, once', async () => {
    const number = await fileClaim(5);
    const browser = new StatusBrowser(site);
    const { answer, codeRequest, code, received } = await askFor(browser, number);
    expect([answer.status, received?.to]).toEqual([200, ['jane.doe@example.com']]);
    expect((await enter(browser, codeRequest, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(303);
    expect((await browser.view()).reference).toContain(number);
    const again = new StatusBrowser(site);
    expect((await enter(again, codeRequest, code)).headers['set-cookie']).toBeUndefined();
    expect(again.signInView()).toMatchObject({ codeRequest, notice: { name: 'wrong-code' } });
  });

  test('goes to the email that the claimant changed, once that is used', async () => {
    const number = await fileClaim(4);
    await site.server.query(
      `insert into claim_emails (claim_id, at, used_from, source, email)
       select id, $2, $3, 'claimant', 'jane@new.example' from claims where number = $1`,
      [number, beforeDeadline, new Date(beforeDeadline.getTime() + 60_000)],
    );
    const before = await askFor(new StatusBrowser(site), number);
    pass(site.server, minute);
    const browser = new StatusBrowser(site);
    const after = await askFor(browser, number);
    expect([before.received?.to, after.received?.to]).toEqual([['jane.doe@example.com'], ['jane@new.example']]);
    expect((await enter(browser, after.codeRequest, after.code)).status).toBe(303);
  });

  test('has the same answer whether there is a claim, or one with an email address; only then one is sent', async () => {
    const withEmail = await fileClaim(6);
    const without = await fileClaim(7, { email: '' });
    const pages = [];
    for (const reference of [withEmail, without, '0000000000']) {
      const { answer, codeRequest, received } = await askFor(new StatusBrowser(site), reference);
      expect(received !== undefined).toBe(reference === withEmail);
      pages.push([answer.status, answer.text.replaceAll(reference, '').replaceAll(codeRequest, '')]);
    }
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
    const browser = new StatusBrowser(site);
    expect((await browser.signIn('code', { reference: 'no number' })).status).toBe(422);
  });

  test('goes to the corrected email address, and no more to a mistyped one', async () => {
    const number = await fileClaim(9, { email: 'somebody.else@example.com' });
    const reviewer = await signInTab(site.server, 'reviewer');
    expect(await correctAnswer(reviewer, number, { field: 'email', value: 'jane@example.com' })).toBeLessThan(300);
    const browser = new StatusBrowser(site);
    const { codeRequest, code, received } = await askFor(browser, number);
    expect(received?.to).toEqual(['jane@example.com']);
    expect((await enter(browser, codeRequest, code)).status).toBe(303);
    expect(await correctAnswer(reviewer, number, { field: 'email', value: '' })).toBeLessThan(300);
    expect((await askFor(new StatusBrowser(site), number)).received).toBeUndefined();
  });

  test('also goes to an address from which a letter bounced: the claimant may read it again', async () => {
    const number = await fileClaim(11);
    await decide(await signInTab(site.server, 'reviewer'), number, deficient);
    await tellClaimant(site.server, number);
    await returnLetterOf(site.server, number, '5.2.2');
    const { answer, received } = await askFor(new StatusBrowser(site), number);
    expect([answer.status, received?.to]).toEqual([200, ['jane.doe@example.com']]);
  });

  test('works for ten minutes, and five tries', async () => {
    const number = await fileClaim(8);
    const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111');
    const browser = new StatusBrowser(site);
    const first = await askFor(browser, number);
    for (let tries = 0; tries < 5; tries += 1) await enter(browser, first.codeRequest, wrongOf(first.code));
    expect((await enter(browser, first.codeRequest, first.code)).status).toBe(200);
    const second = await askFor(browser, number);
    pass(site.server, 10 * minute);
    expect((await enter(browser, second.codeRequest, second.code)).status).toBe(200);
    expect((await enter(browser, 'not an ID', second.code)).status).toBe(200);
  });

  test('is asked for at most ten times a day for a claim', async () => {
    const app = await site.server.buildAnother({ limits: defaultLimits, siteFolder: site.site.folder });
    const statuses = [];
    for (let count = 0; count < 11; count += 1) {
      const browser = new StatusBrowser(site, { app, address: `192.0.2.${count + 20}` });
      statuses.push((await browser.signIn('code', { reference: '1234567897' })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe('a status session', () => {
  test('ends 30 minutes after its last use, and keeps what was typed', async () => {
    await fileClaim(9);
    const browser = new StatusBrowser(site);
    await browser.open(memberOf(9));
    pass(site.server, 29 * minute);
    expect((await browser.get()).status).toBe(200);
    pass(site.server, 30 * minute);
    expect((await browser.get()).status).toBe(401);
    expect(browser.signInView().notice).toEqual({ name: 'expired' });
    const sent = { 'statement.documents-missing': 'I lost it.', 'ground.amount': 'on' };
    expect((await browser.press('answer', sent)).status).toBe(401);
    expect(browser.signInView()).toMatchObject({ notice: { name: 'expired' }, kept: sent });
    expect((await browser.signIn('ids', { ...memberOf(9), ...sent })).status).toBe(200);
    expect(browser.claimView().typed).toEqual({ 'documents-missing': 'I lost it.', 'ground.amount': 'on' });
    expect((await browser.press('sign-out')).status).toBe(200);
    expect((await browser.get()).headers['location']).toBe('/status');
    expect((await new StatusBrowser(site).get()).status).toBe(303);
  });

  test('stays ended, and with its claim, when a form cannot be taken', async () => {
    await fileClaim(12);
    const limits = { ...defaultLimits, 'form-post-address': { attempts: 1, seconds: 600 } };
    const app = await site.server.buildAnother({ limits, siteFolder: site.site.folder });
    const browser = new StatusBrowser(site, { app });
    await browser.open(memberOf(12));
    const kept = { 'statement.documents-missing': 'I lost it.' };
    expect((await browser.press('answer', { ...kept, [statusFields.claim]: '0000000000' })).status).toBe(409);
    expect(browser.signInView()).toMatchObject({ notice: { name: 'other-claim' }, kept });
    pass(site.server, 30 * minute);
    // The first is too large; the second is beyond the limit.
    for (const typed of ['x'.repeat(100_001), 'x']) {
      expect((await browser.press('answer', { typed })).status).toBe(401);
      expect(browser.signInView().notice).toEqual({ name: 'expired' });
    }
    expect((await browser.get()).status).toBe(401);
  });

  test('ends a day after it began, however often it is used', async () => {
    await fileClaim(12);
    const browser = new StatusBrowser(site);
    await browser.open(memberOf(12));
    const statuses = [];
    for (let minutes = 29; minutes <= 24 * 60 + 10; minutes += 29) {
      pass(site.server, 29 * minute);
      statuses.push((await browser.get()).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 401]);
    await browser.open(memberOf(12));
    expect((await browser.get()).status).toBe(200);
  });

  test('and a login of another claim stay apart in one browser', async () => {
    const number = await fileClaim(10);
    const browser = new StatusBrowser(site);
    await browser.open(memberOf(10));
    await browser.session();
    await browser.logIn(memberOf(11));
    expect((await browser.session()).body.login?.noticeId).toBe(memberOf(11).noticeId);
    expect((await browser.view()).reference).toContain(number);
    await browser.postForm('/log-out', {}, { more: [['do', 'log-out']] });
    expect((await browser.get()).status).toBe(200);
    await browser.postForm('/log-out', {}, { more: [['do', 'remove']] });
    expect((await browser.get()).status).toBe(303);
  });

  test('cannot begin from another website', async () => {
    const browser = new StatusBrowser(site);
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://example.org' };
    expect((await browser.signIn('ids', { ...memberOf(0) }, headers)).status).toBe(403);
    expect(browser.signInView().notice).toEqual({ name: 'not-ours' });
  });
});
