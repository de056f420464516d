import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import type { DocumentsItem } from '@redress/forms/definition';
import { failureReason } from '../browser/api-client.ts';
import { retryDelayMs } from '../browser/retry.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import {
  type PendingUpload,
  findPending,
  readPending,
  removePending,
  restartPending,
  savePending,
} from './pending-uploads.ts';
import { canRetry, loadTusUpload, terminateUpload, uploadResumable, wait, waitForResult } from './resumable-upload.ts';
import {
  type FileIdentity,
  type RejectedFile,
  type Upload,
  type UploadList,
  isResumable,
  isSameFile,
} from './upload-list.ts';
import { isReadable, uploadWhole } from './whole-upload.ts';

/** `incomplete`: uploads failed. `missing`: files from before a reload were not chosen again. */
export type UploadOutcome = 'complete' | 'incomplete' | 'missing';

export type Uploader = ReturnType<typeof createUploader>;

/** If nothing has arrived for this long, the claimant decides. All files share it. */
const patienceMs = 3 * 60_000;
const maxInspectionMs = 20_000;
/**
 * A small number, because a phone's connection is slow and a page has six connections to the
 * server.
 */
const maxParallel = 3;

export interface UploaderOptions {
  readonly list: UploadList;
  readonly item: DocumentsItem;
  readonly resource: string;
  readonly uploadMessages: UploadMessages;
}

