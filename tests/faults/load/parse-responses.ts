import type { FileResult } from '@redress/contract/uploads';

// Parses the parts of a response that a claimant looks at. Anything unexpected becomes undefined.

type Json = Readonly<Record<string, unknown>>;

function readObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

export function readClaim(text: string): { readonly claimNumber: string; readonly dateCreated: string } | undefined {
  const { claimNumber, dateCreated } = readObject(text) ?? {};
  return typeof claimNumber === 'string' && typeof dateCreated === 'string' ? { claimNumber, dateCreated } : undefined;
}

type StoredFile = Pick<Extract<FileResult, { stored: true }>, 'sha256'>;

function readStored(file: unknown): StoredFile | undefined {
  return isObject(file) && file['stored'] === true && typeof file['sha256'] === 'string'
    ? { sha256: file['sha256'] }
    : undefined;
}

/** The first of the files in one request, if it was stored. */
export function readStoredFile(text: string): StoredFile | undefined {
  const files = readObject(text)?.['files'];
  return Array.isArray(files) ? readStored(files[0]) : undefined;
}

/** The result of a file sent in chunks; `file` if it was stored. */
export function readUploadResult(
  text: string,
): { readonly state: string; readonly file: StoredFile | undefined } | undefined {
  const result = readObject(text);
  const state = result?.['state'];
  return typeof state === 'string' ? { state, file: readStored(result?.['file']) } : undefined;
}
