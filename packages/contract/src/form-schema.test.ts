import { someForm } from '@redress/forms/fixtures/some-form';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFormShape } from './form-schema.ts';

test('any form that the compiler accepts has no mistakes', () => {
  fc.assert(
    fc.property(someForm, (form) => {
      expect(checkFormShape(form, 'some.v1.ts')).toEqual([]);
    }),
  );
});
