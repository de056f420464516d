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
export type RequestKind = 'unlimited' | Priority | 'no-script' | 'upload' | 'download';

/** Repeats of a claim that have priority. */
const maxRepeats = 5;

/** Decides by method, path and headers, before the body is read. New routes are queued. */
export function classifyRequest(
  { method = 'GET', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  startedKeys: ReadonlyMap<string, number>,
): RequestKind {
  if (method === 'GET' || method === 'HEAD') {
    if (method === 'GET' && /^\/api\/claims\/[^/?]+\/documents\/./.test(url)) return 'download';
    if (url.startsWith('/api/claims/')) return 'started';
    return /^\/api\/(?:login|captcha)\//.test(url) ? 'new' : 'unlimited';
  }
  if (!url.startsWith('/api/')) return method === 'POST' ? 'no-script' : 'unlimited';
  if (url.startsWith('/api/uploads')) return method === 'PATCH' ? 'upload' : 'started';
  if (method !== 'POST') return 'unlimited';
  if (url.includes('/SubmitDocuments')) return 'upload';
  const key = headers[idempotencyHeader];
  const times = typeof key === 'string' ? startedKeys.get(key) : undefined;
  return times !== undefined && times <= maxRepeats ? 'started' : 'new';
}
