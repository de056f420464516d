import type { Rule } from './definition.ts';

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
