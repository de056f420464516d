import type { ClaimReceipt } from '@redress/contract/session';
import type { AnyAnswers, FieldError } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import type { FormMessages } from '../messages/form-en.ts';
import type { Called, Refused } from '../browser/api-client.ts';
import type { AfterSubmit } from './load-after-submit.ts';
import { createClaim } from '../browser/api-client.ts';
import type { CaptchaToken } from '../captcha/captcha.ts';
import type { DocumentList } from '../uploads/upload-list.ts';
import type { FormStore } from '../fields/form-store.ts';
import type { Waiting } from '../browser/retry.ts';
import { makeIdempotencyKey, readPageKey, writePageKey } from './idempotency-key.ts';
import { clearDraft, clearFiling, readFiling, storeClaimant, storeFiling } from '../browser/storage.ts';

/** Where a claim is on its way. From `filed` on there is a claim number, and it is on the screen. */
export type Phase =
  | { readonly name: 'editing'; readonly notice?: string }
  | { readonly name: 'sending' }
  /** Nothing gets through just now; it is tried again by itself. */
  | { readonly name: 'waiting'; readonly waiting: Waiting }
  | { readonly name: 'login' }
  | { readonly name: 'closed' }
  | { readonly name: 'conflict'; readonly claim: ClaimReceipt }
  | {
      readonly name: 'filed';
      readonly claim: ClaimReceipt;
      /** `missing`: some are known to be on the way, and this page does not have them. */
      readonly documents: 'sending' | 'incomplete' | 'missing' | 'settled';
    };

export interface Filing {
  subscribe(listener: () => void): () => void;
  phase(): Phase;
  /** A submit attempt. Gives the errors that keep the form from being sent: none when it went on its way. */
  submit(): Promise<readonly FieldError[]>;
  setCaptcha(token: CaptchaToken | undefined): void;
  /** Takes up what an earlier visit of this tab left: its key, a claim that was filed, documents that did not arrive. */
  resume(): void;
  /** The same on a page that the server has sent back: what was filed before or left to the browser has its answer in this page's key. */
  resumePosted(): void;
  /** The browser is about to post the form by itself. */
  leaveToBrowser(): void;
  leaveLogin(): void;
  sendDocuments(): Promise<void>;
  /** On to the completion page with the claim that there is. */
  goOn(claim: ClaimReceipt): void;
  /** Forgets the claim that was filed; the next submit files another. */
  startAnother(): void;
}

export interface FilingParts {
  readonly form: ClaimForm;
  readonly store: FormStore;
  readonly documents: DocumentList | undefined;
  readonly messages: FormMessages;
  /** What is needed from SUBMIT on; `undefined` when the line does not give it. */
  readonly loadAfterSubmit: () => Promise<AfterSubmit | undefined>;
  /** Called with the claim once nothing is left to do on this page. */
  readonly onComplete: (claim: ClaimReceipt) => void;
}

