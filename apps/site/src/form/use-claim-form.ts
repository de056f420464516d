import { savedFormFragment } from '@redress/contract/saved-form-link';
import type { FormPage, LoginPage } from '@redress/contract/settlement';
import type { NoScriptForm } from '@redress/contract/page-renderer';
import type { FilingState, Login, ActiveLogin } from '@redress/contract/session';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm, Form } from '@redress/forms/definition';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStoreValue } from '../fields/field-hooks.ts';
import { endLogin, getSession } from '../browser/api-client.ts';
import { clearDraft, clearUser, holdsClaim, removeStored, savedFormKey } from '../browser/storage.ts';
import type { CaptchaBox } from '../captcha/captcha-box.tsx';
import type { LoginStatus } from '../login/login-status.tsx';
import { controlId } from '../fields/field-frame.tsx';
import { findItem } from '../fields/form-controls.ts';
import { createFormStore } from '../fields/form-store.ts';
import type { FormElsewhere } from '../islands/island-data.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { noScriptComponents } from '../no-script/no-script-entry.tsx';
import type { SavedFormsState } from '../saved-forms/savable-form.ts';
import { createUploadList } from '../uploads/upload-list.ts';
import { createClaimSubmission } from './claim-submission.ts';
import { startDraftAutosave } from './draft-autosave.ts';
import { type AfterSubmit, createAfterSubmitLoader } from './load-after-submit.ts';

export interface ClaimFormProps {
  readonly page: FormPage;
  readonly form: ClaimForm;
  readonly messages: FormMessages;
  readonly login:
    | {
        readonly page: LoginPage;
        /** Set on a page that the server sent back. */
        readonly form: Form | undefined;
        readonly loadForm: () => Promise<Form>;
      }
    | undefined;
  readonly timeZone: string;
  /** Whether filing is open. The server's session replaces it. */
  readonly expectedState: FilingState;
  /** This page in the other language. */
  readonly elsewhere: FormElsewhere | null;
  readonly logOutPath: string;
  readonly receiptPath: string;
  /** The form as the server sent it back to a browser without JavaScript. */
  readonly noScript: { readonly form: NoScriptForm; readonly components: typeof noScriptComponents } | undefined;
  readonly CaptchaBox: typeof CaptchaBox | undefined;
  /** Set for forms that require a login. */
  readonly LoginStatus: typeof LoginStatus | undefined;
}

export type ClaimFormState = ReturnType<typeof useClaimForm>;

