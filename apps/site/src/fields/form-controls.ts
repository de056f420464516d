import { type Field, type Form, type Item, isField, isTyped } from '@redress/forms/definition';
import type { FormStore } from './form-store.ts';
import { tidyAnswer, tidyTyped } from './load-tidy.ts';

export const listItems = (form: Form): Item[] => form.sections.flatMap(({ items }) => items);

export const findItem = <K extends Item['kind']>(form: Form, kind: K) =>
  listItems(form).find((item): item is Extract<Item, { kind: K }> => item.kind === kind);

/** All fields in form order. A name that alternative sections share appears once for each. */
export const listFields = (form: Form): Field[] => listItems(form).filter(isField);

/**
 * Copies normalized controls into the store: autofill, the Enter key and typing before hydration
 * may fire no `blur`. Skips `inUse`, because the claimant may be typing in it.
 */
export function readControls(element: HTMLFormElement, store: FormStore, inUse?: Element | null): void {
  for (const item of listItems(store.form)) {
    if (!(isField(item) || item.kind === 'honeypot')) continue;
    const answer = store.answers()[item.name];
    if (item.kind === 'rows') {
      // A changed row remounts all rows, so it waits until typing has ended.
      if (answer !== undefined && inUse === undefined) store.answer(item.name, tidyAnswer(item, answer));
      continue;
    }
    const control = findControl(element, item.name);
    if (!control) continue;
    if (control !== inUse && isField(item)) tidyControl(item, control);
    const value = item.kind === 'checkbox' ? 'checked' in control && control.checked : control.value;
    // An untouched control adds no answer.
    if (value || answer !== undefined) store.answer(item.name, value);
  }
}

/**
 * Autofill changes controls that never have the focus. Normalizes them as if they had been left.
 */
export function readAutofilled({ target }: Event, store: FormStore): void {
  if (!(target instanceof HTMLInputElement) || target === document.activeElement) return;
  // Skips hidden controls: a browser also fires this event for a focused control that was just
  // hidden.
  const visible = store.sections().flatMap(({ items }) => items.filter(isField));
  const field = visible.find(({ name }) => name === target.name);
  if (!field || !isTyped(field)) return;
  tidyControl(field, target);
  store.answer(field.name, target.value);
}

function tidyControl(field: Field, control: { value: string }): void {
  if (!isTyped(field)) return;
  const tidied = tidyTyped(field, control.value);
  // Writing an equal value would move the caret.
  if (tidied !== control.value) control.value = tidied;
}

export function writeControl(element: HTMLFormElement, name: string, answer: string | boolean): void {
  const control = findControl(element, name);
  if (!control) return;
  if ('checked' in control && control.type === 'checkbox') control.checked = answer === true;
  else control.value = String(answer);
}

function findControl(element: HTMLFormElement, name: string) {
  const control = element.elements.namedItem(name);
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement || control instanceof RadioNodeList
    ? control
    : undefined;
}
