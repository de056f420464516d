import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Rules of WCAG that axe leaves out unless they are asked for: 2.5.3 (label in name) and 2.5.8 (target size). */
const alsoAsked = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } };

/** What axe finds wrong with the page in the state that it is in, by its own choice of rules, best practices among them, and `alsoAsked`. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ rules: alsoAsked }).analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
}
