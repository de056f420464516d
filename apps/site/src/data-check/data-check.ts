import type { CheckProgress } from '@redress/datafiles/check/check-data-file';
import type { CheckedFile, ChosenTable } from '@redress/datafiles/report';
import type { Language } from '@redress/contract/language';
import type { DataRules } from '@redress/datafiles/rules';
import { createListeners } from '../browser/listeners.ts';
import type { FromWorker, ToWorker } from './check-worker.ts';

/** The check of one chosen file. It lives outside the components; filing never waits for it. */
export interface DataCheck {
  readonly file: File;
  subscribe(listener: () => void): () => void;
  /** The same object until something changes. */
  state(): DataCheckState;
  /** The filer’s corrections of how tables are read, to send with the file. */
  chosen(): readonly ChosenTable[] | undefined;
  /** Checks the file again with these corrections, or without any. */
  correct(chosen: readonly ChosenTable[] | undefined): void;
  /** Ends the check and its worker, in any state. */
  stop(): void;
  /** Checks again after `stop` or a failure. */
  start(): void;
  /** The findings and the rows to fix as a spreadsheet (.xlsx), or `undefined` if that failed. */
  makeWorkbook(): Promise<Blob | undefined>;
}

export type DataCheckState =
  /** `progress` is absent while another file is being checked. */
  | { readonly name: 'checking'; readonly progress?: ShownProgress }
  | { readonly name: 'checked'; readonly result: CheckedFile }
  | { readonly name: 'stopped' }
  /** The browser cannot check or read the file: the server checks it after filing. */
  | { readonly name: 'failed' };

export interface ShownProgress extends CheckProgress {
  /** Counts from the start of this check. */
  readonly rowsPerSecond: number;
}

export type CheckWorker = Pick<Worker, 'onmessage' | 'onerror' | 'terminate'> & {
  postMessage(message: ToWorker): void;
};

interface Options {
  readonly rules: DataRules;
  readonly language: Language;
  readonly queue: ReturnType<typeof createCheckQueue>;
  readonly createWorker: () => CheckWorker;
}

/** A worker counts as dead after this many silent intervals. None pass while its device sleeps. */
const watchIntervalMs = 10_000;
const maxSilentIntervals = 12;

/** Starts a check when its turn comes, in its own worker, so that ending it frees the memory. */
export function createDataCheck(file: File, { rules, language, queue, createWorker }: Options): DataCheck {
  const { notify, subscribe } = createListeners();
  let state: DataCheckState = { name: 'checking' };
  let chosen: readonly ChosenTable[] | undefined;
  let worker: CheckWorker | undefined;
  let leaveQueue: () => void = () => {};
  let watch: ReturnType<typeof setInterval> | undefined;
  let resolveWorkbook: ((workbook: Blob | undefined) => void) | undefined;

  function set(next: DataCheckState) {
    state = next;
    notify();
  }

  /** The worker stays alive to create the workbook of a result. */
  function endCheck() {
    clearInterval(watch);
    leaveQueue();
  }

  function endWorker() {
    endCheck();
    worker?.terminate();
    worker = undefined;
    resolveWorkbook?.(undefined);
    resolveWorkbook = undefined;
  }

  /** A worker that crashes while creating a workbook leaves the result intact. */
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
          endCheck();
          return set({ name: 'checked', result: data.result });
        case 'failed':
          return fail();
        case 'workbook':
          resolveWorkbook?.(data.bytes && new Blob([data.bytes], { type: workbookType }));
          resolveWorkbook = undefined;
      }
    };
    watch = setInterval(() => {
      silence += 1;
      if (silence > maxSilentIntervals) fail();
    }, watchIntervalMs);
    worker.postMessage({ type: 'check', file, rules, chosen });
  }

  start();
  return {
    file,
    subscribe,
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
      const current = worker;
      if (state.name !== 'checked' || !current) return Promise.resolve(undefined);
      resolveWorkbook?.(undefined);
      return new Promise((resolve) => {
        resolveWorkbook = resolve;
        current.postMessage({ type: 'make-workbook', language });
      });
    },
  };
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function withSpeed(progress: CheckProgress, milliseconds: number): ShownProgress {
  return { ...progress, rowsPerSecond: Math.round((progress.rows / Math.max(milliseconds, 1)) * 1000) };
}

/** Runs one check at a time: two would need twice the memory and be no faster on a phone. */
export function createCheckQueue() {
  const turns: { readonly begin: () => void; hasBegun: boolean }[] = [];

  function beginFirst() {
    void Promise.resolve().then(() => {
      const [first] = turns;
      if (!first || first.hasBegun) return;
      first.hasBegun = true;
      first.begin();
    });
  }

  return {
    /**
     * Calls `begin` asynchronously when its turn comes. The returned function ends or gives up the
     * turn.
     */
    enter(begin: () => void) {
      const turn = { begin, hasBegun: false };
      turns.push(turn);
      beginFirst();
      return () => {
        const position = turns.indexOf(turn);
        if (position < 0) return;
        turns.splice(position, 1);
        beginFirst();
      };
    },
  };
}
