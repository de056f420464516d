import fastJsonStringify from 'fast-json-stringify';

type Serialize = (data: unknown) => string;

const compiled = new WeakMap<object, Serialize>();

/**
 * Compiles the serializer of a schema with the first response that needs it, once in a process.
 * Fastify would compile the schema of problems again for every route and status, which takes
 * seconds when the server starts, and most other schemas belong to screens that few servers need
 * at once.
 */
export function compileSerializer({ schema }: { readonly schema: object }): Serialize {
  let serialize: Serialize | undefined;
  return (data) => {
    serialize ??= compiled.get(schema) ?? fastJsonStringify(schema);
    compiled.set(schema, serialize);
    return serialize(data);
  };
}
