import { pathToFileURL } from 'node:url';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logoPath } from '@redress/contract/theme';
import { fillInTheme } from '@redress/ui/build/theme-colors';
import type { Form } from '@redress/forms/definition';
import { usesNumbersOrDates } from '@redress/forms/numbers-and-days-if-used';
import type { Plugin } from 'vite';

/**
 * Replaces each form definition with plain data, which saves 1 kB on a form page. The rules of
 * numbers and days come with the forms that use them, which saves another 1 kB on other pages.
 */
export function formData(): Plugin {
  return {
    name: 'form-data',
    enforce: 'pre',
    async load(id) {
      if (this.environment.name !== 'client') return null;
      if (id.endsWith('/packages/forms/src/numbers-and-days-if-used.ts')) return givenNumbersAndDates;
      if (!/\/content\/[^/]+\/forms\/[^/]+\.v\d+(\.\w\w)?\.ts$/.test(id)) return null;
      const definitions: unknown = await import(pathToFileURL(id).href);
      const parse: (json: string) => readonly (readonly [string, Form])[] = JSON.parse;
      const forms = parse(JSON.stringify(Object.entries(definitions ?? {})));
      return [
        ...(forms.some(([, form]) => usesNumbersOrDates(form)) ? [giveKinds] : []),
        ...forms.map(([name, form]) => `export const ${name} = ${JSON.stringify(form)};`),
      ].join('\n');
    },
  };
}

const givenNumbersAndDates = `
  export let numbersAndDates;
  export const giveKinds = (kinds) => { numbersAndDates = kinds; };`;
const giveKinds = `
  import { giveKinds } from '@redress/forms/numbers-and-days-if-used';
  import * as kinds from '@redress/forms/numbers-and-days';
  giveKinds(kinds);`;

/**
 * Uses the browser's own `import()`. Vite's wrapper also preloads, which preload-scripts.ts already
 * does.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
  };
}

export function favicon(): Plugin {
  return {
    name: 'favicon',
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const template = await readFile(join(import.meta.dirname, 'favicon.svg'), 'utf8');
      const source = fillInTheme(template).replace('{logo}', logoPath);
      this.emitFile({ type: 'asset', fileName: 'favicon.svg', source });
    },
  };
}
