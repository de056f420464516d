import type { AnyAnswers } from '@redress/forms/answers';
import { holdsTaxIds } from '@redress/forms/tax-ids';
import { readDraft, readSubmission, storeDraft } from '../browser/storage.ts';
import { listFields, readAutofilled, readControls, writeControl } from '../fields/form-controls.ts';
import type { FormStore } from '../fields/form-store.ts';
import { tidyAnswer } from '../fields/tidy-typed.ts';

const saveDelayMs = 400;

/** Restores the draft, then saves the answers to the tab's storage on every input. */
export function startDraftAutosave(element: HTMLFormElement, store: FormStore) {
  const { form } = store;
  readControls(element, store, document.activeElement);
  const restored = restoreDraft(element, store, readDraft(form.id, form.version) ?? {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const save = () => {
    cancel();
    // A filed form has no draft, even if the last key press was just before.
    if (!readSubmission(form.id)?.claim) storeDraft(form.id, form.version, storableAnswers(store));
  };
  const schedule = () => {
    cancel();
    timer = setTimeout(save, saveDelayMs);
  };
  const flush = () => {
    if (timer !== undefined) save();
  };
  if (Object.keys(store.answers()).length > 0) schedule();
  const onChange = (event: Event) => readAutofilled(event, store);
  element.addEventListener('input', schedule);
  element.addEventListener('change', onChange);
  addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  return {
    restored,
    stop() {
      cancel();
      element.removeEventListener('input', schedule);
      element.removeEventListener('change', onChange);
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    },
  };
}

/** Without signatures and the claimant's tax ID. Rows stay: nobody pastes 500 members twice. */
function storableAnswers({ form, answers }: FormStore): AnyAnswers {
  return Object.fromEntries(
    listFields(form).flatMap((field) => {
      const answer = answers()[field.name];
      const isSecret = field.kind === 'signature' || holdsTaxIds(field);
      return isSecret || answer === undefined || answer === '' || answer === false ? [] : [[field.name, answer]];
    }),
  );
}

/** In form order, because answers show fields. Returns whether the draft had new answers. */
function restoreDraft(element: HTMLFormElement, store: FormStore, draft: AnyAnswers): boolean {
  let restored = false;
  for (const field of listFields(store.form)) {
    const { name } = field;
    const saved = draft[name];
    if (saved === undefined || store.answers()[name] !== undefined) continue;
    const answer = tidyAnswer(field, saved);
    store.answer(name, answer);
    restored = true;
    if (typeof answer !== 'object') writeControl(element, name, answer);
  }
  return restored;
}
