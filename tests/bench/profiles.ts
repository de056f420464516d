import { alignColumns } from '@redress/server/operations/commands/command';
import { globSync, readFileSync, statSync } from 'node:fs';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const [core, collection, outside] = ['Node and Fastify', 'garbage collection', 'outside JavaScript'] as const;
/** The first pattern that matches the file of a function decides what its time was for. */
const parts: readonly (readonly [RegExp, string])[] = [
  [/platform\/keys\//, 'keyed hashes'],
  [/platform\/history\//, 'history'],
  [/platform\/database\/|claim-inserter|node_modules\/(?:pg|postgres|kysely)/, 'statements'],
  [/platform\/logging\/|node_modules\/(?:pino|sonic-boom)/, 'log'],
  [/http\/(?:csrf|[a-z-]*cookies|rate-limits|overload)|fastify\/cookie|claim-access/, 'cookies, CSRF and limits'],
  [/site\/captcha\/|node_modules\/altcha/, 'captcha'],
  [/node:_http_outgoing|compile-serializer|security-headers/, 'responses'],
  [/apps\/server\/|\/packages\/|\/content\/|node_modules\/typebox/, 'validation, claim numbers and the row'],
  [/node_modules\//, core],
];

/**
 * Sums up what the processor did while claims were filed, in all profiles of a folder that were
 * written since then. Functions of Node count for their caller.
 */
export function describeProfiles(folder: string, since: number): string[] {
  const parse: (json: string) => Profile = JSON.parse;
  const times = new Map<string, number>();
  for (const file of globSync(`${folder}/**/*.cpuprofile`)) {
    if (statSync(file).mtimeMs < since) continue;
    const { nodes, samples, timeDeltas } = parse(readFileSync(file, 'utf8'));
    const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
    const partOf = (id: number | undefined): string => {
      if (id === undefined) return core;
      const frame = frames.get(id);
      if (frame?.functionName === '(garbage collector)') return collection;
      if (frame?.functionName === '(program)') return outside;
      return parts.find(([pattern]) => pattern.test(frame?.url ?? ''))?.[1] ?? partOf(callers.get(id));
    };
    const partOfNode = new Map(nodes.map(({ id }) => [id, partOf(id)]));
    // Before the first claim, the process loads its modules and waits.
    const first = samples.findIndex((id) => frames.get(id)?.url.endsWith('/claim-inserter.ts'));
    for (const [index, id] of samples.entries()) {
      if (index < first || frames.get(id)?.functionName === '(idle)') continue;
      const part = partOfNode.get(id) ?? core;
      times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0));
    }
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const rows = [...times]
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, time]) => [part, `${((time / total) * 100).toFixed(0)}%`]);
  return alignColumns([['processor time of the server', ''], ...rows], [1]);
}
