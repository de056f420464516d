import { site } from '@redress/content/site';
import type { InstructionsPage, TextPage } from '@redress/contract/settlement';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { firstDaysOf, whenOn } from '../dates/as-of.ts';
import { ProsePage } from '../prose/prose-page.tsx';
import { publishedDocuments } from './published-documents.ts';
import type { ProseModule } from '../prose/prose-module.ts';

/** Loads the props of a prose page, as of a day in the court’s time zone (`YYYY-MM-DD`). */
export async function loadProse<P extends TextPage | InstructionsPage>(page: P, day: string) {
  return { site, page, text: await loadText(page.text), when: whenOn(day), documents: publishedDocuments };
}

/** The first day of each interval in which a prose page does not change. */
export async function firstDaysOfProse(page: TextPage | InstructionsPage): Promise<string[]> {
  const text = await loadText(page.text);
  try {
    return firstDaysOf((when) => {
      renderToStaticMarkup(createElement(ProsePage, { site, page, text, when, documents: publishedDocuments }));
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`pages/${page.text}.mdx: ${message}.`, { cause: error });
  }
}

const files = import.meta.glob<ProseModule>('@redress/content/pages/*.mdx');

/** Loads `pages/<name>.mdx` of the settlement. */
async function loadText(name: string): Promise<ProseModule> {
  const [, load] = Object.entries(files).find(([path]) => path.endsWith(`/pages/${name}.mdx`)) ?? [];
  if (!load) throw new Error(`pages/${name}.mdx is missing.`);
  return load();
}
