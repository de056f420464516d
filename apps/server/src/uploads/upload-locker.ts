import type { Lock, Locker, RequestRelease } from '@tus/utils';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/pool.ts';

export interface UploadLockerOptions {
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  /** A holder that has not renewed its lock or lease for this long has lost it. */
  readonly leaseMilliseconds?: number;
  /** How long a request waits for a lock: longer than the lease of a dead holder. */
  readonly waitMilliseconds?: number;
}

export interface UploadLocker extends Locker {
  /** For the lock's holder. Returns a function that tells whether it surely still holds it. */
  watchLock(id: string): () => boolean;
}

/** What requests need to receive resumable uploads. */
export interface ResumableUploads {
  readonly locker: UploadLocker;
  /** There are complete uploads to finalize. */
  wakeFinalizer(): void;
  /** Leaves unfinished work to another process or to the next start. */
  stop(): Promise<void>;
}

/** Another request holds the upload's lock, or this one can no longer be certain to hold it. */
export class UploadBusyError extends Error {
  override readonly name = 'UploadBusyError';
}

/** SQL condition on `uploads`. */
export const isUnlocked = sql<boolean>`(locked_by is null or locked_until < clock_timestamp())`;

/** One browser needs two at most, and each waiting request polls the database. */
const maxWaitingRequests = 4;

/** A lock that this process holds. */
interface HeldLock {
  readonly holder: string;
  /** On the clock of `performance.now()`, and never later than the database's time. */
  until: number;
  readonly requestRelease: RequestRelease;
}

/**
 * Locks resumable uploads across processes, in the uploads' rows, so that one request at a time
 * writes to an upload. A browser often returns before its broken connection is noticed, so a
 * waiting request asks the holder to release: directly in the same process, otherwise by the row,
 * which each holder reads every second. Locks of dead processes expire by the database's clock.
 */
export function uploadLocker(options: UploadLockerOptions): UploadLocker {
  const { database, log, leaseMilliseconds: lease = 10_000, waitMilliseconds: maxWait = 15_000 } = options;
  const renewEvery = Math.min(1_000, lease / 4);
  const held = new Map<string, HeldLock>();
  /** The number of requests of this process that wait, by upload ID. */
  const waiting = new Map<string, number>();
  const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${lease / 1_000})`;

  async function tryLock(id: string, holder: string): Promise<'locked' | 'held' | 'missing'> {
    const locked = await database
      .updateTable('uploads')
      .set({ locked_by: holder, locked_until: leaseEnd, release_wanted: false })
      .where('id', '=', id)
      .where(isUnlocked)
      .returning('id')
      .executeTakeFirst();
    if (locked) return 'locked';
    const found = await database
      .updateTable('uploads')
      .set({ release_wanted: sql<boolean>`locked_by is not null` })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return found ? 'held' : 'missing';
  }

  async function renewWhileHeld(id: string, lock: HeldLock): Promise<void> {
    for (;;) {
      await pause(renewEvery, undefined, { ref: false });
      if (held.get(id) !== lock) return;
      let mustRelease: boolean;
      try {
        mustRelease = await renew(id, lock);
      } catch (error) {
        log.warn({ err: error }, 'the lock of an upload could not be renewed');
        // The database may be back before the lease ends.
        mustRelease = performance.now() > lock.until;
      }
      if (held.get(id) !== lock) return;
      // Keeps the lock until the request has stored what it received and releases it.
      if (mustRelease) void lock.requestRelease();
    }
  }

  /** Returns whether the lock must be released: another request wants it, or it is lost. */
  async function renew(id: string, lock: HeldLock): Promise<boolean> {
    const renewedAt = performance.now();
    const row = await database
      .updateTable('uploads')
      .set({ locked_until: leaseEnd })
      .where('id', '=', id)
      .where('locked_by', '=', lock.holder)
      .returning('release_wanted')
      .executeTakeFirst();
    if (row) lock.until = renewedAt + lease;
    return row?.release_wanted ?? true;
  }

  return {
    watchLock(id) {
      const lock = held.get(id);
      return () => lock !== undefined && held.get(id) === lock && performance.now() < lock.until;
    },
    newLock(id): Lock {
      const holder = randomUUID();

      async function waitForLock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
        const waitUntil = performance.now() + maxWait;
        for (let interval = 20; ; interval = Math.min(interval * 2, 250)) {
          if (signal.aborted) throw new UploadBusyError('The request ended while it waited');
          const askedAt = performance.now();
          const outcome = await tryLock(id, holder);
          if (outcome === 'missing') return;
          if (outcome === 'locked') {
            const lock = { holder, until: askedAt + lease, requestRelease };
            held.set(id, lock);
            void renewWhileHeld(id, lock);
            return;
          }
          void held.get(id)?.requestRelease();
          if (performance.now() > waitUntil) throw new UploadBusyError('The lock was not released in time');
          await pause(interval);
        }
      }

      return {
        async lock(signal, requestRelease) {
          const others = waiting.get(id) ?? 0;
          if (others >= maxWaitingRequests) throw new UploadBusyError('Too many requests wait for the upload');
          waiting.set(id, others + 1);
          try {
            await waitForLock(signal, requestRelease);
          } finally {
            const left = (waiting.get(id) ?? 1) - 1;
            if (left > 0) waiting.set(id, left);
            else waiting.delete(id);
          }
        },
        async unlock() {
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
