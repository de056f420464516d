import { type Face, type FontName, type FontRun, splitByFont } from './fonts.ts';

export interface TextStyle {
  readonly font: 'plain' | 'bold';
  /** The type size in points. */
  readonly size: number;
}
/** A part of the text with its own style. A line separator (U+2028) starts a new line. */
export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** A URL, or `#name` for a destination in the same document. */
  readonly href?: string;
}
export type RichText = string | readonly Run[];
/** A part of a line that is rendered in one call. */
export interface LineRun extends FontRun {
  readonly href?: string;
}
type MeasureText = (text: string, font: FontName, size: number) => number;

export const lineSeparator = '\u2028';

interface Styled {
  readonly text: string;
  readonly face: Face;
  readonly href: string | undefined;
}
/** A part of the text that has no spaces and fits on a line. */
interface Piece {
  readonly parts: readonly Styled[];
  readonly width: number;
  /** False for a part of a word that is wider than a line. */
  readonly isWhole: boolean;
}

/** Breaks lines of at most `width` points between words, or inside words that are wider. */
export function breakLines(text: RichText, style: TextStyle, width: number, measure: MeasureText): LineRun[][] {
  const widthOf = ({ text: words, face }: Styled) =>
    splitByFont(words, face).reduce((sum, run) => sum + measure(run.text, run.font, style.size), 0);
  const space = widthOf({ text: ' ', face: style.font, href: undefined });
  return paragraphsOf(text, style.font).flatMap((words) => {
    const lines: Styled[][] = [];
    let used = 0;
    for (const word of words) {
      for (const { parts, width: wide, isWhole } of fitPieces(word, width, widthOf)) {
        const line = lines.at(-1);
        if (line && isWhole && used + space + wide <= width) {
          line.push(spaceBetween(line, parts, style.font), ...parts);
          used += space + wide;
        } else {
          lines.push([...parts]);
          used = wide;
        }
      }
    }
    return lines.map(runsOf);
  });
}

/** Splits text into words, by its own lines. The style may change within a word. */
function paragraphsOf(text: RichText, font: TextStyle['font']): Styled[][][] {
  const runs = typeof text === 'string' ? [{ text }] : text;
  let word: Styled[] = [];
  let words: Styled[][] = [];
  const paragraphs: Styled[][][] = [];
  const endWord = () => {
    if (word.length > 0) words.push(word);
    word = [];
  };
  const endParagraph = () => {
    endWord();
    if (words.length > 0) paragraphs.push(words);
    words = [];
  };
  for (const run of runs) {
    const face = faceOf(run, font);
    // A no-break space keeps words together.
    for (const part of run.text.split(/(\u2028|[^\S\u00a0]+)/)) {
      if (part === lineSeparator) endParagraph();
      else if (/^[^\S\u00a0]/.test(part)) endWord();
      else if (part !== '') word.push({ text: part, face, href: run.href });
    }
  }
  endParagraph();
  return paragraphs;
}

function faceOf({ bold = false, italic = false }: Run, font: TextStyle['font']): Face {
  const isBold = bold || font === 'bold';
  if (italic) return isBold ? 'boldItalic' : 'italic';
  return isBold ? 'bold' : 'plain';
}

/** A space belongs to a link only if both neighbors do. */
function spaceBetween(line: readonly Styled[], parts: readonly Styled[], font: TextStyle['font']): Styled {
  const [before, after] = [line.at(-1), parts[0]];
  if (before && after && before.href === after.href && before.face === after.face) return { ...before, text: ' ' };
  return { text: ' ', face: font, href: before?.href === after?.href ? before?.href : undefined };
}

function runsOf(line: readonly Styled[]): LineRun[] {
  const joined: Styled[] = [];
  for (const part of line) {
    const last = joined.at(-1);
    if (last && last.face === part.face && last.href === part.href)
      joined.splice(-1, 1, { ...last, text: last.text + part.text });
    else joined.push(part);
  }
  return joined.flatMap(({ text, face, href }) =>
    // After line breaking it becomes a normal space, so that searches find the words.
    splitByFont(text.replaceAll('\u00a0', ' '), face).map((run) => (href === undefined ? run : { ...run, href })),
  );
}

function fitPieces(word: readonly Styled[], width: number, widthOf: (part: Styled) => number): Piece[] {
  const whole = word.reduce((sum, part) => sum + widthOf(part), 0);
  if (whole <= width) return [{ parts: word, width: whole, isWhole: true }];
  const pieces: Piece[] = [];
  let parts: Styled[] = [];
  let used = 0;
  for (const part of word) {
    for (const { segment } of new Intl.Segmenter().segment(part.text)) {
      const character = { ...part, text: segment };
      const next = widthOf(character);
      if (used + next > width && parts.length > 0) {
        pieces.push({ parts, width: used, isWhole: false });
        parts = [];
        used = 0;
      }
      parts.push(character);
      used += next;
    }
  }
  return [...pieces, { parts, width: used, isWhole: false }];
}
