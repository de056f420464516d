import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../tools/find-browser.mjs';
import type { Member } from '../e2e/members.ts';

export type ColorScheme = 'light' | 'dark';

/** A page, or a state of one that takes some steps to reach. */
export interface Shot {
  /** The file's name. */
  readonly name: string;
  /** Brings a new browser page into the state; `member` is a person who has not filed yet. */
  readonly reach: (page: Page, member: Member) => Promise<void>;
  /**
   * Whether to capture only the visible screen, because something overlays the page, instead of
   * the whole page.
   */
  readonly screenOnly?: true;
  /** 375 and 1280 by default. */
  readonly widths?: readonly number[];
  /** Light only, unless the state has its own colors. */
  readonly colorSchemes?: readonly ColorScheme[];
  /** The page as a browser without JavaScript shows it. */
  readonly withoutScript?: true;
  /** The printed page. */
  readonly print?: true;
}

type Look = Omit<Shot, 'name' | 'reach'>;

const bothSchemes: readonly ColorScheme[] = ['light', 'dark'];
export const inLight: Look = {};
export const inBoth: Look = { colorSchemes: bothSchemes };
export const screenInLight: Look = { screenOnly: true };
export const screenInBoth: Look = { screenOnly: true, colorSchemes: bothSchemes };
export const wideInBoth: Look = { widths: [375, 1280, 1920], colorSchemes: bothSchemes };
export const printed: Look = { print: true };

export const shot = (name: string, look: Look, reach: Shot['reach']): Shot => ({ name, reach, ...look });

/** Opens the browser that takes pictures, with the fonts of `fonts.conf` where they are installed. */
export const openBrowser = async () =>
  chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, 'fonts.conf') },
  });

/** Two pixels of a picture are one pixel of the page, and a WebP has a third of the bytes of a PNG. */
export const pictureScale = 2;

/** Bytes that a picture of the documentation may have, so that a clone stays small. */
const maxPictureBytes = 120_000;

/**
 * Saves what a page shows as WebP, or a part of it, in pixels of the page.
 * @throws Error if the picture has too many bytes
 */
export async function savePicture(
  page: Page,
  file: string,
  part?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 75,
    ...(part && { clip: { ...part, scale: 1 }, captureBeyondViewport: true }),
  });
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > maxPictureBytes)
    throw new Error(`${file} has ${bytes.length} bytes, more than ${maxPictureBytes}`);
  await writeFile(file, bytes);
}
