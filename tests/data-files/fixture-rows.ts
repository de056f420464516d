import { dataRules } from '@redress/content/data-rules';
import type { DataRules } from '@redress/datafiles/rules';

// The content of the fixtures. Payors are made up; codes, columns and states are the website's.

export const rules = rulesOf('tpp');

function rulesOf(form: string): DataRules {
  const found = dataRules[form];
  if (found === undefined) throw new Error(`There are no data rules for ${form}`);
  return found;
}

/** Has a labeler that begins with zeros, which spreadsheets drop. The website's own has none. */
export const rulesWithZeros: DataRules = {
  ...rules,
  drugs: [
    { ndc: '00008-0833-21', digits: '00008083321', label: 'Capsules of 75 mg' },
    { ndc: '00008-0836-03', digits: '00008083603', label: 'Capsules of 150 mg' },
  ],
};

/** The template's headers for everyone. */
export const purchaseHeaders = rules.tables.purchases.flatMap(({ from, header }) =>
  from === 'everyone' ? header : [],
);
export const membershipHeaders = rules.tables.membership.flatMap(({ from, header }) =>
  from === 'everyone' ? header : [],
);

export interface Purchase {
  readonly payor: string;
  readonly ndc: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly bought: string;
  readonly insured: string;
  readonly amount: string;
}

/** Five valid rows, together 1,654.2425 dollars. The last one is a reversal. */
export const purchases: readonly Purchase[] = [
  ['Example Health Plan', '99999083321', '2009-01-05', 'Arizona', 'Ohio', '118.4025'],
  ['Example Health Plan', '99999083322', '2009-03-17', 'California', 'California', '240.10'],
  ['Example Health Plan', '99999084121', '2010-08-02', 'New York', 'New Jersey', '63.99'],
  ['Núñez Salud Plan', '99999084523', '2011-02-28', 'Florida', 'Florida', '1250.00'],
  ['Núñez Salud Plan', '99999083521', '2008-06-14', 'Maine', 'Maine', '-18.25'],
].map(([payor = '', ndc = '', day = '', bought = '', insured = '', amount = '']) => ({
  payor,
  ndc,
  day,
  bought,
  insured,
  amount,
}));

/** `01/05/2009` */
function formatUsDate(day: string): string {
  return day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
}

/** The rows as a payor writes them, in the template's order. */
export const purchaseLines: readonly (readonly string[])[] = purchases.map(
  ({ payor, ndc, day, bought, insured, amount }) => [payor, ndc, formatUsDate(day), bought, insured, amount],
);

/** Four state-years of two payors: 3,100 members in 2009 and 1,250 in 2010. */
export const membershipLines: readonly (readonly string[])[] = [
  ['Example Health Plan', '2009', 'Arizona', '1250'],
  ['Example Health Plan', '2009', 'Ohio', '850'],
  ['Núñez Salud Plan', '2009', 'FL', '1000'],
  ['Example Health Plan', '2010', 'Arizona', '1250'],
];
