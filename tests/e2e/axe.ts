import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/**
 * WCAG 2.5.3 (label in name): axe leaves it out unless it is asked for. (So it does 2.5.8, which
 * `access/targets.spec.ts` measures.)
 */
const alsoAsked = { 'label-content-name-mismatch': { enabled: true } };

/**
 * What axe finds wrong with the page in the state that it is in, by its own choice of rules, best
 * practices among them, and `alsoAsked`.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  // In the middle of a fade a button has colors that nobody is left with.
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? one.finished : [])),
    ).then(() => undefined),
  );
  const { violations } = await new AxeBuilder({ page }).options({ rules: alsoAsked }).analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
}
