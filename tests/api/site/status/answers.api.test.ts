import { settlement } from '@redress/content/settlement';
import { statusFields } from '@redress/contract/status-page';
import { queueRefusedFiles } from '@redress/server/site/status/queue-refused-files';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { cleanUpStagedUploads } from '@redress/server/site/uploads/cleanup-uploads';
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { signInTab, useStaff } from '../../../setup/console.ts';
import { lettersOf, publicUrl, sendLettersOf } from '../../../setup/letters.ts';
import { lineUp } from '../../../setup/line-up.ts';
import { readHistory } from '../../../setup/read-history.ts';
import { multipart } from '../../../setup/browser.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { purgeClaimsOf } from '../../../setup/clean-up.ts';
import { sealAndFindIssues } from '../../../setup/find-issues.ts';
import {
  answerRequest,
  changeReview,
  decide,
  eventsOf,
  fileReady,
  readReviewOf,
  releaseDecisions,
  runReviewOf,
  statusOf,
} from '../../../setup/review.ts';
import { mailLetter, StatusBrowser } from '../../../setup/status-page.ts';
import { keys, memberOf, pass } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';

const site = useNoScriptSite({ members: 30 });
const { reviewer, signIn } = useStaff(site.server, { reviewer: 'reviewer' });
let next = 0;
const daySeconds = 24 * 60 * 60;

/** A claim with a deficiency whose letter was mailed, and its claimant at the status page. */
async function findDeficient({ reasons = ['documents-missing', 'signature-missing'], isMailed = true } = {}) {
  const index = next;
  next += 1;
  const { number, browser: filer } = await fileReady(site.server, {}, index);
  const { body } = await decide(reviewer, number, { outcome: 'deficient', reasons });
  const decision = body.decision?.id ?? '';
  if (isMailed) await mailLetter(site.server, number, 'deficiency');
  const browser = new StatusBrowser(site);
  await browser.open(memberOf(index));
  return { index, number, decision, browser, filer };
}

const bill = (name = 'bill.pdf') => ({ name, bytes: pdf(2_000), field: `${statusFields.files}documents-missing` });
const answerFor = (decision: string) => ({
  [statusFields.decision]: decision,
  [`${statusFields.statement}signature-missing`]: 'I signed it myself.',
  [`${statusFields.statement}documents-missing`]: '',
});

/** The same claim, answered. */
async function findAnswered() {
  const claim = await findDeficient();
  expect((await claim.browser.press('answer', answerFor(claim.decision), [bill()])).status).toBe(303);
  return claim;
}

/** The scanner finds a virus in a file of a claim. */
const infect = (number: string, name: string) =>
  site.server.query(
    `update claim_documents document set scan = 'infected', scan_finding = 'Eicar', scanned_at = now()
     from claims where claims.id = claim_id and number = $1 and document.name = $2
       and document.id = any(select jsonb_array_elements_text(item->'documents')::uuid from deficiency_answers, jsonb_array_elements(items) item)`,
    [number, name],
  );
const tellRefused = () => {
  const { database, log } = site.server;
  return queueRefusedFiles({ database, log, settlement, keys, publicUrl, now: () => site.server.now });
};

const cause = async (number: string) =>
  (await readHistory(site.server, number)).findLast(({ kind }) => kind === 'status-changed')?.details['cause'];

