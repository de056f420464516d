import type { Form } from '@redress/forms/definition';
import { loadAdvice } from '../fields/load-advice.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { createAfterSubmit, Uploads } from './after-submit-entry.ts';

export type AfterSubmit = ReturnType<typeof createAfterSubmit>;

/** The returned function loads the code once. It returns undefined if the connection fails. */
export function createAfterSubmitLoader(
  messages: FormMessages,
  uploads: Uploads,
  loadLoginForm: (() => Promise<Form>) | undefined,
  onLoad: (afterSubmit: AfterSubmit) => void,
) {
  let loading: Promise<AfterSubmit | undefined> | undefined;
  return (): Promise<AfterSubmit | undefined> => {
    loading ??= load(messages, uploads, loadLoginForm).then(
      (afterSubmit) => {
        // The review appears above SUBMIT.
        afterSubmit.afterPress(() => onLoad(afterSubmit));
        return afterSubmit;
      },
      () => (loading = undefined),
    );
    return loading;
  };
}

async function load(messages: FormMessages, uploads: Uploads, loadLoginForm: (() => Promise<Form>) | undefined) {
  void loadAdvice(messages.language);
  const [entry, uploadMessages, loginForm] = await Promise.all([
    // The page renderer, which never calls this, is built without it.
    import.meta.env.SSR ? Promise.reject(new Error('Only in a browser')) : import('./after-submit-entry.ts'),
    HAS_SPANISH && messages.language === 'es'
      ? import('../messages/upload-es.ts').then(({ uploadEs }) => uploadEs)
      : import('../messages/upload-en.ts').then(({ uploadEn }) => uploadEn),
    loadLoginForm?.(),
  ]);
  return entry.createAfterSubmit(uploads, uploadMessages, loginForm, await entry.loadNativeUploads());
}
