// Sections that the claim forms share. Once claims are filed, a change here needs a new version of
// every form that uses it.
import type { Section } from '@redress/forms/definition';
import { city, representative, signature, state, street, zip } from '../../shared/forms/fields.ts';
import { email, length, phone, required, textPattern } from '../../shared/forms/rules.ts';
import { exclusions } from '../class-definition.ts';

/** The claimant's name and contact data. */
export const claimant = {
  letter: 'A',
  title: 'About You',
  items: [
    {
      kind: 'text',
      name: 'name1',
      label: 'First and last name',
      autocomplete: 'name',
      rules: [required, ...length(2, 50), textPattern],
    },
    representative,
    street,
    city,
    state,
    zip,
    {
      kind: 'phone',
      name: 'phone1',
      label: 'Phone number',
      hint: '10 digits, so that we can call you about your claim.',
      autocomplete: 'tel-national',
      rules: [...phone],
    },
    {
      kind: 'email',
      name: 'email',
      label: 'Email address',
      hint: 'So that we can send you a receipt and write to you about your claim.',
      autocomplete: 'email',
      rules: [...email],
    },
  ],
} as const satisfies Section;

/** The exclusions, which end each form's text about eligibility. */
export const notIncluded = [{ heading: 'Who may not claim' }, 'These are not included:', { list: exclusions }] as const;

/** The claimant confirms that they meet the definition. */
export const classMember = {
  kind: 'checkbox',
  name: 'classMemberConfirmation',
  label: 'I have read this section, and I am included.',
  rules: [required],
} as const;

/** The statement above the signature, and the signature. */
export const certification = {
  letter: 'E',
  title: 'Certification',
  items: [
    {
      kind: 'prose',
      prose: [
        'By signing, I certify under penalty of perjury under the laws of the United States that:',
        {
          list: [
            'what I state on this form is true and correct, to the best of my knowledge;',
            'I am included in this settlement, or I am allowed to file for someone who is;',
            'this is the only claim for these losses or purchases, and I have not asked to be excluded;',
            'I accept the release in the settlement agreement: I give up my right to sue over what this case is about;',
            'I agree that the court in this case decides any question about my claim.',
          ],
        },
      ],
    },
    signature,
    { kind: 'captcha', name: 'googleRecaptchaToken', label: 'I am not a robot', rules: [required] },
  ],
} as const satisfies Section;
