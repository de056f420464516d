// The consumer's claim form, behind a login with the IDs on a mailed notice. Change titles,
// questions and options to fit the settlement. docs/new-case.md lists the kinds of questions.
import type { ClaimForm } from '@redress/forms/definition';
import { defineForm } from '@redress/forms/definition';
import { required, uploadLimits } from '../../shared/forms/rules.ts';
import { consumers } from '../class-definition.ts';
import { facts } from '../facts.ts';
import { certification, claimant, classMember, notIncluded } from './shared-sections.ts';

export const consumerV1 = defineForm({
  id: 'consumer',
  version: 1,
  title: 'Consumer claim form',
  caseId: facts.caseId,
  resource: 'ConsumerClaims',
  referencePrefix: facts.prefix,
  deadline: facts.deadline,
  timeZone: facts.timeZone,
  afterDeadline: 'close',
  login: 'required',
  maxBodyBytes: 2_000_000,
  sections: [
    claimant,
    {
      letter: 'B',
      title: 'Who May Claim',
      items: [{ kind: 'prose', prose: [consumers, ...notIncluded] }, classMember],
    },
    {
      letter: 'C',
      title: 'Your Purchases',
      items: [
        {
          kind: 'prose',
          prose: ['Count only what you paid yourself. If you are not sure, give your best estimate.'],
        },
        {
          kind: 'money',
          name: 'amountPaid',
          label: 'Total amount you paid, in dollars',
          hint: 'Digits only, with a period for cents. For example: 1250.50',
          autocomplete: 'off',
          rules: [required],
        },
        {
          kind: 'count',
          name: 'purchaseCount',
          label: 'Number of purchases',
          hint: 'For example: 12',
          autocomplete: 'off',
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
            'You can file without documents. If you have receipts or statements, they help us to check your claim. A photo is fine if it can be read. Keep your originals.',
          ],
        },
        {
          kind: 'documents',
          name: 'files',
          label: 'Your documents',
          ...uploadLimits,
          types: ['pdf', 'jpg', 'png', 'heic', 'tif', 'docx', 'xlsx', 'csv', 'txt'],
        },
      ],
    },
    certification,
  ],
} as const satisfies ClaimForm);
