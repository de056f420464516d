import { dataRules } from '@redress/content/data-rules';
import { checkDataFile } from '@redress/datafiles/check-data-file';
import { storedFileSource } from '@redress/server/storage/stored-file';
import { streamXlsxRows } from 'hucre/xlsx';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import Papa from 'papaparse';
import type { Measurement } from './measurement.ts';

// node measure-child.ts WHAT FILE: reads a file in one way, and prints how long it took. A separate
// process, so that its peak memory is known.

const [what = '', file = ''] = process.argv.slice(2);

/** Each returns the number of rows, with or without the header. */
const ways: Readonly<Record<string, () => Promise<number>>> = {
  'papaparse-pipes': () => parseText('|', '\u0000'),
  'papaparse-quoted': () => parseText(',', '"'),
  hucre: readWorkbook,
  check,
};

/** As on large files: rows are read in chunks and released. */
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
  const [rules] = Object.values(dataRules);
  if (rules === undefined) throw new Error('There are no data rules');
  const source = storedFileSource({ path: file, name: basename(file), size: (await stat(file)).size });
  const checked = await checkDataFile(source, { rules, onProgress: () => {} });
  const rows = checked.outcome === 'checked' ? checked.report.purchases?.counted.rows : undefined;
  if (rows === undefined) throw new Error(`Not checked: ${JSON.stringify(checked).slice(0, 500)}`);
  return rows;
}

const way = ways[what];
if (way === undefined) throw new Error(`There is no way of reading called ${what}`);
const started = performance.now();
const processor = process.cpuUsage();
const rows = await way();
const { user, system } = process.cpuUsage(processor);
const measurement: Measurement = {
  rows,
  milliseconds: performance.now() - started,
  processorMilliseconds: (user + system) / 1_000,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(JSON.stringify(measurement));
