import { consumerV1 } from '../../content/demonstration/forms/consumer.v1.ts';
import { messages as m } from './messages.ts';
import { rowsOf, type RuleTable } from './rule-table.ts';
import { amount, brief, city, email, option, optionalText, phone, requiredText, taken, zip } from './shared-rules.ts';

/** Consumer form (specification, section 5). */
export const consumerRules: RuleTable = {
  name: 'the consumer form',
  form: consumerV1,
  context: { noticeId: '100000001' },
  base: {
    name1: 'Jane Doe',
    street1: '12 Main St. #4',
    city: 'Phoenix',
    state: 'Arizona',
    zip: '85001',
    classMemberConfirmation: true,
    repealerStateTotalAmountPaid: '1250.50',
    totalNumOfPrescriptions: '24',
    insuranceQuestion: 'Yes',
    signature: 'Jane Doe',
  },
  rows: rowsOf(
    {
      name1: requiredText,
      name2: optionalText,
      street1: brief(requiredText),
      city,
      state: option,
      zip,
      phone1: phone,
      email,
      repealerStateTotalAmountPaid: amount,
      totalNumOfPrescriptions: [
        ['', [m.required]],
        ['1234567890123456', [m.over15]],
        ['2.5', [m.onlyNumbers]],
        ['-2', [m.onlyNumbers]],
        ['two', [m.onlyNumbers]],
        ['about two hundred', [m.over15, m.onlyNumbers]],
      ],
      insuranceQuestion: option,
      signature: brief(requiredText),
    },
    {
      name1: taken.requiredText,
      name2: taken.optionalText,
      street1: taken.street,
      city: taken.city,
      state: taken.state,
      zip: taken.zip,
      phone1: ['', ...taken.phone],
      email: taken.email,
      classMemberConfirmation: [true, false],
      repealerStateTotalAmountPaid: taken.amount,
      totalNumOfPrescriptions: ['0', '24', '123456789012345'],
      insuranceQuestion: ['Yes', 'No'],
      signature: ['Jo', 'x'.repeat(50)],
    },
  ),
};
