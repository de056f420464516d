import { dataRules } from '@redress/content/data-rules';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import type { DataRules } from '@redress/datafiles/rules';
import { storedFileSource } from '@redress/server/platform/storage/stored-file';
import { streamXlsxRows, writeXlsxStream } from 'hucre/xlsx';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Papa from 'papaparse';
import type { Measurement } from './main.ts';

// node child.ts write FILE FORMAT ROWS writes a file to measure. node child.ts WAY FILE reads it,
// and prints how long that took. A separate process shows its peak memory.

const [what = '', file = '', format = '', count = ''] = process.argv.slice(2);

function rulesOfFiles(): DataRules {
  const [rules] = Object.values(dataRules);
  if (rules === undefined) throw new Error('There are no data rules');
  return rules;
}

/** Each way returns the number of rows, with or without the header. */
const ways: Readonly<Record<string, () => Promise<number>>> = {
  'papaparse-pipes': () => parseText('|', '\u0000'),
  'papaparse-quoted': () => parseText(',', '"'),
  hucre: readWorkbook,
  check,
};

/** Rows are read in chunks and released, as they are for large files. */
function parseText(delimiter: string, quoteChar: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    const text = createReadStream(file, { encoding: 'utf8', highWaterMark: 1024 * 1024 });
    Papa.parse(text, {
      delimiter,
      quoteChar,
      chunk: ({ data }) => {
        rows += data.length;
      },
      complete: () => resolve(rows),
      error: reject,
    });
  });
}

async function readWorkbook(): Promise<number> {
  let rows = 0;
  for await (const _ of streamXlsxRows(await readFile(file))) rows += 1;
  return rows;
}

async function check(): Promise<number> {
  const source = storedFileSource({ path: file, name: basename(file), size: (await stat(file)).size });
  const checked = await checkDataFile(source, { rules: rulesOfFiles(), onProgress: () => {} });
  const rows = checked.outcome === 'checked' ? checked.report.purchases?.counted.rows : undefined;
  if (rows === undefined) throw new Error(`Not checked: ${JSON.stringify(checked).slice(0, 500)}`);
  return rows;
}

const isWorkbook = format.startsWith('workbook');
type Value = string | number | Date;
/** Writing each row by itself would take longer than generating it. */
const rowsInPiece = 5_000;

/**
 * Rows have the template's eight columns and one extra, with 40 plans, all states and drugs, and
 * amounts to the cent. Every row counts.
 */
function* purchaseRows(count: number, { tables, regions, drugs }: DataRules): Generator<Value[]> {
  yield [...tables.purchases.map(({ header }) => header), 'Claim ID'];
  const counting = regions.filter((region) => region.counts);
  let state = 12_345;
  const below = (end: number) => {
    // A linear congruential generator makes the same rows each time.
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

/**
 * Formats are `pipes`, `quoted` (commas), `workbook-inline` (strings in their cells, as most
 * programs write them) and `workbook-shared` (as Excel writes them).
 */
async function writeFile(): Promise<void> {
  const values = purchaseRows(Number(count), rulesOfFiles());
  const [delimiter, quote] = format === 'quoted' ? [',', '"'] : ['|', ''];
  const pieces = isWorkbook
    ? writeXlsxStream(values, { name: 'Purchases', inlineStrings: format === 'workbook-inline' })
    : asText(values, delimiter, quote);
  await pipeline(Readable.from(pieces), createWriteStream(file));
}

async function measure(way: () => Promise<number>): Promise<Measurement> {
  const started = performance.now();
  const rows = await way();
  const milliseconds = performance.now() - started;
  return { rows, milliseconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
}

const way = ways[what];
if (way) process.stdout.write(JSON.stringify(await measure(way)));
else await writeFile();
