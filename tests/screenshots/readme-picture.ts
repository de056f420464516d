import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { fillForm, openForm } from '../e2e/consumer.ts';
import type { Member } from '../e2e/members.ts';
import { type ColorScheme, pictureScale, savePicture } from './shot.ts';

const size = { width: 1200, height: 754 };

interface Camera {
  readonly browser: Browser;
  readonly baseURL: string;
}

/**
 * The README's pictures, `home.webp` and `form.webp`: each shows a page on a desktop and, in front of
 * it, on a phone in dark colors. Returns the files.
 */
export async function takeReadmePictures(
  camera: Camera & { readonly member: Member; readonly folder: string },
): Promise<string[]> {
  const { folder, member } = camera;
  const home = join(folder, 'home.webp');
  const openHome = async (page: Page) => void (await page.goto('/'));
  await compose(camera, home, { desktop: { open: openHome }, phone: { open: openHome } });
  const form = join(folder, 'form.webp');
  const openFilledForm = async (page: Page) => {
    await openForm(page, member);
    await fillForm(page);
  };
  await compose(camera, form, {
    desktop: { open: openFilledForm },
    phone: { open: openFilledForm, from: 'section-C' },
  });
  return [home, form];
}

interface View {
  readonly open: (page: Page) => Promise<void>;
  /** Scrolls to the element with this ID instead of the top. */
  readonly from?: string;
}

async function compose(camera: Camera, file: string, views: { readonly desktop: View; readonly phone: View }) {
  const desktop = await takeScreenshot(camera, { width: 1180, height: 920 }, views.desktop, 'light');
  const phone = await takeScreenshot(camera, { width: 375, height: 780 }, views.phone, 'dark');
  const page = await camera.browser.newPage({ viewport: size, deviceScaleFactor: pictureScale });
  await page.setContent(`<!doctype html>
    <title>A page on a desktop and on a phone</title>
    <style>
      html, body { height: 100% }
      body { position: relative; margin: 0; overflow: hidden; background: #e6eff0 }
      img { position: absolute; border: 1px solid #525a64; background: #fff; box-shadow: 0 12px 36px rgba(28, 33, 38, .22) }
      .desktop { left: 36px; top: 30px; width: 855px; border-radius: 8px }
      .phone { right: 36px; bottom: 30px; width: 290px; border: 6px solid #1c2126; border-radius: 26px }
    </style>
    <img class="desktop" alt="" src="data:image/png;base64,${desktop}" />
    <img class="phone" alt="" src="data:image/png;base64,${phone}" />`);
  await savePicture(page, file);
  await page.close();
}

/** A screenshot as base64. */
async function takeScreenshot(
  { browser, baseURL }: Camera,
  viewport: { readonly width: number; readonly height: number },
  { open, from }: View,
  colorScheme: ColorScheme,
): Promise<string> {
  const page = await browser.newPage({ baseURL, viewport, deviceScaleFactor: 2, reducedMotion: 'reduce', colorScheme });
  await open(page);
  await page.evaluate((id) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const element = id === undefined ? null : document.getElementById(id);
    if (element) element.scrollIntoView();
    else scrollTo(0, 0);
  }, from);
  await page.waitForTimeout(200); // Waits for the index, which follows the scrolling in the next frame.
  const picture = await page.screenshot();
  await page.close();
  return picture.toString('base64');
}
