import type { Language } from '@redress/contract/language';
import { layoutMessages } from '../messages/layout-messages.ts';

interface Props {
  readonly headings: readonly IndexedHeading[];
  readonly language: Language;
}

/**
 * The headings of a long page, twice: collapsed on phones, open beside the text on desktops. CSS of
 * 2020 cannot open `details`, so the style sheet shows one of the two.
 */
export function PageIndex({ headings, language }: Props) {
  const { onThisPage } = layoutMessages(language);
  const list = (
    <ol>
      {headings.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav className="page-index" aria-label={onThisPage}>
      <details>
        <summary>{onThisPage}</summary>
        {list}
      </details>
      <div>
        <p aria-hidden="true">{onThisPage}</p>
        {list}
      </div>
    </nav>
  );
}

export interface IndexedHeading {
  readonly id: string;
  readonly title: string;
}

/**
 * Finds the second-level headings in rendered prose, and adds missing ids made from their text. MDX
 * could not do this, because the text may come from facts of the case.
 */
export function indexHeadings(html: string): { readonly html: string; readonly headings: readonly IndexedHeading[] } {
  const taken = new Set([...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1] ?? ''));
  const headings: IndexedHeading[] = [];
  const withIds = html.replace(/<h2([^>]*)>(.*?)<\/h2>/gs, (whole: string, attributes: string, content: string) => {
    const title = readText(content);
    const given = / id="([^"]*)"/.exec(attributes)?.[1];
    const id = given ?? createId(title, taken);
    headings.push({ id, title });
    return given === undefined ? whole.replace('<h2', `<h2 id="${id}"`) : whole;
  });
  return { html: withIds, headings };
}

/** Characters that React escapes. */
const escapes: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const readText = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&[#\w]+;/g, (escape) => escapes[escape] ?? escape);

/** `¿Estoy incluido?` becomes `estoy-incluido`, with a number if the page already has that id. */
function createId(title: string, taken: Set<string>): string {
  const slug = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const base = slug === '' ? 'part' : slug;
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  taken.add(id);
  return id;
}
