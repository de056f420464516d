import type { Field, Form, Item, Line, Prose } from '@redress/forms/definition';

/**
 * Every text of a form, shown or not: labels, hints, visible options, prose, and the messages of
 * all rules; each once. Excludes headings, the options of long lists, and hidden fields.
 */
export function formPassages(form: Form): string[] {
  return [...new Set(form.sections.flatMap(({ items }) => items.flatMap(itemPassages)))];
}

function itemPassages(item: Item): readonly string[] {
  switch (item.kind) {
    case 'prose':
      return prosePassages(item.prose);
    case 'documents':
      return [item.label, ...given(item.hint), ...(item.due ?? []).map(({ message }) => message)];
    case 'captcha':
      return [item.label, ...item.rules.map(({ message }) => message)];
    case 'honeypot':
    case 'echo':
      return [];
    default:
      return fieldPassages(item);
  }
}

function fieldPassages(field: Field): string[] {
  const own = [field.label, ...given(field.hint), ...field.rules.map(({ message }) => message)];
  if (field.kind === 'choice') return [...own, ...(field.labels ?? field.options)];
  if (field.kind === 'rows') {
    const ofTotal = field.total ? [field.total.label, ...given(field.total.atMost?.message)] : [];
    return [...own, field.atMost.message, ...ofTotal, ...field.of.flatMap(fieldPassages)];
  }
  return own;
}

function prosePassages(prose: Prose): string[] {
  return prose.flatMap((block) => {
    if (typeof block === 'object' && 'heading' in block) return [];
    return typeof block === 'object' && 'list' in block ? block.list.map(plainLine) : [plainLine(block)];
  });
}

function plainLine(line: Line): string {
  return typeof line === 'string' ? line : line.map((span) => (typeof span === 'string' ? span : span.text)).join('');
}

const given = (text: string | undefined): string[] => (text === undefined ? [] : [text]);
