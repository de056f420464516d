import type { IncomingMessage } from 'node:http';
import { idempotencyHeader } from '@redress/contract/http-headers';
import type { Precedence } from './admission.ts';

/**
 * How a request passes the gate.
 * - `free`: not at all. Pages, lists, the session, health: they cost little, and without them nobody could even be told to wait.
 * - `turn`: it has a turn from when its body is there to the end of its answer.
 * - `posted`: a page's form without script. It takes a turn for its work by itself, once it has read the form.
 * - `upload`, `download`: documents. Their bytes take as long as the connection needs, which no
 *   turn should; how many move at once is bounded, each way for itself, and so is one address's
 *   share of them.
 */
export type AdmissionKind =
  | { readonly name: 'free' }
  | { readonly name: 'turn'; readonly precedence: Precedence }
  | { readonly name: 'posted' }
  | { readonly name: Transfer };
export type Transfer = 'upload' | 'download';

const free = { name: 'free' } as const;
const posted = { name: 'posted' } as const;
const uploading = { name: 'upload' } as const;
const downloading = { name: 'download' } as const;
const paidTurn = { name: 'turn', precedence: 'paid' } as const;
const newTurn = { name: 'turn', precedence: 'new' } as const;

/** Of GET, what costs work; the rest is free. Of all else, what is not free. */
const costlyReads: readonly [prefix: string, kind: AdmissionKind][] = [
  ['/api/login/', newTurn],
  ['/api/captcha/', newTurn],
  ['/api/claims/', paidTurn],
];

/** A document of a claim, of up to two gigabytes. */
const download = /^\/api\/claims\/[^/?]+\/documents\/./;

/** What is known of a request before anything but its head is read. Its path decides, so that no route can be forgotten: what writes passes the gate. */
export function admissionKindOf(
  { method = 'GET', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  wasAdmitted: (idempotencyKey: string) => boolean,
): AdmissionKind {
  if (method === 'GET' && download.test(url)) return downloading;
  if (method === 'GET' || method === 'HEAD') return costlyReads.find(([prefix]) => url.startsWith(prefix))?.[1] ?? free;
  if (!url.startsWith('/api/')) return method === 'POST' ? posted : free;
  if (url.startsWith('/api/uploads')) return method === 'PATCH' ? uploading : paidTurn;
  if (method !== 'POST') return free;
  if (url.includes('/SubmitDocuments')) return uploading;
  const key = headers[idempotencyHeader];
  return typeof key === 'string' && wasAdmitted(key) ? paidTurn : newTurn;
}

export interface AdmittedKeys {
  /** Notes that the work for this key was begun. */
  note(key: string): void;
  /** Whether it was, lately, in this process; says so for each key a few times only. */
  wasAdmitted(key: string): boolean;
}

/** Of keys of the form's making: 64 characters at most. */
const mostKeys = 10_000;
const mostRepeats = 5;

/**
 * Remembers whose claim was begun, so that a repeat after a lost answer goes first: most likely all that is left is to answer it again. It is a
 * hint and no more: another process, or this one after a restart, takes the repeat for new work and answers it as rightly.
 */
export function admittedKeys(): AdmittedKeys {
  const repeats = new Map<string, number>();
  return {
    note(key) {
      if (key.length > 64 || repeats.has(key)) return;
      if (repeats.size >= mostKeys) {
        const [oldest] = repeats.keys();
        if (oldest !== undefined) repeats.delete(oldest);
      }
      repeats.set(key, 0);
    },
    wasAdmitted(key) {
      const so = repeats.get(key);
      if (so === undefined || so >= mostRepeats) return false;
      repeats.set(key, so + 1);
      return true;
    },
  };
}
