import { settlement } from '@redress/content/settlement';
import { followClaimantsAddresses } from '@redress/server/claims/letters/mail-again';
import { defaultLimits } from '@redress/server/platform/http/rate-limits';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInTab } from '../../../setup/console.ts';
import {
  lettersOf,
  mailByPostOf,
  publicUrl,
  queueLetterOf,
  returnLetterOf,
  tellClaimant,
} from '../../../setup/letters.ts';
import { lineUp } from '../../../setup/line-up.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { purgeClaimsOf } from '../../../setup/clean-up.ts';
import { sealAndFindIssues } from '../../../setup/find-issues.ts';
import { correctAnswer, decide, eventsOf, fileReady } from '../../../setup/review.ts';
import { mailLetter, StatusBrowser } from '../../../setup/status-page.ts';
import { beforeDeadline, keys, memberOf, pass } from '../../../setup/test-server.ts';

const site = useNoScriptSite({ members: 30 });
let next = 0;
const daySeconds = 24 * 60 * 60;

beforeEach(() => {
  site.server.now = beforeDeadline;
});

/** A claim whose claimant signed in with a letter, in the browser and in a function for other devices. */
async function findClaimant(answers = {}, path = '/status') {
  const index = next;
  next += 1;
  const { number } = await fileReady(site.server, answers, index);
  const { code: letterCode } = await mailLetter(site.server, number, 'answer-received');
  const signIn = async (options = {}) => {
    const browser = new StatusBrowser(site, { path, ...options });
    expect((await browser.signIn('letter', { letterCode, zip: '85001' })).status).toBe(303);
    return browser;
  };
  return { number, index, browser: await signIn(), signIn };
}

const elm = {
  'contact.street1': '7 Elm Street',
  'contact.street2': 'Apt 4',
  'contact.city': 'Dayton',
  'contact.state': 'Ohio',
  'contact.zip': '45402-1234',
};
const elmLines = ['Jane Doe', '7 Elm Street', 'Apt 4', 'Dayton, OH 45402-1234'];
const filedLines = ['Jane Doe', '12 Larkmoor Lane', 'Phoenix, AZ 85001'];
const newEmail = { 'contact.email': 'jane@new.example' };

/** The letters that tell of changes: where they go. */
const toldOf = async (number: string) =>
  (await lettersOf(site.server, number))
    .filter(({ kind, status }) => kind === 'contact-changed' && status === 'queued')
    .map(({ channel, email, address }) => (channel === 'email' ? email : address));

/** Where a letter about a decision goes now. */
async function nextLetterOf(number: string): Promise<unknown> {
  const reviewer = await signInTab(site.server, 'reviewer');
  await decide(reviewer, number, { outcome: 'deficient', reasons: ['signature-missing'] });
  await queueLetterOf(site.server, number);
  const letter = (await lettersOf(site.server, number)).find(({ kind }) => kind === 'deficiency');
  return letter?.channel === 'email' ? letter['email'] : letter?.['address'];
}

