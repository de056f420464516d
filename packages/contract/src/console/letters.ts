import { type Static, Type } from 'typebox';
import { dueLetterKinds, letterKinds, letterStatuses } from '../letters.ts';
import { addressProblems } from './letter-batches.ts';
import { BulkJobSchema, NewBulkJobSchema } from './bulk.ts';
import { outcomes } from './review.ts';
import { courtDay, file, moment, nullable, strictObject, uuidParams } from './schema-parts.ts';

export const lettersPerPage = 50;

const LetterSchema = Type.Object({
  id: Type.String(),
  code: Type.String({ description: 'The letter ID, as printed' }),
  claim: Type.String({ description: 'The claim’s number' }),
  kind: Type.Enum([...letterKinds]),
  language: Type.Enum(['en', 'es']),
  channel: Type.Enum(['email', 'post']),
  status: Type.Enum([...letterStatuses]),
  queuedAt: moment(),
  queuedBy: nullable(Type.String({ description: 'A name' }), 'Null: the server queued it by itself'),
  mailedOn: nullable(courtDay, 'Null: not mailed yet'),
  dueOn: nullable(courtDay, 'The last day to answer. Null: not mailed yet, or it asks for nothing'),
  returnedReason: nullable(Type.String()),
  replaces: nullable(Type.String({ description: 'The ID of the letter that came back' })),
});
export type Letter = Static<typeof LetterSchema>;
/** The claim’s number is known, and reads of it are logged. */
const ClaimLetterSchema = Type.Omit(LetterSchema, ['claim']);
export type ClaimLetter = Static<typeof ClaimLetterSchema>;

const LetterTextSchema = Type.Object({
  subject: Type.String(),
  date: Type.String(),
  body: Type.Array(
    Type.Union([
      Type.String(),
      Type.Object({ heading: Type.String() }),
      Type.Object({ list: Type.Array(Type.String()) }),
    ]),
  ),
});
export type LetterText = Static<typeof LetterTextSchema>;

const dueKind = Type.Enum([...dueLetterKinds]);
const LettersSchema = Type.Object({
  due: Type.Array(Type.Object({ caseId: Type.String(), kind: dueKind, claims: Type.Integer() }), {
    description: 'Decisions in force whose letter has not been requested',
  }),
  jobs: Type.Array(BulkJobSchema, { description: 'The last times that letters were queued' }),
  letters: Type.Array(LetterSchema, { description: 'Newest first' }),
  next: Type.Optional(Type.String({ description: 'For `after`' })),
});
export type Letters = Static<typeof LettersSchema>;

const PreviewSchema = Type.Object({
  claims: Type.Integer(),
  letters: Type.Array(
    Type.Object({
      claim: Type.String(),
      why: Type.Enum(['first', 'longest', 'language'], { description: 'Why this one is shown' }),
      language: Type.Enum(['en', 'es']),
      channel: Type.Enum(['email', 'post']),
      to: nullable(
        Type.Array(Type.String()),
        'The email address, or the lines of the postal address. Null: there is none',
      ),
      text: LetterTextSchema,
    }),
  ),
});
export type LetterPreview = Static<typeof PreviewSchema>;

const statement = nullable(Type.String(), 'Null: none, or the person may not see answers');
const documents = Type.Array(Type.String({ description: 'The ID of a document of the claim' }));
const AnswerSchema = Type.Object({
  id: Type.String(),
  at: moment(),
  late: Type.Boolean({ description: 'After the last day' }),
  items: Type.Array(Type.Object({ reason: Type.String({ description: 'In words' }), statement, documents })),
});
export type DeficiencyAnswer = Static<typeof AnswerSchema>;

const DisputeSchema = Type.Object({
  id: Type.String(),
  filedAt: moment(),
  channel: Type.String({ description: '`online`, or how staff received it, who recorded it' }),
  late: Type.Boolean({ description: 'After the last day' }),
  grounds: Type.Array(Type.String({ description: 'In words' })),
  statement,
  documents,
  outcome: nullable(
    Type.Enum(['upheld', 'changed', 'withdrawn']),
    'Null: not decided yet. `upheld`: the new decision is the same',
  ),
});
export type Dispute = Static<typeof DisputeSchema>;

const HeldContactSchema = Type.Object({
  kind: Type.Enum(['address', 'email']),
  at: moment(),
  usedFrom: moment(),
  lines: nullable(Type.Array(Type.String()), 'Null: the person may not see contact information'),
});
export type HeldContact = Static<typeof HeldContactSchema>;

