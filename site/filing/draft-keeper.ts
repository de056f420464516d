import type { Form } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import { formatPhone } from '@redress/forms/format-answer';
import { controlsOf, readControls } from './controls.ts';
import type { FormStore } from './form-store.ts';
import type { DraftAnswers } from './stored.ts';
import { readDraft, readFiling, storeDraft } from './stored.ts';

const pauseMs = 400;

/**
 * Keeps what is typed in this tab, so that a reload, a crash or the Back button loses nothing; never a signature. First takes up the
 * draft of an earlier visit and whatever was typed before the script ran. Gives whether a draft was taken up, and how to stop.
 */
export function keepDraft(element: HTMLFormElement, store: FormStore): { readonly restored: boolean; stop(): void } {
  const { form } = store;
  const restored = fillControls(element, form, readDraft(form.id, form.version) ?? {});
  readControls(element, store);
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

/** What may be kept: answers of fields, but no signature, which must be given each time. */
function keepable(form: Form, answers: DraftAnswers): DraftAnswers {
  const fields = form.sections.flatMap((section) => section.items).filter(isField);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const answer = answers[field.name];
      return field.kind === 'signature' || answer === undefined || answer === '' || answer === false
        ? []
        : [[field.name, answer]];
    }),
  );
}

/** Puts a draft into the controls that are still empty. True when it gave something. */
function fillControls(element: HTMLFormElement, form: Form, draft: DraftAnswers): boolean {
  let restored = false;
  for (const { field, control } of controlsOf(element, form)) {
    const kept = draft[field.name];
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      if (kept === true && !control.checked) restored = control.checked = true;
    } else if (typeof kept === 'string' && control.value === '') {
      control.value = field.kind === 'phone' ? formatPhone(kept) : kept;
      restored ||= control.value !== '';
    }
  }
  return restored;
}
