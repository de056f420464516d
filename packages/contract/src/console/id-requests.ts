import { type Static, Type } from 'typebox';
import { AddressLinesSchema } from './mailing-address.ts';
import { maxReasonLength } from './members.ts';
import { moment, strictObject, versionHeaders } from './schema-parts.ts';

export const idRequestStates = ['open', 'asked-for-more', 'answered'] as const;
export type IdRequestState = (typeof idRequestStates)[number];
const idRequestAnswers = ['matched', 'no-match', 'asked-for-more'] as const;
export type IdRequestAnswer = (typeof idRequestAnswers)[number];

export const idRequestPageRows = 50;

const id = Type.String({ pattern: '^[0-9]{1,18}$' });

export const IdRequestSearchSchema = strictObject({
  state: Type.Optional(Type.Enum([...idRequestStates])),
  case: Type.Optional(Type.String({ maxLength: 100 })),
  after: Type.Optional(id),
  before: Type.Optional(id),
});
export type IdRequestSearch = Static<typeof IdRequestSearchSchema>;

const requestProperties = {
  id: Type.String(),
  caseId: Type.String(),
  requestedAt: moment(),
  language: Type.String(),
  suspectedMachine: Type.Boolean(),
  state: Type.Enum([...idRequestStates]),
  name: Type.String(),
  address: AddressLinesSchema,
};
const ListedIdRequestSchema = Type.Object({
  ...requestProperties,
  answer: Type.Optional(Type.Enum([...idRequestAnswers])),
});
export type ListedIdRequest = Static<typeof ListedIdRequestSchema>;

const IdRequestListSchema = Type.Object({
  requests: Type.Array(ListedIdRequestSchema, { description: 'Oldest first' }),
  next: Type.Optional(Type.String()),
  previous: Type.Optional(Type.String()),
  counts: Type.Record(Type.Enum([...idRequestStates]), Type.Integer(), { description: 'Exact up to 10,000' }),
});
export type IdRequestList = Static<typeof IdRequestListSchema>;

const CandidateSchema = Type.Object({
  noticeId: Type.String(),
  name: Type.String(),
  address: { ...AddressLinesSchema, description: 'The current mailing address' },
  currentId: Type.Optional(Type.String({ description: 'The ID of that address, as in the class member' })),
  imported: Type.Optional({ ...AddressLinesSchema, description: 'The address of the notice, if it is another one' }),
  nameMatch: Type.Enum(['same', 'similar', 'different']),
  streetMatch: Type.Enum(['same', 'similar', 'different']),
  zipMatch: Type.Boolean(),
  hasFiled: Type.Boolean(),
});
export type Candidate = Static<typeof CandidateSchema>;

const IdRequestSchema = Type.Object({
  ...requestProperties,
  phone: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  version: Type.String({ description: 'For `If-Match`: the number of answers' }),
  answers: Type.Array(
    Type.Object({
      position: Type.Integer(),
      answer: Type.Enum([...idRequestAnswers]),
      noticeId: Type.Optional(Type.String()),
      note: Type.String(),
      answeredBy: Type.String(),
      answeredAt: moment(),
      letterListId: Type.Optional(Type.String({ description: 'The list for the mail house that has the letter' })),
    }),
  ),
  next: Type.Optional(Type.String({ description: 'The oldest open request after this one, or before it' })),
  candidates: Type.Array(CandidateSchema, { description: 'Best first' }),
});
export type IdRequest = Static<typeof IdRequestSchema>;

const AnswerIdRequestSchema = strictObject({
  answer: Type.Enum([...idRequestAnswers]),
  noticeId: Type.Optional(Type.String({ pattern: '^[0-9]{9}$' })),
  addressId: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'The `currentId` of the class member on the person’s screen. Absent: the screen showed the imported address',
    }),
  ),
  note: Type.String({ maxLength: 10 * maxReasonLength }),
});
export type AnswerIdRequest = Static<typeof AnswerIdRequestSchema>;

const LetterListsSchema = Type.Object({
  waiting: Type.Array(Type.Object({ caseId: Type.String(), letters: Type.Integer() }), {
    description: 'Letters that are in no list yet, by case',
  }),
  lists: Type.Array(
    Type.Object({
      id: Type.String(),
      caseId: Type.String(),
      letters: Type.Integer(),
      madeBy: Type.String(),
      madeAt: moment(),
    }),
    { description: 'Newest first, the first hundred' },
  ),
});
export type LetterLists = Static<typeof LetterListsSchema>;

const NewLetterListSchema = strictObject({ caseId: Type.String({ maxLength: 100 }) });

export const idRequestsApi = {
  'GET /id-requests': {
    summary: 'Requests for lost IDs, oldest first',
    querystring: IdRequestSearchSchema,
    response: { 200: IdRequestListSchema },
  },
  'GET /id-requests/:id': {
    summary: 'A request for lost IDs, its answers, and the class members who may have sent it',
    response: { 200: IdRequestSchema },
  },
  'POST /id-requests/:id/answers': {
    summary: 'Answer a request for lost IDs',
    description: '`If-Match` is the `version` of the request. A later answer replaces an earlier one.',
    headers: versionHeaders,
    body: AnswerIdRequestSchema,
    response: { 200: IdRequestSchema },
  },
  'GET /id-letters': {
    summary: 'Letters with IDs: how many wait, and the lists for the mail house',
    response: { 200: LetterListsSchema },
  },
  'POST /id-letters': {
    summary: 'Put the waiting letters of a case into a list for the mail house',
    body: NewLetterListSchema,
    response: { 201: Type.Object({ id: Type.String() }) },
  },
  'GET /id-letters/:id/letters.csv': {
    summary: 'A list for the mail house. It has no Unique IDs',
    response: { 200: Type.String() },
  },
};
