import { type Static, Type } from 'typebox';

/**
 * Amounts are decimal strings, shares are between 0 and 1, percents are exact text such as `41.27%`,
 * days are `YYYY-MM-DD` in the court's time zone, and a week is its Monday.
 */
const columnKinds = ['text', 'count', 'money', 'share', 'percent', 'day', 'week'] as const;

const FigureColumnSchema = Type.Object({
  name: Type.String(),
  header: Type.String(),
  kind: Type.Enum([...columnKinds]),
});
const FigureCellSchema = Type.Union([Type.String(), Type.Number(), Type.Null()]);
const RowSchema = Type.Array(FigureCellSchema);

/** The result of one named query: a table without personal data. */
export const FigureSchema = Type.Object({
  name: Type.String(),
  title: Type.String(),
  definition: Type.String({ description: 'The definition of the count, in one sentence' }),
  columns: Type.Array(FigureColumnSchema),
  rows: Type.Array(RowSchema),
  total: Type.Optional(RowSchema),
});
export type Figure = Static<typeof FigureSchema>;
export type FigureColumn = Static<typeof FigureColumnSchema>;
export type FigureCell = Static<typeof FigureCellSchema>;
