import type { DocumentsItem } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { refusalMessage } from './upload-results.ts';

const item: DocumentsItem = {
  kind: 'documents',
  name: 'files',
  label: 'Files',
  maxFiles: 2,
  maxBytes: 1_000,
  types: ['xlsx', 'pdf'],
};
const dataItem: DocumentsItem = {
  ...item,
  dataFiles: {
    maxBytes: 1_000,
    types: ['xlsx'],
    amount: 'total',
    purchasesDueFrom: 1,
    agent: { when: { field: 'filer', is: 'Agent' }, rows: 'members', name: 'memberName' },
    ownName: 'company',
  },
};

test('for data files, the refusal of a type mentions workbooks with a password', () => {
  expect(refusalMessage('type', dataItem, 'en')).toBe(
    'We can’t accept this type of file. Please use one of these: Excel (xlsx), PDF. If it is a password-protected workbook, save it without the password.',
  );
  expect(refusalMessage('type', dataItem, 'es')).toContain('con contraseña');
  expect(refusalMessage('type', item, 'en')).toBe(
    'We can’t accept this type of file. Please use one of these: Excel (xlsx), PDF.',
  );
});
