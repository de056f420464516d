import fc from 'fast-check';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { canary } from './fuzz-request.ts';
import { oneOf, words } from './hostile-values.ts';

interface Media {
  readonly schema?: JsonSchema;
}
type Content = Readonly<Record<string, Media>>;
interface DescribedOperation {
  readonly parameters?: readonly (Omit<Parameter, 'required'> & { readonly required?: boolean })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

/** The server's description uses this part of JSON Schema. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly pattern?: string;
}

export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}
/** An operation is a method of a path. */
export interface Operation {
  readonly method: string;
  /** The path is as described: `/api/claims/{claimNumber}/receipt.pdf`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly type: string; readonly schema: JsonSchema };
  /** Explains how a response violates the description. */
  findFault(status: number, contentType: string, text: string): string | undefined;
}
export interface ApiDescription {
  readonly operations: readonly Operation[];
  /** Finds the operation that a request line reaches. Undefined for a path without description. */
  find(method: string, target: string): Operation | undefined;
}

/** Parses the server's OpenAPI description. */
export function readApiDescription(json: string): ApiDescription {
  const parse: (text: string) => OpenApi = JSON.parse;
  const { paths } = parse(json);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, said]) => readOperation(path, method.toUpperCase(), said)),
  );
  const patterns = operations.map((operation) => ({ operation, pattern: patternOf(operation.path) }));
  return {
    operations,
    find(method, target) {
      const [path = ''] = target.split('?');
      return patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;
    },
  };
}

function readOperation(path: string, method: string, said: DescribedOperation): Operation {
  const [bodyType, bodyMedia] = Object.entries(said.requestBody?.content ?? {})[0] ?? [];
  // The keys are statuses, or classes such as `4XX`.
  const answers = new Map(
    Object.entries(said.responses).map(([status, { content }]) => [
      status.toUpperCase(),
      compileContent(`${method} ${path}`, content),
    ]),
  );
  return {
    method,
    path,
    parameters: (said.parameters ?? []).map(({ required, ...parameter }) => ({
      ...parameter,
      required: required ?? false,
    })),
    ...(bodyType !== undefined && { body: { type: bodyType, schema: bodyMedia?.schema ?? {} } }),
    findFault(status, contentType, text) {
      const content = answers.get(String(status)) ?? answers.get(`${Math.floor(status / 100)}XX`);
      if (!content) return `${method} ${path} does not describe the status ${status}`;
      return content(contentType, text);
    },
  };
}

function compileContent(
  name: string,
  content: Content | undefined,
): (contentType: string, text: string) => string | undefined {
  const media = Object.entries(content ?? {}).map(([type, { schema }]) => ({
    type,
    validator: Compile(Type.Unsafe(schema ?? {})),
  }));
  return (contentType, text) => {
    if (media.length === 0) return text === '' ? undefined : 'a body where none is described';
    if (text === '' && media.some(({ validator }) => validator.Check(null))) return undefined;
    // Problems are described under `application/json`, like everything else.
    const isJson = /^application\/(?:problem\+)?json\b/.test(contentType);
    const described = media.find(({ type }) => (isJson ? type === 'application/json' : contentType.startsWith(type)));
    if (!described) return `the content type ${contentType} is not described`;
    if (!isJson) return undefined;
    const value: unknown = JSON.parse(text);
    if (described.validator.Check(value)) return undefined;
    const [first] = described.validator.Errors(value);
    return `${name}: not as described: ${JSON.stringify(first)}`;
  };
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/?]+')}$`);
}

/** These texts are used if random text does not match a pattern. */
const plausible = words(`85001 85001-1234 6025550100 123456789 1250.5 0 24 a@b o'neil.+x@example.com Jane 200000001
TEST0001`);
/** The forms' patterns accept these letters, digits and punctuation, including rare ones. */
const letters = Array.from("aZ 09.-'’&#/()[]ñÑßİıſﬁøŁЖ漢字ع\u0301\u0308\u0e33\u{1E900}\u{20000}\u200d");

/** Generates JSON values that a schema allows, its limits first. */
export function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueOf));
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -5, max: 5 }),
        fc.constantFrom(2 ** 31, 2 ** 53, 1e21, 1_000),
      );
    case 'array':
      return arrayOf(schema);
    case 'object':
      return objectOf(schema);
    case 'null':
      return fc.constant(null);
    default:
      return textOf(schema);
  }
}

function arrayOf({ items = {}, minItems = 0, maxItems = 3 }: JsonSchema): fc.Arbitrary<unknown> {
  const few = fc.array(valueOf(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) });
  // The same row is repeated, because generating thousands of different ones would take too long.
  const full = valueOf(items).map((item) => Array.from({ length: maxItems }, () => item));
  return oneOf([30, few], [1, full]);
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const arbitraries = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)]));
  return fc.record(arbitraries, { requiredKeys: [...required] });
}

function textOf({ pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  const test = new RegExp(pattern ?? '', 'u');
  const fits = (text: string) => test.test(text) && text.length >= minLength && text.length <= maxLength;
  const limits = ['x'.repeat(maxLength), 'x'.repeat(minLength), '\u0301'.repeat(minLength), '9'.repeat(maxLength)];
  const fixed = [...plausible, canary, ...limits].filter(fits);
  const unit = fc.constantFrom(...letters);
  const free = fc.string({ unit, minLength, maxLength: Math.min(maxLength, minLength + 40) });
  if (fixed.length === 0) return free;
  return fc.oneof(
    fc.constantFrom(...fixed),
    free.map((text) => (fits(text) ? text : (fixed[0] ?? text))),
  );
}
