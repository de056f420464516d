import { type Static, Type } from 'typebox';
import { FigureSchema } from './figures.ts';
import { NamedSchema, file, moment, noContent, nullable, strictObject } from './schema-parts.ts';

const HashSchema = Type.String({ pattern: '^[0-9a-f]{64}$' });
const DaySchema = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/**
 * Everything that the screen, PDF and spreadsheet of a report show. It holds neither personal data
 * nor the time at which it was made, so that the same seal gives the same report.
 */
const ReportContentSchema = Type.Object({
  title: Type.String(),
  captions: Type.Array(
    Type.Object({
      settlement: Type.String(),
      court: Type.Optional(Type.String()),
      caption: Type.Optional(Type.String()),
      docketNumber: Type.Optional(Type.String()),
    }),
  ),
  /** The figures that courts ask for first. Reports before 1.1.0 have none. */
  summary: Type.Optional(
    Type.Array(Type.Object({ label: Type.String(), value: Type.String(), note: Type.Optional(Type.String()) })),
  ),
  /** The scope of the report: its period, seal and court's time zone. */
  details: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  /** Paragraphs that explain how to read it. */
  notes: Type.Array(Type.String()),
  /** The files carry this time as their date. */
  sealedAt: moment(),
  figures: Type.Array(FigureSchema),
});
export type ReportContent = Static<typeof ReportContentSchema>;

const SealSchema = Type.Object({
  position: Type.Integer({ description: 'Counts up from 1' }),
  sealedAt: moment(),
  root: HashSchema,
});
export type Seal = Static<typeof SealSchema>;

const parameters = {
  cases: Type.Array(Type.String(), { minItems: 1, maxItems: 100, uniqueItems: true }),
  /** The period includes both days. Null leaves its start or end open. */
  from: nullable(DaySchema),
  to: nullable(DaySchema),
};

const ReportRequestSchema = strictObject({
  ...parameters,
  seal: Type.Optional(Type.Integer({ minimum: 1, description: 'By default, the newest' })),
});
export type ReportRequest = Static<typeof ReportRequestSchema>;

/**
 * `created`: the report is new, and kept. `identical`, `different`: the report existed, and
 * computing it again gave the same figures and files, or not.
 */
const reportOutcomes = ['created', 'identical', 'different', 'cancelled', 'failed'] as const;

const ReportRunSchema = Type.Object({
  id: Type.String(),
  ...parameters,
  seal: Type.Integer(),
  askedAt: moment(),
  askedBy: Type.String({ description: 'The name of a member of staff' }),
  /** The progress is between 0 and 1. */
  progress: Type.Number(),
  outcome: nullable(Type.Enum([...reportOutcomes])),
  /** The report's ID, if the outcome is `created`, `identical` or `different`. */
  report: nullable(Type.String()),
  /**
   * The parts that differ from the kept report: titles of figures, `Summary and details`, `PDF`,
   * `Spreadsheet`.
   */
  differences: Type.Array(Type.String()),
});
export type ReportRun = Static<typeof ReportRunSchema>;

const ReportSchema = Type.Object({
  id: Type.String(),
  ...parameters,
  seal: SealSchema,
  askedAt: moment(),
  askedBy: Type.String(),
  claims: Type.Integer({ description: 'Counted in the report' }),
  pdfSha256: HashSchema,
  workbookSha256: HashSchema,
  /** The last recomputation. */
  checked: nullable(Type.Object({ at: moment(), outcome: Type.Enum(['identical', 'different']) })),
});
export type Report = Static<typeof ReportSchema>;

const ReportListSchema = Type.Object({
  cases: Type.Array(NamedSchema),
  /** Null until the first entry is sealed, a minute after the first claim. */
  newestSeal: nullable(SealSchema),
  /** The newest come first. */
  reports: Type.Array(ReportSchema),
  /** Unfinished runs, and those of the last day, newest first. */
  runs: Type.Array(ReportRunSchema),
});
export type ReportList = Static<typeof ReportListSchema>;

export const reportsApi = {
  'GET /reports/:id/report.pdf': {
    summary: 'The tagged PDF of a kept report',
    response: { 200: file('The bytes whose SHA-256 the list shows', 'application/pdf') },
  },
  'GET /reports/:id/report.xlsx': {
    summary: 'The spreadsheet of a kept report',
    response: { 200: file('The bytes whose SHA-256 the list shows') },
  },
  'GET /reports': {
    summary: 'Kept reports with their seals and hashes, and runs',
    response: { 200: ReportListSchema },
  },
  'GET /reports/seals/:position': { summary: 'When a seal was made, and its root', response: { 200: SealSchema } },
  'POST /reports': {
    summary: 'Run the claims report. An existing report is run again and compared',
    body: ReportRequestSchema,
    response: { 202: Type.Object({ run: Type.String() }) },
  },
  'GET /reports/runs/:id': { summary: 'The progress of a run, and how it ended', response: { 200: ReportRunSchema } },
  'DELETE /reports/runs/:id': { summary: 'Cancel a run', response: noContent },
  'GET /reports/:id': {
    summary: 'A kept report with its figures',
    response: { 200: Type.Object({ ...ReportSchema.properties, content: ReportContentSchema }) },
  },
};
