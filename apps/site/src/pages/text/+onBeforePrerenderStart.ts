import { site } from '@redress/content/site';
import type { Page } from '@redress/contract/settlement';
import { firstDaysOf } from '../../dates/as-of.ts';
import { loadClaimForm } from '../../content-entry/form-definitions.ts';
import { firstDaysOfProse } from '../../content-entry/prose.ts';
import { datedUrls } from '../../routing/dated-urls.ts';
import { notFoundPaths } from '../../routing/find-page.ts';

/** The URLs of pages of every kind: Vike calls a hook in `pages/` once for each of its folders. */
export async function onBeforePrerenderStart(): Promise<string[]> {
  const urls = await Promise.all(site.pages.map(async (page) => datedUrls(page.path, await firstDaysOfPage(page))));
  return [...urls.flat(), ...notFoundPaths(site)];
}

/** The first day of each interval in which a page does not change. */
async function firstDaysOfPage(page: Page): Promise<string[]> {
  switch (page.kind) {
    case 'text':
    case 'instructions':
      return firstDaysOfProse(page);
    case 'form': {
      const { deadline } = await loadClaimForm(page.form, page.language ?? 'en');
      return firstDaysOf((when) => when.isAfter(deadline));
    }
    case 'login':
    case 'id-request':
    case 'complete':
    case 'receipt':
    case 'status':
    case 'log-out':
      return firstDaysOf(() => {});
  }
}
