import type { Rule, TypedField } from './definition.ts';

const compiled = new Map<string, RegExp>();

function matches(pattern: string, answer: string): boolean {
  let expression = compiled.get(pattern);
  if (!expression) {
    expression = new RegExp(`^(?:${pattern})$`, 'u');
    compiled.set(pattern, expression);
  }
  return expression.test(answer);
}

/** How many characters a person would count: code points, not UTF-16 units. */
function countCharacters(answer: string): number {
  let count = 0;
  for (const _ of answer) count += 1;
  return count;
}

/**
 * The rules that a typed answer breaks, in the definition's order. An empty answer can break only `required`; a rule beyond it is
 * not asked of an answer that is not there.
 */
export function brokenRules(rules: readonly Rule[], answer: string): Rule[] {
  if (answer === '') return rules.filter((rule) => rule.rule === 'required');
  const length = countCharacters(answer);
  return rules.filter((rule) => {
    switch (rule.rule) {
      case 'required':
        return false;
      case 'min':
        return length < rule.than;
      case 'max':
        return length > rule.than;
      case 'pattern':
        return !matches(rule.pattern, answer);
    }
  });
}

// Unicode's property includes Hangul fillers, but not the blank Braille cell and hieroglyphs.
const unseen = String.raw`\s\u2800\u{13441}\u{13442}\p{Default_Ignorable_Code_Point}`;
const onlyUnseen = new RegExp(`^[${unseen}]*$`, 'u');
const letterOrDigit = new RegExp(`(?![${unseen}])[\\p{L}\\p{N}]`, 'u');

/** Whether a text shows nothing at all: it counts as not typed. */
export const looksEmpty = (text: string): boolean => onlyUnseen.test(text);

/**
 * Whether a field's text needs a letter or a digit and has none: `..` is no name. A signature
 * always needs one; another text only where it is required, because "--" can be an answer
 * elsewhere.
 */
export function lacksLetters({ kind, rules }: TypedField, text: string): boolean {
  const isAsked = kind === 'signature' || (kind === 'text' && rules.some(({ rule }) => rule === 'required'));
  return isAsked && text !== '' && !letterOrDigit.test(text);
}
