/** A block of text on a page: a paragraph, list item, table cell or label. */
export interface Passage {
  readonly text: string;
  /** The text of a law or an oath, which we cannot simplify. */
  readonly isQuoted: boolean;
}

const blocks = new Set(
  'address article aside blockquote button caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header label legend li main nav ol option p section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const voids = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
/**
 * Flesch: "Test only the running text", so no headings, captions and addresses, and no select
 * lists.
 */
const omitted = new Set('head script style svg template select h1 h2 h3 h4 h5 h6 caption th address nav'.split(' '));
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

interface OpenElement {
  readonly name: string;
  readonly isExcluded: boolean;
  readonly isQuoted: boolean;
  readonly isInside: boolean;
}

/**
 * The passages of a built page within one of its elements (`main`, `footer`), each once. Excludes
 * headings, navigation, captions and table headers, addresses, graphics, and text marked as another
 * language. `<q>`, `<blockquote>` and `data-quoted` mark quotations. Expects HTML written by React,
 * in which every element is closed.
 */
export function readPassages(html: string, within: string): Passage[] {
  const language = /<html lang="([^"]+)"/.exec(html)?.[1] ?? 'en';
  const passages = new Map<string, Passage>();
  const open: OpenElement[] = [];
  let text = '';
  let wasQuoted = false;
  let afterClosing = false;
  const finish = () => {
    const words = text.replaceAll(/\s+/g, ' ').trim();
    if (words !== '') passages.set(words, { text: words, isQuoted: wasQuoted });
    text = '';
  };
  for (const [token, closing, name = '', attributes = ''] of html.matchAll(
    /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/)?([a-zA-Z][\w-]*)([^>]*)>|[^<]+/gi,
  )) {
    const parent = open[open.length - 1];
    if (name === '') {
      if (token.startsWith('<')) continue;
      afterClosing = false;
      if (parent === undefined || parent.isExcluded || !parent.isInside) continue;
      if (text.trim() === '') wasQuoted = parent.isQuoted;
      text += decode(token);
      continue;
    }
    // Two elements side by side in the layout: no space between them, yet two passages.
    if (blocks.has(name) || name === 'br' || (afterClosing && closing === undefined)) finish();
    if (closing === undefined && !voids.has(name)) {
      open.push({
        name,
        isExcluded: parent?.isExcluded === true || isExcluded(name, attributes, language),
        isQuoted:
          parent?.isQuoted === true || name === 'q' || name === 'blockquote' || attributes.includes('data-quoted'),
        isInside: parent?.isInside === true || name === within,
      });
    } else if (closing !== undefined) {
      open.pop();
    }
    afterClosing = closing !== undefined;
  }
  finish();
  return [...passages.values()];
}

function isExcluded(name: string, attributes: string, language: string): boolean {
  const own = / lang="([^"]+)"/.exec(attributes)?.[1];
  return (
    omitted.has(name) ||
    attributes.includes('aria-hidden="true"') ||
    (name !== 'html' && own !== undefined && own !== language)
  );
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|(\w+));/gi, (whole, code?: string, name?: string) =>
    code === undefined ? (entities[name ?? ''] ?? whole) : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
