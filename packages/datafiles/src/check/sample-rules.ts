import type { Cell, OpenedFile, OpenedTable } from '../opened-file.ts';
import type { DataRules } from '../rules.ts';

/** Rules of a made-up case for tests, with codes that begin with zeros. */
export const sampleRules: DataRules = {
  period: { from: '2008-06-14', to: '2011-05-31' },
  regions: [
    { name: 'Arizona', code: 'AZ', counts: true },
    { name: 'New York', code: 'NY', counts: true },
    { name: 'Ohio', code: 'OH', counts: false },
  ],
  drugs: [
    { ndc: '99999-0833-21', digits: '99999083321', label: 'Sample, 10 mg, bottle of 30' },
    { ndc: '0008-0833-21', digits: '00008083321', label: 'Sample, 20 mg, bottle of 30' },
    { ndc: '12345-678-90', digits: '12345067890', label: 'Sample, 30 mg, bottle of 30' },
    { ndc: '55555-5555-05', digits: '55555555505', label: 'Sample, 40 mg, bottle of 30' },
    { ndc: '55555-0555-55', digits: '55555055555', label: 'Sample, 50 mg, bottle of 30' },
  ],
  drugNames: [{ label: 'Sample', spellings: ['sample capsules', 'SMPL ER'] }],
  tables: {
    purchases: [
      { key: 'payor', header: 'TPP Name', spellings: ['Payor', 'Health Plan'], from: 'everyone', length: 20 },
      { key: 'drug', header: 'NDC or Drug Name', spellings: ['NDC', 'Drug Name'], from: 'everyone', length: 50 },
      { key: 'date', header: 'Fill or Purchase Date', spellings: ['Fill Date', 'DOS'], from: 'everyone', length: 10 },
      { key: 'stateOfPurchase', header: 'State of Purchase', spellings: ['State'], from: 'everyone', length: 30 },
      { key: 'stateOfInsured', header: 'State of Insured', spellings: ['Member State'], from: 'everyone', length: 30 },
      {
        key: 'amount',
        header: 'Amount Paid (net of co-pays)',
        spellings: ['Net Paid', 'Importe pagado é'],
        from: 'everyone',
        length: 20,
      },
      { key: 'planName', header: 'Plan or Group Name', spellings: ['Group'], from: 'agents', length: 20 },
      { key: 'planFein', header: 'Plan or Group FEIN', spellings: ['FEIN'], from: 'agents', length: 10 },
    ],
    membership: [
      { key: 'payor', header: 'TPP Name', spellings: ['Payor'], from: 'everyone', length: 20 },
      { key: 'year', header: 'Year', spellings: [], from: 'everyone', length: 4 },
      { key: 'state', header: 'State', spellings: [], from: 'everyone', length: 30 },
      { key: 'members', header: 'Members', spellings: ['Lives'], from: 'everyone', length: 12 },
      { key: 'planName', header: 'Plan or Group Name', spellings: ['Group'], from: 'agents', length: 20 },
      { key: 'planFein', header: 'Plan or Group FEIN', spellings: ['FEIN'], from: 'agents', length: 10 },
    ],
  },
};

export const purchaseHeaders = [
  'TPP Name',
  'NDC or Drug Name',
  'Fill or Purchase Date',
  'State of Purchase',
  'State of Insured',
  'Amount Paid (net of co-pays)',
];
export const planHeaders = [...purchaseHeaders, 'Plan or Group Name', 'Plan or Group FEIN'];
export const membershipHeaders = ['TPP Name', 'Year', 'State', 'Members'];

/** A valid row of purchases with some cells changed. */
export function purchase(changes: Readonly<Record<number, Cell>> = {}): readonly Cell[] {
  const row: readonly Cell[] = ['Fund A', '99999083321', '06/15/2008', 'Arizona', 'Ohio', '10.00'];
  const width = Math.max(row.length, ...Object.keys(changes).map((place) => Number(place) + 1));
  return Array.from({ length: width }, (_, place) => changes[place] ?? row[place] ?? '');
}

type Rows = readonly (readonly Cell[])[];

/** Acts as a text file. */
export function openedText(rows: Rows, batchSize = 7): OpenedFile {
  return opened([{ rows }], { kind: 'delimited', delimiter: '|', encoding: 'utf-8' }, batchSize);
}
/** Acts as a workbook. */
export function openedWorkbook(
  sheets: readonly ({ readonly rows: Rows } & Omit<OpenedTable, 'batches'>)[],
): OpenedFile {
  return opened(sheets, { kind: 'workbook' }, 7);
}

function opened(
  tables: readonly ({ readonly rows: Rows } & Omit<OpenedTable, 'batches'>)[],
  format: Extract<OpenedFile, { readable: true }>['format'],
  batchSize: number,
): OpenedFile {
  return {
    readable: true,
    format,
    async *tables() {
      for (const { rows, ...table } of tables)
        yield {
          ...table,
          async *batches() {
            for (let start = 0; start < rows.length; start += batchSize) {
              const batch = rows.slice(start, start + batchSize);
              yield { lines: batch.map((_, index) => start + index + 1), rows: batch, bytesRead: start + batch.length };
            }
          },
        };
    },
  };
}
