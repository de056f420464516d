import { type Static, Type } from 'typebox';
import { ClaimPaymentSchema } from '../claim-payment.ts';
import { scanStates } from '../uploads.ts';
import { claimStatuses } from './claim-list.ts';
import { CorrectableFieldSchema, CorrectionSchema } from './corrections.ts';
import { hiddenReasons } from './integrity.ts';
import { AddressLinesSchema, addressSources } from './mailing-address.ts';
import { claimFlags } from './review.ts';
import {
  AmountRangeSchema,
  claimParams,
  file,
  moment,
  noContent,
  nullable,
  receivedFields,
  strictObject,
} from './schema-parts.ts';

/** Topics of calls. In the console, the digit of a topic is its position. */
export const callTopics = [
  'status-told',
  'documents-explained',
  'form-explained',
  'lost-ids',
  'address',
  'payment',
  'complaint',
  'other',
] as const;
export type CallTopic = (typeof callTopics)[number];

/** Lengths are in characters. */
export const maxNoteLength = 10_000;
export const maxReasonLength = 500;

const AnswerRowSchema = Type.Object({
  name: Type.String({ description: 'The field, or `field.3` for a row of it' }),
  label: Type.String(),
  value: Type.String({ description: 'Formatted, with masked tax IDs. Empty without an answer' }),
});
const AnswerSectionSchema = Type.Object({
  letter: Type.Optional(Type.String()),
  title: Type.String(),
  rows: Type.Array(AnswerRowSchema),
});
export type AnswerSection = Static<typeof AnswerSectionSchema>;

/** The fields that precede the file in a request that adds a document. */
export const AddDocumentSchema = strictObject({
  ...receivedFields,
  reason: Type.String({ minLength: 1, maxLength: maxReasonLength }),
});
export type AddDocument = Static<typeof AddDocumentSchema>;

const ClaimDocumentSchema = Type.Object({
  id: Type.String(),
  name: nullable(Type.String({ description: 'Null without the permission `answers`' })),
  givenName: nullable(Type.String({ description: 'As the claimant sent it, if it did not fit the type' })),
  type: Type.String(),
  size: Type.Integer(),
  received: moment(),
  added: nullable(
    Type.Object({ ...AddDocumentSchema.properties, reason: nullable(Type.String()), by: Type.String() }),
    'By staff, if the claimant did not upload it. The reason is null without the permission `answers`',
  ),
  scan: Type.Enum([...scanStates]),
  previewable: Type.Boolean({
    description: 'The console can show it: a PDF, a picture, a text or a table that is not withheld',
  }),
  keepsMetadata: Type.Boolean({ description: 'A picture whose metadata was not understood, so it was left' }),
  data: nullable(
    Type.Object({
      state: Type.Enum(['waiting', 'checked', 'no-data', 'unreadable', 'failed']),
      rows: Type.Optional(Type.Integer()),
      errors: Type.Optional(Type.Integer()),
      amount: Type.Optional(Type.String()),
    }),
  ),
});
export type ClaimDocument = Static<typeof ClaimDocumentSchema>;

const HistoryEntrySchema = Type.Object({
  position: Type.Integer(),
  at: moment(),
  kind: Type.String(),
  details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  seal: nullable(Type.Integer(), 'Null until the next seal'),
});
export type HistoryEntry = Static<typeof HistoryEntrySchema>;

const NoteSchema = Type.Object({
  id: Type.String(),
  at: moment(),
  author: Type.String(),
  text: Type.String(),
});
export type ClaimNote = Static<typeof NoteSchema>;
const CallSchema = Type.Object({ ...NoteSchema.properties, topic: Type.Enum([...callTopics]) });
export type ClaimCall = Static<typeof CallSchema>;

