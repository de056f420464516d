import type { CDPSession, Page } from '@playwright/test';

type Node = Awaited<ReturnType<typeof readNodes>>[number];
const readNodes = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes;

/** Roles that a screen reader announces or jumps to; everything else is text. */
const includedRoles = new Set([
  'alert',
  'button',
  'checkbox',
  'combobox',
  'dialog',
  'form',
  'group',
  'heading',
  'link',
  'main',
  'navigation',
  'progressbar',
  'radio',
  'radiogroup',
  'region',
  'status',
  'textbox',
]);
/** The states that are included. */
const states = ['required', 'disabled', 'checked', 'invalid'] as const;

/**
 * The main part of a page as Chromium exposes it to screen readers, in order, one line each: role,
 * name, level and states, and after a dash the description (hint and messages). This protocol does
 * not report "required" for lists and checkboxes; the tests query the page for it.
 */
export async function readTree(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const nodes = await readNodes(session);
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const walk = (node: Node, depth: number) => {
    const isIncluded = !node.ignored && includedRoles.has(textOf(node.role)) && !isSilent(node);
    if (isIncluded) lines.push('  '.repeat(depth) + lineOf(node, byId));
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) walk(child, isIncluded ? depth + 1 : depth);
    }
  };
  const main = nodes.find((node) => textOf(node.role) === 'main');
  if (!main) throw new Error('The page has no main part');
  walk(main, 0);
  return `${lines.join('\n')}\n`;
}

function lineOf(node: Node, byId: ReadonlyMap<string, Node>): string {
  const role = textOf(node.role);
  const name = textOf(node.name) || (['alert', 'status'].includes(role) ? textsIn(node, byId) : '');
  const properties = new Map(node.properties?.map((property) => [property.name, String(property.value.value)]));
  const level = properties.get('level');
  const set = states.filter((state) => ['true', 'mixed'].includes(properties.get(state) ?? ''));
  const description = textOf(node.description);
  return [role, level, name && `"${name}"`, ...set, description && `— ${description}`].filter(Boolean).join(' ');
}

/**
 * An empty live region is exposed once it has content. It is included here anyway, because it must
 * exist before that.
 */
const isSilent = (node: Node) => textOf(node.role) === 'group' && textOf(node.name) === '';

const textOf = (value: Node['name']): string =>
  typeof value?.value === 'string' ? value.value.replace(/\s+/g, ' ').trim() : '';

function textsIn(node: Node, byId: ReadonlyMap<string, Node>): string {
  if (textOf(node.role) === 'StaticText') return textOf(node.name);
  const inside = (node.childIds ?? []).flatMap((id) => byId.get(id) ?? []);
  return inside
    .map((child) => textsIn(child, byId))
    .filter(Boolean)
    .join(' ');
}
