import type { FontName, FontRun } from './fonts.ts';
import { splitByFont } from './fonts.ts';

export interface TextStyle {
  readonly font: 'plain' | 'bold';
  /** In points. */
  readonly size: number;
}
/** Tells how wide a text is in points. */
export type MeasureText = (text: string, font: FontName, size: number) => number;

interface Piece {
  readonly text: string;
  readonly width: number;
}

/** Breaks a text into lines of at most `width` points: between words, and inside a word only where it is wider than a line. */
export function breakLines(text: string, style: TextStyle, width: number, measure: MeasureText): FontRun[][] {
  const widthOf = (part: string) =>
    splitByFont(part, style.font).reduce((sum, run) => sum + measure(run.text, run.font, style.size), 0);
  const space = widthOf(' ');
  const lines: string[] = [];
  let line: Piece | undefined;
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    for (const piece of fitPieces(word, width, widthOf)) {
      if (line && line.width + space + piece.width <= width && piece.whole) {
        line = { text: `${line.text} ${piece.text}`, width: line.width + space + piece.width };
      } else {
        if (line) lines.push(line.text);
        line = piece;
      }
    }
  }
  if (line) lines.push(line.text);
  return lines.map((each) => splitByFont(each, style.font));
}

/** A word as it is, or in parts that each fit into a line. */
function fitPieces(
  word: string,
  width: number,
  widthOf: (text: string) => number,
): (Piece & { readonly whole: boolean })[] {
  const whole = widthOf(word);
  if (whole <= width) return [{ text: word, width: whole, whole: true }];
  const pieces: (Piece & { readonly whole: boolean })[] = [];
  let text = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    const next = widthOf(segment);
    if (used + next > width && text !== '') {
      pieces.push({ text, width: used, whole: false });
      text = '';
      used = 0;
    }
    text += segment;
    used += next;
  }
  return [...pieces, { text, width: used, whole: false }];
}
