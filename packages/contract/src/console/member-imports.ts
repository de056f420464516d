import { type Static, Type } from 'typebox';
import { moment, strictObject } from './schema-parts.ts';

/** The limit is in bytes: ten million rows are about 1.2 GB. */
export const maxMemberFileBytes = 4 * 1024 ** 3;
/** A lost connection costs at most this many bytes. */
export const memberFileChunkBytes = 8 * 1024 ** 2;

/** A file of class members may have these columns in any order. */
export const memberColumns = [
  'notice_id',
  'unique_id',
  'first_name',
  'last_name',
  'street',
  'city',
  'state',
  'zip',
  'case',
] as const;
export type MemberColumn = (typeof memberColumns)[number];
/** A file may lack these columns. */
export const optionalMemberColumns: ReadonlySet<MemberColumn> = new Set([
  'first_name',
  'street',
  'city',
  'state',
  'zip',
]);

const memberImportStatuses = [
  'arriving',
  'waiting',
  'stored',
  'done',
  'removing',
  'removed',
  'refused',
  'cancelled',
] as const;
export type MemberImportStatus = (typeof memberImportStatuses)[number];

/** Whether an import is finished: it has imported class members, or it never will. */
export const isFinishedImport = (status: MemberImportStatus): boolean =>
  status === 'done' || status === 'removed' || status === 'refused' || status === 'cancelled';

const header = Type.String({ maxLength: 500 });
const MemberHeadersSchema = strictObject({
  notice_id: Type.Optional(header),
  unique_id: Type.Optional(header),
  first_name: Type.Optional(header),
  last_name: Type.Optional(header),
  street: Type.Optional(header),
  city: Type.Optional(header),
  state: Type.Optional(header),
  zip: Type.Optional(header),
  case: Type.Optional(header),
});
/** Maps each column to its header in the file. */
export type MemberHeaders = Static<typeof MemberHeadersSchema>;

const MemberMappingSchema = strictObject({
  headers: MemberHeadersSchema,
  caseId: Type.Optional(
    Type.String({ maxLength: 100, description: 'The case of every row, if no column has the case' }),
  ),
});
export type MemberMapping = Static<typeof MemberMappingSchema>;

/** The first line is read from this many characters at the start of the file. */
export const maxFileStart = 8_000;
const MemberFileStartSchema = strictObject({
  start: Type.String({ maxLength: maxFileStart, description: 'The first line of the file, and the text that follows' }),
});

const MemberFileColumnsSchema = Type.Object({
  headers: Type.Array(Type.String(), { description: 'The first line of the file. Empty: it is not CSV' }),
  suggested: MemberHeadersSchema,
  wholeName: Type.Optional(
    Type.String({
      description: 'The header of a column with first and last names together, in a file without last names',
    }),
  ),
  isTemplate: Type.Boolean({ description: 'The columns have the names of the template: no mapping is needed' }),
  before: Type.Optional(MemberMappingSchema),
});
export type MemberFileColumns = Static<typeof MemberFileColumnsSchema>;

const NewMemberImportSchema = strictObject({
  fileName: Type.String({ minLength: 1, maxLength: 500 }),
  size: Type.Integer({ minimum: 0, description: 'Bytes' }),
  skipBad: Type.Boolean({ description: 'Import the good rows even if others are bad' }),
  mapping: Type.Optional(MemberMappingSchema),
});
export type NewMemberImport = Static<typeof NewMemberImportSchema>;

const MemberImportSchema = Type.Object({
  id: Type.String(),
  fileName: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  skipBad: Type.Boolean(),
  cases: Type.Array(Type.String(), { description: 'A row of another case is bad' }),
  caseId: Type.Optional(Type.String({ description: 'The case of every row. Absent: each row has its own' })),
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
  cellsRepaired: Type.Integer({
    description: 'Rows without the characters that a spreadsheet wrote around text, as in `="0123"`',
  }),
  imported: Type.Integer(),
  removal: Type.Optional(
    Type.Object({
      by: Type.String({ description: 'Name' }),
      at: Type.Optional(moment('Absent: not yet finished')),
      removed: Type.Integer({ description: 'The others have a claim, another address, or a matched request for IDs' }),
    }),
  ),
  mayRemove: Type.Boolean({ description: 'Whether the import can be taken back' }),
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

export const memberImportsApi = {
  'GET /member-imports': { summary: 'The newest imports of class members', response: { 200: MemberImportsSchema } },
  'POST /member-imports': {
    summary: 'Begin an import of class members',
    description:
      'The file follows in chunks, and is imported once all bytes are there: every row, or with `skipBad` every good one.',
    body: NewMemberImportSchema,
    response: { 201: MemberImportSchema },
  },
  'POST /member-imports/columns': {
    summary: 'The columns of a file of class members, from its first line',
    body: MemberFileStartSchema,
    response: { 200: MemberFileColumnsSchema },
  },
  'GET /member-imports/template.csv': {
    summary: 'An empty file of class members with the names of the columns',
    response: { 200: Type.String() },
  },
  'GET /member-imports/:id': {
    summary: 'An import of class members: how far it is, and its first bad rows',
    response: { 200: MemberImportWithBadRowsSchema },
  },
  'PATCH /member-imports/:id': {
    summary: 'Send the next chunk of the file',
    description: 'As `application/offset+octet-stream`. `upload-offset` is where it begins, in bytes.',
    headers: Type.Object({ 'upload-offset': Type.Optional(Type.String()) }),
    response: { 200: MemberImportSchema },
  },
  'POST /member-imports/:id/cancel': {
    summary: 'Cancel an import. Nothing of its file is imported',
    response: { 200: MemberImportSchema },
  },
  'POST /member-imports/:id/remove': {
    summary: 'Take an import back',
    description:
      'Removes the class members that it added, except those who have a claim, another address, a note, or a matched request for lost IDs. Has its own entry in the history.',
    response: { 200: MemberImportSchema },
  },
  'GET /member-imports/:id/bad-rows.csv': {
    summary: 'The bad rows of an import, to correct and import',
    description:
      'Line and reason, and then the columns of the file. Only the Notice ID for people who did not choose the file.',
    response: { 200: Type.String() },
  },
};
