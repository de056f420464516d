import type { AnyAnswers } from '@redress/forms/answers';
import type { Form } from '@redress/forms/definition';
import { formatPhone } from '@redress/forms/format-answer';
import { holdsTaxIds } from '@redress/forms/tax-ids';
import { fieldsOf, readControls, writeControl } from '../fields/form-controls.ts';
import type { FormStore } from '../fields/form-store.ts';
import { readDraft, readFiling, storeDraft } from '../browser/storage.ts';

const pauseMs = 400;

/**
 * Keeps what is typed in this tab, so that a reload, a crash or the Back button loses nothing; never a signature. First takes up the
 * draft of an earlier visit and whatever was typed before the script ran. Gives whether a draft was taken up, and how to stop.
 */
export function keepDraft(element: HTMLFormElement, store: FormStore): { readonly restored: boolean; stop(): void } {
  const { form } = store;
  readControls(element, store);
  const restored = restore(element, store, readDraft(form.id, form.version) ?? {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    // A form that was filed leaves no draft, even if its last key was pressed a moment before.
    if (!readFiling(form.id)?.claim) storeDraft(form.id, form.version, keepable(form, store.answers()));
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(save, pauseMs);
  };
  const now = () => {
    if (timer !== undefined) save();
  };
  // What was there before the script, typed early or sent back by the server, has had no event.
  if (Object.keys(store.answers()).length > 0) later();
  element.addEventListener('input', later);
  addEventListener('pagehide', now);
  document.addEventListener('visibilitychange', now);
  return {
    restored,
    stop() {
      clearTimeout(timer);
      timer = undefined;
      element.removeEventListener('input', later);
      removeEventListener('pagehide', now);
      document.removeEventListener('visibilitychange', now);
    },
  };
}

/**
 * What may be kept: answers of fields, but no signature, which must be given each time, and no tax ID of the claimant's own. (The rows of
 * an agent are kept whole: nobody should have to paste 500 class members again.)
 */
function keepable(form: Form, answers: AnyAnswers): AnyAnswers {
  return Object.fromEntries(
    fieldsOf(form).flatMap((field) => {
      const { kind, name } = field;
      const answer = answers[name];
      const secret = kind === 'signature' || holdsTaxIds(field);
      return secret || answer === undefined || answer === '' || answer === false ? [] : [[name, answer]];
    }),
  );
}

/**
 * Takes a draft up, in the order of the form, so that a switch is set before what it shows. Controls that are not on the page yet take
 * their value from the store when they come. True when the draft gave something that was not there.
 */
function restore(element: HTMLFormElement, store: FormStore, draft: AnyAnswers): boolean {
  let restored = false;
  for (const { kind, name } of fieldsOf(store.form)) {
    const kept = draft[name];
    if (kept === undefined || store.answers()[name] !== undefined) continue;
    store.answer(name, kept);
    restored = true;
    if (typeof kept !== 'object') writeControl(element, name, kind === 'phone' ? formatPhone(String(kept)) : kept);
  }
  return restored;
}
