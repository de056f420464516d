import { settlement } from '@redress/content/settlement';

/** The path of the English page for a form, for its login, or for its completion. */
export function pathOf(kind: 'form' | 'login' | 'complete', formId?: string): string {
  const { pages } = settlement.site;
  const page = pages.find(
    (one) => one.kind === kind && (formId === undefined || ('form' in one && one.form === formId)),
  );
  if (!page) throw new Error(`The website has no ${kind} page for ${formId ?? 'any form'}`);
  return page.path;
}