describe('a deficiency whose letter was mailed', () => {
  test('shows each part that is asked for, and until when', async () => {
    const { browser, decision } = await findDeficient();
    const { state, deficiency, steps, letters } = await browser.view();
    expect([state, deficiency?.decision, deficiency?.due, deficiency?.isPast]).toEqual([
      'deficient',
      decision,
      expect.stringMatching(/^2025-0[78]-\d\d$/),
      false,
    ]);
    expect(deficiency?.items).toEqual([
      { id: 'documents-missing', text: expect.stringContaining('proof of what you paid'), files: [], refused: [] },
      { id: 'signature-missing', text: expect.stringContaining('not signed'), files: [], refused: [] },
    ]);
    expect(steps.map(({ kind, day }) => [kind, day])).toEqual([
      ['received', '2025-07-01'],
      ['documents', '2025-07-01'],
      ['deficient', '2025-07-01'],
    ]);
    expect(letters).toMatchObject([{ kind: 'deficiency', channel: 'post', day: '2025-07-01' }]);
  });

  test('is not ended by documents of the claimant, but by those that staff add', async () => {
    const { number, browser, filer } = await findDeficient();
    await filer.upload(number, [{ name: 'more.pdf', bytes: pdf(3_000) }]);
    await browser.press('add-files', {}, [bill()]);
    await runReviewOf(site.server);
    expect(await statusOf(reviewer, number)).toBe('deficient');
    const parts = { source: 'mail', receivedOn: '2025-07-01', reason: 'A letter' };
    const file = { name: 'x.pdf', bytes: pdf(4_000), field: 'file' };
    const { contentType, body } = multipart(Object.entries(parts), [file]);
    await reviewer.post(`/claims/${number}/documents`, body, { 'content-type': contentType });
    await runReviewOf(site.server);
    expect([await statusOf(reviewer, number), await cause(number)]).toEqual(['ready', 'documents']);
    expect((await browser.view()).deficiency).toBeUndefined();
  });

  test('is answered part by part, on any device, and ends with "Send my answer"', async () => {
    const { index, number, decision, browser } = await findDeficient();
    const statement = { [`${statusFields.statement}signature-missing`]: 'I signed it myself.' };
    const first = await browser.press('add-files', { [statusFields.decision]: decision, ...statement }, [
      bill(),
      bill('second.pdf'),
    ]);
    expect(first.status).toBe(200);
    expect(browser.claimView().typed).toMatchObject({ 'signature-missing': 'I signed it myself.' });
    const other = new StatusBrowser(site);
    const [staged] = (await other.open(memberOf(index))).deficiency?.items ?? [];
    expect(staged?.files.map(({ name }) => name)).toEqual(['bill.pdf', 'second.pdf']);
    const remove = `remove-file ${staged?.files[1]?.id}`;
    await other.press(remove, { [statusFields.decision]: decision, 'statement.documents-missing': '' });
    expect(other.claimView().deficiency?.items[0]?.files.map(({ name }) => name)).toEqual(['bill.pdf']);

    const sent = await other.press('answer', answerFor(decision));
    expect([sent.status, sent.headers['location']]).toEqual([303, '/status/claim']);
    const { state, deficiency, sent: answers, steps } = await other.view();
    expect([state, deficiency]).toEqual(['in-review', undefined]);
    expect(answers).toEqual([
      {
        day: '2025-07-01',
        late: false,
        items: [
          expect.objectContaining({ id: 'documents-missing', files: ['bill.pdf'], statement: null }),
          expect.objectContaining({ id: 'signature-missing', files: [], statement: 'I signed it myself.' }),
        ],
      },
    ]);
    expect(steps.slice(-3).map(({ kind }) => kind)).toEqual(['documents', 'answered', 'review']);
    expect((await eventsOf(site.server, number)).slice(-3)).toMatchObject([
      { kind: 'answer-sent', decisionId: decision, late: false },
      { kind: 'status-changed', from: 'deficient', to: 'ready', cause: 'answered' },
      { kind: 'letter-queued', letter: 'answer-received', channel: 'email' },
    ]);
    const [mail] = await sendLettersOf(site.server, number);
    expect(mail?.text).toContain('bill.pdf');
    await runReviewOf(site.server);
    expect(await statusOf(reviewer, number)).toBe('ready');
    expect(await sealAndFindIssues(site.server)).toEqual([]);
  });

  test('is not answered while a part is missing or a file is not taken, and nothing is lost', async () => {
    const { number, decision, browser } = await findDeficient();
    const program = { ...bill('run.exe'), bytes: Buffer.from('MZ\0\u0001\0\u0002\0') };
    expect((await browser.press('answer', answerFor(decision), [program, bill()])).status).toBe(422);
    expect(browser.claimView()).toMatchObject({
      notice: { name: 'incomplete' },
      errors: { 'documents-missing': [expect.stringMatching(/^run\.exe: We can’t accept this type/)] },
      typed: { 'signature-missing': 'I signed it myself.' },
    });
    const without = { ...answerFor(decision), [`${statusFields.statement}signature-missing`]: ' ' };
    expect((await browser.press('answer', without)).status).toBe(422);
    const { errors, deficiency } = browser.claimView();
    expect([errors, deficiency?.items[0]?.files.length]).toEqual([{ 'signature-missing': ['missing'] }, 1]);
    expect(await statusOf(reviewer, number)).toBe('deficient');
    expect((await browser.press('answer', answerFor(decision))).status).toBe(303);
  });

  test('is answered once, also on two devices', async () => {
    const { index, number, decision, browser } = await findAnswered();
    const other = new StatusBrowser(site);
    await other.open(memberOf(index));
    for (const device of [browser, other]) {
      expect((await device.press('answer', answerFor(decision), [bill()])).status).toBe(409);
      expect(device.claimView().notice).toEqual({ name: 'already-answered' });
    }
    const rows = await site.server.query('select from deficiency_answers where decision_id = $1', [decision]);
    expect([rows.length, (await browser.view()).sent.length]).toEqual([1, 1]);
    expect(await cause(number)).toBe('answered');
  });

  test('is answered late after its last day', async () => {
    const { decision, browser, index } = await findDeficient();
    pass(site.server, 60 * daySeconds);
    const { deficiency } = await browser.open(memberOf(index));
    expect(deficiency?.isPast).toBe(true);
    expect((await browser.press('answer', answerFor(decision), [bill()])).status).toBe(303);
    const { sent, state } = await browser.view();
    expect([sent[0]?.late, state]).toEqual([true, 'in-review']);
  });

  test('is answered in words after its denial was proposed, which can then only be declined', async () => {
    const { index, number, decision, browser } = await findDeficient({ reasons: ['signature-missing'] });
    pass(site.server, 60 * daySeconds);
    await runReviewOf(site.server);
    const supervisor = await signInTab(site.server, 'supervisor');
    expect(await statusOf(supervisor, number)).toBe('proposed');
    await browser.open(memberOf(index));
    const words = { [`${statusFields.statement}signature-missing`]: 'I signed it on page 3.' };
    expect((await browser.press('answer', { [statusFields.decision]: decision, ...words })).status).toBe(303);
    expect(await answerRequest(supervisor, number, 'approve')).toBe(409);
    expect(await answerRequest(supervisor, number, 'decline')).toBe(204);
    expect(await statusOf(supervisor, number)).toBe('in-review');
  });

  test.each([['answer'], ['expiry']])(
    'that expires while the answer arrives: the %s comes first, and nothing is lost',
    async (first) => {
      const { decision, browser, index, number } = await findDeficient();
      // The job has seen the claim's documents.
      await runReviewOf(site.server);
      pass(site.server, 60 * daySeconds);
      await browser.open(memberOf(index));
      await browser.press('add-files', { [statusFields.decision]: decision }, [bill()]);
      const requests = [
        () => browser.press('answer', answerFor(decision)).then(({ status }) => status),
        () => runReviewOf(site.server).then(() => 0),
      ];
      const lock = ['select from claims where number = $1 for no key update', [number]] as const;
      const results = await lineUp(site.server, lock, first === 'answer' ? requests : requests.toReversed());
      expect(new Set(results)).toEqual(new Set([0, 303]));
      const { sent, state } = await browser.view();
      expect([sent.length, sent[0]?.late, sent[0]?.items[0]?.files, state]).toEqual([
        1,
        true,
        ['bill.pdf'],
        'in-review',
      ]);
      const [row] = await site.server.query(
        'select review.status from claim_review review join claims on claims.id = claim_id where number = $1',
        [number],
      );
      // Files that were uploaded, but not sent, are for a reviewer.
      expect(row?.['status']).toBe(first === 'answer' ? 'ready' : 'in-review');
    },
  );

  test('goes to a reviewer with the files if they were uploaded, but not sent', async () => {
    const { index, number, decision, browser, filer } = await findDeficient();
    await filer.upload(number, [{ name: 'more.pdf', bytes: pdf(3_000) }]);
    await browser.press('add-files', { [statusFields.decision]: decision }, [bill()]);
    const waiting = () => browser.claimView().deficiency?.items.map(({ files }) => files.map(({ name }) => name));
    expect(waiting()).toEqual([['more.pdf', 'bill.pdf'], []]);
    expect(await readReviewOf(reviewer, number)).toMatchObject({ status: 'deficient', unsentFiles: 2 });
    pass(site.server, 10 * daySeconds);
    const { database, store, now } = site.server;
    await cleanUpStagedUploads({ database, keys, store, settlement, now: () => now });
    await browser.open(memberOf(index));
    expect(waiting()).toEqual([['more.pdf', 'bill.pdf'], []]);
    pass(site.server, 50 * daySeconds);
    await runReviewOf(site.server);
    await signIn();
    expect([await statusOf(reviewer, number), await cause(number)]).toEqual(['in-review', 'expired']);
    const { documents } = (await reviewer.get<{ documents: { name: string }[] }>(`/claims/${number}`)).body;
    expect(documents.map(({ name }) => name)).toEqual(expect.arrayContaining(['more.pdf', 'bill.pdf']));
    // The claimant can still send the answer, with these files. The reviewer has to look again.
    const { version } = await readReviewOf(reviewer, number);
    await browser.open(memberOf(index));
    expect((await browser.press('answer', answerFor(decision))).status).toBe(303);
    expect((await decide(reviewer, number, { outcome: 'approve' }, version)).status).toBe(412);
    const { sent, deficiency } = await browser.view();
    expect([sent[0]?.late, sent[0]?.items[0]?.files.toSorted(), deficiency]).toEqual([
      true,
      ['bill.pdf', 'more.pdf'],
      undefined,
    ]);
    expect(await sealAndFindIssues(site.server)).toEqual([]);
  });

  test('goes to a reviewer with a file that arrives while its time ends', async () => {
    const { number, decision, browser } = await findDeficient();
    await browser.press('add-files', { [statusFields.decision]: decision }, [bill()]);
    const [staged] = await site.server.query<{ id: string; key: string }>(
      'select id, form_key as key from staged_documents where form_key like $1',
      [`${decision}.%`],
    );
    await site.server.query('update staged_documents set form_key = null where id = $1', [staged?.id]);
    pass(site.server, 60 * daySeconds);
    const arrive = `with locked as materialized (select pg_advisory_xact_lock(hashtextextended($2, 12)))
      update staged_documents set form_key = $2 from locked where id = $1`;
    await lineUp(site.server, [arrive, [staged?.id, staged?.key]], [() => runReviewOf(site.server)]);
    await signIn();
    expect([await statusOf(reviewer, number), await cause(number)]).toEqual(['in-review', 'expired']);
  });

  test('goes to a reviewer with all files, even if the claim has more than its form allows', async () => {
    const { number, decision, browser, filer } = await findDeficient();
    await browser.press('add-files', { [statusFields.decision]: decision }, [bill('beyond.pdf')]);
    // The claim has one already.
    const others = Array.from({ length: 19 }, (_, index) => ({ name: `${index}.pdf`, bytes: pdf(3_000 + index) }));
    await filer.upload(number, others);
    expect((await browser.press('answer', answerFor(decision))).status).toBe(422);
    expect(browser.claimView().errors['documents-missing']?.[0]).toContain('beyond.pdf: A claim can have up to 20');
    pass(site.server, 60 * daySeconds);
    await runReviewOf(site.server);
    const [kept] = await site.server.query(
      `select document.status from claim_documents document join claims on claims.id = claim_id
       where number = $1 and document.name = 'beyond.pdf'`,
      [number],
    );
    expect(kept?.['status']).toBe('stored');
  });

  test('keeps files for a day if another decision takes the place of theirs', async () => {
    const { number, decision, browser } = await findDeficient();
    await browser.press('add-files', { [statusFields.decision]: decision }, [bill('outdated.pdf')]);
    await changeReview(reviewer, number, 'cure');
    pass(site.server, 2 * daySeconds);
    const { database, store, now } = site.server;
    await cleanUpStagedUploads({ database, keys, store, settlement, now: () => now });
    const waiting = "select from staged_documents where form_key is not null and name = 'outdated.pdf'";
    expect(await site.server.query(waiting)).toEqual([]);
  });

  test('opens a part again if the virus scanner refuses its file', async () => {
    const { number, decision, browser } = await findAnswered();
    await infect(number, 'bill.pdf');
    const { deficiency } = await browser.view();
    expect(deficiency?.items).toMatchObject([{ id: 'documents-missing', refused: ['bill.pdf'] }]);
    expect((await browser.press('answer', answerFor(decision), [bill('clean.pdf')])).status).toBe(303);
    const { sent, deficiency: after } = await browser.view();
    expect([sent.length, sent[1]?.items[0]?.files, after]).toEqual([2, ['clean.pdf'], undefined]);
    expect(await statusOf(reviewer, number)).toBe('ready');
  });

  test('sends one letter about each file that the scanner refuses, as long as it can be sent again', async () => {
    const claim = await findDeficient();
    const { number, decision, browser } = claim;
    const more = { name: 'more.pdf', bytes: pdf(3_000), field: bill().field };
    await browser.press('answer', answerFor(decision), [bill(), more]);
    const lettersAbout = async () =>
      (await lettersOf(site.server, number)).filter(({ kind }) => kind === 'file-refused');
    await tellRefused();
    expect(await lettersAbout()).toEqual([]);
    await infect(number, 'bill.pdf');
    await tellRefused();
    await tellRefused();
    expect(await lettersAbout()).toMatchObject([{ status: 'queued', channel: 'email', decision_id: null }]);
    const mail = (await sendLettersOf(site.server, number)).find(({ text }) => text.includes('virus'));
    expect(mail?.text).toContain('bill.pdf');
    expect(mail?.text).not.toContain('more.pdf');
    await infect(number, 'more.pdf');
    await tellRefused();
    expect((await lettersAbout()).map(({ documents }) => documents)).toEqual([
      [expect.any(String)],
      [expect.any(String)],
    ]);
    // The files themselves are not as their histories say, because no scanner looked at them.
    expect((await sealAndFindIssues(site.server)).filter((fault) => fault.includes(' of letters'))).toEqual([]);

    const decided = await findAnswered();
    await decide(reviewer, decided.number, { outcome: 'deny', reasons: ['not-a-class-member'] });
    await releaseDecisions(site.server);
    await infect(decided.number, 'bill.pdf');
    await tellRefused();
    expect((await lettersOf(site.server, decided.number)).map(({ kind }) => kind)).not.toContain('file-refused');
  });

  test('keeps the files of an answer whose session has ended', async () => {
    const { index, decision, browser } = await findDeficient();
    pass(site.server, 31 * 60);
    expect((await browser.press('answer', answerFor(decision), [bill()])).status).toBe(401);
    const { kept = {} } = browser.signInView();
    expect((await browser.signIn('ids', { ...memberOf(index), ...kept })).status).toBe(200);
    const { typed, deficiency } = browser.claimView();
    expect([typed['signature-missing'], deficiency?.items[0]?.files.length]).toEqual(['I signed it myself.', 1]);
  });
});

