import { settlement } from '@redress/content/settlement';
import { checkSettlement } from '@redress/contract/check-settlement';
import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { checkForm } from '@redress/forms/check-form';
import { featuresOf } from '@redress/server/console/integrity/claim-features';
import { readReceipt } from '@redress/server/claims/receipts/read-receipt';
import { expect, test } from 'vitest';
import { findIssues } from '../../../setup/find-issues.ts';
import { type Answer, expectProblem } from '../../../setup/browser.ts';
import { signInTab } from '../../../setup/console.ts';
import { fillSearchOf } from '../../../setup/fill-search.ts';
import { lossesAnswers, lossesForm, withLosses } from '../../../setup/losses-form.ts';
import { claimNumberIn, NoScriptBrowser } from '../../../setup/no-script-browser.ts';
import { useNoScriptSite } from '../../../setup/no-script-site.ts';
import { readReviewOf } from '../../../setup/review.ts';
import { openForm } from '../../../setup/sample-claims.ts';

const changed = withLosses(settlement);
const site = useNoScriptSite({ change: withLosses });
const { server } = site;
const file = async (answers: object = lossesAnswers): Promise<Answer> =>
  (await openForm(server.app)).post(answers, undefined, lossesForm.resource);
const rowOf = async (number: string) =>
  (await server.query<Record<string, unknown>>('select * from claims where number = $1', [number]))[0];

/** Reads the rows that the receipt and the console show for a claim. */
async function rowsShownOf(number: string) {
  const receipt = await readReceipt({ database: server.database, settlement: changed }, number, server.now);
  const record = (await (await signInTab(server, 'reviewer')).get<ClaimDetails>(`/claims/${number}`)).body;
  const [printed, shown] = [receipt?.content.sections, record.answers].map((sections) =>
    sections?.flatMap(({ rows }) => rows.map(({ label, value }) => [label, value])),
  );
  return { printed, shown };
}

test('the form and the rule are what a settlement may have', () => {
  expect(checkForm(lossesForm)).toEqual([]);
  expect(checkSettlement(changed)).toEqual([]);
});

test('days and hours are stored in one format, and the total is the amount that is claimed', async () => {
  const { status, body } = await file();
  expect([status, body.documentsDue]).toEqual([201, true]);
  const row = await rowOf(body.claimNumber);
  expect(row).toMatchObject({ amount: '1000.4900', name: 'Robin Vale' });
  expect(row?.['answers']).toEqual({
    ...lossesAnswers,
    noticed: '2025-03-04',
    hours: '2.5',
    losses: [
      { what: 'Credit monitoring', day: '2025-03-14', amount: '119.99' },
      { what: 'New locks', day: '2025-04-01', amount: '880.5' },
    ],
  });
});

test('the receipt and the console show months by name, and the total', async () => {
  const { claimNumber } = (await file()).body;
  await fillSearchOf(server);
  const rows = [
    ['Day you learned about the incident', 'March 4, 2025'],
    ['Loss 1', 'Credit monitoring · March 14, 2025 · $119.99'],
    ['Loss 2', 'New locks · April 1, 2025 · $880.50'],
    ['Total of your losses', '$1,000.49'],
    ['Hours you spent', '2.5'],
  ];
  const { printed, shown } = await rowsShownOf(claimNumber);
  expect(printed).toEqual(expect.arrayContaining(rows));
  expect(shown).toEqual(expect.arrayContaining(rows));
  // $600 of the losses, and 2.5 hours: $62.525.
  expect((await readReviewOf(await signInTab(server, 'reviewer'), claimNumber)).options.recognized).toEqual({
    suggested: '662.52',
    from: '662.52',
    to: '662.52',
    rule: 'Losses of $1,000.49, limited to $600.00. The claim has no documents. 2.5 hours lost, at $25.01 an hour: $62.52.',
  });
});

test('what the form does not take is named, in its language', async () => {
  const losses = [
    { what: 'Locks', day: '4/1/2025', amount: '4999.99' },
    { what: 'Stamps', day: '4/1/2025', amount: '0.02' },
  ];
  const changes = { noticed: '11/1/2024', hours: '7.75', losses };
  const { errors = [] } = expectProblem(await file({ ...lossesAnswers, ...changes }), 422, 'invalid-answers');
  expect(errors.map(({ field, rule }) => [field, rule])).toEqual([
    ['noticed', 'atLeast'],
    ['losses', 'atMost'],
    ['hours', 'atMost'],
  ]);
  await new NoScriptBrowser(server.app).postForm('/es/consumerb-claimants', { ...lossesAnswers, hours: '8' });
  expect(site.pageRenderer.last.form?.errors.map(({ message }) => message)).toEqual(['Puede reclamar hasta 7.5 horas']);
});

test('a page without script files it as typed; a Spanish receipt names months in Spanish, and the console in English', async () => {
  const answer = await new NoScriptBrowser(server.app).postForm('/es/consumerb-claimants', lossesAnswers);
  const number = claimNumberIn(answer.headers['location']);
  expect(await rowOf(number)).toMatchObject({ amount: '1000.4900', language: 'es' });
  const { printed, shown } = await rowsShownOf(number);
  expect(JSON.stringify(printed)).toContain('Credit monitoring · 14 de marzo de 2025 · $119.99');
  expect(JSON.stringify(shown)).toContain('Credit monitoring · March 14, 2025 · $119.99');
});

test('a claim without losses and hours has no amount, and needs no documents', async () => {
  const { body } = await file({ ...lossesAnswers, losses: [], hours: '' });
  expect(await rowOf(body.claimNumber)).toMatchObject({ amount: null, documents_due: false });
});

test('its total is the amount by which claims are compared', () => {
  const facts = { id: '1', number: '1', filedAt: new Date(), withoutScript: false, hiddenFieldFilled: false };
  const { amount } = featuresOf(lossesForm, lossesAnswers, { ...facts, taxIds: [], documents: [] });
  expect(amount).toBe('1000.49');
});

test('claims verify finds no issues', async () => {
  await file();
  expect(await findIssues(server)).toEqual([]);
});
