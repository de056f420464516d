import type { FormMessages } from '../messages/form-en.ts';
import type { UploaderOptions } from '../uploads/uploader.ts';

type AfterSubmit = Awaited<ReturnType<typeof load>>;

/** Loads `after-submit-entry.ts`, which is not part of the first load, at most once. */
export interface AfterSubmitLoader {
  subscribe(listener: () => void): () => void;
  /** Undefined until loaded. */
  current(): AfterSubmit | undefined;
  /** Returns undefined if the connection fails; the next call tries again. */
  load(): Promise<AfterSubmit | undefined>;
}

/** Without `uploads`, for a form that takes none, there is no uploader. */
export function createAfterSubmitLoader(
  messages: FormMessages,
  uploads: Pick<UploaderOptions, 'list' | 'item' | 'resource'> | undefined,
): AfterSubmitLoader {
  const listeners = new Set<() => void>();
  let loading: Promise<AfterSubmit | undefined> | undefined;
  let loaded: AfterSubmit | undefined;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => loaded,
    load() {
      loading ??= load(messages, uploads).then(
        (afterSubmit) => {
          loaded = afterSubmit;
          for (const listener of listeners) listener();
          return afterSubmit;
        },
        () => (loading = undefined),
      );
      return loading;
    },
  };
}

async function load(messages: FormMessages, uploads: Pick<UploaderOptions, 'list' | 'item' | 'resource'> | undefined) {
  const [{ afterSubmitEntry }, uploadMessages] = await Promise.all([
    import('./after-submit-entry.ts'),
    messages.language === 'es'
      ? import('../messages/upload-es.ts').then(({ uploadEs }) => uploadEs)
      : import('../messages/upload-en.ts').then(({ uploadEn }) => uploadEn),
  ]);
  const { createUploader, ...afterSubmit } = afterSubmitEntry;
  return {
    ...afterSubmit,
    uploadMessages,
    uploader: uploads && createUploader({ ...uploads, messages, uploadMessages }),
  };
}
