import { type Static, Type } from 'typebox';
import { ChallengeSchema } from './challenge.ts';

/** Each problem code has an HTTP status. Clients act on the code; people read `detail`. */
export const problemStatus = {
  'bad-request': 400,
  'bad-json': 400,
  'login-required': 401,
  'sign-in-required': 401,
  'sign-in-failed': 401,
  'bad-signature': 401,
  'bad-token': 403,
  'not-your-claim': 403,
  'not-permitted': 403,
  'fresh-sign-in-required': 403,
  'not-found': 404,
  'key-used-for-other-answers': 409,
  'wrong-offset': 409,
  'document-withheld': 409,
  conflict: 409,
  'filing-closed': 410,
  'link-not-valid': 410,
  'changed-meanwhile': 412,
  'too-slow': 408,
  'too-large': 413,
  'unsupported-type': 415,
  'invalid-answers': 422,
  'no-documents': 422,
  'took-too-long': 422,
  'too-many-requests': 429,
  'work-required': 429,
  'headers-too-large': 431,
  internal: 500,
  unavailable: 503,
  overloaded: 503,
} as const;
export type ProblemCode = keyof typeof problemStatus;
const isProblemCode = (code: string): code is ProblemCode => code in problemStatus;

export const FieldErrorSchema = Type.Object({
  field: Type.String({ description: 'The name of the field in the request' }),
  rule: Type.String(),
  message: Type.String({ description: 'For people' }),
});

/** RFC 9457 defines problem details. Forms need the other members. */
export const ProblemSchema = Type.Object({
  type: Type.String({ description: '`about:blank` or a URI of the problem type' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'For people: the cause and the remedy' }),
  code: Type.Enum(Object.keys(problemStatus).filter(isProblemCode)),
  requestId: Type.Optional(
    Type.String({ description: 'The ID of this request in the log lines of the server, for support' }),
  ),
  errors: Type.Optional(Type.Array(FieldErrorSchema, { description: 'The first 200' })),
  errorCount: Type.Optional(Type.Integer({ description: 'Number of errors, including unlisted ones' })),
  claim: Type.Optional(
    Type.Object(
      { claimNumber: Type.String(), dateCreated: Type.String({ format: 'date-time' }) },
      { description: 'With `key-used-for-other-answers`: the claim that was filed with this key' },
    ),
  ),
  challenge: Type.Optional({
    ...ChallengeSchema,
    description:
      'With `work-required`: its solution, in the header `login-work` of the same request, is taken at once, without waiting',
  }),
  files: Type.Optional(Type.Array(Type.Object({ name: Type.String(), reason: Type.String(), message: Type.String() }))),
});
export type Problem = Static<typeof ProblemSchema>;
