import type { Field, Form } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import type { FormStore } from './form-store.ts';

/** The fields of all sections, in the order of the form. A name that exclusive sections share comes once for each. */
export const fieldsOf = (form: Form): Field[] => form.sections.flatMap(({ items }) => items.filter(isField));

/**
 * Tells the store what the controls hold. What was typed before the script ran, and what a browser fills in by itself, may come without
 * an event; so this is asked at the start and again before each submit attempt: of a machine's trap too. Rows report for themselves.
 */
export function readControls(element: HTMLFormElement, store: FormStore): void {
  const traps = store.form.sections.flatMap(({ items }) => items.filter((item) => item.kind === 'honeypot'));
  for (const { kind, name } of [...fieldsOf(store.form), ...traps]) {
    const control = element.elements.namedItem(name);
    const before = store.answers()[name];
    if (kind === 'checkbox') {
      if (control instanceof HTMLInputElement && (control.checked || before !== undefined))
        store.answer(name, control.checked);
    } else if (
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof RadioNodeList
    ) {
      if (kind !== 'rows' && (control.value !== '' || before !== undefined)) store.answer(name, control.value);
    }
  }
}

/** Writes an answer into the control that shows it, if it is on the page. */
export function writeControl(element: HTMLFormElement, name: string, answer: string | boolean): void {
  const control = element.elements.namedItem(name);
  if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = answer === true;
  else if (
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof RadioNodeList
  ) {
    control.value = String(answer);
  }
}
