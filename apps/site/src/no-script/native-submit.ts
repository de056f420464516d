import { readStored, removeStored, writeStored } from '../browser/storage.ts';
import type { UploadList } from '../uploads/upload-list.ts';

/** Undefined in Safari before 14.1, where no script can put files into an input. */
export function createFileTransfer(): DataTransfer | undefined {
  try {
    return new DataTransfer();
  } catch {
    return undefined;
  }
}

/**
 * Puts the chosen files back into their input, for a form that the browser submits. Returns false
 * if it cannot.
 */
export function returnFiles(form: Element, list: UploadList | undefined): boolean {
  const uploads = list?.uploads() ?? [];
  const input = form.querySelector<HTMLInputElement>('input[type=file][name]');
  if (uploads.length === 0 || !input) return true;
  const transfer = createFileTransfer();
  if (!transfer) return false;
  for (const { file } of uploads) transfer.items.add(file);
  input.files = transfer.files;
  return true;
}

/** Whether the browser keeps stored data. False without storage, or if it is full. */
export function keepsStored(): boolean {
  const value = Math.random();
  writeStored('probe', value);
  const isKept = readStored('probe') === value;
  removeStored('probe');
  return isKept;
}
