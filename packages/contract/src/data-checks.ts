import { Type } from 'typebox';
import type { Static } from 'typebox';
import { FileResultSchema } from './claims.ts';

/** `GET /api/uploads/<id>/result`: what became of a file that was sent in pieces. */
export const UploadResultSchema = Type.Union([
  Type.Object({ state: Type.Literal('arriving') }),
  /** All bytes are there; they are being looked at and joined to the claim. */
  Type.Object({ state: Type.Literal('joining') }),
  Type.Object({ state: Type.Literal('done'), file: FileResultSchema }),
]);
export type UploadResult = Static<typeof UploadResultSchema>;

/** A data file of a claim as the completion page and the receipt tell of it. */
export const DataCheckSchema = Type.Object({
  name: Type.String({ description: 'The file' }),
  state: Type.Enum(['waiting', 'checked', 'no-data', 'unreadable', 'failed']),
  /** For people, in the language of the request: one sentence that says what came of it. */
  message: Type.String(),
  rows: Type.Optional(Type.Integer()),
  /** What the rows without an error come to: decimal string. */
  amount: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Integer()),
  warnings: Type.Optional(Type.Integer()),
  /** The kinds of errors and warnings with their counts, for people, the most important first. */
  findings: Type.Array(Type.Object({ title: Type.String(), count: Type.Integer(), mend: Type.String() })),
});
export type DataCheck = Static<typeof DataCheckSchema>;

/** `GET /api/claims/N/data-checks`: what a completion page tells of a claim besides its number. */
export const DataChecksSchema = Type.Object({
  late: Type.Boolean({ description: 'Filed after the deadline' }),
  documents: Type.Integer({ description: 'How many documents have been received for it' }),
  files: Type.Array(DataCheckSchema),
  /** What is to be said of all files together, a sentence each; empty until all are checked. */
  review: Type.Array(Type.String()),
  /** How to send a mended file, a sentence; only when there is something to mend. */
  mending: Type.Optional(Type.String()),
});
export type DataChecks = Static<typeof DataChecksSchema>;
