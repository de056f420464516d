import { individualV1 } from '../../content/demonstration/forms/individual.v1.ts';
import { messages as m } from './messages.ts';
import { rowsOf, type RuleTable } from './rule-table.ts';
import {
  city,
  nineDigits,
  option,
  optionalSignature,
  optionalText,
  phone,
  requiredText,
  taken,
  zip,
} from './shared-rules.ts';

/** Individual form (specification, section 5). */
export const individualRules: RuleTable = {
  name: 'the individual form',
  form: individualV1,
  context: {},
  base: {
    noticeId: '100000001',
    name1: 'Jane Doe',
    street1: '12 Main St. #4',
    city: 'Phoenix',
    state: 'Arizona',
    zip: '85001',
    email: 'jane@example.com',
    excludedAcknowledgement: true,
    outOfpocketExpensePaid: '$501-$1,000',
    signature: 'Jane Doe',
  },
  rows: rowsOf(
    {
      noticeId: nineDigits({ required: '', under: m.under9, over: m.over9, digits: m.noticeIdDigits }).filter(
        ([value]) => value.trim() !== '',
      ),
      name1: requiredText,
      name2: optionalText,
      street1: requiredText,
      city,
      state: option,
      zip,
      phone1: phone,
      // The specification's own pattern: letters, digits, underscore, dot, hyphen; domain labels; 2
      // to 6 letters.
      email: [
        ['', [m.required]],
        ['  ', [m.required]],
        ['jane', [m.email]],
        ['jane@', [m.email]],
        ['@example.com', [m.email]],
        ['jane@example', [m.email]],
        ['jane@.com', [m.email]],
        ['jane@example..com', [m.email]],
        ['jane@example.c', [m.email]],
        ['jane@example.c0m', [m.email]],
        ['jane@example.website', [m.email]],
        ['jane@exam_ple.com', [m.email]],
        ['jane+claims@example.com', [m.email]],
        ["o'brien@example.com", [m.email]],
        ['jane doe@example.com', [m.email]],
        ['jané@example.com', [m.email]],
        ['jane@example.com, joe@example.com', [m.email]],
        [`${'x'.repeat(244)}@example.com`, [m.over255]],
        ['x'.repeat(256), [m.over255, m.email]],
      ],
      excludedAcknowledgement: [[false, [m.required]]],
      outOfpocketExpensePaid: [['', [m.range]]],
      signature: requiredText,
      agentSignature: optionalSignature,
    },
    {
      noticeId: ['', '100000001', ' 000000000 '],
      name1: taken.requiredText,
      name2: taken.optionalText,
      street1: taken.street,
      city: taken.city,
      state: taken.state,
      zip: taken.zip,
      phone1: ['', ...taken.phone],
      email: ['jane.doe_1-2@mail.example.com', '1@e.co', 'jane@example.museum', `${'x'.repeat(243)}@example.com`],
      excludedAcknowledgement: [true],
      outOfpocketExpensePaid: ['$1-$500', '$501-$1,000', '$1,001-$5,000', '$5,001-$9,999', '$10,000 or more'],
      signature: ['Jo', 'x'.repeat(50)],
      agentSignature: taken.optionalSignature,
    },
  ),
};
