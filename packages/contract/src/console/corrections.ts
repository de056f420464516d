import { type Static, Type } from 'typebox';
import { claimParams, moment, noContent, nullable, versionHeaders } from './schema-parts.ts';

/** The evidence for a correction. */
export const correctionSources = [
  'letter',
  'call',
  'email',
  'document',
  'data-file',
  'returned-mail',
  'typing-error',
  'other',
] as const;
export type CorrectionSource = (typeof correctionSources)[number];

export const correctionSourceLabels: Readonly<Record<CorrectionSource, string>> = {
  letter: 'Letter from the claimant',
  call: 'Call with the claimant',
  email: 'Email from the claimant',
  document: 'Document of the claim',
  'data-file': 'Data file of the claim',
  'returned-mail': 'Returned mail',
  'typing-error': 'Obvious typing error',
  other: 'Something else',
};

/** The limit is in characters. */
export const maxEvidenceLength = 2_000;

/** Staff correct an answer beside the answer as filed, which never changes. */
export const CorrectionSchema = Type.Object({
  id: Type.String(),
  field: Type.String(),
  label: Type.String(),
  value: Type.String({ description: 'Formatted. Empty: no answer' }),
  at: moment(),
  author: Type.String(),
  source: Type.Enum([...correctionSources]),
  documentId: nullable(Type.String({ description: 'The document that shows it' })),
  note: nullable(Type.String({ description: 'Null without the permission `answers`' })),
  state: Type.Enum(['current', 'replaced', 'withdrawn']),
  withdrawal: nullable(Type.Object({ at: moment(), author: Type.String(), reason: nullable(Type.String()) })),
});
export type Correction = Static<typeof CorrectionSchema>;

/** An answer that the person can correct, with its label, hint and options from the form. */
export const CorrectableFieldSchema = Type.Object({
  name: Type.String(),
  label: Type.String(),
  kind: Type.Enum(['text', 'email', 'phone', 'zip', 'code', 'money', 'count', 'hours', 'date', 'select', 'choice']),
  hint: Type.Optional(Type.String()),
  options: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
  value: Type.String({ description: 'As it is now, with its corrections. Empty: no answer' }),
});
export type CorrectableField = Static<typeof CorrectableFieldSchema>;

/** `POST /api/console/claims/:number/corrections` takes the claim's version in `If-Match`. */
const CorrectAnswerSchema = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: the same correction is not made twice' }),
  field: Type.String({ maxLength: 200 }),
  value: Type.String({ maxLength: 100_000, description: 'As typed. Empty: no answer' }),
  source: Type.Enum([...correctionSources]),
  documentId: nullable(Type.String({ format: 'uuid' })),
  note: Type.String({ maxLength: maxEvidenceLength }),
});
export type CorrectAnswer = Static<typeof CorrectAnswerSchema>;

const WithdrawCorrectionSchema = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Of the withdrawal, chosen by the client' }),
  reason: Type.String({ maxLength: maxEvidenceLength }),
});

export const correctionsApi = {
  'POST /claims/:number/corrections': {
    summary: 'Correct an answer of a claim, beside the answer as filed',
    headers: versionHeaders,
    body: CorrectAnswerSchema,
    response: noContent,
  },
  'POST /claims/:number/corrections/:id/withdrawal': {
    summary: 'Withdraw a correction: the answer as filed counts again',
    params: Type.Object({ ...claimParams.properties, id: Type.String({ maxLength: 40 }) }),
    headers: versionHeaders,
    body: WithdrawCorrectionSchema,
    response: noContent,
  },
};