/** The state of a claim form page: answers, uploads, submission, draft and session. */
export function useClaimForm(props: ClaimFormProps) {
  const { form, page, expectedState } = props;
  const returned = props.noScript?.form;
  const [afterSubmit, setAfterSubmit] = useState<AfterSubmit>();
  const [{ store, uploads, submission, loadAfterSubmit }] = useState(() => createParts(props, setAfterSubmit));
  const phase = useStoreValue(submission, submission.phase);
  const [session, setSession] = useState<
    | { readonly login: Login | ActiveLogin | null; readonly state: FilingState; readonly savesForms?: boolean }
    | undefined
  >(returned?.login === undefined ? undefined : { login: returned.login, state: expectedState });
  const [restored, setRestored] = useState(false);
  // The saved form that replaced this tab's draft.
  const [opened, setOpened] = useState<{ readonly answers: AnyAnswers }>();
  const [savedForms, setSavedForms] = useState<SavedFormsState>({});
  const element = useRef<HTMLFormElement>(null);
  const stopDraft = useRef<() => void>(undefined);

  /** Also extends the login. Returns false if the server does not respond. */
  const refreshSession = useCallback(async () => {
    const result = await getSession();
    if (result.ok) {
      const { filings, savesForms } = result.data;
      // A form that requires no login ignores one: another person may be about to file.
      const { login: current } = result.data;
      const login = form.login === 'required' && submission.isFor(current?.noticeId) ? current : null;
      store.setMailed(mailedTo(form, login));
      setSession({ login, state: filings[form.id] ?? 'open', savesForms });
    }
    return result.ok;
  }, [form, store, submission]);

  useEffect(() => {
    // Removes the sections for browsers without JavaScript, which are outside the island.
    document.querySelectorAll('.saved-form').forEach((section) => section.remove());
    void refreshSession();
    if (returned) submission.resumeNativeSubmit();
    else submission.resume();
    // The back/forward cache may show a form that was filed in the meantime.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      void refreshSession();
      submission.resume();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [submission, returned, refreshSession]);

  // Loads the code for SUBMIT once the claimant starts to fill in the form.
  useEffect(() => {
    let isNeeded = restored || phase.name !== 'editing';
    const captcha = findItem(form, 'captcha');
    const load = () => {
      if (isNeeded || location.hash.startsWith(savedFormFragment)) void loadAfterSubmit();
    };
    const onInput = ({ target }: Event) => {
      isNeeded ||= !(target instanceof Element && target.id === controlId(captcha?.name ?? ''));
      load();
    };
    load();
    addEventListener('input', onInput);
    addEventListener('online', load);
    addEventListener('hashchange', load);
    return () => {
      removeEventListener('input', onInput);
      removeEventListener('online', load);
      removeEventListener('hashchange', load);
    };
  }, [form, loadAfterSubmit, phase.name, restored]);

  const state = session?.state ?? expectedState;
  const isFormShown = phase.name !== 'filed' && phase.name !== 'closed' && state !== 'closed';
  useEffect(() => {
    if (!isFormShown || !element.current) return;
    const draft = startDraftAutosave(element.current, store, opened?.answers);
    setRestored(draft.restored);
    stopDraft.current = draft.stop;
    return draft.stop;
  }, [isFormShown, store, opened]);

  const clearForm = () => {
    clearDraft(form.id);
    setOpened(undefined);
    removeStored(savedFormKey(form.id));
    setRestored(false);
    element.current?.reset();
    store.reset();
    uploads?.clear();
    submission.setCaptcha(undefined);
    submission.startNewClaim();
  };
  // A reset would restore the answers that the server sent back.
  const leaveReturnedPage = () => {
    if (returned) location.assign(page.path);
  };
  return {
    form,
    store,
    uploads,
    submission,
    phase,
    /** Undefined until loaded. */
    afterSubmit,
    loadAfterSubmit,
    /** Undefined until the server has responded. */
    session,
    state,
    restored,
    /**
     * Whether SUBMIT is native: the server has files or questions for this form, or the browser
     * keeps no cookies.
     */
    submitsNatively:
      'submitsNatively' in phase ||
      (returned !== undefined &&
        (returned.documents.length > 0 || returned.login === null || returned.conflict !== undefined)),
    element,
    refreshSession,
    savedForms,
    setSavedForms,
    /** Replaces the answers on this page with the answers of a saved form. */
    openDraft(answers: AnyAnswers) {
      clearForm();
      setOpened({ answers });
    },
    startNewClaim() {
      clearForm();
      leaveReturnedPage();
    },
    /** Empties the form completely, before the claimant leaves a shared computer. */
    discard() {
      stopDraft.current?.();
      element.current?.reset();
      store.reset();
      uploads?.clear();
    },
    /** Also logs out, for shared computers. Claims that were filed keep their uploads. */
    async clearAll() {
      clearForm();
      if (form.login === 'required') {
        clearUser();
        await endLogin();
      }
      await refreshSession();
      leaveReturnedPage();
    },
  };
}

/**
 * The masks that the server accepts from this login. Undefined if the form requires a login and
 * there is none.
 */
function mailedTo({ login: required }: ClaimForm, login: Login | null | undefined) {
  if (!HAS_MAILED_ADDRESS || required === 'none') return {};
  return login ? (login.mailed ?? {}) : undefined;
}

function createParts({ form, page, messages, login, noScript }: ClaimFormProps, onLoad: (loaded: AfterSubmit) => void) {
  const item = findItem(form, 'documents');
  const store = createFormStore(form, noScript?.form, { mailed: mailedTo(form, noScript?.form.login) });
  const uploads =
    item &&
    createUploadList({
      item,
      async loadDataChecker() {
        // The page renderer, which never calls this, is built without it.
        if (import.meta.env.SSR || !HAS_DATA_FILES) throw new Error('Only in a browser');
        const { createDataChecker } = await import('../data-check/create-data-checker.tsx');
        return createDataChecker(messages.language, form.id);
      },
      inspectFiles: async (...chosen) => (await loadAfterSubmit())?.inspectFiles?.(...chosen),
      onResumable: () => void loadAfterSubmit().then((afterSubmit) => afterSubmit?.loadTusUpload()),
    });
  uploads?.subscribe(() => store.setHasDocuments(uploads.uploads().length > 0));
  const uploaderOptions = item && uploads && { item, list: uploads, resource: form.resource };
  const loadAfterSubmit = createAfterSubmitLoader(messages, uploaderOptions, login?.loadForm, onLoad);
  const submission = createClaimSubmission({
    form,
    store,
    uploads,
    messages,
    loadAfterSubmit,
    hasAsked: noScript?.form.unconfirmed !== undefined,
    // If the completion page cannot find the claim, this page stays and shows the number.
    onComplete: (claim) => holdsClaim(claim) && location.assign(page.complete),
  });
  return { store, uploads, submission, loadAfterSubmit };
}
