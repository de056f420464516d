import { type Static, Type } from 'typebox';
import { PasskeyOptionsSchema, PasskeyProofSchema } from './sign-in.ts';

export const ApprovalSchema = Type.Object({
  id: Type.String(),
  what: Type.String({ description: 'What happens once it is approved, in a sentence' }),
  reason: Type.String(),
  askedBy: Type.String({ description: 'A name' }),
  askedAt: Type.String({ format: 'date-time' }),
  isOwn: Type.Boolean({ description: 'Asked by the person who is signed in' }),
  mayDecide: Type.Boolean(),
  decision: Type.Union([Type.Enum(['approved', 'declined', 'withdrawn']), Type.Null()]),
  decidedBy: Type.Union([Type.String(), Type.Null()]),
  decidedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  decisionReason: Type.String(),
});
export type Approval = Static<typeof ApprovalSchema>;

/** All that wait, and the latest that were decided. */
export const ApprovalsSchema = Type.Object({ approvals: Type.Array(ApprovalSchema) });
export type Approvals = Static<typeof ApprovalsSchema>;

/** How somebody proves who they are for an approval: null without a passkey, by a fresh sign-in. */
export const ApprovalProofSchema = Type.Object({ passkey: Type.Union([PasskeyOptionsSchema, Type.Null()]) });

export const ApproveSchema = Type.Object({ passkey: Type.Optional(PasskeyProofSchema) });
export const DeclineSchema = Type.Object({ reason: Type.String({ maxLength: 1_000 }) });
