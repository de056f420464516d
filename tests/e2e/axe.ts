import { AxeBuilder } from '@axe-core/playwright';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';

/**
 * WCAG 2.5.3 (label in name): axe runs this rule on request only. (It also skips 2.5.8, which
 * `accessibility/targets.ts` measures.)
 */
const alsoAsked = { 'label-content-name-mismatch': { enabled: true } };

let pictures = 0;
/** `npm run screenshots states` wants a picture of each state that is checked. */
async function takePicture(page: Page): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  pictures += 1;
  const scheme = (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light';
  const state = `${test.info().title.slice(0, 80)} ${pictures} ${page.viewportSize()?.width} ${scheme}`;
  const path = join(folder, `${state.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`);
  await page.screenshot({ path, fullPage: true });
}

/**
 * axe's findings for the page in its current state, with axe's default rules, including best
 * practices, and `alsoAsked`.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  // During a fade, colors differ from the final ones.
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? one.finished : [])),
    ).then(() => undefined),
  );
  await takePicture(page);
  // Only violations are read: describing every element that passes would take as long again.
  const axe = new AxeBuilder({ page }).options({ rules: alsoAsked, resultTypes: ['violations'] });
  // Frames are tested, too; without any, axe need not combine results in a separate page.
  const { violations } = await axe.setLegacyMode(page.frames().length === 1).analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
}
