import { emptyRules as rules, reportWith } from '@redress/datafiles/fixtures/sample-report';
import type { CheckedFile } from '@redress/datafiles/report';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CheckWorker, createCheckQueue, createDataCheck } from './data-check.ts';
import type { FromWorker, ToWorker } from './check-worker.ts';

const result: CheckedFile = { outcome: 'checked', report: reportWith() };

/** Fake workers, which record messages and send those of a test. */
function createWorkers() {
  const workers: { readonly worker: CheckWorker; readonly received: ToWorker[]; isEnded: boolean }[] = [];
  const send = (index: number, data: FromWorker) => {
    const one = workers[index];
    const onmessage = one?.worker.onmessage;
    if (one && onmessage) Reflect.apply(onmessage, one.worker, [{ data }]);
  };
  return {
    workers,
    send,
    create(): CheckWorker {
      const one = {
        received: [] as ToWorker[],
        isEnded: false,
        worker: {
          onmessage: null,
          onerror: null,
          postMessage: (message: ToWorker) => one.received.push(message),
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
  const fake = createWorkers();
  const queue = createCheckQueue();
  const start = (name: string) =>
    createDataCheck(new File(['x'], name), { rules, language: 'en', queue, createWorker: fake.create });
  return { ...fake, start };
}
const turn = () => vi.advanceTimersByTimeAsync(0);
/** Creates a checker whose check has begun. */
async function begin() {
  const fake = setUp();
  const check = fake.start('a.txt');
  await turn();
  return { ...fake, check };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the check of a chosen file', () => {
  test('reports progress and rows per second, then the result', async () => {
    const { check, send } = await begin();
    await vi.advanceTimersByTimeAsync(2_000);
    send(0, { type: 'progress', progress: { bytesRead: 50, bytes: 100, rows: 3_000 } });
    expect(check.state()).toEqual({
      name: 'checking',
      progress: { bytesRead: 50, bytes: 100, rows: 3_000, rowsPerSecond: 1_500 },
    });
    send(0, { type: 'result', result });
    expect(check.state()).toEqual({ name: 'checked', result });
  });

  test('waits until the previous check has ended', async () => {
    const { start, send, workers } = setUp();
    start('a.txt');
    const second = start('b.txt');
    await turn();
    expect(workers).toHaveLength(1);
    expect(second.state()).toEqual({ name: 'checking' });
    send(0, { type: 'result', result });
    await turn();
    expect(workers).toHaveLength(2);
  });

  test('ends its worker when stopped, and the next check starts', async () => {
    const { start, workers } = setUp();
    const first = start('a.txt');
    start('b.txt');
    await turn();
    first.stop();
    await turn();
    expect(first.state()).toEqual({ name: 'stopped' });
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  test('never starts when removed while waiting', async () => {
    const { start, send, workers } = setUp();
    start('a.txt');
    const second = start('b.txt');
    await turn();
    second.stop();
    send(0, { type: 'result', result });
    await turn();
    expect(workers).toHaveLength(1);
  });

  test('sends corrections to a new worker, and remembers them for filing', async () => {
    const { check, send, workers } = await begin();
    send(0, { type: 'result', result });
    const chosen = [{ table: 0, kind: 'purchases', columns: { amount: 4 } }] as const;
    check.correct(chosen);
    await turn();
    expect(workers[1]?.received[0]).toMatchObject({ type: 'check', chosen });
    expect(workers[0]?.isEnded).toBe(true);
    expect(check.chosen()).toEqual(chosen);
  });

  test('fails if the browser cannot start a worker, and the next check still tries', async () => {
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
    const { check, send, workers } = await begin();
    await vi.advanceTimersByTimeAsync(100_000);
    send(0, { type: 'progress', progress: { bytesRead: 1, bytes: 2, rows: 1 } });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(check.state().name).toBe('checking');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(check.state().name).toBe('failed');
    expect(workers[0]?.isEnded).toBe(true);
  });

  test('keeps its result when the worker crashes while creating the spreadsheet', async () => {
    const { check, send, workers } = await begin();
    send(0, { type: 'result', result });
    const workbook = check.makeWorkbook();
    const onerror = workers[0]?.worker.onerror;
    if (onerror) Reflect.apply(onerror, workers[0]?.worker, []);
    expect(await workbook).toBeUndefined();
    expect(check.state()).toEqual({ name: 'checked', result });
  });

  test('returns the spreadsheet in the language of the page', async () => {
    const { check, send, workers } = await begin();
    send(0, { type: 'result', result });
    const workbook = check.makeWorkbook();
    expect(workers[0]?.received[1]).toEqual({ type: 'make-workbook', language: 'en' });
    send(0, { type: 'workbook', bytes: new Uint8Array([1, 2, 3]) });
    expect((await workbook)?.size).toBe(3);
  });
});
