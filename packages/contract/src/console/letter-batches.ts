import { type Static, Type } from 'typebox';
import { letterKinds, letterStatuses } from '../letters.ts';
import { courtDay, file, moment, noContent, nullable, strictObject, uuidParams } from './schema-parts.ts';

export const claimAddressSources = ['filed', 'ncoa', 'forwarding', 'skip-trace', 'claimant', 'call', 'letter'] as const;
export type ClaimAddressSource = (typeof claimAddressSources)[number];

/** Why a letter comes back; the console's keys are 1 to 6, in this order. */
export const returnReasons = [
  'moved',
  'forwarding-address',
  'unknown',
  'insufficient-address',
  'refused',
  'deceased-or-other',
] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** Why a letter cannot be mailed. */
export const addressProblems = ['no-zip', 'too-many-lines', 'line-too-long'] as const;
export type AddressProblem = (typeof addressProblems)[number];
/** Lines below the name, as printers of envelopes take them. */
export const maxAddressLines = 4;
export const maxAddressLineLength = 40;
/** More letters wait for the next batch. */
export const maxLettersPerBatch = 20_000;
/** A batch of more letters can be printed from one PDF only in parts. */
export const maxLettersPerPdf = 500;
/** A letter that the mail house has not confirmed by then is listed. */
export const confirmDays = 2;
/** The characters of a file that is sent in one request. */
const maxCsvLength = 4_000_000;

const caseId = Type.String({ maxLength: 100 });
const letterId = Type.String({ maxLength: 40, description: 'As printed on the letter' });
const csv = Type.String({ minLength: 1, maxLength: maxCsvLength, description: 'A CSV file with a header' });
const addressLines = Type.Array(Type.String({ maxLength: 200 }), {
  maxItems: 10,
  description: 'As on the envelope: the name, and the lines below it',
});

const ListedLetterSchema = Type.Object({
  id: Type.String({ description: 'As printed on the letter' }),
  claimNumber: Type.String(),
  caseId: Type.String(),
  kind: Type.Enum([...letterKinds]),
});
export type ListedLetter = Static<typeof ListedLetterSchema>;

const LetterBatchSchema = Type.Object({
  id: Type.String(),
  caseId: Type.String(),
  number: Type.Integer({ description: 'Counts from 1 within the case' }),
  letters: Type.Integer(),
  /** Letters without a confirmed day. */
  unconfirmed: Type.Integer(),
  confirmed: nullable(
    Type.Object({ from: courtDay, to: courtDay, by: Type.String({ description: 'A name' }) }),
    'The first and the last day of mailing, and who confirmed last',
  ),
  isOverdue: Type.Boolean({ description: `Letters are unconfirmed after ${confirmDays} days` }),
  madeBy: Type.String(),
  madeAt: moment(),
  status: Type.Enum(['waiting', 'ready', 'failed', 'deleted'], { description: 'Of the files' }),
  pages: nullable(Type.Integer()),
  bytes: nullable(Type.Integer()),
  sha256: nullable(Type.String({ description: 'Of the ZIP file, in hexadecimal' })),
  deletesAt: nullable(moment()),
});
export type LetterBatch = Static<typeof LetterBatchSchema>;

const LetterBatchesSchema = Type.Object({
  waiting: Type.Array(Type.Object({ caseId: Type.String(), letters: Type.Integer() }), {
    description: 'Queued letters with a complete address, by case',
  }),
  incomplete: Type.Array(Type.Object({ ...ListedLetterSchema.properties, problem: Type.Enum([...addressProblems]) }), {
    description: '`address-incomplete`: queued letters that no batch takes, the first hundred',
  }),
  batches: Type.Array(LetterBatchSchema, { description: 'Newest first, the first hundred' }),
});
export type LetterBatches = Static<typeof LetterBatchesSchema>;

const OneBatchSchema = Type.Object({
  batch: LetterBatchSchema,
  unconfirmed: Type.Array(ListedLetterSchema, { description: 'The first hundred' }),
});

const ConfirmedSchema = Type.Object({
  confirmed: Type.Integer({ description: 'Letters that now have this day, or an earlier one than before' }),
  before: nullable(
    Type.Object({ letters: Type.Integer(), by: Type.String({ description: 'A name' }), at: moment() }),
    'Letters that had been confirmed already, and who confirmed them last. Null: none',
  ),
});
export type Confirmed = Static<typeof ConfirmedSchema>;

const ReturnedSchema = Type.Object({
  id: Type.String(),
  claimNumber: Type.String(),
  address: Type.Array(Type.String()),
  outcome: Type.Enum(['mailed-again', 'needs-address', 'undeliverable', 'not-needed', 'returned-before'], {
    description: '`not-needed`: the claimant has answered, or there is a later decision, so nothing is mailed again',
  }),
});
export type Returned = Static<typeof ReturnedSchema>;