test('a file that comes while another device sends the answer is in it, or is refused', async () => {
  const { index, number, decision, browser } = await findDeficient();
  const other = new StatusBrowser(site);
  await other.open(memberOf(index));
  const [sent, added] = await Promise.all([
    browser.press('answer', answerFor(decision), [bill()]),
    other.press('add-files', { [statusFields.decision]: decision }, [bill('other.pdf')]),
  ]);
  expect(sent.status).toBe(303);
  const files = (await browser.view()).sent[0]?.items[0]?.files;
  expect([added.status, files]).toEqual(
    added.status === 200 ? [200, expect.arrayContaining(['other.pdf'])] : [409, ['bill.pdf']],
  );
  const late = await other.press('add-files', { [statusFields.decision]: decision }, [bill('late.pdf')]);
  expect([late.status, other.claimView().notice]).toEqual([409, { name: 'changed' }]);
  expect(
    await site.server.query(
      "select from staged_documents where form_key is not null and name in ('other.pdf', 'late.pdf')",
    ),
  ).toEqual([]);
  expect(await statusOf(reviewer, number)).toBe('ready');
});

test('a file waits through a change of the secret key', async () => {
  const { index, decision, browser } = await findDeficient();
  await browser.press('add-files', { [statusFields.decision]: decision }, [bill()]);
  const { 'completion-codes': codes } = deriveKeys('another secret, which is as long as it has to be');
  const rotated = { ...keys, 'completion-codes': codes, others: [keys] };
  const app = await site.server.buildAnother({ keys: rotated });
  onTestFinished(() => app.close());
  const after = new StatusBrowser(site, { app });
  const [waiting] = (await after.open(memberOf(index))).deficiency?.items ?? [];
  expect(waiting?.files.map(({ name }) => name)).toEqual(['bill.pdf']);
  expect((await after.press('answer', answerFor(decision))).status).toBe(303);
  expect((await after.view()).sent[0]?.items[0]?.files).toEqual(['bill.pdf']);
});

