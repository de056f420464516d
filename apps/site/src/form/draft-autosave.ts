import type { AnyAnswers } from '@redress/forms/answers';
import { splitTaxIds } from '@redress/forms/tax-ids';
import { readDraft, readSubmission, storeDraft } from '../browser/storage.ts';
import { listFields, readAutofilled, readControls, writeControl } from '../fields/form-controls.ts';
import type { FormStore } from '../fields/form-store.ts';
import { loadTidy } from '../fields/load-tidy.ts';

const saveDelayMs = 400;

/**
 * Restores the draft, or a saved form in its place, then saves the answers to the tab's storage on
 * every input.
 */
export function startDraftAutosave(element: HTMLFormElement, store: FormStore, saved?: AnyAnswers) {
  const { form } = store;
  readControls(element, store, document.activeElement);
  const restored = restoreDraft(element, store, saved ?? readDraft(form.id, form.version) ?? {});
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
    // The body is hidden if everything was just removed in another window.
    if (timer !== undefined && !document.body.hidden) save();
  };
  if (Object.keys(store.answers()).length > 0) {
    schedule();
    // Answers typed before hydration, autofilled or restored fired no `blur`.
    void loadTidy().then(() => readControls(element, store, document.activeElement));
  }
  const onChange = (event: Event) => void loadTidy().then(() => readAutofilled(event, store));
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

/**
 * Leaves out signatures and tax IDs, including those of an agent's class members, whose names stay.
 */
function storableAnswers({ form, answers }: FormStore): AnyAnswers {
  const { open } = splitTaxIds(form, answers());
  return Object.fromEntries(
    listFields(form).flatMap(({ name, kind }) => {
      const answer = open[name];
      const isEmpty = answer === undefined || answer === '' || answer === false;
      return kind === 'signature' || isEmpty ? [] : [[name, answer]];
    }),
  );
}

/**
 * Restores in form order, because answers show fields. Returns whether the draft had new answers.
 */
function restoreDraft(element: HTMLFormElement, store: FormStore, draft: AnyAnswers): boolean {
  let restored = false;
  for (const field of listFields(store.form)) {
    const { name } = field;
    const saved = draft[name];
    if (saved === undefined || store.answers()[name] !== undefined) continue;
    store.answer(name, saved);
    restored = true;
    if (typeof saved !== 'object') writeControl(element, name, saved);
  }
  return restored;
}
