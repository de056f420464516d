import { type TSchema, Type } from 'typebox';

/** When something happened, such as `2026-11-20T14:05:09.000Z`. */
export const moment = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) });

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const idParams = Type.Object({ id: Type.String() });
export const uuidParams = Type.Object({ id: Type.String({ format: 'uuid' }) });
export const claimParams = Type.Object({ number: Type.String({ maxLength: 40 }) });
export const caseQuery = Type.Object({ case: Type.String({ maxLength: 100 }) });

/** The header of a change: what the person saw, so that a stale page changes nothing. */
export const versionHeaders = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'The version that was read, in quotes, such as `"3"`' })),
});

/** The answer of a route that answers with a file. */
export const file = (description: string, type = '*/*') => ({
  description,
  content: { [type]: { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
});

/** The answer of a route that answers nothing. */
export const noContent = { 204: Type.Null() };
