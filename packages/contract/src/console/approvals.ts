import { type Static, Type } from 'typebox';
import { claimFlags } from './review.ts';
import { PasskeyRequestSchema, PasskeyProofSchema } from './sign-in.ts';
import { AmountRangeSchema, moment, noContent, nullable, uuidParams } from './schema-parts.ts';

/** The reason of a request about a decision begins with these words. */
export const causesPrefix = 'A second person decides, because ';

/** The list shows at most this many waiting requests. Others follow as these are decided. */
export const maxListedApprovals = 500;
/** One signature approves at most this many requests. */
export const maxApprovedTogether = 100;

const ApprovalSchema = Type.Object({
  id: Type.String(),
  kind: Type.String({ description: 'For example `claim-decision`' }),
  claim: Type.Union(
    [
      Type.Object({
        number: Type.String(),
        formId: Type.String(),
        amount: nullable(Type.String(), 'Claimed'),
        range: nullable(AmountRangeSchema, 'Claimed, if the form asks for a range'),
        flags: Type.Array(Type.Enum([...claimFlags])),
      }),
      Type.Null(),
    ],
    { description: 'The claim that it is about, without personal data' },
  ),
  bulkJob: nullable(Type.String(), 'The action on many claims that it is about. Its page lists them'),
  rule: nullable(
    Type.Object({ id: Type.String(), name: Type.String(), version: Type.Integer() }),
    'The version of a rule that it releases',
  ),
  cluster: nullable(Type.String(), 'The cluster that it is about'),
  fund: nullable(Type.String(), 'The fund that it is about. Its page has the order'),
  allocation: nullable(Type.String(), 'The allocation that it is about'),
  mayJoin: Type.Boolean({ description: 'It can be approved together with others, with one signature' }),
  what: Type.String({ description: 'What happens once it is approved, in a sentence' }),
  reason: Type.String(),
  askedBy: Type.String({ description: 'A name' }),
  askedAt: moment(),
  isOwn: Type.Boolean({ description: 'Requested by the signed-in person' }),
  mayDecide: Type.Boolean(),
  refusal: nullable(Type.String(), 'Why the person can only decline it, in a sentence'),
  decision: nullable(Type.Enum(['approved', 'declined', 'withdrawn'])),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(moment()),
  decisionReason: Type.String(),
});
export type Approval = Static<typeof ApprovalSchema>;

const ApprovalsQuerySchema = Type.Object({ kind: Type.Optional(Type.String({ maxLength: 100 })) });
/** Lists the oldest waiting requests, up to a limit, and the latest decisions. */
const ApprovalsSchema = Type.Object({
  approvals: Type.Array(ApprovalSchema),
  kinds: Type.Array(Type.Object({ kind: Type.String(), label: Type.String(), waiting: Type.Integer() }), {
    description: 'Every kind of request that the person sees, listed or not, with how many wait in all',
  }),
  denials: nullable(
    Type.Object({
      claims: Type.Integer(),
      amount: Type.String({ description: 'What they claim in all, as filed' }),
      withoutAmount: Type.Integer(),
    }),
    'The denials among the requests that the person can approve with one signature',
  ),
});
export type Approvals = Static<typeof ApprovalsSchema>;

/** Options for signing an approval. Null without a passkey: a fresh sign-in proves the identity. */
const ApprovalProofSchema = Type.Object({ passkey: nullable(PasskeyRequestSchema) });

const ApproveSchema = Type.Object({ passkey: Type.Optional(PasskeyProofSchema) });
const togetherIds = Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: maxApprovedTogether });
/** `POST /api/console/approvals/proof` and `…/approve` take several claim decisions at once. */
const ApproveTogetherProofSchema = Type.Object({ ids: togetherIds });
const ApproveTogetherSchema = Type.Object({ ids: togetherIds, passkey: Type.Optional(PasskeyProofSchema) });
const ApprovedTogetherSchema = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      problem: nullable(Type.String(), 'Null: it is approved'),
    }),
  ),
});
export type ApprovedTogether = Static<typeof ApprovedTogetherSchema>;
const DeclineSchema = Type.Object({ reason: Type.String({ maxLength: 1_000 }) });

export const approvalsApi = {
  'GET /approvals': {
    summary: 'Requests that need a second person: the oldest that wait, and the latest decisions',
    querystring: ApprovalsQuerySchema,
    response: { 200: ApprovalsSchema },
  },
  'POST /approvals/proof': {
    summary: 'Options for the browser to sign several approvals at once',
    body: ApproveTogetherProofSchema,
    response: { 200: ApprovalProofSchema },
  },
  'POST /approvals/approve': {
    summary: 'Approve several decisions about claims with one signature',
    description: 'Each is approved independently: the failure of one does not affect the others',
    body: ApproveTogetherSchema,
    response: { 200: ApprovedTogetherSchema },
  },
  'POST /approvals/:id/proof': {
    summary: 'Options for the browser to sign an approval with a passkey',
    params: uuidParams,
    response: { 200: ApprovalProofSchema },
  },
  'POST /approvals/:id/approve': {
    summary: 'Approve a request of another person',
    description: 'With a passkey that signed the content; without any passkey, after a fresh sign-in',
    params: uuidParams,
    body: ApproveSchema,
    response: noContent,
  },
  'POST /approvals/:id/decline': {
    summary: 'Decline, with a reason',
    params: uuidParams,
    body: DeclineSchema,
    response: noContent,
  },
  'POST /approvals/:id/withdraw': { summary: 'Withdraw one’s own request', params: uuidParams, response: noContent },
};