const WaitingReturnsSchema = Type.Object({
  letters: Type.Array(
    Type.Object({ ...ListedLetterSchema.properties, reason: nullable(Type.String()), mailedOn: nullable(courtDay) }),
    { description: 'Letters that came back and need another address, oldest first, the first hundred' },
  ),
});

const BounceReportSchema = Type.Object({
  id: Type.String(),
  receivedAt: moment(),
  letterId: nullable(Type.String(), 'The letter that it names, if it does'),
  sender: Type.String(),
  subject: Type.String(),
  excerpt: Type.String(),
});
const BouncesSchema = Type.Object({
  reports: Type.Array(BounceReportSchema, {
    description: 'Reports that name no letter, oldest first, the first hundred',
  }),
  bounced: Type.Array(
    Type.Object({
      ...ListedLetterSchema.properties,
      mailedOn: nullable(courtDay),
      repeated: nullable(Type.Enum([...letterStatuses]), 'The status of the letter by post that replaces it'),
    }),
    { description: 'Emails that bounced, newest first, the first hundred' },
  ),
});
export type Bounces = Static<typeof BouncesSchema>;

const caseQuery = Type.Object({ case: caseId });
const AddressImportSchema = strictObject({ source: Type.Enum(['ncoa', 'skip-trace']), csv });

export const letterBatchesApi = {
  'GET /letter-batches': {
    summary: 'Letters by post: how many wait, and the batches',
    response: { 200: LetterBatchesSchema },
  },
  'POST /letter-batches': {
    summary: 'Put the waiting letters of a case into a batch',
    description: `At most ${maxLettersPerBatch} letters, oldest first. A job makes the files.`,
    body: strictObject({ caseId }),
    response: { 201: Type.Object({ id: Type.String() }) },
  },
  'GET /letter-batches/:id': {
    summary: 'A batch, and its letters without a confirmed day',
    params: uuidParams,
    response: { 200: OneBatchSchema },
  },
  'GET /letter-batches/:id/letters.zip': {
    summary: 'The files for the mail house: a PDF for each letter, `letters.csv`, and `manifest.json`',
    params: uuidParams,
    response: { 200: file('The ZIP file, with its SHA-256 in `Content-Digest`', 'application/zip') },
  },
  'GET /letter-batches/:id/letters.pdf': {
    summary: `All letters of a batch as one PDF, if there are at most ${maxLettersPerPdf}`,
    params: uuidParams,
    response: { 200: file('The PDF', 'application/pdf') },
  },
  'POST /letter-batches/:id/mailed': {
    summary: 'Confirm by hand that all letters of a batch were mailed on one day',
    params: uuidParams,
    body: strictObject({ mailedOn: courtDay }),
    response: { 200: ConfirmedSchema },
  },
  'POST /letter-batches/confirmations': {
    summary: 'Confirm the days on which letters were mailed, by the mail house’s file',
    description: 'The columns are `letter` and `mailed_on` (YYYY-MM-DD). One bad line refuses the file.',
    body: strictObject({ csv }),
    response: { 200: ConfirmedSchema },
  },
  'GET /returned-letters': {
    summary: 'Letters that came back and need another address',
    response: { 200: WaitingReturnsSchema },
  },
  'POST /returned-letters': {
    summary: 'Record that a letter came back',
    body: strictObject({
      id: letterId,
      reason: Type.Enum([...returnReasons]),
      address: Type.Optional({ ...addressLines, description: 'With `forwarding-address`: the lines below the name' }),
    }),
    response: { 200: ReturnedSchema },
  },
  'POST /letter-addresses': {
    summary: 'Add an address for the recipient of a letter that waits for one',
    description: 'With the source `none` there is no other: a letter that came back is then undeliverable.',
    body: strictObject({
      id: letterId,
      source: Type.Enum(['call', 'letter', 'forwarding', 'skip-trace', 'none']),
      lines: addressLines,
    }),
    response: { 200: ReturnedSchema },
  },
  'GET /letter-addresses/addresses.csv': {
    summary: 'The addresses of queued letters, and of letters that came back, for an address service',
    querystring: caseQuery,
    response: { 200: Type.String() },
  },
  'POST /letter-addresses/imports': {
    summary: 'Add the addresses that an address service found',
    description: 'The file that was exported, with corrected lines. Lines that are unchanged or empty add nothing.',
    body: AddressImportSchema,
    response: { 200: Type.Object({ added: Type.Integer() }) },
  },
  'GET /bounces': { summary: 'Emails that bounced, and reports that name no letter', response: { 200: BouncesSchema } },
  'POST /bounces/:id/decision': {
    summary: 'Say which letter a report is about, or dismiss it',
    params: uuidParams,
    body: strictObject({ letter: nullable(letterId, 'Null: about none of our letters') }),
    response: noContent,
  },
};
