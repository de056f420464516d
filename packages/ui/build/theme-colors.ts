import { theme } from '@redress/contract/theme';
import type { CSSOptions } from 'vite';

/** Replaces `theme(accent)` and the like in a text. */
export const fillInTheme = (text: string): string =>
  text.replace(/theme\((\w+)\)/g, (_, name: string) => colorOf(name));

/** Does the same in style sheets. */
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
