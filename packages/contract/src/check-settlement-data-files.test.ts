import type { DataRules } from '@redress/datafiles/rules';
import type { ClaimForm, DataFiles, DocumentsItem, DueDocuments } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { checkSettlement } from './check-settlement.ts';
import type { ReceiptMessages, Settlement } from './settlement.ts';

const dataFiles: DataFiles = {
  maxBytes: 2_000_000,
  types: ['csv', 'xlsx'],
  amount: 'total',
  purchasesDueFrom: 300_000,
  agent: { when: { field: 'filer', is: 'Agent' }, rows: 'members', name: 'memberName' },
  ownName: 'company',
};
const rules: DataRules = {
  period: { from: '2020-01-01', to: '2020-12-31' },
  regions: [],
  drugs: [],
  drugNames: [],
  tables: { purchases: [], membership: [] },
};

function settlementWith(
  item: Partial<DocumentsItem>,
  dataRules: Settlement['dataRules'] = { loss: rules },
  due: ReceiptMessages['due'] = { documents: 'Proof', membership: 'Members', address: [] },
) {
  const form: ClaimForm = {
    id: 'loss',
    version: 2,
    title: 'Loss',
    caseId: 'case',
    resource: 'Losses',
    referencePrefix: 'R',
    deadline: '2031-01-01',
    timeZone: 'UTC',
    afterDeadline: 'close',
    login: 'none',
    maxBodyBytes: 1,
    sections: [
      {
        title: 'All',
        items: [
          { kind: 'choice', name: 'filer', label: '', options: ['Company', 'Agent'], rules: [] },
          { kind: 'text', name: 'company', label: '', rules: [] },
          {
            kind: 'rows',
            name: 'members',
            label: '',
            rowLabel: '',
            atLeast: 1,
            atMost: { rows: 1, message: '' },
            of: [{ kind: 'text', name: 'memberName', label: '', rules: [] }],
            rules: [],
          },
          { kind: 'money', name: 'total', label: '', rules: [] },
          {
            kind: 'documents',
            name: 'files',
            label: '',
            maxFiles: 1,
            maxBytes: 1,
            types: ['csv', 'xlsx', 'pdf'],
            ...item,
          },
        ],
      },
    ],
  };
  return checkSettlement({
    site: {
      name: '',
      caption: '',
      phone: '',
      email: 'info@example.com',
      banner: '',
      footer: { consent: '', privacyPolicy: { label: '', document: '' }, copyright: '' },
      timeZone: 'UTC',
      securityEmail: '',
      pages: [
        { kind: 'text', path: '/', title: '', description: '', text: '' },
        {
          kind: 'form',
          path: '/form',
          title: '',
          description: '',
          form: 'loss',
          complete: '/complete',
          messages: { late: '', closed: '' },
        },
        {
          kind: 'complete',
          path: '/complete',
          title: '',
          description: '',
          referencePrefix: 'R',
          start: '/',
          messages: { heading: '', printHint: '', receipt: '', payment: '', exit: '' },
        },
        { kind: 'receipt', path: '/receipt', title: '', description: '' },
        { kind: 'log-out', path: '/log-out', title: '', description: '' },
      ],
    },
    claimForms: [{ ...form, version: 1, sections: [] }, form],
    receipts: { case: { settlement: '', heading: '', next: [], due } },
    review: { reasons: [], cureDays: 30, mailDays: 3, secondPersonFrom: 10_000, highValueFrom: 10_000, recognized: {} },
    lists: {},
    dataRules,
  });
}
const due = (data: DueDocuments['data']): readonly DueDocuments[] => [{ message: 'Due', ...(data && { data }) }];

test('accepts a form with data files and rules for them, and one without', () => {
  expect(settlementWith({ dataFiles, due: due('membership') })).toEqual([]);
  expect(settlementWith({ due: due(undefined) }, {})).toEqual([]);
});

test.each<[string, string[], string]>([
  ['no rules', settlementWith({ dataFiles }, {}), 'data-rules.ts has no rules for "loss"; add them'],
  [
    'rules that nobody needs',
    settlementWith({}),
    'data-rules.ts, data rules of "loss": no form of this ID takes data files; remove them.',
  ],
  [
    'a type that is not taken',
    settlementWith({ dataFiles: { ...dataFiles, types: ['txt'] } }),
    'data files may be txt, and "types" of the field has no txt; add it there',
  ],
  [
    'an amount that is not an amount field',
    settlementWith({ dataFiles: { ...dataFiles, amount: 'company' } }),
    '"amount" of dataFiles is "company", which is no field of the kind money',
  ],
  [
    'due data that the receipt does not name',
    settlementWith({ dataFiles, due: due('purchases') }),
    'receipts.ts, case "case": the form "loss" can need purchases; add "purchases" to its "due".',
  ],
  [
    'a name that is none',
    settlementWith({ dataFiles: { ...dataFiles, ownName: 'nobody' } }),
    '"ownName" of dataFiles is "nobody", which is no field of the kind text',
  ],
  [
    'agents without a field',
    settlementWith({ dataFiles: { ...dataFiles, agent: { ...dataFiles.agent, when: { field: 'who', is: 'Agent' } } } }),
    '"agent.when" of dataFiles is "who", which is no field of the form',
  ],
  [
    'rows that are not a row field',
    settlementWith({ dataFiles: { ...dataFiles, agent: { ...dataFiles.agent, rows: 'filer' } } }),
    '"agent.rows" of dataFiles is "filer", which is no field of the kind rows',
  ],
  [
    'an unknown cell',
    settlementWith({ dataFiles: { ...dataFiles, agent: { ...dataFiles.agent, name: 'fein' } } }),
    '"agent.name" of dataFiles is "fein", which is no cell of "members"',
  ],
  [
    'data due where none is taken',
    settlementWith({ due: due('membership') }, {}),
    'forms/loss.v2.ts, field "files": "due" says which data is due, and the field takes no data files',
  ],
])('%s is reported', (_name, problems, sentence) => {
  expect(problems).toEqual([expect.stringContaining(sentence)]);
});
