import { type TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

interface ValidatedPart {
  readonly schema: TSchema;
  readonly httpPart?: string;
}

const compiled = new WeakMap<TSchema, Validator>();

/**
 * Compiles the validator of a schema with the first request that needs it, once in a process, because
 * compiling all when a server starts takes long. Bodies are checked by the routes themselves.
 */
export function compileValidator({ schema, httpPart }: ValidatedPart) {
  if (httpPart === 'body') return () => true;
  return (value: unknown) => {
    const validator = compiled.get(schema) ?? Compile(schema);
    compiled.set(schema, validator);
    return validator.Check(value) ? { value } : { error: new Error(`The ${httpPart ?? 'request'} is not valid`) };
  };
}
