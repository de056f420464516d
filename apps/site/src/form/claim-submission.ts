import { createIdempotencyKey } from '@redress/contract/idempotency-key';
import { idempotencyKeyPattern } from '@redress/contract/http-headers';
import { noScriptFields } from '@redress/contract/no-script-form';
import type { CreatedClaim } from '@redress/contract/claims';
import type { FilingObservations } from '@redress/contract/filing-observations';
import type { Language } from '@redress/contract/language';
import type { ClaimReceipt } from '@redress/contract/session';
import type { AnyAnswers, FieldError } from '@redress/forms/answers';
import { type CheckboxField, type ClaimForm, isField } from '@redress/forms/definition';
import { evaluateForm } from '@redress/forms/evaluate-form';
import type { findUnconfirmedStatements } from '@redress/forms/unconfirmed-statements';
import { type ApiFailure, type ApiResult, createClaim } from '../browser/api-client.ts';
import { createListeners } from '../browser/listeners.ts';
import { resolveWithin } from '../browser/resolve-within.ts';
import type { RetryStatus } from '../browser/retry.ts';
import {
  type FiledClaim,
  clearDraft,
  clearSubmission,
  readSubmission,
  storeClaimant,
  storeMissingDocuments,
  storeSubmission,
} from '../browser/storage.ts';
import type { CaptchaToken } from '../captcha/captcha.ts';
import { findItem } from '../fields/form-controls.ts';
import type { FormStore } from '../fields/form-store.ts';
import { setFallback } from '../islands/fallback.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadList } from '../uploads/upload-list.ts';
import type { createClaimSender } from '../observations/send-claim.ts';
import type { UploadOutcome, Uploader } from '../uploads/uploader.ts';

export type SubmissionPhase =
  | {
      readonly name: 'editing';
      readonly notice?: string;
      /**
       * Makes the next SUBMIT native, because the browser keeps no cookie for the script's request.
       */
      readonly submitsNatively?: true;
    }
  | { readonly name: 'submitting' }
  | { readonly name: 'retrying'; readonly status: RetryStatus }
  | { readonly name: 'login' }
  | { readonly name: 'closed' }
  | { readonly name: 'unconfirmed'; readonly statements: readonly CheckboxField[] }
  | { readonly name: 'conflict'; readonly claim: ClaimReceipt }
  | { readonly name: 'filed'; readonly claim: FiledClaim; readonly uploads: 'uploading' | UploadOutcome };

export type ClaimSubmission = ReturnType<typeof createClaimSubmission>;

interface ClaimSubmissionOptions {
  readonly form: ClaimForm;
  readonly store: FormStore;
  readonly uploads: UploadList | undefined;
  readonly messages: FormMessages;
  readonly loadAfterSubmit: () => Promise<
    | {
        readonly sendClaim: ReturnType<typeof createClaimSender>;
        readonly findUnconfirmedStatements: typeof findUnconfirmedStatements;
        readonly phaseAfterFailure: (failure: ApiFailure, language: Language) => SubmissionPhase;
        readonly uploader: Uploader | undefined;
        readonly deleteSavedForm: (formId: string) => Promise<void>;
      }
    | undefined
  >;
  /** Whether a page without JavaScript has asked about unconfirmed statements. */
  readonly hasAsked: boolean;
  readonly onComplete: (claim: FiledClaim) => void;
}

