import { readFileSync } from 'node:fs';
import { theme } from '@redress/contract/theme';
import { describe, expect, test } from 'vitest';

const colors = new Map<string, string>(Object.entries(theme));
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8').replace(
  /theme\((\w+)\)/g,
  (_, name: string) => colors.get(name) ?? '',
);
const [lightRules = '', darkRules = ''] = css.split('@media (prefers-color-scheme: dark)');
const readColors = (rules: string) =>
  new Map([...rules.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(([, name, color]) => [name, color]));
const light = readColors(lightRules);
const palettes = { light, dark: new Map([...light, ...readColors(darkRules)]) };

/** Computes WCAG 2.2's relative luminance of `#rgb` or `#rrggbb`. */
function luminance(color: string): number {
  const digits =
    color
      .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
      .slice(1)
      .match(/../g) ?? [];
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => {
    const share = Number.parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

test('computes WCAG contrast: 21 for black on white, 4.54 for #767676', () => {
  expect(contrast('#000', '#fff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe.each(Object.entries(palettes))('in the %s palette', (_name, colors) => {
  const ratio = (one: string, other: string) => contrast(colors.get(one) ?? '', colors.get(other) ?? '');
  const grounds = ['paper', 'sheet'];

  test('borders, focus rings and error bars have 3:1 on every background (WCAG 1.4.11)', () => {
    const low = ['edge', 'focus', 'bad', 'accent', 'good'].flatMap((name) =>
      [...grounds, 'tint'].filter((ground) => ratio(name, ground) < 3).map((ground) => `${name} on ${ground}`),
    );
    expect(low).toEqual([]);
  });

  test('text has 4.5:1 on its backgrounds (WCAG 1.4.3)', () => {
    const pairs = [
      ...['ink', 'soft', 'accent', 'bad'].flatMap((name) => grounds.map((ground) => [name, ground] as const)),
      ...['ink', 'bad'].map((name) => [name, 'bad-tint'] as const),
      ['ink', 'warn-tint'],
      ['ink', 'good-tint'],
      ['ink', 'tint'],
      ['on-accent', 'accent'],
      ['on-banner', 'banner'],
      ['on-good', 'good'],
      ['on-bad', 'bad'],
    ] as const;
    expect(pairs.filter(([words, ground]) => ratio(words, ground) < 4.5)).toEqual([]);
  });
});
