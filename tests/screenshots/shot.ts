import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../tools/find-browser.mjs';

export type ColorScheme = 'light' | 'dark';

/** A page of the site, or a screen of the console. */
export interface Shot {
  /** The file's name. */
  readonly name: string;
  readonly widths: readonly number[];
  readonly reach: (page: Page) => Promise<void>;
}

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
