import { dataFiles } from '@redress/contract/fixtures/sample-settlement';
import { documentsOf } from '@redress/forms/fixtures/sample-forms';
import { expect, test } from 'vitest';
import { refusalMessage } from './upload-results.ts';

const item = documentsOf({ types: ['xlsx', 'pdf'] });
const dataItem = { ...item, dataFiles };

test('for data files, the refusal of a type mentions workbooks with a password', () => {
  expect(refusalMessage('type', dataItem, 'en')).toBe(
    'We can’t accept this type of file. Please use one of these: Excel (xlsx), PDF. If it is a password-protected workbook, save it without the password.',
  );
  expect(refusalMessage('type', dataItem, 'es')).toContain('con contraseña');
  expect(refusalMessage('type', item, 'en')).toBe(
    'We can’t accept this type of file. Please use one of these: Excel (xlsx), PDF.',
  );
});
