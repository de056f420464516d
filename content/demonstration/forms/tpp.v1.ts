import type { ClaimForm } from '@redress/forms/definition';
import { defineForm } from '@redress/forms/definition';
import { facts } from '../facts.ts';
import { dollars } from '../../shared/formats.ts';
import { uploadLimits } from './rules.ts';
import { agent, certification, company, disputes, purchases, requiredData, tppForm, whoFiles } from './tpp-sections.ts';

const { brandDrug } = facts;

/** The third-party payor's claim of the brand-drug case (specification, sections 2 to 5). */
export const tppV1 = defineForm({
  ...tppForm,
  version: 1,
  sections: [
    whoFiles,
    company,
    agent,
    purchases,
    {
      letter: 'D',
      title: 'Proof of Payment and Disputes',
      items: [
        {
          kind: 'prose',
          prose: [...requiredData, 'Send Excel, pipe-delimited, tab-delimited or fixed-width files.', disputes],
        },
        {
          kind: 'documents',
          name: 'files',
          label: 'Your data and documents',
          ...uploadLimits,
          types: ['xlsx', 'csv', 'txt', 'pdf', 'jpg', 'png', 'tif', 'docx'],
          due: [
            { message: 'Membership data is due with this claim. Add it here, or file now and mail it to us.' },
            {
              when: { field: 'repealerStateTotalAmountPaid', atLeast: brandDrug.tppTransactionDataFrom },
              message: `Transaction data is due too, because you claim ${dollars(brandDrug.tppTransactionDataFrom)} or more.`,
            },
          ],
        },
      ],
    },
    certification,
  ],
} as const satisfies ClaimForm);