/** The way of a claim in the browser: check, send with one key, then its documents, then on. What is typed stays until a claim exists. */
export function createFiling({ form, store, documents, messages, loadAfterSubmit, onComplete }: FilingParts): Filing {
  const listeners = new Set<() => void>();
  const captchaName = form.sections.flatMap((section) => section.items).find((item) => item.kind === 'captcha')?.name;
  let phase: Phase = { name: 'editing' };
  let captcha: CaptchaToken | undefined;
  let hasWaited = false;

  function go(next: Phase) {
    phase = next;
    for (const listener of listeners) listener();
  }

  function setCaptcha(token: CaptchaToken | undefined) {
    captcha = token;
    if (captchaName !== undefined) store.answer(captchaName, token?.token ?? '');
  }

  /** Of this filled-in form: that of an earlier try, or the page's own. */
  const keyNow = () => readFiling(form.id)?.key ?? readPageKey() ?? makeIdempotencyKey();

  async function send(): Promise<Called<ClaimReceipt>> {
    const key = keyNow();
    storeFiling(form.id, { key });
    const body = () => ({
      ...visibleAnswers(store),
      formVersion: form.version,
      documentsToFollow: documents?.documents().length ?? 0,
      ...(captchaName === undefined ? {} : { [captchaName]: captcha?.token ?? '' }),
    });
    // A proof that has ended, or that the server has seen, is made anew without a word: the claimant did the ticking once.
    const renew = async () => {
      const fresh = await captcha?.renew();
      if (fresh) setCaptcha(fresh);
      return fresh !== undefined;
    };
    // A server that has no time for a proof has none for a claim.
    if (captcha && captcha.expires < Date.now() && !(await renew())) return unavailable;
    const first = await createClaim(form.resource, key, body());
    if (!captcha || first.ok || first.errors.length !== 1 || first.errors[0]?.field !== captchaName) return first;
    return (await renew()) ? createClaim(form.resource, key, body()) : unavailable;
  }

  /** Also of what was left to the browser and never went. */
  function takeUpKey(key: string) {
    writePageKey(key);
    storeFiling(form.id, { key });
  }

  async function submit(): Promise<readonly FieldError[]> {
    const errors = store.attempt();
    if (errors.length > 0 || phase.name === 'sending' || phase.name === 'waiting') return errors;
    go({ name: 'sending' });
    // What a filed claim needs has long come. Where it has not, the line does not carry a claim either; but whoever presses SUBMIT again files.
    const parts = await loadAfterSubmit();
    if (!parts && !hasWaited) {
      hasWaited = true;
      go({ name: 'editing', notice: messages.filing.offline });
      return [];
    }
    const sent = await (parts ? parts.keepTrying(send, (waiting) => go({ name: 'waiting', waiting })) : send());
    if (sent.ok) {
      const claim = sent.answer;
      storeClaimant(claim);
      clearDraft(form.id);
      await sendDocumentsOf(claim);
      return [];
    }
    switch (sent.code) {
      case 'invalid-answers': {
        const found = sent.errors;
        if (found.some((error) => error.field === captchaName)) setCaptcha(undefined);
        store.addErrors(found);
        go({ name: 'editing' });
        return store.errors();
      }
      case 'login-required':
        go(parts ? { name: 'login' } : { name: 'editing', notice: messages.filing.loginFirst });
        return [];
      case 'key-used-for-other-answers':
        if (parts && sent.claim) go({ name: 'conflict', claim: sent.claim });
        else go({ name: 'editing', notice: sent.claim ? messages.filing.conflict : messages.filing.refused });
        return [];
      case 'filing-closed':
        go({ name: 'closed' });
        return [];
      case 'offline':
        go({ name: 'editing', notice: messages.filing.offline });
        return [];
      case 'unavailable':
        go({ name: 'editing', notice: messages.filing.unavailable });
        return [];
      case 'too-many-requests':
        go({ name: 'editing', notice: messages.filing.tooMany(Math.ceil((sent.retryAfter ?? 60) / 60)) });
        return [];
      default:
        go({ name: 'editing', notice: messages.filing.refused });
        return [];
    }
  }

  async function sendDocumentsOf(claim: ClaimReceipt) {
    const key = keyNow();
    if (phase.name === 'filed' || (documents?.documents().length ?? 0) > 0) {
      storeFiling(form.id, { key, claim, documentsMissing: true });
      go({ name: 'filed', claim, documents: 'sending' });
      const sender = (await loadAfterSubmit())?.sender;
      const left = sender ? await sender.sendAll(claim.claimNumber) : 'incomplete';
      if (left !== 'none') return go({ name: 'filed', claim, documents: left });
    }
    finish(claim);
  }

  function finish(claim: ClaimReceipt) {
    const key = keyNow();
    storeFiling(form.id, { key, claim });
    storeClaimant(claim);
    clearDraft(form.id);
    go({ name: 'filed', claim, documents: 'settled' });
    onComplete(claim);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    phase: () => phase,
    submit,
    setCaptcha,
    resume() {
      const left = readFiling(form.id);
      if (!left) return;
      if (!left.claim) return takeUpKey(left.key);
      writePageKey(left.key);
      go({ name: 'filed', claim: left.claim, documents: left.documentsMissing ? 'missing' : 'settled' });
    },
    resumePosted() {
      const left = readFiling(form.id);
      if (left?.claim || left?.posted) clearFiling(form.id);
      else if (left) takeUpKey(left.key);
    },
    leaveToBrowser() {
      const key = keyNow();
      writePageKey(key);
      storeFiling(form.id, { key, posted: true });
    },
    leaveLogin: () => go({ name: 'editing', notice: messages.filing.notSent }),
    async sendDocuments() {
      if (phase.name === 'filed') await sendDocumentsOf(phase.claim);
    },
    goOn: finish,
    startAnother() {
      clearFiling(form.id);
      writePageKey(makeIdempotencyKey());
      go({ name: 'editing' });
    },
  };
}

const unavailable: Refused = { ok: false, code: 'unavailable', errors: [] };

/** The raw answers of what is shown: nothing hidden is ever sent. */
function visibleAnswers(store: FormStore): AnyAnswers {
  const raw = store.answers();
  const entries = store.sections().flatMap(({ items }) =>
    items.flatMap((item) => {
      if (!isField(item) && item.kind !== 'honeypot' && item.kind !== 'echo') return [];
      const answer = raw[item.kind === 'echo' ? item.of : item.name];
      return answer === undefined || answer === '' ? [] : [[item.name, answer] as const];
    }),
  );
  return Object.fromEntries(entries);
}
