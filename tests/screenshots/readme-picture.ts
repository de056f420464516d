import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser } from '@playwright/test';
import { fillForm, openForm } from '../e2e/consumer.ts';
import type { Member } from '../e2e/members.ts';

const bytesAtMost = 300_000;
const size = { width: 1200, height: 754 };

/** The README's picture: the top of the form on a desktop, and its third section on a phone that stands before it. */
export async function takeReadmePicture(options: {
  readonly browser: Browser;
  readonly baseURL: string;
  readonly member: Member;
  readonly file: string;
}): Promise<void> {
  const { browser, file } = options;
  const desktop = await photographForm({ ...options, width: 1180, height: 920, from: 'top' });
  const phone = await photographForm({ ...options, width: 375, height: 780, from: 'section-C' });
  const page = await browser.newPage({ viewport: size });
  await page.setContent(`<!doctype html>
    <title>The form on a desktop and on a phone</title>
    <style>
      html, body { height: 100% }
      body { position: relative; margin: 0; overflow: hidden; background: #e6eff0 }
      img { position: absolute; border: 1px solid #525a64; background: #fff; box-shadow: 0 12px 36px rgba(28, 33, 38, .22) }
      .desktop { left: 36px; top: 30px; width: 855px; border-radius: 8px }
      .phone { right: 36px; bottom: 30px; width: 290px; border: 6px solid #1c2126; border-radius: 26px }
    </style>
    <img class="desktop" alt="" src="data:image/png;base64,${desktop}" />
    <img class="phone" alt="" src="data:image/png;base64,${phone}" />`);
  await mkdir(dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  await page.close();
  const bytes = (await stat(file)).size;
  if (bytes > bytesAtMost) throw new Error(`${file} is ${bytes} bytes, more than ${bytesAtMost}`);
}

/** A screen of the half filled-in form, as base64. */
async function photographForm(options: {
  readonly browser: Browser;
  readonly baseURL: string;
  readonly member: Member;
  readonly width: number;
  readonly height: number;
  /** An element's id, or the page's top. */
  readonly from: string;
}): Promise<string> {
  const { browser, baseURL, width, height, from } = options;
  const page = await browser.newPage({
    baseURL,
    viewport: { width, height },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  await openForm(page, options.member);
  await fillForm(page);
  await page.evaluate((id) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const element = document.getElementById(id);
    if (element) element.scrollIntoView();
    else scrollTo(0, 0);
  }, from);
  await page.waitForTimeout(200); // the index follows the scrolling with the next frame
  const picture = await page.screenshot();
  await page.close();
  return picture.toString('base64');
}
