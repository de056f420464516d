import { logoPath, logoUnits, theme } from '@redress/contract/theme';
import { createCanvas, encodePng, fill, type Point } from './canvas.ts';
import { breakIntoLines, pathOutlines, rectangle, textOutlines, textWidth } from './outlines.ts';

/** What a link preview shows. */
export interface PreviewTexts {
  readonly name: string;
  readonly caption: string;
  /** Who runs the site, or that it is a demonstration. */
  readonly banner: string;
}

const paper = '#fbfaf6';
const white = '#ffffff';
const size = { width: 1200, height: 630 };
const margin = 80;

/** A picture for link previews (Open Graph): the name and caption of the case. */
export function renderPreview({ name, caption, banner }: PreviewTexts): Buffer {
  const canvas = createCanvas(size.width, size.height, paper);
  const width = size.width - 2 * margin;
  fill(canvas, rectangle(0, 0, size.width, 84), theme.accent);
  fill(canvas, textOutlines(banner, 'plain', fitting(banner, 'plain', 30, width), margin, 54), white);
  const { nameSize, lines } = breakName(name, width);
  const lineHeight = nameSize * 1.2;
  let y = 310 - ((lines.length - 1) * lineHeight) / 2;
  for (const line of lines) {
    fill(canvas, textOutlines(line, 'bold', fitting(line, 'bold', nameSize, width), margin, y), theme.ink);
    y += lineHeight;
  }
  for (const line of breakIntoLines(caption, 'italic', 38, width)) {
    fill(canvas, textOutlines(line, 'italic', 38, margin, y), theme.soft);
    y += 52;
  }
  const place = ([px, py]: Point): Point => [margin + (px - 6) * 3.5, 510 + (py - 5) * 3.5];
  fill(canvas, pathOutlines(logoPath, place), theme.accent);
  fill(canvas, rectangle(0, 612, size.width, 3), theme.ink);
  fill(canvas, rectangle(0, 622, size.width, 2), theme.line);
  return encodePng(canvas);
}

/** Two lines of large letters, or as many smaller ones as a long name needs. */
function breakName(name: string, width: number) {
  const large = breakIntoLines(name, 'bold', 84, width);
  return large.length <= 2
    ? { nameSize: 84, lines: large }
    : { nameSize: 56, lines: breakIntoLines(name, 'bold', 56, width) };
}

/** The size at which a text that cannot wrap fits. */
function fitting(text: string, font: 'plain' | 'bold', wanted: number, width: number): number {
  return Math.min(wanted, (wanted * width) / textWidth(text, font, wanted));
}

/** The website's icon, square: home screens round its corners. */
export function renderIcon(pixels: number): Buffer {
  const canvas = createCanvas(pixels, pixels, theme.accent);
  const scale = pixels / logoUnits;
  fill(
    canvas,
    pathOutlines(logoPath, ([x, y]) => [x * scale, y * scale]),
    white,
  );
  return encodePng(canvas);
}
