import { emptyRules as rules } from '@redress/datafiles/fixtures/sample-report';
import type { DocumentsItem, DueDocuments } from '@redress/forms/definition';
import { documentsOf, required, rowsOf, text, typed } from '@redress/forms/fixtures/sample-forms';
import { expect, test } from 'vitest';
import { checkSettlement } from './check-settlement.ts';
import type { ReceiptMessages, Settlement } from './settlement.ts';
import { claimForm, dataFiles, settlementWith as settlementOf } from '../fixtures/sample-settlement.ts';

function settlementWith(
  item: Partial<DocumentsItem>,
  dataRules: Settlement['dataRules'] = { loss: rules },
  due: ReceiptMessages['due'] = { documents: 'Proof', membership: 'Members', address: [] },
) {
  const form = claimForm({
    version: 2,
    sections: [
      {
        title: 'All',
        items: [
          { kind: 'choice', name: 'filer', label: '', options: ['Company', 'Agent'], rules: [] },
          text('company'),
          rowsOf('members', [text('memberName', required)], { atLeast: 1 }),
          typed('money', 'total'),
          documentsOf({ types: ['csv', 'xlsx', 'pdf'], ...item }),
        ],
      },
    ],
  });
  return checkSettlement(
    settlementOf({
      claimForms: [{ ...form, version: 1, sections: [] }, form],
      receipts: { case: { settlement: '', heading: '', next: [], due } },
      ...(dataRules && { dataRules }),
    }),
  );
}
const due = (data: DueDocuments['data']): readonly DueDocuments[] => [{ message: 'Due', ...(data && { data }) }];

test('accepts a form with data files and rules for them, and one without', () => {
  expect(settlementWith({ dataFiles, due: due('membership') })).toEqual([]);
  expect(settlementWith({ due: due(undefined) }, {})).toEqual([]);
});

test.each<[string, string[]]>([
  ['data-rules.ts has no rules for "loss"; add them', settlementWith({ dataFiles }, {})],
  ['data-rules.ts, data rules of "loss": no form of this ID takes data files; remove them.', settlementWith({})],
  [
    'data files may be txt, and "types" of the field has no txt; add it there',
    settlementWith({ dataFiles: { ...dataFiles, types: ['txt'] } }),
  ],
  [
    '"amount" of dataFiles is "company", which is no field of the kind money',
    settlementWith({ dataFiles: { ...dataFiles, amount: 'company' } }),
  ],
  [
    'receipts.ts, case "case": the form "loss" can need purchases; add "purchases" to its "due".',
    settlementWith({ dataFiles, due: due('purchases') }),
  ],
  [
    '"ownName" of dataFiles is "nobody", which is no field of the kind text',
    settlementWith({ dataFiles: { ...dataFiles, ownName: 'nobody' } }),
  ],
  [
    '"agent.when" of dataFiles is "who", which is no field of the form',
    settlementWith({ dataFiles: { ...dataFiles, agent: { ...dataFiles.agent, when: { field: 'who', is: 'Agent' } } } }),
  ],
  [
    '"agent.rows" of dataFiles is "filer", which is no field of the kind rows',
    settlementWith({ dataFiles: { ...dataFiles, agent: { ...dataFiles.agent, rows: 'filer' } } }),
  ],
  [
    '"agent.name" of dataFiles is "fein", which is no cell of "members"',
    settlementWith({ dataFiles: { ...dataFiles, agent: { ...dataFiles.agent, name: 'fein' } } }),
  ],
  [
    'forms/loss.v2.ts, field "files": "due" says which data is due, and the field takes no data files',
    settlementWith({ due: due('membership') }, {}),
  ],
])('reports: %s', (sentence, problems) => {
  expect(problems).toEqual([expect.stringContaining(sentence)]);
});
