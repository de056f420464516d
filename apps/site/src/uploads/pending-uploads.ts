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

const identityOf = ({ name, size, lastModified }: FileIdentity): PendingUpload => ({ name, size, lastModified });

/** Adds a pending upload, or updates its address or progress. */
export const savePending = (claim: string, file: FileIdentity, update: Pick<PendingUpload, 'url' | 'share'> = {}) =>
  replace(claim, file, { ...findPending(claim, file), ...identityOf(file), ...update });

/** Forgets address and progress: the upload starts again. */
export const restartPending = (claim: string, file: FileIdentity) => replace(claim, file, identityOf(file));

export const removePending = (claim: string, file: FileIdentity) => replace(claim, file);

function replace(claimNumber: string, file: FileIdentity, ...pending: readonly PendingUpload[]): void {
  const all = [...readPending(claimNumber).filter((one) => !isSameFile(one, file)), ...pending];
  if (all.length > 0) writeStored(keyOf(claimNumber), all);
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
