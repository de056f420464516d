import { type Field, type Form, type Item, isField } from '@redress/forms/definition';
import type { FormStore } from './form-store.ts';

export const listItems = (form: Form): Item[] => form.sections.flatMap(({ items }) => items);

export const findItem = <K extends Item['kind']>(form: Form, kind: K) =>
  listItems(form).find((item): item is Extract<Item, { kind: K }> => item.kind === kind);

/** All fields in form order. A name that alternative sections share appears once for each. */
export const listFields = (form: Form): Field[] => listItems(form).filter(isField);

/** Copies controls into the store: autofill and typing before hydration may fire no event. */
export function readControls(element: HTMLFormElement, store: FormStore): void {
  for (const item of listItems(store.form)) {
    if (item.kind === 'rows' || !(isField(item) || item.kind === 'honeypot')) continue;
    const control = findControl(element, item.name);
    if (!control) continue;
    const value = item.kind === 'checkbox' ? 'checked' in control && control.checked : control.value;
    // An untouched control adds no answer.
    if (value || store.answers()[item.name] !== undefined) store.answer(item.name, value);
  }
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