/** Why mail does not reach a claimant at the address that is known. */
export const mailProblems = ['no-address', 'came-back', 'undeliverable', ...addressProblems] as const;
export type MailProblem = (typeof mailProblems)[number];
const NextLetterSchema = Type.Object({
  channel: Type.Enum(['email', 'post']),
  to: nullable(
    Type.Array(Type.String()),
    'The email address, or the name and postal address. Null: there is none, or the person may not see it',
  ),
  problem: nullable(Type.Enum([...mailProblems])),
});
export type NextLetter = Static<typeof NextLetterSchema>;

/** The list has the oldest open disputes, and the newest decided ones. */
export const [maxOpenDisputes, maxDecidedDisputes] = [200, 100];
const ListedDisputeSchema = Type.Object({
  claim: Type.String({ description: 'The claim’s number' }),
  caseId: Type.String(),
  decided: Type.Enum([...outcomes], { description: 'The decision that the claimant disputes' }),
  amount: nullable(Type.String(), 'The recognized amount in dollars. Null: the decision has none'),
  isOwn: Type.Boolean({ description: 'The person made or approved it, so another one decides the dispute' }),
  assignee: nullable(Type.String({ description: 'A name' })),
  ...DisputeSchema.properties,
});
export type ListedDispute = Static<typeof ListedDisputeSchema>;

const { id, reason } = NewBulkJobSchema.properties;

export const ClaimLettersSchema = Type.Object({
  letters: Type.Array(ClaimLetterSchema),
  answers: Type.Array(AnswerSchema, { description: 'Answers to deficiencies, newest first' }),
  disputes: Type.Array(DisputeSchema, { description: 'Newest first' }),
  held: Type.Array(HeldContactSchema, { description: 'Changes of contact information by the claimant that wait' }),
  next: nullable(
    NextLetterSchema,
    'Where a letter would go now. Null: the claim was purged, or its letters are hidden',
  ),
});
export type ClaimLetters = Static<typeof ClaimLettersSchema>;

export const lettersApi = {
  'GET /letters': {
    summary: 'Letters: those that decisions need, and those that were queued',
    querystring: Type.Object({
      status: Type.Optional(Type.Enum([...letterStatuses])),
      after: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: { 200: LettersSchema },
  },
  'POST /letters/preview': {
    summary: 'Letters as their claimants would see them: the first, the longest, and one of each language',
    body: Type.Union([
      strictObject({ caseId: Type.String({ maxLength: 100 }), kind: dueKind }),
      strictObject({ job: Type.String({ format: 'uuid', description: 'A request to queue letters' }) }),
    ]),
    response: { 200: PreviewSchema },
  },
  'POST /letters/queue': {
    summary: 'Queue the letters of one kind that decisions of a case need',
    description: 'More than 100 letters wait for a second person.',
    body: strictObject({
      id,
      reason,
      caseId: Type.String({ maxLength: 100 }),
      kind: dueKind,
      expected: Type.Integer({ minimum: 1, description: 'The number that the preview showed. Another is refused' }),
    }),
    response: { 201: BulkJobSchema },
  },
  'GET /claims/:number/bundle.zip': {
    summary: 'Everything about a claim whose dispute was decided, for the court',
    description:
      'The answers, corrections, documents, letters, answers to letters, disputes and decisions, the history with the proof of its seals, and a manifest with the SHA-256 of each file.',
    response: { 200: file('A ZIP file', 'application/zip') },
  },
  'GET /claims/:number/letters': {
    summary: 'What the claimant was told, and when, and what they answered',
    response: {
      200: ClaimLettersSchema,
    },
  },
  'GET /disputes': {
    summary: 'Disputes of decisions: first the open ones, the oldest first, then the newest decided ones',
    description: `At most ${maxOpenDisputes} open and ${maxDecidedDisputes} decided disputes.`,
    response: { 200: Type.Object({ disputes: Type.Array(ListedDisputeSchema) }) },
  },
  'GET /letters/:id': {
    summary: 'The text of a letter',
    params: uuidParams,
    response: {
      200: Type.Object({ letter: LetterSchema, text: nullable(LetterTextSchema, 'Null: deleted after retention') }),
    },
  },
  'GET /letters/:id/letter.pdf': {
    summary: 'A letter as it is printed',
    params: uuidParams,
    response: { 200: file('The letter', 'application/pdf') },
  },
};