describe('a claimant who signed in with a letter', () => {
  test('sees masked where letters go, and changes both; old and new ones are told', async () => {
    const { number, browser } = await findClaimant();
    const before = await browser.view();
    expect(before.contact).toMatchObject({
      email: 'j•••@example.com',
      address: ['1• L••••••• L•••', 'Phoenix, AZ •••••'],
      held: [],
      holdDays: settlement.mailRules.contactHoldDays,
    });
    expect(
      before.contact.fields.map(({ name, autocomplete, options }) => [name, autocomplete, options?.length ?? 0]),
    ).toEqual([
      ['contact.street1', 'address-line1', 0],
      ['contact.street2', 'address-line2', 0],
      ['contact.city', 'address-level2', 0],
      ['contact.state', 'address-level1', expect.any(Number)],
      ['contact.zip', 'postal-code', 0],
      ['contact.email', 'email', 0],
    ]);
    const answer = 'select answers, email from claims where number = $1';
    const filed = await site.server.query(answer, [number]);
    const changed = await browser.press('contact', { ...elm, ...newEmail });
    expect([changed.status, browser.claimView().notice]).toEqual([200, { name: 'contact-changed' }]);
    expect(browser.claimView().contact).toMatchObject({
      email: 'j•••@example.com',
      held: [
        { lines: ['• E•• S•••••', 'A•• •', 'Dayton, OH •••••-••••'], day: '2025-07-04' },
        { lines: ['j•••@new.example'], day: '2025-07-04' },
      ],
    });
    const told = await toldOf(number);
    expect(told).toHaveLength(4);
    expect(told).toEqual(expect.arrayContaining(['jane.doe@example.com', 'jane@new.example', filedLines, elmLines]));
    expect(await eventsOf(site.server, number)).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'address-added', source: 'claimant' }),
        expect.objectContaining({ kind: 'email-added', source: 'claimant' }),
      ]),
    );
    expect(await site.server.query(answer, [number])).toEqual(filed);
    expect(await sealAndFindIssues(site.server)).toEqual([]);
  });

  test('has letters go to the old one for three days, and then to the new one', async () => {
    const early = await findClaimant();
    await early.browser.press('contact', newEmail);
    const late = await findClaimant({ email: '' });
    await late.browser.press('contact', elm);
    expect(await toldOf(late.number)).toEqual(expect.arrayContaining([filedLines, elmLines]));
    pass(site.server, 3 * daySeconds - 1);
    expect(await nextLetterOf(early.number)).toBe('jane.doe@example.com');
    pass(site.server, 1);
    expect(await nextLetterOf(late.number)).toEqual(elmLines);
    const { contact } = await (await late.signIn()).view();
    expect([contact.held, contact.address?.at(-1)]).toEqual([[], 'Dayton, OH •••••-••••']);
  });

  test('has letters in the queue, and those that came back, follow once it is used', async () => {
    const { database, log } = site.server;
    const context = { database, log, settlement, keys, publicUrl, now: () => site.server.now };
    const queued = await findClaimant({ email: '' });
    expect(await nextLetterOf(queued.number)).toEqual(filedLines);
    const returned = await findClaimant({ email: '' });
    await nextLetterOf(returned.number);
    await mailByPostOf(site.server, returned.number, '2025-07-01');
    await returnLetterOf(site.server, returned.number);
    for (const { browser } of [queued, returned]) await browser.press('contact', elm);
    const deficienciesOf = async ({ number }: { readonly number: string }) =>
      (await lettersOf(site.server, number))
        .filter(({ kind }) => kind === 'deficiency')
        .map(({ status, address }) => [status, address]);
    pass(site.server, 3 * daySeconds - 1);
    await followClaimantsAddresses(context);
    expect(await deficienciesOf(queued)).toEqual([['queued', filedLines]]);
    expect(await deficienciesOf(returned)).toEqual([['returned', filedLines]]);
    pass(site.server, 1);
    for (let run = 0; run < 2; run += 1) await followClaimantsAddresses(context);
    expect(await deficienciesOf(queued)).toEqual([
      ['cancelled', filedLines],
      ['queued', elmLines],
    ]);
    expect(await deficienciesOf(returned)).toEqual([
      ['returned', filedLines],
      ['queued', elmLines],
    ]);
    expect(await toldOf(queued.number)).toEqual([filedLines, elmLines]);
  });

  test('replaces a change that waits with the next one, and can undo it', async () => {
    const { number, browser } = await findClaimant();
    await browser.press('contact', newEmail);
    pass(site.server, 20 * 60);
    await browser.press('contact', { 'contact.email': 'jane.doe@example.com' });
    expect((await browser.view()).contact.held.map(({ lines }) => lines)).toEqual([['j•••@example.com']]);
    pass(site.server, 3 * daySeconds - 60);
    expect(await nextLetterOf(number)).toBe('jane.doe@example.com');
  });

  test('is told what is wrong beside each field, in both languages, and keeps what was typed', async () => {
    for (const path of ['/status', '/es/status']) {
      const { number, browser } = await findClaimant({}, path);
      const { 'contact.zip': _zip, ...typed } = { ...elm, 'contact.state': 'Ontario', 'contact.email': 'nobody' };
      const long = { 'contact.city': 'Llanfairpwllgwyngyllgogerychwyrndrobwll' };
      expect((await browser.press('contact', { ...typed, ...long })).status).toBe(422);
      const { errors, typed: shown, notice } = browser.claimView();
      expect(Object.keys(errors).toSorted()).toEqual(['contact.email', 'contact.state', 'contact.zip']);
      expect([shown, notice]).toEqual([{ ...typed, ...long }, { name: 'contact-incomplete' }]);
      await browser.press('contact', { ...elm, ...long });
      expect(browser.claimView().errors).toEqual({ 'contact.city': ['line-too-long'] });
      await browser.press('contact', { 'contact.street1': ' ' });
      expect(browser.claimView().errors).toEqual({ 'contact.street1': ['missing-contact'] });
      expect(await toldOf(number)).toEqual([]);
    }
  });

  test('changes nothing with what is on file, or waits already', async () => {
    const { number, browser } = await findClaimant();
    expect((await browser.press('contact', { 'contact.email': 'jane.doe@example.com' })).status).toBe(409);
    expect(browser.claimView().notice).toEqual({ name: 'already-changed' });
    await browser.press('contact', newEmail);
    const told = await toldOf(number);
    expect((await browser.press('contact', newEmail)).status).toBe(409);
    expect(await toldOf(number)).toEqual(told);
  });

  test('gets back what was typed before the session ended', async () => {
    const { browser, index } = await findClaimant();
    pass(site.server, 31 * 60);
    expect((await browser.press('contact', elm)).status).toBe(401);
    const { kept = {} } = browser.signInView();
    expect((await browser.signIn('ids', { ...memberOf(index), ...kept })).status).toBe(200);
    expect(browser.claimView().typed).toEqual(elm);
  });

  test('changes it at most five times a day', async () => {
    const { signIn } = await findClaimant();
    const app = await site.server.buildAnother({ limits: defaultLimits, siteFolder: site.site.folder });
    const browser = await signIn({ app });
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await browser.press('contact', { 'contact.email': `jane${count}@new.example` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

test('staff who correct the answer end a change that somebody else made, also while it waits', async () => {
  const reviewer = await signInTab(site.server, 'reviewer');
  const correct = (number: string, value: string) => correctAnswer(reviewer, number, { field: 'email', value });
  const waiting = await findClaimant();
  await waiting.browser.press('contact', newEmail);
  pass(site.server, 60);
  expect(await correct(waiting.number, 'jane@call.example')).toBeLessThan(300);
  expect((await waiting.browser.view()).contact.held).toEqual([]);
  const used = await findClaimant();
  const again = await findClaimant();
  for (const { browser } of [used, again]) await browser.press('contact', newEmail);
  pass(site.server, 3 * daySeconds + 60);
  const later = await signInTab(site.server, 'reviewer');
  for (const { number } of [used, again])
    expect(await correctAnswer(later, number, { field: 'email', value: 'jane@call.example' })).toBeLessThan(300);
  pass(site.server, 60);
  // The claimant can change it again.
  await (await again.signIn()).press('contact', { 'contact.email': 'jane@last.example' });
  expect(await nextLetterOf(waiting.number)).toBe('jane@call.example');
  expect(await nextLetterOf(used.number)).toBe('jane@call.example');
  pass(site.server, 3 * daySeconds);
  expect(await nextLetterOf(again.number)).toBe('jane@last.example');
});

test('a forwarding address on a letter to an old address does not replace a later change by the claimant', async () => {
  const { number, browser } = await findClaimant({ email: '' });
  expect(await nextLetterOf(number)).toEqual(filedLines);
  const letter = (await lettersOf(site.server, number)).find(({ kind }) => kind === 'deficiency');
  await mailByPostOf(site.server, number, '2025-07-01');
  expect((await browser.press('contact', elm)).status).toBe(200);
  pass(site.server, 4 * daySeconds);
  const mailroom = await signInTab(site.server, 'mailroom');
  const { body } = await mailroom.post('/returned-letters', {
    id: letter?.['code'],
    reason: 'forwarding-address',
    address: ['1 Forward Road', 'Mesa, AZ 85201'],
  });
  expect(body).toMatchObject({ outcome: 'mailed-again' });
  const again = (await lettersOf(site.server, number)).find(({ replaces }) => replaces === letter?.id);
  expect(again?.['address']).toEqual(elmLines);
  // The letters that tell of the change still go to the old address and to the new one.
  expect(await toldOf(number)).toEqual([filedLines, elmLines]);
});

test('the console shows a change that waits, to people who see contact information', async () => {
  const { number, browser } = await findClaimant();
  const heldOf = async (role: 'reviewer' | 'viewer') =>
    (await (await signInTab(site.server, role)).get<{ held: unknown[] }>(`/claims/${number}/letters`)).body.held;
  expect(await heldOf('reviewer')).toEqual([]);
  await browser.press('contact', { ...elm, ...newEmail });
  const change = { at: beforeDeadline.toISOString(), usedFrom: '2025-07-04T12:00:00.000Z' };
  expect(await heldOf('reviewer')).toEqual([
    { kind: 'address', ...change, lines: elmLines },
    { kind: 'email', ...change, lines: ['jane@new.example'] },
  ]);
  expect(await heldOf('viewer')).toMatchObject([{ lines: null }, { lines: null }]);
  pass(site.server, 3 * daySeconds);
  expect(await heldOf('reviewer')).toEqual([]);
});

test('two devices at once: the second change counts', async () => {
  const { number, browser, signIn } = await findClaimant();
  const other = await signIn();
  const lock = ['select from claims where number = $1 for no key update', [number]] as const;
  const statuses = await lineUp(site.server, lock, [
    () => browser.press('contact', { 'contact.email': 'first@new.example' }),
    () => other.press('contact', { 'contact.email': 'second@new.example' }),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
  pass(site.server, 3 * daySeconds + 1);
  expect(await nextLetterOf(number)).toBe('second@new.example');
});

test('the IDs of a notice, which a household may share, change nothing', async () => {
  const { number, index } = await findClaimant();
  const browser = new StatusBrowser(site);
  const { contact } = await browser.open(memberOf(index));
  expect([contact.fields, contact.email]).toEqual([[], 'j•••@example.com']);
  expect((await browser.press('contact', newEmail)).status).toBe(403);
  expect(await toldOf(number)).toEqual([]);
});

test('an email from which a letter bounced can be entered again', async () => {
  const { number, browser, signIn } = await findClaimant();
  await decide(await signInTab(site.server, 'reviewer'), number, {
    outcome: 'deficient',
    reasons: ['signature-missing'],
  });
  await tellClaimant(site.server, number);
  await returnLetterOf(site.server, number, '5.2.2');
  expect((await browser.view()).contact.email).toBeNull();
  pass(site.server, 60);
  await browser.press('contact', { 'contact.email': 'jane.doe@example.com' });
  pass(site.server, 3 * daySeconds + 60);
  expect((await (await signIn()).view()).contact.email).toBe('j•••@example.com');
});

test('a purge empties addresses and emails', async () => {
  const { number, browser } = await findClaimant();
  await browser.press('contact', { ...elm, ...newEmail });
  site.server.now = new Date('2032-07-18T04:01:00Z');
  await purgeClaimsOf(site.server);
  const rows = await site.server.query(
    `select lines, claim_emails.email from claim_addresses join claim_emails using (claim_id)
     join claims on claims.id = claim_id where number = $1`,
    [number],
  );
  expect(rows).toEqual([{ lines: null, email: null }]);
  expect((await browser.press('contact', elm)).status).toBe(401);
  expect(await sealAndFindIssues(site.server)).toEqual([]);
});
