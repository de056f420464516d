import type { ClaimForm, Item, Prose, Rule, Section } from '@redress/forms/definition';
import { brandDrugExclusions, brandDrugStates, claimedBefore } from '../class-definition.ts';
import { facts } from '../facts.ts';
import { dollars, longDate } from '../../shared/formats.ts';
import { companyHealthTypes } from '../lists/company-health-types.ts';
import { relationshipTypes } from '../lists/relationship-types.ts';
import { city, signature, state, street, zip } from './fields.ts';
import { amount, email, length, phone, required, textPattern } from './rules.ts';

// Sections that versions of the third-party payor’s form share. They are published, so they must
// not change: a new version defines its differences itself.

const { brandDrug } = facts;

const taxId = [
  required,
  { rule: 'min', than: 9, message: 'This field must be at least 9 digits' },
  { rule: 'max', than: 9, message: 'This field must not be at greater 9 digits' },
  { rule: 'pattern', pattern: String.raw`\d*`, message: 'Only use numbers' },
] as const satisfies readonly Rule[];

/** Rules of a class member’s row, with other messages. */
const requiredInRow = { rule: 'required', message: 'This Field is required' } as const satisfies Rule;

/** Applies to class members and agents: answers survive the switch between them. */
const contact = [
  {
    kind: 'text',
    name: 'contactName',
    label: 'Contact name',
    autocomplete: 'name',
    rules: [...length(2, 50), textPattern],
  },
  street,
  {
    kind: 'text',
    name: 'street2',
    label: 'Suite or floor',
    autocomplete: 'address-line2',
    rules: [...length(2, 50), textPattern],
  },
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
    name: 'emailAddress',
    label: 'Email address',
    hint: 'So that we can write to you about your claim.',
    autocomplete: 'email',
    rules: [...email],
  },
] as const satisfies readonly Item[];

/** The properties of all versions, without number and sections. */
export const tppForm = {
  id: 'tpp',
  title: 'THIRD PARTY PAYOR CLAIM FORM',
  caseId: 'brand-drug',
  resource: 'TppClaimants',
  referencePrefix: '11415REF',
  deadline: brandDrug.claimDeadline,
  timeZone: facts.timeZone,
  afterDeadline: 'accept-late',
  login: 'none',
  maxBodyBytes: 2_000_000,
} as const satisfies Omit<ClaimForm, 'version' | 'sections'>;

/** The answer decides which of the next two sections is shown. */
export const whoFiles = {
  title: 'Who is filing?',
  items: [
    {
      kind: 'choice',
      name: 'optSectionRadio',
      label: 'I am filing as',
      options: ['Company', 'Agent'],
      labels: [
        'Section A: a third-party payor that is a class member',
        'Section B: an authorized agent of one or more class members',
      ],
      rules: [required],
    },
    { kind: 'echo', name: 'filerType', of: 'optSectionRadio' },
    { kind: 'honeypot', name: 'website', label: 'Leave this field empty' },
  ],
} as const satisfies Section;

/** Section A. */
export const company = {
  letter: 'A',
  title: 'Company or Health Plan',
  shownWhen: { field: 'optSectionRadio', is: 'Company' },
  items: [
    {
      kind: 'text',
      name: 'healthPlanCompanyName',
      label: 'Company or health plan name',
      autocomplete: 'organization',
      rules: [required, ...length(2, 50), textPattern],
    },
    ...contact,
    {
      kind: 'taxId',
      name: 'tin',
      label: 'Tax ID (TIN)',
      hint: '9 digits, without the hyphen',
      autocomplete: 'off',
      rules: taxId,
    },
    {
      kind: 'text',
      name: 'otherNames',
      label: `Other names or FEINs used since ${brandDrug.otherNamesSince}`,
      mayHoldTaxIds: true,
      hint: 'Put commas between them.',
      autocomplete: 'off',
      rules: [...length(2, 50), { ...textPattern, pattern: textPattern.pattern.replace('[', '[,') }],
    },
    {
      kind: 'select',
      name: 'companyHealthType',
      label: 'Type of company or health plan',
      options: companyHealthTypes,
      rules: [required],
    },
    {
      kind: 'text',
      name: 'otherCompanyHealthType',
      label: 'Other type of company or health plan',
      autocomplete: 'off',
      shownWhen: { field: 'companyHealthType', is: 'Other' },
      rules: [required, ...length(2, 50), textPattern],
    },
  ],
} as const satisfies Section;

