import { type Static, Type } from 'typebox';
import { NamedSchema, moment, nullable, strictObject } from './schema-parts.ts';

/** The ways in which staff see personal data. */
export const readKinds = ['view', 'list', 'search', 'reveal', 'download', 'export'] as const;
export type ReadKind = (typeof readKinds)[number];
const ReadKindSchema = Type.Enum([...readKinds]);

const DaySchema = Type.String({ format: 'date', pattern: '^(19|20|21)', description: 'A day of the court' });

/** A cursor is the ID of a read. */
const CursorSchema = Type.String({ pattern: '^[0-9]{1,18}$' });

/** Filters the log. The screen keeps the same parameters in its address. */
export const AccessLogQuerySchema = strictObject({
  person: Type.Optional(Type.String({ format: 'uuid' })),
  what: Type.Optional(ReadKindSchema),
  q: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'A claim number, reference number or Notice ID; or the exact words of a search',
    }),
  ),
  from: Type.Optional(DaySchema),
  to: Type.Optional(DaySchema),
  before: Type.Optional({ ...CursorSchema, description: 'Older reads: `older` of a page' }),
  after: Type.Optional({ ...CursorSchema, description: 'Newer reads: `newer` of a page' }),
});
export type AccessLogQuery = Static<typeof AccessLogQuerySchema>;

const AccessLogSchema = Type.Object({
  reads: Type.Array(
    Type.Object({
      id: Type.String(),
      at: moment(),
      person: NamedSchema,
      session: Type.String(),
      what: ReadKindSchema,
      subject: Type.String(),
      reason: nullable(Type.String()),
      results: Type.Array(Type.String(), { description: 'What a list or search showed' }),
      isSearch: Type.Boolean({ description: 'The words were stored as a keyed hash' }),
      seal: nullable(Type.Integer(), 'The seal that covers it; null until then'),
    }),
  ),
  older: nullable(Type.String()),
  newer: nullable(Type.String()),
  people: Type.Array(NamedSchema, {
    description: 'All accounts, for the filter',
  }),
});
export type AccessLog = Static<typeof AccessLogSchema>;

export const accessLogApi = {
  'POST /access-log/search': {
    summary: 'Who saw which personal data, newest first',
    body: AccessLogQuerySchema,
    response: { 200: AccessLogSchema },
  },
};
