import type { Lock, Locker, RequestRelease } from '@tus/utils';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/pool.ts';
import { UploadBusyError } from './upload-errors.ts';

export interface UploadLockerOptions {
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  /** After so long a holder that is not heard of has lost its upload. */
  readonly leaseMilliseconds?: number;
  /** How long a request waits for an upload that another one holds; longer than a lease, so that a dead holder's is waited for. */
  readonly waitMilliseconds?: number;
}

export interface UploadLocker extends Locker {
  /** For the request that holds the upload: asks whether it still does for certain. Not once another one, of this process too, has taken it over. */
  watchHold(id: string): () => boolean;
}

/** A browser has one request that it no longer knows of, and one that takes its place. Each that waits asks the database again and again. */
const mostWaiting = 4;

/** What this process holds, by the upload. */
interface Held {
  readonly holder: string;
  /** On `performance.now()`'s clock, and rather too early than too late. */
  until: number;
  readonly requestRelease: RequestRelease;
}

/**
 * One request at a time works on an upload, in whichever process: the lock is in the upload's row. A browser often comes back before its
 * broken line is noticed, so a request that finds a holder asks it to let go: at once within a process, and by the row, which the holder looks at
 * each second, between processes. A dead process's locks end by themselves. All by the database's clock: those of two machines may differ.
 */
export function uploadLocker(options: UploadLockerOptions): UploadLocker {
  const { database, log } = options;
  const lease = options.leaseMilliseconds ?? 10_000;
  const longestWait = options.waitMilliseconds ?? 15_000;
  const heartbeat = Math.min(1_000, lease / 4);
  const held = new Map<string, Held>();
  /** How many requests of this process wait, by the upload. */
  const waiting = new Map<string, number>();
  const inLease = sql<Date>`clock_timestamp() + make_interval(secs => ${lease / 1_000})`;

  /** `gone`: there is no such upload, and nothing to hold. */
  async function take(id: string, holder: string): Promise<'taken' | 'held' | 'gone'> {
    const taken = await database
      .updateTable('uploads')
      .set({ locked_by: holder, locked_until: inLease, release_wanted: false })
      .where('id', '=', id)
      .where((where) =>
        where.or([where('locked_by', 'is', null), where('locked_until', '<', sql<Date>`clock_timestamp()`)]),
      )
      .returning('id')
      .executeTakeFirst();
    if (taken) return 'taken';
    const there = await database
      .updateTable('uploads')
      .set({ release_wanted: sql<boolean>`locked_by is not null` })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return there ? 'held' : 'gone';
  }

  /** Whether somebody else wants it, or it is lost already. */
  async function renew(id: string, mine: Held): Promise<boolean> {
    const renewedAt = performance.now();
    const row = await database
      .updateTable('uploads')
      .set({ locked_until: inLease })
      .where('id', '=', id)
      .where('locked_by', '=', mine.holder)
      .returning('release_wanted')
      .executeTakeFirst();
    if (row) mine.until = renewedAt + lease;
    return row?.release_wanted ?? true;
  }

  return {
    watchHold(id) {
      const mine = held.get(id);
      return () => mine !== undefined && held.get(id) === mine && performance.now() < mine.until;
    },
    newLock(id): Lock {
      const holder = randomUUID();
      let timer: NodeJS.Timeout | undefined;

      function keep(mine: Held): void {
        timer = setTimeout(() => void beat(mine), heartbeat);
      }

      async function beat(mine: Held): Promise<void> {
        let letGo: boolean;
        try {
          letGo = await renew(id, mine);
        } catch (error) {
          log.warn({ err: error }, 'the lock of an upload could not be renewed');
          // The database may be back before the lease ends.
          letGo = performance.now() > mine.until;
        }
        if (held.get(id) !== mine) return;
        if (letGo) void mine.requestRelease();
        // Held until the request has let go: what it has received by then is written down.
        keep(mine);
      }

      /** Tries until it has the lock; whoever holds it is asked to let go. */
      async function waitForTurn(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
        const waitUntil = performance.now() + longestWait;
        for (let wait = 20; ; wait = Math.min(wait * 2, 250)) {
          if (signal.aborted) throw new UploadBusyError('The request ended while it waited');
          const askedAt = performance.now();
          const outcome = await take(id, holder);
          if (outcome === 'gone') return;
          if (outcome === 'taken') {
            const mine = { holder, until: askedAt + lease, requestRelease };
            held.set(id, mine);
            keep(mine);
            return;
          }
          void held.get(id)?.requestRelease();
          if (performance.now() > waitUntil) throw new UploadBusyError('The upload was not let go of');
          await pause(wait);
        }
      }

      return {
        async lock(signal, requestRelease) {
          const others = waiting.get(id) ?? 0;
          if (others >= mostWaiting) throw new UploadBusyError('Too many requests wait for the upload');
          waiting.set(id, others + 1);
          try {
            await waitForTurn(signal, requestRelease);
          } finally {
            const left = (waiting.get(id) ?? 1) - 1;
            if (left > 0) waiting.set(id, left);
            else waiting.delete(id);
          }
        },
        async unlock() {
          clearTimeout(timer);
          if (held.get(id)?.holder === holder) held.delete(id);
          await database
            .updateTable('uploads')
            .set({ locked_by: null, locked_until: null, release_wanted: false })
            .where('id', '=', id)
            .where('locked_by', '=', holder)
            .execute();
        },
      };
    },
  };
}
