// The individual's claim form, which needs no login. Change titles, questions and options to fit
// the settlement. docs/new-case.md lists the kinds of questions.
import type { ClaimForm } from '@redress/forms/definition';
import { defineForm } from '@redress/forms/definition';
import { uploadLimits, required } from '../../shared/forms/rules.ts';
import { individuals } from '../class-definition.ts';
import { facts } from '../facts.ts';
import { amountRanges } from '../lists/amount-ranges.ts';
import { certification, claimant, classMember, notIncluded } from './shared-sections.ts';

export const individualV1 = defineForm({
  id: 'individual',
  version: 1,
  title: 'Individual claim form',
  caseId: facts.caseId,
  resource: 'IndividualClaims',
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
      items: [{ kind: 'prose', prose: [individuals, ...notIncluded] }, classMember],
    },
    {
      letter: 'C',
      title: 'What You Paid',
      items: [
        {
          kind: 'choice',
          name: 'amountRange',
          label: 'How much did you pay in all?',
          hint: 'Your best estimate is enough.',
          options: amountRanges,
          rules: [required],
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
            'If you paid more than $1,000, please add proof of what you paid, such as receipts or statements. You can also file now and mail us copies. Keep your originals.',
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
              when: { field: 'amountRange', is: amountRanges[3] },
              message: 'Documents are due, because you paid more than $1,000.',
            },
          ],
        },
      ],
    },
    certification,
  ],
} as const satisfies ClaimForm);
