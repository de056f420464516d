import { documentsOf } from '@redress/forms/fixtures/sample-forms';
import { expect, test } from 'vitest';
import { refusalMessage } from './upload-results.ts';

const item = documentsOf({ types: ['xlsx', 'pdf'] });

test('the refusal of a file says what to do, in both languages', () => {
  expect(refusalMessage('type', item, 'en')).toBe(
    'We can’t accept this type of file. Please use one of these: Excel (xlsx), PDF.',
  );
  expect(refusalMessage('password', item, 'en')).toContain('Please save it without the password');
  expect(refusalMessage('password', item, 'es')).toContain('Guárdelo sin la contraseña');
});
