import type { ReadProblem } from '../report.ts';
import { maxLineLength } from './text-blocks.ts';

export interface CleanText {
  readonly text: string;
  readonly problems: ReadProblem[];
}

/**
 * Makes whole lines fit to be cut into cells: without NULs, lone CRs and overlong lines. What was wrong is told by line; of NULs and broken
 * characters, which a file may be full of, the first line only.
 */
export function cleanLines(block: string, firstLine: number): CleanText {
  const problems: ReadProblem[] = [];
  let text = hasLoneReturn(block) ? block.replace(anyReturn, '\n') : block;
  const nul = text.indexOf('\0');
  if (nul !== -1) {
    problems.push({ code: 'nul-bytes', line: firstLine + countLineFeeds(text, nul) });
    text = text.split('\0').join('');
  }
  // The mark that decoding leaves, or that an earlier program left.
  const broken = text.indexOf('\uFFFD');
  if (broken !== -1) problems.push({ code: 'characters-broken', line: firstLine + countLineFeeds(text, broken) });
  if (hasLongLine(text)) text = cutLongLines(text, firstLine, problems);
  return { text, problems };
}

const anyReturn = /\r\n?/g;
const lineFeed = 10;

/** Half the time of a regular expression, which would look at each character. */
function hasLoneReturn(text: string): boolean {
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 2))
    if (text.charCodeAt(at + 1) !== lineFeed) return true;
  return false;
}

/** How many lines end before `end`. */
export function countLineFeeds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Looks only at the lines in every 64 KB: a longer one cannot hide between them. */
function hasLongLine(text: string): boolean {
  for (let at = maxLineLength; at < text.length; at += maxLineLength) {
    const end = text.indexOf('\n', at);
    if ((end === -1 ? text.length : end) - text.lastIndexOf('\n', at - 1) - 1 > maxLineLength) return true;
  }
  return false;
}

function cutLongLines(text: string, firstLine: number, problems: ReadProblem[]): string {
  return text
    .split('\n')
    .map((line, index) => {
      if (line.length <= maxLineLength) return line;
      problems.push({ code: 'line-too-long', line: firstLine + index });
      return line.slice(0, maxLineLength);
    })
    .join('\n');
}
