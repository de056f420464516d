import type { FormPage } from '@redress/contract/manifest';
import type { NoScriptForm } from '@redress/contract/page-renderer';
import type { FilingState, Login, ActiveLogin } from '@redress/contract/session';
import type { ClaimForm, DocumentsItem } from '@redress/forms/definition';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import type { AfterSubmit, AfterSubmitLoader } from './load-after-submit.ts';
import { createAfterSubmitLoader } from './load-after-submit.ts';
import { controlId } from '../fields/field-props.ts';
import { endSession, getSession } from '../browser/api-client.ts';
import type { DocumentList } from '../uploads/upload-list.ts';
import { createDocumentList } from '../uploads/upload-list.ts';
import { keepDraft } from './draft-autosave.ts';
import type { Filing, Phase } from './claim-submission.ts';
import { createFiling } from './claim-submission.ts';
import type { FormStore } from '../fields/form-store.ts';
import { createFormStore } from '../fields/form-store.ts';
import { clearDraft, clearUser } from '../browser/storage.ts';
import type { FormMessages } from '../messages/form-en.ts';

/** What the server said of this browser; `undefined` until it has answered. */
interface Standing {
  readonly login: Login | ActiveLogin | null;
  readonly filing: FilingState;
}

interface FilingInUse {
  readonly form: ClaimForm;
  readonly store: FormStore;
  readonly documents: DocumentList | undefined;
  readonly filing: Filing;
  readonly phase: Phase;
  /** What is shown and done from SUBMIT on, once it is there. */
  readonly afterSubmit: AfterSubmit | undefined;
  /** For what cannot wait until somebody fills in the form. */
  readonly loadAfterSubmit: AfterSubmitLoader['load'];
  readonly standing: Standing | undefined;
  /** Whether filing is open: what the server said, or what the page was made for until then. */
  readonly state: FilingState;
  readonly restored: boolean;
  /**
   * The script leaves SUBMIT to the browser: the server keeps documents of this form, asks for the login within it, or asks whether another
   * claim is filed. Under which key that one goes, the server says: pressed twice, it must not be two.
   */
  readonly isLeftToBrowser: boolean;
  readonly element: RefObject<HTMLFormElement | null>;
  /** Asks the server again who is logged in, which gives the login more time. Gives whether it answered. */
  refreshStanding(): Promise<boolean>;
  /** Empties the form, and forgets the draft and the claim that was filed with it. */
  startAnother(): void;
  /** Also ends the login: for a shared computer. */
  clearAll(): void;
}

/** Ties a form's parts to the life of its page: drafts, the session, and coming back to it. */
export function useFiling(props: {
  readonly form: ClaimForm;
  readonly page: FormPage;
  readonly expected: FilingState;
  readonly messages: FormMessages;
  /** The form as the server sent it back. */
  readonly posted?: { readonly form: NoScriptForm };
}): FilingInUse {
  const { form, page, expected, messages } = props;
  const posted = props.posted?.form;
  const [{ store, documents, filing, loader }] = useState(() => createParts(form, page, messages, posted));
  const phase = useSyncExternalStore(filing.subscribe, filing.phase, filing.phase);
  const afterSubmit = useSyncExternalStore(loader.subscribe, loader.now, loader.now);
  const [standing, setStanding] = useState<Standing | undefined>(
    posted?.login === undefined ? undefined : { login: posted.login, filing: expected },
  );
  const [restored, setRestored] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const draft = useRef<ReturnType<typeof keepDraft>>(undefined);

  const refreshStanding = useCallback(async () => {
    const called = await getSession();
    if (called.ok) setStanding({ login: called.answer.login, filing: called.answer.filings[form.id] ?? 'open' });
    return called.ok;
  }, [form]);

  useEffect(() => {
    void refreshStanding();
    if (posted) filing.resumePosted();
    else filing.resume();
    // A page that comes back from the browser's memory may show a form that was filed meanwhile.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      void refreshStanding();
      filing.resume();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [filing, posted, refreshStanding]);

  // For who fills in the form, not for who only looks at it: SUBMIT shall not have to wait for it.
  useEffect(() => {
    let isWanted = restored || phase.name !== 'editing';
    const load = () => {
      if (isWanted) void loader.load();
    };
    const onInput = ({ target }: Event) => {
      isWanted ||= !(target instanceof Element && target.id === captchaId(form));
      load();
    };
    load();
    addEventListener('input', onInput);
    addEventListener('online', load);
    return () => {
      removeEventListener('input', onInput);
      removeEventListener('online', load);
    };
  }, [form, loader, phase.name, restored]);

  // The form is not there while a filed claim is shown in its place; its draft is kept while it is.
  const state = standing?.filing ?? expected;
  const formIsShown = phase.name !== 'filed' && phase.name !== 'closed' && state !== 'closed';
  useEffect(() => {
    if (!formIsShown || !element.current) return;
    draft.current = keepDraft(element.current, store);
    setRestored(draft.current.restored);
    return () => draft.current?.stop();
  }, [formIsShown, store]);

  const empty = () => {
    clearDraft(form.id);
    setRestored(false);
    element.current?.reset();
    store.reset();
    documents?.clear();
    filing.setCaptcha(undefined);
  };
  // A reset brings back what the page came with: an untouched form is another page then.
  const leavePosted = () => {
    if (posted) location.assign(page.path);
  };
  return {
    form,
    store,
    documents,
    filing,
    phase,
    afterSubmit,
    loadAfterSubmit: loader.load,
    standing,
    state,
    restored,
    isLeftToBrowser:
      posted !== undefined && (posted.documents.length > 0 || posted.login === null || posted.conflict !== undefined),
    element,
    refreshStanding,
    startAnother() {
      empty();
      filing.startAnother();
      leavePosted();
    },
    clearAll() {
      empty();
      filing.startAnother();
      clearUser();
      void endSession().then(refreshStanding).then(leavePosted);
    },
  };
}

/** Of the box that everybody ticks. */
function captchaId(form: ClaimForm): string | undefined {
  const items = form.sections.flatMap((section) => section.items);
  const captcha = items.find(({ kind }) => kind === 'captcha');
  return captcha && 'name' in captcha ? controlId(captcha.name) : undefined;
}

function createParts(form: ClaimForm, page: FormPage, messages: FormMessages, posted: NoScriptForm | undefined) {
  const item = form.sections
    .flatMap((section) => section.items)
    .find((one): one is DocumentsItem => one.kind === 'documents');
  const store = createFormStore(form, posted);
  const documents =
    item &&
    createDocumentList({
      item,
      messages,
      loadDataChecker: async () =>
        (await import('../data-check/create-data-checker.tsx')).createDataChecker(messages.language, form.id),
      onLarge: () =>
        void loader
          .load()
          .then((parts) => parts?.loadTus())
          .catch(() => {}),
    });
  const loader: AfterSubmitLoader = createAfterSubmitLoader(
    messages,
    item && documents && { item, list: documents, resource: form.resource },
  );
  const filing = createFiling({
    form,
    store,
    documents,
    messages,
    loadAfterSubmit: loader.load,
    onComplete: () => location.assign(page.complete),
  });
  return { store, documents, filing, loader };
}
