import type { DocumentsItem } from '@redress/forms/definition';
import type { FormMessages } from '../messages/form-en.ts';
import type { DocumentList } from '../uploads/upload-list.ts';

/** What a form needs once SUBMIT was pressed: its questions, the panel of a filed claim, what sends documents, their words. */
export type AfterSubmit = Awaited<ReturnType<typeof loadParts>>;

/** It is no part of the first load: it comes while the form is being filled in, or with SUBMIT at the latest. */
export interface AfterSubmitLoader {
  subscribe(listener: () => void): () => void;
  /** Once it is there. */
  now(): AfterSubmit | undefined;
  /** Loads it if that has not been done; `undefined` when the line does not allow it now. */
  load(): Promise<AfterSubmit | undefined>;
}

/** What documents are sent by: absent on a form that takes none. */
interface Documents {
  readonly list: DocumentList;
  readonly item: DocumentsItem;
  readonly resource: string;
}

export function createAfterSubmitLoader(messages: FormMessages, documents: Documents | undefined): AfterSubmitLoader {
  const listeners = new Set<() => void>();
  let loading: Promise<AfterSubmit | undefined> | undefined;
  let loaded: AfterSubmit | undefined;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: () => loaded,
    load() {
      loading ??= loadParts(messages, documents).then(
        (parts) => {
          loaded = parts;
          for (const listener of listeners) listener();
          return parts;
        },
        () => (loading = undefined),
      );
      return loading;
    },
  };
}

async function loadParts(messages: FormMessages, documents: Documents | undefined) {
  const [{ afterSubmitParts }, uploadMessages] = await Promise.all([
    import('./after-submit-entry.ts'),
    messages.language === 'es'
      ? import('../messages/upload-es.ts').then(({ uploadEs }) => uploadEs)
      : import('../messages/upload-en.ts').then(({ uploadEn }) => uploadEn),
  ]);
  const { createSender, ...parts } = afterSubmitParts;
  return { ...parts, uploadMessages, sender: documents && createSender({ ...documents, messages, uploadMessages }) };
}
