import type { Field, Form } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import type { FormStore } from './form-store.ts';

interface Control {
  readonly field: Field;
  readonly control: HTMLInputElement | HTMLSelectElement;
}

/** The controls of a form's fields that are on the page. */
export function controlsOf(element: HTMLFormElement, form: Form): Control[] {
  return form.sections
    .flatMap((section) => section.items)
    .filter(isField)
    .flatMap((field) => {
      const control = element.elements.namedItem(field.name);
      return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? [{ field, control }] : [];
    });
}

/**
 * Tells the store what the controls hold. What was typed before the script ran, and what a browser fills in by itself, may come without
 * an event; so this is asked at the start and again before each submit attempt.
 */
export function readControls(element: HTMLFormElement, store: FormStore): void {
  for (const { field, control } of controlsOf(element, store.form)) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      if (control.checked || store.answers()[field.name] !== undefined) store.answer(field.name, control.checked);
    } else if (control.value !== '' || store.answers()[field.name] !== undefined) {
      store.answer(field.name, control.value);
    }
  }
}
