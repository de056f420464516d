// People who lost their notice ask for its IDs with this form. It is not a claim. Keep it
// unchanged.
import type { IdRequestForm } from '@redress/contract/settlement';
import { defineForm } from '@redress/forms/definition';
import { facts } from '../facts.ts';
import { city, state, street, zip } from '../../shared/forms/fields.ts';
import { email, length, phone, required, textPattern } from '../../shared/forms/rules.ts';

export const lostIdsV1 = defineForm({
  id: 'lost-ids',
  version: 1,
  title: 'Ask for your Notice ID and Unique ID',
  caseId: facts.caseId,
  sections: [
    {
      title: 'Who you are',
      items: [
        {
          kind: 'text',
          name: 'name1',
          label: 'First and last name',
          autocomplete: 'name',
          rules: [required, ...length(2, 50), textPattern],
        },
        { ...street, hint: 'The address where you get your mail now.' },
        city,
        state,
        zip,
      ],
    },
    {
      title: 'How to reach you',
      items: [
        { kind: 'prose', prose: ['Give a phone number or an email address. You can give both.'] },
        {
          kind: 'phone',
          name: 'phone1',
          label: 'Phone number',
          hint: '10 digits.',
          autocomplete: 'tel-national',
          rules: [...phone],
        },
        { kind: 'email', name: 'email', label: 'Email address', autocomplete: 'email', rules: [...email] },
      ],
    },
  ],
} as const satisfies IdRequestForm);
