import { loginV1 } from '../../content/demonstration/forms/login.v1.ts';
import { messages as m } from './messages.ts';
import { rowsOf, type RuleTable } from './rule-table.ts';
import { nineDigits } from './shared-rules.ts';

/** Login (specification, section 5). */
export const loginRules: RuleTable = {
  name: 'the login',
  form: loginV1,
  context: {},
  base: { noticeId: '100000001', uniqueId: 'DEMO0001' },
  rows: rowsOf(
    {
      noticeId: nineDigits({ required: m.required, under: m.under9, over: m.over9, digits: m.noticeIdDigits }),
      uniqueId: [
        ['', [m.required]],
        ['DEMO001', [m.under8]],
        ['DEMO00001', [m.over8]],
        ['DEMO-001', [m.uniqueIdCharacters]],
        ['DEMO 001', [m.uniqueIdCharacters]],
        ['DÉMO0001', [m.uniqueIdCharacters]],
        ['D!', [m.under8, m.uniqueIdCharacters]],
        ['DEMO-00001', [m.over8, m.uniqueIdCharacters]],
        // Upper case would turn these characters into plain letters: STRASSE, FI.
        ['STRAßE01', [m.uniqueIdCharacters]],
        ['ABCDEFﬁ', [m.under8, m.uniqueIdCharacters]],
        ['ABCDEFGı', [m.uniqueIdCharacters]],
      ],
    },
    { noticeId: ['100000001', ' 000000000 '], uniqueId: ['DEMO0001', ' demo0001 ', '12345678'] },
  ),
};