test('an impossible ID of a file removes nothing', async () => {
  const { decision, browser } = await findDeficient();
  await browser.press('add-files', { [statusFields.decision]: decision }, [bill()]);
  for (const id of ['\u0000', 'nonsense', ''])
    expect(
      (
        await browser.press(`remove-file ${id}`, {
          [statusFields.decision]: decision,
          'statement.documents-missing': '',
        })
      ).status,
    ).toBe(200);
  expect((await browser.view()).deficiency?.items[0]?.files).toHaveLength(1);
});

test('nothing can be sent for the decision of another claim', async () => {
  const { decision } = await findDeficient();
  const { browser } = await findDeficient();
  const count = 'select from staged_documents where form_key is not null';
  const before = await site.server.query(count);
  for (const other of [decision, randomUUID(), 'nonsense']) {
    expect((await browser.press('answer', answerFor(other), [bill()])).status).toBe(409);
    expect(browser.claimView().notice).toEqual({ name: 'changed' });
  }
  expect(await site.server.query(count)).toEqual(before);
});

test('a document ends a deficiency whose letter is not out yet', async () => {
  const { number, filer } = await findDeficient({ isMailed: false });
  await filer.upload(number, [{ name: 'more.pdf', bytes: pdf(3_000) }]);
  await runReviewOf(site.server);
  expect(await statusOf(reviewer, number)).toBe('ready');
});

test('a purge empties answers, and ends sessions', async () => {
  const { decision, browser } = await findAnswered();
  site.server.now = new Date('2032-07-18T04:01:00Z');
  await purgeClaimsOf(site.server);
  const rows = await site.server.query('select items, late from deficiency_answers where decision_id = $1', [decision]);
  expect(rows).toEqual([{ items: null, late: false }]);
  expect((await browser.get()).headers['location']).toBe('/status');
  expect((await browser.press('answer', answerFor(decision))).status).toBe(401);
  expect(await sealAndFindIssues(site.server)).toEqual([]);
});
