import { isSameFile } from './upload-list.ts';
import { isObject } from '../browser/read-responses.ts';
import { readStored, removeStored, writeStored } from '../browser/storage.ts';

/**
 * A document that was chosen and has not arrived, as the browser keeps it: a browser forgets the file when the page is left, and may not keep
 * a copy; but a file that is chosen again is known by this.
 */
export interface PendingDocument extends Pick<File, 'name' | 'size' | 'lastModified'> {
  /** Where its pieces go, once the server has said it. */
  readonly url?: string;
  /** How far it had come, 0 to 1. */
  readonly share?: number;
}

const keyOf = (claimNumber: string) => `pending:${claimNumber}`;

/** What is on its way for a claim, as of the last write of this tab. */
export function readPending(claimNumber: string): readonly PendingDocument[] {
  const stored = readStored(() => sessionStorage, keyOf(claimNumber));
  return Array.isArray(stored) ? stored.flatMap(readOne) : [];
}

/** Adds what is known of a document to what is kept of it, or begins to keep it. */
export function keepPending(claimNumber: string, document: PendingDocument): void {
  const { name, size, lastModified, url, share } = document;
  const before = findPending(claimNumber, document);
  const next = {
    ...before,
    name,
    size,
    lastModified,
    ...(url === undefined ? {} : { url }),
    ...(share === undefined ? {} : { share }),
  };
  write(claimNumber, [...others(claimNumber, document), next]);
}

/** What was kept of where its pieces go is of no use any more. */
export function restartPending(claimNumber: string, { name, size, lastModified }: PendingDocument): void {
  write(claimNumber, [...others(claimNumber, { name, size, lastModified }), { name, size, lastModified }]);
}

/** It has arrived, was refused, or is not wanted any more. */
export function forgetPending(claimNumber: string, document: PendingDocument): void {
  write(claimNumber, others(claimNumber, document));
}

export const findPending = (claimNumber: string, document: PendingDocument): PendingDocument | undefined =>
  readPending(claimNumber).find((one) => isSameFile(one, document));

const others = (claimNumber: string, document: PendingDocument) =>
  readPending(claimNumber).filter((one) => !isSameFile(one, document));

function write(claimNumber: string, pending: readonly PendingDocument[]) {
  if (pending.length > 0) writeStored(() => sessionStorage, keyOf(claimNumber), pending);
  else removeStored(() => sessionStorage, keyOf(claimNumber));
}

function readOne(stored: unknown): PendingDocument[] {
  if (!isObject(stored)) return [];
  const { name, size, lastModified, url, share } = stored;
  if (typeof name !== 'string' || typeof size !== 'number' || typeof lastModified !== 'number') return [];
  return [
    {
      name,
      size,
      lastModified,
      ...(typeof url === 'string' ? { url } : {}),
      ...(typeof share === 'number' ? { share } : {}),
    },
  ];
}
