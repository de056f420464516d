import type { Queue } from '@redress/contract/console/review';
import { ApiError } from '../api/api-client.ts';
import { leaveClaim, takeNextClaim } from '../review/review-queries.ts';

/** The person's claims from a queue: the one on the screen, and the next one. */
export interface QueueLine {
  /** `empty`: the server has no free claim. `failed`: it did not answer. */
  readonly phase: 'loading' | 'claim' | 'empty' | 'failed';
  readonly numbers: readonly string[];
  /** Claims in the queue, including those that other people hold. */
  readonly remaining: number;
  readonly skipped: number;
  readonly error?: ApiError;
}

export const unopenedLine: QueueLine = { phase: 'loading', numbers: [], remaining: 0, skipped: 0 };

/** Counts the current claim, and one that is loaded in advance. */
const held = 2;
const maxSkipped = 190;

/**
 * Takes claims from a queue, one ahead of the person, so that the next one shows at once.
 * @param onChange is called until the queue is closed
 * @param onTaken is called with a claim before it is in the line
 */
export function openQueue(queue: Queue, onChange: (line: QueueLine) => void, onTaken: (number: string) => void) {
  let line = unopenedLine;
  let skipped: readonly string[] = [];
  let isClosed = false;
  let isTaking = false;
  let isExhausted = false;

  const update = (part: Partial<QueueLine>) => {
    line = { ...line, ...part };
    if (!isClosed) onChange(line);
  };

  async function fill(): Promise<void> {
    if (isTaking) return;
    isTaking = true;
    while (!isClosed && !isExhausted && line.numbers.length < held) await take();
    isTaking = false;
  }

  async function take(): Promise<void> {
    try {
      const { number, remaining } = await takeNextClaim(queue, [...skipped, ...line.numbers]);
      if (number === null) {
        isExhausted = true;
        update({ phase: line.numbers.length === 0 ? 'empty' : 'claim', remaining });
      } else if (isClosed) await leaveClaim(number);
      // An undone decision may have brought it back in the meantime.
      else {
        if (!line.numbers.includes(number)) onTaken(number);
        update({ phase: 'claim', remaining, numbers: [...new Set([...line.numbers, number])] });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The next step retries.
      isExhausted = true;
      update(line.numbers.length === 0 ? { phase: 'failed', error } : {});
    }
  }

  function goOn(part: Partial<QueueLine>): void {
    const numbers = line.numbers.slice(1);
    isExhausted = false;
    update({ numbers, phase: numbers.length === 0 ? 'loading' : 'claim', ...part });
    void fill();
  }

  const leaveAll = () => {
    for (const number of line.numbers) void leaveClaim(number);
  };
  window.addEventListener('pagehide', leaveAll);
  void fill();
  return {
    /** Continues with the next claim after a decision. */
    advance() {
      goOn({ remaining: Math.max(0, line.remaining - 1) });
    },
    /** Gives the current claim back and does not show it again. */
    skip() {
      const [current] = line.numbers;
      if (current === undefined) return;
      skipped = [...skipped, current].slice(-maxSkipped);
      void leaveClaim(current);
      goOn({ skipped: skipped.length });
    },
    /** Returns a claim that the person still holds to the front of the line. */
    bringBack(number: string) {
      const numbers = [number, ...line.numbers.filter((each) => each !== number)];
      update({ phase: 'claim', numbers, remaining: line.remaining + 1 });
    },
    /** Asks again, including for skipped claims. */
    lookAgain() {
      skipped = [];
      isExhausted = false;
      update({ phase: line.numbers.length === 0 ? 'loading' : 'claim', skipped: 0 });
      void fill();
    },
    /** Gives all claims back. */
    close() {
      isClosed = true;
      window.removeEventListener('pagehide', leaveAll);
      leaveAll();
    },
  };
}
