// The filing template: a spreadsheet that payors fill in. Its columns are in lists/data-columns.ts.
import type { PublishedDocument, Sheet } from '@redress/contract/published-documents';
import { longDate } from '../../shared/formats.ts';
import { facts } from '../facts.ts';
import { dataColumns, instructionsSheet } from '../lists/data-columns.ts';
import { drugs } from '../lists/drug-codes.ts';

const { purchases, membership } = dataColumns;
const column = ({ header, length }: { readonly header: string; readonly length: number }) =>
  ({ header, width: Math.min(length, 30), format: 'text' }) as const;

const instructions: Sheet = {
  name: instructionsSheet,
  intro: [
    'Filing template for third-party payors',
    'Fill in the sheet Membership: how many members you had in each state and year.',
    `If your claim is for $${facts.purchaseDataFrom.toLocaleString('en-US')} or more, also fill in the sheet Purchases: one row for each purchase from ${longDate(facts.period.from)} to ${longDate(facts.period.to)}.`,
    'Amount Paid is what you paid, without co-pays, deductibles and co-insurance. A reversal is negative.',
    'Agents of several payors also fill in the last two columns.',
    'Do not change the headers. If your program drops leading zeros from a code, change the cells to text.',
    { heading: 'Drugs that count' },
    ...drugs.map(({ ndc, label }) => `${ndc}: ${label}`),
    `Questions? Call ${facts.phone}.`,
  ],
  columns: [],
};

export const workbooks: readonly PublishedDocument[] = [
  {
    id: 'payor-filing-template',
    title: 'Filing template for third-party payors',
    language: 'en',
    source: {
      kind: 'workbook',
      sheets: [
        { name: 'Purchases', columns: purchases.map(column), blankRows: 2000 },
        { name: 'Membership', columns: membership.map(column), blankRows: 500 },
        instructions,
      ],
      opensOn: instructionsSheet,
    },
  },
];
