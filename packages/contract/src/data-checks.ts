import { type Static, Type } from 'typebox';
import { ClaimStatusSchema } from './claim-status.ts';

/** The result of a data file, as the completion page and the receipt show it. */
export const DataCheckSchema = Type.Object({
  name: Type.String({ description: 'The file' }),
  state: Type.Enum(['waiting', 'checked', 'no-data', 'unreadable', 'failed']),
  /** One sentence in the language of the request. */
  message: Type.String(),
  rows: Type.Optional(Type.Integer()),
  /** The total of the rows without errors, as a decimal string. */
  amount: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Integer()),
  warnings: Type.Optional(Type.Integer()),
  /** Kinds of errors and warnings, the most important first. */
  findings: Type.Array(Type.Object({ title: Type.String(), count: Type.Integer(), mend: Type.String() })),
});
export type DataCheck = Static<typeof DataCheckSchema>;

/** The completion page shows `GET /api/claims/N/data-checks` beside the claim number. */
export const DataChecksSchema = Type.Object({
  late: Type.Boolean({ description: 'Filed after the deadline' }),
  documents: Type.Integer({ description: 'Number of uploads received' }),
  status: ClaimStatusSchema,
  files: Type.Array(DataCheckSchema),
  /** These sentences concern all files together. Empty until all are checked. */
  review: Type.Array(Type.String()),
  /** Explains in one sentence how to send a fixed file. Absent if there is nothing to fix. */
  mending: Type.Optional(Type.String()),
});
export type DataChecks = Static<typeof DataChecksSchema>;
