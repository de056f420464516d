import { site } from '@redress/content/site';
import type { InstructionsPage, TextPage } from '@redress/contract/manifest';
import { whenOn } from '../dates/as-of.ts';
import { caseDocuments } from './documents.ts';
import { loadText } from './texts.ts';

/** What a page of prose is made of, as of a day of the court (`YYYY-MM-DD`). */
export async function loadProse<P extends TextPage | InstructionsPage>(page: P, day: string) {
  const when = whenOn(day, site.changesOn);
  return { site, page, text: await loadText(page.text), when, documents: caseDocuments };
}
