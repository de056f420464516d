import { type Static, Type } from 'typebox';

/** A file is rejected for one of these reasons. */
export const refusalReasons = [
  'empty',
  'too-large',
  'type',
  'too-many',
  'incomplete',
  'macros',
  'too-much-inside',
  'password',
  'damaged',
  'claim-full',
  'too-much-at-once',
  'no-room',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export const FileResultSchema = Type.Union([
  Type.Object({
    name: Type.String({ description: 'As stored' }),
    stored: Type.Literal(true),
    size: Type.Integer(),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the file as sent' }),
    duplicate: Type.Boolean({
      description: 'The claim already had a file with these bytes, so they were not stored again',
    }),
    note: Type.Optional(Type.String({ description: 'For people: why the file is stored under another name' })),
  }),
  Type.Object({
    name: Type.String(),
    stored: Type.Literal(false),
    reason: Type.Enum([...refusalReasons]),
    message: Type.String({ description: 'For people' }),
  }),
]);
export type FileResult = Static<typeof FileResultSchema>;

export const SubmittedDocumentsSchema = Type.Object({
  files: Type.Array(FileResultSchema),
  incomplete: Type.Optional(
    Type.Object(
      { code: Type.String({ description: 'A problem code' }), detail: Type.String({ description: 'For people' }) },
      { description: 'Present if the request was not read completely: unlisted files were not stored' },
    ),
  ),
});

/** `not-configured`: there is no scanner. Only this and `clean` can be downloaded. */
export const scanStates = ['waiting', 'clean', 'infected', 'unscanned-too-large', 'not-configured'] as const;

/** `GET /api/claims/N/documents`. */
export const ClaimDocumentsSchema = Type.Object({
  documents: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String({ description: 'As stored, with the extension of its type' }),
      size: Type.Integer({ description: 'Bytes' }),
      type: Type.String(),
      sha256: Type.String({ description: 'Of the file as sent' }),
      storedSha256: Type.Optional(
        Type.String({ description: 'Of the stored file, if it differs: an image whose metadata was removed' }),
      ),
      received: Type.String({ format: 'date-time' }),
      scan: Type.Enum([...scanStates]),
    }),
  ),
});
export type ClaimDocuments = Static<typeof ClaimDocumentsSchema>;

/** `GET /api/uploads/<id>/result` answers with the state of a resumable upload. */
export const UploadResultSchema = Type.Union([
  Type.Object({ state: Type.Literal('arriving') }),
  /** `joining`: all bytes have arrived and are being processed. */
  Type.Object({ state: Type.Literal('joining') }),
  Type.Object({ state: Type.Literal('done'), file: FileResultSchema }),
]);
export type UploadResult = Static<typeof UploadResultSchema>;

/** A file that the server keeps until its form is sent. */
export interface StagedUpload {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}
