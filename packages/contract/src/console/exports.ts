import { type Static, Type } from 'typebox';
import { IgnoredParameterSchema } from './claim-list.ts';
import { file, noContent, nullable, strictObject, uuidParams } from './schema-parts.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * `asking`: a second person has to approve. `waiting`: the job runs or will run. `expired`: the
 * file was deleted at the end of its retention.
 */
const exportStatuses = ['asking', 'waiting', 'done', 'failed', 'cancelled', 'refused', 'expired'] as const;
export type ExportStatus = (typeof exportStatuses)[number];

export const maxReason = 500;
const listName = Type.String({ minLength: 1, maxLength: 50, description: 'For example `claims`' });
const listQuery = Type.String({ maxLength: 4_000, description: 'As in the address of the list' });

const ExportOfferSchema = Type.Object({
  count: Type.Object({ value: Type.Integer(), isExact: Type.Boolean() }),
  filters: Type.Array(Type.String({ description: 'In words' })),
  columns: Type.Array(
    Type.Object({
      key: Type.String(),
      header: Type.String(),
      kind: Type.Enum(['plain', 'contact', 'answers', 'tax-ids']),
    }),
  ),
  ignored: Type.Array(IgnoredParameterSchema),
  masked: Type.Array(Type.String(), { description: 'Cases whose contact details stay empty' }),
});
export type ExportOffer = Static<typeof ExportOfferSchema>;

const NewExportSchema = strictObject({
  list: listName,
  query: listQuery,
  format: Type.Enum([...exportFormats]),
  columns: Type.Array(Type.String({ maxLength: 50 }), { minItems: 1, maxItems: 100 }),
  reason: Type.Optional(Type.String({ maxLength: maxReason, description: 'Required for tax IDs' })),
});
export type NewExport = Static<typeof NewExportSchema>;

/** Describes an export and its content in a JSON file beside it. */
const ExportManifestSchema = Type.Object({
  format: Type.Literal('redress-export/1'),
  file: Type.String(),
  list: Type.String(),
  filters: Type.Array(Type.String()),
  query: Type.String(),
  columns: Type.Array(Type.String()),
  cases: Type.Array(Type.String()),
  upTo: Type.String({ description: 'The newest row that belongs to it' }),
  rows: Type.Integer(),
  bytes: Type.Integer(),
  sha256: Type.String({ description: 'Of the file, in hexadecimal' }),
  withTaxIds: Type.Boolean(),
  requestedBy: Type.String(),
  requestedAt: Type.String(),
  approvedBy: nullable(Type.String()),
  finishedAt: Type.String(),
});
export type ExportManifest = Static<typeof ExportManifestSchema>;

const ExportSchema = Type.Object({
  id: Type.String(),
  list: Type.String({ description: 'For people' }),
  format: Type.Enum([...exportFormats]),
  filters: Type.Array(Type.String()),
  columns: Type.Array(Type.String()),
  status: Type.Enum([...exportStatuses]),
  withTaxIds: Type.Boolean(),
  requestedAt: Type.String(),
  rows: Type.Integer({ description: 'Written so far' }),
  expectedRows: nullable(Type.Integer()),
  decidedBy: nullable(Type.String()),
  expiresAt: nullable(Type.String()),
  manifest: Type.Optional(ExportManifestSchema),
});
export type Export = Static<typeof ExportSchema>;
const ExportsSchema = Type.Object({ exports: Type.Array(ExportSchema) });
export type Exports = Static<typeof ExportsSchema>;

export const exportsApi = {
  'GET /exports': { summary: 'One’s own exports, newest first', response: { 200: ExportsSchema } },
  'GET /exports/offer': {
    summary: 'What an export of a list would contain',
    querystring: Type.Object({ list: Type.String(), query: Type.Optional(Type.String({ maxLength: 4_000 })) }),
    response: { 200: ExportOfferSchema },
  },
  'POST /exports': {
    summary: 'Ask for an export',
    description: 'A job writes the file. With tax IDs, it begins when a second person has approved.',
    body: NewExportSchema,
    response: { 201: ExportSchema },
  },
  'GET /exports/:id': {
    summary: 'An export: its progress or its manifest',
    params: uuidParams,
    response: { 200: ExportSchema },
  },
  'GET /exports/:id/file': {
    summary: 'The file of an export',
    params: uuidParams,
    response: { 200: file('The file, with its SHA-256 in `Content-Digest`') },
  },
  'GET /exports/:id/check': {
    summary: 'Whether one may download the file now: tax IDs need a fresh sign-in',
    params: uuidParams,
    response: noContent,
  },
  'GET /exports/:id/manifest': {
    summary: 'The manifest of an export: its content, its requester and its SHA-256',
    params: uuidParams,
    response: { 200: ExportManifestSchema },
  },
  'DELETE /exports/:id': {
    summary: 'Cancel an export, or delete its file now',
    params: uuidParams,
    response: { 200: ExportSchema },
  },
};
