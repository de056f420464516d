import { theme } from '@redress/contract/theme';

/** A part of a message in both formats; the plain text leaves some out. */
export interface Block {
  readonly text?: string;
  readonly html: string;
}

export const style = {
  body: `margin:0;padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:${theme.ink};background:#ffffff`,
  page: `max-width:560px;margin:0 auto;border-top:4px solid ${theme.accent};padding-top:16px`,
  name: `margin:0;font-weight:bold;color:${theme.accent}`,
  heading: 'font-size:24px;line-height:1.3',
  subheading: `font-size:18px;color:${theme.accent}`,
  fact: 'margin:16px 0',
  item: 'margin:8px 0',
  reference: 'font-size:24px',
  group: 'padding-left:0.2em',
  small: `font-size:14px;color:${theme.soft}`,
} as const;

export function paragraph(text: string): Block {
  return { text, html: `<p>${escape(text)}</p>` };
}

export function list(kind: 'ol' | 'ul', items: readonly string[]): Block {
  const marker = (index: number) => (kind === 'ol' ? `${index + 1}.` : '-');
  return {
    text: items.map((item, index) => `${marker(index)} ${item}`).join('\n'),
    html: `<${kind}>\n${items.map((item) => `<li style="${style.item}">${escape(item)}</li>`).join('\n')}\n</${kind}>`,
  };
}

export function subheading(text: string): Block {
  return { text, html: `<h2 style="${style.subheading}">${escape(text)}</h2>` };
}

/**
 * @param groups the parts of the value, which only style separates, so that a copy has no spaces
 */
export function fact(label: string, [first = '', ...groups]: readonly string[], valueStyle: string): string {
  const others = groups.map((group) => `<span style="${style.group}">${escape(group)}</span>`).join('');
  return `<p style="${style.fact}">${escape(label)}<br><strong style="${valueStyle}">${escape(first)}${others}</strong></p>`;
}

/** The plain text of a message. */
export function mailText(blocks: readonly Block[]): string {
  return blocks.flatMap(({ text }) => text ?? []).join('\n\n');
}

/** The HTML of a message. */
export function htmlDocument(lang: string, title: string, blocks: readonly Block[]): string {
  return `<!doctype html>
<html lang="${escape(lang)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="${style.body}"><div style="${style.page}">
${blocks.map(({ html }) => html).join('\n')}
</div></body>
</html>
`;
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function link(address: string): string {
  return `<a href="${escape(address)}">${escape(address)}</a>`;
}
