import { pathToFileURL } from 'node:url';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logoPath, theme } from '@redress/contract/theme';
import type { CSSOptions, Plugin } from 'vite';

/** Replaces each form definition with plain data, which saves 1 kB on a form page. */
export function formData(): Plugin {
  return {
    name: 'form-data',
    enforce: 'pre',
    async load(id) {
      if (this.environment.name !== 'client' || !/\/content\/forms\/[^/]+\.v\d+(\.\w\w)?\.ts$/.test(id)) return null;
      const definitions: unknown = await import(pathToFileURL(id).href);
      return Object.entries(definitions ?? {})
        .map(([name, form]) => `export const ${name} = ${JSON.stringify(form)};`)
        .join('\n');
    },
  };
}

/** Uses the browser's own `import()`: Vite's wrapper preloads, which preload-scripts.ts does. */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
  };
}

const fillInTheme = (text: string): string => text.replace(/theme\((\w+)\)/g, (_, name: string) => colorOf(name));

/** Replaces `theme(accent)` and the like in style sheets. */
export const themeVisitor = {
  Function: {
    theme({ arguments: [name] }) {
      return { raw: colorOf(name?.type === 'token' && name.value.type === 'ident' ? name.value.value : '') };
    },
  },
} satisfies NonNullable<CSSOptions['lightningcss']>['visitor'];

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

function colorOf(name: string): string {
  const color = new Map<string, string>(Object.entries(theme)).get(name);
  if (color === undefined) throw new Error(`packages/contract/src/theme.ts has no color "${name}".`);
  return color;
}
