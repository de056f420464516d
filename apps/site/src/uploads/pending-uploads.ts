import { isObject } from '../browser/read-responses.ts';
import { readStored, removeStored, writeStored } from '../browser/storage.ts';
import { type FileIdentity, isSameFile } from './upload-list.ts';

/**
 * An upload that has not arrived, as the tab stores it. Browsers lose the file itself on reload, so
 * the claimant chooses it again, and its identity leads to the upload to resume.
 */
export interface PendingUpload extends FileIdentity {
  /** The resumable upload's address, once the server has created it. */
  readonly url?: string;
  /** The fraction sent, 0 to 1. */
  readonly share?: number;
}

const keyOf = (claimNumber: string) => `pending:${claimNumber}`;

export function readPending(claimNumber: string): readonly PendingUpload[] {
  const stored = readStored(keyOf(claimNumber));
  return Array.isArray(stored) ? stored.flatMap(parsePending) : [];
}

export const findPending = (claimNumber: string, file: FileIdentity): PendingUpload | undefined =>
  readPending(claimNumber).find((one) => isSameFile(one, file));

/** Adds a pending upload, or updates its address or progress. */
export function savePending(
  claimNumber: string,
  { name, size, lastModified }: FileIdentity,
  update: Pick<PendingUpload, 'url' | 'share'> = {},
): void {
  const pending = { ...findPending(claimNumber, { name, size, lastModified }), name, size, lastModified, ...update };
  write(claimNumber, [...withoutFile(claimNumber, pending), pending]);
}

/** Forgets address and progress: the upload starts again. */
export function restartPending(claimNumber: string, { name, size, lastModified }: FileIdentity): void {
  const pending = { name, size, lastModified };
  write(claimNumber, [...withoutFile(claimNumber, pending), pending]);
}

export function removePending(claimNumber: string, file: FileIdentity): void {
  write(claimNumber, withoutFile(claimNumber, file));
}

const withoutFile = (claimNumber: string, file: FileIdentity) =>
  readPending(claimNumber).filter((one) => !isSameFile(one, file));

function write(claimNumber: string, pending: readonly PendingUpload[]) {
  if (pending.length > 0) writeStored(keyOf(claimNumber), pending);
  else removeStored(keyOf(claimNumber));
}

function parsePending(stored: unknown): PendingUpload[] {
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
