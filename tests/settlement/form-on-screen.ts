import type { Page } from '@playwright/test';
import type { Field } from '@redress/forms/definition';

/** Radio buttons: a choice, and a list of two options. */
export const hasRadios = (field: Field | undefined): boolean =>
  field?.kind === 'choice' || (field?.kind === 'select' && field.options.length === 2);

/** The messages under each field, in order. */
export type Messages = Readonly<Record<string, readonly string[]>>;

/** The messages under the fields, except the captcha's, which is not an answer. */
export function readMessages(page: Page): Promise<Messages> {
  return page.evaluate(() => {
    const found: Record<string, string[]> = {};
    for (const element of document.querySelectorAll('.error[id]')) {
      const field = element.id.replace(/^field-(.+)-error$/, '$1');
      if (field === 'googleRecaptchaToken') continue;
      found[field] = [...element.querySelectorAll('p')].map((message) => message.textContent ?? '');
    }
    return found;
  });
}

/**
 * Enters answers into the controls with the browser's own events, all at once, because hundreds of
 * values are tried. `place` enters only one of them. A switch comes before the fields it shows;
 * fields that are not on the page are skipped.
 */
export async function enterAnswers(
  page: Page,
  answers: Readonly<Record<string, unknown>>,
  place?: string,
): Promise<void> {
  const cells = Object.entries(answers).flatMap(([name, answer]) =>
    Array.isArray(answer)
      ? answer.flatMap((row: Readonly<Record<string, string>>, index) =>
          Object.entries(row).map(([cell, value]) => [`${name}.${index}.${cell}`, value] as const),
        )
      : [[name, answer] as const],
  );
  const rowCount = Object.values(answers).find(Array.isArray)?.length ?? 0;
  const entries = cells.filter(([path]) => place === undefined || path === place);
  await page.evaluate(
    async ([values, rows]) => {
      const rendered = () => new Promise((resolve) => setTimeout(resolve));
      const controlOf = (name: string) => document.getElementById(`field-${name}`);
      const setValue = (control: HTMLInputElement | HTMLSelectElement, value: string) => {
        const type = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
        // React overrides the setter of each control; this is the browser's.
        Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(control, value);
        control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
      };
      const enter = (wanted: (control: HTMLInputElement | HTMLSelectElement) => boolean) => {
        for (const [name, value] of values) {
          const control = controlOf(name);
          if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement) || !wanted(control))
            continue;
          if (control instanceof HTMLSelectElement || control.type === 'text')
            setValue(control, typeof value === 'string' ? value : '');
          else if (control.type === 'checkbox') {
            if (control.checked !== (value === true)) control.click();
          } else {
            const radios = document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${control.name}"]`);
            [...radios].find((radio) => radio.value === value)?.click();
          }
        }
        return rendered();
      };
      await enter((control) => control.type === 'radio');
      await enter((control) => control instanceof HTMLSelectElement);
      const shown = () => document.querySelectorAll('.row').length;
      while (shown() > 0 && shown() < rows) {
        document.querySelector<HTMLElement>('.rows > button')?.click();
        await rendered();
      }
      while (rows > 0 && shown() > rows) {
        document.querySelector<HTMLElement>('.row:last-child > button')?.click();
        await rendered();
      }
      await enter((control) => control.type !== 'radio' && !(control instanceof HTMLSelectElement));
    },
    [entries, rowCount] as const,
  );
}
