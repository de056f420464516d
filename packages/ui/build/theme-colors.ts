import { theme } from '@redress/contract/theme';
import type { CSSOptions } from 'vite';

/** Replaces `theme(accent)` and other colors in text. */
export const fillInTheme = (text: string): string =>
  text.replace(/theme\((\w+)\)/g, (_, name: string) => colorOf(name));

/** Replaces colors in style sheets. */
export const themeVisitor = {
  Function: {
    theme({ arguments: [name] }) {
      return { raw: colorOf(name?.type === 'token' && name.value.type === 'ident' ? name.value.value : '') };
    },
  },
} satisfies NonNullable<CSSOptions['lightningcss']>['visitor'];

function colorOf(name: string): string {
  const color = new Map<string, string>(Object.entries(theme)).get(name);
  if (color === undefined) throw new Error(`packages/contract/src/theme.ts has no color "${name}".`);
  return color;
}
