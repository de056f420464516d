import { tppV2 } from '../../content/demonstration/forms/tpp.v2.ts';
import { messages as m } from './messages.ts';
import { rowsOf, type RuleTable } from './rule-table.ts';
import {
  amount,
  brief,
  city,
  email,
  few,
  nineDigits,
  option,
  optionalText,
  phone,
  requiredText,
  taken,
  zip,
} from './shared-rules.ts';

const taxId = nineDigits({ required: m.required, under: m.under9, over: m.over9, digits: m.onlyNumbers });
const takenTaxIds = ['123456789', ' 000000000 '];

/** Rules that apply to every filer, and those of the fields in both sections. */
const refusedForEveryFiler = {
  optSectionRadio: [['', [m.required]]],
  contactName: brief(optionalText),
  street1: brief(requiredText),
  street2: brief(optionalText),
  city: brief(city),
  state: option,
  zip: brief(zip),
  phone1: [['', [m.required]], ['  ', [m.required]], ...brief(phone)],
  emailAddress: brief(email),
  repealerStateTotalAmountPaid: brief(amount),
  signature: brief(requiredText),
  positionTitle: brief(optionalText),
} as const;
const acceptedForEveryFiler = {
  contactName: few(taken.optionalText),
  street1: taken.street,
  street2: few(taken.optionalText),
  city: taken.city,
  state: few(taken.state),
  zip: few(taken.zip),
  phone1: few(taken.phone),
  emailAddress: few(taken.email),
  repealerStateTotalAmountPaid: few(taken.amount),
  classMemberConfirmation: [true, false],
  signature: ['Jo', 'x'.repeat(50)],
  positionTitle: few(taken.optionalText),
} as const;

const shared = {
  contactName: 'Ann Example',
  street1: '12 Main St. #4',
  street2: 'Suite 5',
  city: 'Phoenix',
  state: 'Arizona',
  zip: '85001',
  phone1: '6025550100',
  emailAddress: 'claims@example.com',
};
const end = {
  repealerStateTotalAmountPaid: '412500.75',
  classMemberConfirmation: true,
  signature: 'Ann Example',
  positionTitle: 'Benefits Manager',
};

/** TPP form, Section A (specification, section 5). */
export const companyRules: RuleTable = {
  name: 'the TPP form, Section A',
  form: tppV2,
  context: {},
  base: {
    optSectionRadio: 'Company',
    healthPlanCompanyName: 'Example Health Plan',
    ...shared,
    tin: '123456789',
    otherNames: 'Sample Fund, 12-3334444',
    companyHealthType: 'Other',
    otherCompanyHealthType: 'Union trust',
    ...end,
  },
  rows: rowsOf(
    {
      ...refusedForEveryFiler,
      healthPlanCompanyName: brief(requiredText),
      tin: taxId,
      // The only text field that accepts commas.
      otherNames: [
        ['J', [m.under2]],
        ['_', [m.under2, m.text]],
        ['x'.repeat(51), [m.over50]],
        ['*'.repeat(51), [m.over50, m.text]],
        ['Sample Fund; Trust', [m.text]],
        ['Sample_Fund', [m.text]],
      ],
      companyHealthType: option,
      otherCompanyHealthType: brief(requiredText),
    },
    {
      ...acceptedForEveryFiler,
      healthPlanCompanyName: few(taken.requiredText),
      tin: takenTaxIds,
      otherNames: [
        '',
        'Jo',
        ',,',
        'Sample Fund, Specimen Trust, 12-3456789',
        'A & B [Trust] (2) #1/2. -',
        'x'.repeat(50),
      ],
      companyHealthType: [
        'Health insurance company or HMO',
        'Self-insured employee health or pharmacy benefit plan',
        'Self-insured health and welfare fund',
        'Other',
      ],
      otherCompanyHealthType: few(taken.requiredText),
    },
  ),
};

const memberName = [
  ['', [m.rowRequired]],
  ['   ', [m.rowRequired]],
  ['J', [m.rowUnder2]],
  ['_', [m.rowUnder2, m.text]],
  ['x'.repeat(51), [m.rowOver50]],
  ['*'.repeat(51), [m.rowOver50, m.text]],
  ['Plan, A', [m.text]],
  ['\u3164\u3164', [m.rowRequired]],
  ['..', [m.letter]],
] as const;
const memberFein = nineDigits({
  required: m.rowRequired,
  under: m.rowUnder9,
  over: m.rowOver9,
  digits: m.onlyNumbers,
});

/** TPP form, Section B (specification, section 5). */
export const agentRules: RuleTable = {
  name: 'the TPP form, Section B',
  form: tppV2,
  context: {},
  base: {
    optSectionRadio: 'Agent',
    relationshipType: 'Other',
    otherRelationshipType: 'Broker',
    agentsCompanyName: 'Sample Agents Inc.',
    ...shared,
    agentsTin: '987654321',
    classMembers: [
      { classMemberName: 'Plan A', classMemberFEIN: '111111111' },
      { classMemberName: 'Plan B', classMemberFEIN: '222222222' },
    ],
    ...end,
  },
  rows: rowsOf(
    {
      ...refusedForEveryFiler,
      relationshipType: option,
      otherRelationshipType: brief(requiredText),
      agentsCompanyName: brief(requiredText),
      agentsTin: brief(taxId),
      'classMembers.0.classMemberName': memberName,
      'classMembers.0.classMemberFEIN': memberFein,
      'classMembers.1.classMemberName': brief(memberName),
      'classMembers.1.classMemberFEIN': brief(memberFein),
    },
    {
      ...acceptedForEveryFiler,
      relationshipType: [
        'Third-party administrator or administrative services provider',
        'Pharmacy benefit manager',
        'Other',
      ],
      otherRelationshipType: few(taken.requiredText),
      agentsCompanyName: few(taken.requiredText),
      agentsTin: takenTaxIds,
      'classMembers.0.classMemberName': few(taken.requiredText),
      'classMembers.1.classMemberFEIN': takenTaxIds,
    },
  ),
};
