import { execFileSync } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';
import { type ByteSource, blobSource } from '../byte-source.ts';
import { type CheckProgress, checkDataFile } from './check-data-file.ts';
import { purchase, purchaseHeaders, sampleRules } from '../../fixtures/sample-rules.ts';

const lines = (rows: number) =>
  [purchaseHeaders, ...Array.from({ length: rows }, (_, index) => purchase({ 5: `${index + 1}.00` }))]
    .map((row) => row.join('|'))
    .join('\r\n');
const sourceOf = (text: string) => blobSource(new Blob([text]), 'data.txt');

/** The source never ends. */
const endless: ByteSource = {
  name: 'endless.txt',
  size: 2 ** 40,
  async *stream(from = 0) {
    const bytes = new TextEncoder().encode(`${lines(2_000)}\r\n`);
    for (let at = 0; ; at += bytes.length) {
      // Each piece advances the test's clock by 50 ms.
      if (vi.isFakeTimers()) vi.setSystemTime(Date.now() + 50);
      if (at >= from) yield bytes;
    }
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

  test.each([';', '\t'])('has the sum of a file with decimal commas between %j, to the cent', async (delimiter) => {
    const amounts = ['1.234,56', '999,99', '0,05', '12.345.678,90'];
    const rows = amounts.map((amount, index) => purchase({ 0: `Fund ${index}`, 5: amount }));
    const text = [purchaseHeaders, ...rows].map((row) => row.join(delimiter)).join('\n');
    expect(await checkDataFile(sourceOf(text), { rules: sampleRules })).toMatchObject({
      report: {
        format: { delimiter },
        tables: [{ decimals: { mark: 'comma', why: 'proven' } }],
        purchases: { counted: { rows: 4, amount: '12347913.5000' } },
      },
    });
  });

  test('reports progress a few times a second, and rejects with the signal’s reason', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const stopping = new AbortController();
      const reason = new Error('Enough.');
      const reports: { readonly at: number; readonly progress: CheckProgress }[] = [];
      const onProgress = (progress: CheckProgress) => {
        reports.push({ at: Date.now(), progress });
        if (reports.length === 5) stopping.abort(reason);
      };
      await expect(checkDataFile(endless, { rules: sampleRules, signal: stopping.signal, onProgress })).rejects.toBe(
        reason,
      );
      const gaps = reports.slice(1).map(({ at }, index) => at - (reports[index]?.at ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(200);
      const rows = reports.map(({ progress }) => progress.rows);
      expect(rows).toEqual(rows.toSorted((one, other) => one - other));
      expect(reports.every(({ progress }) => progress.bytes === endless.size && progress.bytesRead > 0)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
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
      import { blobSource } from '../byte-source.ts';
      import { checkDataFile } from './check-data-file.ts';
      import { purchaseHeaders, sampleRules } from '../../fixtures/sample-rules.ts';
      const dates = ['06/14/2008', '2011-05-31', 'May 31, 2011', new Date('2008-06-14T00:00:00Z'), new Date('2011-05-31T00:00:00Z'), 39613];
      const rows = dates.map((date, index) => ['Fund A', '99999083321', date, 'AZ', 'OH', index + 0.5]);
      const workbook = await writeXlsx({ sheets: [{ name: 'Data', rows: [purchaseHeaders, ...rows] }] });
      const checked = await checkDataFile(blobSource(new Blob([workbook]), 'data'), { rules: sampleRules });
      console.log(JSON.stringify(checked));
    `;
    const [first, other] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((TZ) =>
      execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
        cwd: import.meta.dirname,
        env: { ...process.env, TZ },
        encoding: 'utf8',
      }),
    );
    expect(JSON.parse(first ?? '')).toMatchObject({
      report: { purchases: { counted: { rows: 6, amount: '18.0000' } } },
    });
    expect(other).toBe(first);
  });
});
