import type { Language } from '@redress/contract/language';
import type { CheckProgress } from '@redress/datafiles/check-data-file';
import type { ChosenTable } from '@redress/datafiles/report';
import type { DataRules } from '@redress/datafiles/rules';
import type { CheckQueue } from './check-queue.ts';
import type { DataCheck, DataCheckState, ShownProgress } from './data-check.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** What of a browser's worker a check uses. */
export type CheckWorker = Pick<Worker, 'onmessage' | 'onerror' | 'terminate'> & {
  postMessage(message: ToWorker): void;
};

interface Surroundings {
  readonly rules: DataRules;
  readonly language: Language;
  readonly queue: CheckQueue;
  readonly createWorker: () => CheckWorker;
}

/** How often a silent worker is looked after, and after how many looks it counts as dead. A device that sleeps takes no looks. */
const lookMs = 10_000;
const silentLooks = 12;

/** A check that begins when its turn comes. Each has a worker of its own, which ends with it, so that its memory is given back. */
export function createDataCheck(file: File, { rules, language, queue, createWorker }: Surroundings): DataCheck {
  const listeners = new Set<() => void>();
  let state: DataCheckState = { name: 'checking' };
  let chosen: readonly ChosenTable[] | undefined;
  let worker: CheckWorker | undefined;
  let leaveQueue: () => void = () => {};
  let watch: ReturnType<typeof setInterval> | undefined;
  let giveWorkbook: ((workbook: Blob | undefined) => void) | undefined;

  function set(next: DataCheckState) {
    state = next;
    for (const listener of listeners) listener();
  }

  /** What no longer runs: the worker stays only for the workbook of a result. */
  function rest() {
    clearInterval(watch);
    leaveQueue();
  }

  function endWorker() {
    rest();
    worker?.terminate();
    worker = undefined;
    giveWorkbook?.(undefined);
    giveWorkbook = undefined;
  }

  /** A worker that dies over its workbook takes no result with it. */
  function fail() {
    endWorker();
    if (state.name === 'checking') set({ name: 'failed' });
  }

  function start() {
    endWorker();
    set({ name: 'checking' });
    leaveQueue = queue.enter(begin);
  }

  function begin() {
    const began = Date.now();
    let silence = 0;
    try {
      worker = createWorker();
    } catch {
      return fail();
    }
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      silence = 0;
      switch (data.type) {
        case 'progress':
          return set({ name: 'checking', progress: withSpeed(data.progress, Date.now() - began) });
        case 'result':
          rest();
          return set({ name: 'checked', result: data.result });
        case 'failed':
          return fail();
        case 'workbook':
          giveWorkbook?.(data.bytes && new Blob([data.bytes], { type: workbookType }));
          giveWorkbook = undefined;
      }
    };
    watch = setInterval(() => {
      silence += 1;
      if (silence > silentLooks) fail();
    }, lookMs);
    worker.postMessage({ type: 'check', file, rules, chosen });
  }

  start();
  return {
    file,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    chosen: () => chosen,
    correct(next) {
      chosen = next;
      start();
    },
    stop() {
      endWorker();
      if (state.name === 'checking') set({ name: 'stopped' });
    },
    start,
    makeWorkbook() {
      const asked = worker;
      if (state.name !== 'checked' || !asked) return Promise.resolve(undefined);
      giveWorkbook?.(undefined);
      return new Promise((resolve) => {
        giveWorkbook = resolve;
        asked.postMessage({ type: 'make-workbook', language });
      });
    },
  };
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function withSpeed(progress: CheckProgress, milliseconds: number): ShownProgress {
  return { ...progress, rowsPerSecond: Math.round((progress.rows / Math.max(milliseconds, 1)) * 1000) };
}
