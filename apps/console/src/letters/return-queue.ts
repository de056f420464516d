import { type Returned, type ReturnReason, returnReasons } from '@redress/contract/console/letter-batches';
import { readTypedLetterId } from '@redress/contract/letter-id';
import { letterIdLength } from '@redress/contract/letters';

/** A letter that came back, from the first key to the server's answer. */
export interface QueuedReturn {
  readonly key: number;
  /** The letter ID, or what was typed in place of one. */
  readonly id: string;
  /**
   * `open`: it needs a reason, or the lines of a forwarding address. `refused`: it cannot be sent
   * again.
   */
  readonly state: 'open' | 'waiting' | 'saving' | 'saved' | 'failed' | 'refused';
  readonly reason?: ReturnReason;
  /** The lines of the forwarding address. */
  readonly address: readonly string[];
  readonly result?: Returned;
  /** Why it is not saved. */
  readonly problem?: string;
  /** Whether the server refused it, so that it has to change before it is sent again. */
  readonly isInvalid?: boolean;
}

interface QueueState {
  readonly rows: readonly QueuedReturn[];
  /** The letter in the person's hand, to which the next digit or line belongs. */
  readonly current: QueuedReturn | undefined;
  /** This says what is wrong with the last line. */
  readonly problem?: string;
}

interface QueueOptions {
  readonly send: (row: QueuedReturn) => Promise<Returned>;
  /** Explains an error of `send`. */
  readonly explain: (error: unknown) => {
    readonly message: string;
    /** It can be sent once there is a connection. */
    readonly isOffline: boolean;
    readonly isInvalid: boolean;
  };
  /** Keeps the letters that are not saved, for after a reload. */
  readonly store: { read: () => string | null; write: (text: string) => void };
}

const offlineMilliseconds = 5_000;

/**
 * Takes returned letters line by line, as they are typed or scanned, and saves one after the other.
 * No line waits for the server. A line is a letter ID, a digit for the reason, both in either order,
 * or a line of a forwarding address, which an empty line ends.
 */
