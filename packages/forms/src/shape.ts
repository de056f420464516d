import { nearestName } from './nearest-name.ts';

/**
 * What a value in a settlement’s content must be, as data from a file that nobody compiled. Problems
 * are sentences that begin with the place (`content/oak/site.ts, page /claim`) and end with the remedy.
 */
export interface Shape {
  /** Completes "it must be …". */
  readonly says: string;
  /** As it is written in a file. */
  readonly example: string;
  readonly accepts: (value: unknown) => boolean;
  /**
   * Problems inside an accepted value. `name` is its property. An object in `reported` is one that
   * several places share, and has been reported at the first of them.
   */
  readonly problemsInside?: (value: unknown, place: string, name: string, reported: Set<unknown>) => string[];
}
interface OptionalShape {
  readonly optional: Shape;
}
/** A shape for every property of `T`, so that a new property does not compile without one. */
type ShapesOf<T> = { readonly [K in keyof T]-?: object extends Pick<T, K> ? OptionalShape : Shape };

export const optional = (shape: Shape): OptionalShape => ({ optional: shape });

export const text = (example: string): Shape => ({
  says: 'a text in quotation marks',
  example: `'${example}'`,
  accepts: (value) => typeof value === 'string' && value.trim() !== '',
});

export const wholeNumber = (from: number, example: number): Shape => ({
  says: `a whole number from ${from} on, without quotation marks`,
  example: String(example),
  accepts: (value) => typeof value === 'number' && Number.isInteger(value) && value >= from,
});

export const number = (example: number): Shape => ({
  says: 'a number without quotation marks',
  example: String(example),
  accepts: (value) => typeof value === 'number' && Number.isFinite(value),
});

export const flag: Shape = {
  says: 'true or false, without quotation marks',
  example: 'true',
  accepts: (value) => typeof value === 'boolean',
};

export const oneOf = (...values: readonly (string | boolean)[]): Shape => ({
  says: values.length === 1 ? shown(values[0]) : `one of ${values.map(shown).join(', ')}`,
  example: shown(values[0]),
  accepts: (value) => values.some((one) => one === value),
});

/** A text that a test must accept, such as a day. */
export const textLike = (says: string, example: string, test: (value: string) => boolean): Shape => ({
  says,
  example: `'${example}'`,
  accepts: (value) => typeof value === 'string' && test(value),
});

/** A value that another check looks at. */
export const anything: Shape = { says: 'a value', example: '…', accepts: () => true };

export const either = (first: Shape, second: Shape): Shape => ({
  says: `${first.says}, or ${second.says}`,
  example: first.example,
  accepts: (value) => first.accepts(value) || second.accepts(value),
  problemsInside: (value, place, name, reported) =>
    (first.accepts(value) ? first : second).problemsInside?.(value, place, name, reported) ?? [],
});

/** `placeOf` names an entry, which is `entry 2 of "items"` by default. */
export const listOf = (
  shape: Shape,
  placeOf: (entry: unknown, count: number) => string | undefined = () => undefined,
): Shape => ({
  says: 'a list in square brackets',
  example: `[${shape.example}]`,
  accepts: Array.isArray,
  problemsInside: (value, place, name, reported) =>
    (Array.isArray(value) ? value : []).flatMap((entry: unknown, index) => {
      const where = `${place}, ${placeOf(entry, index + 1) ?? `entry ${index + 1} of "${name}"`}`;
      return shape.accepts(entry)
        ? (shape.problemsInside?.(entry, where, name, reported) ?? [])
        : [wrong(where, 'it', shape, entry)];
    }),
});

/** An object with these properties and no others. */
export const objectOf = <T>(shapes: ShapesOf<T>): Shape => ({
  ...isObjectShape,
  problemsInside: (value, place, _name, reported) => {
    if (reported.has(value)) return [];
    const given = isObject(value) ? value : {};
    const known: Readonly<Record<string, Shape | OptionalShape>> = shapes;
    const names = Object.keys(known);
    const unknown = Object.keys(given).filter((name) => !names.includes(name));
    const missing = names.filter((name) => given[name] === undefined);
    const misspelled = unknown.map((name) => nearestName(name, missing) ?? nearestName(name, names));
    const problems = [
      ...names
        .filter((name) => !misspelled.includes(name))
        .flatMap((name) => checkProperty(known[name] ?? anything, given[name], place, name, reported)),
      ...unknown.map((name, index) => unknownProperty(place, name, misspelled[index], names)),
    ];
    if (problems.length > 0) reported.add(value);
    return problems;
  },
});

/** An object whose property `by` says which shape it has. */
export const variantsOf = (by: string, shapes: Readonly<Record<string, Shape>>, example = '{ … }'): Shape => ({
  ...isObjectShape,
  example,
  problemsInside: (value, place, name, reported) => {
    if (reported.has(value)) return [];
    const variant = isObject(value) ? value[by] : undefined;
    const names = Object.keys(shapes);
    if (typeof variant === 'string' && shapes[variant])
      return shapes[variant].problemsInside?.(value, place, name, reported) ?? [];
    reported.add(value);
    const near = typeof variant === 'string' ? nearestName(variant, names) : undefined;
    const remedy = near === undefined ? `write one of ${names.join(', ')}` : `write "${near}"`;
    return [
      variant === undefined
        ? `${place}: "${by}" is missing; ${remedy}.`
        : `${place}: there is no ${by} ${shown(variant)}; ${remedy}.`,
    ];
  },
});

/** An object with any names, all with values of one shape. */
export const recordOf = (shape: Shape, placeOf: (name: string) => string): Shape => ({
  ...isObjectShape,
  problemsInside: (value, place, _name, reported) =>
    Object.entries(isObject(value) ? value : {}).flatMap(([name, entry]) => {
      const where = `${place}, ${placeOf(name)}`;
      return shape.accepts(entry)
        ? (shape.problemsInside?.(entry, where, name, reported) ?? [])
        : [wrong(where, 'it', shape, entry)];
    }),
});

const isObjectShape = {
  says: 'an object in curly brackets',
  example: '{ … }',
  accepts: (value: unknown): boolean => isObject(value),
};

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkProperty(
  given: Shape | OptionalShape,
  value: unknown,
  place: string,
  name: string,
  reported: Set<unknown>,
): string[] {
  const shape = 'optional' in given ? given.optional : given;
  if (value === undefined)
    return 'optional' in given ? [] : [`${place}: "${name}" is missing; add ${name}: ${shape.example}.`];
  if (!shape.accepts(value)) return [wrong(place, `"${name}"`, shape, value)];
  return shape.problemsInside?.(value, Array.isArray(value) ? place : `${place}, "${name}"`, name, reported) ?? [];
}

function wrong(place: string, what: string, { says, example }: Shape, value: unknown): string {
  const such = says.includes(example) ? '' : `, such as ${example}`;
  return `${place}: ${what} is ${shown(value)}, and must be ${says}${such}.`;
}

function unknownProperty(place: string, name: string, near: string | undefined, names: readonly string[]): string {
  const remedy = near === undefined ? `remove it, or use one of ${names.join(', ')}` : `write "${near}"`;
  return `${place}: "${name}" is not known here; ${remedy}.`;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? 'empty' : `"${value.slice(0, 60)}"`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'function') return 'a function';
  return value === null || value === undefined ? 'missing' : 'an object';
}
