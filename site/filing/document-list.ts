import type { RefusalReason } from '@redress/contract/claims';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import type { Texts } from '../texts/en.ts';
import { sendDocument } from './api.ts';

type DocumentState =
  | { readonly name: 'chosen' | 'waiting' | 'stored' }
  | { readonly name: 'sending'; readonly share: number }
  /** `passing`: sending it again may help. */
  | { readonly name: 'failed'; readonly message: string; readonly passing: boolean };

export interface ChosenDocument {
  readonly id: number;
  readonly file: File;
  readonly state: DocumentState;
}
export interface RefusedFile {
  readonly name: string;
  readonly message: string;
}

/** The documents of one claim, from choosing to received: kept outside the components, so that an upload outlives a redraw. */
export interface DocumentList {
  subscribe(listener: () => void): () => void;
  /** The same array until something changes. */
  documents(): readonly ChosenDocument[];
  /** Takes the files that keep the form's rules; gives those that do not, with the reason. */
  add(files: readonly File[]): readonly RefusedFile[];
  remove(id: number): void;
  clear(): void;
  /** Sends, one by one, all that have not arrived; true when then none is missing. */
  sendAll(claimNumber: string): Promise<boolean>;
}

/** Pauses before a file that the line lost is sent again by itself, in milliseconds. */
const retryPauses = [1_000, 4_000];

export function createDocumentList(item: DocumentsItem, resource: string, texts: Texts): DocumentList {
  const listeners = new Set<() => void>();
  let documents: readonly ChosenDocument[] = [];
  let nextId = 1;

  function set(next: readonly ChosenDocument[]) {
    documents = next;
    for (const listener of listeners) listener();
  }
  const setState = (id: number, state: DocumentState) =>
    set(documents.map((document) => (document.id === id ? { ...document, state } : document)));

  async function send(document: ChosenDocument, claimNumber: string): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      setState(document.id, { name: 'sending', share: 0 });
      const sent = await sendDocument(resource, claimNumber, document.file, (share) =>
        setState(document.id, { name: 'sending', share }),
      );
      if (sent.ok) {
        return setState(
          document.id,
          sent.answer.stored ? { name: 'stored' } : { name: 'failed', message: sent.answer.message, passing: false },
        );
      }
      if (!(await isReadable(document.file))) {
        return setState(document.id, { name: 'failed', message: texts.documents.reasons.unreadable, passing: false });
      }
      const passing = sent.code === 'offline' || sent.code === 'unavailable' || sent.code === 'too-many-requests';
      const pause = retryPauses[attempt];
      if (!passing || pause === undefined) {
        const message = sent.fileMessage ?? sent.detail ?? texts.documents.lost;
        return setState(document.id, { name: 'failed', message, passing });
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    documents: () => documents,
    add(files) {
      const taken: ChosenDocument[] = [];
      const refused: RefusedFile[] = [];
      for (const file of files) {
        const reason = reasonAgainst(file, item, [...documents, ...taken], texts);
        if (reason === undefined) taken.push({ id: nextId++, file, state: { name: 'chosen' } });
        else refused.push({ name: file.name, message: reason });
      }
      if (taken.length > 0) set([...documents, ...taken]);
      return refused;
    },
    remove: (id) => set(documents.filter((document) => document.id !== id)),
    clear: () => set([]),
    async sendAll(claimNumber) {
      const missing = documents.filter(
        ({ state }) => state.name !== 'stored' && (state.name !== 'failed' || state.passing),
      );
      set(
        documents.map((document) =>
          missing.includes(document) ? { ...document, state: { name: 'waiting' } } : document,
        ),
      );
      for (const document of missing) await send(document, claimNumber);
      return documents.every((document) => document.state.name === 'stored');
    },
  };
}

/** What the browser can tell of a file before it is sent; the server looks at the content. */
function reasonAgainst(
  file: File,
  item: DocumentsItem,
  already: readonly ChosenDocument[],
  texts: Texts,
): string | undefined {
  const reasons: Record<Exclude<RefusalReason, 'incomplete'> | 'twice', string> = {
    ...texts.documents.reasons,
    'too-large': texts.documents.reasons['too-large'](megabytes(item.maxBytes)),
    'too-many': texts.documents.reasons['too-many'](item.maxFiles),
  };
  const isSame = (other: File) =>
    other.name === file.name && other.size === file.size && other.lastModified === file.lastModified;
  if (already.some((document) => isSame(document.file))) return reasons.twice;
  if (already.length >= item.maxFiles) return reasons['too-many'];
  if (file.size === 0) return reasons.empty;
  if (file.size > item.maxBytes) return reasons['too-large'];
  return endings(item.types).some((ending) => file.name.toLowerCase().endsWith(ending)) ? undefined : reasons.type;
}

/** A phone may have thrown away what a file name points to. */
async function isReadable(file: File): Promise<boolean> {
  try {
    // Safari 13 has no arrayBuffer() of a file.
    await new Response(file.slice(0, 1)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

/** The endings of the names that stand for the types: `.jpg` and `.jpeg`, `.tif` and `.tiff`, `.heic` and `.heif`. */
export function endings(types: readonly FileType[]): string[] {
  const more: Partial<Record<FileType, string[]>> = { jpg: ['.jpeg'], tif: ['.tiff'], heic: ['.heif'] };
  return types.flatMap((type) => [`.${type}`, ...(more[type] ?? [])]);
}
