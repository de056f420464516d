import { findAccessCode, hashOfNewCode } from '@redress/server/claims/letters/access-code';
import { execFileSync } from 'node:child_process';
import { beforeEach, expect, test } from 'vitest';
import { signInTab } from '../../../setup/console.ts';
import { lettersOf, mailByPostOf, queueLetterOf } from '../../../setup/letters.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { hasPdfToText } from '../../../setup/pdf-to-text.ts';
import { decide, fileReady } from '../../../setup/review.ts';
import { StatusBrowser } from '../../../setup/status-page.ts';
import { beforeDeadline, keys, memberOf, pass } from '../../../setup/test-server.ts';

const site = useNoScriptSite({ members: 5 });
beforeEach(() => {
  site.server.now = beforeDeadline;
});

/** A deficient claim without an email address. Its letter is queued, and its code signs in. */
async function findQueued(index: number) {
  const { number } = await fileReady(site.server, { email: '' }, index);
  const reviewer = await signInTab(site.server, 'reviewer');
  await decide(reviewer, number, { outcome: 'deficient', reasons: ['documents-missing'] });
  await queueLetterOf(site.server, number);
  const [letter] = await lettersOf(site.server, number);
  const id = letter?.id ?? '';
  const letterCode = findAccessCode(id, hashOfNewCode(id, keys), keys) ?? '';
  const browser = new StatusBrowser(site);
  await browser.signIn('letter', { letterCode, zip: '85001' });
  return { number, browser, id, view: await browser.view() };
}

test('letters that went out open as PDF for their claimant, and for nobody else', async () => {
  const { number, browser, id, view } = await findQueued(0);
  expect([view.letters, view.deficiency?.due]).toEqual([[], null]);
  expect((await browser.send('GET', `/status/letters/${id}.pdf`)).status).toBe(404);
  await mailByPostOf(site.server, number, '2025-07-02');
  const { letters, deficiency } = await browser.view();
  expect(letters).toEqual([{ id, kind: 'deficiency', channel: 'post', day: '2025-07-02' }]);
  // 33 days later is Monday, August 4.
  expect(deficiency?.due).toBe('2025-08-04');
  const { status, headers, text } = await browser.send('GET', `/status/letters/${id}.pdf`);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/pdf', 'no-store']);
  expect(text.startsWith('%PDF-')).toBe(true);

  const other = (await findQueued(1)).browser;
  for (const name of [`${id}.pdf`, id, 'nonsense.pdf', '..%2fclaim']) {
    const answer = await other.send('GET', `/status/letters/${name}`);
    expect([name, answer.status, answer.text]).toEqual([name, 404, 'not found']);
  }
  expect((await new StatusBrowser(site).send('GET', `/status/letters/${id}.pdf`)).status).toBe(303);
  pass(site.server, 31 * 60);
  expect((await browser.send('GET', `/status/letters/${id}.pdf`)).headers['location']).toBe('/status/claim');
});

test('both IDs of the notice, which reveal neither name nor address, open no letter', async () => {
  const { number, id } = await findQueued(2);
  await mailByPostOf(site.server, number, '2025-07-02');
  const browser = new StatusBrowser(site);
  const { letters, opensLetters } = await browser.open(memberOf(2));
  expect([letters.length, opensLetters]).toEqual([1, false]);
  expect((await browser.send('GET', `/status/letters/${id}.pdf`)).status).toBe(404);
});

test.skipIf(!hasPdfToText)('the PDF of a letter has no address, which an earlier letter must not reveal', async () => {
  const { number, id, browser } = await findQueued(3);
  await mailByPostOf(site.server, number, '2025-07-02');
  const { rawPayload: input } = await site.server.app.inject({
    url: `/status/letters/${id}.pdf`,
    headers: { cookie: browser.cookieHeader() },
  });
  const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input, encoding: 'utf8' });
  expect(text).toContain('We reviewed your claim');
  expect(text).not.toMatch(/Larkmoor|85001/);
});
