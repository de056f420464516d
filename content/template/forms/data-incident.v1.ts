// The claim form after a data incident, for documented losses and lost time, without a login.
// Limits and the hourly rate are in facts.ts. docs/new-case.md lists the kinds of questions.
import type { ClaimForm } from '@redress/forms/definition';
import { defineForm } from '@redress/forms/definition';
import { dollarsAndCents, longDate } from '../../shared/formats.ts';
import { length, required, uploadLimits } from '../../shared/forms/rules.ts';
import { peopleAffected } from '../class-definition.ts';
import { facts } from '../facts.ts';
import { certification, claimant, classMember, notIncluded } from './shared-sections.ts';

const { losses, period } = facts;
const from = longDate(period.from);
const to = longDate(period.to);

/** A claim is for losses, lost time, or both. */
const kinds = ['Money that I lost', 'Time that I spent', 'Both'] as const;
const forLosses = { field: 'claimedFor', is: [kinds[0], kinds[2]] } as const;
const forTime = { field: 'claimedFor', is: [kinds[1], kinds[2]] } as const;

export const dataIncidentV1 = defineForm({
  id: 'data-incident',
  version: 1,
  title: 'Data incident claim form',
  caseId: facts.caseId,
  resource: 'DataIncidentClaims',
  referencePrefix: facts.prefix,
  deadline: facts.deadline,
  timeZone: facts.timeZone,
  afterDeadline: 'close',
  login: 'none',
  maxBodyBytes: 2_000_000,
  sections: [
    claimant,
    {
      letter: 'B',
      title: 'Who May Claim',
      items: [{ kind: 'prose', prose: [peopleAffected, ...notIncluded] }, classMember],
    },
    {
      letter: 'C',
      title: 'Losses and Lost Time',
      items: [
        {
          kind: 'choice',
          name: 'claimedFor',
          label: 'What do you claim?',
          options: kinds,
          rules: [required],
        },
        {
          kind: 'prose',
          shownWhen: forLosses,
          prose: [
            { heading: 'Money that you lost' },
            `You may claim up to ${dollarsAndCents(losses.atMost)} that you lost because of the incident, from ${from} to ${to}. For example: charges that your bank did not pay back, the cost of freezing your credit, or postage. List each loss on a row.`,
          ],
        },
        {
          kind: 'rows',
          name: 'losses',
          label: 'Your losses',
          shownWhen: forLosses,
          rowLabel: 'Loss',
          atLeast: 1,
          atMost: { rows: 30, message: 'One form takes up to 30 losses. Add up small ones.' },
          of: [
            {
              kind: 'text',
              name: 'loss',
              label: 'What you lost or paid for',
              autocomplete: 'off',
              rules: [required, ...length(2, 100)],
            },
            {
              kind: 'date',
              name: 'lossDate',
              label: 'Date',
              autocomplete: 'off',
              rules: [
                required,
                { rule: 'atLeast', than: period.from, message: `Enter a day from ${from} on` },
                { rule: 'atMost', than: period.to, message: `Enter a day up to ${to}` },
              ],
            },
            {
              kind: 'money',
              name: 'lossAmount',
              label: 'Amount ($)',
              autocomplete: 'off',
              rules: [required, { rule: 'atLeast', than: 1, message: 'Enter an amount of 1 dollar or more' }],
            },
          ],
          total: {
            of: 'lossAmount',
            label: 'Total of your losses',
            atMost: {
              than: losses.atMost,
              message: `You can claim up to ${dollarsAndCents(losses.atMost)}. Please lower your amounts.`,
            },
          },
          rules: [],
        },
        {
          kind: 'prose',
          shownWhen: forTime,
          prose: [
            { heading: 'Time that you spent' },
            `You may claim up to ${losses.hours} hours that you spent because of the incident, at ${dollarsAndCents(losses.dollarsPerHour)} an hour. For example: time to call your bank or to change passwords.`,
          ],
        },
        {
          kind: 'hours',
          name: 'hoursLost',
          label: 'Hours that you spent',
          hint: 'For example: 3 or 2.5',
          autocomplete: 'off',
          shownWhen: forTime,
          rules: [
            required,
            { rule: 'atLeast', than: 0.25, message: 'Enter a quarter of an hour (0.25) or more' },
            { rule: 'atMost', than: losses.hours, message: `Enter ${losses.hours} hours or less` },
          ],
        },
        {
          kind: 'text',
          name: 'timeSpentOn',
          label: 'What you did in that time',
          hint: 'In a few words. For example: called my bank, changed passwords.',
          autocomplete: 'off',
          shownWhen: forTime,
          rules: [required, ...length(2, 200)],
        },
      ],
    },
    {
      letter: 'D',
      title: 'Your Documents',
      items: [
        {
          kind: 'prose',
          prose: [
            'For each loss, add a document that shows it, such as a receipt, a bill or a bank statement. You may black out what is not about the loss. Lost time needs no document. You can also file now and mail us copies.',
          ],
        },
        {
          kind: 'documents',
          name: 'files',
          label: 'Your documents',
          ...uploadLimits,
          types: ['pdf', 'jpg', 'png', 'heic', 'tif', 'docx', 'xlsx', 'csv', 'txt'],
          due: [
            {
              when: forLosses,
              message: 'Documents are due, because you claim losses.',
            },
          ],
        },
      ],
    },
    certification,
  ],
} as const satisfies ClaimForm);
