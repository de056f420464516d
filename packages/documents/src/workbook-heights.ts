/** In points: a line of text in the font that the sheets are written in. */
const lineHeight = 15;
/** Letters of running text to a column width of one, which is a digit wide; bold ones are wider. */
const lettersPerWidth = { normal: 1.16, bold: 0.95 } as const;

/** A text that is set in a cell, and the width of that cell in characters. */
interface SetText {
  readonly text: string;
  readonly width: number;
  readonly isBold?: boolean;
}

/**
 * How high a row is, in points, so that its highest text is seen whole. Reckoned here because Excel does not do it for merged cells, and
 * LibreOffice for none of a file that it opens.
 */
export function rowHeight(texts: readonly SetText[]): number {
  return lineHeight * Math.max(1, ...texts.map(countLines));
}

function countLines({ text, width, isBold = false }: SetText): number {
  const room = width * lettersPerWidth[isBold ? 'bold' : 'normal'];
  let lines = 1;
  let used = 0;
  for (const { length } of text.split(' ')) {
    if (used > 0 && used + 1 + length > room) {
      lines += 1;
      used = length;
    } else used += (used > 0 ? 1 : 0) + length;
  }
  return lines;
}