/** `GET /api/console/claims/:number` answers null for each part that the person may not see. */
export const ClaimDetailsSchema = Type.Object({
  number: Type.String(),
  reference: Type.String(),
  caseId: Type.String(),
  settlement: Type.String({ description: 'The name of the case' }),
  form: Type.Object({ id: Type.String(), version: Type.Integer(), title: Type.String() }),
  status: Type.Enum([...claimStatuses]),
  filedAt: moment(),
  deadline: Type.String({ description: 'The last day to file, as YYYY-MM-DD' }),
  late: Type.Boolean(),
  language: Type.Enum(['en', 'es']),
  withoutScript: Type.Boolean(),
  flags: Type.Array(Type.Enum([...claimFlags]), { description: 'As in the list of claims' }),
  hidden: nullable(
    Type.Enum([...hiddenReasons]),
    'Why scores are left out, and of a claim in the sample of a cluster also flags and decisions',
  ),
  amount: nullable(Type.String({ description: 'Claimed, as a decimal string' })),
  range: nullable(AmountRangeSchema, 'Claimed, if the form asks for a range'),
  quantity: nullable(Type.String()),
  due: Type.Array(Type.String(), { description: 'Requests to the claimant for documents or data, in sentences' }),
  documentsExpected: Type.Integer({ description: 'How many documents the claimant announced' }),
  receipt: Type.Object({
    state: Type.Enum(['no-address', 'pending', 'sent', 'refused', 'unknown']),
    to: nullable(Type.String({ description: 'Masked' })),
    at: nullable(moment()),
  }),
  name: nullable(Type.String()),
  noticeId: nullable(Type.String()),
  mailing: nullable(
    Type.Object({
      address: AddressLinesSchema,
      source: nullable(Type.Enum([...addressSources]), 'Null: the imported list'),
    }),
    'Where mail for the class member goes now',
  ),
  contact: nullable(Type.Array(AnswerRowSchema)),
  answers: nullable(Type.Array(AnswerSectionSchema)),
  answersAsFiled: nullable(Type.Array(AnswerSectionSchema), 'In the language of the claim, if that is not English'),
  corrections: nullable(
    Type.Array(CorrectionSchema),
    'In the order in which they were made; without `answers`, those of contact data',
  ),
  corrected: Type.Object(
    { name: nullable(Type.String()), amount: nullable(Type.String()), range: nullable(AmountRangeSchema) },
    { description: 'Name, amount and range with the corrections; null where they are as filed' },
  ),
  payments: Type.Array(ClaimPaymentSchema, { description: 'From each fund, once its allocation is frozen' }),
  correctable: nullable(Type.Array(CorrectableFieldSchema), 'Answers that the person can correct'),
  taxIds: nullable(
    Type.Array(Type.Object({ path: Type.String(), row: Type.String() })),
    'Which tax IDs can be revealed, and the row of the answers that has them',
  ),
  documents: Type.Array(ClaimDocumentSchema),
  history: Type.Array(HistoryEntrySchema),
  seals: Type.Array(
    Type.Object({
      position: Type.Integer(),
      at: moment(),
      root: Type.String(),
      valid: Type.Boolean({ description: 'Its content has this root, and the website signed it' }),
    }),
  ),
  brokenEntry: nullable(Type.Integer(), 'The first entry that was changed or does not follow the one before it'),
  people: Type.Record(Type.String(), Type.String(), {
    description: 'The names of staff whom the history names, by their accounts',
  }),
  notes: nullable(Type.Array(NoteSchema)),
  calls: nullable(Type.Array(CallSchema)),
  version: Type.String({ description: 'As of `GET …/version`' }),
});
export type ClaimDetails = Static<typeof ClaimDetailsSchema>;

/** `GET …/receipt-mail` answers in the language of the claim. */
const ReceiptMailSchema = Type.Object({
  subject: Type.String(),
  text: Type.String(),
  language: Type.Enum(['en', 'es']),
});
export type ReceiptMail = Static<typeof ReceiptMailSchema>;

const ClaimVersionSchema = Type.Object({ version: Type.String() });
export type ClaimVersion = Static<typeof ClaimVersionSchema>;

const relatedBy = ['notice-id', 'tax-id', 'email', 'phone', 'address', 'name-and-zip'] as const;
export type RelatedBy = (typeof relatedBy)[number];

/** `GET …/related` groups claims that may be the same person's by the fact that they share. */
export const RelatedClaimsSchema = Type.Object({
  groups: Type.Array(
    Type.Object({
      by: Type.Enum([...relatedBy]),
      claims: Type.Array(
        Type.Object({
          number: Type.String(),
          reference: Type.String(),
          name: Type.String(),
          form: Type.String(),
          filedAt: moment(),
          amount: nullable(Type.String()),
          range: nullable(AmountRangeSchema),
        }),
      ),
      more: Type.Boolean({ description: 'There are more than these' }),
    }),
  ),
  isPartial: Type.Boolean({ description: 'A look-up took too long, and its claims are missing' }),
});
export type RelatedClaims = Static<typeof RelatedClaimsSchema>;

const AddNoteSchema = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: the same note is not added twice' }),
  text: Type.String({ minLength: 1, maxLength: maxNoteLength }),
});
const AddCallSchema = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: the same call is not added twice' }),
  topic: Type.Enum([...callTopics]),
  text: Type.String({ maxLength: maxNoteLength }),
});
const RevealTaxIdSchema = Type.Object({
  path: Type.String({ maxLength: 200 }),
  reason: Type.String({ minLength: 1, maxLength: maxReasonLength }),
});
const RevealedTaxIdSchema = Type.Object({
  taxId: Type.String({ description: 'The nine digits, or the whole text of an answer that may hold tax IDs' }),
  seconds: Type.Integer({ description: 'How long it may be shown' }),
});
export type RevealedTaxId = Static<typeof RevealedTaxIdSchema>;