/** Submits a filled-in form as a claim, then its uploads. */
export function createClaimSubmission(options: ClaimSubmissionOptions) {
  const { form, store, uploads, messages, onComplete } = options;
  const loadAfterSubmit = () => resolveWithin(options.loadAfterSubmit());
  const { notify, subscribe } = createListeners();
  const captchaName = findItem(form, 'captcha')?.name;
  let phase: SubmissionPhase = { name: 'editing' };
  let captcha: CaptchaToken | undefined;
  let hasFailedToLoad = false;
  let { hasAsked } = options;
  let noticeId: string | undefined;

  function setPhase(next: SubmissionPhase) {
    phase = next;
    setFallback(
      phase.name === 'filed'
        ? `${messages.filing.numberHeading}: ${form.referencePrefix}${phase.claim.claimNumber}`
        : messages.rows.notLoaded,
    );
    notify();
  }

  function setCaptcha(token: CaptchaToken | undefined) {
    captcha = token;
    if (captchaName !== undefined) store.answer(captchaName, token?.token ?? '');
  }

  const lost: SubmissionPhase = { name: 'editing', notice: messages.filing.lost };
  /** The key if neither the browser's storage nor the page has one. */
  let ownKey: string | undefined;
  /** The key of an earlier attempt with this filled-in form, or the page's. */
  const currentKey = () => readSubmission(form.id)?.key ?? readPageKey() ?? (ownKey ??= newKey());

  async function postClaim(observations?: FilingObservations): Promise<ApiResult<CreatedClaim>> {
    const key = currentKey();
    storeSubmission(form.id, { key });
    const body = () => ({
      ...visibleAnswers(store),
      formVersion: form.version,
      documentsToFollow: uploads?.uploads().length ?? 0,
      observations,
      ...(captchaName === undefined ? {} : { [captchaName]: captcha?.token ?? '' }),
    });
    const post = () => createClaim(form.resource, key, noticeId, body());
    const postWithNewCaptcha = async ({ renew }: CaptchaToken) => {
      const renewed = await renew();
      if (!renewed.ok) return renewed;
      setCaptcha(renewed.data);
      return post();
    };
    // An expired or already used token is renewed silently.
    if (captcha && captcha.expires < Date.now()) return postWithNewCaptcha(captcha);
    const first = await post();
    const isRefused = !first.ok && first.errors.length === 1 && first.errors[0]?.field === captchaName;
    return captcha && isRefused ? postWithNewCaptcha(captcha) : first;
  }

  /** @param login another one, which the claimant gave */
  async function submit(login = noticeId): Promise<readonly FieldError[]> {
    noticeId = login;
    const errors = store.attemptSubmit();
    if (errors.length > 0 || phase.name === 'submitting' || phase.name === 'retrying') return errors;
    setPhase({ name: 'submitting' });
    const afterSubmit = await loadAfterSubmit();
    // A connection that failed to load the code rarely carries a claim. A second SUBMIT tries
    // anyway.
    if (!afterSubmit && !hasFailedToLoad) {
      hasFailedToLoad = true;
      setPhase(lost);
      return [];
    }
    const statements = afterSubmit?.findUnconfirmedStatements(evaluateForm(form, store.answers(), {})) ?? [];
    if (statements.length > 0 && !hasAsked) {
      hasAsked = true;
      setPhase({ name: 'unconfirmed', statements });
      return [];
    }
    const result = await (afterSubmit
      ? afterSubmit.sendClaim(postClaim, (status) => setPhase({ name: 'retrying', status }))
      : postClaim());
    if (result.ok) {
      await keep(result.data);
      return [];
    }
    if (result.code === 'invalid-answers') {
      if (result.errors.some(({ field }) => field === captchaName)) setCaptcha(undefined);
      store.addErrors(result.errors);
      setPhase({ name: 'editing' });
      return store.errors();
    }
    setPhase(afterSubmit?.phaseAfterFailure(result, messages.language) ?? lost);
    return [];
  }

  /** Ends the form with a claim, and sends the chosen files to it. */
  async function keep(claim: FiledClaim) {
    // The draft is removed first, because it may fill the storage.
    clearDraft(form.id);
    storeClaimant(claim);
    await (await loadAfterSubmit())?.deleteSavedForm(form.id);
    await uploadFor(claim);
  }

  async function uploadFor(claim: FiledClaim) {
    if (phase.name === 'filed' || (uploads?.uploads().length ?? 0) > 0) {
      storeSubmission(form.id, { key: currentKey(), claim, documentsMissing: true });
      setPhase({ name: 'filed', claim, uploads: 'uploading' });
      const uploader = (await loadAfterSubmit())?.uploader;
      const outcome = uploader ? await uploader.uploadAll(claim.claimNumber) : 'incomplete';
      if (outcome !== 'complete') return setPhase({ name: 'filed', claim, uploads: outcome });
    }
    finish(claim);
  }

  /** @param documentsMissing the completion page offers to send them */
  function finish(claim: FiledClaim, documentsMissing = false) {
    clearDraft(form.id);
    storeSubmission(form.id, { key: currentKey(), claim, documentsMissing });
    storeMissingDocuments(claim, documentsMissing && { form: form.id, path: location.pathname });
    storeClaimant(claim);
    setPhase({ name: 'filed', claim, uploads: 'complete' });
    onComplete(claim);
  }

  /** Makes the next submit use this key, whether or not it is native. */
  function reuseKey(key: string) {
    writePageKey(key);
    storeSubmission(form.id, { key });
  }

  return {
    subscribe,
    phase: () => phase,
    /** Returns the errors that keep the form from being submitted. */
    submit,
    setCaptcha,
    /** Continues the submission of an earlier visit in this tab. */
    resume() {
      const stored = readSubmission(form.id);
      if (!stored) return;
      if (!stored.claim) return reuseKey(stored.key);
      writePageKey(stored.key);
      setPhase({ name: 'filed', claim: stored.claim, uploads: stored.documentsMissing ? 'missing' : 'complete' });
    },
    /**
     * Like `resume`, on a page that the server sent back, whose key identifies the earlier submit.
     */
    resumeNativeSubmit() {
      const stored = readSubmission(form.id);
      if (stored?.claim || stored?.posted) clearSubmission(form.id);
      else if (stored) reuseKey(stored.key);
    },
    /** Call before the browser submits the form natively. */
    prepareNativeSubmit() {
      const key = currentKey();
      writePageKey(key);
      storeSubmission(form.id, { key, posted: true });
    },
    backToForm: (notice?: string) => setPhase({ name: 'editing', ...(notice === undefined ? {} : { notice }) }),
    async upload() {
      if (phase.name !== 'filed') return;
      // While other files are being sent, this adds the failed ones.
      if (phase.uploads === 'uploading') await (await loadAfterSubmit())?.uploader?.uploadAll(phase.claim.claimNumber);
      else await uploadFor(phase.claim);
    },
    keep,
    /**
     * Whether the form is filled in with this login. In another tab, another person may log in later:
     * the claim is not theirs.
     */
    isFor: (login: string | undefined) => login === undefined || (noticeId ??= login) === login,
    /** Completes the page with a claim, even if uploads are missing. */
    finish,
    startNewClaim() {
      hasAsked = false;
      clearSubmission(form.id);
      ownKey = undefined;
      writePageKey(newKey());
      setPhase({ name: 'editing' });
    },
  };
}

/** The unparsed answers of visible items: hidden ones are never submitted. */
function visibleAnswers(store: FormStore): AnyAnswers {
  const answers = store.answers();
  const entries = store.sections().flatMap(({ items }) =>
    items.flatMap((item) => {
      if (!isField(item) && item.kind !== 'honeypot' && item.kind !== 'echo') return [];
      const answer = answers[item.kind === 'echo' ? item.of : item.name];
      return answer === undefined || answer === '' ? [] : [[item.name, answer] as const];
    }),
  );
  return Object.fromEntries(entries);
}

/** Browsers of 2020 have no `crypto.randomUUID`. */
const newKey = () => createIdempotencyKey(crypto.getRandomValues(new Uint8Array(16)));

/** The page's key for a native submit: SUBMIT before and after hydration files one claim. */
function readPageKey(): string | undefined {
  const key = findKeyField()?.value;
  return key !== undefined && idempotencyKeyPattern.test(key) ? key : undefined;
}

function writePageKey(key: string): void {
  const field = findKeyField();
  if (field) field.value = key;
}

/** It is outside the island, so that React does not reset it. */
const findKeyField = () => document.querySelector<HTMLInputElement>(`input[name="${noScriptFields.key}"]`);
