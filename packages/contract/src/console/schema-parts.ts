import { type Static, type TProperties, type TSchema, Type } from 'typebox';

/** Describes a time such as `2026-11-20T14:05:09.000Z`. */
export const moment = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) });

export const courtDay = Type.String({ format: 'date', description: 'A day of the court, as YYYY-MM-DD' });

export const documentSources = ['mail', 'email', 'in-person'] as const;
/** How and when staff received something from a claimant. */
export const receivedFields = { source: Type.Enum([...documentSources]), receivedOn: courtDay };

export const dollars = Type.String({
  pattern: '^\\d{1,13}(\\.\\d{1,2})?$',
  description: 'Dollars, such as 1250.50',
});

/** Some forms ask for a range instead of an amount. */
export const AmountRangeSchema = Type.Object({
  from: Type.String({ description: 'Dollars, such as 501.00' }),
  to: Type.Union([Type.String(), Type.Null()], { description: 'Null: no upper end' }),
});
export type AmountRange = Static<typeof AmountRangeSchema>;

export const NamedSchema = Type.Object({ id: Type.String(), name: Type.String() });

export const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** Refuses unknown properties. */
export const strictObject = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

/** The names in a route's path: `number` and `id` in `GET /claims/:number/documents/:id`. */
export type ParameterOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Next}`
    ? Name | ParameterOf<Next>
    : Rest
  : never;

// A route describes its parameters only if they are neither claim numbers nor any text.
export const uuidParams = Type.Object({ id: Type.String({ format: 'uuid' }) });
export const claimParams = Type.Object({ number: Type.String({ maxLength: 40 }) });
export const caseQuery = Type.Object({ case: Type.String({ maxLength: 100 }) });

/** A change names the version that the person saw, so that a stale page changes nothing. */
export const versionHeaders = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'The version that was read, in quotes, such as `"3"`' })),
});

/** Describes an answer that is a file. */
export const file = (description: string, type = '*/*') => ({
  description,
  content: { [type]: { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
});

export const noContent = { 204: Type.Null() };

export const survivingClaim = Type.String({
  maxLength: 40,
  description: 'Number or reference number of the claim that counts, for a reason of duplicates',
});