/** Section B. */
export const agent = {
  letter: 'B',
  title: 'Authorized Agent',
  shownWhen: { field: 'optSectionRadio', is: 'Agent' },
  items: [
    {
      kind: 'prose',
      prose: ['You need written authorization from each class member before you file. We may ask you for proof of it.'],
    },
    {
      kind: 'select',
      name: 'relationshipType',
      label: 'Your relationship to the class members',
      options: relationshipTypes,
      rules: [required],
    },
    {
      kind: 'text',
      name: 'otherRelationshipType',
      label: 'Other relationship',
      autocomplete: 'off',
      shownWhen: { field: 'relationshipType', is: 'Other' },
      rules: [required, ...length(2, 50), textPattern],
    },
    {
      kind: 'text',
      name: 'agentsCompanyName',
      label: 'Agent’s company name',
      autocomplete: 'organization',
      rules: [required, ...length(2, 50), textPattern],
    },
    ...contact,
    {
      kind: 'taxId',
      name: 'agentsTin',
      label: 'Agent’s tax ID (TIN)',
      hint: '9 digits, without the hyphen',
      autocomplete: 'off',
      rules: taxId,
    },
    {
      kind: 'rows',
      name: 'classMembers',
      label: 'Class members for whom you file',
      hint: 'Leave commas out of names. A FEIN has 9 digits, without the hyphen. You can paste two columns from a spreadsheet, names and FEINs, into the first name field.',
      rowLabel: 'Class member',
      atLeast: 1,
      atMost: {
        rows: 2000,
        message: 'One form takes up to 2,000 class members. Please file another form for the rest.',
      },
      of: [
        {
          kind: 'text',
          name: 'classMemberName',
          label: 'Name',
          autocomplete: 'off',
          rules: [
            requiredInRow,
            { rule: 'min', than: 2, message: 'Field must be at least 2 characters' },
            { rule: 'max', than: 50, message: 'Field cannot be more than 50 characters' },
            textPattern,
          ],
        },
        {
          kind: 'taxId',
          name: 'classMemberFEIN',
          label: 'FEIN',
          autocomplete: 'off',
          rules: [
            requiredInRow,
            { rule: 'min', than: 9, message: 'Field must be at least 9 characters' },
            { rule: 'max', than: 9, message: 'Field cannot be more than 9 characters' },
            { rule: 'pattern', pattern: String.raw`\d*`, message: 'Only use numbers' },
          ],
        },
      ],
      rules: [],
    },
  ],
} as const satisfies Section;

/** Section C. */
export const purchases = {
  letter: 'C',
  title: 'Purchase Information',
  items: [
    {
      kind: 'prose',
      prose: [
        `Count what you paid for the brand drug and its AB-rated generics, bought in the 21 class states from ${longDate(brandDrug.classPeriod.from)} to ${longDate(brandDrug.classPeriod.to)}. Leave out co-pays, deductibles and co-insurance.`,
        { heading: 'The 21 class states' },
        brandDrugStates,
        { heading: 'Who may not claim' },
        'These are not part of the class:',
        { list: brandDrugExclusions },
        claimedBefore,
      ],
    },
    {
      kind: 'money',
      name: 'repealerStateTotalAmountPaid',
      label: 'Total amount paid, in dollars',
      hint: 'Digits only, with a period for cents. For example: 412500.75',
      autocomplete: 'off',
      rules: [required, ...amount],
    },
    {
      kind: 'checkbox',
      name: 'classMemberConfirmation',
      label: 'I have read this section. I file for a class member, or I am one.',
      rules: [],
    },
  ],
} as const satisfies Section;

/** Section E. */
export const certification = {
  letter: 'E',
  title: 'Certification',
  items: [
    {
      kind: 'prose',
      prose: [
        'By signing, I certify under penalty of perjury that:',
        {
          list: [
            'what I state on this form and in the data I send is true and correct, to the best of my knowledge;',
            'I am allowed to sign for the company named above and, if I am an agent, each class member has authorized me in writing;',
            'none of the class members has asked to be excluded, and no other claim is filed for these purchases;',
            'the class members accept the release in Paragraph 12 of the settlement agreement;',
            'the court in this case decides any question about this claim.',
          ],
        },
      ],
    },
    signature,
    {
      kind: 'text',
      name: 'positionTitle',
      label: 'Position or title',
      autocomplete: 'organization-title',
      rules: [...length(2, 50), textPattern],
    },
  ],
} as const satisfies Section;

/** Data that all payors must send, and data that large claims require. */
export const requiredData = [
  'Membership data is required of everyone: how many members you had in each state and year.',
  `Transaction data is required if you claim ${dollars(brandDrug.tppTransactionDataFrom)} or more. For each purchase, give the TPP name, the NDC or drug name, the fill or purchase date, the state of purchase, the state of the insured, and the amount paid net of co-pays, deductibles and co-insurance. Agents of several class members also give the plan or group name and its FEIN.`,
] as const satisfies Prose;
export const disputes =
  'If your claim is reduced or rejected, we tell you why. You may then dispute it in writing, and we review it again.';
