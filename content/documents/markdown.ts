/** Lists of facts as the Markdown of papers writes them. */

export function bulletList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

export function numberedList(items: readonly string[]): string {
  return items.map((item, index) => `${index + 1}. ${item}`).join('\n');
}

/** No cell may hold a `|`. The columns from `sumsFrom` on, counted from 0, are set to the right. */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  sumsFrom: number = header.length,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const alignment = header.map((_, index) => (index < sumsFrom ? '---' : '---:'));
  return [line(header), line(alignment), ...rows.map(line)].join('\n');
}

/** An address as one paragraph, a line each. */
export function addressLines(lines: readonly string[]): string {
  return lines.join('\\\n');
}
