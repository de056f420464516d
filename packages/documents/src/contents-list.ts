import type { Paper } from './paper.ts';
import type { PlacedHeading, ProseType } from './prose-blocks.ts';
import type { PaperWords } from './words.ts';

/** Writes a list of the sections with their pages, each a link. `headings` as they were placed when the text was drawn before. */
export function drawContents(
  paper: Paper,
  headings: readonly PlacedHeading[],
  type: ProseType,
  words: PaperWords,
): void {
  const { size } = type.body;
  const numberWidth = size * 2.5;
  paper.space(size * 0.4);
  paper.write(paper.root, { ...type.heading[2], text: words.contents });
  paper.space(size * 0.3);
  const list = paper.element(paper.root, 'TOC');
  for (const { level, text, name, page } of headings) {
    if (level !== 2) continue;
    const item = paper.element(list, 'TOCI');
    const entry = { ...type.body, role: 'Reference' as const };
    const title = { ...entry, text: [{ text, href: `#${name}` }], width: paper.width - numberWidth };
    const number = { ...entry, text: String(page), align: 'right' as const };
    paper.writeRow(item, [title, number]);
    item.end();
    paper.space(size * 0.15);
  }
  list.end();
  paper.space(size * 1.1);
}
