import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileCluster, findGenuine } from './console-clusters.ts';
import { checkScreen } from './console-screen.ts';
import { signInAs } from './console.ts';
import { expect, test } from './members.ts';

test('the screens of clusters and their signals are accessible', async ({ page }) => {
  const { id, numbers } = await fileCluster(7);
  await signInAs(page, 'supervisor');
  await page.goto('/console/clusters');
  await expect(page.getByRole('link', { name: id, exact: true })).toBeVisible();
  await checkScreen(page, 'clusters');
  await page.getByRole('link', { name: id, exact: true }).click();
  await expect(page.getByText('In common:').first()).toBeAttached();
  await page.getByRole('button', { name: 'Table of When they were filed' }).click();
  await checkScreen(page, 'clusters/:id');
  await page.getByRole('button', { name: 'Review a sample' }).click();
  await page.getByRole('button', { name: 'Save finding' }).first().click();
  await expect(page.getByRole('alert')).toHaveText('Choose a finding.');
  await checkScreen(page, 'cluster-verdicts/:id');
  await page.getByRole('button', { name: 'Return the sample' }).click();
  await expect(page.getByText('You returned this sample.')).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Scores are hidden')).toHaveCount(0);
  await findGenuine(page, numbers[0] ?? '');
  await signInAs(page, 'supervisor');
  await page.goto('/console/integrity?case=brand-drug');
  await expect(page.getByRole('region', { name: 'False positive rates by group' })).toBeVisible();
  await checkScreen(page, 'integrity');
});

/** The routes that the flows of these files check, by the arguments of `checkScreen`. */
const readChecked = () =>
  readdirSync(import.meta.dirname)
    .filter((file) => /^console-.*\.spec\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/checkScreen\(\w+, '(.+?)'\)/g),
    ])
    .map(([, route]) => route);

test('every route of the console is checked in a flow', () => {
  const read = (file: string) => readFileSync(new URL(`../../apps/console/src/${file}`, import.meta.url), 'utf8');
  const routes = read('routes.tsx') + read('screens.ts');
  const paths = [...routes.matchAll(/\bpath: '([^']+)'|\b(index): true/g)].map(([, path, index]) => path ?? index);
  expect(paths.length).toBe([...routes.matchAll(/\blazy:/g)].length);
  expect(new Set(readChecked())).toEqual(new Set(paths));
});
