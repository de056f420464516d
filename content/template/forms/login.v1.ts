// The login: the two IDs on a mailed notice. Keep it unchanged.
import { defineForm } from '@redress/forms/definition';
import { digitsOfLength, length, lettersAndDigits, required } from '../../shared/forms/rules.ts';

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
          rules: [required, ...digitsOfLength(9)],
        },
        {
          kind: 'code',
          name: 'uniqueId',
          label: 'Unique ID',
          hint: '8 letters or digits',
          autocomplete: 'off',
          rules: [required, ...length(8, 8), lettersAndDigits],
        },
      ],
    },
  ],
});