export function createReturnQueue({ send, explain, store }: QueueOptions) {
  let rows: readonly QueuedReturn[] = [];
  let currentKey: number | undefined;
  let problem: string | undefined;
  let state: QueueState = { rows, current: undefined };
  let isSaving = false;
  const listeners = new Set<() => void>();

  const isUnsaved = (row: QueuedReturn) => row.state !== 'saved' && row.state !== 'refused';
  function changed(): void {
    const current = rows.find(({ key, state: its }) => key === currentKey && its === 'open');
    state = { rows, current, ...(problem !== undefined && { problem }) };
    store.write(JSON.stringify(rows.filter(isUnsaved)));
    for (const listener of listeners) listener();
  }
  function update(key: number, { problem: found, ...part }: Partial<QueuedReturn>): void {
    rows = rows.map((row) => {
      if (row.key !== key) return row;
      const { problem: _before, ...rest } = row;
      return { ...rest, ...part, ...(found !== undefined && { problem: found }) };
    });
    changed();
  }
  const add = (row: Pick<QueuedReturn, 'id' | 'state' | 'reason' | 'problem' | 'result'>) => {
    const key = (rows[0]?.key ?? 0) + 1;
    rows = [{ key, address: [], ...row }, ...rows];
    currentKey = key;
  };

  async function save(): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    for (;;) {
      const next = rows.findLast((row) => row.state === 'waiting');
      if (!next) break;
      const { key } = next;
      update(key, { state: 'saving' });
      try {
        update(key, { state: 'saved', result: await send(next) });
      } catch (error) {
        const { message, isOffline, isInvalid } = explain(error);
        update(key, { state: isOffline ? 'waiting' : 'failed', problem: message, isInvalid });
        if (!isOffline) continue;
        isSaving = false;
        setTimeout(() => void save(), offlineMilliseconds);
        return;
      }
    }
    isSaving = false;
  }

  function chooseReason(reason: ReturnReason): void {
    if (!state.current) {
      problem = 'Scan a letter first.';
      return changed();
    }
    const isComplete = reason !== 'forwarding-address';
    update(state.current.key, { reason, address: [], state: isComplete ? 'waiting' : 'open' });
    void save();
  }

  function takeId(id: string): void {
    const before = rows.find((row) => row.state === 'open' && row.id === id);
    if (before) currentKey = before.key;
    else add({ id, state: 'open' });
    changed();
  }

  /** Takes a line of the field, which Enter ended. */
  function take(line: string): void {
    problem = undefined;
    const { current } = state;
    const text = line.replaceAll(/[\s-]/g, '');
    const needsAddress = current?.reason === 'forwarding-address';
    const read = readLine(text);
    // A street with its number can have a right check character. Scanners send no spaces.
    if (needsAddress && (read.code === undefined || /\s/.test(line.trim()))) {
      if (line.trim() !== '') return update(current.key, { address: [...current.address, line.trim()] });
      if (current.address.length > 0) update(current.key, { state: 'waiting' });
      return void save();
    }
    if (text === '') return;
    // A digit before a code may be for a letter that was refused.
    if (read.before && !needsAddress && (current || text.length === 1)) chooseReason(read.before);
    if (read.code !== undefined) takeId(read.code);
    else if (read.message !== undefined) {
      add({ id: read.id ?? line.trim(), state: 'refused', problem: read.message });
      changed();
    }
    if (read.after) chooseReason(read.after);
  }

  const parse: (text: string) => readonly QueuedReturn[] = JSON.parse;
  rows = parse(store.read() ?? '[]').map((row) => (row.state === 'saving' ? { ...row, state: 'waiting' } : row));
  changed();
  void save();

  return {
    read: (): QueueState => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    take,
    chooseReason,
    /** Sends letters again that wait for a connection, or a letter that could not be saved. */
    retry(key?: number): void {
      if (key !== undefined) update(key, { state: 'waiting' });
      void save();
    },
    /** Takes up a letter again that has no reason, or whose address was refused. */
    resume(key: number): void {
      currentKey = key;
      update(key, { state: 'open', address: [] });
    },
    /** Lists a letter for which an address was added. The letter in the person's hand stays open. */
    list(result: Returned, reason: ReturnReason | undefined): void {
      const before = currentKey;
      add({ id: result.id, state: 'saved', result, ...(reason && { reason }) });
      currentKey = before;
      changed();
    },
    remove(key: number): void {
      rows = rows.filter((row) => row.key !== key);
      changed();
    },
    hasUnsaved: () => rows.some(isUnsaved),
  };
}

interface ReadLine {
  /** The reason of the letter before. */
  readonly before?: ReturnReason | undefined;
  readonly code?: string;
  /** This was typed in place of a code. */
  readonly id?: string;
  /** The reason of this letter. */
  readonly after?: ReturnReason | undefined;
  readonly message?: string;
}

/** The reason of a digit, counted from 1. */
export const reasonOf = (digit: string): ReturnReason | undefined =>
  /^\d$/.test(digit) ? returnReasons[Number(digit) - 1] : undefined;

/** Reads a line without spaces. A scanner's code may follow a digit, because one key gives the reason. */
function readLine(text: string): ReadLine {
  const reason = reasonOf(text);
  if (reason) return { before: reason };
  const read = readTypedLetterId(text);
  if ('code' in read) return read;
  const before = reasonOf(text.slice(0, 1));
  const afterDigit = readTypedLetterId(text.slice(1));
  if (before && 'code' in afterDigit) return { before, ...afterDigit };
  const after = reasonOf(text.slice(-1));
  const beforeDigit = readTypedLetterId(text.slice(0, -1));
  if (after && 'code' in beforeDigit) return { ...beforeDigit, after };
  return before && text.length > letterIdLength ? { before, id: text.slice(1), ...afterDigit } : read;
}
