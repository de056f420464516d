import type { Field, Form } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import type { FormStore } from './form-store.ts';

/** All fields in form order. A name that alternative sections share appears once for each. */
export const listFields = (form: Form): Field[] => form.sections.flatMap(({ items }) => items.filter(isField));

/**
 * Copies the controls' values into the store, including the honeypot's. Autofill and typing before
 * hydration may fire no event, so this runs at the start and before each submit. Rows report their
 * own.
 */
export function readControls(element: HTMLFormElement, store: FormStore): void {
  const items = store.form.sections.flatMap(({ items }) => items);
  for (const item of items) {
    if (item.kind === 'rows' || !(isField(item) || item.kind === 'honeypot')) continue;
    const control = findControl(element, item.name);
    if (!control) continue;
    const value = item.kind === 'checkbox' ? 'checked' in control && control.checked : control.value;
    // An untouched control adds no answer.
    if (value || store.answers()[item.name] !== undefined) store.answer(item.name, value);
  }
}

/** Writes an answer into its control, if the page has one. */
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
