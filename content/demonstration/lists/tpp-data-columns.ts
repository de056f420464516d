import { facts } from '../facts.ts';
import { numericDate } from '../../shared/formats.ts';
import { drugCodes, elevenDigits } from './drug-codes.ts';

/**
 * A column of payors’ data, for the filing template, its instructions and the check of data files.
 */
export interface DataColumn {
  readonly header: string;
  /** The payors who fill it in: all of them, or only agents of several class members. */
  readonly from: 'everyone' | 'agents';
  /** An instruction for people. */
  readonly explanation: string;
  readonly example: string;
  /** The maximum length of a value, and its width in a fixed-width file. */
  readonly length: number;
}

/** The template's sheet of instructions. */
export const instructionsSheet = 'Instructions';

const [anyCode] = drugCodes;
const { classPeriod, states } = facts.brandDrug;

const payor = {
  header: 'TPP Name',
  from: 'everyone',
  explanation: 'The name of the third-party payor (TPP) that paid, as on the claim form.',
  example: 'Example Health Plan',
  length: 50,
} as const satisfies DataColumn;
const plan = [
  {
    header: 'Plan or Group Name',
    from: 'agents',
    explanation: 'Agents of several class members only: the plan or group that the row belongs to.',
    example: 'Sample Workers Welfare Fund',
    length: 50,
  },
  {
    header: 'Plan or Group FEIN',
    from: 'agents',
    explanation: 'Agents of several class members only: its federal tax ID, 9 digits, with or without the hyphen.',
    example: '12-3456789',
    length: 10,
  },
] as const satisfies readonly DataColumn[];

/** Purchases: one row per fill, in this order. */
export const purchaseColumns = {
  payor,
  drug: {
    header: 'NDC or Drug Name',
    from: 'everyone',
    explanation: 'The National Drug Code, 11 digits with all zeros or with hyphens, or the name of the drug.',
    example: anyCode ? elevenDigits(anyCode.ndc) : '',
    length: 50,
  },
  date: {
    header: 'Fill or Purchase Date',
    from: 'everyone',
    explanation: `The day of the fill or purchase, MM/DD/YYYY, from ${numericDate(classPeriod.from)} to ${numericDate(classPeriod.to)}.`,
    example: numericDate(classPeriod.from),
    length: 10,
  },
  stateOfPurchase: {
    header: 'State of Purchase',
    from: 'everyone',
    explanation: `Where the drug was bought: one of the ${states.length} class states, by its full name. Leave out purchases in other states.`,
    example: states[0],
    length: 30,
  },
  stateOfInsured: {
    header: 'State of Insured',
    from: 'everyone',
    explanation: 'The full name of the state or territory where the insured person lived. It can be any state.',
    example: 'Ohio',
    length: 30,
  },
  amount: {
    header: 'Amount Paid (net of co-pays, deductibles and co-insurance)',
    from: 'everyone',
    explanation:
      'What the TPP paid, in dollars, up to 4 decimals. Leave out what the member paid: co-pays, deductibles and co-insurance. A reversal is negative.',
    example: '118.4025',
    length: 20,
  },
  planName: plan[0],
  planFein: plan[1],
} as const satisfies Readonly<Record<string, DataColumn>>;

/** Membership: one row per state and year, in this order. */
export const membershipColumns = {
  payor,
  year: {
    header: 'Year',
    from: 'everyone',
    explanation: 'A calendar year of the class period.',
    example: classPeriod.from.slice(0, 4),
    length: 4,
  },
  state: {
    header: 'State',
    from: 'everyone',
    explanation: 'The full name of the state or territory where the members lived.',
    example: states[0],
    length: 30,
  },
  members: {
    header: 'Members',
    from: 'everyone',
    explanation:
      'How many members had drug benefits in that state and year. Give the average for the year if it changed.',
    example: '1250',
    length: 12,
  },
  planName: plan[0],
  planFein: plan[1],
} as const satisfies Readonly<Record<string, DataColumn>>;

/** The first position of each column in a fixed-width file, counted from 1. */
export function fixedWidthStarts(columns: readonly DataColumn[]): readonly number[] {
  let next = 1;
  return columns.map(({ length }) => {
    const start = next;
    next += length;
    return start;
  });
}
