import type { CheckedFile, DataReport } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCheckQueue, createDataCheck } from './data-check.ts';
import type { CheckWorker } from './data-check.ts';
import type { FromWorker, ToWorker } from './check-worker.ts';

const rules: DataRules = {
  period: { from: '2008-06-14', to: '2011-05-31' },
  regions: [],
  drugs: [],
  drugNames: [],
  tables: { purchases: [], membership: [] },
};
const report: DataReport = { format: { kind: 'workbook' }, tables: [], counts: [], findings: [] };
const result: CheckedFile = { outcome: 'checked', report };

/** Stands in for the browser's worker: keeps what it is told, and says what a test has it say. */
function createWorkers() {
  const workers: { readonly worker: CheckWorker; readonly told: ToWorker[]; isEnded: boolean }[] = [];
  const say = (index: number, data: FromWorker) => {
    const one = workers[index];
    const onmessage = one?.worker.onmessage;
    if (one && onmessage) Reflect.apply(onmessage, one.worker, [{ data }]);
  };
  return {
    workers,
    say,
    create(): CheckWorker {
      const one = {
        told: [] as ToWorker[],
        isEnded: false,
        worker: {
          onmessage: null,
          onerror: null,
          postMessage: (message: ToWorker) => one.told.push(message),
          terminate: () => {
            one.isEnded = true;
          },
        } as CheckWorker,
      };
      workers.push(one);
      return one.worker;
    },
  };
}

function setUp() {
  const made = createWorkers();
  const queue = createCheckQueue();
  const start = (name: string) =>
    createDataCheck(new File(['x'], name), { rules, language: 'en', queue, createWorker: made.create });
  return { ...made, start };
}
const turn = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the check of a chosen file', () => {
  test('says how far it is and how many rows it does in a second, then what came of it', async () => {
    const { start, say } = setUp();
    const check = start('a.txt');
    await turn();
    await vi.advanceTimersByTimeAsync(2_000);
    say(0, { type: 'progress', progress: { bytesRead: 50, bytes: 100, rows: 3_000 } });
    expect(check.state()).toEqual({
      name: 'checking',
      progress: { bytesRead: 50, bytes: 100, rows: 3_000, rowsPerSecond: 1_500 },
    });
    say(0, { type: 'result', result });
    expect(check.state()).toEqual({ name: 'checked', result });
  });

  test('waits until the one before it has ended', async () => {
    const { start, say, workers } = setUp();
    start('a.txt');
    const second = start('b.txt');
    await turn();
    expect(workers).toHaveLength(1);
    expect(second.state()).toEqual({ name: 'checking' });
    say(0, { type: 'result', result });
    await turn();
    expect(workers).toHaveLength(2);
  });

  test('that is stopped ends its worker and lets the next one begin', async () => {
    const { start, workers } = setUp();
    const first = start('a.txt');
    start('b.txt');
    await turn();
    first.stop();
    await turn();
    expect(first.state()).toEqual({ name: 'stopped' });
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  test('that is removed while it waits never begins', async () => {
    const { start, say, workers } = setUp();
    start('a.txt');
    const second = start('b.txt');
    await turn();
    second.stop();
    say(0, { type: 'result', result });
    await turn();
    expect(workers).toHaveLength(1);
  });

  test('tells a new worker how the tables are to be read, and remembers it for sending', async () => {
    const { start, say, workers } = setUp();
    const check = start('a.txt');
    await turn();
    say(0, { type: 'result', result });
    const chosen = [{ table: 0, kind: 'purchases', columns: { amount: 4 } }] as const;
    check.correct(chosen);
    await turn();
    expect(workers[1]?.told[0]).toMatchObject({ type: 'check', chosen });
    expect(workers[0]?.isEnded).toBe(true);
    expect(check.chosen()).toEqual(chosen);
  });

  test('fails where the browser has no workers, and the next one is tried all the same', async () => {
    const queue = createCheckQueue();
    const createWorker = () => {
      throw new Error('no workers here');
    };
    const checks = ['a.txt', 'b.txt'].map((name) =>
      createDataCheck(new File(['x'], name), { rules, language: 'en', queue, createWorker }),
    );
    await turn();
    await turn();
    expect(checks.map((check) => check.state().name)).toEqual(['failed', 'failed']);
  });

  test('fails when its worker has been silent for two minutes', async () => {
    const { start, say, workers } = setUp();
    const check = start('a.txt');
    await turn();
    await vi.advanceTimersByTimeAsync(100_000);
    say(0, { type: 'progress', progress: { bytesRead: 1, bytes: 2, rows: 1 } });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(check.state().name).toBe('checking');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(check.state().name).toBe('failed');
    expect(workers[0]?.isEnded).toBe(true);
  });

  test('keeps its result when the worker dies over the spreadsheet', async () => {
    const { start, say, workers } = setUp();
    const check = start('a.txt');
    await turn();
    say(0, { type: 'result', result });
    const workbook = check.makeWorkbook();
    const onerror = workers[0]?.worker.onerror;
    if (onerror) Reflect.apply(onerror, workers[0]?.worker, []);
    expect(await workbook).toBeUndefined();
    expect(check.state()).toEqual({ name: 'checked', result });
  });

  test('gives the spreadsheet that its worker makes in the language of the page', async () => {
    const { start, say, workers } = setUp();
    const check = start('a.txt');
    await turn();
    say(0, { type: 'result', result });
    const workbook = check.makeWorkbook();
    expect(workers[0]?.told[1]).toEqual({ type: 'make-workbook', language: 'en' });
    say(0, { type: 'workbook', bytes: new Uint8Array([1, 2, 3]) });
    expect((await workbook)?.size).toBe(3);
  });
});
