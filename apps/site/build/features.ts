import { contentName, loadSettlement } from '@redress/content/folders';
import { dataFilesOf } from '@redress/contract/data-file-expectations';
import type { Plugin } from 'vite';

// Vite resolves the imports of its configuration without the condition of the chosen settlement.
const { site, login, claimForms, offersMailedAddress } = loadSettlement(contentName).settlement;
const hasSpanish = site.pages.some(({ language }) => language === 'es');

/**
 * The chosen settlement's features, as constants of the website's source. Bundles leave out code
 * that the constants disable.
 */
export const featureConstants = {
  HAS_LOGIN: login !== undefined,
  HAS_MAILED_ADDRESS: login !== undefined && offersMailedAddress === true,
  HAS_DATA_FILES: claimForms.some((form) => dataFilesOf(form) !== undefined),
  HAS_SPANISH: hasSpanish,
};

/** Leaves out the scripts of page kinds without a page, and messages in a language without one. */
export function unusedFeatures(): Plugin {
  return {
    name: 'unused-features',
    enforce: 'pre',
    load(id) {
      const [, kind] = /\/src\/pages\/([\w-]+)\/\+client\.tsx$/.exec(id) ?? [];
      const isUsed = kind === 'after-login' ? login !== undefined : site.pages.some((page) => page.kind === kind);
      return kind === undefined || isUsed ? null : '';
    },
    transform: (code) =>
      hasSpanish ? null : code.replace('{ en: english, es: spanish }', '{ en: english, es: english }'),
  };
}
