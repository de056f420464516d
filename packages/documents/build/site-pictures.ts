import { createCanvas, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { logoPath, logoUnits, theme } from '@redress/contract/theme';
import { faceFile } from '../src/fonts.ts';

/** The text of a link preview. */
export interface PreviewTexts {
  readonly name: string;
  readonly caption: string;
  /** Names the operator of the site, or says that it is a demonstration. */
  readonly banner: string;
}

const faces = ['plain', 'bold', 'italic'] as const;
type Face = (typeof faces)[number];
for (const face of faces) GlobalFonts.registerFromPath(faceFile(face), face);

const logo = new Path2D(logoPath);
const paper = '#fbfaf6';
const white = '#ffffff';
const size = { width: 1200, height: 630 };
const margin = 80;

/** A PNG picture for link previews (Open Graph), with the name and caption of the case. */
export function renderPreview({ name, caption, banner }: PreviewTexts): Buffer {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  const width = size.width - 2 * margin;
  fillRectangle(context, paper, 0, size.height);
  fillRectangle(context, theme.accent, 0, 84);
  writeLine(context, banner, { face: 'plain', pixels: 30, color: white, y: 54 });
  // Two lines of large letters, or as many smaller ones as a long name needs.
  const large = breakIntoLines(context, name, 'bold', 84, width);
  const pixels = large.length <= 2 ? 84 : 56;
  const lines = large.length <= 2 ? large : breakIntoLines(context, name, 'bold', pixels, width);
  const lineHeight = pixels * 1.2;
  let y = 310 - ((lines.length - 1) * lineHeight) / 2;
  for (const line of lines) {
    writeLine(context, line, { face: 'bold', pixels, color: theme.ink, y });
    y += lineHeight;
  }
  for (const line of breakIntoLines(context, caption, 'italic', 38, width)) {
    writeLine(context, line, { face: 'italic', pixels: 38, color: theme.soft, y });
    y += 52;
  }
  fillRectangle(context, theme.ink, 612, 3);
  fillRectangle(context, theme.line, 622, 2);
  context.translate(margin - 6 * 3.5, 510 - 5 * 3.5);
  context.scale(3.5, 3.5);
  fillPath(context, theme.accent, logo);
  return canvas.toBuffer('image/png');
}

function fillPath(context: SKRSContext2D, color: string, path: Path2D): void {
  context.fillStyle = color;
  context.fill(path);
}

/** Spans the whole width. */
function fillRectangle(context: SKRSContext2D, color: string, y: number, height: number): void {
  context.fillStyle = color;
  context.fillRect(0, y, size.width, height);
}

interface Line {
  readonly face: Face;
  readonly pixels: number;
  readonly color: string;
  /** The vertical position of the base line. */
  readonly y: number;
}

/** Writes text that cannot wrap, in smaller letters if it would not fit. */
function writeLine(context: SKRSContext2D, text: string, { face, pixels, color, y }: Line): void {
  const wide = widthOf(context, text, face, pixels);
  context.font = `${Math.min(pixels, (pixels * (size.width - 2 * margin)) / wide)}px ${face}`;
  context.fillStyle = color;
  context.fillText(text, margin, y);
}

function widthOf(context: SKRSContext2D, text: string, face: Face, pixels: number): number {
  context.font = `${pixels}px ${face}`;
  return context.measureText(text).width;
}

/** Breaks text into lines of at most `width` pixels. */
function breakIntoLines(context: SKRSContext2D, text: string, face: Face, pixels: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(context, longer, face, pixels) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The website's icon, a square PNG: home screens round its corners. */
export function renderIcon(pixels: number): Buffer {
  const canvas = createCanvas(pixels, pixels);
  const context = canvas.getContext('2d');
  context.fillStyle = theme.accent;
  context.fillRect(0, 0, pixels, pixels);
  context.scale(pixels / logoUnits, pixels / logoUnits);
  fillPath(context, white, logo);
  return canvas.toBuffer('image/png');
}
