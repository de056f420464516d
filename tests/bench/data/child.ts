import { createRandom } from '@redress/content/demo/random';
import { dataRules } from '@redress/content/data-rules';
import { checkDataFile } from '@redress/datafiles/check/check-data-file';
import type { DataRules } from '@redress/datafiles/rules';
import { storedFileSource } from '@redress/server/platform/storage/stored-file';
import { streamXlsxRows, writeXlsxStream } from 'hucre/xlsx';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Papa from 'papaparse';
import { printMeasurement } from '../child-process.ts';

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
/**
 * Rows have the template's eight columns and one extra, with 40 plans, all states and drugs, and
 * amounts to the cent. Every row counts.
 */
function* purchaseRows(count: number, { tables, regions, drugs }: DataRules): Generator<Value[]> {
  yield [...tables.purchases.map(({ header }) => header), 'Claim ID'];
  const counting = regions.filter((region) => region.counts);
  // The same seed makes the same rows each time.
  const random = createRandom('rows');
  for (let row = 0; row < count; row += 1) {
    const plan = random.integer(0, 39);
    const date = new Date(Date.UTC(random.integer(2009, 2010), random.integer(0, 11), random.integer(1, 28)));
    const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
    const amount = random.integer(1, 50_000) / 100;
    yield [
      'Example Health Plan',
      random.pick(drugs).digits,
      isWorkbook ? date : `${month}/${day}/${year}`,
      random.pick(counting).name,
      random.pick(regions).name,
      isWorkbook ? amount : amount.toFixed(2),
      `Sample Fund ${plan}`,
      `12-34567${String(plan).padStart(2, '0')}`,
      `C${row}`,
    ];
  }
}

function* asText(values: Iterable<Value[]>, delimiter: string, quote: string): Generator<string> {
  for (const row of values) yield `${quote}${row.join(`${quote}${delimiter}${quote}`)}${quote}\r\n`;
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

const started = performance.now();
const rows = await ways[what]?.();
if (rows === undefined) await writeFile();
else printMeasurement(performance.now() - started, rows);
