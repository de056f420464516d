// The claim form for health plans, insurers and their agents, who send data files. The files are
// checked against data-rules.ts. docs/new-case.md lists the kinds of questions.
import type { ClaimForm, Item } from '@redress/forms/definition';
import { defineForm } from '@redress/forms/definition';
import { dollars } from '../../shared/formats.ts';
import { city, signature, state, street, zip } from '../../shared/forms/fields.ts';
import { digitsOfLength, email, length, phone, required, textPattern, uploadLimits } from '../../shared/forms/rules.ts';
import { exclusions, payors } from '../class-definition.ts';
import { facts } from '../facts.ts';

const gibibyte = 1024 ** 3;

const taxId = [required, ...digitsOfLength(9)] as const;

/** Applies to payors and agents. */
const contact = [
  {
    kind: 'text',
    name: 'contactName',
    label: 'Contact name',
    autocomplete: 'name',
    rules: [...length(2, 50), textPattern],
  },
  street,
  city,
  state,
  zip,
  {
    kind: 'phone',
    name: 'phone1',
    label: 'Phone number',
    hint: '10 digits',
    autocomplete: 'tel-national',
    rules: [required, ...phone],
  },
  {
    kind: 'email',
    name: 'email',
    label: 'Email address',
    hint: 'So that we can send you a receipt and write to you about your claim.',
    autocomplete: 'email',
    rules: [...email],
  },
] as const satisfies readonly Item[];

export const payorV1 = defineForm({
  id: 'payor',
  version: 1,
  title: 'Third-party payor claim form',
  caseId: facts.caseId,
  resource: 'PayorClaims',
  referencePrefix: facts.prefix,
  deadline: facts.deadline,
  timeZone: facts.timeZone,
  afterDeadline: 'close',
  login: 'none',
  maxBodyBytes: 2_000_000,
  sections: [
    {
      title: 'Who is filing?',
      items: [
        {
          kind: 'choice',
          name: 'filer',
          label: 'I am filing as',
          options: ['Payor', 'Agent'],
          labels: ['Section A: a third-party payor', 'Section B: an authorized agent of one or more payors'],
          rules: [required],
        },
      ],
    },
    {
      letter: 'A',
      title: 'Third-Party Payor',
      shownWhen: { field: 'filer', is: 'Payor' },
      items: [
        {
          kind: 'text',
          name: 'payorName',
          label: 'Name of the company or health plan',
          autocomplete: 'organization',
          rules: [required, ...length(2, 50), textPattern],
        },
        ...contact,
        {
          kind: 'taxId',
          name: 'taxId',
          label: 'Tax ID (FEIN)',
          hint: '9 digits, without the hyphen',
          autocomplete: 'off',
          rules: taxId,
        },
      ],
    },
    {
      letter: 'B',
      title: 'Authorized Agent',
      shownWhen: { field: 'filer', is: 'Agent' },
      items: [
        {
          kind: 'prose',
          prose: ['You need written authorization from each payor before you file. We may ask you for proof of it.'],
        },
        {
          kind: 'text',
          name: 'agentName',
          label: 'Agent’s company name',
          autocomplete: 'organization',
          rules: [required, ...length(2, 50), textPattern],
        },
        ...contact,
        {
          kind: 'taxId',
          name: 'agentTaxId',
          label: 'Agent’s tax ID (FEIN)',
          hint: '9 digits, without the hyphen',
          autocomplete: 'off',
          rules: taxId,
        },
        {
          kind: 'rows',
          name: 'payors',
          label: 'Payors for whom you file',
          hint: 'You can paste two columns from a spreadsheet, names and tax IDs, into the first name field.',
          rowLabel: 'Payor',
          atLeast: 1,
          atMost: { rows: 2000, message: 'One form takes up to 2,000 payors. Please file another form for the rest.' },
          of: [
            {
              kind: 'text',
              name: 'name',
              label: 'Name',
              autocomplete: 'off',
              rules: [required, ...length(2, 50), textPattern],
            },
            { kind: 'taxId', name: 'fein', label: 'Tax ID (FEIN)', autocomplete: 'off', rules: taxId },
          ],
          rules: [],
        },
      ],
    },
    {
      letter: 'C',
      title: 'Purchases',
      items: [
        {
          kind: 'prose',
          prose: [payors, { heading: 'Who may not claim' }, 'These are not included:', { list: exclusions }],
        },
        {
          kind: 'money',
          name: 'amountPaid',
          label: 'Total amount paid, in dollars',
          hint: 'Leave out what your members paid. Digits only, with a period for cents. For example: 412500.75',
          autocomplete: 'off',
          rules: [required],
        },
        {
          kind: 'checkbox',
          name: 'classMemberConfirmation',
          label: 'I have read this section. I file for a payor that is included.',
          rules: [required],
        },
      ],
    },
    {
      letter: 'D',
      title: 'Your Data',
      items: [
        {
          kind: 'prose',
          prose: [
            'Membership data is required of everyone: how many members you had in each state and year.',
            `Data on each purchase is required if you claim ${dollars(facts.purchaseDataFrom)} or more.`,
            'Send Excel files (.xlsx), or text files (.txt, .csv). A data file may have up to 2 GB. Other documents may have up to 25 MB. We check each data file as soon as you choose it.',
          ],
        },
        {
          kind: 'documents',
          name: 'files',
          label: 'Your data and documents',
          ...uploadLimits,
          types: ['xlsx', 'csv', 'txt', 'pdf', 'jpg', 'png', 'tif', 'docx'],
          due: [
            {
              data: 'membership',
              message: 'Membership data is due with this claim. Add it here, or file now and mail it to us.',
            },
            {
              data: 'purchases',
              when: { field: 'amountPaid', atLeast: facts.purchaseDataFrom },
              message: `Purchase data is due too, because you claim ${dollars(facts.purchaseDataFrom)} or more.`,
            },
          ],
          dataFiles: {
            maxBytes: 2 * gibibyte,
            types: ['xlsx', 'csv', 'txt'],
            amount: 'amountPaid',
            purchasesDueFrom: facts.purchaseDataFrom,
            agent: { when: { field: 'filer', is: 'Agent' }, rows: 'payors', name: 'name' },
            ownName: 'payorName',
          },
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
            'By signing, I certify under penalty of perjury under the laws of the United States that:',
            {
              list: [
                'what I state on this form and in the data I send is true and correct, to the best of my knowledge;',
                'I am allowed to sign for the company named above and, if I am an agent, each payor has authorized me in writing;',
                'none of the payors has asked to be excluded, and no other claim is filed for these purchases;',
                'the payors accept the release in the settlement agreement;',
                'the court in this case decides any question about this claim.',
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
