import type { Form, Item, Line, Prose } from '@redress/forms/definition';

/** Every visible text of a form. */
export function textsOf(form: Form | undefined): string[] {
  if (!form) return [];
  return [form.title, ...form.sections.flatMap(({ title, items }) => [title, ...items.flatMap(textsOfItem)])];
}

function textsOfItem(item: Item): string[] {
  const cells = item.kind === 'rows' ? [item.rowLabel, ...item.of.flatMap(textsOfItem)] : [];
  return [
    ...('label' in item ? [item.label] : []),
    ...('hint' in item && item.hint !== undefined ? [item.hint] : []),
    ...('placeholder' in item && item.placeholder !== undefined ? [item.placeholder] : []),
    ...('options' in item ? (item.labels ?? item.options) : []),
    ...messagesOf(item),
    ...(item.kind === 'rows' ? [item.atMost.message] : []),
    ...(item.kind === 'rows' && item.total ? [item.total.label, item.total.atMost?.message ?? ''] : []),
    ...(item.kind === 'documents' ? (item.due ?? []).map(({ message }) => message) : []),
    ...cells,
    ...proseOf(item).flatMap((block) => blockTexts(block)),
  ];
}

/** The messages of its rules, and of its cells' rules. */
export function messagesOf(item: Item): string[] {
  const own = 'rules' in item ? item.rules.map(({ message }) => message) : [];
  return item.kind === 'rows' ? [...own, ...item.of.flatMap(messagesOf)] : own;
}

export function proseOf(item: Item): Prose {
  return item.kind === 'prose' ? item.prose : [];
}

function blockTexts(block: Prose[number]): string[] {
  if (typeof block === 'object' && 'list' in block) return block.list.map(lineText);
  return [typeof block === 'object' && 'heading' in block ? block.heading : lineText(block)];
}

function lineText(line: Line): string {
  return typeof line === 'string' ? line : line.map((span) => (typeof span === 'string' ? span : span.text)).join('');
}
