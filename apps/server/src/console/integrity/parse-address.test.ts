import { expect, test } from 'vitest';
import { isSameBuilding, parseAddress } from './parse-address.ts';

test.each([
  ['12 North Larkmoor Lane Apt. 4-B', '12', 'n larkmoor ln', '4b'],
  ['12 N LARKMOOR LN #4B', '12', 'n larkmoor ln', '4b'],
  ['12 N. Larkmoor Ln, Unit 4 B', '12', 'n larkmoor ln', '4b'],
  ['12 n larkmoor ln 4b', '12', 'n larkmoor ln', '4b'],
  ['123 1/2 Main Street', '123', 'main st', ''],
  ['12½ Elm Street', '12', 'elm st', ''],
  ['5 Avenue of the Americas', '5', 'avenue of the americas', ''],
  ['77 Court Street Northwest', '77', 'court st nw', ''],
  ['12-34 First Avenue Suite 005', '12-34', '1st ave', '5'],
  ['100 County Road 12', '100', 'county rd 12', ''],
  ['4500 State Highway 9', '4500', 'state hwy 9', ''],
  ['15 8Larkmoor Lane', '158', 'larkmoor ln', ''],
  ['158Larkmoor Lane', '158', 'larkmoor ln', ''],
  ['2494 1st Drive', '2494', '1st dr', ''],
  ['9 Calle Luna Apto 3', '9', 'calle luna', '3'],
  ['9 Núñez Court', '9', 'nunez ct', ''],
  ['Rural estate without number', '', 'rural estate without number', ''],
])('%s', (text, house, street, unit) => {
  expect(parseAddress(text, '85001-1234')).toEqual({ house, street, unit, box: '', zip: '85001' });
});

test.each(['PO Box 123', 'P.O. Box 123', 'p. o. box #123', 'Post Office Box 123', 'POB 123'])('%s is a box', (text) => {
  expect(parseAddress(text, '85001')).toEqual({ house: '', street: '', unit: '', box: '123', zip: '85001' });
});

test('units do not make another building, and addresses that were not understood are never the same', () => {
  const [first, second] = [parseAddress('1 Main St Apt 1', '85001'), parseAddress('1 Main Street # 2', '85001')];
  expect(isSameBuilding(first, second)).toBe(true);
  expect(isSameBuilding(first, parseAddress('1 Main St', '85002'))).toBe(false);
  const unknown = parseAddress('near the church', '85001');
  expect(isSameBuilding(unknown, unknown)).toBe(false);
});