/** Uploads the files of a claim, some at a time, and tracks those that a reload interrupted. */
export function createUploader({ list, item, resource, uploadMessages }: UploaderOptions) {
  const running = new Map<number, AbortController>();
  /** Files that wait for their turn. */
  let queue: readonly number[] = [];
  let uploading: Promise<void> | undefined;
  /** Time of the first failure since a file arrived. */
  let failingSince: number | undefined;

  async function upload(one: Upload, claimNumber: string): Promise<void> {
    const { id, file } = one;
    const fail = (message: string, canRetryFile: boolean) =>
      list.setState(id, { name: 'failed', message, canRetry: canRetryFile });
    const control = new AbortController();
    running.set(id, control);
    const resumable = isResumable(one) && (await canResume(file));
    const send = resumable ? sendResumable : sendWhole;
    const result = await send(one, claimNumber, control.signal).finally(() => running.delete(id));
    // The page then asks for the file again, as after a reload.
    if (result === 'unreadable') return list.remove(id);
    // The file may have arrived despite the stop.
    if (control.signal.aborted && !result?.ok) return fail(uploadMessages.youStopped, true);
    if (!result) return;
    if (!result.ok) {
      const passing = canRetry(result);
      if (!passing) removePending(claimNumber, file);
      return fail(result.fileMessage ?? result.detail ?? uploadMessages.lost, passing);
    }
    failingSince = undefined;
    removePending(claimNumber, file);
    if (!result.data.stored) return fail(result.data.message, false);
    discardReplaced(claimNumber, file);
    list.setState(id, { name: 'stored' });
  }

  /** If the resumable protocol's code cannot load, a file of ordinary size is sent whole. */
  const canResume = async (file: File): Promise<boolean> =>
    (await loadTusUpload()) !== undefined || file.size > item.maxBytes;

  function sendResumable({ id, file, check }: Upload, claimNumber: string, signal: AbortSignal) {
    const pending = findPending(claimNumber, file);
    let savedAt = 0;
    list.setState(id, { name: 'sending', share: pending?.share ?? 0 });
    return uploadResumable(
      {
        file,
        claimNumber,
        chosen: check?.chosen(),
        key: createIdempotencyKey(crypto.getRandomValues(new Uint8Array(16))),
      },
      pending?.url,
      {
        onUrl(url) {
          if (url === undefined) restartPending(claimNumber, file);
          else savePending(claimNumber, file, { url });
        },
        onState(state) {
          list.setState(id, state);
          if (state.name !== 'sending' || Date.now() - savedAt < 1_000) return;
          savedAt = Date.now();
          savePending(claimNumber, file, { share: state.share });
        },
      },
      signal,
    );
  }

  async function sendWhole({ id, file }: Upload, claimNumber: string, signal: AbortSignal) {
    for (let attempts = 0; ; attempts += 1) {
      list.setState(id, { name: 'sending', share: 0 });
      const onProgress = (share: number) => list.setState(id, { name: 'sending', share });
      const result = await uploadWhole(resource, claimNumber, file, onProgress, signal);
      if (result.ok || signal.aborted) return result;
      if (!(await isReadable(file))) return 'unreadable';
      failingSince ??= Date.now();
      if (!canRetry(result) || isPatienceOver()) return result;
      list.setState(id, { name: 'sending', share: 0, stalled: failureReason(result) });
      const returns = result.code === 'offline' ? ([[globalThis, 'online']] as const) : [];
      await wait(retryDelayMs(result, attempts), signal, returns);
      if (signal.aborted) return result;
      if (!isListed(id)) return undefined;
    }
  }

  /** Cancels an interrupted upload of an older version of the same file. */
  function discardReplaced(claimNumber: string, file: File) {
    for (const older of readPending(claimNumber)) {
      if (older.name !== file.name || isChosen(older)) continue;
      removePending(claimNumber, older);
      if (older.url !== undefined) void terminateUpload(older.url);
    }
  }

  const isChosen = (pending: PendingUpload) => list.uploads().some(({ file }) => isSameFile(file, pending));
  const isListed = (id: number) => list.uploads().some((one) => one.id === id);

  /** Sends the queued files, one after another, until none is left. */
  async function work(claimNumber: string): Promise<void> {
    for (;;) {
      const [id, ...rest] = queue;
      if (id === undefined) return;
      queue = rest;
      const one = list.uploads().find((each) => each.id === id);
      if (one && isPatienceOver()) list.setState(id, { name: 'failed', message: uploadMessages.lost, canRetry: true });
      else if (one) await upload(one, claimNumber);
    }
  }

  const isPatienceOver = () => failingSince !== undefined && Date.now() - failingSince > patienceMs;
  const isUnsent = ({ state }: Upload) => state.name === 'chosen' || (state.name === 'failed' && state.canRetry);

  return {
    /**
     * Uploads all missing files, small ones first. A call during another one adds the files that
     * have failed in the meantime.
     */
    async uploadAll(claimNumber: string): Promise<UploadOutcome> {
      // A picture that the browser never finishes is sent unchanged.
      await Promise.race([list.inspected(), wait(maxInspectionMs, new AbortController().signal, [])]);
      const remaining = list.uploads().filter(isUnsent);
      failingSince = undefined;
      for (const { id, file, check } of remaining) {
        // Frees the check's memory, because its result has been shown.
        check?.stop();
        savePending(claimNumber, file);
        list.setState(id, { name: 'waiting' });
      }
      const isLarge = (id: number) => remaining.some((one) => one.id === id && isResumable(one));
      const added = remaining.map(({ id }) => id);
      queue = [...queue, ...added.filter((id) => !isLarge(id)), ...added.filter(isLarge)];
      const free = Math.max(0, Math.min(maxParallel - running.size, queue.length));
      const workers = Array.from({ length: free }, () => work(claimNumber));
      let all = (uploading = Promise.all([uploading, ...workers]).then(() => {}));
      // Another call may have added files in the meantime.
      do await (all = uploading);
      while (all !== uploading);
      if (list.uploads().some(({ state }) => state.name !== 'stored')) return 'incomplete';
      if (readPending(claimNumber).length === 0) return 'complete';
      list.clear();
      return 'missing';
    },
    /** Stops current and waiting uploads. A later upload resumes them. */
    stop() {
      for (const id of queue) list.setState(id, { name: 'failed', message: uploadMessages.youStopped, canRetry: true });
      queue = [];
      for (const control of running.values()) control.abort();
    },
    /** Forgets interrupted uploads that had not started: the files chosen since replace them. */
    discardUnstarted(claimNumber: string) {
      for (const pending of readPending(claimNumber)) {
        if (pending.url === undefined && !isChosen(pending)) removePending(claimNumber, pending);
      }
    },
    /** Removes the file. The server discards its uploaded part. */
    cancel(claimNumber: string, file: FileIdentity) {
      const url = findPending(claimNumber, file)?.url;
      removePending(claimNumber, file);
      for (const one of list.uploads()) {
        if (one.file !== file) continue;
        running.get(one.id)?.abort();
        list.remove(one.id);
      }
      if (url !== undefined) void terminateUpload(url);
    },
    readPending,
    /**
     * Forgets interrupted uploads that have arrived since, and returns whether all of them have.
     */
    async checkPending(claimNumber: string) {
      const rejected: RejectedFile[] = [];
      const all = readPending(claimNumber);
      let stored = 0;
      for (const pending of all) {
        if (pending.url === undefined) continue;
        const result = await waitForResult(pending.url, new AbortController().signal);
        // The claimant may have canceled it in the meantime.
        if (!findPending(claimNumber, pending) || result === undefined || result === 'arriving') continue;
        if (!result.ok) {
          // The server has discarded it: the upload starts again.
          restartPending(claimNumber, pending);
          continue;
        }
        removePending(claimNumber, pending);
        const { data } = result;
        if (data.stored) stored += 1;
        else rejected.push({ name: data.name, explain: () => data.message });
      }
      return { rejected, haveAllArrived: stored > 0 && stored === all.length };
    },
  };
}
