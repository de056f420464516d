import { defineForm } from '@redress/forms/definition';
import type { ClaimForm } from '@redress/forms/definition';
import { brandDrugExclusions, brandDrugStates, claimedBefore } from '../class-definition.ts';
import { facts } from '../facts.ts';
import { longDate } from '../../shared/formats.ts';
import { insuranceQuestion } from '../lists/insurance-question.ts';
import { city, representative, signature, state, street, zip } from './fields.ts';
import { amount, count, email, length, phone, required, textPattern, uploadLimits } from './rules.ts';

const { brandDrug } = facts;

/** The consumer claim of the brand-drug case (specification, sections 2, 3 and 5). */
export const consumerV1 = defineForm({
  id: 'consumer',
  version: 1,
  title: 'CONSUMER CLAIM FORM',
  caseId: 'brand-drug',
  resource: 'ConsumerClaimants',
  referencePrefix: '11416REF',
  deadline: brandDrug.claimDeadline,
  timeZone: facts.timeZone,
  afterDeadline: 'accept-late',
  login: 'required',
  maxBodyBytes: 2_000_000,
  sections: [
    {
      letter: 'A',
      title: 'Claimant Identification',
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
        { ...state, hint: 'Where you live now. It need not be one of the 21 states below.' },
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
          hint: 'So that we can write to you about your claim.',
          autocomplete: 'email',
          rules: [...email],
        },
      ],
    },
    {
      letter: 'B',
      title: 'Should I File a Claim Form?',
      items: [
        {
          kind: 'prose',
          prose: [
            'You are a class member if both of these are true:',
            {
              list: [
                `you paid for some or all of the price of the brand drug, or of a generic that pharmacists may give in its place (an AB-rated generic), between ${longDate(brandDrug.classPeriod.from)} and ${longDate(brandDrug.classPeriod.to)};`,
                'you bought it for yourself or your family, and not to sell it, in one of the 21 states listed here.',
              ],
            },
            { heading: 'The 21 states' },
            brandDrugStates,
            { heading: 'Who may not claim' },
            'These are not part of the class:',
            { list: brandDrugExclusions },
            claimedBefore,
          ],
        },
        {
          kind: 'checkbox',
          name: 'classMemberConfirmation',
          label: 'I have read this section, and I am a class member.',
          rules: [],
        },
      ],
    },
    {
      letter: 'C',
      title: 'Purchase Information',
      items: [
        {
          kind: 'prose',
          prose: [
            `Count only what you paid yourself, in the 21 states, from ${longDate(brandDrug.classPeriod.from)} to ${longDate(brandDrug.classPeriod.to)}. Co-pays count. What your insurance paid does not. If you are not sure, give your best estimate.`,
          ],
        },
        {
          kind: 'money',
          name: 'repealerStateTotalAmountPaid',
          label: 'Total amount you paid, in dollars',
          hint: 'Digits only, with a period for cents. For example: 1250.50',
          autocomplete: 'off',
          rules: [required, ...amount],
        },
        {
          kind: 'count',
          name: 'totalNumOfPrescriptions',
          label: 'Number of prescriptions you filled',
          hint: 'Count each refill. For example: 24',
          autocomplete: 'off',
          rules: [required, ...count],
        },
        {
          kind: 'select',
          name: 'insuranceQuestion',
          label: 'Did insurance pay part of the cost of these purchases?',
          options: insuranceQuestion,
          rules: [required],
        },
      ],
    },
    {
      letter: 'D',
      title: 'Claim Documentation and Disputes',
      items: [
        {
          kind: 'prose',
          prose: [
            'You can file without documents. If you have some, they help us to check your claim: pharmacy receipts, a print-out from your pharmacy, or statements from your insurance. A photo is fine if it can be read.',
            'We may ask you for documents later. If your claim is reduced or rejected, we tell you why, and you may ask for another review. Keep your originals.',
          ],
        },
        {
          kind: 'documents',
          name: 'files',
          label: 'Your documents',
          ...uploadLimits,
          types: ['pdf', 'jpg', 'png', 'heic', 'tif', 'docx', 'xlsx', 'csv', 'txt'],
        },
      ],
    },
    {
      letter: 'E',
      title: 'Certification',
      items: [
        {
          kind: 'prose',
          prose: [
            'By signing, I certify under penalty of perjury that:',
            {
              list: [
                'what I state on this form is true and correct, to the best of my knowledge;',
                'I am a class member, or I am allowed to file for one, and I have not asked to be excluded;',
                'I have not sold or given away my right to this payment, and this is the only claim for these purchases;',
                'I accept the release in Paragraph 12 of the settlement agreement: I give up my right to sue the released companies over the claims that this case is about;',
                'I agree that the court in this case decides any question about my claim.',
              ],
            },
          ],
        },
        signature,
        { kind: 'captcha', name: 'googleRecaptchaToken', label: 'I am not a robot', rules: [required] },
      ],
    },
  ],
} as const satisfies ClaimForm);
