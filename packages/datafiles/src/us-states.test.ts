import { expect, test } from 'vitest';
import { createStateFinder, stateCodes } from './us-states.ts';

const states = Object.entries(stateCodes).map(([name, code]) => ({ name, code }));
const find = createStateFinder(states);

test.each([
  ['California', 'CA'],
  ['ca', 'CA'],
  ['Calif.', 'CA'],
  ['California (CA)', 'CA'],
  ['CA - California', 'CA'],
  ['California, USA', 'CA'],
  ['Calif. U.S.A.', 'CA'],
  ['New York State', 'NY'],
  ['State of New York', 'NY'],
  ['N.Y.', 'NY'],
  ['N. York', 'NY'],
  ['FLA', 'FL'],
  ['Commonwealth of Massachusetts', 'MA'],
  ['W. Va.', 'WV'],
  ['Wash.', 'WA'],
  ['Washington, D.C.', 'DC'],
  ['Washington', 'WA'],
  ['Virgin Islands', 'VI'],
  ['U.S. Virgin Islands', 'VI'],
  ['Armed Forces Europe (AE)', 'AE'],
])('%s is %s', (text, code) => {
  expect(find(text)?.code).toBe(code);
});

test.each(['', '-', '?', 'Ontario', 'XX', 'California (Ohio)', 'Calfornia', 'CA or NY', 'State', '-'.repeat(200_000)])(
  '%j is no state',
  (text) => {
    expect(find(text)).toBeUndefined();
  },
);
