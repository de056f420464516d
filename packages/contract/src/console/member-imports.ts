import { type Static, Type } from 'typebox';
import { idParams, moment, strictObject } from './schema-parts.ts';

/** Bytes of a file of class members: ten million rows are about 1.2 GB. */
export const maxMemberFileBytes = 4 * 1024 ** 3;
/** Bytes that are sent at a time: a lost connection costs no more. */
export const memberFileChunkBytes = 8 * 1024 ** 2;

const memberImportStatuses = ['arriving', 'waiting', 'stored', 'done', 'refused', 'cancelled'] as const;
export type MemberImportStatus = (typeof memberImportStatuses)[number];

/** An import is finished: it has imported class members, or it never will. */
export const isFinishedImport = (status: MemberImportStatus): boolean =>
  status === 'done' || status === 'refused' || status === 'cancelled';

export const NewMemberImportSchema = strictObject({
  fileName: Type.String({ minLength: 1, maxLength: 500 }),
  size: Type.Integer({ minimum: 0, description: 'Bytes' }),
  skipBad: Type.Boolean({ description: 'Import the good rows even if others are bad' }),
});
export type NewMemberImport = Static<typeof NewMemberImportSchema>;

const MemberImportSchema = Type.Object({
  id: Type.String(),
  fileName: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  skipBad: Type.Boolean(),
  cases: Type.Array(Type.String(), { description: 'A row of another case is bad' }),
  startedBy: Type.String({ description: 'Name' }),
  isMine: Type.Boolean(),
  createdAt: moment(),
  finishedAt: Type.Optional(moment()),
  status: Type.Enum([...memberImportStatuses]),
  arrivedBytes: Type.Integer({ description: 'While `arriving`: where the next chunk begins' }),
  readBytes: Type.Integer(),
  rows: Type.Integer({ description: 'Read so far' }),
  badRows: Type.Integer({ description: 'Found so far' }),
  statesRepaired: Type.Integer({ description: 'Rows whose state is imported by its full name, unlike the file' }),
  zipsRepaired: Type.Integer({ description: 'Rows whose ZIP code got back its first zero or its hyphen' }),
  cellsRepaired: Type.Integer({ description: 'Rows that lost what a spreadsheet wrote around text, as in `="0123"`' }),
  imported: Type.Integer(),
  sha256: Type.Optional(Type.String({ description: 'Of the file, hexadecimal' })),
  fewUniqueIds: Type.Optional(
    Type.Number({ description: 'Unique IDs like these have at most so many values: strangers could guess one' }),
  ),
  problem: Type.Optional(Type.String({ description: 'Why nothing was imported, if not because of bad rows' })),
});
export type MemberImport = Static<typeof MemberImportSchema>;

const MemberImportsSchema = Type.Object({ imports: Type.Array(MemberImportSchema) });
export type MemberImports = Static<typeof MemberImportsSchema>;

const MemberImportWithBadRowsSchema = Type.Object({
  import: MemberImportSchema,
  badRows: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
    description: 'The first bad rows, by line',
  }),
  listedBadRows: Type.Integer({ description: 'How many the file to download has' }),
});
export type MemberImportWithBadRows = Static<typeof MemberImportWithBadRowsSchema>;

/** The routes below `/api/console`. */
export const memberImportsApi = {
  'GET /member-imports': { summary: 'The newest imports of class members', response: { 200: MemberImportsSchema } },
  'POST /member-imports': {
    summary: 'Begin an import of class members',
    description:
      'The file follows in chunks, and is imported once all bytes are there: every row, or with `skipBad` every good one.',
    body: NewMemberImportSchema,
    response: { 201: MemberImportSchema },
  },
  'GET /member-imports/template.csv': {
    summary: 'An empty file of class members with the names of the columns',
    response: { 200: Type.String() },
  },
  'GET /member-imports/:id': {
    summary: 'An import of class members: how far it is, and its first bad rows',
    params: idParams,
    response: { 200: MemberImportWithBadRowsSchema },
  },
  'PATCH /member-imports/:id': {
    summary: 'Send the next chunk of the file',
    description: 'As `application/offset+octet-stream`. `upload-offset` is where it begins, in bytes.',
    params: idParams,
    headers: Type.Object({ 'upload-offset': Type.Optional(Type.String()) }),
    response: { 200: MemberImportSchema },
  },
  'POST /member-imports/:id/cancel': {
    summary: 'Cancel an import. Nothing of its file is imported',
    params: idParams,
    response: { 200: MemberImportSchema },
  },
  'GET /member-imports/:id/bad-rows.csv': {
    summary: 'The bad rows of an import: line, reason and what is in the column of Notice IDs',
    params: idParams,
    response: { 200: Type.String() },
  },
};
