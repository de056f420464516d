import type { CallTopic } from '@redress/contract/console/claim-details';
import { useSyncExternalStore } from 'react';
import { ApiError, callApi } from '../api/api-client.ts';

/**
 * A call logged by one key. The server only adds calls, so it is sent after the time to undo it.
 */
export interface UnsavedCall {
  readonly id: string;
  readonly number: string;
  readonly topic: CallTopic;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** The reason it failed. */
  readonly message?: string;
  readonly onSent: () => Promise<void>;
}

const undoMilliseconds = 10_000;
/** While *Undo* has the focus, the time to undo lasts up to this many rounds (WCAG 2.2.1). */
const maxRounds = 6;

let calls: readonly UnsavedCall[] = [];
const listeners = new Set<() => void>();

function change(next: readonly UnsavedCall[]): void {
  calls = next;
  for (const listener of listeners) listener();
}
const update = (id: string, part: Partial<UnsavedCall>) =>
  change(calls.map((call) => (call.id === id ? { ...call, ...part } : call)));

/** Calls stay when the claim's screen closes: staff may go on to the next claim at once. */
export const useUnsavedCalls = (): readonly UnsavedCall[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => calls,
  );

export function logCall(call: Pick<UnsavedCall, 'number' | 'topic' | 'onSent'>): void {
  const id = crypto.randomUUID();
  change([...calls, { ...call, id, state: 'waiting' }]);
  const wait = (round: number) =>
    setTimeout(() => {
      const isWaiting = calls.some((each) => each.id === id && each.state === 'waiting');
      if (isWaiting && document.activeElement?.id === undoId(id) && round < maxRounds) wait(round + 1);
      else if (isWaiting) void sendCall(id);
    }, undoMilliseconds);
  wait(1);
}

/** The ID of the button that undoes a call. */
export const undoId = (id: string): string => `undo-${id}`;

export const dropCall = (id: string): void => change(calls.filter((call) => call.id !== id));

const requests = new Map<string, Promise<void>>();

export function sendCall(id: string): Promise<void> {
  const request = requests.get(id) ?? post(id).finally(() => requests.delete(id));
  requests.set(id, request);
  return request;
}

async function post(id: string): Promise<void> {
  const call = calls.find((each) => each.id === id);
  if (!call) return;
  const { number, topic, onSent } = call;
  update(id, { state: 'sending' });
  try {
    // With the same ID, a repeated request adds nothing new.
    const body = { id, topic, text: '' };
    await callApi('POST /claims/:number/calls', { params: { number }, body, outlivesPage: true });
    await onSent();
    dropCall(id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    update(id, { state: 'failed', message: error.message });
  }
}

/** Saves the remaining calls before a sign-out. Returns whether all of them were saved. */
export async function sendUnsavedCalls(): Promise<boolean> {
  await Promise.all(calls.map(({ id }) => sendCall(id)));
  return calls.length === 0;
}

window.addEventListener('beforeunload', (event) => {
  if (calls.some(({ state }) => state === 'failed')) event.preventDefault();
});
window.addEventListener('pagehide', () => {
  for (const { id, state } of calls) if (state === 'waiting') void sendCall(id);
});
