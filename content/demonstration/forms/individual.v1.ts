import type { ClaimForm } from '@redress/forms/definition';
import { defineForm } from '@redress/forms/definition';
import { facts } from '../facts.ts';
import { dollars, longDate } from '../../shared/formats.ts';
import { city, representative, signature, state, street, zip } from './fields.ts';
import { length, phone, required, textPattern, uploadLimits } from './rules.ts';

const { savingsClub } = facts;
const period = `${longDate(savingsClub.classPeriod.from)} to ${longDate(savingsClub.classPeriod.to)}`;

/** The individual's claim of the savings-club case (specification, sections 2 to 5 and 9). */
export const individualV1 = defineForm({
  id: 'individual',
  version: 1,
  title: 'INDIVIDUAL CLAIM FORM',
  caseId: 'savings-club',
  resource: 'IndividualClaimants',
  referencePrefix: '11416REF',
  deadline: savingsClub.claimDeadline,
  timeZone: facts.timeZone,
  afterDeadline: 'accept-late',
  login: 'none',
  maxBodyBytes: 2_000_000,
  sections: [
    {
      letter: 'A',
      title: 'Claimant Identification',
      items: [
        {
          kind: 'code',
          name: 'noticeId',
          label: 'Notice ID',
          hint: '9 digits, if you got a notice. Without one you can file too.',
          autocomplete: 'off',
          keyboard: 'numeric',
          rules: [
            { rule: 'min', than: 9, message: 'This field must be at least 9 digits' },
            { rule: 'max', than: 9, message: 'This field must not be at greater 9 digits' },
            { rule: 'pattern', pattern: String.raw`\d*`, message: 'This field accepts only numerical digits 0-9' },
          ],
        },
        {
          kind: 'text',
          name: 'name1',
          label: 'Claimant name',
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
          label: 'Mobile number',
          hint: '10 digits, so that we can call you about your claim.',
          autocomplete: 'tel-national',
          rules: [...phone],
        },
        {
          kind: 'email',
          name: 'email',
          label: 'Email address',
          hint: 'We send your receipt there.',
          autocomplete: 'email',
          rules: [
            required,
            { rule: 'max', than: 255, message: 'This field must not be at greater 255 characters' },
            {
              rule: 'pattern',
              pattern: String.raw`[A-Za-z0-9_.\-]+@(?:[A-Za-z0-9\-]+\.)+[A-Za-z]{2,6}`,
              message: 'This is not a valid email address',
            },
          ],
        },
      ],
    },
    {
      letter: 'B',
      title: 'Eligibility Confirmation',
      items: [
        {
          kind: 'prose',
          prose: [
            'You are a class member if both of these are true:',
            {
              list: [
                `you paid all or part of the price of a prescription at the pharmacy chain from ${period};`,
                'you used insurance benefits for it, in the United States or its territories.',
              ],
            },
            'People who asked to be excluded from this settlement are not class members.',
          ],
        },
        {
          kind: 'checkbox',
          name: 'excludedAcknowledgement',
          label: 'I am a class member, and I have not asked to be excluded.',
          rules: [required],
        },
      ],
    },
    {
      letter: 'C',
      title: 'Purchase Estimate',
      items: [
        {
          kind: 'choice',
          name: 'outOfpocketExpensePaid',
          label: `What did you pay yourself for prescriptions at the pharmacy chain from ${period}?`,
          hint: 'Your best estimate is enough.',
          options: savingsClub.outOfPocketRanges,
          rules: [{ rule: 'required', message: 'You must selected one of the options.' }],
        },
      ],
    },
    {
      letter: 'D',
      title: 'Document Upload',
      items: [
        {
          kind: 'prose',
          prose: [
            `You need no documents if you have a Notice ID and your estimate is under ${dollars(savingsClub.documentsFrom)}. Otherwise please add proof of what you paid: pharmacy receipts, a print-out from your pharmacy, or statements from your insurance. You can also file now and mail us copies.`,
            'If your claim is reduced or rejected, we tell you why, and you may ask for another review. Keep your originals.',
          ],
        },
        {
          kind: 'documents',
          name: 'files',
          label: 'Your documents',
          ...uploadLimits,
          types: ['pdf', 'jpg', 'png', 'heic', 'tif', 'docx', 'xlsx', 'csv', 'txt'],
          due: [
            {
              when: { field: 'noticeId', answered: false },
              message: 'Documents are due, because you have given no Notice ID.',
            },
            {
              when: { field: 'outOfpocketExpensePaid', is: savingsClub.outOfPocketRanges[4] },
              message: `Documents are due, because your estimate is ${dollars(savingsClub.documentsFrom)} or more.`,
            },
          ],
        },
      ],
    },
    {
      letter: 'E',
      title: 'Certification and Signature',
      items: [
        {
          kind: 'prose',
          prose: [
            'By signing, I certify under penalty of perjury that:',
            {
              list: [
                'what I state on this form is true and correct, to the best of my knowledge;',
                'I am a class member, or I am allowed to file for one;',
                'this is the only claim for these purchases;',
                'I agree that the court in this case decides any question about my claim.',
              ],
            },
          ],
        },
        signature,
        {
          kind: 'signature',
          name: 'agentSignature',
          label: 'Agent’s electronic signature',
          hint: 'Only if someone files for the claimant.',
          autocomplete: 'off',
          rules: [...length(2, 50), textPattern],
        },
        { kind: 'captcha', name: 'googleRecaptchaToken', label: 'I am not a robot', rules: [required] },
      ],
    },
  ],
} as const satisfies ClaimForm);
