import { idempotencyHeader } from '@redress/contract/http-headers';
import type { IncomingMessage } from 'node:http';
import type { Priority } from './admission.ts';

/**
 * How load shedding treats a request.
 * - `unlimited`: pages, lists, session and health are cheap, and overloaded clients need them.
 * - `started`, `new`: queued, and processed in a slot from the end of the body to the response.
 * - `no-script`: a form without JavaScript, which acquires a slot itself after it has been read.
 * - `upload`, `download`: take as long as the connection needs, so their number is limited instead.
 */
export type RequestKind = 'unlimited' | Priority | 'no-script' | Transfer;
export type Transfer = 'upload' | 'download';

/** Expensive GET requests; the others are unlimited. */
const expensiveReads: readonly [prefix: string, kind: RequestKind][] = [
  ['/api/login/', 'new'],
  ['/api/captcha/', 'new'],
  ['/api/claims/', 'started'],
];

const downloadPath = /^\/api\/claims\/[^/?]+\/documents\/./;

/** Decides by method, path and headers, before the body is read. New routes are queued. */
export function classifyRequest(
  { method = 'GET', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  wasStarted: (idempotencyKey: string) => boolean,
): RequestKind {
  if (method === 'GET' && downloadPath.test(url)) return 'download';
  if (method === 'GET' || method === 'HEAD')
    return expensiveReads.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'unlimited';
  if (!url.startsWith('/api/')) return method === 'POST' ? 'no-script' : 'unlimited';
  if (url.startsWith('/api/uploads')) return method === 'PATCH' ? 'upload' : 'started';
  if (method !== 'POST') return 'unlimited';
  if (url.includes('/SubmitDocuments')) return 'upload';
  const key = headers[idempotencyHeader];
  return typeof key === 'string' && wasStarted(key) ? 'started' : 'new';
}

/** Each has at most 64 characters. */
const maxKeys = 10_000;
const maxRepeats = 5;

/**
 * Remembers the idempotency keys of started claims, because a repeat after a lost response is
 * cheap. It is a hint: another process treats the repeat as new work, with the same result.
 */
export function rememberStartedKeys() {
  const repeats = new Map<string, number>();
  return {
    add(key: string) {
      if (key.length > 64 || repeats.has(key)) return;
      if (repeats.size >= maxKeys) {
        const [oldest] = repeats.keys();
        if (oldest !== undefined) repeats.delete(oldest);
      }
      repeats.set(key, 0);
    },
    /** Whether this process has started work for the key. True a few times only. */
    wasStarted(key: string) {
      const count = repeats.get(key);
      if (count === undefined || count >= maxRepeats) return false;
      repeats.set(key, count + 1);
      return true;
    },
  };
}
