import type { DocumentsItem, FileType } from '@redress/forms/definition';
import type { DataCheck } from '../data-check/data-check.ts';
import type { DataChecker } from '../data-check/data-checker.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { limitSize } from './limit-size.ts';

export type DocumentState =
  | { readonly name: 'chosen' | 'waiting' | 'stored' }
  /** `share` from 0 to 1. `held`: nothing moves just now, and it goes on by itself. */
  | {
      readonly name: 'sending';
      readonly share: number;
      readonly secondsLeft?: number | undefined;
      readonly held?: 'lost' | 'busy' | undefined;
    }
  /** All bytes are there; the server looks at them. */
  | { readonly name: 'joining' }
  /** `passing`: sending it again may help. */
  | { readonly name: 'failed'; readonly message: string; readonly passing: boolean };

export interface ChosenDocument {
  readonly id: number;
  readonly file: File;
  readonly state: DocumentState;
  /** Of a data file, once what checks it is loaded. */
  readonly check?: DataCheck;
}
export interface RefusedFile {
  readonly name: string;
  readonly message: string;
}

/** The documents of one claim, from choosing to received: kept outside the components, so that they outlive a redraw. */
export interface DocumentList {
  subscribe(listener: () => void): () => void;
  /** The same array until something changes. */
  documents(): readonly ChosenDocument[];
  /** What checks data files: absent until the first one is chosen, `failed` when it could not be loaded. */
  dataChecker(): DataChecker | 'failed' | undefined;
  /** Begins the checks of all data files that have none. What could not be loaded is tried again. */
  checkData(): Promise<void>;
  /** Takes the files that keep the form's rules; gives those that do not, with the reason. */
  add(files: readonly File[]): readonly RefusedFile[];
  remove(id: number): void;
  clear(): void;
  setState(id: number, state: DocumentState): void;
}

/** From how many bytes on a file goes in pieces, which a broken line or a reload does not lose. */
const piecesFrom = 5 * 1024 * 1024;

/** Whether a file goes in pieces: because of its size, or because how its table is to be read goes with it. */
export const goesInPieces = ({ file, check }: ChosenDocument): boolean =>
  file.size > piecesFrom || check?.chosen() !== undefined;

export interface DocumentListParts {
  readonly item: DocumentsItem;
  readonly messages: FormMessages;
  readonly loadDataChecker: () => Promise<DataChecker>;
  /** Called when a file has come that goes in pieces, or may do so: time to load what sends it. */
  readonly onLarge: () => void;
}

export function createDocumentList({ item, messages, loadDataChecker, onLarge }: DocumentListParts): DocumentList {
  const listeners = new Set<() => void>();
  let documents: readonly ChosenDocument[] = [];
  let dataChecker: DataChecker | 'failed' | undefined;
  let nextId = 1;

  function set(next: readonly ChosenDocument[]) {
    for (const { id, check } of documents) if (!next.some((document) => document.id === id)) check?.stop();
    documents = next;
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    documents: () => documents,
    dataChecker: () => dataChecker,
    async checkData() {
      if (!documents.some(({ file }) => isDataFile(file, item))) return;
      if (typeof dataChecker !== 'object') dataChecker = await loadDataChecker().catch(() => 'failed' as const);
      const room = dataChecker;
      const begin = (document: ChosenDocument) =>
        room === 'failed' || document.check || document.state.name !== 'chosen' || !isDataFile(document.file, item)
          ? document
          : { ...document, check: room.startCheck(document.file) };
      set(documents.map(begin));
    },
    add(files) {
      const taken: ChosenDocument[] = [];
      const refused: RefusedFile[] = [];
      for (const file of files) {
        const reason = reasonAgainst(file, item, [...documents, ...taken], messages);
        if (reason === undefined) taken.push({ id: nextId++, file, state: { name: 'chosen' } });
        else refused.push({ name: file.name, message: reason });
      }
      if (taken.length > 0) set([...documents, ...taken]);
      if (taken.some((document) => goesInPieces(document) || isDataFile(document.file, item))) onLarge();
      return refused;
    },
    remove: (id) => set(documents.filter((document) => document.id !== id)),
    clear: () => set([]),
    setState: (id, state) => set(documents.map((document) => (document.id === id ? { ...document, state } : document))),
  };
}

/** What the browser can tell of a file before it is sent; the server looks at the content. */
function reasonAgainst(
  file: File,
  item: DocumentsItem,
  already: readonly ChosenDocument[],
  messages: FormMessages,
): string | undefined {
  const maxBytes = isDataFile(file, item) ? (item.dataFiles?.maxBytes ?? 0) : item.maxBytes;
  const reasons = {
    ...messages.documents.reasons,
    'too-large': messages.documents.reasons['too-large'](limitSize(maxBytes)),
    'too-many': messages.documents.reasons['too-many'](item.maxFiles),
  };
  if (already.some((document) => isSameFile(document.file, file))) return reasons.twice;
  if (already.length >= item.maxFiles) return reasons['too-many'];
  if (file.size === 0) return reasons.empty;
  if (file.size > maxBytes) return reasons['too-large'];
  return hasType(file, item.types) ? undefined : reasons.type;
}

/** As far as a browser can tell two files apart without reading them. */
export const isSameFile = (
  one: Pick<File, 'name' | 'size' | 'lastModified'>,
  other: Pick<File, 'name' | 'size' | 'lastModified'>,
): boolean => one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

export const isDataFile = (file: File, { dataFiles }: DocumentsItem): boolean =>
  dataFiles !== undefined && hasType(file, dataFiles.types);

const hasType = (file: File, types: readonly FileType[]): boolean =>
  endings(types).some((ending) => file.name.toLowerCase().endsWith(ending));

/** The endings of the names that stand for the types: `.jpg` and `.jpeg`, `.tif` and `.tiff`, `.heic` and `.heif`. */
export function endings(types: readonly FileType[]): string[] {
  const more: Partial<Record<FileType, string[]>> = { jpg: ['.jpeg'], tif: ['.tiff'], heic: ['.heif'] };
  return types.flatMap((type) => [`.${type}`, ...(more[type] ?? [])]);
}
