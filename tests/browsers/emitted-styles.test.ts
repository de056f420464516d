import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const built = join(import.meta.dirname, '../../apps/site/dist/client');
const styles = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

/**
 * Declarations newer than Chrome and Edge 80, Firefox 78 and Safari 13.1 that can affect position
 * or size.
 */
const laterDeclarations =
  /^(?:(?:row-)?gap|inset|aspect-ratio|translate|rotate|scale|content-visibility|(?:margin|padding)-(?:inline|block)|contain-intrinsic-.+|grid-template-.+:.*subgrid)(?=:)|:.*(?:\d[dsl]v[hwib]\b|\b(?:color-mix|light-dark|oklch|oklab|lch|round|calc-size|anchor)\(|\boverflow:clip)/;
/** Selectors that older browsers do not parse: they drop the whole rule, with all its selectors. */
const laterSelectors = /:(?:is|where|has|not\([^)]*,|focus-visible|user-(?:in)?valid|popover-open|modal)\b|&/;
/** At-rules whose content older browsers drop. */
const laterAtRules = /@(?:layer|container|property|scope|starting-style|view-transition)\b[^{;]*/g;

interface Rule {
  readonly selectors: readonly string[];
  readonly declarations: readonly string[];
}

function readRules(css: string): Rule[] {
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors = '', declarations = '']) => ({
    selectors: selectors.split(/,(?![^(]*\))/),
    declarations: declarations.split(';'),
  }));
}

/**
 * Finds rules that an older browser would lay out differently. A rule with an older declaration of
 * the same property before it is fine.
 */
function findLater(css: string): string[] {
  const found: string[] = css.match(laterAtRules) ?? [];
  for (const { selectors, declarations } of readRules(css)) {
    if (selectors.length > 1 && selectors.some((one) => laterSelectors.test(one))) found.push(selectors.join(','));
    const isFlex = declarations.some((one) => /^display:(?:inline-)?flex$/.test(one));
    const hasColumns = declarations.some((one) => one.startsWith('columns:'));
    declarations.forEach((declaration, index) => {
      const [property = ''] = declaration.split(':');
      const isGapOfOther = /^grid-(?:row-|column-)?gap$/.test(property)
        ? isFlex
        : property === 'column-gap' && !hasColumns;
      const hasFallback = declarations.slice(0, index).some((one) => one.startsWith(`${property}:`));
      if (isGapOfOther || (laterDeclarations.test(declaration) && !hasFallback)) {
        found.push(`${selectors.join(',')}{${declaration}}`);
      }
    });
  }
  return found;
}

test('the built website has styles', () => {
  const rules = styles.flatMap((file) => readRules(readFileSync(join(built, file), 'utf8')));
  expect(rules.length).toBeGreaterThan(200);
});

test.each(styles)('%s has the same layout in browsers of early 2020', (file) => {
  const css = readFileSync(join(built, file), 'utf8');
  expect(readRules(css)).not.toEqual([]);
  // Leaves out the rule that unfolds `details` in print: older browsers print only open ones.
  expect(findLater(css.replace(/[^{}]*::details-content\{[^}]*\}/g, ''))).toEqual([]);
});

describe('what is found', () => {
  test.each([
    ['a gap between boxes of a flex row', '.a{display:flex;gap:1rem}', ['.a{gap:1rem}']],
    ['the same under its older name', '.a{display:flex;grid-gap:1rem}', ['.a{grid-gap:1rem}']],
    ['a height of the small screen', '.a{height:100svh}', ['.a{height:100svh}']],
    ['a selector that drops others with it', '.a,.b:has(i){top:0}', ['.a,.b:has(i)']],
    ['rules within a layer', '@layer x{.a{top:0}}', ['@layer x']],
    ['nothing in a grid', '.a{display:grid;grid-gap:1rem}', []],
    ['nothing between columns of text', '.a{columns:2;column-gap:1rem}', []],
    ['nothing that has a fallback', '.a{height:100vh;height:100svh}', []],
    ['nothing in a selector that stands alone', '.a:has(i){color:red}', []],
  ])('%s', (_, css, expected) => {
    expect(findLater(css)).toEqual(expected);
  });
});
