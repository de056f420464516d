import { nearestName } from '@redress/forms/nearest-name';
import { type Static, type TObject, type TOptional, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';

/** Schemas carry the words for sentences about mistakes. The content may not have been compiled. */
interface Words {
  /** Completes "it must be …". */
  readonly says?: string;
  /** The example is written as in a file. */
  readonly example?: string;
  /** Names an entry of a list or a record, as in `field "name1"`. */
  readonly called?: string;
  /** This property distinguishes entries of a list or variants of an object. */
  readonly by?: string;
  /** Names an entry without this property, as in `item 2`. */
  readonly otherwise?: string;
  readonly variants?: Readonly<Record<string, TSchema>>;
}
type Described = TSchema & Words;

type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;
/** The type of content that matches a schema. */
export type Content<T extends TSchema> = Immutable<Static<T>>;

export const text = (example: string) =>
  Type.String({ pattern: String.raw`\S`, says: 'a text in quotation marks', example: `'${example}'` });

/** Accepts text that passes a test, such as a day. */
export const textLike = (says: string, example: string, test: (value: string) => boolean) =>
  Type.Refine(Type.String({ says, example: `'${example}'` }), test);

export const wholeNumber = (from: number, example: number) =>
  Type.Integer({
    minimum: from,
    says: `a whole number from ${from} on, without quotation marks`,
    example: String(example),
  });

export const number = (example: number) =>
  Type.Number({ says: 'a number without quotation marks', example: String(example) });

export const flag = Type.Boolean({ says: 'true or false, without quotation marks', example: 'true' });

/**
 * Requires a schema for every property of `T`, so that a new property does not compile without one.
 */
export const objectOf = <T>(properties: {
  readonly [K in keyof T]-?: object extends Pick<T, K> ? TOptional : TSchema;
}): TObject => Type.Object({ ...properties });

/** Chooses the schema of an object by its property `by`. */
export const variantsOf = <V extends Readonly<Record<string, TSchema>>>(by: string, variants: V, example = '{ … }') =>
  Type.Unsafe<{ [K in keyof V]: Static<V[K]> }[keyof V]>({ by, variants, example });

/** Accepts an object with any names, whose values all have one schema. */
export const recordOf = <T extends TSchema>(called: string, schema: T) =>
  Type.Record(Type.String(), schema, { called });

/**
 * Explains the mistakes in a value in sentences that begin with the place (`content/oak/site.ts,
 * page /claim`) and end with the remedy. `name` is its property. Several places may share an
 * object: `reported` has the objects whose mistakes were reported at the first place.
 */
export function explainMistakes(
  schema: Described,
  value: unknown,
  place: string,
  name: string,
  reported = new Set<unknown>(),
): string[] {
  if (reported.has(value)) return [];
  const words: Words = schema;
  if (Array.isArray(value) && Type.IsArray(schema))
    return value.flatMap((entry: unknown, index) =>
      explainEntry(schema.items, entry, `${place}, ${placeOf(words, entry, index + 1, name)}`, name, reported),
    );
  if (Type.IsUnion(schema)) {
    const chosen = schema.anyOf
      .filter((one) => accepts(one, value))
      .toSorted((a, b) => countKnown(b, value) - countKnown(a, value))[0];
    return chosen ? explainMistakes(chosen, value, place, name, reported) : [];
  }
  if (!isObject(value)) return [];
  if (Type.IsRecord(schema))
    return Object.entries(value).flatMap(([key, entry]) =>
      explainEntry(Type.RecordValue(schema), entry, `${place}, ${words.called} "${key}"`, key, reported),
    );
  const { by = '', variants } = words;
  if (variants) {
    const variant = value[by];
    const chosen = typeof variant === 'string' ? variants[variant] : undefined;
    if (chosen) return explainMistakes(chosen, value, place, name, reported);
    reported.add(value);
    return [`${place}: ${noVariant(by, variant, Object.keys(variants))}.`];
  }
  if (!Type.IsObject(schema)) return [];
  const problems = explainProperties(schema, value, place, reported);
  if (problems.length > 0) reported.add(value);
  return problems;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks only the kind of a value. It may have mistakes inside. */
function accepts(schema: Described, value: unknown): boolean {
  if (Type.IsArray(schema)) return Array.isArray(value);
  if (Type.IsUnion(schema)) return schema.anyOf.some((one) => accepts(one, value));
  return Type.IsObject(schema) || Type.IsRecord(schema) || schema.variants ? isObject(value) : Check(schema, value);
}

const countKnown = (schema: TSchema, value: unknown): number =>
  Type.IsObject(schema) && isObject(value) ? Object.keys(schema.properties).filter((name) => name in value).length : 0;

const explainEntry = (schema: TSchema, entry: unknown, place: string, name: string, reported: Set<unknown>) =>
  accepts(schema, entry) ? explainMistakes(schema, entry, place, name, reported) : [wrong(place, 'it', schema, entry)];

function placeOf({ called, by = '', otherwise = called }: Words, entry: unknown, count: number, name: string): string {
  const own = isObject(entry) ? entry[by] : undefined;
  if (typeof own === 'string') return `${called} ${own.startsWith('/') ? own : `"${own}"`}`;
  return otherwise === undefined ? `entry ${count} of "${name}"` : `${otherwise} ${count}`;
}

function explainProperties(
  schema: TObject,
  given: Readonly<Record<string, unknown>>,
  place: string,
  reported: Set<unknown>,
): string[] {
  const names = Object.keys(schema.properties);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  const missing = names.filter((name) => given[name] === undefined);
  const misspelled = unknown.map((name) => nearestName(name, missing) ?? nearestName(name, names));
  return [
    ...Object.entries(schema.properties)
      .filter(([name]) => !misspelled.includes(name))
      .flatMap(([name, property]) => {
        const value = given[name];
        if (value === undefined)
          return Type.IsOptional(property)
            ? []
            : [`${place}: "${name}" is missing; add ${inFile(name)}: ${describe(property).example}.`];
        if (!accepts(property, value)) return [wrong(place, `"${name}"`, property, value)];
        return explainMistakes(property, value, Array.isArray(value) ? place : `${place}, "${name}"`, name, reported);
      }),
    ...unknown.map((name, index) => {
      const near = misspelled[index];
      const remedy = near === undefined ? `remove it, or use one of ${names.join(', ')}` : `write "${near}"`;
      return `${place}: "${name}" is not known here; ${remedy}.`;
    }),
  ];
}

/** The name of a property as in a file. */
const inFile = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

function noVariant(by: string, variant: unknown, names: readonly string[]): string {
  const near = typeof variant === 'string' ? nearestName(variant, names) : undefined;
  const remedy = near === undefined ? `write one of ${names.join(', ')}` : `write "${near}"`;
  return variant === undefined ? `"${by}" is missing; ${remedy}` : `there is no ${by} ${shown(variant)}; ${remedy}`;
}

function wrong(place: string, what: string, schema: TSchema, value: unknown): string {
  const { says, example } = describe(schema);
  const such = says.includes(example) ? '' : `, such as ${example}`;
  return `${place}: ${what} is ${shown(value)}, and must be ${says}${such}.`;
}

function describe(schema: Described): { readonly says: string; readonly example: string } {
  const { says = 'an object in curly brackets', example = '{ … }' } = schema;
  if (schema.says !== undefined) return { says, example };
  if (Type.IsArray(schema))
    return { says: 'a list in square brackets', example: `[${describe(schema.items).example}]` };
  if (Type.IsLiteral(schema)) return { says: shown(schema.const), example: shown(schema.const) };
  if (Type.IsEnum(schema))
    return { says: `one of ${schema.enum.map(shown).join(', ')}`, example: shown(schema.enum[0]) };
  if (!Type.IsUnion(schema)) return { says, example };
  const all = schema.anyOf.map((one) => describe(one));
  return { says: all.map((one) => one.says).join(', or '), example: all[0]?.example ?? example };
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? 'empty' : `"${value.slice(0, 60)}"`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'function') return 'a function';
  return value === null || value === undefined ? 'missing' : 'an object';
}
