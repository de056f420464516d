import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type ByteSource, blobSource } from './byte-source.ts';
import { type CheckProgress, checkDataFile } from './check-data-file.ts';
import { purchase, purchaseHeaders, sampleRules } from '../fixtures/sample-rules.ts';

const lines = (rows: number) =>
  [purchaseHeaders, ...Array.from({ length: rows }, (_, index) => purchase({ 5: `${index + 1}.00` }))]
    .map((row) => row.join('|'))
    .join('\r\n');
const sourceOf = (text: string) => blobSource(new Blob([text]), 'data.txt');

/** Yields its bytes slowly, and never ends. */
const endless: ByteSource = {
  name: 'endless.txt',
  size: 2 ** 40,
  async *stream(from = 0) {
    const bytes = new TextEncoder().encode(`${lines(2_000)}\r\n`);
    for (let at = 0; ; at += bytes.length) if (at >= from) yield bytes;
  },
};

describe('checkDataFile', () => {
  test('reads, checks and adds up the rows', async () => {
    const checked = await checkDataFile(sourceOf(lines(1_000)), { rules: sampleRules });
    expect(checked).toMatchObject({
      outcome: 'checked',
      report: { purchases: { rows: 1_000, counted: { rows: 1_000, amount: '500500.0000' } }, findings: [] },
    });
  });

  test('reports an empty file', async () => {
    expect(await checkDataFile(sourceOf(''), { rules: sampleRules })).toEqual({
      outcome: 'unreadable',
      reason: 'empty',
    });
  });

  test('reports progress a few times a second, and rejects with the signal’s reason', async () => {
    const stopping = new AbortController();
    const reason = new Error('Enough.');
    const reports: { readonly at: number; readonly progress: CheckProgress }[] = [];
    const checking = checkDataFile(endless, {
      rules: sampleRules,
      signal: stopping.signal,
      onProgress: (progress) => reports.push({ at: Date.now(), progress }),
    });
    const timer = setTimeout(() => stopping.abort(reason), 1_000);
    await expect(checking).rejects.toBe(reason);
    clearTimeout(timer);
    expect(reports.length).toBeGreaterThan(1);
    const gaps = reports.slice(1).map(({ at }, index) => at - (reports[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(195);
    const rows = reports.map(({ progress }) => progress.rows);
    expect(rows).toEqual([...rows].sort((one, other) => one - other));
    expect(reports.every(({ progress }) => progress.bytes === endless.size && progress.bytesRead > 0)).toBe(true);
  });

  test('does not start if the signal is aborted', async () => {
    const stopping = new AbortController();
    stopping.abort(new Error('Never.'));
    await expect(checkDataFile(endless, { rules: sampleRules, signal: stopping.signal })).rejects.toThrow('Never.');
  });

  test('rejects if the source cannot be read', async () => {
    const broken: ByteSource = {
      ...endless,
      // oxlint-disable-next-line require-yield
      async *stream() {
        throw new Error('The disk is gone.');
      },
    };
    await expect(checkDataFile(broken, { rules: sampleRules })).rejects.toThrow('The disk is gone.');
  });

  test('gives the same report in every time zone', () => {
    const program = `
      import { writeXlsx } from 'hucre/xlsx';
      import { blobSource } from './byte-source.ts';
      import { checkDataFile } from './check-data-file.ts';
      import { purchaseHeaders, sampleRules } from '../fixtures/sample-rules.ts';
      const dates = ['06/14/2008', '2011-05-31', 'May 31, 2011', new Date('2008-06-14T00:00:00Z'), new Date('2011-05-31T00:00:00Z'), 39613];
      const rows = dates.map((date, index) => ['Fund A', '99999083321', date, 'AZ', 'OH', index + 0.5]);
      const workbook = await writeXlsx({ sheets: [{ name: 'Data', rows: [purchaseHeaders, ...rows] }] });
      const checked = await checkDataFile(blobSource(new Blob([workbook]), 'data'), { rules: sampleRules });
      console.log(JSON.stringify(checked));
    `;
    const [first, ...others] = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Pacific/Pago_Pago'].map((TZ) =>
      execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
        cwd: import.meta.dirname,
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
    );
    expect(JSON.parse(first ?? '')).toMatchObject({
      report: { purchases: { counted: { rows: 6, amount: '18.0000' } } },
    });
    for (const other of others) expect(other).toBe(first);
  }, 60_000);
});
