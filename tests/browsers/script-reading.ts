import { type Node, parse } from 'acorn';

/** Something in a script that browsers of early 2020 do not support. */
export interface Finding {
  readonly name: string;
  /** The surrounding code. */
  readonly where: string;
}

/**
 * Calls newer than Chrome and Edge 80, Firefox 78 and Safari 13.1: a method of any object (`.at`),
 * a method of a named object, or a function. Source: MDN's compatibility tables.
 */
const later: ReadonlySet<string> = new Set(
  `
    .at .findLast .findLastIndex .toSorted .toReversed .toSpliced .with .replaceAll .isWellFormed .toWellFormed
    .replaceChildren .requestSubmit .showModal .showPicker .showPopover .checkVisibility .arrayBuffer .bytes .toBase64
    .fromBase64 .randomUUID .throwIfAborted requestIdleCallback structuredClone reportError WeakRef FinalizationRegistry
    AggregateError BroadcastChannel CompressionStream DataTransfer OffscreenCanvas Object.hasOwn Object.groupBy Map.groupBy
    Array.fromAsync Promise.any Promise.withResolvers Promise.try AbortSignal.any AbortSignal.timeout URL.canParse
    Intl.Segmenter Intl.ListFormat Intl.DisplayNames Intl.DurationFormat Iterator.from
  `.match(/\S+/g),
);

/**
 * The syntax and calls in a script that are newer than early 2020. A call counts as guarded if its
 * name is the subject of a `typeof` in the same file or is called with `?.()`, and `new` inside
 * `try`. Finds regular expressions with lookbehind (Safari 16.4) in literals and strings. Misses
 * computed names.
 */
export function findLater(code: string): Finding[] {
  const where = ({ start, end }: Node): string => code.slice(Math.max(0, start - 40), end + 40);
  const program = parseAs2020(code);
  if ('name' in program) return [program];
  const nodes = [...walk(program)];
  const guarded = new Set(nodes.flatMap((node) => (isTypeof(node) ? namesOf(child(node, 'argument')) : [])));
  const tried = new Set(
    nodes.flatMap((node) => (node.type === 'TryStatement' ? [...walk(child(node, 'block') ?? node)] : [])),
  );
  return nodes.flatMap((node) => {
    if (hasLookbehind(node)) return [{ name: 'lookbehind', where: where(node) }];
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
    if (Reflect.get(node, 'optional') === true || (node.type === 'NewExpression' && tried.has(node))) return [];
    const callee = child(node, 'callee');
    // `new Response(blob).arrayBuffer()` is older than `blob.arrayBuffer()`.
    if (namesOf(callee).includes('.arrayBuffer') && calledOn(callee, 'Response')) return [];
    const names = namesOf(callee).filter((name) => later.has(name) && !guarded.has(name));
    return names.map((name) => ({ name, where: where(node) }));
  });
}

function parseAs2020(code: string): Node | Finding {
  try {
    return parse(code, { ecmaVersion: 2020, sourceType: 'module' });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const place = Number(Reflect.get(error, 'pos'));
    return { name: error.message, where: code.slice(Math.max(0, place - 40), place + 40) };
  }
}

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* walk(one);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

function child(node: Node, name: string): Node | undefined {
  const value: unknown = Reflect.get(node, name);
  return isNode(value) ? value : undefined;
}

const isTypeof = (node: Node): boolean => node.type === 'UnaryExpression' && Reflect.get(node, 'operator') === 'typeof';

/** As in `later`: `a.at(1)` is `.at` and `a.at`. */
function namesOf(node: Node | undefined): string[] {
  if (node?.type === 'Identifier') return [String(Reflect.get(node, 'name'))];
  if (node?.type !== 'MemberExpression' || Reflect.get(node, 'computed') === true) return [];
  const [name = ''] = namesOf(child(node, 'property'));
  const [owner] = namesOf(child(node, 'object'));
  return owner === undefined || owner.startsWith('.') ? [`.${name}`] : [`.${name}`, `${owner}.${name}`];
}

function calledOn(callee: Node | undefined, constructor: string): boolean {
  const owner = callee && child(callee, 'object');
  return owner?.type === 'NewExpression' && namesOf(child(owner, 'callee')).includes(constructor);
}

function hasLookbehind(node: Node): boolean {
  if (node.type !== 'Literal' && node.type !== 'TemplateElement') return false;
  const value: unknown = Reflect.get(node, 'raw') ?? Reflect.get(Object(Reflect.get(node, 'value')), 'raw');
  return typeof value === 'string' && /\(\?<[=!]/.test(value);
}
