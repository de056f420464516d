import type { ClaimForm } from '@redress/forms/definition';
import { defineForm } from '@redress/forms/definition';
import { facts } from '../facts.ts';
import { dollars } from '../../shared/formats.ts';
import { uploadLimits } from './rules.ts';
import { agent, certification, company, disputes, purchases, requiredData, tppForm, whoFiles } from './tpp-sections.ts';

const { brandDrug } = facts;

const gibibyte = 1024 ** 3;

/**
 * The third-party payor’s claim of the brand-drug case (specification, sections 2 to 5). Unlike
 * version 1, it takes large data files, which are checked while the payor waits.
 */
export const tppV2 = defineForm({
  ...tppForm,
  version: 2,
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
          prose: [
            ...requiredData,
            'Send Excel files (.xlsx), or text files (.txt, .csv): pipe-, tab- or comma-delimited, or fixed-width. A data file may have up to 2 GB. Other documents may have up to 25 MB.',
            'We check each data file as soon as you choose it. You see its totals, and which rows to mend. You may always send what you have. If your browser runs no script, no file may be larger than 25 MB, and we check it once you have filed.',
            disputes,
          ],
        },
        {
          kind: 'documents',
          name: 'files',
          label: 'Your data and documents',
          ...uploadLimits,
          types: ['xlsx', 'csv', 'txt', 'pdf', 'jpg', 'png', 'tif', 'docx'],
          due: [
            {
              data: 'membership',
              message: 'Membership data is due with this claim. Add it here, or file now and mail it to us.',
            },
            {
              data: 'purchases',
              when: { field: 'repealerStateTotalAmountPaid', atLeast: brandDrug.tppTransactionDataFrom },
              message: `Transaction data is due too, because you claim ${dollars(brandDrug.tppTransactionDataFrom)} or more.`,
            },
          ],
          dataFiles: {
            maxBytes: 2 * gibibyte,
            types: ['xlsx', 'csv', 'txt'],
            amount: 'repealerStateTotalAmountPaid',
            purchasesDueFrom: brandDrug.tppTransactionDataFrom,
            agent: {
              when: { field: 'optSectionRadio', is: 'Agent' },
              rows: 'classMembers',
              name: 'classMemberName',
            },
            ownName: 'healthPlanCompanyName',
          },
        },
      ],
    },
    certification,
  ],
} as const satisfies ClaimForm);
