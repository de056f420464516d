/** Builds documents in Markdown. Parts that are `false` are left out. */

type Part = string | false;

/** Removes the parts that are `false`. */
export const present = (parts: readonly Part[]): string[] => parts.filter((part) => part !== false);

export function bulletList(items: readonly Part[]): string {
  return present(items)
    .map((item) => `- ${item}`)
    .join('\n');
}

export const paragraph = (sentences: readonly Part[]): string => present(sentences).join(' ');

/** Paragraphs, lists and headings. */
export const blocks = (parts: readonly Part[]): string => present(parts).join('\n\n');

export function numberedList(items: readonly string[]): string {
  return items.map((item, index) => `${index + 1}. ${item}`).join('\n');
}

/** Cells must not contain `|`. Columns starting at index `sumsFrom` are right-aligned. */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  sumsFrom: number = header.length,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const alignment = header.map((_, index) => (index < sumsFrom ? '---' : '---:'));
  return [line(header), line(alignment), ...rows.map(line)].join('\n');
}

/** An address as one paragraph with line breaks. */
export function addressLines(lines: readonly string[]): string {
  return lines.join('\\\n');
}
