import fastJsonStringify from 'fast-json-stringify';

type Serialize = (data: unknown) => string;

const compiled = new WeakMap<object, Serialize>();

/**
 * Compiles the serializer of a schema once in a process. Fastify would compile the schema of
 * problems again for every route and status, which takes seconds when the server starts.
 */
export function compileSerializer({ schema }: { readonly schema: object }): Serialize {
  const known = compiled.get(schema);
  if (known) return known;
  const serialize = fastJsonStringify(schema);
  compiled.set(schema, serialize);
  return serialize;
}
