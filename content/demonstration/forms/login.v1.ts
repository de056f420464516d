import { defineForm } from '@redress/forms/definition';
import { required } from './rules.ts';

/** The two IDs on a mailed notice. */
export const loginV1 = defineForm({
  id: 'login',
  version: 1,
  title: 'Log in with the IDs on your notice',
  sections: [
    {
      title: 'The two IDs on your notice',
      items: [
        {
          kind: 'code',
          name: 'noticeId',
          label: 'Notice ID',
          hint: '9 digits',
          autocomplete: 'off',
          keyboard: 'numeric',
          rules: [
            required,
            { rule: 'min', than: 9, message: 'This field must be at least 9 digits' },
            { rule: 'max', than: 9, message: 'This field must not be at greater 9 digits' },
            { rule: 'pattern', pattern: String.raw`\d*`, message: 'This field accepts only numerical digits 0-9' },
          ],
        },
        {
          kind: 'code',
          name: 'uniqueId',
          label: 'Unique ID',
          hint: '8 letters or digits',
          autocomplete: 'off',
          rules: [
            required,
            { rule: 'min', than: 8, message: 'This field must be at least 8 characters' },
            { rule: 'max', than: 8, message: 'This field must not be at greater 8 characters' },
            {
              rule: 'pattern',
              pattern: '[A-Za-z0-9]*',
              message: 'This field accepts only numerical digits 0-9 and characters A-Z',
            },
          ],
        },
      ],
    },
  ],
});
