import { settlement } from '@redress/content/settlement';

/**
 * The address of the page, in English, that shows a form or asks for a login, or that follows a
 * filed form.
 */
export function pathOf(kind: 'form' | 'login' | 'complete', formId?: string): string {
  const { pages } = settlement.site;
  const page = pages.find(
    (one) => one.kind === kind && (formId === undefined || ('form' in one && one.form === formId)),
  );
  if (!page) throw new Error(`The website has no ${kind} page for ${formId ?? 'any form'}`);
  return page.path;
}