const SumSchema = Type.Object({ rows: Type.Integer(), amount: Type.String() });
const GroupSchema = Type.Object({ name: Type.String(), rows: Type.Integer(), amount: Type.String() });
const severities = ['error', 'warning', 'note'] as const;

/** `GET …/data-checks` gives the results of a claim's data files in sentences. */
const DataReportsSchema = Type.Object({
  review: Type.Array(Type.String(), { description: 'The files compared with the answers' }),
  files: Type.Array(
    Type.Object({
      documentId: Type.String(),
      name: Type.String(),
      message: Type.String({ description: 'The result in a sentence' }),
      format: Type.Optional(Type.String()),
      tables: Type.Array(
        Type.Object({
          name: Type.String(),
          rows: Type.Integer(),
          read: Type.Array(Type.String(), { description: 'How dates and numbers were read' }),
        }),
      ),
      purchases: Type.Optional(
        Type.Object({
          counted: SumSchema,
          faulty: SumSchema,
          reversals: SumSchema,
          duplicates: SumSchema,
          withoutPlan: Type.Integer(),
          byState: Type.Array(GroupSchema),
          byYear: Type.Array(GroupSchema),
          byDrug: Type.Array(GroupSchema),
          byPlan: Type.Array(GroupSchema),
        }),
      ),
      membership: Type.Optional(
        Type.Object({
          rows: Type.Integer(),
          counted: Type.Integer(),
          byYear: Type.Array(Type.Object({ name: Type.String(), members: Type.Integer() })),
          byState: Type.Array(Type.Object({ name: Type.String(), members: Type.Integer() })),
        }),
      ),
      counts: Type.Array(
        Type.Object({
          code: Type.String(),
          severity: Type.Enum([...severities]),
          title: Type.String(),
          count: Type.Integer(),
        }),
      ),
      findings: Type.Array(
        Type.Object({
          code: Type.String(),
          severity: Type.Enum([...severities]),
          place: Type.String({ description: 'Sheet and row, or line' }),
          value: Type.String(),
          explanation: Type.String(),
        }),
      ),
    }),
  ),
});
export type DataReports = Static<typeof DataReportsSchema>;
export type DataReport = DataReports['files'][number];

const documentParams = Type.Object({ ...claimParams.properties, id: Type.String({ maxLength: 40 }) });
const documentFile = file('The stored file, with the media type of its detected type');

export const claimDetailsApi = {
  'GET /claims/:number': {
    summary: 'Everything about a claim that the person may see',
    response: { 200: ClaimDetailsSchema },
  },
  'GET /claims/:number/version': {
    summary: 'Changes when something about a claim changes',
    response: { 200: ClaimVersionSchema, 304: Type.Null({ description: 'The version of `If-None-Match`' }) },
  },
  'GET /claims/:number/related': {
    summary: 'Other claims that may be of the same person',
    response: { 200: RelatedClaimsSchema },
  },
  'GET /claims/:number/data-checks': {
    summary: 'The results of a claim’s data files',
    response: { 200: DataReportsSchema },
  },
  'POST /claims/:number/tax-ids/reveal': {
    summary: 'Reveal one tax ID of a claim, with a reason',
    body: RevealTaxIdSchema,
    response: { 200: RevealedTaxIdSchema },
  },
  'GET /claims/:number/documents/:id': {
    summary: 'Download a document of a claim',
    params: documentParams,
    response: { 200: documentFile },
  },
  'GET /claims/:number/documents/:id/preview': {
    summary: 'The bytes of a PDF or picture, for its preview',
    params: documentParams,
    response: { 200: documentFile },
  },
  'POST /claims/:number/documents': {
    summary: 'Add a document that came by mail, by email or in person',
    description:
      'Multipart form data: `source`, `receivedOn` and `reason`, and then the file as `file`. It passes the same checks as the claimant’s own.',
    response: noContent,
  },
  'POST /claims/:number/notes': { summary: 'Add a note to a claim', body: AddNoteSchema, response: noContent },
  'POST /claims/:number/calls': { summary: 'Log a call about a claim', body: AddCallSchema, response: noContent },
  'GET /claims/:number/receipt.pdf': {
    summary: 'The receipt as the claimant gets it',
    response: { 200: file('A tagged PDF, rendered now with the documents received so far', 'application/pdf') },
  },
  'GET /claims/:number/receipt-mail': {
    summary: 'The text of the mail with the receipt',
    response: { 200: ReceiptMailSchema },
  },
};
