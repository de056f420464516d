import { dataRules } from '@redress/content/data-rules';
import type { DataRules } from '@redress/datafiles/rules';
import { writeXlsxStream } from 'hucre/xlsx';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

// node write-file-child.ts FORMAT ROWS FILE: writes a file to measure. A separate process, so that
// no other process's memory grows.

const [format = '', rows = '', file = ''] = process.argv.slice(2);
const [rules] = Object.values(dataRules);
if (rules === undefined) throw new Error('There are no data rules');

type Value = string | number | Date;
const isWorkbook = format.startsWith('workbook');
/** Rows per write: one write for each row would take longer than generating it. */
const rowsInPiece = 5_000;

/**
 * The template's eight columns and one extra. Every row counts; 40 plans, all states and drugs,
 * amounts to the cent.
 */
function* purchaseRows(count: number, { tables, regions, drugs }: DataRules): Generator<Value[]> {
  yield [...tables.purchases.map(({ header }) => header), 'Claim ID'];
  const counting = regions.filter((region) => region.counts);
  let state = 12_345;
  const below = (end: number) => {
    // A linear congruential generator: the same rows each time.
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * end);
  };
  for (let row = 0; row < count; row += 1) {
    const plan = below(40);
    const [year, month, day] = [2009 + below(2), 1 + below(12), 1 + below(28)];
    yield [
      'Example Health Plan',
      drugs[below(drugs.length)]?.digits ?? '',
      isWorkbook
        ? new Date(Date.UTC(year, month - 1, day))
        : `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/${year}`,
      counting[below(counting.length)]?.name ?? '',
      regions[below(regions.length)]?.name ?? '',
      isWorkbook ? (1 + below(50_000)) / 100 : ((1 + below(50_000)) / 100).toFixed(2),
      `Sample Fund ${plan}`,
      `12-34567${String(plan).padStart(2, '0')}`,
      `C${row}`,
    ];
  }
}

function* asText(values: Iterable<Value[]>, delimiter: string, quote: string): Generator<string> {
  let chunk = '';
  let inPiece = 0;
  for (const row of values) {
    chunk += `${quote}${row.join(`${quote}${delimiter}${quote}`)}${quote}\r\n`;
    inPiece += 1;
    if (inPiece < rowsInPiece) continue;
    yield chunk;
    chunk = '';
    inPiece = 0;
  }
  yield chunk;
}

// FORMAT: pipes; quoted (commas); workbook-inline (strings in their cells, as most programs write
// them); workbook-shared (as Excel writes them).
const values = purchaseRows(Number(rows), rules);
if (isWorkbook) {
  const workbook = writeXlsxStream(values, { name: 'Purchases', inlineStrings: format === 'workbook-inline' });
  await pipeline(Readable.from(workbook), createWriteStream(file));
} else {
  const isQuoted = format === 'quoted';
  await pipeline(Readable.from(asText(values, isQuoted ? ',' : '|', isQuoted ? '"' : '')), createWriteStream(file));
}
