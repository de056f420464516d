import type { DocumentsItem } from '@redress/forms/definition';
import { expect, test } from 'vitest';
import { refusalMessage } from './refusals.ts';

const item = {
  kind: 'documents',
  name: 'files',
  label: 'Files',
  maxFiles: 2,
  maxBytes: 1_000,
  types: ['pdf'],
} as const;
const withWorkbooks: DocumentsItem = { ...item, types: ['xlsx', 'pdf'] };

test('where workbooks are taken, a refused one is told of its password: by its name it is one', () => {
  expect(refusalMessage('type', withWorkbooks, 'en')).toBe(
    'This type of file cannot be taken. Please use one of these: Excel (xlsx), PDF. If it is a workbook with a password, save it without one.',
  );
  expect(refusalMessage('type', withWorkbooks, 'es')).toContain('con contraseña');
  expect(refusalMessage('type', item, 'en')).toBe('This type of file cannot be taken. Please use one of these: PDF.');
});
