import type { InventedUpload, TableFormat } from '@redress/contract/demonstration';
import { facts } from '../facts.ts';
import { numericDate } from '../../shared/formats.ts';
import { drugCodes, elevenDigits } from '../lists/drug-codes.ts';
import { stateCodes } from '@redress/datafiles/us-states';
import { membershipColumns, purchaseColumns } from '../lists/tpp-data-columns.ts';
import { addDays } from '@redress/forms/court-day';
import { createRandom, type Random } from './random.ts';

/** A plan and its claimed purchases. */
export interface Plan {
  readonly name: string;
  readonly fein: string;
}
interface PayorData {
  readonly payor: string;
  /** An agent's data covers several plans, and each row names its plan. */
  readonly plans: readonly Plan[];
  readonly claimedCents: number;
}

const { classPeriod, states: classStates } = facts.brandDrug;
const periodDays = Math.round((Date.parse(classPeriod.to) - Date.parse(classPeriod.from)) / 86_400_000);
const years = [2008, 2009, 2010, 2011];
const formats: readonly (readonly [TableFormat, number])[] = [
  ['comma-delimited', 4],
  ['workbook', 4],
  ['pipe-delimited', 2],
];
const extensions = { 'comma-delimited': 'csv', 'pipe-delimited': 'txt', workbook: 'xlsx' } as const;
const centsPerRow = 14_000;
const maxRows = 2_500;
/** The share of files with faults, and of rows with faults in these files. */
const faultyShare = 0.45;
const faultyRowShare = 0.03;

const tableUpload = (name: string, format: TableFormat, seconds: number, rows: () => string[][]): InventedUpload => ({
  name: `${name}.${extensions[format]}`,
  seconds,
  file: { kind: 'table', format, rows },
});

/** The number of each plan's members by state and year. */
export function membershipUpload(random: Random, { payor, plans }: PayorData): InventedUpload {
  const format = random.pickWeighted(formats);
  const seed = `membership ${random.next()}`;
  const isFaulty = random.chance(faultyShare);
  return tableUpload(random.pick(['membership', 'Members by state and year', 'enrollment']), format, 8, () => {
    const own = createRandom(seed);
    const rows = plans.flatMap((plan) => {
      const states = Array.from({ length: own.integer(1, 5) }, () => own.pick(classStates));
      return [...new Set(states)].flatMap((state) => {
        const members = own.logNormal(900, 1);
        return years.map((year) => {
          const count = String(Math.max(1, Math.round(members * (0.9 + 0.2 * own.next()))));
          const cells = [payor, String(year), state, count, ...planCells(plans, plan)];
          return isFaulty && own.chance(0.1) ? spoil(own, cells, membershipFaults) : cells;
        });
      });
    });
    return [headersOf(membershipColumns, plans), ...rows];
  });
}

/** One row per fill. Unless there are faults, the rows add up to the claimed amount. */
export function purchasesUpload(random: Random, { payor, plans, claimedCents }: PayorData): InventedUpload {
  const format = random.pickWeighted(formats);
  const seed = `purchases ${random.next()}`;
  const isFaulty = random.chance(faultyShare);
  return tableUpload(random.pick(['purchases', 'transaction data', 'claims detail 2008-2011']), format, 15, () => {
    const own = createRandom(seed);
    const count = Math.max(12, Math.min(maxRows, Math.round(claimedCents / centsPerRow)));
    const rows = divide(own, claimedCents, count).map((cents) => {
      const day = addDays(classPeriod.from, own.integer(0, periodDays));
      const available = drugCodes.filter(({ marketed }) => marketed.from <= day && day <= marketed.to);
      const state = own.pick(classStates);
      const insured = own.chance(0.93) ? state : own.pick(['Ohio', 'Texas', 'Georgia', 'New Jersey']);
      const cells = [payor, elevenDigits(own.pick(available).ndc), numericDate(day)];
      const row = [...cells, state, insured, (cents / 100).toFixed(2), ...planCells(plans, own.pick(plans))];
      return isFaulty && own.chance(faultyRowShare) ? spoil(own, row, purchaseFaults) : row;
    });
    const repeated = isFaulty ? rows.slice(0, own.integer(0, 6)) : [];
    return [headersOf(purchaseColumns, plans), ...rows, ...repeated];
  });
}

/** An agent's rows name their plans. */
const planCells = (plans: readonly Plan[], { name, fein }: Plan) => (plans.length > 1 ? [name, fein] : []);

function headersOf(columns: Readonly<Record<string, { from: string; header: string }>>, plans: readonly Plan[]) {
  return Object.values(columns).flatMap(({ from, header }) => (from === 'everyone' || plans.length > 1 ? header : []));
}

/** Divides a sum into parts of different sizes. */
function divide(random: Random, total: number, count: number): number[] {
  const weights = Array.from({ length: count }, () => random.logNormal(1, 0.6));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const parts = weights.map((weight) => Math.floor((weight / sum) * total));
  const left = total - parts.reduce((all, part) => all + part, 0);
  return parts.map((part, index) => (index === 0 ? part + left : part));
}

/** Faulty values for a column. */
type Fault = readonly [column: number, spoil: (random: Random, value: string) => string];

const membershipFaults: readonly Fault[] = [
  [1, (random) => random.pick(['2007', '2012', '20O9'])],
  [2, (random) => random.pick(['Fla', 'XX', ''])],
  [3, (random) => random.pick(['about 900', '', '-'])],
];
const purchaseFaults: readonly Fault[] = [
  [1, (random) => random.pick(['99999-0999-01', '9.99991E+10', 'ibuprofen', ''])],
  [2, (random) => random.pick(['02/30/2010', '05/01/2007', '12/2009', '', 'n/a'])],
  [3, (random) => random.pick(['Texas', 'Ohio', 'Calif', 'XX', ''])],
  [4, (random, value) => (value in stateCodes ? random.pick(['?', 'Nueva York', '']) : value)],
  [5, (random, value) => random.pick(['', 'see invoice', `$${value}`, `${value}12345`, '0.00', `-${value}`])],
];

function spoil(random: Random, cells: readonly string[], faults: readonly Fault[]): string[] {
  const [column, change] = random.pick(faults);
  return cells.map((cell, index) => (index === column ? change(random, cell) : cell));
}
