import { isNamedAs } from '@redress/contract/file-names';
import type { DocumentsItem } from '@redress/forms/definition';
import type { DataCheck } from '../data-check/data-check.ts';
import type { DataChecker } from '../data-check/data-checker.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import type { FailureReason } from '../browser/api-client.ts';
import { createListeners } from '../browser/listeners.ts';
import { resolveWithin } from '../browser/resolve-within.ts';
import { formatSizeLimit } from './file-size.ts';
import type { PreparedPhoto } from './prepare-photo.ts';

export type UploadState =
  | { readonly name: 'chosen' | 'waiting' | 'finalizing' | 'stored' }
  | {
      readonly name: 'sending';
      /** The fraction sent, 0 to 1. */
      readonly share: number;
      readonly secondsLeft?: number | undefined;
      /**
       * The reason for waiting: the connection is lost or the server is busy. It resumes by itself.
       */
      readonly stalled?: FailureReason | undefined;
    }
  | { readonly name: 'failed'; readonly message: string; readonly canRetry: boolean };

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly state: UploadState;
  /** Set for a data file, once its check has started. */
  readonly check?: DataCheck;
  /** Set for a picture, once it could be shown. */
  readonly photo?: PreparedPhoto;
}
export interface RejectedFile {
  readonly name: string;
  /** The messages load with the first file. */
  readonly explain: (reasons: UploadMessages['reasons']) => string;
}

/** Checks the content of files, and reports the results for each. */
export type InspectFiles = (
  files: readonly {
    readonly id: number;
    readonly file: File;
    readonly onRefused: (message: string) => void;
    readonly onPhoto: (photo: PreparedPhoto) => void;
  }[],
  /** All currently chosen files. */
  uploads: () => readonly Upload[],
  remove: (id: number) => void,
) => Promise<void>;

export type UploadList = ReturnType<typeof createUploadList>;

/** Larger files are sent in chunks, so that a lost connection or a reload does not restart them. */
const resumableFromBytes = 5 * 1024 * 1024;

/** Only the resumable protocol carries the claimant's corrections of data files. */
export const isResumable = ({ file, check }: Upload): boolean =>
  file.size > resumableFromBytes || check?.chosen() !== undefined;

export interface UploadListOptions {
  readonly item: DocumentsItem;
  readonly loadDataChecker: () => Promise<DataChecker>;
  readonly inspectFiles: InspectFiles;
  /** Called for a file that may need the resumable protocol, so that its code can load early. */
  readonly onResumable: () => void;
}

/** The files that a claimant has chosen for one claim, with the state of their upload. */
export function createUploadList(options: UploadListOptions) {
  const { item, loadDataChecker, inspectFiles, onResumable } = options;
  const { notify, subscribe } = createListeners();
  let uploads: readonly Upload[] = [];
  let dataChecker: DataChecker | 'failed' | undefined;
  let rejected: readonly RejectedFile[] = [];
  let inspection = Promise.resolve(0);
  let nextId = 1;

  function set(next: readonly Upload[]) {
    for (const { id, check } of uploads) if (!next.some((upload) => upload.id === id)) check?.stop();
    uploads = next;
    notify();
  }

  const remove = (id: number) => set(uploads.filter((upload) => upload.id !== id));

  /** Changes a file that is not being sent yet. */
  const updateChosen = (id: number, change: (upload: Upload) => readonly Upload[]) =>
    set(uploads.flatMap((one) => (one.id === id && one.state.name === 'chosen' ? change(one) : one)));

  /**
   * Resolves to the number of remaining files. If a file is inspected too late, the server reports
   * its problem.
   */
  const inspect = (added: readonly Upload[]): Promise<number> => {
    let left = added.length;
    return inspectFiles(
      added.map(({ id, file }) => ({
        id,
        file,
        onRefused: (message) =>
          updateChosen(id, () => {
            left -= 1;
            rejected = [...rejected, { name: file.name, explain: () => message }];
            return [];
          }),
        onPhoto: (photo) => updateChosen(id, (one) => [{ ...one, photo, file: photo.smaller ?? one.file }]),
      })),
      () => uploads,
      remove,
    ).then(() => left);
  };

  return {
    subscribe,
    /** The same array until something changes. */
    uploads: () => uploads,
    /** The rejected files of the last choice, with the reasons. */
    rejected: () => rejected,
    /** Resolves once the chosen files are checked and photos are reduced. */
    inspected: () => inspection,
    /** Chooses between a photo as it was taken and the smaller one. */
    sendOriginal: (id: number, isChosen: boolean) =>
      updateChosen(id, (one) => [
        { ...one, file: (isChosen ? undefined : one.photo?.smaller) ?? one.photo?.original ?? one.file },
      ]),
    /** Loaded with the first data file; `failed` if it could not be loaded. */
    dataChecker: () => dataChecker,
    /** Starts the missing checks of data files, and retries failed loads. */
    async checkData() {
      if (!uploads.some(({ file }) => isDataFile(file, item))) return;
      if (typeof dataChecker !== 'object') dataChecker = (await resolveWithin(loadDataChecker(), 60_000)) ?? 'failed';
      const checker = dataChecker;
      if (checker === 'failed') return set(uploads);
      const start = (upload: Upload) =>
        upload.check || upload.state.name !== 'chosen' || !isDataFile(upload.file, item)
          ? upload
          : { ...upload, check: checker.startCheck(upload.file) };
      set(uploads.map(start));
    },
    /**
     * Adds the files that meet the form's rules. Resolves once they are checked, to the number of
     * remaining files.
     */
    add(files: readonly File[]): Promise<number> {
      const added: Upload[] = [];
      const refused: RejectedFile[] = [];
      for (const file of files) {
        const explain = findProblem(file, item, [...uploads, ...added]);
        if (explain === undefined) added.push({ id: nextId++, file, state: { name: 'chosen' } });
        else refused.push({ name: file.name, explain });
      }
      rejected = refused;
      set([...uploads, ...added]);
      if (added.some((upload) => isResumable(upload) || isDataFile(upload.file, item))) onResumable();
      inspection = inspection.then(() => inspect(added)).catch(() => added.length);
      return inspection;
    },
    remove,
    clear() {
      rejected = [];
      set([]);
    },
    setState: (id: number, state: UploadState) =>
      set(uploads.map((upload) => (upload.id === id ? { ...upload, state } : upload))),
  };
}

function findProblem(file: File, item: DocumentsItem, others: readonly Upload[]): RejectedFile['explain'] | undefined {
  const maxBytes = isDataFile(file, item) ? (item.dataFiles?.maxBytes ?? 0) : item.maxBytes;
  if (others.some((other) => isSameFile(other.photo?.original ?? other.file, file))) return ({ twice }) => twice;
  if (others.length >= item.maxFiles) return (reasons) => reasons['too-many'](item.maxFiles);
  if (file.size === 0) return ({ empty }) => empty;
  if (file.size > maxBytes) return (reasons) => reasons['too-large'](formatSizeLimit(maxBytes));
  return undefined;
}

export type FileIdentity = Pick<File, 'name' | 'size' | 'lastModified'>;

/** Compares the metadata of two files, without reading them. */
export const isSameFile = (one: FileIdentity, other: FileIdentity): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

export const isDataFile = (file: File, { dataFiles }: DocumentsItem): boolean =>
  dataFiles !== undefined && isNamedAs(dataFiles.types, file.name);
