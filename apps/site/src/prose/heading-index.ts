/** A second-level heading of a page, and its words. */
export interface IndexedHeading {
  readonly id: string;
  readonly title: string;
}

/**
 * Finds the second-level headings in the HTML that React made of a page's prose, and gives those an id that have none, made from their
 * words. (MDX could not: words may come from the facts of the case.)
 */
export function indexHeadings(html: string): { readonly html: string; readonly headings: readonly IndexedHeading[] } {
  const taken = new Set([...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1] ?? ''));
  const headings: IndexedHeading[] = [];
  const withIds = html.replace(/<h2([^>]*)>(.*?)<\/h2>/gs, (whole: string, attributes: string, content: string) => {
    const title = readText(content);
    const given = / id="([^"]*)"/.exec(attributes)?.[1];
    const id = given ?? freeId(title, taken);
    headings.push({ id, title });
    return given === undefined ? whole.replace('<h2', `<h2 id="${id}"`) : whole;
  });
  return { html: withIds, headings };
}

/** The signs that React escapes. */
const escapes: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
const readText = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&[#\w]+;/g, (escape) => escapes[escape] ?? escape);

/** `¿Estoy incluido?` as `estoy-incluido`; a number follows where the page has such an id already. */
function freeId(title: string, taken: Set<string>): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const plain = words === '' ? 'part' : words;
  let id = plain;
  for (let number = 2; taken.has(id); number += 1) id = `${plain}-${number}`;
  taken.add(id);
  return id;
}
