import { site } from '@redress/content/site';
import type { InstructionsPage, TextPage } from '@redress/contract/settlement';
import { whenOn } from '../dates/as-of.ts';
import { publishedDocuments } from './published-documents.ts';
import type { ProseModule } from '../prose/prose-module.ts';

/** Loads the props of a prose page, as of a day in the court’s time zone (`YYYY-MM-DD`). */
export async function loadProse<P extends TextPage | InstructionsPage>(page: P, day: string) {
  const when = whenOn(day, site.changesOn);
  return { site, page, text: await loadText(page.text), when, documents: publishedDocuments };
}

const files = import.meta.glob<ProseModule>('@redress/content/pages/*.mdx');

/** Loads `content/pages/<name>.mdx`. */
async function loadText(name: string): Promise<ProseModule> {
  const [, load] = Object.entries(files).find(([path]) => path.endsWith(`/pages/${name}.mdx`)) ?? [];
  if (!load) throw new Error(`content/pages/${name}.mdx is missing.`);
  return load();
}
